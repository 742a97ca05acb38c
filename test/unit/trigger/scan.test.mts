import type { FakeRow, Manner } from './fakeList.mts';
import { HOUR, MINUTE, orders, settled } from './fakeList.mts';
import { useBounds } from './useBounds.mts';

const DAY = 24 * HOUR;
const COUNT = 1_200;
const LONG = 3_000;
/** In so many polls the order of the list is looked at in all of its parts. */
const POLLS = 26;
const exactly = (count: number) => count;

type OrderName = keyof typeof orders;

afterEach(() => jest.restoreAllMocks());

describe('a list that is known whole', () => {
	useBounds({ maxKnown: 400 });

	test.each(Object.keys(orders) as OrderName[])(
		'%s: whatever is not known is new, at the next poll',
		async (order) => {
			const list = await settled({ order: orders[order] }, 250, { groups: 5 });
			const added = [0, HOUR, DAY, -DAY].map((age) => list.addRow(age));
			added.push(list.addRow(0, { time: undefined }));
			expect((await list.ids()).sort()).toEqual(added.sort());
			expect(list.pages.length).toBeLessThanOrEqual(5);
			expect(await list.idsOf(3)).toEqual([]);
		},
	);
});

describe('a list that is longer than what is remembered', () => {
	useBounds({ maxKnown: 300 });

	test.each<[string, Manner, number]>([
		['the newest first', { order: orders.newest }, 4],
		['the newest first, 50 rows a page', { order: orders.newest, cap: 50 }, 6],
		['the oldest first, with a total', { order: orders.oldest, total: exactly }, 8],
		['the oldest first, without a total', { order: orders.oldest }, 8],
		['shuffled', { order: orders.shuffled }, 8],
		['grouped', { order: orders.grouped }, 8],
	])('%s: new rows are emitted at the next poll, in few requests', async (_what, manner, max) => {
		// What is found by luck, at a place that is drawn, proves nothing.
		jest.spyOn(Math, 'random').mockReturnValue(0);
		const list = await settled(manner, COUNT, { groups: 5, polls: 0 });
		for (let poll = 0; poll < 3; poll += 1) {
			const added = [list.addRow(), list.addRow(10 * MINUTE), list.addRow(50 * MINUTE)];
			expect((await list.ids()).sort()).toEqual(added.sort());
			expect(list.pages.length).toBeLessThanOrEqual(max);
		}
		expect(await list.idsOf(3)).toEqual([]);
		expect(list.state.known.size).toBeLessThanOrEqual(310);
	});

	test.each(['newest', 'oldest'] as const)(
		'%s: the first polls after the activation read no more than later ones',
		async (order) => {
			const manner = { order: orders[order], total: exactly, cap: 100 };
			const list = await settled(manner, LONG, { polls: 0 });
			for (let poll = 0; poll < 3; poll += 1) {
				list.addRow();
				expect(await list.ids()).toHaveLength(1);
				expect(list.pages.length).toBeLessThanOrEqual(10);
			}
		},
	);

	test('a burst at the back of a list is emitted at the next poll, reading twice as much each time until it is enough', async () => {
		const list = await settled({ order: orders.oldest, total: exactly, cap: 100 }, LONG);
		const added = Array.from({ length: 700 }, (_entry, index) => list.row(index));
		list.calls.add(...added);
		expect((await list.ids()).sort()).toEqual(added.map(({ id }) => id).sort());
		expect(list.pages.length).toBeLessThan(40);
	});

	test('rows that the platform deletes hold nothing up', async () => {
		const list = await settled({ order: orders.newest }, COUNT);
		const gone = list.addRow();
		expect(await list.ids()).toEqual([gone]);
		list.calls.remove(({ id }) => id === gone);
		for (let poll = 0; poll < POLLS; poll += 1) {
			const added = list.addRow();
			expect(await list.ids()).toEqual([added]);
		}
		expect(list.pages.length).toBeLessThanOrEqual(4);
	});

	test('rows that a replica does not have for two polls come out once', async () => {
		const list = await settled({ order: orders.newest }, COUNT);
		const added = [list.addRow(), list.addRow()];
		expect((await list.ids()).sort()).toEqual(added);
		const { list: answer } = list;
		list.list = (query) => {
			const { body } = answer({ ...query, offset: Number(query.offset ?? 0) + 2 }) as {
				body: unknown;
			};
			return { body };
		};
		expect(await list.idsOf(2)).toEqual([]);
		list.list = answer;
		const later = list.addRow();
		expect(await list.idsOf(POLLS)).toEqual([later]);
	});

	test('what a quick way leaves out is found by looking elsewhere, and the list counts as not sorted', async () => {
		const list = await settled({ order: orders.grouped }, COUNT);
		expect(list.state.noted.has('not sorted')).toBe(false);
		// The rows of a second agent lie behind all others.
		const first = list.addRow(0, { group: 1 });
		expect(await list.idsOf(POLLS)).toEqual([first]);
		expect(list.state.noted.has('not sorted')).toBe(true);
		const second = list.addRow(0, { group: 1 });
		expect(await list.ids()).toEqual([second]);
	});

	test.each([
		[10, 'nothing came lately', 0],
		[700, 'known rows are still to be met', 5],
	])(
		'%d rows in a row that come too late end no reading if %s: what lies behind them is emitted at once',
		async (late, _known, lately) => {
			const list = await settled({ order: orders.lastAdded, cap: 100 }, COUNT, { polls: 5 });
			// Two periods in which no row was late, and then a quiet time.
			for (let period = 0; period < 2; period += 1) {
				list.now += 13 * HOUR;
				await list.poll();
				list.addRow();
				await list.poll();
			}
			list.now += 3 * HOUR;
			await list.idsOf(3);
			for (let poll = 0; poll < lately; poll += 1) {
				list.addRow();
				await list.poll();
			}
			const addRows = (count: number, age: number) =>
				Array.from({ length: count }, (_entry, index) => list.addRow(age + (count - index) * 100));
			const added = [addRows(5, 0), addRows(late, 66 * MINUTE), addRows(100 - late, 0)].flat();
			expect((await list.ids()).sort()).toEqual(added.sort());
		},
	);

	test('a list that is sorted again is read the quick way again', async () => {
		const list = await settled({ order: orders.grouped }, COUNT);
		const stray = list.addRow(0, { group: 1 });
		await list.idsOf(POLLS);
		expect(list.state.noted.has('not sorted')).toBe(true);
		list.calls.remove(({ id }) => id === stray);
		await list.idsOf(POLLS);
		expect(list.state.noted.has('not sorted')).toBe(false);
		expect(list.pages.length).toBeLessThanOrEqual(4);
	});
});

