import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { bounds } from '../../../../nodes/VoiceAgentTrigger/bounds';
import { callEnded } from '../../../../nodes/VoiceAgentTrigger/events/callEnded';
import { campaignFinished } from '../../../../nodes/VoiceAgentTrigger/events/campaignFinished';
import { newBooking, newCallback } from '../../../../nodes/VoiceAgentTrigger/events/newRow';
import { newCall } from '../../../../nodes/VoiceAgentTrigger/events/newCall';
import { declaredFailure } from '../../../../nodes/shared/http';
import { runs, scaleOf } from '../../../scale.mts';
import { Polls } from '../fakeWatch.mts';

/*
 * What a user sees of one list, case by case. Thousands of others are played by test/model.
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

type Order = 'newest' | 'oldest' | 'arrival' | 'grouped' | 'shuffled';

interface Made {
	id: number;
	at: number;
	agent: string;
}

/** Bookings, of which one is made each minute, on a platform that lists them in some order. */
class Bookings extends Polls {
	order: Order = 'newest';
	/** Most rows of a page. */
	cap = 1000;
	/** The status of a page behind the end. */
	pastEnd = 200;
	/** Whether each page says how many rows there are. */
	saysTotal = false;
	/** Before each request for a page. */
	meanwhile: () => void = () => undefined;
	/** How a time says its zone. */
	zone = 'Z';
	/** Rows of which the platform says no time. */
	hidesTime: (id: number) => boolean = () => false;
	private readonly all: Made[] = [];
	private sorted?: Made[];
	private count = 0;

	constructor(settings: Partial<Bookings> = {}) {
		super(newBooking);
		Object.assign(this, settings);
		this.list = ({ limit, offset }) => {
			this.meanwhile();
			const listed = (this.sorted ??= this.inOrder());
			if (this.pastEnd !== 200 && Number(offset) >= listed.length) return { status: this.pastEnd };
			const size = Math.min(Number(limit), this.cap);
			const bookings = listed.slice(Number(offset), Number(offset) + size).map((row) => ({
				booking_id: `b${row.id}`,
				agent_id: row.agent,
				campaign_id: row.agent,
				...(!this.hidesTime(row.id) && {
					created_at: new Date(row.at).toISOString().replace('Z', this.zone),
				}),
			}));
			return { body: { bookings, ...(this.saysTotal && { total: listed.length }) } };
		};
	}

	private inOrder(): Made[] {
		const newest = this.all.toSorted((one, other) => other.at - one.at || other.id - one.id);
		if (this.order === 'oldest') return newest.toReversed();
		if (this.order === 'arrival') return this.all.toReversed();
		if (this.order === 'newest') return newest;
		const place = ({ id }: Made) => (id * 7_919) % 100_003;
		if (this.order === 'shuffled')
			return newest.toSorted((one, other) => place(one) - place(other));
		return newest.toSorted((one, other) =>
			one.agent < other.agent ? -1 : Number(one.agent > other.agent),
		);
	}

	/** So many old ones, one a minute until now. */
	fill(count: number, agent = 'a', spacing = MINUTE): this {
		for (let age = count; age > 0; age -= 1) this.add(age * spacing, agent);
		return this;
	}

	/** @param age in milliseconds. @returns the ID */
	add(age = 0, agent = 'a'): string {
		this.sorted = undefined;
		const id = this.count;
		this.count += 1;
		this.all.push({ id, at: this.now - age, agent });
		return `b${id}`;
	}

	remove(id: string): void {
		this.sorted = undefined;
		const index = this.all.findIndex((row) => `b${row.id}` === id);
		this.all.splice(index, 1);
	}

	/** These rows, or all, were made so much earlier than the platform has said. */
	shiftTimes(ms: number, ids?: readonly string[]): void {
		this.sorted = undefined;
		for (const row of this.all) if (ids?.includes(`b${row.id}`) ?? true) row.at -= ms;
	}

	removeAll(): void {
		this.sorted = undefined;
		this.all.length = 0;
	}

	async ids(afterMinutes = 1): Promise<string[]> {
		return (await this.poll(afterMinutes)).map(({ booking_id: id }) => String(id));
	}

	async idsOf(polls: number): Promise<string[]> {
		return (await this.itemsOf(polls)).map(({ booking_id: id }) => String(id));
	}
}

async function begun(bookings: Bookings): Promise<Bookings> {
	expect(await bookings.ids()).toEqual([]);
	return bookings;
}

describe('rows that come late', () => {
	test.each(['newest', 'oldest', 'arrival'] as const)(
		'120 that are 55 minutes late, in a list without a total (%s first), in small batches: all come, once',
		async (order) => {
			const bookings = new Bookings({ order });
			await begun(bookings.fill(6_000));
			const added = Array.from({ length: 120 }, () => bookings.add(55 * MINUTE));
			bookings.batchSize = 5;
			const ids: string[] = [];
			for (let poll = 0; poll < 40; poll += 1) {
				added.push(bookings.add());
				ids.push(...(await bookings.ids()));
			}
			bookings.batchSize = 1000;
			ids.push(...(await bookings.idsOf(2)));
			expect(ids.toSorted()).toEqual(added.toSorted());
		},
	);
});

test('20 that are 50 minutes late, after 5,000 within half an hour: all come, once', async () => {
	const bookings = await begun(new Bookings().fill(100));
	bookings.batchSize = 10_000;
	const burst = Array.from({ length: 5_000 }, (_, index) => bookings.add(index * 360));
	expect((await bookings.ids()).toSorted()).toEqual(burst.toSorted());
	expect(await bookings.ids(15)).toEqual([]);
	const late = Array.from({ length: 20 }, () => bookings.add(50 * MINUTE));
	expect((await bookings.ids()).toSorted()).toEqual(late.toSorted());
	expect(bookings.said).toEqual([]);
});

