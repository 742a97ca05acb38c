import type { IDataObject } from 'n8n-workflow';
import type { Page } from '../../nodes/shared/http';
import { readRows, RequestFailure } from '../../nodes/shared/http';

interface Quirks {
	pageCap?: number;
	refuseAbove?: number;
	total?: boolean;
	ignoreOffset?: boolean;
	ignoreLimit?: boolean;
	insertPerPage?: number;
	withoutIds?: boolean;
}

/** A small server, with quirks that the API document does not exclude. */
function server(count: number, quirks: Quirks = {}) {
	const rows: IDataObject[] = Array.from({ length: count }, (_, index) =>
		quirks.withoutIds ? { n: index } : { id: `r${index}` },
	);
	let inserted = 0;
	const requests: Array<[limit: number, offset: number]> = [];
	const fetchPage = async (limit: number, offset: number): Promise<Page> => {
		requests.push([limit, offset]);
		if (quirks.refuseAbove !== undefined && limit > quirks.refuseAbove) {
			throw new RequestFailure('limit is too large', '', { status: 422, reach: 'answered' });
		}
		if (requests.length > 1) {
			for (let i = 0; i < (quirks.insertPerPage ?? 0); i += 1)
				rows.unshift({ id: `new${inserted++}` });
		}
		const size = quirks.ignoreLimit ? rows.length : Math.min(limit, quirks.pageCap ?? limit);
		const start = quirks.ignoreOffset ? 0 : offset;
		return { rows: rows.slice(start, start + size), total: quirks.total ? rows.length : undefined };
	};
	return { fetchPage, requests };
}

const idsOf = (rows: IDataObject[]) => rows.map(({ id }) => id as string);

describe('readRows', () => {
	test.each<[string, Quirks]>([
		['a total', { total: true }],
		['no total', {}],
		['pages capped below what was asked', { pageCap: 30 }],
		['pages capped, with a total', { pageCap: 30, total: true }],
		['a limit above 50 refused', { refuseAbove: 50 }],
		['any limit above 1 refused', { refuseAbove: 1 }],
		['paging unknown', { ignoreLimit: true, ignoreOffset: true }],
		['paging unknown, with a total', { ignoreLimit: true, ignoreOffset: true, total: true }],
	])('all 537 rows, each once: %s', async (_name, quirks) => {
		const rows = await readRows(server(537, quirks).fetchPage);
		expect(idsOf(rows)).toEqual(Array.from({ length: 537 }, (_, index) => `r${index}`));
	});

	test.each([1, 7, 60])(
		'%i rows appear at the front before each page: nothing is missing, no duplicates',
		async (insertPerPage) => {
			const ids = idsOf(await readRows(server(537, { insertPerPage, total: true }).fetchPage));
			expect(new Set(ids).size).toBe(ids.length);
			expect(ids.filter((id) => id.startsWith('r'))).toHaveLength(537);
		},
	);

	test('a page that repeats because a whole page of rows was added is not taken for an ignored offset', async () => {
		const { fetchPage } = server(250);
		const pushed = Array.from({ length: 100 }, (_, index) => ({ id: `new${index}` }));
		let requests = 0;
		const pushingBack = async (limit: number, offset: number): Promise<Page> => {
			requests += 1;
			if (requests === 1) return await fetchPage(limit, offset);
			const { rows } = await fetchPage(1000, 0);
			return { rows: [...pushed, ...rows].slice(offset, offset + limit) };
		};
		const ids = idsOf(await readRows(pushingBack));
		expect(ids.filter((id) => id.startsWith('r'))).toHaveLength(250);
	});

	test('an ignored offset is an error, not an endless loop', async () => {
		const { fetchPage, requests } = server(537, { ignoreOffset: true });
		await expect(readRows(fetchPage)).rejects.toThrow(/same page/);
		expect(requests.length).toBeLessThan(10);
	});

	test('an ignored offset does no harm when the first page is enough', async () => {
		expect(
			await readRows(server(537, { ignoreOffset: true }).fetchPage, { wanted: 50 }),
		).toHaveLength(50);
	});

	test('rows without identifiers that look alike are all kept', async () => {
		const page: Page = { rows: [{ amount: 1 }, { amount: 1 }] };
		expect(
			await readRows(async (_limit, offset) => (offset === 0 ? page : { rows: [] })),
		).toHaveLength(2);
	});

	test('a row that a page contains twice is returned once', async () => {
		const page: Page = { rows: [{ id: 'a' }, { id: 'a' }, { id: 'b' }] };
		expect(
			await readRows(async (_limit, offset) => (offset === 0 ? page : { rows: [] })),
		).toHaveLength(2);
	});

	test('asks for no more than is wanted', async () => {
		const { fetchPage, requests } = server(537, { total: true });
		expect(await readRows(fetchPage, { wanted: 7 })).toHaveLength(7);
		expect(requests).toEqual([[7, 0]]);
	});

	test('a refusal that is not about the page size is thrown unchanged', async () => {
		const refuse = async () => {
			throw new RequestFailure('from: is not a date', '', { status: 422, reach: 'answered' });
		};
		await expect(readRows(refuse)).rejects.toThrow('from: is not a date');
	});

	test('an empty list is empty', async () => {
		expect(await readRows(server(0).fetchPage)).toEqual([]);
	});

	test('a total that counts only the page does not hide the rest', async () => {
		const { fetchPage } = server(250);
		const countingThePage = async (limit: number, offset: number) => {
			const page = await fetchPage(limit, offset);
			return { ...page, total: page.rows.length };
		};
		expect(await readRows(countingThePage)).toHaveLength(250);
	});
});
