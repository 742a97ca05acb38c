import type { IDataObject } from 'n8n-workflow';
import type { ActionOperation, CallsOperation, Params } from '../../../../nodes/shared/operation';
import { findOperation } from '../../../../nodes/shared/operation';
import { PeopleRequest, bodyFor } from '../../../../nodes/shared/calling/people';
import { call } from '../../../../nodes/VoiceAgentCall/resources/call';
import { callback } from '../../../../nodes/VoiceAgentCall/resources/callback';
import { json, operationOf, run } from '../../../support/fakeContext.mts';
import { paramsOf } from '../../../support/params.mts';

const makeCall = findOperation([call], 'call', 'makeCall') as CallsOperation;

const peopleOf = (params: Params) => new PeopleRequest(params, makeCall.callList(params));

/** What is sent. */
function request(parameters: IDataObject): { body: IDataObject } {
	const people = peopleOf(paramsOf(parameters));
	if (people.problem) throw people.problem;
	return { body: bodyFor(people, {}) };
}

describe('Make Call', () => {
	test('all parameters', () => {
		const parameters = {
			agentId: { __rl: true, mode: 'list', value: 'a1' },
			toNumber: '(212) 555-0123',
			options: { firstName: 'Zoë', lastName: "O'Neil" },
			variables: { pairs: [{ name: 'topic', value: 'renewal' }] },
			defaultCountryCode: '1',
		};
		expect(request(parameters)).toEqual({
			body: {
				agent_id: 'a1',
				to_number: '+12125550123',
				first_name: 'Zoë',
				last_name: "O'Neil",
				variables: { topic: 'renewal' },
			},
		});
	});

	test.each(['pairs', 'json'])(
		'numbers and booleans in variables are sent as text (%s), lists and objects as they are',
		(entered) => {
			const values = { n: 1, half: 0.5, yes: true, text: '01', deep: { x: true }, list: [1] };
			const pairs = Object.entries(values).map(([name, value]) => ({ name, value }));
			const parameters = {
				agentId: 'a1',
				toNumber: '+12125550123',
				...(entered === 'json'
					? { options: { variablesJson: JSON.stringify(values) } }
					: { variables: { pairs } }),
			};
			expect(request(parameters)?.body?.variables).toEqual({
				...{ n: '1', half: '0.5', yes: 'true', text: '01' },
				...{ deep: { x: true }, list: [1] },
			});
		},
	);

	test('names and variables that cannot be said are left out, and a hint names them', () => {
		const parameters = {
			agentId: 'a1',
			toNumber: '+12125550123',
			options: { firstName: 'null', lastName: 'Null' },
			variables: {
				pairs: [
					{ name: 'topic', value: 'None' },
					{ name: 'city', value: 'K\uFFFDln' },
					{ name: 'plan', value: 'none' },
				],
			},
		};
		const people = peopleOf(paramsOf(parameters));
		expect(bodyFor(people, {})).toEqual({
			agent_id: 'a1',
			to_number: '+12125550123',
			last_name: 'Null',
			variables: { plan: 'none' },
		});
		expect(people.callList.notes).toEqual([
			'Left out, because it is no name or value that can be said: topic, city, First Name.',
		]);
		const one = { agentId: 'a1', toNumber: '+12125550123' };
		const variables = { pairs: [{ name: 'topic', value: '<UNKNOWN>' }] };
		expect(request({ ...one, variables }).body).not.toHaveProperty('variables');
		expect(makeCall.callList(paramsOf(one)).notes).toEqual([]);
	});

	test('empty variables are left out, as in campaigns', () => {
		const values = { none: null, empty: '', list: [], object: {}, zero: 0, no: false, text: 'a' };
		const pairs = Object.entries(values).map(([name, value]) => ({ name, value }));
		const basics = { agentId: 'a1', toNumber: '+12125550123' };
		for (const entered of [{ variables: { pairs } }, { options: { variablesJson: values } }]) {
			const { body } = request({ ...basics, ...entered } as IDataObject);
			expect(body?.variables).toEqual({ zero: '0', no: 'false', text: 'a' });
		}
		const { body } = request({ ...basics, variables: { pairs: [{ name: 'a', value: null }] } });
		expect(body).not.toHaveProperty('variables');
	});

	test('a number in a list or an object is read; several are refused with the name of the field', () => {
		expect(request({ agentId: { id: 'a1' }, toNumber: ['+12125550123'] })).toEqual({
			body: { agent_id: 'a1', to_number: '+12125550123' },
		});
		const several = { agentId: 'a1', toNumber: ['+12125550123', '+12125550124'] };
		expect(() => request(several)).toThrow(/'To Number' has more than one value/);
		expect(makeCall.callList(paramsOf(several)).people).toMatchObject([
			{
				shown: { contact_number: JSON.stringify(several.toNumber) },
				finding: { kind: 'not valid' },
			},
		]);
		const agent = { agentId: { id: 'a1', name: 'Support' }, toNumber: '+12125550123' };
		expect(() => request(agent)).toThrow(/'Agent ID' has more than one value/);
	});

	test.each([
		[{ agentId: '', toNumber: '+12125550123' }, /'Agent ID' is empty/],
		[{ agentId: 'a1', toNumber: '555-0123' }, /no country code/],
	])('%j is refused before anything is sent', (parameters, message) => {
		expect(() => request(parameters)).toThrow(message);
	});
});