describe('the first poll', () => {
	test('of a list in order of arrival: what lies behind a row that came late is known, too', async () => {
		const bookings = new Bookings({ order: 'arrival', cap: 100 }).fill(3_000);
		for (let one = 0; one < 500; one += 1) bookings.add(65 * MINUTE);
		for (let one = 0; one < 100; one += 1) bookings.add(100 * MINUTE);
		for (let one = 0; one < 3_600; one += 1) bookings.add((3_600 - one) * SECOND * 0.7);
		await begun(bookings);
		expect(await bookings.ids(31)).toEqual([]);
	});

	test('of a long list whose times have no zone: what it has no time to read is old', async () => {
		const slow = { cap: 100, latencyMs: SECOND, readingMs: 36 * SECOND };
		const bookings = new Bookings({ zone: '', ...slow });
		await begun(bookings.fill(3_000, 'a', 30 * SECOND));
		bookings.readingMs = 144 * SECOND;
		const added = bookings.add();
		expect(await bookings.ids(31)).toEqual([added]);
	});

	test('a slow platform whose first rows look sorted by chance: nothing old is emitted, or an error says what to set', async () => {
		const slow = { cap: 10, latencyMs: SECOND, readingMs: 12 * SECOND };
		const bookings = new Bookings({ ...slow, order: 'arrival' });
		// The last 30 arrivals are the newest first, and then come others of the same hour.
		for (let age = 400; age > 60; age -= 1) bookings.add(((age * 7) % 60) * MINUTE);
		bookings.fill(30);
		await expect(bookings.ids()).rejects.toMatchObject({
			message: expect.stringContaining('cannot be read in the time of one poll'),
			description: expect.stringContaining('Additional Query Parameters'),
		});
		expect(bookings.saved).toBeUndefined();
	});

	test('a long list, of which a poll reads a part, and one row without a time: an error, as nothing tells what is old', async () => {
		const slow = { cap: 100, latencyMs: SECOND, readingMs: 36 * SECOND };
		const bookings = new Bookings(slow).fill(60_000);
		bookings.hidesTime = (id) => id === 59_900;
		await expect(bookings.ids()).rejects.toThrow('cannot be read in the time of one poll');
		bookings.hidesTime = () => false;
		expect(await bookings.ids()).toEqual([]);
	});

	test.each([
		['newest', 1000, 200],
		['oldest', 1000, 200],
		['oldest', 1000, 416],
	] as const)(
		'60,000 rows, the %s first, with 250 ms a page of %d, and %d behind the end: it activates, and what comes is new',
		async (order, cap, pastEnd) => {
			const slow = { latencyMs: 250, readingMs: 36 * SECOND };
			const bookings = new Bookings({ order, cap, pastEnd, ...slow });
			await begun(bookings.fill(60_000));
			bookings.readingMs = 144 * SECOND;
			const added = [bookings.add(), bookings.add(50 * MINUTE)];
			expect((await bookings.ids()).toSorted()).toEqual(added.toSorted());
			expect(await bookings.ids()).toEqual([]);
			expect(bookings.pages.length).toBeLessThanOrEqual(8);
			expect(bookings.said).toEqual([]);
		},
	);
});

test.each([
	['not told when', undefined, 1],
	['made 20 minutes ago', '2026-03-01T11:40:00Z', 1],
	['made five hours ago', '2026-03-01T07:00:00Z', 0],
	['made five hours ago, in a time without a zone', '2026-03-01T07:00:00', 0],
	['made before Start From', '2026-03-01T11:40:00Z', 0, '2026-03-01T11:50:00Z'],
])(
	'a call that is under way at the activation, %s, and ends later: %j, it comes %d times',
	async (_what, created_at, times, startFrom = '') => {
		const options = { 'options.waitMinutes': 0, 'options.startFrom': startFrom };
		const calls = new Polls(callEnded, { output: 'raw', ...options });
		const other = { call_id: 'c0', status: 'completed', created_at: '2026-03-01T11:45:00Z' };
		const call = { call_id: 'c1', status: 'in_progress', created_at };
		calls.detail = () => ({ body: { ...call, status: 'completed' } });
		calls.rows = [other, call];
		expect(await calls.itemsOf(2)).toEqual([]);
		calls.rows = [other, { ...call, status: 'completed' }];
		expect(await calls.itemsOf(3)).toHaveLength(times);
	},
);

test.each([
	[1, 3],
	[50, 3],
	[150, 5],
	[3_000, 7],
])(
	'a long list with the oldest first loses its %d oldest rows: what is new comes in %d pages, and the next polls are short',
	async (count, most) => {
		const bookings = new Bookings({ order: 'oldest' });
		await begun(bookings.fill(6_000));
		expect(await bookings.ids()).toEqual([]);
		expect(bookings.pages.length).toBeLessThanOrEqual(4);
		for (let id = 0; id < count; id += 1) bookings.remove(`b${id}`);
		const added = [bookings.add(), bookings.add(50 * MINUTE)];
		expect((await bookings.ids()).toSorted()).toEqual(added.toSorted());
		expect(bookings.pages.length).toBeLessThanOrEqual(most);
		expect(await bookings.ids()).toEqual([]);
		expect(bookings.pages.length).toBeLessThanOrEqual(4);
	},
);

test('2,500 come to the end of a long list at once: nothing but the end is read', async () => {
	const bookings = new Bookings({ order: 'oldest' });
	bookings.batchSize = 10_000;
	await begun(bookings.fill(6_000));
	const added = Array.from({ length: 2_500 }, () => bookings.add());
	expect((await bookings.ids()).toSorted()).toEqual(added.toSorted());
	expect(bookings.pages.length).toBeLessThanOrEqual(5);
});

