import type { IDataObject } from 'n8n-workflow';
import * as checks from '../../../nodes/VoiceAgentOrganization/platformCheck/findings/paging';
import { callRows, calls, listFrom, ok, type Pages, pagingOf, refused, seenOf } from './seenOf.mts';

const byRows: Pages['page'] = (rows, limit, offset) => rows.slice(offset, offset + limit);
const byPages =
	(first: number): Pages['page'] =>
	(rows, limit, offset) => {
		const page = Math.max(0, offset - first);
		return rows.slice(page * limit, (page + 1) * limit);
	};
const ignored: Pages['page'] = (rows, limit) => rows.slice(0, limit);
const whole: Pages['page'] = (rows) => rows;

const seenWith = (pages: Pages, rows?: IDataObject[]) => {
	const paging = pagingOf(pages, rows);
	return { ...seenOf(), lists: [paging.list], paging };
};

test.each(['pageSize', 'offset', 'pastEnd'] as const)(
	'%s cannot be seen without a list of three rows',
	(name) => {
		expect(checks[name](seenOf({ lists: { calls: calls(2) } }))).toMatchObject({
			result: 'cannot be seen',
			found: 'No list with three rows was read',
		});
	},
);

describe('what the offset counts', () => {
	test.each([
		['rows', byRows, 'holds', /counts rows/],
		['pages from 0', byPages(0), 'holds', /counts pages, the first is 0/],
		['pages from 1', byPages(1), 'holds', /counts pages, the first is 1/],
		['nothing', ignored, 'does not hold', /is ignored/],
		['nothing, in one page', whole, 'holds', /every answer is the whole list/],
	] as const)('%s', (_name, page, result, found) => {
		const finding = checks.offset(seenWith({ page }));
		expect(finding).toMatchObject({ result, found: expect.stringMatching(found) });
	});

	test('is not clear if rows move while they are read', () => {
		let reads = 0;
		const page: Pages['page'] = (rows, limit, offset) => {
			reads += 3;
			return rows.slice(offset + reads, offset + reads + limit);
		};
		const finding = checks.offset(seenWith({ page }, callRows(60)));
		expect(finding.result).toBe('cannot be seen');
	});

	test('is not clear if a page is refused', () => {
		const refusal = (_limit: number, offset: number) => (offset === 1 ? 400 : undefined);
		expect(checks.offset(seenWith({ page: byRows, refusal }))).toMatchObject({
			result: 'cannot be seen',
			found: 'calls: status 400',
		});
	});

	test('is seen by whole rows if the identifier identifies nothing', () => {
		const rows = callRows(12, { call_id: 'the same' });
		expect(checks.offset(seenWith({ page: byRows }, rows)).found).toMatch(/counts rows/);
	});
});

describe('max limit', () => {
	test.each([
		[undefined, 'holds', 'calls: limit 2 is kept; 12 rows for limit 1,000'],
		[422, 'holds', 'calls: limit 2 is kept; 1,000 is refused (status 422)'],
		[500, 'does not hold', 'calls: limit 2 is kept; 1,000: status 500'],
	] as const)('status %s for 1,000', (status, result, found) => {
		const refusal = (limit: number) => (limit === 1000 ? status : undefined);
		expect(checks.pageSize(seenWith({ page: byRows, refusal }))).toMatchObject({ result, found });
	});

	test('a limit that is not kept', () => {
		expect(checks.pageSize(seenWith({ page: whole })).found).toContain('12 rows for limit 2');
	});

	test('a small limit that is refused', () => {
		const refusal = (limit: number) => (limit === 2 ? 400 : undefined);
		expect(checks.pageSize(seenWith({ page: byRows, refusal })).result).toBe('cannot be seen');
	});
});

describe('behind the end', () => {
	const behind = (status?: number) => (_limit: number, offset: number) =>
		offset > 1000 ? status : undefined;

	test.each([
		[byRows, undefined, 'holds', 'calls: an empty list, status 200'],
		[byRows, 404, 'holds', 'calls: status 404'],
		[byRows, 416, 'holds', 'calls: status 416'],
		[byRows, 500, 'does not hold', 'calls: status 500'],
		[ignored, undefined, 'does not hold', 'calls: 2 rows far behind the end'],
		[whole, undefined, 'holds', /the whole list/],
	] as const)('%#', (page, status, result, found) => {
		const finding = checks.pastEnd(seenWith({ page, refusal: behind(status) }));
		expect(finding.result).toBe(result);
		expect(finding.found).toMatch(found);
	});
});

