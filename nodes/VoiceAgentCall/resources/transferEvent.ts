import { resource } from '../../shared/operation';

import { listByScope } from '../listByScope';

export const transferEvent = resource({
	name: 'Transfer Event',
	value: 'transferEvent',
	entity: 'transfer',
	operations: [
		listByScope(
			{
				action: 'Get many transfer events',
				description: 'Get the calls that agents transferred to a person',
			},
			{ organization: 'GET /transfer-events', agent: 'GET /agents/{agent_id}/transfer-events' },
		),
	],
});