test.each(['b', 'c'])(
	'three groups, each with the newest first, in pages of 40, which prove no order: what comes in group %s is emitted',
	async (group) => {
		const bookings = new Bookings({ order: 'grouped', cap: 40 });
		for (const one of ['a', 'b', 'c']) bookings.fill(40, one, 3 * MINUTE);
		await begun(bookings);
		const added = bookings.add(0, group);
		expect(await bookings.ids()).toEqual([added]);
	},
);

test('a page of rows in no order, all within the time that rows may come late, proves none: what comes behind them is emitted', async () => {
	const polls = new Polls(newBooking);
	const booking = (booking_id: string, age: number) => {
		const created_at = new Date(polls.now - age * MINUTE).toISOString();
		return { booking_id, agent_id: 'a', created_at };
	};
	const front = Array.from({ length: 100 }, (_entry, index) =>
		booking(`a${index}`, 10 + ((index * 29) % 66)),
	);
	const behind = Array.from({ length: 50 }, (_entry, index) => booking(`b${index}`, index));
	polls.rows = [...front, ...behind];
	expect(await polls.poll()).toEqual([]);
	polls.rows = [...polls.rows, booking('new', 0)];
	expect(await polls.poll()).toMatchObject([{ booking_id: 'new' }]);
});

test('a page of rows of one moment proves no order: what comes behind them is emitted', async () => {
	const bookings = new Bookings({ order: 'grouped' });
	for (let one = 0; one < 100; one += 1) bookings.add(5 * HOUR);
	await begun(bookings.fill(50, 'b'));
	const added = bookings.add(0, 'b');
	expect(await bookings.ids()).toEqual([added]);
});

test('two groups, each with the oldest first, and the first one fills a page: what comes at its end is emitted', async () => {
	const polls = new Polls(newBooking);
	const booking = (booking_id: string, age: number) => {
		const created_at = new Date(polls.now - age * MINUTE).toISOString();
		return { booking_id, agent_id: 'a', created_at };
	};
	const group = (name: string, count: number) =>
		Array.from({ length: count }, (_entry, index) => booking(`${name}${index}`, count - index));
	const [front, behind] = [group('a', 100), group('b', 1_500)];
	polls.rows = [...front, ...behind];
	expect(await polls.poll()).toEqual([]);
	polls.rows = [...front, booking('new', 0), ...behind];
	expect(await polls.poll()).toMatchObject([{ booking_id: 'new' }]);
});

describe('the first answer of an activation is empty by mistake', () => {
	/** Old rows, one a minute; the first poll gets none of them. @param timeOf writes the time of a row */
	async function activated(count: number, timeOf: (at: number) => string) {
		const bookings = new Polls(newBooking);
		bookings.batchSize = 10_000;
		const rowAt = (at: number) => ({ booking_id: `b${at}`, agent_id: 'a', created_at: timeOf(at) });
		const old = Array.from({ length: count }, (_entry, age) =>
			rowAt(bookings.now - (100 + age) * MINUTE),
		);
		expect(await bookings.poll()).toEqual([]);
		bookings.rows = old;
		const found = (await bookings.poll()).length;
		const punctual = rowAt(bookings.now);
		const late = rowAt(bookings.now - 55 * MINUTE);
		bookings.rows = [punctual, late, ...old];
		const ids = (await bookings.poll()).map(({ booking_id: id }) => id).toSorted();
		expect(ids).toEqual([punctual, late].map(({ booking_id: id }) => id).toSorted());
		expect(await bookings.itemsOf(3)).toEqual([]);
		return found;
	}

	test.each([1, 30, 500])('%d old rows: none comes, and what is new comes', async (count) => {
		expect(await activated(count, (at) => new Date(at).toISOString())).toBe(0);
	});

	test('Start From counts, and the activation does not', async () => {
		const bookings = new Polls(newBooking, { 'options.startFrom': '2026-03-01T06:00:00Z' });
		expect(await bookings.poll()).toEqual([]);
		const at = (created_at: string) => ({ booking_id: created_at, agent_id: 'a', created_at });
		bookings.rows = [at('2026-03-01T06:30:00Z'), at('2026-03-01T05:30:00Z')];
		expect(await bookings.poll()).toMatchObject([{ booking_id: '2026-03-01T06:30:00Z' }]);
	});
});

test('Start From: what has no time, or an earlier one, is old, also if it gets a later time', async () => {
	const bookings = new Polls(newBooking, { 'options.startFrom': '2026-03-01T06:00:00Z' });
	const made = (booking_id: string, created_at: string | null) => ({ booking_id, created_at });
	const fresh = made('new', '2026-03-01T06:30:00Z');
	bookings.rows = [fresh, made('early', '2026-03-01T05:30:00Z'), made('undated', null)];
	expect(await bookings.poll()).toMatchObject([fresh]);
	const later = '2026-03-01T12:00:00Z';
	bookings.rows = [made('early', later), made('undated', later), fresh];
	expect(await bookings.itemsOf(2)).toEqual([]);
});