/** What Callback: Create sends. */
function callbackOf(parameters: IDataObject, more: Parameters<typeof paramsOf>[1] = {}) {
	const operation = findOperation([callback], 'callback', 'create') as CallsOperation;
	const params = paramsOf(parameters, more);
	const people = new PeopleRequest(params, operation.callList(params));
	if (people.problem) throw people.problem;
	return bodyFor(people, {});
}

test('a callback has no name that cannot be said', () => {
	const body = (additionalFields: IDataObject) =>
		callbackOf({
			agentId: 'a1',
			phoneNumber: '+12125550123',
			scheduledAt: '2099-01-31T09:00',
			additionalFields,
		});
	const none = body({ firstName: '#N/A', lastName: 'O’Neil', notes: 'null' });
	expect(none).not.toHaveProperty('first_name');
	expect(none).toMatchObject({ last_name: 'O’Neil', notes: 'null' });
	expect(body({ firstName: 'Ada' })).toHaveProperty('first_name', 'Ada');
});

describe.each(['create', 'reschedule'])('Callback: %s', (name) => {
	const timeZone = 'Europe/Berlin';
	const scheduled = (scheduledAt: unknown) => {
		const parameters = { agentId: 'a1', phoneNumber: '+12125550123', scheduledAt } as IDataObject;
		if (name === 'create') return callbackOf(parameters, { timeZone }).scheduled_at;
		const operation = findOperation([callback], 'callback', name) as ActionOperation;
		return operation.request?.(paramsOf(parameters, { timeZone })).body?.scheduled_at;
	};
	const fromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

	test.each(['2099-01-31', ' 2099-01-31 ', ['2099-01-31']])('%j has no time of day', (date) => {
		expect(() => scheduled(date)).toThrow(/'Time' "2099-01-31" has no time of day/);
	});

	test.each(['2020-01-31T09:00', '2020-01-31T09:00:00Z', 1_580_000_000, new Date('2020-01-31')])(
		'%j is in the past',
		(time) => {
			expect(() => scheduled(time)).toThrow(/'Time' ".*" is in the past/);
		},
	);

	test('is possible now, and at any time to come', () => {
		expect(() => scheduled(fromNow(-10))).toThrow(/in the past/);
		for (const time of [fromNow(-1), fromNow(0), fromNow(60)]) expect(scheduled(time)).toBe(time);
		expect(scheduled('2099-01-31T00:00')).toBe('2099-01-30T23:00:00.000Z');
		expect(scheduled(new Date('2099-01-31'))).toBe('2099-01-31T00:00:00.000Z');
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
	const getTranscript = operationOf({
		...findOperation([call], 'call', 'getTranscript'),
		value: 'do',
	});
	const read = async (answer: unknown, output = 'simplified') => {
		const parameters = { sessionId: 's1', output };
		const isText = typeof answer === 'string';
		const type = { 'content-type': isText ? 'text/plain' : 'application/json' };
		const { items, error } = await run(getTranscript, { parameters }, () =>
			json(200, answer, type),
		);
		if (error) throw error;
		return items.map((item) => item.json);
	};
	const turns = [
		{ role: 'agent', text: 'Hello' },
		{ role: 'user', text: 'Hi' },
	];

	test.each<[unknown]>([
		[turns],
		['Agent: Hello\nContact: Hi'],
		[JSON.stringify(turns)],
		[{ data: turns }],
		[{ data: 'Agent: Hello\nContact: Hi' }],
		[{ transcript: turns }],
		[{ decrypted_transcript: turns }],
		[{ success: true, data: { decrypted_transcript: turns } }],
		[{ call: { call_id: 'c1', transcript: null }, transcript: turns }],
	])('reads %j', async (answer) => {
		expect(await read(answer)).toEqual([
			{ session_id: null, transcript: 'Agent: Hello\nContact: Hi' },
		]);
	});
});
