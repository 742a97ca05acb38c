import type { IDataObject } from 'n8n-workflow';
import * as checks from '../../../nodes/VoiceAgentOrganization/platformCheck/findings/shapes';
import { callRows, calls, ok, refused, seenOf } from './seenOf.mts';

describe('shape of lists', () => {
	test('names where the rows are, the most frequent place first', () => {
		const lists = {
			calls: ok({ data: { items: callRows(2) } }),
			voices: ok([{ voice_id: 'v1', name: 'V', gender: 'female' }]),
			agents: ok({ data: { items: [{ agent_id: 'a1', name: 'A' }] } }),
			users: refused(403),
		};
		expect(checks.listShape(seenOf({ lists }))).toEqual({
			result: 'holds',
			found:
				'Rows at data.items: calls, agents; The answer is the list: voices; 27 lists without rows',
		});
	});

	test.each([
		[{ calls: callRows(2) }, 'Rows at (name of the rows): calls'],
		[{ _embedded: { calls: callRows(2) } }, 'Rows at _embedded.(name of the rows): calls'],
		[
			Object.fromEntries(callRows(2).map((row) => [row.call_id, row])),
			'The answer is the list, one object for each ID: calls',
		],
		[
			{ data: Object.fromEntries(callRows(2).map((row) => [row.call_id, row])) },
			'Rows at data, one object for each ID: calls',
		],
	])('%#: names it the same for lists with different names', (body, found) => {
		expect(checks.listShape(seenOf({ lists: { calls: ok(body) } })).found).toContain(found);
	});

	test('shows an answer that cannot be read by its names and types', () => {
		const lists = { calls: calls(1), voices: ok({ greeting: 'Good morning', version: '1' }) };
		const finding = checks.listShape(seenOf({ lists }));
		expect(finding.result).toBe('does not hold');
		expect(finding.found).toContain(
			'voices: The answer of the platform has no list that can be read: { greeting: text, version: text }',
		);
	});

	test('cannot be seen if no list is answered, or if none has rows', () => {
		const seen = seenOf();
		const unanswered = seen.lists.map((list) => ({ ...list, reply: refused(403), problem: 'x' }));
		expect(checks.listShape({ ...seen, lists: unanswered }).found).toBe('No list was answered');
		expect(checks.listShape(seen)).toEqual({
			result: 'cannot be seen',
			found: '31 lists without rows',
		});
	});
});

describe('shape of one thing', () => {
	const call = { ...callRows(1)[0], transcript: 'Good morning' };

	test('names where it is', () => {
		const seen = seenOf({ call: ok({ data: { call } }), balance: ok({ data: { credits: 1 } }) });
		expect(checks.objectShape(seen)).toEqual({
			result: 'holds',
			found: 'data.call: call; data: balance; The answer itself: MFA status',
		});
	});

	test('shows what cannot be read', () => {
		const finding = checks.objectShape(seenOf({ call: ok({ greeting: 'Good morning' }) }));
		expect(finding.result).toBe('does not hold');
		expect(finding.found).toContain(
			'call: The answer of the platform cannot be read: { greeting: text }',
		);
		expect(checks.objectShape(seenOf({ balance: ok('12') })).found).toContain('balance: text');
	});

	test('cannot be seen if nothing is answered', () => {
		const seen = seenOf({ balance: refused(403), mfa: refused(403) });
		expect(checks.objectShape(seen).result).toBe('cannot be seen');
	});
});

describe('empty lists', () => {
	test('are shown as they look', () => {
		const lists = {
			calls: ok({ items: [] }),
			agents: ok(null),
			users: ok(undefined, 204),
			voices: refused(404),
			invoices: refused(403),
		};
		const { found, result } = checks.emptyList(seenOf({ lists }));
		expect(result).toBe('holds');
		for (const text of [
			'{ items: [] }: 27 lists',
			'null: agents',
			'status 204 without content: users',
			'other forms: 1 list',
		]) {
			expect(found).toContain(text);
		}
		expect(found).not.toContain('invoices');
	});

	test.each([
		[refused(404), 'status 404: voices'],
		[ok([]), '[]: voices'],
	])('%#: the form of one', (reply, found) => {
		expect(checks.emptyList(seenOf({ lists: { voices: reply } })).found).toContain(found);
	});

	test('that are answered as if what they belong to did not exist are an error', () => {
		const lists = { 'versions of an agent': refused(404) };
		const finding = checks.emptyList(seenOf({ lists }));
		expect(finding.result).toBe('does not hold');
		expect(finding.found).toContain(
			'status 404, although what the list belongs to exists: versions of an agent',
		);
		expect(finding.whatToDo).toContain('On Error');
	});

	test('cannot be seen if every list has rows', () => {
		const { lists } = seenOf({ lists: { calls: calls(1) } });
		const full = lists.filter(({ name }) => name === 'calls');
		expect(checks.emptyList({ ...seenOf(), lists: full }).result).toBe('cannot be seen');
	});
});