describe('a row whose identifier comes later is emitted once', () => {
	const named = { call_id: 'c0', status: 'completed', created_at: '2026-03-01T11:00:00Z' };
	const CALL = { session_id: 's9', status: 'completed', created_at: '2026-03-01T12:00:30Z' };

	test.each([
		[null, [named]],
		['pending', []],
		[' Pending ', []],
	])(
		'until then, the trigger says once that it has none: %j, beside %j',
		async (call_id, others) => {
			const calls = new Polls(newCall);
			calls.rows = others;
			await calls.poll();
			for (const status of ['queued', 'in_progress', 'completed']) {
				calls.rows = [{ ...CALL, status, call_id }, ...others];
				expect(await calls.poll()).toEqual([]);
			}
			expect(calls.said).toEqual(['The platform lists calls without their ID']);
			calls.rows = [{ ...CALL, call_id: 'c9' }, ...others];
			expect(await calls.itemsOf(2)).toMatchObject([{ call_id: 'c9' }]);
		},
	);

	test('the field that tells rows apart stays the one that was chosen, also if rows get another one later', async () => {
		const calls = new Polls(newCall, { output: 'raw' });
		const created_at = '2026-03-01T12:00:00Z';
		calls.rows = [{ id: 'a', created_at }];
		await calls.poll();
		const renamed = ['b', 'a'].map((id) => ({ id, call_id: `call ${id}`, created_at }));
		calls.rows = renamed;
		expect(await calls.itemsOf(3)).toEqual(renamed.slice(0, 1));
	});

	test('Call Ended: it is emitted with it', async () => {
		const calls = new Polls(callEnded, { output: 'raw', 'options.waitMinutes': 0 });
		calls.rows = [named];
		calls.detail = () => ({ body: { ...CALL, call_id: 'c9' } });
		await calls.poll();
		calls.rows = [{ ...CALL, status: 'in_progress', call_id: null }, named];
		expect(await calls.itemsOf(4)).toEqual([]);
		calls.rows = [{ ...CALL, call_id: 'c9' }, named];
		expect(await calls.itemsOf(4)).toMatchObject([{ call_id: 'c9' }]);
	});

	test('whenever IDs come, and whatever is there until then, in any batch: each call once', async () => {
		const draw = fc.record({
			batchSize: fc.constantFrom(1, 2, 1000),
			noId: fc.constantFrom(null, '', 'pending', 'null', 'None', '-'),
			drawn: fc.array(
				fc.record({ at: fc.integer({ min: 1, max: 6 }), named: fc.integer({ min: 0, max: 6 }) }),
				{ minLength: 1, maxLength: 6 },
			),
		});
		await fc.assert(
			fc.asyncProperty(draw, async ({ batchSize, noId, drawn }) => {
				const calls = new Polls(newCall, { output: 'raw' });
				calls.rows = [named];
				await calls.poll();
				calls.batchSize = batchSize;
				const begin = calls.now;
				const sessions: unknown[] = [];
				for (let number = 1; number <= 24; number += 1) {
					const rows = drawn.map(({ at, named: after }, index) => ({
						at,
						session_id: `s${index}`,
						status: 'completed',
						call_id: number >= at + after ? `call ${index}` : noId,
						created_at: new Date(begin + at * MINUTE).toISOString(),
					}));
					calls.rows = [...rows.filter(({ at }) => at <= number), named];
					sessions.push(...(await calls.poll()).map(({ session_id: session }) => session));
				}
				expect(sessions.toSorted()).toEqual(drawn.map((_call, index) => `s${index}`).toSorted());
			}),
			runs('sequences'),
		);
	});
});

describe('the identifiers of bookings, which need not have one', () => {
	const booking = (number: number, ids: IDataObject) => ({
		...ids,
		customer_name: `Customer ${number}`,
		created_at: `2026-03-01T12:00:0${number}Z`,
	});

	test.each<[string, (number: number, poll: number) => IDataObject]>([
		['none', () => ({})],
		['objects', (number) => ({ booking_id: { $oid: `b${number}` } })],
		['numbers, and then texts', (id, poll) => ({ booking_id: poll < 2 ? id : String(id) })],
		['another one, and this one pending', (id) => ({ id, booking_id: 'pending' })],
		['another one later', (id, poll) => ({ id, ...(poll > 1 && { booking_id: `b${id}` }) })],
	])('%s: each booking comes once', async (_what, idsOf) => {
		const bookings = new Polls(newBooking);
		const names: unknown[][] = [];
		for (const [poll, numbers] of [[1], [1, 2, 3], [1, 2, 3, 4], [1, 2, 3, 4]].entries()) {
			bookings.rows = numbers.map((number) => booking(number, idsOf(number, poll)));
			names.push((await bookings.poll()).map(({ customer_name: name }) => name));
		}
		expect(names).toEqual([[], ['Customer 2', 'Customer 3'], ['Customer 4'], []]);
		expect(bookings.said).toEqual([]);
	});

	test('one comes later, beside a booking that has one: it is emitted with it, once', async () => {
		const bookings = new Polls(newBooking);
		const named = booking(1, { booking_id: 'b1' });
		bookings.rows = [named];
		await bookings.poll();
		bookings.rows = [booking(2, { booking_id: null }), named];
		expect(await bookings.itemsOf(2)).toEqual([]);
		expect(bookings.said).toEqual(['The platform lists bookings without their ID']);
		bookings.rows = [booking(2, { booking_id: 'b2' }), named];
		expect(await bookings.itemsOf(2)).toMatchObject([{ booking_id: 'b2' }]);
	});
});

