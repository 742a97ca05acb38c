import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { FetchPage, Page } from '../../../../nodes/shared/http';
import {
	Identity,
	PageReader,
	pagesOf,
	readRows,
	RequestFailure,
} from '../../../../nodes/shared/http';
import { ListReader } from '../../../../nodes/shared/http/lists/listReader';
import { runs } from '../../../scale.mts';

/*
 * The three rules by which a list is read. Each platform here answers a request by its limit and its offset.
 */

const all = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ id: `r${index}` }));

type Answer = (limit: number, offset: number, number: number) => Page;

/** Reads the list, and notes the requests. */
async function read(answer: Answer, wanted?: number) {
	const requests: Array<[limit: number, offset: number]> = [];
	const rows = await readRows(
		async (limit, offset) => {
			requests.push([limit, offset]);
			if (requests.length > 500) throw new Error('There is no end to the requests');
			return answer(limit, offset, requests.length);
		},
		{ wanted },
	).catch((error: unknown) => error as RequestFailure);
	return { rows, requests, offsets: requests.map(([, offset]) => offset) };
}

/** What is given to who does not keep the rows. */
async function given(fetchPage: FetchPage): Promise<IDataObject[]> {
	const rows: IDataObject[] = [];
	for await (const page of pagesOf(new PageReader(fetchPage), new Identity()))
		rows.push(...page.rows);
	return rows;
}

/** A platform that counts rows, in pages of at most so many. */
const paged =
	(rows: readonly IDataObject[], size = 100, about: Partial<Page> = {}): Answer =>
	(limit, offset) => ({ rows: rows.slice(offset, offset + Math.min(limit, size)), ...about });

/** Reads pages of at most 100 rows of a list that changes before the requests with these numbers. */
async function readWhile(
	count: number,
	changes: Record<number, (rows: IDataObject[]) => unknown>,
	about: Partial<Page> = {},
) {
	const list = all(count);
	const answer: Answer = (limit, offset, number) => {
		changes[number]?.(list);
		return paged(list, 100, about)(limit, offset, number);
	};
	return { ...(await read(answer)), list };
}

const CHANGES = 'The list changes faster than it can be read';

describe('what follows a page', () => {
	test.each<[string, number, number, number[]]>([
		['a page begins with the last row of the page before', 250, 100, [0, 99, 198, 249]],
		['pages of 20 rows', 45, 20, [0, 19, 38, 44]],
		['pages of two rows', 4, 2, [0, 1, 2, 3]],
		['one row', 1, 100, [0, 1]],
		['no row', 0, 100, [0]],
	])('%s', async (_what, count, size, asked) => {
		const { rows, offsets } = await read(paged(all(count), size));
		expect(rows).toEqual(all(count));
		expect(offsets).toEqual(asked);
	});

	test('each second page is short, in a long list', async () => {
		const { rows } = await read((limit, offset, number) =>
			paged(all(300), number % 2 ? 10 : 4)(limit, offset, number),
		);
		expect(rows).toEqual(all(300));
	});

	test.each([1, 2, 3])('page %i came empty by mistake', async (empty) => {
		const { rows } = await read((limit, offset, number) =>
			number === empty + 1 ? { rows: [] } : paged(all(450))(limit, offset, number),
		);
		expect(rows).toEqual(all(450));
	});
});

describe('the end', () => {
	test.each<[string, number, Partial<Page>, number[]]>([
		['a short page with which the total is reached', 150, { total: 150 }, [0, 99]],
		['a full page is none: more may follow', 199, { total: 199 }, [0, 99, 198]],
		['a first page is none: its total may be the number of its rows', 40, { total: 40 }, [0, 39]],
		['a first page of which is said that nothing follows', 40, { total: 40, hasMore: false }, [0]],
		['that nothing follows is not enough', 150, { hasMore: false }, [0, 99, 149]],
		['a total that is too small is not reached', 250, { total: 150 }, [0, 99, 198, 249]],
	])('%s', async (_what, count, about, asked) => {
		const { rows, offsets } = await read(paged(all(count), 100, about));
		expect(rows).toEqual(all(count));
		expect(offsets).toEqual(asked);
	});

	test('a list with a total that grows as fast as it is read', async () => {
		const rows = all(250);
		const { rows: got, requests } = await read((limit, offset, number) => {
			rows.push({ id: `new${number}` });
			return paged(rows, 100, { total: rows.length })(limit, offset, number);
		});
		expect((got as IDataObject[]).slice(0, 250)).toEqual(all(250));
		expect(requests.length).toBeLessThan(60);
	});
});

