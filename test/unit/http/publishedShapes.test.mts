import type { IDataObject } from 'n8n-workflow';
import { confirmationOf, readPage, readResult, serverMessage } from '../../../nodes/shared/http';
import type { Table } from '../../../nodes/shared/platform';
import { CALL, CAMPAIGN, TRANSCRIPT, rowOf } from '../../../nodes/shared/platform';

/*
 * How four voice platforms publish that they answer, with made-up data: Retell, Vapi, Bland and Twilio. What the package reads of it must be true,
 * or missing. Nobody uses the package with them; their users know what such a platform may say.
 */

const WITH = { call: CALL, campaign: CAMPAIGN, transcript: TRANSCRIPT } as const;
const NUMBER = '+12125550123';
const OWN = '+12125550199';
const START = '2026-03-02T10:00:00Z';
const END = '2026-03-02T10:01:05Z';

const retellCall = {
	call_id: 'r1',
	call_type: 'phone_call',
	agent_id: 'a1',
	agent_version: 3,
	call_status: 'ended',
	start_timestamp: Date.parse(START),
	end_timestamp: Date.parse(END),
	duration_ms: 65_000,
	transcript: 'Agent: Hello\nUser: Hi',
	transcript_object: [{ role: 'agent', content: 'Hello', words: [{ word: 'Hello', start: 0.7 }] }],
	recording_url: 'https://files.example.com/r1.wav',
	disconnection_reason: 'user_hangup',
	call_analysis: {
		call_summary: 'A greeting',
		user_sentiment: 'Positive',
		call_successful: true,
		in_voicemail: false,
		custom_analysis_data: { budget: 7 },
	},
	call_cost: { combined_cost: 7.5, total_duration_seconds: 65 },
	direction: 'outbound',
	from_number: OWN,
	to_number: NUMBER,
};
const vapiCall = {
	id: 'v1',
	orgId: 'o1',
	type: 'outboundPhoneCall',
	status: 'ended',
	endedReason: 'customer-ended-call',
	assistantId: 'a1',
	customer: { number: NUMBER, name: 'Ada' },
	createdAt: START,
	startedAt: START,
	endedAt: END,
	cost: 0.12,
	messages: [
		{ role: 'system', message: 'You are polite', time: 1 },
		{ role: 'bot', message: 'Hello', time: 2, secondsFromStart: 1.2 },
		{ role: 'user', message: 'Hi', time: 3 },
	],
	recordingUrl: 'https://files.example.com/v1.wav',
	analysis: { summary: 'A greeting', structuredData: { budget: 7 }, successEvaluation: 'true' },
};
const blandCall = {
	call_id: 'b1',
	call_length: 1.0833,
	to: NUMBER,
	from: OWN,
	created_at: START,
	completed: true,
	queue_status: 'complete',
	answered_by: 'human',
	price: 0.1,
};
const twilioCall = {
	sid: 'CA1',
	account_sid: 'AC1',
	status: 'completed',
	direction: 'outbound-api',
	to: NUMBER,
	from: OWN,
	start_time: 'Mon, 02 Mar 2026 10:00:00 +0000',
	end_time: 'Mon, 02 Mar 2026 10:01:05 +0000',
	duration: '65',
	price: '-0.03000',
	price_unit: 'USD',
	subresource_uris: { recordings: '/2010-04-01/Accounts/AC1/Calls/CA1/Recordings.json' },
};

test.each<[string, unknown, IDataObject]>([
	[
		'Retell',
		[retellCall],
		{
			call_id: 'r1',
			status: 'ended',
			is_over: true,
			started_at: START,
			duration_seconds: 65,
			contact_number: NUMBER,
			from_number: OWN,
			summary: 'A greeting',
			sentiment: 'Positive',
			is_success: true,
			custom_fields: '{"budget":7}',
			transcript: 'Agent: Hello\nUser: Hi',
			credits: null,
		},
	],
	[
		'Vapi',
		[vapiCall],
		{
			call_id: 'v1',
			status: 'ended',
			direction: 'outboundPhoneCall',
			contact_name: 'Ada',
			contact_number: NUMBER,
			duration_seconds: 65,
			summary: 'A greeting',
			transcript: 'Agent: Hello\nContact: Hi',
			credits: null,
		},
	],
	[
		'Bland',
		{ total_count: 1, count: 1, calls: [blandCall] },
		// The length is in minutes, and nothing in the row says so.
		{ call_id: 'b1', to_number: NUMBER, duration_seconds: null, credits: null, status: null },
	],
	[
		'Twilio',
		{
			calls: [twilioCall],
			page: 0,
			page_size: 50,
			start: 0,
			end: 0,
			uri: '/Calls.json',
			next_page_uri: null,
		},
		{
			to_number: NUMBER,
			started_at: START,
			duration_seconds: 65,
			status: 'completed',
			credits: null,
		},
	],
])('%s: a list of calls', (_platform, answer, row) => {
	const { rows } = readPage(answer, { entity: 'call' });
	expect(rows).toHaveLength(1);
	expect(rowOf(CALL, rows[0] ?? {})).toMatchObject(row);
});

