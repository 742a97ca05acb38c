import { readResult } from '../../../../nodes/shared/http';
import { asCall, other, readObject, row } from './reading.mts';

describe('one thing', () => {
	test.each<[unknown]>([
		[{ data: row, meta: { request_id: 'r' }, links: { self: '/calls/c1' } }],
		[{ id: 'req_1', status: 'ok', data: row }],
		[{ response: { data: row } }],
		// What has the identifier of a call is one.
		[{ result: { id: 'job_1' }, data: row }],
	])('%j', (answer) => {
		expect(readObject(answer, asCall)).toEqual(row);
	});

	test('a version of an agent lies under its own name, which can describe an answer, too', () => {
		const version = { version_number: 3, instructions: 'Be kind' };
		expect(readObject({ message: 'OK', version }, { entity: 'version' })).toEqual(version);
	});

	test('a part of a thing may be called like it', () => {
		const made = { id: 'f1', function: { id: 'x', name: 'look_up', parameters: {} } };
		expect(readObject(made, { entity: 'customFunction' })).toEqual(made);
	});

	test('nothing is looked into that has the identifier of its own', () => {
		const call = { ...row, campaign: { campaign_id: 'x', name: 'y' }, data: { id: 'd1' } };
		expect(readObject({ data: call }, asCall)).toEqual(call);
		const campaign = { data: { campaign_id: 'c1', template: { campaign_id: 'c0' } } };
		expect(readObject(campaign, { entity: 'campaign' })).toEqual(campaign.data);
	});

	test.each<[unknown]>([
		[{ message: 'OK', id: 'env_1', session_id: 's1', data: { id: 'c1', status: 'x' } }],
		[{ message: 'OK', id: 'env_1', sessionId: 's1', data: { id: 'c1', status: 'x' } }],
		[{ message: 'OK', _id: 'env_1', response: { data: { id: 'c1', status: 'x' } } }],
		[{ message: 'OK', data: { id: 'a', status: 'x' }, result: { id: 'b', status: 'y' } }],
	])('%j has two: an error, and after an action what came without identifiers', (answer) => {
		expect(() => readObject(answer, asCall)).toThrow(/two ways/);
		const of = { ...asCall, subject: 'Make', mayBeOther: true };
		expect(readResult(answer, of)).toEqual({ message: 'OK' });
		expect(readResult(answer, { ...of, isRaw: true })).toEqual(answer);
	});

	test.each<[unknown]>([
		[{ status: 'completed', to_number: '1' }],
		[{ agent: { agent_id: 'a1', name: 'Ada' } }],
		[{ id: 'env_1', call: { status: 'x' } }],
		[{ old: row, new: other }],
		[{ data: { response: { data: row } } }],
		[{ data: [row] }],
		[null],
	])('%j has no identifier of a call: an error, unless anything may come', (answer) => {
		expect(() => readObject(answer, asCall)).toThrow(/cannot be read|two ways/);
		expect(() => readResult(answer, { ...asCall, subject: 'x', mayBeOther: true })).not.toThrow();
		expect(() => readObject(answer, { ...asCall, isRaw: true })).not.toThrow();
	});

	test.each<[unknown, unknown]>([
		[{ data: { id: 1 }, meta: {} }, { id: 1 }],
		[{ job: { id: 1, name: 'x' } }, { job: { id: 1, name: 'x' } }],
		[{ data: { result: { name: 'x' } } }, { name: 'x' }],
		[
			{ data: { a: 1 }, extra: { b: 2 } },
			{ data: { a: 1 }, extra: { b: 2 } },
		],
		[
			{ errors: 3, success: 0, calls: 10 },
			{ errors: 3, success: 0, calls: 10 },
		],
		[undefined, {}],
		['accepted', { message: 'accepted' }],
		[[1], { items: [1] }],
	])('of which nothing is known: %j', (answer, expected) => {
		expect(readObject(answer)).toEqual(expected);
	});

	test('a balance and a transcript have no identifier', () => {
		expect(readObject({ data: { credits: 5 } }, { entity: 'balance' })).toEqual({ credits: 5 });
		const two = { data: { credits: 5 }, result: { credits: 6, id: 'x' } };
		expect(readObject(two, { entity: 'balance' })).toEqual(two);
		for (const bare of [12.5, '12.5', ' 12.50 ']) {
			expect(readObject(bare, { entity: 'balance' })).toEqual({ credits: 12.5 });
		}
		expect(readObject('0', { entity: 'balance' })).toEqual({ credits: 0 });
		const blank = { credits: null, data: { credits: 5 } };
		expect(readObject(blank, { entity: 'balance' })).toEqual({ credits: 5 });
		expect(readObject('none', { entity: 'balance' })).toEqual({ message: 'none' });
		const call = { call_id: 'c1', session_id: 's1', transcript: ['Hello'] };
		expect(readObject({ call }, { entity: 'transcript' })).toEqual(call);
		expect(readObject('Agent: Hello', { entity: 'transcript' })).toEqual({
			transcript: 'Agent: Hello',
		});
		const oneTurn = { transcript: [{ speaker: 'agent', text: 'Hello' }], errors: ['x'] };
		expect(readObject(oneTurn, { entity: 'transcript' })).toEqual(oneTurn);
		expect(readObject([{ text: 'Hello' }], { entity: 'transcript' })).toEqual({
			items: [{ text: 'Hello' }],
		});
	});

	test.each<[unknown]>([
		[{ error: { message: 'No such call' } }],
		[{ data: { error: 'No such call' } }],
		[{ error: true, message: 'No such call', data: null }],
	])('%j is not there: the error says why', (answer) => {
		expect(() => readObject(answer, asCall)).toThrow(
			'The platform refused the request: No such call',
		);
		expect(() => readObject(answer)).toThrow(/No such call/);
	});
});
