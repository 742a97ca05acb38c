import type { IDataObject } from 'n8n-workflow';
import { checkArguments } from '../../../nodes/VoiceAgentFunctionTrigger/argumentCheck';
import {
	argumentsIn,
	questionBody,
} from '../../../nodes/VoiceAgentFunctionTrigger/functionRequest';

const TEXT = { type: 'string' };
const NUMBER = { type: 'number' };
const NULLABLE = { type: ['string', 'null'] };
const WHOLE_OR_NULL = { type: ['integer', 'null'] };
const EITHER = { anyOf: [TEXT, { type: 'null' }] };
const DAY = { type: 'string', format: 'date' };

const LOST = 'digits were lost';
const CALL = { day: '2026-12-01' };

/** What the workflow gets for a request as it arrives, or a part of what the agent must ask. */
test.each<[string, string, IDataObject, string, unknown]>([
	['<UNKNOWN>', 'name', TEXT, '{"name":"<UNKNOWN>"}', /I still need name/],
	['#N/A', 'name', TEXT, '{"name":"#N/A"}', /I still need name/],
	['null as text', 'name', TEXT, '{"name":"null"}', /I still need name/],
	['the surname Null', 'name', TEXT, '{"name":"Null"}', { name: 'Null' }],
	['null of a type that has it', 's', NULLABLE, '{"s":null}', {}],
	['null of anyOf', 's', EITHER, '{"s":null}', {}],
	['a text for a whole number or null', 's', WHOLE_OR_NULL, '{"s":"abc"}', /a whole number/],
	['17 digits', 'id', TEXT, '{"id":12345678901234568}', LOST],
	['20 digits', 'id', TEXT, '{"id":12345678901234567000}', LOST],
	['a power of ten', 'id', TEXT, '{"id":1e21}', LOST],
	['17 digits as text', 'id', TEXT, '{"id":"12345678901234567"}', { id: '12345678901234567' }],
	['16 digits', 'id', TEXT, '{"id":4111111111111111}', { id: '4111111111111111' }],
	['1.200', 'n', NUMBER, '{"n":"1.200"}', /1\.2 or 1200/],
	['3 as text', 'n', NUMBER, '{"n":"3"}', { n: 3 }],
	[
		'Vapi',
		'day',
		DAY,
		JSON.stringify({
			message: {
				type: 'tool-calls',
				toolCallList: [{ id: 't', name: 'f', arguments: CALL }],
				toolCalls: [
					{ id: 't', type: 'function', function: { name: 'f', arguments: JSON.stringify(CALL) } },
				],
			},
		}),
		CALL,
	],
	['ElevenLabs', 'day', DAY, JSON.stringify({ ...CALL, system__conversation_id: 'x' }), CALL],
	['Ultravox', 'day', DAY, JSON.stringify({ ...CALL, callId: 'c1' }), CALL],
])('%s', (_case, name, property, request, expected) => {
	const schema = { type: 'object' as const, properties: { [name]: property }, required: [name] };
	const read = argumentsIn(questionBody(JSON.parse(request)) ?? {}, schema, '');
	const checked = 'given' in read ? checkArguments(read.given, schema) : read;
	const answer = 'values' in checked ? checked.values : checked.sentence;
	if (typeof expected === 'object' && !(expected instanceof RegExp))
		expect(answer).toEqual(expected);
	else expect(answer).toMatch(expected as string | RegExp);
});