describe('a list is counted at its end', () => {
	// A drop-down and a trigger read lists, too, and have no such options.
	const incomplete = (text: string) => ({
		message: expect.stringContaining(text),
		description: expect.not.stringMatching(/Return All|'Limit'/),
	});
	test.each<[string, string, Answer]>([
		['no row', 'Only 0 of 5 rows', () => ({ rows: [], total: 5 })],
		['no other page', 'Only 25 of 237 rows', () => ({ rows: all(25), total: 237 })],
		['more follow', 'Only 150 rows could be read, and', paged(all(150), 100, { hasMore: true })],
		['more follow no row', 'says that more follow', () => ({ rows: [], hasMore: true })],
	])('%s: an error, after the list was read once more', async (_what, text, answer) => {
		const { rows, offsets } = await read(answer);
		expect(rows).toMatchObject(incomplete(text));
		expect(offsets.filter((offset) => offset === 0).length).toBeGreaterThan(1);
	});

	test('rows that were removed while the list was read are no missing ones', async () => {
		const replaced = all(10).map(({ id }) => ({ id: `new ${id}` }));
		const change = (rows: IDataObject[]) => {
			rows.splice(120, 10);
			rows.unshift(...replaced);
		};
		const { rows, list } = await readWhile(150, { 2: change }, { total: 150 });
		expect(rows).toEqual(list);
	});

	test('an error behind a page is no end', async () => {
		const { rows } = await read((limit, offset, number) => {
			if (offset > 0) throw new RequestFailure('no', '', { status: 404, arrival: 'answered' });
			return paged(all(40))(limit, offset, number);
		});
		expect(rows).toMatchObject({ details: { status: 404 } });
	});
});

describe('a platform that does not count rows', () => {
	test.each([1, 2, 40, 140])('gives all %i rows whatever is asked for', async (count) => {
		const { rows, requests } = await read(() => ({ rows: all(count) }));
		expect(rows).toEqual(all(count));
		const second = Math.max(1, count - 1);
		expect(requests).toEqual([
			[100, 0],
			[100, second],
			[100, 0],
			[1, second],
		]);
	});

	const pages =
		(from: number): Answer =>
		(limit, offset) => {
			const start = Math.max(0, offset - from) * limit;
			return { rows: all(250).slice(start, start + limit) };
		};
	test.each<[string, Answer]>([
		['ignores the offset', (limit) => ({ rows: all(250).slice(0, limit) })],
		[
			'ignores the offset, and its total is that of the page',
			(limit) => ({ rows: all(40).slice(0, limit), total: Math.min(limit, 40) }),
		],
		['names the next page itself', (limit) => ({ rows: all(limit), hasMore: true })],
		['counts pages from 0', pages(0)],
		['counts pages from 1', pages(1)],
	])('%s: an error that says so', async (_what, answer) => {
		const { rows, requests } = await read(answer);
		expect(rows).toMatchObject({
			message: expect.stringContaining('same page again'),
			description: expect.stringMatching(
				/does not count rows.*number, link or cursor are not read/,
			),
			details: { arrival: 'answered', final: true },
		});
		expect(requests.length).toBeLessThan(50);
	});

	test.each([2, 7])('pages of one row, of %i rows: an error', async (count) => {
		const { rows, requests } = await read(paged(all(count), 1));
		expect(rows).toMatchObject({ message: 'The pages of the platform have a single row' });
		expect(requests).toHaveLength(4);
	});

	test('the same rows from some page on: an error', async () => {
		const { rows, requests } = await read((limit, offset, number) =>
			paged(all(200), 10)(limit, Math.min(offset, 20), number),
		);
		expect(rows).toMatchObject({ message: CHANGES });
		expect(requests.length).toBeLessThan(50);
	});
});