describe('rows without a time', () => {
	useBounds({ maxKnown: 300 });

	/** Every third row has none. Those that are new are at the front. */
	async function partlyDated(count: number) {
		const list = await settled({ order: (one, other) => numberOf(other) - numberOf(one) }, 0);
		const rows = Array.from({ length: count }, (_entry, index) =>
			list.row((count - index) * MINUTE, index % 3 === 0 ? { time: undefined } : {}),
		);
		list.calls.add(...rows);
		list.saved = undefined;
		await list.begin();
		return list;
	}
	const numberOf = ({ id }: FakeRow) => Number(id.replace(/\D/g, ''));

	test('in a long list: the new ones are emitted, the old ones never', async () => {
		const list = await partlyDated(COUNT);
		await list.idsOf(3);
		const added = [list.addRow(0, { time: undefined }), list.addRow()];
		expect((await list.idsOf(2)).sort()).toEqual(added);
		expect(await list.idsOf(POLLS)).toEqual([]);
	});

	test('in the whole list: every row is known, and the new one is emitted', async () => {
		const order = (one: FakeRow, other: FakeRow) => numberOf(one) - numberOf(other);
		const list = await settled({ order }, 0, { polls: 0 });
		const old = Array.from({ length: 900 }, () => list.row(0, { time: undefined }));
		list.calls.add(...old);
		list.saved = undefined;
		await list.begin();
		const added = list.addRow(0, { time: undefined });
		expect(await list.idsOf(5)).toEqual([added]);
		expect(list.said).toEqual([expect.stringContaining('does not say when')]);
	});
});

describe('more new rows than one execution may have', () => {
	useBounds({ maxKnown: 300 });

	test.each(['newest', 'oldest', 'shuffled'] as const)(
		'%s first: they come in batches',
		async (order) => {
			const list = await settled({ order: orders[order], cap: 100 }, COUNT);
			list.batchSize = 5;
			const added = Array.from({ length: 20 }, () => list.addRow());
			const emitted: string[] = [];
			for (let poll = 0; poll < 4; poll += 1) {
				const ids = await list.ids();
				expect(ids).toHaveLength(5);
				emitted.push(...ids);
			}
			expect(emitted.sort()).toEqual(added);
			expect(await list.idsOf(3)).toEqual([]);
		},
	);
});
