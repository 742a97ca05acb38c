import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import {
	Identity,
	PageReader,
	pagesOf,
	readRows,
	RequestFailure,
} from '../../../../nodes/shared/http';
import { runs } from '../../../scale.mts';
import {
	ChangingList,
	idsOf,
	idsTo as all,
	refusal,
	type Change,
	type ChangingListSettings,
	type Request,
} from './changingList.mts';

/** Each page begins with the last row of the one before. */
const joined = (pages: number, size = 100) =>
	Array.from({ length: pages }, (_, index) => index * (size - 1));

/** A list that takes some time to answer, so that requests can be under way together. */
const list = (count: number, settings: ChangingListSettings = {}) =>
	new ChangingList(count, { delays: [3], ...settings });

const refusesMoreThan = (bearable: number, status: number) => (request: Request) =>
	request.underWay > bearable ? refusal(status) : undefined;

/** As the trigger reads: one page after the other, without anything read ahead or twice. */
async function oneByOne({ fetchPage }: ChangingList): Promise<string[] | RequestFailure> {
	const rows: string[] = [];
	try {
		for await (const page of pagesOf(new PageReader(fetchPage), new Identity())) {
			rows.push(...idsOf(page.rows));
		}
		return rows;
	} catch (error) {
		if (error instanceof RequestFailure) return error;
		throw error;
	}
}

const readAhead = ({ fetchPage }: ChangingList) =>
	pagesOf(new PageReader(fetchPage), new Identity(), {
		keeping: { wanted: Infinity, parallel: 5 },
	});

describe('a list whose total is proven', () => {
	test('is read with eight requests at a time, and with none that is not needed', async () => {
		const platform = list(1_500);
		expect(idsOf(await readRows(platform.fetchPage))).toEqual(all(1_500));
		expect(platform.mostUnderWay).toBe(8);
		expect(platform.requests.map(({ offset }) => offset)).toEqual(joined(16));
	});

	test('is not read by its trigger, or for a search, ahead of time', async () => {
		const platform = list(1_500);
		expect(await oneByOne(platform)).toEqual(all(1_500));
		expect(platform.mostUnderWay).toBe(1);
	});

	test('has no more pages in memory than are under way', async () => {
		// The first of each five is the last to be answered.
		const platform = list(3_000, { delays: [40, 0, 0, 0, 0] });
		let read = 0;
		const pages = readAhead(platform);
		for await (const { rows } of pages) {
			read += 1;
			expect(rows.length).toBeLessThanOrEqual(100);
			expect(platform.requests.length).toBeLessThanOrEqual(read + 5);
		}
		expect(read).toBe(31);
	});

	test('leaves nothing under way when its reader stops', async () => {
		const platform = list(3_000, { delays: [1, 1, 1, 1, 30] });
		const pages = readAhead(platform);
		for (let page = 0; page < 4; page += 1) await pages.next();
		await pages.return(undefined);
		const asked = platform.requests.length;
		const probe = await platform.fetchPage(1, 0);
		expect(probe.rows).toHaveLength(1);
		expect(platform.requests.at(-1)?.underWay).toBe(1);
		expect(platform.requests).toHaveLength(asked + 1);
	});
});

describe('one page at a time, where nothing is proven', () => {
	test.each<[string, ChangingListSettings]>([
		['no total', { total: 'none' }],
		['a total that is too small', { total: 150 }],
	])('%s', async (_what, settings) => {
		const platform = list(700, settings);
		expect(await readRows(platform.fetchPage)).toHaveLength(700);
		expect(platform.mostUnderWay).toBe(1);
	});
});

describe('what is not as expected', () => {
	test.each([429, 500, 503])('%i for parallel requests: then one at a time', async (status) => {
		const platform = list(3_000, { failure: refusesMoreThan(2, status) });
		expect(idsOf(await readRows(platform.fetchPage))).toEqual(all(3_000));
		const parallel = platform.requests.filter(({ underWay }) => underWay > 1);
		// Those that were under way when the first one was refused.
		expect(parallel.length).toBeLessThanOrEqual(9);
	});

	test('a page that fails also in its turn is the error', async () => {
		const platform = list(3_000, {
			failure: ({ offset }) => (offset >= 990 ? refusal(500) : undefined),
		});
		await expect(readRows(platform.fetchPage)).rejects.toMatchObject({ details: { status: 500 } });
		expect(platform.requests.at(-1)).toMatchObject({ offset: 990, underWay: 1 });
	});
});

