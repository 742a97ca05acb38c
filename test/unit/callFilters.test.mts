import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { callFilterChecks } from '../../nodes/VoiceAgentCall/callFilters';

const FROM = '2026-03-02T09:00:00.000Z';
const isMet = (name: string, call: IDataObject, sent: string) =>
	callFilterChecks[name]?.isMet(call, { [name]: sent });

test.each([
	['2026-03-02T09:00:00Z', true, true],
	['2026-03-02T08:59:59.500Z', false, true],
	['2026-03-02T08:59:58Z', false, true],
	['2026-03-02T09:00:02Z', true, false],
	['2026-03-02T10:30:00+02:00', false, true],
	[Date.parse(FROM) / 1000 - 60, false, true],
	[String(Date.parse(FROM) + 60_000), true, false],
	// Without a time zone, nobody knows when that was.
	['2026-03-02T08:00:00', true, true],
	['2026-03-01T08:00:00', false, true],
	['soon', true, true],
	[null, true, true],
])('a call of %j is after From: %j, before To: %j', (created_at, isAfter, isBefore) => {
	expect(isMet('from', { created_at }, FROM)).toBe(isAfter);
	expect(isMet('to', { created_at }, FROM)).toBe(isBefore);
});

test('a call meets the filter with any of its times: nobody knows which of them is compared', () => {
	const call = { created_at: '2026-03-02T08:50:00Z', ended_at: '2026-03-02T09:10:00Z' };
	expect([isMet('from', call, FROM), isMet('to', call, FROM)]).toEqual([true, true]);
});

test('a bound between two seconds is compared in seconds', () => {
	const bound = '2026-03-02T09:00:00.500Z';
	expect(isMet('from', { created_at: '2026-03-02T09:00:00Z' }, bound)).toBe(true);
	expect(isMet('to', { created_at: '2026-03-02T09:00:01Z' }, bound)).toBe(true);
	expect(isMet('to', { created_at: '2026-03-02T09:00:02Z' }, bound)).toBe(false);
});

test('From and To are met by the same time', () => {
	const call = { created_at: '2026-03-02T08:50:00Z', ended_at: '2026-03-02T09:30:00Z' };
	const between = { from: FROM, to: '2026-03-02T09:10:00.000Z' };
	expect(callFilterChecks.from?.isMet(call, between)).toBe(false);
	const inside = { ...call, started_at: '2026-03-02T09:05:00Z' };
	expect(callFilterChecks.to?.isMet(inside, between)).toBe(true);
});

test('Call ID is the identifier under any of its names', () => {
	expect(isMet('call_id', { id: 'c1' }, 'c1')).toBe(true);
	expect(isMet('call_id', { call_id: 7 }, '7')).toBe(true);
	expect(isMet('call_id', { call_id: 'c2' }, 'c1')).toBe(false);
	expect(isMet('call_id', {}, 'c1')).toBe(false);
});

test('a call that is further outside than time zones reach is always noticed', () => {
	fc.assert(
		fc.property(
			fc.integer({ min: 15, max: 10_000 }),
			fc.constantFrom('', 'Z', '+05:30', '-11:00'),
			(hours, zone) => {
				const local = (by: number) =>
					new Date(Date.parse(FROM) + by * 3_600_000).toISOString().slice(0, 19) + zone;
				expect(isMet('from', { created_at: local(-hours - 12) }, FROM)).toBe(false);
				expect(isMet('to', { created_at: local(hours + 12) }, FROM)).toBe(false);
			},
		),
	);
});