describe('the pages of a list', () => {
	test.each([1, 2, 3])(
		'a row that is listed several times is one row (%d more of each third row)',
		async (more) => {
			const bookings = new Bookings();
			const made = (name: string, count: number, age: (id: number) => number) =>
				Array.from({ length: count }, (_entry, id) => ({
					booking_id: `${name}${id}`,
					created_at: new Date(bookings.now - age(id) * MINUTE).toISOString(),
				}));
			const rows = made('r', 250, (id) => id + 1);
			bookings.list = ({ limit, offset }) => ({
				body: rows
					.flatMap((row, index) =>
						Array.from({ length: index % 3 > 0 ? 1 : 1 + more }, (_entry, tag) => ({
							...row,
							tag,
						})),
					)
					.slice(Number(offset), Number(offset) + Math.min(Number(limit), 100)),
			});
			await begun(bookings);
			rows.unshift(...made('n', 60, () => 0));
			const expected = rows.slice(0, 60).map(({ booking_id: id }) => id);
			expect((await bookings.ids()).toSorted()).toEqual(expected.toSorted());
			expect(await bookings.idsOf(32)).toEqual([]);
			expect(bookings.said).toEqual([]);
		},
	);

	test.each([
		['newest', 100],
		['oldest', 100],
		['newest', 10],
		['arrival', 3],
	] as const)(
		'a busy list, with a row at every second request (the %s first, pages of %d): it converges, or says so and works at the next poll',
		async (order, cap) => {
			const bookings = new Bookings({ order, cap }).fill(150);
			let requests = 0;
			const added = new Set<string>();
			bookings.meanwhile = () => {
				requests += 1;
				if (requests % 2 === 0) added.add(bookings.add());
			};
			const first = await bookings.ids().catch((error: Error) => error);
			if (first instanceof Error) expect(first.message).toContain('changes faster');
			const before = new Set(added);
			const ids: string[] = [];
			for (let poll = 0; poll < 5; poll += 1) {
				const found = await bookings.ids().catch((error: Error) => error);
				if (found instanceof Error) expect(found.message).toContain('changes faster');
				else ids.push(...found);
			}
			bookings.meanwhile = () => undefined;
			ids.push(...(await bookings.idsOf(32)));
			expect(new Set(ids).size).toBe(ids.length);
			if (!(first instanceof Error)) {
				expect([...added].filter((id) => !before.has(id) && !ids.includes(id))).toEqual([]);
			}
		},
	);
});

describe('known rows that are not listed any more', () => {
	test.each([
		['newest', 100],
		['oldest', 1000],
	] as const)(
		'one deleted from 60,000, the %s first, at 250 ms a page: no poll fails, and later ones are short again',
		async (order, cap) => {
			const slow = { latencyMs: 250, readingMs: 36 * SECOND };
			const bookings = new Bookings({ order, cap, ...slow }).fill(60_000);
			const gone = bookings.add(10 * MINUTE);
			await begun(bookings);
			bookings.readingMs = 144 * SECOND;
			await bookings.ids();
			bookings.remove(gone);
			const added = bookings.add();
			expect(await bookings.ids()).toEqual([added]);
			for (let poll = 0; poll < 3; poll += 1) {
				expect(await bookings.ids()).toEqual([]);
				expect(bookings.pages.length).toBeLessThanOrEqual(8);
			}
		},
	);
});

