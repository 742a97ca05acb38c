import { newRow } from './newRow';

export const newBooking = newRow({
	name: 'New Booking',
	value: 'newBooking',
	description: 'An agent booked an appointment',
	filters: ['agentId', 'campaignId'],
	stream: {
		rows: 'bookings',
		endpoint: 'GET /bookings',
		agentEndpoint: 'GET /agents/{agent_id}/bookings',
		rowId: ['booking_id', 'bookingId', 'appointment_id'],
		times: ['created_at', 'createdAt', 'booked_at', 'bookedAt'],
	},
});