describe('refusals and errors', () => {
	test('a refusal with status 200 is counted', () => {
		const missing = ok({ success: false, message: 'No such call' });
		expect(checks.refusal(seenOf({ missing }))).toEqual({
			result: 'holds',
			found: '1 of 34 answers: refused with status 200',
		});
		expect(checks.refusal(seenOf()).result).toBe('cannot be seen');
	});

	test.each([
		[refused(404), 'holds', 'status 404, { message: text }'],
		[refused(404, '{ code: number }'), 'does not hold', 'No message was found'],
		[
			ok({ success: false, message: 'No' }),
			'holds',
			'status 200, { success: true/false, message: text }',
		],
		[
			ok({ call_id: 'does-not-exist' }),
			'does not hold',
			'answered with status 200: { call_id: text }',
		],
		[
			{ isOk: false, problem: 'The platform did not answer in time', hasMessage: false } as const,
			'cannot be seen',
			'did not answer',
		],
	] as const)('%#', (missing, result, found) => {
		const finding = checks.errorMessage(seenOf({ missing }));
		expect(finding.result).toBe(result);
		expect(finding.found).toContain(found);
	});
});

describe('what the user may read', () => {
	test.each([
		[{}, 'holds', 'This user may read all of 31 lists'],
		[{ voices: refused(404) }, 'holds', 'This user may read all of 31 lists'],
		[
			{ users: refused(403), invoices: refused(403) },
			'cannot be seen',
			'status 403: users, invoices',
		],
		[{ users: refused(403), voices: refused(500) }, 'does not hold', 'status 500: voices'],
		[
			{ 'versions of an agent': undefined },
			'holds',
			'This user may read all of 30 lists; 1 list of things that do not exist',
		],
	] as const)('%j', (lists, result, found) => {
		const finding = checks.permissions(seenOf({ lists }));
		expect(finding.result).toBe(result);
		expect(finding.found).toContain(found);
	});
});

describe('identifiers', () => {
	const found = (row: IDataObject, other: IDataObject = { ...row, note: 'other' }) =>
		checks.identifiers(seenOf({ lists: { bookings: ok({ bookings: [row, other] }) } }));

	test('are named', () => {
		const lists = {
			calls: calls(3),
			agents: ok({ agents: [{ id: 'a1', name: 'A', instructions: 'Talk' }] }),
			industries: ok(['health', 'travel']),
			'prices of phone numbers': ok({ prices: [{ country: 'US', currency: 'USD', price: 1 }] }),
		};
		expect(checks.identifiers(seenOf({ lists }))).toEqual({
			result: 'holds',
			found: 'call_id: calls; id: agents',
		});
	});

	test('that are the same in different rows, or missing, are shown', () => {
		expect(found({ booking_id: 'b1', agent_id: 'a1' })).toMatchObject({
			result: 'does not hold',
			found: 'booking_id (the same in different rows): bookings',
		});
		expect(found({ starts_at: '2026-09-01', agent_id: 'a1' })).toMatchObject({
			result: 'does not hold',
			found: 'none: bookings',
		});
		// The same row twice is one row.
		const row = { booking_id: 'b1', agent_id: 'a1' };
		expect(found(row, row).result).toBe('holds');
	});

	test('cannot be seen without rows', () => {
		expect(checks.identifiers(seenOf()).result).toBe('cannot be seen');
	});
});

test.each([
	[['health', 'travel'], 'holds', 'texts: industries'],
	[[{ value: 'health', label: 'Health' }], 'holds', 'objects, identified by value: industries'],
	[[{ name: 'Health' }], 'does not hold', 'objects, identified by nothing: industries'],
	[[], 'cannot be seen', 'No industry and no use case was read'],
])('industries: %j', (industries, result, found) => {
	const lists = { industries: ok({ industries }) };
	expect(checks.choices(seenOf({ lists }))).toMatchObject({ result, found });
});