describe('another account in the credential', () => {
	test.each([0, 1, 4, 5, 200])(
		'of another organization, where %d rows are known: nothing old is emitted, an error says so, and what comes is new',
		async (count) => {
			const bookings = new Bookings();
			await begun(bookings.fill(count));
			bookings.account = 'account_2';
			bookings.removeAll();
			bookings.fill(5_000);
			expect(await bookings.ids()).toEqual([]);
			expect(bookings.said).toEqual([expect.stringContaining('has another account')]);
			const added = bookings.add();
			expect(await bookings.ids()).toEqual([added]);
			expect(bookings.said).toHaveLength(1);
		},
	);

	test.each([
		[30, 'newest'],
		[5_000, 'newest'],
		[5_000, 'oldest'],
	] as const)(
		'of another user of the same organization, with %d rows, the %s first: what came in between is emitted',
		async (count, order) => {
			const bookings = new Bookings({ order });
			await begun(bookings.fill(count));
			const added = Array.from({ length: 12 }, () => bookings.add());
			bookings.account = 'account_2';
			expect((await bookings.ids()).toSorted()).toEqual(added.toSorted());
			expect(bookings.said).toEqual([]);
		},
	);

	test('of another user of the same organization, where the clock of the platform is a day ahead: what came in between is emitted', async () => {
		const bookings = new Bookings();
		bookings.add(-24 * HOUR);
		await begun(bookings);
		const added = bookings.add(-24 * HOUR);
		bookings.account = 'account_2';
		expect([await bookings.ids(), bookings.said]).toEqual([[added], []]);
	});

	test('of another user of the same organization, and the platform has begun to say times: what came in between is emitted', async () => {
		const callbacks = new Polls(newCallback);
		callbacks.rows = [{ id: 'c1', agent_id: 'a' }];
		await callbacks.poll();
		callbacks.said = [];
		callbacks.account = 'account_2';
		const created_at = new Date(callbacks.now).toISOString();
		callbacks.rows = ['c2', 'c1'].map((id) => ({ id, agent_id: 'a', created_at }));
		expect(await callbacks.poll()).toMatchObject([{ id: 'c2' }]);
		expect(callbacks.said).toEqual([]);
	});

	test('where no row says what a filter looks at, as those of the account before did: that is an error', async () => {
		const polls = new Polls(newCallback, { 'filters.agentId': 'agent_1' });
		const created_at = '2026-03-01T12:00:00Z';
		await polls.poll();
		polls.rows = [{ id: 'a', agent_id: 'agent_1', created_at }];
		expect(await polls.poll()).toHaveLength(1);
		polls.account = 'account_2';
		polls.rows = [{ id: 'b', created_at }];
		expect(await polls.poll()).toEqual([]);
		polls.rows = [{ id: 'c', created_at }, ...polls.rows];
		await expect(polls.poll()).rejects.toThrow('which agent its callbacks belong to');
	});

	test('of a platform with another field for its IDs: what is there is old, and what comes is new', async () => {
		const polls = new Polls(newBooking);
		const created_at = '2026-03-01T12:00:00Z';
		polls.rows = [{ id: 'a', created_at }];
		await polls.poll();
		polls.account = 'account_2';
		polls.rows = [{ booking_id: 'b', created_at }];
		expect(await polls.poll()).toEqual([]);
		polls.rows = [{ booking_id: 'c', created_at }, ...polls.rows];
		expect(await polls.itemsOf(2)).toMatchObject([{ booking_id: 'c' }]);
	});

	test('of another organization that numbers its calls alike, of which one was under way: nothing old is emitted', async () => {
		const calls = new Polls(callEnded, { 'options.waitMinutes': 0 });
		const call = (status: string, created_at: string) => ({ call_id: 'c1', status, created_at });
		calls.rows = [call('in_progress', '2026-03-01T11:50:00Z')];
		await calls.poll();
		calls.account = 'account_2';
		calls.rows = [call('completed', '2026-03-01T11:40:00Z')];
		expect(await calls.itemsOf(2)).toEqual([]);
		expect(calls.said).toEqual([expect.stringContaining('has another account')]);
	});

	test('of the same user with wider rights: what was made since the activation comes, and nothing from before it', async () => {
		const bookings = new Bookings();
		await begun(bookings.fill(30));
		await bookings.ids(600);
		for (let age = 700; age < 900; age += 1) bookings.add(age * MINUTE, 'of another team');
		const since = Array.from({ length: 4 }, (_entry, age) =>
			bookings.add((100 + age) * MINUTE, 'of another team'),
		);
		expect((await bookings.ids()).toSorted()).toEqual(since.toSorted());
	});

	test('of another organization that numbers its rows alike: nothing old is emitted, and an error says so', async () => {
		const bookings = new Bookings();
		await begun(bookings.fill(30));
		bookings.account = 'account_2';
		bookings.shiftTimes(7_000);
		expect(await bookings.ids()).toEqual([]);
		expect(bookings.said).toEqual([expect.stringContaining('has another account')]);
	});

	test('campaigns: what is finished there is old', async () => {
		const polls = new Polls(campaignFinished, { output: 'raw' });
		polls.rows = [{ campaign_id: 'c1', status: 'finished' }];
		await polls.poll();
		polls.account = 'account_2';
		polls.rows = [
			{ campaign_id: 'd1', status: 'finished' },
			{ campaign_id: 'd2', status: 'active' },
		];
		expect(await polls.poll()).toEqual([]);
		expect(polls.said).toEqual([expect.stringContaining('has another account')]);
		polls.rows = polls.rows.map((row) => ({ ...row, status: 'finished' }));
		expect(await polls.poll()).toMatchObject([{ campaign_id: 'd2' }]);
	});

	test('campaigns: an answer that is empty by mistake is asked for again, so that what is finished there is old', async () => {
		const polls = new Polls(campaignFinished, { output: 'raw' });
		polls.rows = [{ campaign_id: 'c1', status: 'finished' }];
		await polls.poll();
		polls.account = 'account_2';
		polls.rows = [{ campaign_id: 'd1', status: 'finished' }];
		const { list } = polls;
		polls.list = () => {
			polls.list = list;
			return { body: [] };
		};
		expect(await polls.itemsOf(2)).toEqual([]);
	});

	test('of another user of the same organization, and then a list that is empty by mistake: nothing starts over', async () => {
		const bookings = new Bookings();
		await begun(bookings.fill(30));
		bookings.account = 'account_2';
		expect(await bookings.ids()).toEqual([]);
		const { list } = bookings;
		bookings.list = () => ({ body: { bookings: [] } });
		expect(await bookings.ids()).toEqual([]);
		bookings.list = list;
		const added = bookings.add();
		expect(await bookings.ids()).toEqual([added]);
		expect(bookings.said).toEqual([]);
	});

	test('of another user who sees more: what is older than the latest rows is old', async () => {
		const bookings = new Bookings();
		await begun(bookings.fill(30));
		expect(await bookings.ids(600)).toEqual([]);
		const latest = bookings.add();
		expect(await bookings.ids()).toEqual([latest]);
		bookings.account = 'account_2';
		for (let age = 100; age < 140; age += 1) bookings.add(age * MINUTE, 'of another team');
		const added = bookings.add();
		expect(await bookings.ids()).toEqual([added]);
	});
});

test.each([
	['one row of tomorrow, and one with its zone', 3],
	['an empty list', 0],
])(
	'times of a zone in the west, without it, after %s: what comes then is new',
	async (_what, count) => {
		const polls = new Polls(newBooking);
		const booking = (booking_id: string, minutes: number) => {
			const local = polls.now + minutes * MINUTE - 8 * HOUR;
			return { booking_id, agent_id: 'a', created_at: new Date(local).toISOString().slice(0, 19) };
		};
		const zoned = { ...booking('zoned', 0), created_at: new Date(polls.now - HOUR).toISOString() };
		polls.rows = [booking('tomorrow', 2 * 24 * 60), booking('old', -60), zoned].slice(0, count);
		expect(await polls.poll()).toEqual([]);
		polls.rows = [booking('new', 1), ...polls.rows];
		expect(await polls.poll()).toMatchObject([{ booking_id: 'new' }]);
	},
);

