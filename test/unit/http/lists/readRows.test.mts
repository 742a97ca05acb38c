import type { FetchPage } from '../../../../nodes/shared/http';
import {
	Identity,
	PageReader,
	pagesOf,
	readRows,
	RequestFailure,
} from '../../../../nodes/shared/http';
import { ChangingList, idsOf, idsTo, refusal } from './changingList.mts';

describe('readRows', () => {
	test('asks for no more than is wanted', async () => {
		const platform = new ChangingList(537);
		expect(await readRows(platform.fetchPage, { wanted: 7 })).toHaveLength(7);
		expect(platform.requests).toMatchObject([{ limit: 7, offset: 0 }]);
	});

	test('reads on for a row that is kept, however few are wanted', async () => {
		const { fetchPage } = new ChangingList(30);
		const keeps = ({ id }: { id?: unknown }) => id === 'r20' || id === 'r21';
		expect(idsOf(await readRows(fetchPage, { wanted: 1, keeps }))).toEqual(['r20']);
	});

	test('a refusal that is not about the page size is told as it is', async () => {
		const refuse = async () => {
			throw new RequestFailure('from: is not a date', '', { status: 422, arrival: 'answered' });
		};
		await expect(readRows(refuse)).rejects.toThrow('from: is not a date');
	});

	test('a list without pages or identifiers is read once', async () => {
		let requests = 0;
		const rows = await readRows(async () => {
			requests += 1;
			if (requests > 50) throw new Error('no end');
			return { rows: [{ amount: 1 }, { amount: 2 }] };
		});
		expect(rows).toEqual([{ amount: 1 }, { amount: 2 }]);
	});
});

describe('PageReader', () => {
	/** A platform that may refuse a limit. */
	const readerOf = (failureOf: (limit: number) => RequestFailure | undefined) => {
		const asked: number[] = [];
		const reader = new PageReader(async (limit) => {
			asked.push(limit);
			const failure = failureOf(limit);
			if (failure) throw failure;
			return { rows: [] };
		});
		return { reader, asked };
	};
	const above = (most: number, status: number) => (limit: number) =>
		limit > most ? refusal(status) : undefined;

	test.each([422, 400])('halves a size that is refused with %i', async (status) => {
		const { reader, asked } = readerOf(above(30, status));
		expect(await reader.page(0)).toEqual({ page: { rows: [] }, asked: 25 });
		await reader.page(25);
		expect(asked).toEqual([100, 50, 25, 25]);
	});

	test.each<[string, (limit: number) => number | undefined, number[]]>([
		['the refusal of small pages', () => 422, [100, 50, 25, 12, 10]],
		['another refusal of small pages', (limit) => (limit > 10 ? 422 : 403), [100, 50, 25, 12, 10]],
		['status 404, without smaller pages', () => 404, [100]],
		['an error without a status, without smaller pages', () => undefined, [100]],
	])('tells %s', async (_what, statusOf, pages) => {
		const { reader, asked } = readerOf((limit) => refusal(statusOf(limit)));
		await expect(reader.page(0)).rejects.toMatchObject({ details: { status: statusOf(10) } });
		expect(asked).toEqual(pages);
	});

	test('grows to large pages, and comes back to what was accepted', async () => {
		const { reader, asked } = readerOf(above(100, 422));
		await reader.page(0);
		reader.grow();
		await reader.page(100);
		reader.grow();
		await reader.page(200);
		expect(asked).toEqual([100, 1000, 100, 100]);
	});

	test('comes back to no size of which a single page was', async () => {
		const { reader, asked } = readerOf(above(100, 422));
		await reader.page(0);
		await reader.page(99, 1);
		reader.grow();
		await reader.page(100);
		expect(asked).toEqual([100, 1, 1000, 100]);
	});
});

describe('pagesOf', () => {
	test('goes on behind a total, and a page that is shorter, if the platform says that more follow', async () => {
		const { fetchPage } = new ChangingList(20, { total: 15, tellsMore: true });
		const shorter: FetchPage = async (_limit, offset) =>
			await fetchPage(offset === 0 ? 10 : 6, offset);
		const ids: string[] = [];
		for await (const { rows } of pagesOf(new PageReader(shorter), new Identity())) {
			ids.push(...idsOf(rows));
		}
		expect(ids).toEqual(idsTo(20));
	});
});
