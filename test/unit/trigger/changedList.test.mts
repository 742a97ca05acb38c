import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { bounds } from '../../../nodes/VoiceAgentTrigger/bounds';
import { runs } from '../../scale.mts';
import { newRowEvent } from './fakeList.mts';
import { useBounds } from './useBounds.mts';
import { Polls } from './fakeWatch.mts';

/*
 * What surrounds the rows changes: how often and by which name a row is listed, whose list it is, what the platform says about its end.
 */

const MINUTE = 60_000;
const UUIDS = Array.from(
	{ length: 700 },
	(_entry, index) => `0b9d${String(index).padStart(4, '0')}-51c2-4a6e-9f1d-5f0c2f6a7e11`,
);

/** A trigger that polls a list of calls, the newest first unless its rows are in another order. */
class Calls extends Polls {
	private count = 0;

	constructor() {
		super(newRowEvent);
	}

	row(ageMinutes: number): IDataObject {
		this.count += 1;
		const time = new Date(this.now - ageMinutes * MINUTE).toISOString();
		return { call_id: UUIDS[this.count], created_at: time };
	}

	/** So many calls of the last hours. */
	fill(count: number, minutes = 5): this {
		this.rows = Array.from({ length: count }, (_entry, index) => this.row((index + 1) * minutes));
		return this;
	}

	add(): string {
		const row = this.row(0);
		this.rows = [row, ...this.rows];
		return String(row.call_id);
	}

	async ids(): Promise<string[]> {
		return (await this.poll()).map(({ call_id: one, id }) => String(one ?? id));
	}
}

const listed = (calls: Calls, change: (row: IDataObject, index: number) => IDataObject[]) => {
	calls.list = ({ limit, offset = 0 }) => ({
		body: calls.rows.flatMap(change).slice(Number(offset), Number(offset) + Number(limit)),
	});
};

describe('a row that is listed twice', () => {
	test('in any answers, with other fields: no old row is emitted, and each new one once', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 120 }),
				fc.integer({ min: 1, max: 30 }),
				fc.integer({ min: 1, max: 3 }),
				fc.boolean(),
				async (count, every, times, fromTheStart) => {
					const calls = new Calls().fill(count);
					const twice = () =>
						listed(calls, (row, index) =>
							index % every > 0
								? [row]
								: Array.from({ length: times }, (_entry, tag) => ({ ...row, tag })),
						);
					if (fromTheStart) twice();
					expect(await calls.ids()).toEqual([]);
					twice();
					expect(await calls.ids()).toEqual([]);
					const added = [calls.add(), calls.add()];
					expect((await calls.ids()).sort()).toEqual(added.sort());
					expect([...(await calls.ids()), ...calls.said]).toEqual([]);
				},
			),
			runs('sequences'),
		);
	});
});

test.each<[string, (row: IDataObject) => IDataObject]>([
	[
		'are written in capital letters',
		(row) => ({ ...row, call_id: String(row.call_id).toUpperCase() }),
	],
	['are under another name', ({ call_id: id, ...row }) => ({ ...row, id })],
	[
		'are in objects of another shape',
		({ call_id: callId, ...row }) => ({ callId, ...row, more: 1 }),
	],
])('identifiers that %s from now on: no old row is emitted', async (_what, change) => {
	const calls = new Calls().fill(40);
	await calls.poll();
	listed(calls, (row) => [change(row)]);
	expect(await calls.poll()).toEqual([]);
	calls.add();
	expect(await calls.poll()).toHaveLength(1);
	expect(calls.said).toEqual([]);
});