describe('a list without times', () => {
	test('has no time to start from: an error that needs a change of the settings', async () => {
		const callbacks = new Polls(newCallback, { 'options.startFrom': '2026-03-01T06:00:00Z' });
		callbacks.rows = [{ id: 'c1', agent_id: 'a' }];
		const failure = await callbacks.poll().catch((error: unknown) => error);
		expect(failure).toMatchObject({
			message: 'The platform does not say when its callbacks were made',
			description: expect.stringContaining("'Start From' needs these times"),
		});
		expect(declaredFailure(failure)).toEqual({ cause: 'configuration-invalid' });
	});

	test('that had them before: nothing comes until they are back, and an error says so as soon as there is an unknown row', async () => {
		const bookings = await begun(new Bookings().fill(30));
		bookings.hidesTime = () => true;
		expect(await bookings.ids()).toEqual([]);
		const added = bookings.add();
		await expect(bookings.ids()).rejects.toThrow('does not say when its bookings were made');
		bookings.hidesTime = () => false;
		expect(await bookings.ids()).toEqual([added]);
	});

	test('is read as a whole; one that is too long is an error that says what to set', async () => {
		const callbacks = new Polls(newCallback);
		callbacks.rows = Array.from({ length: 300 }, (_entry, id) => ({ id: `c${id}`, agent_id: 'a' }));
		await callbacks.poll();
		expect(callbacks.said).toEqual([expect.stringContaining('does not say when')]);
		callbacks.rows = [...callbacks.rows, { id: 'new', agent_id: 'a' }];
		expect(await callbacks.poll()).toMatchObject([{ id: 'new' }]);
		const many = new Polls(newCallback);
		many.rows = Array.from({ length: 4_000 }, (_entry, id) => ({ id: `c${id}`, agent_id: 'a' }));
		const failure = await many.poll().catch((error: unknown) => error);
		expect(failure).toMatchObject({ message: expect.stringContaining('lists more than 3,500') });
		expect(declaredFailure(failure)).toEqual({ cause: 'configuration-invalid' });
	});
});

test.each(['newest', 'oldest'])(
	'Fetch Test Event of a long list, the %s first, with few rows that the filter lets through: the latest of these',
	async (order) => {
		const calls = new Polls(newCall, { 'filters.agentId': 'rare', output: 'raw' });
		const rows = Array.from({ length: 1_500 }, (_entry, age) => ({
			call_id: `c${age}`,
			agent_id: age % 140 === 139 ? 'rare' : 'usual',
			created_at: new Date(calls.now - age * MINUTE).toISOString(),
		}));
		calls.rows = order === 'newest' ? rows : rows.toReversed();
		const ids = (await calls.samples()).map(({ call_id: id }) => id);
		expect(ids).toEqual(['c419', 'c279', 'c139']);
	},
);

describe('a row that changes is emitted once', () => {
	test.each([
		['20 seconds later', -20 * SECOND],
		['two hours later', -2 * HOUR],
		['two hours earlier', 2 * HOUR],
	])('its time is replaced by one %s', async (_what, earlier) => {
		const bookings = new Bookings();
		await begun(bookings.fill(50));
		const added = Array.from({ length: 40 }, () => bookings.add());
		const ids = await bookings.ids();
		bookings.shiftTimes(earlier, added);
		ids.push(...(await bookings.ids(Math.abs(earlier) / MINUTE)));
		added.push(bookings.add(), bookings.add());
		ids.push(...(await bookings.idsOf(10)));
		expect(ids.toSorted()).toEqual(added.toSorted());
	});
});

describe('a list that is read as a whole every half an hour', () => {
	test('of two groups, each with the newest first: what comes behind the first one is emitted within half an hour, and other polls read a page', async () => {
		const bookings = new Bookings({ order: 'grouped' });
		await begun(bookings.fill(300).fill(300, 'b'));
		const added = bookings.add(0, 'b');
		expect(await bookings.ids()).toEqual([]);
		expect(bookings.pages).toHaveLength(1);
		expect(await bookings.ids(31)).toEqual([added]);
		expect(await bookings.ids(29)).toEqual([]);
		expect(bookings.pages).toHaveLength(1);
	});

	test('is read as a whole if all of it can be read in time, whatever its first two pages take, which are small', async () => {
		const settings = { saysTotal: true, latencyMs: 500, readingMs: 144 * SECOND };
		const bookings = new Bookings({ order: 'grouped', ...settings });
		await begun(bookings.fill(20_000).fill(300, 'b', 2 * HOUR));
		const added = bookings.add(0, 'b');
		expect(await bookings.ids(31)).toEqual([added]);
	});

	test.each([
		[1000, 0, 6],
		[100, SECOND, 15],
	])(
		'the first poll of a long one, in pages of %d that take %d ms: it reads %d pages',
		async (cap, latencyMs, pages) => {
			const bookings = new Bookings({ cap, latencyMs, readingMs: 36 * SECOND });
			await begun(bookings.fill(10_000));
			expect(bookings.pages).toHaveLength(pages);
		},
	);

	test.each([
		['newest', true, 6],
		['newest', false, 91],
		['oldest', true, 6],
		['oldest', false, 6],
	] as const)(
		'longer than a poll can read, the %s first (says its total: %p): what is new comes, and a poll that tries it gives up in time, once',
		async (order, saysTotal, first) => {
			const bookings = new Bookings({ order, saysTotal, cap: 100, latencyMs: 200 });
			if (order === 'newest') bookings.readingMs = 36 * SECOND;
			await begun(bookings.fill(30_000));
			bookings.readingMs = 36 * SECOND;
			for (const [minutes, most] of [
				[31, first],
				[1, 6],
				[31, 6],
				[1, 6],
			] as const) {
				const added = bookings.add();
				expect(await bookings.ids(minutes)).toEqual([added]);
				expect(bookings.pages.length).toBeLessThanOrEqual(most);
				expect(bookings.pages.length).toBeGreaterThanOrEqual(most > 6 ? 80 : 1);
			}
		},
	);

	test('longer than a poll can read: what a crash may have lost comes again', async () => {
		const bookings = new Bookings({ cap: 100, latencyMs: 200, readingMs: 36 * SECOND });
		await begun(bookings.fill(30_000));
		const added = bookings.add();
		expect(await bookings.ids()).toEqual([added]);
		bookings.crash();
		expect(await bookings.ids()).toEqual([added]);
	});

	test.each([
		['shuffled', 1_500, 4],
		['oldest', 6_000, 2],
	] as const)(
		'the %s first: its last page may come when the time is over, and no earlier one',
		async (order, count, pages) => {
			const bookings = new Bookings({ order, saysTotal: true, latencyMs: SECOND });
			await begun(bookings.fill(count));
			bookings.readingMs = pages * SECOND;
			const added = bookings.add();
			expect(await bookings.ids()).toEqual([added]);
			expect(bookings.pages).toHaveLength(pages);
			for (let one = 0; one < 2_000; one += 1) bookings.add();
			await expect(bookings.ids()).rejects.toThrow('cannot be read in the time of one poll');
		},
	);
});