describe('rows are told apart', () => {
	test('a row that was changed and moved is one row', async () => {
		const move = (list: IDataObject[]) => list.push({ ...list.splice(3, 1)[0], status: 'new' });
		const { rows } = await readWhile(150, { 2: move });
		expect((rows as IDataObject[]).filter(({ id }) => id === 'r3')).toHaveLength(1);
	});

	test.each<[number, string | number]>([
		[0, 'org'],
		[100, 'org'],
		[0, 0],
	])('different rows with one ID, behind %i others: an error (%j)', async (before, id) => {
		const rows = [...all(before), { id, name: 'a' }, { id, name: 'b' }];
		expect((await read(paged(rows))).rows).toMatchObject({
			message: 'The platform sends the same ID for different rows',
			description: expect.stringContaining("the same 'id'"),
			details: { final: true },
		});
	});

	test.each<[string, IDataObject[]]>([
		['on one page', [{ amount: 1 }, { amount: 1 }]],
		['with an empty one', [1, 1].map((amount) => ({ id: null, amount }))],
		['on several pages', Array.from({ length: 300 }, (_, index) => ({ credits: index % 25 }))],
	])('equal rows without an identifier, %s, are several rows', async (_where, rows) => {
		for (const size of [25, 100]) expect((await read(paged(rows, size))).rows).toEqual(rows);
	});
});

test('what is read by who does not keep the rows needs the keys of two pages, and all rows are given once', async () => {
	const rows = all(3_000);
	const reader = new ListReader(
		new PageReader(async (limit, offset) => paged(rows, 50)(limit, offset, 0)),
		new Identity(),
	);
	const got: IDataObject[] = [];
	for await (const page of reader.pages()) {
		got.push(...page.rows);
		expect((Reflect.get(reader, 'known') as Set<string>).size).toBeLessThan(100);
	}
	expect(got).toEqual(rows);
});

test('who does not keep the rows gets each once, also if a short page came and rows in front of it went', async () => {
	const rows = all(40);
	let requests = 0;
	const got = await given(async (limit, offset) => {
		requests += 1;
		if (requests === 4) rows.splice(0, 5);
		return paged(rows, requests === 3 ? 3 : 10)(limit, offset, requests);
	});
	expect(got).toEqual(all(40));
});

describe('rows that come and go anywhere in the list, between any requests', () => {
	/** Each row that stays is read once, or by who forgets at least once, or the error says that the list changes. */
	async function readsStaying(
		[count, size, keeps]: [count: number, size: number, keeps: boolean],
		change: (rows: IDataObject[], request: number) => unknown,
	): Promise<void> {
		const rows = all(count);
		let requests = 0;
		const fetchPage: FetchPage = async (limit, offset) => {
			requests += 1;
			change(rows, requests);
			return paged(rows, size)(limit, offset, requests);
		};
		const reading = keeps ? readRows(fetchPage) : given(fetchPage);
		const got = await reading.catch((error: Error) => error);
		if (got instanceof Error) {
			expect(got.message).toBe(CHANGES);
			return;
		}
		const ids = got.map(({ id }) => `${id}`);
		if (keeps) expect(new Set(ids).size).toBe(ids.length);
		const staying = rows.map(({ id }) => `${id}`).filter((id) => !id.startsWith('new'));
		expect(ids).toEqual(expect.arrayContaining(staying));
	}

	test.each<[string, (length: number) => number]>([
		['at its front', () => 0],
		['in its middle', (length) => Math.floor(length / 2)],
		['at its end', (length) => length],
		['anywhere', (length) => (length * 7) % 11],
	])('a list that gains a row with each request %s', async (_what, placeOf) => {
		const gain = (rows: IDataObject[], request: number) =>
			request < 500 && rows.splice(placeOf(rows.length), 0, { id: `new ${request}` });
		for (const size of [2, 3, 10])
			for (const count of [1, 3, 40])
				for (const keeps of [true, false]) await readsStaying([count, size, keeps], gain);
	});

	/** Before a request, so many rows come, or go. A list that changes with each request in the right way can look like any other one. */
	const someComings = fc.uniqueArray(
		fc.record({
			before: fc.integer({ min: 1, max: 14 }),
			by: fc.integer({ min: -3, max: 3 }),
			/** Most of what comes and goes is in front: that moves all rows. */
			place: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true })),
		}),
		{ maxLength: 4, selector: ({ before }) => before },
	);
	const reader = fc.tuple(
		fc.integer({ min: 2, max: 20 }),
		fc.integer({ min: 2, max: 6 }),
		fc.boolean(),
	);

	test('whatever the size of a page', async () => {
		await fc.assert(
			fc.asyncProperty(reader, someComings, async (reading, comings) => {
				await readsStaying(reading, (rows, request) => {
					const coming = comings.find(({ before }) => before === request);
					const { by = 0, place = 0 } = coming ?? {};
					const added = all(Math.max(by, 0)).map(({ id }) => ({ id: `new ${request} ${id}` }));
					rows.splice(Math.round(place * rows.length), Math.max(-by, 0), ...added);
				});
			}),
			runs('values'),
		);
	});
});