describe('the list of another account', () => {
	test.each([2, 100, 212])(
		'with %d calls: they are learned, and that is said once',
		async (count) => {
			const calls = new Calls().fill(30);
			await calls.poll();
			await calls.poll();
			const first = calls.rows;
			calls.fill(count, 70);
			expect([...(await calls.ids()), ...(await calls.ids())]).toEqual([]);
			expect(calls.said).toEqual([expect.stringMatching('lists other calls than before')]);
			const added = calls.add();
			expect(await calls.ids()).toEqual([added]);
			// And back again: what is known stays known.
			calls.rows = first;
			expect(await calls.ids()).toEqual([]);
		},
	);

	test('is noticed behind more late rows than a poll emits', async () => {
		const calls = new Calls().fill(30, 60);
		await calls.poll();
		calls.batchSize = 100;
		// All of the last day, when the last known call was made; and some that are older.
		calls.now += 24 * 60 * MINUTE;
		calls.fill(600, 3);
		expect([...(await calls.ids()), ...(await calls.ids())]).toEqual([]);
		expect(calls.said).toEqual([expect.stringMatching('lists other calls than before')]);
	});

	test('is not looked for without end after a long pause: the first rows are emitted then', async () => {
		const calls = new Calls().fill(30);
		await calls.poll();
		calls.batchSize = 100;
		const known = calls.rows;
		calls.now += 24 * 60 * MINUTE;
		calls.rows = [...new Calls().fill(3_000, 0.1).rows, ...known];
		calls.rows.forEach((row, index) =>
			Object.assign(row, index < 3_000 && { call_id: `n${index}` }),
		);
		calls.maxPages = 10;
		expect(await calls.ids()).toHaveLength(100);
	});

	test('is not a list of which all rows are gone: its new rows are emitted', async () => {
		const calls = new Calls().fill(30);
		await calls.poll();
		await calls.poll();
		calls.rows = [];
		const added = [calls.add(), calls.add()];
		expect((await calls.ids()).sort()).toEqual(added.sort());
	});

	test('is not a list without times that only shows what is still to be done', async () => {
		const calls = new Calls().fill(30);
		listed(calls, ({ call_id: id }) => [{ call_id: id, status: 'completed' }]);
		expect(await calls.ids()).toEqual([]);
		calls.rows = calls.rows.slice(0, 2);
		expect([await calls.ids(), await calls.ids()]).toEqual([[], []]);
		calls.rows = [];
		const added = Array.from({ length: 8 }, () => calls.add());
		expect((await calls.ids()).toSorted()).toEqual(added.toSorted());
	});

	test('whose calls have no times: learned, too', async () => {
		const calls = new Calls();
		const undated = (from: number) =>
			UUIDS.slice(from, from + 50).map((id) => ({ call_id: id, status: 'completed' }));
		calls.rows = undated(0);
		await calls.poll();
		await calls.poll();
		calls.rows = undated(100);
		expect([...(await calls.ids()), ...(await calls.ids())]).toEqual([]);
	});
});

describe('an activation whose first answer hides the rows', () => {
	test('has_more: it fails, and nothing is old yet', async () => {
		const calls = new Calls().fill(3);
		calls.list = () => ({ body: { calls: [], has_more: true } });
		await expect(calls.ids()).rejects.toThrow('lists no calls, and says that there are');
		expect(calls.saved).toBeUndefined();
	});

	/** The activation gets a total and no rows. Later there are 5 rows, and a total. */
	async function laterIds(total: number) {
		const calls = new Calls();
		calls.list = () => ({ body: { calls: [], total: 180 } });
		await calls.poll();
		expect(calls.said.join()).toContain('lists no calls, and says that there are 180');
		calls.fill(5);
		calls.list = ({ limit, offset = 0 }) => ({
			body: { calls: calls.rows.slice(Number(offset), Number(offset) + Number(limit)), total },
		});
		return await calls.ids();
	}

	test('a total that counts other calls: the first ones that are listed are new', async () => {
		expect(await laterIds(185)).toHaveLength(5);
	});

	test.each([5, 180, 184])('a total of calls that were hidden: %d are there', async (total) => {
		expect(await laterIds(total)).toEqual([]);
	});
});

