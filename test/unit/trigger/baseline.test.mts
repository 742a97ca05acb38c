import type { IDataObject } from 'n8n-workflow';
import { bounds } from '../../../nodes/VoiceAgentTrigger/bounds';
import { TriggerState } from '../../../nodes/VoiceAgentTrigger/state';
import type { FakeRow, Manner } from './fakeList.mts';
import { FakeList, GrowingList, HOUR, MINUTE, orders, shuffled } from './fakeList.mts';
import type { Answer } from './fakeWatch.mts';
import { useBounds } from './useBounds.mts';

const DAY = 24 * HOUR;

/** A list that no trigger has polled. */
function untouched(manner: Manner, count: number, parameters: IDataObject = {}): GrowingList {
	const list = new GrowingList(new FakeList(manner), parameters, 3);
	list.calls.add(
		...Array.from({ length: count }, (_entry, index) => list.row((count - index) * MINUTE)),
	);
	return list;
}

/** Answers one page after the other in its own way. */
function answering(list: GrowingList, change: (answer: Answer, page: number) => Answer): void {
	const { list: answer } = list;
	let page = 0;
	list.list = (query) => {
		page += 1;
		return change(answer(query), page);
	};
}

const without = (part: (rows: unknown[]) => unknown[]) => (answer: Answer) =>
	'body' in answer ? { body: part(answer.body as unknown[]) } : answer;

describe('the first poll', () => {
	test.each(Object.keys(orders) as Array<keyof typeof orders>)(
		'%s: emits nothing, and what is there is old',
		async (order) => {
			const list = untouched({ order: orders[order] }, 500);
			expect(await list.ids()).toEqual([]);
			expect(list.state.isReady).toBe(true);
			expect(await list.idsOf(5)).toEqual([]);
			const added = list.addRow();
			expect(await list.ids()).toEqual([added]);
		},
	);

	test('of an empty list: the first row is new', async () => {
		const list = untouched({ order: orders.newest }, 0);
		await list.ids();
		const added = list.addRow(300 * DAY);
		expect(await list.ids()).toEqual([added]);
	});

	test.each<[string, (answer: Answer, page: number) => Answer]>([
		['is empty at first', (answer, page) => (page === 1 ? { body: [] } : answer)],
		[
			'is short at first',
			(answer, page) => (page <= 2 ? without((rows) => rows.slice(0, 20))(answer) : answer),
		],
		[
			'lacks rows at first',
			(answer, page) => (page === 1 ? without((rows) => rows.slice(30))(answer) : answer),
		],
	])('of a list that %s: nothing old is emitted', async (_what, change) => {
		const list = untouched({ order: orders.shuffled }, 500);
		answering(list, change);
		expect(await list.idsOf(6)).toEqual([]);
		const added = list.addRow();
		expect(await list.ids()).toEqual([added]);
	});

	test('fails if no two readings agree', async () => {
		const list = untouched({ order: orders.newest }, 0);
		let number = 0;
		list.list = ({ offset = 0 }) => {
			number += 1;
			const time = Date.parse('2026-01-01T00:00:00Z') - number * DAY;
			const row = { call_id: `call_${number}`, created_at: new Date(time).toISOString() };
			return { body: Number(offset) === 0 ? [row] : [] };
		};
		await expect(list.ids()).rejects.toThrow('lists other calls each time');
		expect(list.saved).toBeUndefined();
	});

	test.each([
		['nothing', 0],
		['a row from the future', 1],
	])(
		'takes rows that come while it reads: they are no surprise beside %s',
		async (_what, count) => {
			const list = untouched({ order: orders.newest }, 500);
			for (let row = 0; row < count; row += 1) list.addRow(-300 * DAY);
			answering(list, (answer, page) => {
				if (page % 2 === 0) list.addRow(-page);
				return answer;
			});
			await list.ids();
			expect(list.state.isReady).toBe(true);
		},
	);
});

