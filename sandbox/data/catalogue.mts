import type { Row } from './database.mts';

/** What an agent can be made for. */
export const INDUSTRIES: Row[] = [
	{ id: 'education', name: 'Education' },
	{ id: 'finance', name: 'Finance' },
	{ id: 'healthcare', name: 'Healthcare' },
	{ id: 'hospitality', name: 'Hospitality' },
	{ id: 'real_estate', name: 'Real estate' },
	{ id: 'retail', name: 'Retail' },
	{ id: 'software', name: 'Software' },
];

/** What an agent can do, and in which industries. */
export const USE_CASES: Row[] = [
	{
		id: 'appointment_setting',
		name: 'Appointment setting',
		industries: ['education', 'finance', 'healthcare', 'hospitality', 'real_estate'],
	},
	{
		id: 'lead_qualification',
		name: 'Lead qualification',
		industries: ['education', 'finance', 'real_estate', 'software'],
	},
	{
		id: 'customer_survey',
		name: 'Customer survey',
		industries: ['healthcare', 'hospitality', 'retail', 'software'],
	},
	{
		id: 'payment_reminder',
		name: 'Payment reminder',
		industries: ['education', 'finance', 'retail', 'software'],
	},
	{ id: 'table_reservation', name: 'Table reservation', industries: ['hospitality'] },
];

/** What the platform brings along for every agent. */
export const BUILT_IN_TOOLS: Row[] = [
	{ tool_id: 'end_call', name: 'End call', description: 'Hangs up when the talk is over' },
	{
		tool_id: 'transfer_call',
		name: 'Transfer call',
		description: 'Hands the call over to a person',
	},
	{
		tool_id: 'book_appointment',
		name: 'Book appointment',
		description: 'Writes an appointment into the calendar',
	},
	{ tool_id: 'send_sms', name: 'Send SMS', description: 'Sends a text message during the call' },
	{ tool_id: 'press_digits', name: 'Press digits', description: 'Answers a telephone menu' },
	{
		tool_id: 'leave_voicemail',
		name: 'Leave voicemail',
		description: 'Speaks a message when a machine answers',
	},
];
