import type { FakeRow, GrowingList, Manner } from './fakeList.mts';
import { HOUR, MINUTE, orders, settled } from './fakeList.mts';
import { useBounds } from './useBounds.mts';

/*
 * A list in no order that is longer than what is remembered: only a date filter shows what is new without reading all of it.
 */
useBounds({ maxKnown: 300 });

const COUNT = 1_200;
/** Everything is read in at least so many requests. */
const ALL = COUNT / 100;

const shuffled = async (filter: Manner['filter'], saysOpen = false): Promise<GrowingList> =>
	await settled({ order: orders.shuffled, cap: 100, filter }, COUNT, { saysOpen });

async function expectNew(list: GrowingList, added: string[]): Promise<void> {
	expect((await list.ids()).sort()).toEqual([...added].sort());
}

describe('a date filter', () => {
	test('that works is believed', async () => {
		const list = await shuffled('honoured');
		await expectNew(list, [list.addRow(), list.addRow(50 * MINUTE)]);
		expect(list.pages.length).toBeLessThan(ALL);
		expect(list.pages.some(({ from }) => from !== undefined)).toBe(true);
	});

	test.each(['ignored', 'refused', 'late', 'ended'] as const)(
		'that is %s is not believed: all is read, and what is new is emitted',
		async (filter) => {
			const list = await shuffled(filter);
			for (let poll = 0; poll < 3; poll += 1) {
				await expectNew(list, [list.addRow(), list.addRow(50 * MINUTE)]);
			}
			expect(await list.idsOf(2)).toEqual([]);
		},
	);

	test.each<[string, (rows: unknown[]) => unknown[]]>([
		['all rows', () => []],
		[
			'half of the rows',
			(rows) => rows.filter((row) => /"call_id":"\w*[02468]"/.test(JSON.stringify(row))),
		],
		['the latest rows', (rows) => rows.slice(0, 5)],
	])('that begins to leave out %s is not believed any more', async (_what, left) => {
		const list = await shuffled('honoured');
		await expectNew(list, [list.addRow()]);
		const { list: answer } = list;
		list.list = (query) => {
			const said = answer(query);
			const isFiltered = query.from !== undefined && 'body' in said;
			return isFiltered ? { body: left(said.body as unknown[]) } : said;
		};
		const added = [list.addRow(), list.addRow()];
		// The pass is somewhere in the list: it goes on from there first.
		expect((await list.idsOf(3)).sort()).toEqual(added);
		await expectNew(list, [list.addRow(), list.addRow()]);
	});

	test('is used also when more rows came lately than can be remembered', async () => {
		const list = await shuffled('honoured');
		for (let poll = 0; poll < 35; poll += 1) {
			list.calls.add(...Array.from({ length: 10 }, () => list.row()));
			await list.poll();
		}
		const added = list.addRow();
		expect(await list.ids()).toEqual([added]);
		expect(list.pages.some(({ from }) => from !== undefined)).toBe(true);
	});

	test('has the name that the user gives it', async () => {
		const manner = { order: orders.shuffled, cap: 100, filter: 'honoured' as const };
		const list = await settled(manner, COUNT, { 'advanced.dateFilterName': 'since' });
		list.addRow();
		await list.poll();
		expect(list.pages.some(({ since }) => since !== undefined)).toBe(true);
		expect(list.pages.some(({ from }) => from !== undefined)).toBe(false);
	});
});

describe('a date filter of a list whose rows have an end', () => {
	/** Rows are over after a minute if they are older than an hour. */
	test('is believed once it shows a row that is not over', async () => {
		const list = await shuffled('honoured', true);
		await list.idsOf(2);
		await expectNew(list, [list.addRow(), list.addRow(50 * MINUTE)]);
		expect(list.pages.length).toBeLessThan(ALL);
	});

	test.each([
		['no row says that it is not over', true, 0],
		['earlier rows come too', false, MINUTE],
	])(
		'that looks at the end is not believed, although every known row is in it: %s',
		async (_why, saysOpen, duration) => {
			const list = await shuffled('ended', saysOpen);
			const rows: FakeRow[] = [];
			list.calls.remove((row) => rows.push(row) > 0);
			// All rows that are known are over, and their ends are late enough.
			const over = rows.filter(({ ended }) => ended !== undefined);
			list.calls.add(...over.map((row) => ({ ...row, ended: (row.time ?? 0) + duration })));
			await list.idsOf(3);
			list.addRow(10 * MINUTE, { ended: list.now });
			await list.ids();
			await expectNew(list, [list.addRow(), list.addRow(0, { ended: list.now + 1 })]);
		},
	);

	test('rows may end, and the filter is still believed', async () => {
		const list = await shuffled('honoured', true);
		await list.idsOf(2);
		list.calls.remove(({ ended }) => ended === undefined);
		await list.idsOf(3);
		const time = list.now;
		await expectNew(list, [list.addRow(0, { time, ended: time + HOUR })]);
	});
});