describe('a platform that gives only the first rows of its list', () => {
	useBounds({ maxKnown: 350 });
	const WINDOW = 700;

	type Facts = (calls: number) => object;

	const facts: Array<[string, Facts]> = [
		['a total', (total) => ({ total })],
		['has_more', () => ({ has_more: true })],
	];
	const lastPage = -1;
	const ENDS: Array<[string, number | undefined]> = [
		...[400, 404, 416, 422].map((status): [string, number] => [`a refusal (${status})`, status]),
		['no rows', undefined],
		['the last page again', lastPage],
	];

	/** The oldest calls first. What it says of the end of the list is said on every page. */
	const windowed = (count: number, says: Facts, end: number | undefined) => {
		const calls = new Calls();
		const list = { count };
		calls.list = ({ limit, offset }) => {
			const reach = Math.min(list.count, WINDOW);
			const isBehind = Number(offset) >= reach;
			if (isBehind && end !== undefined && end !== lastPage) return { status: end };
			const start = isBehind && end === lastPage ? reach - Number(limit) : Number(offset);
			const length = Math.max(0, Math.min(Number(limit), reach - start));
			const page = Array.from({ length }, (_entry, index) => ({
				call_id: `call_${start + index}`,
				created_at: new Date(calls.now - (20_000 - start - index) * MINUTE).toISOString(),
			}));
			const isMore = start + length < list.count;
			return { body: { calls: page, ...(isMore && says(list.count)) } };
		};
		return { calls, list };
	};

	const cases = ENDS.flatMap(([behind, end]) =>
		facts.map(([said, says]) => [behind, said, end, says] as const),
	);

	test.each(cases)(
		'%s behind them, and %s that tells of more: that is said at the activation, and once',
		async (_behind, _said, end, says) => {
			const { calls } = windowed(2_000, says, end);
			for (let poll = 0; poll < 4; poll += 1) expect(await calls.ids()).toEqual([]);
			expect(calls.said).toEqual([
				expect.stringMatching(/lists 700 calls, and says that there are (2,000|more)$/),
			]);
		},
	);

	test.each(cases)(
		'%s behind them, and %s: what is there of the new calls is emitted, and the rest is said, more of it once more',
		async (_behind, said, end, says) => {
			const { calls, list } = windowed(690, says, end);
			await calls.ids();
			expect(calls.said).toEqual([]);
			list.count = 720;
			expect(await calls.ids()).toHaveLength(10);
			await calls.ids();
			list.count = 1_600;
			await calls.ids();
			await calls.ids();
			expect(calls.said).toEqual(
				(said === 'a total' ? ['720', '1,600'] : ['more']).map((count) =>
					expect.stringMatching(`lists 700 calls, and says that there are ${count}$`),
				),
			);
		},
	);

	test.each(ENDS)('%s behind all of them: nothing is missing', async (_behind, end) => {
		const { calls } = windowed(WINDOW, (total) => ({ total }), end);
		for (let poll = 0; poll < 4; poll += 1) expect(await calls.ids()).toEqual([]);
		expect(calls.said).toEqual([]);
	});

	test('the newest first: old calls that are listed later, because others were deleted, stay old', async () => {
		const calls = new Calls().fill(300, 30);
		calls.list = ({ limit, offset = 0 }) => ({
			body: {
				calls: calls.rows.slice(0, 100).slice(Number(offset), Number(offset) + Number(limit)),
				total: calls.rows.length,
			},
		});
		expect(await calls.ids()).toEqual([]);
		calls.rows = calls.rows.filter((_row, index) => index % 2 === 0);
		expect(await calls.ids()).toEqual([]);
		const added = calls.add();
		expect(await calls.ids()).toEqual([added]);
		// What is behind them is older than any call can be that comes.
		expect(calls.said).toEqual([]);
	});
});

test('a platform that is too slow to be read at the activation: an error, and what comes until it is read is not lost in silence', async () => {
	const calls = new Calls().fill(150, 1);
	const cut = calls.list;
	// In no order.
	calls.list = (query) => cut({ ...query, limit: 10 });
	calls.rows = calls.rows.map((_row, index) => calls.rows[(index * 7) % 150]!);
	calls.maxPages = 20;
	await expect(calls.ids()).rejects.toThrow('cannot be read in the time of one poll');
	expect(calls.saved).toBeUndefined();
});

test('a list that begins at a date which moves on: new rows are emitted once, and rows that have left it are forgotten', async () => {
	const calls = new Calls();
	const { maxKnown } = bounds;
	Object.assign(bounds, { maxKnown: 60 });
	calls.fill(40, 60);
	calls.list = ({ limit, offset = 0 }) => {
		const isListed = ({ created_at: time }: IDataObject) =>
			Date.parse(String(time)) > calls.now - 24 * 60 * MINUTE;
		return {
			body: calls.rows.filter(isListed).slice(Number(offset), Number(offset) + Number(limit)),
		};
	};
	expect(await calls.ids()).toEqual([]);
	for (let hour = 0; hour < 100; hour += 1) {
		const added = calls.add();
		expect(await calls.poll(60)).toMatchObject([{ call_id: added }]);
		expect(calls.state.known.size).toBeLessThanOrEqual(61);
	}
	expect(calls.said).toEqual([]);
	Object.assign(bounds, { maxKnown });
});
