import fc from 'fast-check';
import { bounds } from '../../../nodes/VoiceAgentTrigger/bounds';
import { ListTooLong } from '../../../nodes/VoiceAgentTrigger/incremental/list';
import type { FakeRow, Manner } from './fakeList.mts';
import { FakeList, GrowingList, HOUR, MINUTE, orders } from './fakeList.mts';
import { useBounds } from './useBounds.mts';
import { runs } from '../../scale.mts';

/*
 * Any list that the API document allows, in small: every row that is added later, and no later than the lookback window, is emitted once,
 * and nothing that was there before.
 */

type OrderName = keyof typeof orders;

const totals: Record<string, ((count: number) => number) | undefined> = {
	none: undefined,
	right: (count) => count,
	ofThePage: (count: number) => Math.min(20, count),
	tooSmall: (count) => count >> 1,
	tooLarge: (count) => count && count + 77,
};

interface Case {
	order: OrderName;
	cap: number;
	total: string;
	end: NonNullable<Manner['end']>;
	/** Rows at the activation. */
	count: number;
	maxKnown: number;
	/** How much of the rows at the activation has no time, and whether any other has. */
	undated: 'none' | 'someOld' | 'all';
	/** Most pages of a poll; where they are too few for the list, polls fail. */
	maxPages: number;
	batchSize: number;
	/** Minutes by which the rows are late that come before each poll. */
	added: number[][];
}

const anyCase: fc.Arbitrary<Case> = fc.record({
	order: fc.constantFrom(...(Object.keys(orders) as OrderName[])),
	cap: fc.constantFrom(10, 20, 50, 100, 1_000),
	total: fc.constantFrom(...Object.keys(totals)),
	end: fc.constantFrom('nothing', 'refusal', 'lastPage'),
	count: fc.nat(250),
	maxKnown: fc.constantFrom(30, 100, 500),
	undated: fc.constantFrom('none', 'none', 'someOld', 'all'),
	maxPages: fc.constantFrom(Infinity, 40, 12),
	batchSize: fc.constantFrom(1_000, 3),
	added: fc.array(fc.array(fc.nat(59), { maxLength: 4 }), { minLength: 1, maxLength: 15 }),
});

const hasTime = ({ undated }: Case, index: number) =>
	undated === 'none' || (undated === 'someOld' && index % 3 > 0);

function listOf(it: Case): GrowingList {
	const { order, cap, end, total, count } = it;
	// A refusal where more rows are said to be is an error: changedList.test.mts.
	const isDoubtful = end === 'refusal' && total === 'tooLarge';
	const said = isDoubtful ? undefined : totals[total];
	const manner = { order: orders[order], cap, end, total: said };
	const list = new GrowingList(new FakeList(manner), {}, 3);
	list.maxPages = it.maxPages;
	list.batchSize = it.batchSize;
	const rows = Array.from({ length: count }, (_entry, index): FakeRow => {
		const row = list.row((count - index) * 7 * MINUTE);
		return hasTime(it, index) ? row : { ...row, time: undefined };
	});
	list.calls.add(...rows);
	return list;
}

/** What a poll emits; nothing if there is too little time for it. */
const idsIfAny = async (list: GrowingList): Promise<string[]> =>
	await list.ids().catch((error: unknown) => {
		if (error instanceof ListTooLong) return [];
		throw error;
	});

async function play(it: Case): Promise<{ added: string[]; emitted: string[] }> {
	Object.assign(bounds, { maxKnown: it.maxKnown });
	const list = listOf(it);
	await idsIfAny(list);
	list.maxPages = Infinity;
	if (!list.saved) await list.poll();
	list.maxPages = it.maxPages;
	const added: string[] = [];
	const emitted: string[] = [];
	for (const ages of it.added) {
		const none = it.undated === 'all' ? { time: undefined } : {};
		added.push(...ages.map((age) => list.addRow(age * MINUTE, none)));
		emitted.push(...(await idsIfAny(list)));
	}
	list.maxPages = Infinity;
	const max = 5 + added.length;
	for (let poll = 0; poll < max && emitted.length < added.length; poll += 1) {
		emitted.push(...(await list.ids()));
	}
	// Nothing comes again.
	emitted.push(...(await list.idsOf(8)));
	return { added, emitted };
}

useBounds({});

/** The end of the list, where this platform refuses the offset. */
const REFUSED_BEHIND_END: Case = {
	order: 'newest',
	cap: 10,
	total: 'none',
	end: 'refusal',
	count: 63,
	maxKnown: 30,
	undated: 'none',
	maxPages: Infinity,
	batchSize: 3,
	added: [[0, 0], [0, 0, 0, 0], [0], [0, 0, 0], [0, 0, 0], [0, 0]],
};

test('every new row of any list is emitted once, and nothing old', async () => {
	await fc.assert(
		fc.asyncProperty(anyCase, async (it) => {
			const { added, emitted } = await play(it);
			expect(emitted.sort()).toEqual(added.sort());
		}),
		{ ...runs('sequences'), examples: [[REFUSED_BEHIND_END]] },
	);
});

test('rows come at the next poll, in any order of the list', async () => {
	const quick = fc.constantFrom<Partial<Case>>(
		{ order: 'newest' },
		{ order: 'oldest' },
		{ order: 'lastAdded' },
		{ order: 'firstAdded' },
		{ order: 'shuffled' },
		{ order: 'grouped' },
	);
	const good = { undated: 'none', maxPages: Infinity, batchSize: 1_000, end: 'nothing' } as const;
	await fc.assert(
		fc.asyncProperty(anyCase, quick, async (any, manner) => {
			const it: Case = { ...any, ...good, ...manner, total: 'none', count: any.count + 100 };
			it.maxKnown = Math.max(it.maxKnown, 100);
			Object.assign(bounds, { maxKnown: it.maxKnown });
			const list = listOf(it);
			await list.begin();
			await list.idsOf(3);
			for (const ages of it.added) {
				const added = ages.map((age) => list.addRow(age * MINUTE));
				expect((await list.ids()).sort()).toEqual(added.sort());
			}
		}),
		runs('longSequences'),
	);
});

test('state and requests of a quiet poll stay within bounds', async () => {
	await fc.assert(
		fc.asyncProperty(anyCase, async (any) => {
			const it: Case = { ...any, undated: 'none', maxPages: Infinity, added: [] };
			Object.assign(bounds, { maxKnown: it.maxKnown });
			const list = listOf(it);
			await list.begin();
			await list.idsOf(4);
			list.now += 3 * HOUR;
			await list.idsOf(3);
			expect(list.state.known.size).toBeLessThanOrEqual(it.maxKnown + 60);
			const all = Math.ceil(it.count / Math.min(it.cap, 100));
			expect(list.pages.length).toBeLessThanOrEqual(2 * all + 40);
		}),
		runs('longSequences'),
	);
});
