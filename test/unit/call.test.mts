import type { IDataObject } from 'n8n-workflow';
import { findOperation, Params } from '../../nodes/shared/operation';
import { CALL, callState, readableTranscript, rowOf } from '../../nodes/shared/platform';
import { call } from '../../nodes/VoiceAgentCall/resources/call';

const operation = (value: string) => findOperation([call], 'call', value);
const request = (value: string, parameters: IDataObject) =>
	operation(value).request?.(Params.of(parameters));

describe('Make Call', () => {
	test('required parameters only', () => {
		expect(request('makeCall', { agentId: 'a1', toNumber: '+1 212 555 0123' })).toEqual({
			body: { agent_id: 'a1', to_number: '+12125550123' },
		});
	});

	test('all parameters', () => {
		const parameters = {
			agentId: { __rl: true, mode: 'list', value: 'a1' },
			toNumber: '(212) 555-0123',
			additionalFields: { firstName: 'Zoë', lastName: "O'Neil" },
			variables: { pairs: [{ name: 'topic', value: 'renewal' }] },
			defaultCountryCode: '1',
		};
		expect(request('makeCall', parameters)).toEqual({
			body: {
				agent_id: 'a1',
				to_number: '+12125550123',
				first_name: 'Zoë',
				last_name: "O'Neil",
				variables: { topic: 'renewal' },
			},
		});
	});

	test('variables as JSON keep their types', () => {
		const parameters = {
			agentId: 'a1',
			toNumber: '+12125550123',
			specifyVariables: 'json',
			variablesJson: '{"n":1,"deep":{"x":true}}',
		};
		expect(request('makeCall', parameters)?.body?.variables).toEqual({ n: 1, deep: { x: true } });
	});

	test.each([
		[{ agentId: '', toNumber: '+12125550123' }, /'Agent ID' is empty/],
		[{ agentId: 'a1', toNumber: '555-0123' }, /no country code/],
	])('%j is refused before anything is sent', (parameters, message) => {
		expect(() => request('makeCall', parameters)).toThrow(message);
	});

	test('a duplicate number is skipped by default, and the item says so', () => {
		const params = Params.of(
			{ agentId: 'a1', toNumber: '+12125550123' },
			{ rows: [{}], rowNumbers: [7] },
		);
		const parts = operation('makeCall').request?.(params) ?? {};
		const deduplication = operation('makeCall').deduplication?.(params, parts);
		expect(deduplication).toMatchObject({
			within: 'execution',
			keys: [expect.stringContaining('+12125550123')],
		});
		expect(
			deduplication?.without(new Map([[deduplication.keys[0] ?? '', { reason: 'because' }]])),
		).toEqual({
			skip: true,
			report: {
				contact_number: '+12125550123',
				to_number: '+12125550123',
				skipped: true,
				reason: 'because',
				row: 7,
			},
		});
	});

	test('each round has keys of its own', () => {
		const keyOf = (round: string) => {
			const params = Params.of({
				agentId: 'a1',
				toNumber: '+12125550123',
				options: { round, repeatedNumbers: 'ever' },
			});
			return operation('makeCall').deduplication?.(
				params,
				operation('makeCall').request?.(params) ?? {},
			)?.keys[0];
		};
		expect(keyOf('1')).not.toBe(keyOf('2'));
		expect(keyOf('1')).toBe(keyOf('1'));
	});
});

test('Get Many sends its filters under the names of the API', () => {
	const parameters = { filters: { callId: 'c1', from: '2026-01-31T09:00:00Z' } };
	expect(request('getAll', parameters)).toEqual({
		query: { call_id: 'c1', from: '2026-01-31T09:00:00.000Z' },
	});
});

describe('the row of a call', () => {
	const COLUMNS = Object.keys(rowOf(CALL, {}));

	test('has the same columns for every answer of the platform', () => {
		const rich = rowOf(CALL, {
			id: 1,
			analysis: { outcome: 'interested', anything: 1 },
			unknown: true,
		});
		expect(Object.keys(rich)).toEqual(COLUMNS);
	});

	test('reads the names a platform may use', () => {
		const row = rowOf(CALL, {
			id: 'c1',
			sessionId: 's1',
			call_status: 'Completed',
			to: '+12125550123',
			agent: { id: 'a1', name: 'Appointment Setter' },
			contact: { first_name: 'Zoë' },
			start_time: 1772452800,
			end_time: '1772452890000',
			call_analysis: {
				call_summary: 'Wants a demo',
				user_sentiment: 'positive',
				call_successful: 'yes',
				custom: { budget: 5 },
			},
			transcript: [
				{ role: 'assistant', content: 'Hello' },
				{ role: 'user', content: 'Hi' },
			],
			variables: { topic: 'renewal' },
		});
		expect(row).toMatchObject({
			call_id: 'c1',
			session_id: 's1',
			status: 'Completed',
			is_over: true,
			to_number: '+12125550123',
			agent_id: 'a1',
			agent_name: 'Appointment Setter',
			first_name: 'Zoë',
			started_at: '2026-03-02T12:00:00.000Z',
			ended_at: '2026-03-02T12:01:30.000Z',
			duration_seconds: 90,
			summary: 'Wants a demo',
			sentiment: 'positive',
			is_success: true,
			transcript: 'Agent: Hello\nContact: Hi',
			custom_fields: '{"budget":5}',
			variables: '{"topic":"renewal"}',
		});
	});

	test.each([
		['completed', 'ended'],
		['ENDED', 'ended'],
		['in progress', 'in_progress'],
		['no-answer', 'not_reached'],
		['Voicemail', 'not_reached'],
		['failed', 'failed'],
		['zzz', 'unknown'],
		[undefined, 'unknown'],
	])('status %p is %p', (status, state) => {
		expect(callState(status)).toBe(state);
	});

	test.each([
		['Agent: Hello', 'Agent: Hello'],
		[['Hello', 'Hi'], 'Hello\nHi'],
		[{ turns: [{ speaker: 'Bot', text: 'Hello' }] }, 'Agent: Hello'],
		[[], null],
		[null, null],
	])('transcript %j', (value, expected) => {
		expect(readableTranscript(value)).toBe(expected);
	});
});
