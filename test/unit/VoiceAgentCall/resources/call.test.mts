import type { IDataObject } from 'n8n-workflow';
import type { CallsOperation, Params } from '../../../../nodes/shared/operation';
import { findOperation } from '../../../../nodes/shared/operation';
import { PeopleRequest, bodyFor } from '../../../../nodes/shared/calling/people';
import { call } from '../../../../nodes/VoiceAgentCall/resources/call';
import { json, operationOf, run } from '../../../support/fakeContext.mts';
import { paramsOf } from '../../../support/params.mts';

const makeCall = findOperation([call], 'call', 'makeCall') as CallsOperation;

const peopleOf = (params: Params) => new PeopleRequest(params, makeCall.callList(params));

const NUMBER = '+12125550123';
const one = { agentId: 'a1', toNumber: NUMBER };

/** What is sent. */
function bodyOf(parameters: IDataObject): IDataObject {
	const people = peopleOf(paramsOf({ ...one, ...parameters }));
	if (people.problem) throw people.problem;
	return bodyFor(people, {});
}
const pairsOf = (values: object) => ({
	variables: { pairs: Object.entries(values).map(([name, value]) => ({ name, value })) },
});

describe('Make Call', () => {
	test('all parameters', () => {
		const parameters = {
			agentId: { __rl: true, mode: 'list', value: 'a1' },
			toNumber: '(212) 555-0123',
			options: { firstName: 'Zoë', lastName: "O'Neil" },
			...pairsOf({ topic: 'renewal' }),
			defaultCountryCode: '1',
		};
		expect(bodyOf(parameters)).toEqual({
			agent_id: 'a1',
			to_number: NUMBER,
			first_name: 'Zoë',
			last_name: "O'Neil",
			variables: { topic: 'renewal' },
		});
	});

	test.each<[string, (values: IDataObject) => IDataObject]>([
		['pairs', pairsOf],
		['JSON', (values) => ({ options: { variablesJson: JSON.stringify(values) } })],
	])('variables in %s: numbers and booleans are sent as text, empty ones not', (_how, entered) => {
		const empty = { none: null, nothing: '', nobody: [], object: {} };
		const values = { n: 1, half: 0.5, zero: 0, yes: true, no: false, text: '01' };
		const others = { deep: { x: true }, list: [1] };
		expect(bodyOf(entered({ ...values, ...others, ...empty })).variables).toEqual({
			...{ n: '1', half: '0.5', zero: '0', yes: 'true', no: 'false', text: '01' },
			...others,
		});
		expect(bodyOf(entered({ a: null }))).not.toHaveProperty('variables');
	});

	test('names and variables that cannot be said are left out, and a hint names them', () => {
		const parameters = {
			...one,
			options: { firstName: 'null', lastName: 'Null' },
			...pairsOf({ topic: 'None', city: 'K\uFFFDln', plan: 'none' }),
		};
		const people = peopleOf(paramsOf(parameters));
		expect(bodyFor(people, {})).toEqual({
			agent_id: 'a1',
			to_number: NUMBER,
			last_name: 'Null',
			variables: { plan: 'none' },
		});
		expect(people.callList.notes).toEqual([
			'Left out, because it is no name or value that can be said: topic, city, First Name.',
		]);
		expect(bodyOf(pairsOf({ topic: '<UNKNOWN>' }))).not.toHaveProperty('variables');
		expect(makeCall.callList(paramsOf(one)).notes).toEqual([]);
	});

	test('a number in a list or an object is read; several are refused with the name of the field', () => {
		expect(bodyOf({ agentId: { id: 'a1' }, toNumber: [NUMBER] })).toEqual({
			agent_id: 'a1',
			to_number: NUMBER,
		});
		const several = { ...one, toNumber: [NUMBER, '+12125550124'] };
		expect(() => bodyOf(several)).toThrow(/'To Number' has more than one value/);
		expect(makeCall.callList(paramsOf(several)).people).toMatchObject([
			{
				shown: { contact_number: JSON.stringify(several.toNumber) },
				finding: { kind: 'not valid' },
			},
		]);
	});

	test.each([
		[{ agentId: { id: 'a1', name: 'Support' } }, /'Agent ID' has more than one value/],
		[{ agentId: '' }, /'Agent ID' is empty/],
		[{ toNumber: '555-0123' }, /no country code/],
	])('%j is refused before anything is sent', (parameters, message) => {
		expect(() => bodyOf(parameters)).toThrow(message);
	});
});

test.each(['getBySession', 'getTranscript', 'downloadRecording'])(
	'%s with the ID of a call says that it wants the one of a session',
	async (name) => {
		const operation = operationOf({ ...findOperation([call], 'call', name), value: 'do' });
		const parameters = { sessionId: 'call_0001', outputDataFieldName: 'data' };
		const { error } = await run(operation, { parameters }, () => json(404, {}));
		expect(error?.description).toMatch(/^Enter the ID of the session, not of the call\..*404/);
	},
);

describe('Get Transcript', () => {
	const read = async (answer: unknown) => {
		const operation = operationOf({
			...findOperation([call], 'call', 'getTranscript'),
			value: 'do',
		});
		const parameters = { sessionId: 's1', output: 'simplified' };
		const type = typeof answer === 'string' ? 'text/plain' : 'application/json';
		const { items } = await run(operation, { parameters }, () =>
			json(200, answer, { 'content-type': type }),
		);
		return items.map((item) => item.json);
	};
	const turns = [
		{ role: 'agent', text: 'Hello' },
		{ role: 'user', text: 'Hi' },
	];

	const text = 'Agent: Hello\nContact: Hi';

	test.each<unknown[]>([
		...[[turns], [text], [JSON.stringify(turns)], [{ data: turns }], [{ data: text }]],
		...[[{ transcript: turns }], [{ success: true, data: { decrypted_transcript: turns } }]],
		[{ call: { call_id: 'c1', transcript: null }, transcript: turns }],
	])('reads %j', async (answer) => {
		expect(await read(answer)).toEqual([{ session_id: null, transcript: text }]);
	});
});