describe('the total', () => {
	test.each([
		['none', (items: IDataObject[]) => ({ items }), 'A total in 0 of 1 list; calls: none'],
		[
			'right',
			(items: IDataObject[], all: IDataObject[]) => ({ items, total: all.length }),
			'A total in 1 of 1 list; calls: the number of rows',
		],
		[
			'of the page',
			(items: IDataObject[]) => ({ items, count: items.length }),
			'A total in 1 of 1 list; calls: counts the rows of the page',
		],
		[
			'too small',
			(items: IDataObject[]) => ({ items, total: 3 }),
			'A total in 1 of 1 list; calls: smaller than the number of rows',
		],
		[
			'larger than what was read',
			(items: IDataObject[]) => ({ items, total: 99 }),
			'A total in 1 of 1 list; calls: not less than the rows that were read',
		],
	] as const)('%s', (_name, answer, found) => {
		const finding = checks.total(seenWith({ page: byRows, answer }));
		expect(finding).toMatchObject({ result: 'holds', found });
	});

	test('without rows it cannot be seen', () => {
		expect(checks.total(seenOf()).result).toBe('cannot be seen');
	});
});

test('what leads to the next page', () => {
	const rows = callRows(3);
	const lists = {
		calls: ok({ items: rows, next: 'https://voice.example.com/api/v1/calls?offset=3' }),
		agents: ok({ items: [{ agent_id: 'a1', name: 'A' }], next_cursor: 'abc' }),
		users: ok({ items: [{ user_id: 'u1', email: 'a@example.com' }], has_more: false }),
		voices: ok([{ voice_id: 'v1', name: 'V', gender: 'female' }]),
	};
	expect(checks.nextPage(seenOf({ lists }))).toEqual({
		result: 'holds',
		found:
			'a link: calls; a cursor: agents; whether more rows follow: users; no link and no cursor: voices',
	});
	expect(checks.nextPage(seenOf()).result).toBe('cannot be seen');
});

describe('order and times of lists', () => {
	const rows = callRows(4);

	test.each([
		['newest first', rows],
		['oldest first', rows.toReversed()],
		['by something else', [rows[1], rows[0], rows[3], rows[2]]],
		['all at the same time', callRows(4, { created_at: '2026-09-01T09:00:00Z' })],
	])('%s', (name, items) => {
		const seen = seenOf({ lists: { calls: ok({ items }) } });
		expect(checks.order(seen)).toEqual({ result: 'holds', found: `${name}: calls` });
		expect(checks.triggerReading(seen).found).toBe(`${name}: calls`);
	});

	test('two rows, or rows without a time, show no order', () => {
		for (const reply of [calls(2), calls(5, { created_at: null })]) {
			expect(checks.order(seenOf({ lists: { calls: reply } })).result).toBe('cannot be seen');
		}
		expect(checks.triggerReading(seenOf()).result).toBe('cannot be seen');
	});

	test('the field with the time of adding', () => {
		const lists = {
			calls: calls(2),
			bookings: ok([{ booking_id: 'b1', booked_at: '2026-09-01' }]),
		};
		expect(checks.addedAt(seenOf({ lists }))).toEqual({
			result: 'holds',
			found: 'created_at: calls; booked_at: bookings',
		});
		const undated = { calls: ok([...callRows(1), { call_id: 'c9', status: 'completed' }]) };
		expect(checks.addedAt(seenOf({ lists: undated }))).toMatchObject({
			result: 'does not hold',
			found: 'none in every row: calls',
		});
		expect(checks.addedAt(seenOf()).result).toBe('cannot be seen');
	});
});

describe('filters of calls', () => {
	const none = listFrom('calls', ok({ items: [] }));
	const all = listFrom('calls', calls(5));
	const bad = listFrom('calls', refused(422));
	const one = listFrom('calls', ok({ items: [callRows(5)[4]] }));
	const callId = (page: typeof one) => ({ id: 'call_5', page });
	const lists = { calls: calls(5) };

	test.each([
		['known', { from: none, to: none, callId: callId(one) }, 'holds', 'known', 'known', 'known'],
		[
			'ignored',
			{ from: all, to: all, callId: callId(all) },
			'does not hold',
			'ignored',
			'ignored',
			'ignored',
		],
		[
			'refused',
			{ from: bad, to: none, callId: callId(bad) },
			'does not hold',
			'status 422',
			'known',
			'status 422',
		],
		[
			'not found',
			{ from: none, to: none, callId: callId(none) },
			'does not hold',
			'known',
			'known',
			'does not find the call',
		],
		['no ID', { from: none, to: none }, 'holds', 'known', 'known', 'not seen, calls have no ID'],
	] as const)('%s', (_name, filters, result, from, to, id) => {
		expect(checks.callFilterNames(seenOf({ lists, filters }))).toMatchObject({
			result,
			found: `From: ${from}; To: ${to}; Call ID: ${id}`,
		});
		expect(checks.triggerReading(seenOf({ lists, filters })).found).toContain(`From: ${from}`);
	});

	test('one call shows nothing about Call ID; no call shows nothing at all', () => {
		const seen = seenOf({
			lists: { calls: calls(1) },
			filters: {
				from: none,
				to: none,
				callId: { id: 'call_1', page: listFrom('calls', calls(1)) },
			},
		});
		expect(checks.callFilterNames(seen).found).toContain('not seen, there is one call');
		expect(checks.callFilterNames(seenOf()).result).toBe('cannot be seen');
	});
});
