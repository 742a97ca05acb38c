import type { Resource } from '../../shared/operation/operation';
import { listByScope } from '../../shared/operation/scope';

export const transferEvent: Resource = {
	name: 'Transfer Event',
	value: 'transferEvent',
	operations: [
		listByScope(
			{
				action: 'Get many transfer events',
				description: 'The calls that agents handed over to a person',
				rowId: 'transfer_id',
			},
			{ organization: 'GET /transfer-events', agent: 'GET /agents/{agent_id}/transfer-events' },
		),
	],
};
