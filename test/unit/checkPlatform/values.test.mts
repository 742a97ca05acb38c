import type { IDataObject } from 'n8n-workflow';
import * as checks from '../../../nodes/VoiceAgentOrganization/platformCheck/findings/values';
import { callRows, calls, ok, refused, seenOf } from './seenOf.mts';

const seenCalls = (more: IDataObject, count = 3) =>
	seenOf({ lists: { calls: calls(count, more) } });

describe('times', () => {
	test.each([
		['2026-09-01T09:30:00Z', 'holds', 'ISO 8601 in UTC'],
		['2026-09-01T09:30:00+02:00', 'holds', 'ISO 8601 with an offset'],
		['2026-09-01T09:30:00', 'cannot be seen', 'ISO 8601 without a time zone: read as UTC'],
		['2026-09-01', 'holds', 'a date without a time'],
		[1788255000, 'holds', 'seconds'],
		[1788255000000, 'holds', 'milliseconds'],
		['1788255000', 'holds', 'seconds as text'],
		['Tue, 01 Sep 2026 09:30:00 GMT', 'holds', 'another text'],
		['yesterday', 'does not hold', 'not read as a time'],
	])('%j', (created_at, result, found) => {
		expect(checks.times(seenCalls({ created_at }))).toMatchObject({ result, found });
	});

	test('of every list are seen, each form once', () => {
		const lists = {
			calls: calls(2),
			users: ok({ users: [{ user_id: 'u1', email: 'a@example.com', lastLoginAt: 1788255000 }] }),
		};
		expect(checks.times(seenOf({ lists })).found).toBe('ISO 8601 in UTC; seconds');
		expect(checks.times(seenOf()).result).toBe('cannot be seen');
	});
});

describe('words of a status', () => {
	test('are counted', () => {
		const items = [...callRows(3), ...callRows(2, { status: 'NO ANSWER' })];
		expect(checks.callStatuses(seenOf({ lists: { calls: ok({ items }) } }))).toEqual({
			result: 'holds',
			found: 'completed (3), NO ANSWER (2)',
		});
	});

	test.each([
		['state_7', 'state_7 (3). Not known: state_7'],
		['Ada Sample', '… (3). Not known: …'],
		['+12125550101', '… (3). Not known: …'],
		['ada@example.com', '… (3). Not known: …'],
	])('that are not known are shown if they are one plain word: %s', (status, found) => {
		expect(checks.callStatuses(seenCalls({ status }))).toMatchObject({
			result: 'does not hold',
			found,
		});
	});

	test('of campaigns', () => {
		const campaigns = (status?: string) =>
			seenOf({
				lists: { campaigns: ok({ campaigns: [{ campaign_id: 'c1', name: 'C', status }] }) },
			});
		expect(checks.campaignStatuses(campaigns('finished')).result).toBe('holds');
		expect(checks.campaignStatuses(campaigns('xyz')).result).toBe('does not hold');
		expect(checks.campaignStatuses(campaigns()).result).toBe('cannot be seen');
	});

	test('cannot be seen without calls', () => {
		expect(checks.callStatuses(seenOf()).result).toBe('cannot be seen');
	});
});

test('how many calls are over', () => {
	const items = [...callRows(2), ...callRows(1, { status: 'ringing' })];
	expect(checks.callsOver(seenOf({ lists: { calls: ok({ items }) } }))).toEqual({
		result: 'holds',
		found: '2 over, 1 not over, 0 not clear',
	});
	expect(checks.callsOver(seenOf()).result).toBe('cannot be seen');
});

describe('durations', () => {
	const times = { started_at: '2026-09-01T09:00:00Z', ended_at: '2026-09-01T09:01:05Z' };

	test.each([
		[{ duration_seconds: 65 }, 'holds', 'duration_seconds: a number. Read in 3 of 3 ended calls'],
		[{ duration_seconds: '65' }, 'holds', 'duration_seconds: a number as text. Read in 3'],
		[times, 'holds', 'no field, computed from times. Read in 3'],
		[{ talk_time_units: 'many' }, 'does not hold', 'talk_time_units: a text. Read in 0'],
		[{}, 'cannot be seen', 'no field, computed from times. Read in 0'],
		[{ status: 'ringing' }, 'cannot be seen', 'No call is over'],
	])('%j', (more, result, found) => {
		const finding = checks.durations(seenCalls(more));
		expect(finding.result).toBe(result);
		expect(finding.found).toContain(found);
	});

	test.each([
		['1:05', 'as on a clock'],
		['PT65S', 'ISO 8601'],
		['65s', 'a text'],
		[{ seconds: 65 }, 'no number and no text'],
	])('the form of %j is named', (duration, form) => {
		expect(checks.durations(seenCalls({ duration })).found).toContain(`duration: ${form}`);
	});
});

