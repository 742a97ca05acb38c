import { resource } from '../../shared/operation';

import { listByScope } from '../listByScope';

export const booking = resource({
	name: 'Booking',
	value: 'booking',
	entity: 'booking',
	operations: [
		listByScope(
			{
				action: 'Get many bookings',
				description: 'Get the bookings that agents made',
			},
			{ organization: 'GET /bookings', agent: 'GET /agents/{agent_id}/bookings' },
		),
	],
});