test.each<[string, keyof typeof WITH, unknown, IDataObject]>([
	['Retell', 'call', retellCall, { call_id: 'r1', duration_seconds: 65 }],
	['Vapi', 'call', vapiCall, { call_id: 'v1', duration_seconds: 65 }],
	[
		'Bland',
		'call',
		{
			...blandCall,
			status: 'completed',
			started_at: START,
			end_at: END,
			corrected_duration: '65',
			summary: 'A greeting',
			variables: { city: 'Paris' },
			concatenated_transcript: ' assistant: Hello \n user: Hi',
			transcripts: [{ id: 1, user: 'assistant', text: 'Hello', created_at: START }],
		},
		{ call_id: 'b1', status: 'completed', duration_seconds: null, summary: 'A greeting' },
	],
	['Twilio', 'call', twilioCall, { to_number: NUMBER, duration_seconds: 65 }],
	[
		'Retell: a batch',
		'campaign',
		{ batch_call_id: 'rb1', name: 'Renewals', from_number: OWN, total_task_count: 50 },
		{ name: 'Renewals', campaign_id: null, contacts_total: null },
	],
	[
		'Vapi: a campaign',
		'campaign',
		{ id: 'vc1', name: 'Renewals', status: 'in-progress', assistantId: 'a1', createdAt: START },
		{ campaign_id: 'vc1', name: 'Renewals', is_finished: false, created_at: START },
	],
	[
		'Bland: a batch',
		'campaign',
		{ data: { batch_id: 'bb1', status: 'completed', name: 'Renewals' }, errors: null },
		{ status: 'completed', is_finished: true },
	],
	[
		'Retell: a transcript',
		'transcript',
		{ transcript: 'Agent: Hello\nUser: Hi' },
		{ transcript: 'Agent: Hello\nUser: Hi' },
	],
	[
		'Bland: a transcript',
		'transcript',
		{
			transcripts: [
				{ user: 'assistant', text: 'Hello' },
				{ user: 'user', text: 'Hi' },
			],
		},
		{},
	],
])('%s: one thing', (_platform, entity, answer, row) => {
	const found = readResult(answer, { entity, subject: 'Get' });
	expect(rowOf(WITH[entity] as Table, found)).toMatchObject(row);
});

test.each<[string, unknown, string]>([
	['Retell', { status: 'error', message: 'Invalid agent' }, 'Invalid agent'],
	[
		'Vapi',
		{ message: ['customer.number must be valid'], error: 'Bad Request', statusCode: 400 },
		'customer.number must be valid',
	],
	[
		'Bland',
		{ status: 'error', message: 'Invalid parameters', errors: ['Missing phone_number'] },
		'Invalid parameters: Missing phone_number',
	],
	[
		'Twilio',
		{ code: 21211, message: "'To' is not valid", more_info: 'https://x.example', status: 400 },
		"'To' is not valid",
	],
])('%s: an error', (_platform, body, text) => {
	expect(serverMessage(body, true)).toBe(text);
	// In an answer whose status says that all is well: no call is taken for placed.
	expect(confirmationOf(body, { subject: 'Call', entity: 'call' }).is).not.toBe('confirmed');
});

test.each<[string, unknown]>([
	['Retell', { ...retellCall, call_status: 'registered', transcript: undefined }],
	['Vapi', { id: 'v1', status: 'queued', assistantId: 'a1' }],
	['Bland', { status: 'success', message: 'Call successfully queued.', call_id: 'b1' }],
	['Twilio', { ...twilioCall, status: 'queued', duration: null, error_code: null }],
])('%s: a call that was accepted', (_platform, body) => {
	expect(confirmationOf(body, { subject: 'Call', entity: 'call' })).toEqual({ is: 'confirmed' });
});
