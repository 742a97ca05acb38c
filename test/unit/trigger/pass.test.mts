import type { GrowingList } from './fakeList.mts';
import { HOUR, orders, settled } from './fakeList.mts';
import { useBounds } from './useBounds.mts';

/*
 * A list in no order, and no date filter: a pass goes through it, over several polls.
 */
useBounds({ maxKnown: 300 });

const COUNT = 2_000;
/** Rows of a page. */
const CAP = 100;
/** Pages that there is time for in a poll. */
const PAGES = 8;
/** A pass takes so many polls at most: each reads one page at the front, and one to find its place. */
const POLLS = Math.ceil(COUNT / CAP / (PAGES - 3)) + 1;

/** By place, whatever their times: places are given when rows are added. */
const byPlace = (one: { group?: number }, other: { group?: number }) =>
	(one.group ?? 0) - (other.group ?? 0);

async function hurried(): Promise<GrowingList> {
	const list = await settled({ order: orders.shuffled, cap: CAP }, COUNT);
	list.maxPages = PAGES;
	return list;
}

/** A list in no order in which rows can be added at any place from 0 to 1. */
async function placed(): Promise<GrowingList> {
	const list = await settled({ order: byPlace, cap: CAP }, 0, { polls: 0 });
	for (let index = 0; index < COUNT; index += 1) {
		// The times jump by days.
		list.calls.add(list.row(((index * 7) % 20) * 24 * HOUR, { group: index / COUNT }));
	}
	list.saved = undefined;
	await list.begin();
	await list.idsOf(3);
	list.maxPages = PAGES;
	return list;
}

describe('a pass that takes several polls', () => {
	test('emits every new row once, within two passes', async () => {
		const list = await hurried();
		const added = Array.from({ length: 10 }, () => list.addRow());
		expect((await list.idsOf(2 * POLLS)).sort()).toEqual(added.sort());
		expect(await list.idsOf(2 * POLLS)).toEqual([]);
		expect(list.pages.length).toBeLessThanOrEqual(PAGES);
	});

	test('meets rows that are added while it is under way', async () => {
		const list = await hurried();
		const added: string[] = [];
		const emitted: string[] = [];
		for (let poll = 0; poll < 3 * POLLS; poll += 1) {
			added.push(list.addRow());
			emitted.push(...(await list.ids()));
		}
		emitted.push(...(await list.idsOf(2 * POLLS)));
		expect(emitted.sort()).toEqual(added.sort());
	});

	test('says that what is new comes later', async () => {
		const list = await hurried();
		await list.idsOf(2);
		expect(list.said).toEqual([expect.stringContaining('not sorted by time')]);
	});

	test.each<[string, (list: GrowingList) => void]>([
		['nothing', () => undefined],
		['a few rows before the place', (list) => add(list, 20, 0.1)],
		['many rows before the place', (list) => add(list, 150, 0.1)],
		['rows at the place', (list) => add(list, 20, place(list))],
		[
			'fewer rows before the place',
			(list) => list.calls.remove(({ group = 0 }) => group > 0.05 && group < 0.1),
		],
		['half of the rows at the place', (list) => removeAt(list, 2)],
	])('goes on where it was: %s came or went', async (_what, change) => {
		const list = await placed();
		await list.poll();
		await list.poll();
		const before = list.state.list.pass!;
		const count = list.calls.count;
		change(list);
		await list.poll();
		const after = list.state.list.pass!;
		expect(after.order.first).toBe(before.order.first);
		const moved = after.offset - before.offset - (list.calls.count - count);
		expect(moved).toBeGreaterThan(0);
		expect(after.restarts ?? 0).toBe(0);
	});

	test('whose place has lost most of its rows begins again: the other two may be elsewhere by now', async () => {
		const list = await placed();
		await list.poll();
		expect(list.state.list.pass!.anchors).toHaveLength(5);
		removeAt(list, 3);
		await list.poll();
		expect(list.state.list.pass!.restarts).toBe(1);
	});

	test('whose place is gone begins anew, and misses nothing', async () => {
		const list = await placed();
		await list.poll();
		const before = list.state.list.pass!;
		const middle = before.offset / COUNT;
		list.calls.remove(({ group = 0 }) => Math.abs(group - middle) < 0.02);
		const added = list.addRow(0, { group: middle });
		await list.poll();
		expect(list.state.list.pass!.offset).toBeLessThanOrEqual(before.offset);
		const emitted = await list.idsOf(2 * POLLS);
		expect(emitted).toEqual([added]);
	});

	test('whose place is never found again is reported', async () => {
		const list = await placed();
		const { list: answer } = list;
		let turn = 0;
		list.list = (query) => {
			if (Number(query.offset) === 0) turn += 1;
			// The rest of the list is in another order at every poll.
			const isRest = Number(query.offset) >= CAP - 1;
			const offset = CAP + ((Number(query.offset) * 37 + turn * 613) % (COUNT - 2 * CAP));
			return answer(isRest ? { ...query, offset } : query);
		};
		for (let poll = 0; poll < 30; poll += 1) await list.poll();
		expect(list.said.join()).toContain('cannot be read to its end');
	});
});

describe('more new rows than one execution may have', () => {
	test.each(['newest', 'oldest', 'shuffled'] as const)(
		'%s first: they come in batches, and the pass stays where it was',
		async (order) => {
			const list = await settled({ order: orders[order], cap: CAP }, COUNT);
			await list.poll();
			list.batchSize = 5;
			const { pass } = list.state.list;
			const added = Array.from({ length: 20 }, () => list.addRow());
			const emitted: string[] = [];
			for (let poll = 0; poll < 3; poll += 1) {
				const ids = await list.ids();
				expect(ids).toHaveLength(5);
				expect(list.state.list.pass).toEqual(pass);
				emitted.push(...ids);
			}
			emitted.push(...(await list.idsOf(6)));
			expect(emitted.sort()).toEqual(added);
			list.batchSize = 1_000;
			expect(await list.idsOf(3)).toEqual([]);
		},
	);
});

function place(list: GrowingList): number {
	return (list.state.list.pass?.offset ?? 0) / COUNT;
}

function add(list: GrowingList, count: number, group: number): void {
	for (let index = 0; index < count; index += 1) list.addRow(0, { group });
}

/** Removes so many of the rows just before the place of the pass. */
function removeAt(list: GrowingList, count: number): void {
	const end = place(list);
	list.calls.remove(({ group = 0 }) => group < end && group >= end - count / COUNT);
}
