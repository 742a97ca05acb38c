import type { IDataObject } from 'n8n-workflow';
import { findOperation, Params } from '../../nodes/shared/operation';
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
			within: 'day',
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
});

test('Get Many sends its filters under the names of the API', () => {
	const parameters = { filters: { callId: 'c1', from: '2026-01-31T09:00:00Z' } };
	expect(request('getAll', parameters)).toEqual({
		query: { call_id: 'c1', from: '2026-01-31T09:00:00.000Z' },
	});
});
