import { newRow } from './newRow';

export const newBooking = newRow({
	name: 'New Booking',
	value: 'newBooking',
	description: 'An agent booked an appointment',
	nothingYet: 'There is no booking yet',
	filters: ['agentId', 'campaignId'],
	stream: {
		rows: 'bookings',
		endpoint: 'GET /bookings',
		agentEndpoint: 'GET /agents/{agent_id}/bookings',
		entity: 'booking',
	},
});