describe('the baseline of a long list', () => {
	useBounds({ maxKnown: 300 });

	test.each([
		['newest', {}],
		['oldest', {}],
		['oldest', { total: (count: number) => count }],
		['oldest', { end: 'lastPage' }],
		['shuffled', {}],
		['grouped', {}],
	] as const)(
		'%s %j: remembers not much more than it may, and emits nothing old',
		async (order, more) => {
			const list = untouched({ order: orders[order], cap: 100, ...more }, 1_500);
			await list.begin();
			expect(list.state.known.size).toBeLessThanOrEqual(2 * 300);
			expect(await list.idsOf(5)).toEqual([]);
			expect(list.state.isWhole).toBe(false);
			const added = [list.addRow(), list.addRow(50 * MINUTE)];
			expect((await list.idsOf(3)).sort()).toEqual(added);
		},
	);

	test.each(['shuffled', 'grouped'] as const)(
		'%s: too little time is an error that says what to do, and nothing is old by then',
		async (order) => {
			const list = untouched({ order: orders[order], cap: 100 }, 1_300);
			list.maxPages = 20;
			await expect(list.ids()).rejects.toThrow('cannot be read in the time of one poll');
			expect(list.saved).toBeUndefined();
			list.maxPages = 60;
			expect(await list.ids()).toEqual([]);
			const added = list.addRow();
			expect(await list.ids()).toEqual([added]);
		},
	);

	test.each(['newest', 'oldest'] as const)(
		'%s first: of a slow platform the latest rows are learned',
		async (order) => {
			const list = untouched({ order: orders[order], cap: 100, total: Number }, 6_000);
			Object.assign(bounds, { maxKnown: 3_500 });
			list.maxPages = 60;
			expect(await list.ids()).toEqual([]);
			expect(list.state.isWhole).toBe(false);
			const added = list.addRow();
			expect(await list.ids()).toEqual([added]);
		},
	);

	test('the last part of it has no times: it becomes complete all the same', async () => {
		// Those without a time are the last ones.
		const order = (one: FakeRow, other: FakeRow) =>
			Number(one.time === undefined) - Number(other.time === undefined) || shuffled(one, other);
		const list = untouched({ order, cap: 100 }, 1_000);
		list.calls.add(...Array.from({ length: 600 }, () => list.row(0, { time: undefined })));
		await list.begin();
		const added = list.addRow();
		expect(await list.idsOf(5)).toEqual([added]);
	});

	test('rows without a time, deep in a list that is sorted, are not new', async () => {
		const list = untouched({ order: (one, other) => placeOf(one) - placeOf(other) }, 0);
		const placeOf = ({ group = 0 }: FakeRow) => group;
		list.calls.add(
			...Array.from({ length: 2_000 }, (_entry, index) =>
				list.row(index * MINUTE, {
					group: index,
					...(index > 1_500 && index % 2 && { time: undefined }),
				}),
			),
		);
		await list.begin();
		expect(await list.idsOf(40)).toEqual([]);
	});
});

describe('Start From', () => {
	const startFrom = (list: GrowingList, age: number) => {
		list.saved = TriggerState.begin('scope', list.now - age).toJSON();
	};

	test.each(Object.keys(orders) as Array<keyof typeof orders>)(
		'%s: what is since then is emitted once, and nothing before it',
		async (order) => {
			const list = untouched({ order: orders[order] }, 500);
			startFrom(list, 60 * MINUTE);
			const first = await list.ids();
			expect(first).toEqual([...first].sort());
			const wanted = Array.from({ length: 60 }, (_entry, index) => `call_${440 + index}`);
			expect([...first, ...(await list.idsOf(3))].sort()).toEqual(wanted);
		},
	);

	test('needs times', async () => {
		const list = untouched({ order: orders.newest }, 0);
		list.calls.add(list.row(0, { time: undefined }));
		startFrom(list, 60 * MINUTE);
		await expect(list.ids()).rejects.toThrow('does not say when its calls were made');
	});
});
