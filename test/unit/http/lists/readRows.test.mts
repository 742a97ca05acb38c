import type { Page } from '../../../../nodes/shared/http';
import {
	Identity,
	PageReader,
	pagesOf,
	readRows,
	RequestFailure,
} from '../../../../nodes/shared/http';
import {
	ChangingList,
	COUNTED,
	idsOf,
	idsTo,
	refusal,
	type ChangingListSettings,
} from './changingList.mts';

const list = (count: number, manner: ChangingListSettings['manner'] = {}) =>
	new ChangingList(count, { manner });

describe('readRows', () => {
	test('asks for no more than is wanted', async () => {
		const platform = list(537, COUNTED);
		expect(await readRows(platform.fetchPage, { wanted: 7 })).toHaveLength(7);
		expect(platform.requests).toMatchObject([{ limit: 7, offset: 0 }]);
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

	test('a list whose front is another one each time that it is read is an error in the end', async () => {
		let requests = 0;
		const changing = async (limit: number, offset: number): Promise<Page> => {
			requests += 1;
			if (requests > 200) throw new Error('no end');
			if (offset > 1_000_000) return { rows: [] };
			const ids = offset === 0 ? [`first${requests}`, 'a', 'b'] : ['c'];
			return { rows: ids.slice(0, limit).map((id) => ({ id })) };
		};
		await expect(readRows(changing)).rejects.toBeInstanceOf(RequestFailure);
		expect(requests).toBeLessThan(70);
	});
});

describe('PageReader', () => {
	const readerOf = (max: number, status = 422, size?: number) => {
		const asked: number[] = [];
		const reader = new PageReader(async (limit) => {
			asked.push(limit);
			if (limit > max) throw refusal(status);
			return { rows: [] };
		}, size);
		return { reader, asked };
	};

	test.each([422, 400])('halves a size that is refused with %i', async (status) => {
		const { reader, asked } = readerOf(30, status);
		expect(await reader.page(0)).toEqual({ page: { rows: [] }, asked: 25 });
		await reader.page(25);
		expect(asked).toEqual([100, 50, 25, 25]);
	});

	test.each([422, 403])('the refusal of small pages, here with %i, is told', async (status) => {
		const asked: number[] = [];
		const reader = new PageReader(async (limit) => {
			asked.push(limit);
			throw refusal(limit > 10 ? 422 : status);
		});
		await expect(reader.page(0)).rejects.toMatchObject({ details: { status } });
		expect(asked).toEqual([100, 50, 25, 12, 10]);
	});

	test.each([404, 500, undefined])('does not ask for less after %j', async (status) => {
		const failure = new RequestFailure('no', '', { status, arrival: 'answered' });
		const asked: number[] = [];
		const reader = new PageReader(async (limit) => {
			asked.push(limit);
			throw failure;
		});
		await expect(reader.page(0)).rejects.toBe(failure);
		expect(asked).toEqual([100]);
	});

	test('grows to large pages, and comes back to what was accepted', async () => {
		const { reader, asked } = readerOf(100);
		await reader.page(0);
		reader.grow();
		await reader.page(100);
		reader.grow();
		await reader.page(200);
		expect(asked).toEqual([100, 1000, 100, 100]);
	});
});

describe('pagesOf', () => {
	test('goes on behind a total, and a page that is shorter, if the platform says that more follow', async () => {
		const platform = new ChangingList(20, {
			pageOf: (page, { offset }) => {
				const rows = page.rows.slice(0, offset === 0 ? 10 : 6);
				return { ...page, rows, total: 15, hasMore: offset + rows.length < 20 };
			},
		});
		const ids: string[] = [];
		for await (const { rows } of pagesOf(new PageReader(platform.fetchPage), new Identity())) {
			ids.push(...idsOf(rows));
		}
		expect(ids).toEqual(idsTo(20));
	});
});
