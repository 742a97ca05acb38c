import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import {
	argumentsIn,
	questionBody,
	callFactsIn,
	isSeveral,
} from '../../../nodes/VoiceAgentFunctionTrigger/functionRequest';
import { schemaOfTable } from '../../../nodes/VoiceAgentFunctionTrigger/schema';
import { runs } from '../../scale.mts';

const schema = schemaOfTable([
	{ name: 'day', type: 'date' },
	{ name: 'name', type: 'text' },
	{ name: 'people', type: 'integer', required: false },
]);
const values = { day: '2026-03-02', name: 'Ada' };
const text = JSON.stringify(values);
/** What platforms send along: what the function is. */
const definition = {
	name: 'check_slots',
	description: 'x',
	parameters: { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] },
};

const read = (body: unknown, path = '') => argumentsIn(questionBody(body) ?? {}, schema, path);

test.each<[string, unknown]>([
	['arguments', { arguments: values }],
	['arguments as JSON text', { arguments: text }],
	['args', { args: values }],
	['parameters', { parameters: values }],
	['input', { input: values }],
	['the body', values],
	['the body as JSON text', text],
	['a list with one entry', [{ arguments: values }]],
	['the body, beside what the call is', { ...values, call_id: 'c1', session_id: 's1' }],
	['message, beside what the call is', { message: { ...values, call_id: 'c1' }, type: 'x' }],
	['camelCase and upper case', { Arguments: values }],
	['function', { function: { name: 'check_slots', arguments: text } }],
	['message.functionCall', { message: { functionCall: { name: 'x', parameters: values } } }],
	['call, with an input that is a text', { call: { args: values }, input: 'Is Monday free?' }],
	['arguments beside the definition', { ...definition, arguments: values }],
	['parameters beside a definition', { function: definition, parameters: values }],
	['ElevenLabs', { ...values, system__conversation_id: 'x' }],
	['Ultravox', { ...values, callId: 'c1' }],
	[
		'Vapi, which sends them twice',
		{
			message: {
				type: 'tool-calls',
				toolCallList: [{ id: 't', name: 'f', arguments: values }],
				toolCalls: [{ id: 't', type: 'function', function: { name: 'f', arguments: text } }],
			},
		},
	],
	['arguments beside an empty place', { arguments: {}, input: values }],
])('the values are found: %s', (_name, body) => {
	expect(read(body)).toEqual({ given: values });
});

test('two places with different values that are right are not guessed between', () => {
	const other = { ...values, day: '2026-03-03' };
	expect(read({ arguments: values, input: other })).toEqual({
		sentence: expect.stringContaining('two different'),
	});
	expect(read({ call: { arguments: values }, message: { arguments: other } })).toHaveProperty(
		'sentence',
	);
	// Each has something beside the values.
	expect(read({ arguments: { ...values, id: 1 }, input: { ...other, id: 2 } })).toHaveProperty(
		'sentence',
	);
	// The user has said which one is meant.
	expect(read({ arguments: values, input: other }, 'input')).toEqual({ given: other });
});

test('a value that is optional is found beside IDs, and not invented from what the function is', () => {
	const optional = schemaOfTable([
		{ name: 'order_number', type: 'text', required: false },
		{ name: 'name', type: 'text', required: false },
	]);
	const readOptional = (body: IDataObject) => argumentsIn(body, optional, '');
	const given = { order_number: '0042' };
	expect(readOptional({ message: { call_id: 'c1', ...given } })).toEqual({ given });
	expect(readOptional({ ...given, message: { call_id: 'c1' } })).toEqual({ given });
	expect(readOptional({ function: { name: 'check_slots' }, call_id: 'c1' })).toEqual({ given: {} });
	expect(readOptional({ ...given, data: { order_number: '0043' } })).toHaveProperty('sentence');
});

test('two questions in one request are not mixed, and none is carried out', () => {
	const ask = (day: string) => ({ id: day, function: { arguments: { ...values, day } } });
	const calls = [ask('2026-03-02'), ask('2026-03-03')];
	for (const body of [{ tool_calls: calls }, { message: { toolCalls: calls }, session_id: 's1' }]) {
		expect(read(body)).toEqual({ sentence: expect.stringContaining('several things') });
	}
	expect(isSeveral(calls)).toBe(true);
	// Where the values are is clear.
	expect(read({ arguments: values, data: [{ a: 1 }, { a: 2 }] })).toEqual({ given: values });
});