describe('any list', () => {
	const place = fc.integer({ min: 0, max: 1000 });
	const unchanged: Change = { kind: 'none', place: 0 };
	const inFront = fc.constantFrom<Change>(unchanged, { kind: 'insert', place: 0 });
	const changesOf = (...kinds: Array<Change['kind']>) =>
		fc.array(fc.oneof(inFront, fc.record({ kind: fc.constantFrom(...kinds), place })), {
			maxLength: 60,
		});
	const delays = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 12 });
	const parallel = fc.integer({ min: 1, max: 10 });
	const count = fc.integer({ min: 0, max: 700 });
	const size = fc.integer({ min: 10, max: 100 });
	const totals = fc.constantFrom('right' as const, 'right' as const, 'none' as const);
	const busy = fc.constantFrom(429, 500, 503);

	test('that does not change is the same as read one page at a time, whatever is said about it', async () => {
		const option = <T,>(value: T, some: fc.Arbitrary<T>) => fc.oneof(fc.constant(value), some);
		await fc.assert(
			fc.asyncProperty(
				fc.record({
					count,
					delays,
					parallel,
					said: fc.oneof(totals, fc.integer({ min: 0, max: 2_000 })),
					busy,
					bearable: fc.integer({ min: 1, max: 9 }),
					brokenFrom: option(Infinity, fc.integer({ min: 1, max: 2_000 })),
					pageSize: option(1_000, fc.integer({ min: 1, max: 120 })),
					refusedAbove: option(Infinity, size),
					tellsMore: fc.boolean(),
					wanted: option(Infinity, fc.integer({ min: 1, max: 1_500 })),
				}),
				async ({ count: length, said, wanted, ...of }) => {
					const settings: ChangingListSettings = {
						delays: of.delays,
						pageSize: of.pageSize,
						tellsMore: of.tellsMore,
						total: said,
						failure: ({ limit, offset, underWay }) => {
							if (underWay > of.bearable) return refusal(of.busy);
							if (limit > of.refusedAbove) return refusal(422);
							// A row that the platform cannot show.
							return Math.min(offset + limit, length) > of.brokenFrom ? refusal(500) : undefined;
						},
					};
					const one = await oneByOne(new ChangingList(length, settings));
					const platform = new ChangingList(length, settings);
					const read = await readRows(platform.fetchPage, { parallel: of.parallel, wanted }).catch(
						(error: unknown) => error,
					);
					// Whoever keeps all rows compares them with the total at the end.
					const isShort = read instanceof RequestFailure && /Only/.test(read.message);
					if (isShort) expect(said).toBeGreaterThan(length);
					else if (read instanceof RequestFailure) expect(one).toBeInstanceOf(RequestFailure);
					else if (one instanceof RequestFailure)
						// Fewer rows can be had, although not all can.
						expect(idsOf(read as IDataObject[])).toEqual(all(length).slice(0, wanted));
					else expect(idsOf(read as IDataObject[])).toEqual(one.slice(0, wanted));
					expect(platform.mostUnderWay).toBeLessThanOrEqual(Math.min(of.parallel, 8));
				},
			),
			runs('sequences'),
		);
	});

	/** What changes, and how the platform is: its pages of more than one row, which have one in common. */
	const growing = fc.record({
		length: count,
		changes: changesOf('insert', 'update'),
		largest: size,
		pageSize: fc.constantFrom(1_000, 1_000, 100, 37, 7),
		tellsMore: fc.boolean(),
		total: totals,
	});
	const shrinking = fc.record({
		length: fc.integer({ min: 250, max: 900 }),
		changes: changesOf('insert', 'update', 'remove', 'remove').map((some) => [
			...[unchanged, unchanged],
			...some,
		]),
		largest: fc.constant(1_000),
	});

	test.each<[string, fc.Arbitrary<{ length: number; largest: number } & ChangingListSettings>]>([
		['to which rows are added loses none that was there all the time', growing],
		['from which rows are removed as well loses no other, once two pages are read', shrinking],
	])('%s', async (_what, lists) => {
		const bearable = fc.integer({ min: 1, max: 9 });
		await fc.assert(
			fc.asyncProperty(
				lists,
				fc.record({ delays, parallel, busy, bearable }),
				async ({ length, largest, ...settings }, of) => {
					const platform = new ChangingList(length, {
						...settings,
						delays: of.delays,
						failure: (request) =>
							refusesMoreThan(of.bearable, of.busy)(request) ??
							(request.limit > largest ? refusal(422) : undefined),
					});
					const read = await readRows(platform.fetchPage, of).catch((error: unknown) => error);
					// As many rows came as went: nobody can tell that from a list that is not given as a whole.
					if (read instanceof RequestFailure) {
						expect(read.message).toMatch(/^Only \d+ of/);
						expect(platform.removed).toBeGreaterThan(0);
						return;
					}
					// Nothing that was there all the time is missing, and nothing comes twice.
					const known = new Set(idsOf(read as IDataObject[]));
					expect(read).toHaveLength(known.size);
					expect([...platform.lasting].filter((id) => !known.has(id))).toEqual([]);
				},
			),
			runs('sequences'),
		);
	});
});
