import type { Resource } from '../../shared/operation/operation';
import { listByScope } from '../../shared/operation/scope';

export const booking: Resource = {
	name: 'Booking',
	value: 'booking',
	operations: [
		listByScope(
			{
				action: 'Get many bookings',
				description: 'The appointments that agents booked',
				rowId: 'booking_id',
			},
			{ organization: 'GET /bookings', agent: 'GET /agents/{agent_id}/bookings' },
		),
	],
};