describe('columns', () => {
	test('of calls: those that matter most must have a value', () => {
		const finding = checks.callColumns(seenCalls({}));
		expect(finding.result).toBe('holds');
		expect(finding.found).toMatch(/^Without a value in every row: .*session_id/);
		const without = checks.callColumns(seenCalls({ to_number: null }));
		expect(without.result).toBe('does not hold');
		expect(without.found).toContain('to_number');
		expect(checks.callColumns(seenOf()).result).toBe('cannot be seen');
	});

	test('of calls are also looked for in the details of one', () => {
		const call = ok({ ...callRows(1)[0], session_id: 's1' });
		const seen = { ...seenCalls({}), call };
		expect(checks.callColumns(seen).found).not.toContain('session_id');
	});

	test('of campaigns and contacts', () => {
		const lists = {
			campaigns: ok({ campaigns: [{ campaign_id: 'c1', name: 'C', status: 'finished' }] }),
			'contacts of a campaign': ok({ contacts: [{ contact_id: 'k1', first_name: 'Ada' }] }),
		};
		expect(checks.campaignColumns(seenOf({ lists })).result).toBe('holds');
		const contacts = checks.contactColumns(seenOf({ lists }));
		expect(contacts.result).toBe('does not hold');
		expect(contacts.found).toContain('phone_number');
		expect(checks.contactColumns(seenOf()).result).toBe('cannot be seen');
	});
});

describe('the details of a call', () => {
	const seenDetail = (more: IDataObject) => seenOf({ call: ok({ ...callRows(1)[0], ...more }) });

	test.each([
		[[{ role: 'agent', text: 'Hello' }], 'holds', '[1 × { role: text, text: text }]'],
		['Agent: Hello', 'holds', 'text'],
		[[{ x: 'agent', text: 'Hello' }], 'does not hold', 'a speaker or a text was not found'],
		[null, 'cannot be seen', 'No call with a transcript was read'],
	])('transcript %j', (transcript, result, found) => {
		const finding = checks.transcript(seenDetail({ transcript }));
		expect(finding.result).toBe(result);
		expect(finding.found).toContain(found);
	});

	test.each([
		[
			{ analysis: { summary: 'Hello', fields: { secret_wish: 'x' }, tags: ['a'] } },
			'holds',
			'{ summary: text, fields: object, tags: list }. Read: summary',
		],
		[{ summary: 'Hello' }, 'holds', 'in the call itself. Read: summary'],
		[{ analysis: { xyz: 1 } }, 'does not hold', '{ xyz: number }: nothing in it has a known name'],
		[{ analysis: null }, 'cannot be seen', 'No call with an analysis was read'],
	])('analysis %j', (more, result, found) => {
		expect(checks.analysis(seenDetail(more))).toMatchObject({ result, found });
	});

	test('cannot be seen without a call, or if it cannot be read', () => {
		for (const call of [undefined, refused(403), ok({ greeting: 'Hello' })]) {
			expect(checks.transcript(seenOf({ call })).result).toBe('cannot be seen');
			expect(checks.analysis(seenOf({ call })).result).toBe('cannot be seen');
		}
	});
});

test.each([
	[{ duration_seconds: 65 }, 'holds', 'Numbers'],
	[{ duration_seconds: '65', credits: '1' }, 'holds', 'Numbers as text'],
	[{ duration_seconds: '65', credits: 1 }, 'holds', 'Numbers, and numbers as text'],
	[{}, 'cannot be seen', 'No row has a number'],
])('numbers %j', (more, result, found) => {
	expect(checks.numbers(seenCalls(more))).toMatchObject({ result, found });
});

test.each([
	[ok({ credits: 10 }), 'holds', 'credits, a number'],
	[ok({ data: { balance: '10' } }), 'holds', 'balance, a number as text'],
	[ok({ wallet: { balance: 10 }, currency: 'EUR' }), 'holds', 'balance, a number'],
	[ok({ gold: 10 }), 'does not hold', 'No number under a known name: { gold: number }'],
	[refused(403), 'cannot be seen', 'status 403'],
])('balance %#', (balance, result, found) => {
	expect(checks.balanceName(seenOf({ balance }))).toMatchObject({ result, found });
});