describe('a long list', () => {
	const usual = { ...bounds };
	afterEach(() => Object.assign(bounds, usual));

	test.each(['newest', 'oldest', 'arrival'] as const)(
		'that is longer than what is remembered, half of it without times, the %s first: nothing old comes, and all that is new',
		async (order) => {
			const bookings = new Bookings({ order });
			bookings.hidesTime = (id) => id >= 1_000 && id < 4_000;
			await begun(bookings.fill(6_000, 'a', 30 * SECOND));
			const added = Array.from({ length: 20 }, () => bookings.add());
			const ids = await bookings.idsOf(2);
			added.push(...Array.from({ length: 5 }, () => bookings.add(40 * MINUTE)));
			ids.push(...(await bookings.idsOf(10)));
			expect(ids.toSorted()).toEqual(added.toSorted());
		},
	);

	test.each(['newest', 'oldest'] as const)(
		'of which nearly all that is remembered has no times, the %s first: it is read in part or as a whole, and nothing old comes',
		async (order) => {
			const bookings = new Bookings({ order });
			bookings.hidesTime = (id) => id >= 1_000 && id < 4_490;
			await begun(bookings.fill(6_000, 'a', 30 * SECOND));
			for (const minutes of [1, 31, 1, 31]) {
				const added = bookings.add();
				expect(await bookings.ids(minutes)).toEqual([added]);
			}
		},
	);

	test('of which the first poll read a part, and the rest has no times: nothing old comes, and what is new', async () => {
		const bookings = new Bookings();
		bookings.hidesTime = (id) => id < 1_000;
		await begun(bookings.fill(6_000, 'a', 30 * SECOND));
		expect(await bookings.ids(31)).toEqual([]);
		const added = bookings.add();
		expect(await bookings.ids()).toEqual([added]);
		expect(await bookings.ids(31)).toEqual([]);
	});

	test('of which the first poll read a part: a row without a time that a crash may have lost comes again, also when all of it is read', async () => {
		const bookings = new Bookings();
		await begun(bookings.fill(6_000, 'a', 30 * SECOND));
		bookings.hidesTime = (id) => id === 6_000;
		const added = bookings.add();
		expect(await bookings.ids(25)).toEqual([added]);
		bookings.crash();
		expect(await bookings.ids(7)).toEqual([added]);
		expect(await bookings.ids(31)).toEqual([]);
	});

	test('with more rows that are recent or have no times than are remembered: none is forgotten while it is not read, or the list is empty by mistake', async () => {
		Object.assign(bounds, { maxKnown: 350 });
		const bookings = new Bookings();
		bookings.hidesTime = (id) => id < 340;
		for (let id = 0; id < 340; id += 1) bookings.add(5 * HOUR);
		await begun(bookings.fill(140, 'a', 45 * SECOND));
		for (let poll = 0; poll < 3; poll += 1) {
			const added = bookings.add();
			expect(await bookings.ids()).toEqual([added]);
		}
		const { list } = bookings;
		bookings.list = () => ({ body: { bookings: [] } });
		expect(await bookings.ids()).toEqual([]);
		bookings.list = list;
		expect(await bookings.ids(31)).toEqual([]);
	});

	test('of which more rows came than can be remembered: all of them come, and an error says once what to set', async () => {
		Object.assign(bounds, { maxRecent: 50 });
		const bookings = await begun(new Bookings().fill(10));
		const added = Array.from({ length: 60 }, () => bookings.add());
		expect((await bookings.ids()).toSorted()).toEqual(added.toSorted());
		expect(bookings.said).toEqual([expect.stringContaining('More than 50 bookings came within')]);
		const later = bookings.add();
		expect(await bookings.ids()).toEqual([later]);
		expect(bookings.said).toHaveLength(1);
	});

	const COUNT = scaleOf('rowsOfDeliveries');
	test(`${5 * COUNT} made within an hour, then ${3 * COUNT} in three polls, and those again after a crash: a poll reads the list once, and a few pages the next day`, async () => {
		const bookings = new Bookings();
		bookings.batchSize = COUNT;
		await begun(bookings.fill(5 * COUNT, 'a', HOUR / (5 * COUNT)));
		const added = Array.from({ length: 3 * COUNT }, (_entry, index) => bookings.add(index));
		const pagesOfAll = Math.ceil((8 * COUNT) / 999) + 2;
		for (const lost of [0, COUNT]) {
			if (lost > 0) bookings.crash();
			const ids: string[] = [];
			for (let poll = 0; poll < 3; poll += 1) {
				ids.push(...(await bookings.ids()));
				expect(bookings.redelivered).toHaveLength(lost);
				expect(bookings.pages.length).toBeLessThanOrEqual(pagesOfAll);
			}
			expect(ids.toSorted()).toEqual(added.toSorted());
		}
		const DAY = 24 * HOUR;
		for (const minutes of [DAY / MINUTE, 1]) {
			const later = bookings.add(-minutes * MINUTE);
			expect(await bookings.ids(minutes)).toEqual([later]);
		}
		expect(await bookings.ids()).toEqual([]);
		expect(bookings.pages.length).toBeLessThanOrEqual(3);
	});
});