test('a place that the user names is the only one that counts', () => {
	expect(read({ arguments: values, a: { b: text } }, 'a.b')).toEqual({ given: values });
	expect(read({ arguments: values }, 'a.b')).toEqual({
		sentence: 'The request has no values at a.b.',
	});
});

test('values that are wrong are found too, so that the agent hears what is wrong', () => {
	const given = { day: 'soon' };
	expect(read({ arguments: given })).toEqual({ given });
	expect(read({ arguments: given, function: definition })).toEqual({ given });
});

test('a body that n8n could not store is none', () => {
	let deep: IDataObject = {};
	for (let level = 0; level < 300; level += 1) deep = { deep };
	expect(questionBody(deep)).toBeUndefined();
});

describe('which call it is', () => {
	const nobody = { call_id: null, session_id: null, agent_id: null, caller_number: null };
	const both = { call_id: 'c1', session_id: 's1' };
	const [CUSTOMER, OWN] = ['+12125550123', '+12125550100'];
	const caller = { caller_number: CUSTOMER };
	const toOwn = { from_number: CUSTOMER, to_number: OWN };
	const toCustomer = { from_number: OWN, to_number: CUSTOMER };

	test.each<[string, IDataObject, IDataObject]>([
		['beside the values', { ...both, agent_id: 'a1' }, { ...both, agent_id: 'a1' }],
		['in camelCase', { callId: 'c1', sessionId: 's1' }, both],
		['numbers', { call_id: 7 }, { call_id: '7' }],
		['in call', { call: both }, both],
		['in session', { session: { id: 's1' } }, { session_id: 's1' }],
		['in message.call', { message: { call: { session_id: 's1' } } }, { session_id: 's1' }],
		['twice the same', { call_id: 'c1', call: { call_id: 'c1' } }, { call_id: 'c1' }],
		['twice something else', { call_id: 'c1', call: { call_id: 'c2' } }, {}],
		['only an id', { id: 'x', tool_call: { id: 'z' }, function: { id: 'y' } }, {}],
		['the ID of a call', { call: { id: 'c1' } }, { call_id: 'c1' }],
		['the ID of a call, deeper', { message: { call: { id: 7 } } }, { call_id: '7' }],
		['two IDs of a call', { call_id: 'c1', call: { id: 'c2' } }, {}],
		['the ID of the use of a function', { call: { id: 'u1', name: 'x', arguments: {} } }, {}],
		['what the agent asked for', { arguments: both }, {}],
		['an inbound call', { direction: 'inbound', ...toOwn }, caller],
		['an outbound call', { direction: 'outbound', ...toCustomer }, caller],
		['two numbers without a direction', toOwn, {}],
		['the number of the customer', { call: { customer_number: CUSTOMER } }, caller],
		['a customer', { customer: { number: CUSTOMER } }, caller],
		['a caller, who can be either', { caller: CUSTOMER, caller_number: CUSTOMER }, {}],
	])('%s', (_name, body, facts) => {
		expect(callFactsIn(body)).toEqual({ ...nobody, ...facts });
	});
});

test('values stay the same in every form that a platform may use', () => {
	const forms: Array<(given: unknown) => unknown> = [
		(given) => given,
		(given) => ({ function: { name: 'check', arguments: given } }),
		(given) => ({ message: { tool_calls: [{ id: 't1', function: { arguments: given } }] } }),
		(given) => ({ call: { session_id: 's1' }, args: given }),
		(given) => ({ parameters: given, call_id: 'c1' }),
		(given) => ({ input: given, function: definition }),
	];
	fc.assert(
		fc.property(
			fc.record({ day: fc.constant('2026-03-02'), name: fc.string({ minLength: 1 }) }),
			fc.constantFrom(...forms),
			fc.boolean(),
			(given, form, isText) => {
				const body = form(isText && form !== forms[0] ? JSON.stringify(given) : given);
				expect(read(body)).toEqual({ given });
			},
		),
		runs('values'),
	);
});

test('whatever is sent: an answer, and no exception', () => {
	fc.assert(
		fc.property(fc.jsonValue(), (body) => {
			const object = questionBody(body);
			if (!object) return;
			expect(['given', 'sentence']).toContain(Object.keys(argumentsIn(object, schema, ''))[0]);
			callFactsIn(object);
		}),
		runs('values'),
	);
});
