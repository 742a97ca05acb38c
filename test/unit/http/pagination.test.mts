import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { Page } from '../../../nodes/shared/http';
import {
	Identity,
	PageReader,
	pagesOf,
	readRows,
	RequestFailure,
} from '../../../nodes/shared/http';

interface Manner {
	pageCap?: number;
	refuseAbove?: number;
	total?: boolean;
	ignoreOffset?: boolean;
	ignoreLimit?: boolean;
	insertPerPage?: number;
	withoutIds?: boolean;
}

/** A server in miniature, with one manner that the API document leaves open. */
function server(count: number, manner: Manner = {}) {
	const rows: IDataObject[] = Array.from({ length: count }, (_, index) =>
		manner.withoutIds ? { n: index } : { id: `r${index}` },
	);
	let inserted = 0;
	const requests: Array<[limit: number, offset: number]> = [];
	const fetchPage = async (limit: number, offset: number): Promise<Page> => {
		requests.push([limit, offset]);
		if (manner.refuseAbove !== undefined && limit > manner.refuseAbove) {
			throw new RequestFailure('limit is too large', '', { status: 422, reach: 'answered' });
		}
		if (requests.length > 1) {
			for (let i = 0; i < (manner.insertPerPage ?? 0); i += 1)
				rows.unshift({ id: `new${inserted++}` });
		}
		const size = manner.ignoreLimit ? rows.length : Math.min(limit, manner.pageCap ?? limit);
		const start = manner.ignoreOffset ? 0 : offset;
		return { rows: rows.slice(start, start + size), total: manner.total ? rows.length : undefined };
	};
	return { fetchPage, requests };
}

const idsOf = (rows: IDataObject[]) => rows.map(({ id }) => id as string);

describe('readRows', () => {
	test.each<[string, Manner]>([
		['a total', { total: true }],
		['no total', {}],
		['pages capped below what was asked', { pageCap: 30 }],
		['pages capped, with a total', { pageCap: 30, total: true }],
		['a limit above 50 refused', { refuseAbove: 50 }],
		['any limit above 1 refused', { refuseAbove: 1 }],
		['paging unknown', { ignoreLimit: true, ignoreOffset: true }],
		['paging unknown, with a total', { ignoreLimit: true, ignoreOffset: true, total: true }],
	])('all 537 rows, each once: %s', async (_name, manner) => {
		const rows = await readRows(server(537, manner).fetchPage);
		expect(idsOf(rows)).toEqual(Array.from({ length: 537 }, (_, index) => `r${index}`));
	});

	test.each([1, 7, 60])(
		'%i rows appear at the front before each page: nothing is missing, nothing twice',
		async (insertPerPage) => {
			const ids = idsOf(await readRows(server(537, { insertPerPage, total: true }).fetchPage));
			expect(new Set(ids).size).toBe(ids.length);
			expect(ids.filter((id) => id.startsWith('r'))).toHaveLength(537);
		},
	);

	test('a whole page pushed back once is not taken for an ignored offset', async () => {
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

	test('a row that a page holds twice is given once', async () => {
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

	test('a refusal that is not about the page size is told as it is', async () => {
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

	test('as many as are wanted, never more, whatever the pages are', async () => {
		for (const pageCap of [3, 100]) {
			expect(await readRows(server(50, { pageCap }).fetchPage, { wanted: 7 })).toHaveLength(7);
		}
		const { fetchPage, requests } = server(537);
		expect(idsOf(await readRows(fetchPage, { wanted: 150 }))).toHaveLength(150);
		expect(requests).toEqual([
			[100, 0],
			[100, 100],
		]);
	});

	test('rows are told apart by the names of their entity', async () => {
		const rows = [
			{ call_id: 1, id: 'x' },
			{ call_id: 2, id: 'x' },
		];
		const fetchPage = async (_limit: number, offset: number) => ({ rows: rows.slice(offset) });
		expect(await readRows(fetchPage, { entity: 'call' })).toEqual(rows);
		expect(await readRows(fetchPage)).toHaveLength(1);
	});

	test('an ignored offset is told as final, and as an answer', async () => {
		await expect(readRows(server(537, { ignoreOffset: true }).fetchPage)).rejects.toMatchObject({
			details: { reach: 'answered', final: true },
		});
	});

	test('a server that ignores both, with a page as large as it was asked for, gave its whole list', async () => {
		const manner = { ignoreOffset: true, ignoreLimit: true };
		expect(await readRows(server(100, manner).fetchPage)).toHaveLength(100);
		// A page larger than was asked for, or of one row, is the whole list: that needs no more requests.
		for (const count of [1, 537]) {
			const { fetchPage, requests } = server(count, manner);
			expect(await readRows(fetchPage)).toHaveLength(count);
			expect(requests.map(([limit]) => limit)).toEqual([100, 100, 100]);
		}
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

	test.each([
		['only in part', ['c', 'a'], ['b', 'a']],
		['longer than the front is now', ['a'], ['a', 'b']],
	])('a page that is known %s is not the front again', async (_what, front, later) => {
		const pages: Record<number, string[]> = { 2: later };
		let isFirst = true;
		const rows = await readRows(async (limit, offset) => {
			const ids = offset > 0 ? (pages[offset] ?? []) : isFirst ? ['a', 'b'] : front;
			isFirst = false;
			return { rows: ids.slice(0, limit).map((id) => ({ id })) };
		});
		expect(idsOf(rows)).toEqual(['a', 'b']);
	});

	test('a total ends the reading of full pages', async () => {
		const { fetchPage, requests } = server(200, { total: true });
		await readRows(fetchPage);
		expect(requests).toHaveLength(2);
	});

	test('rows that are pushed back for ever are an error in the end', async () => {
		let requests = 0;
		const pushing = async (limit: number, offset: number): Promise<Page> => {
			requests += 1;
			if (requests > 200) throw new Error('no end');
			// Everything but the first row moves with whoever reads.
			if (offset === 0) return { rows: [{ id: `first${requests}` }, { id: 'a' }].slice(0, limit) };
			return { rows: [{ id: 'a' }] };
		};
		await expect(readRows(pushing)).rejects.toBeInstanceOf(RequestFailure);
		// Twenty pages, each followed by a look at the front, after a page that was new.
		expect(requests).toBe(41);
	});

	test('a row that comes anew now and then keeps the reading going', async () => {
		const ids = Array.from({ length: 60 }, (_, index) => `r${Math.floor(index / 15)}`);
		let requests = 0;
		const rows = await readRows(async (limit, offset) => {
			requests += 1;
			if (offset === 0 && requests > 1) return { rows: [{ id: `front${requests}` }] };
			return { rows: ids.slice(offset, offset + Math.min(limit, 1)).map((id) => ({ id })) };
		});
		expect(idsOf(rows)).toEqual(['r0', 'r1', 'r2', 'r3']);
	});
});

describe('PageReader', () => {
	const refusal = (status: number) => new RequestFailure('no', '', { status, reach: 'answered' });
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
		expect(reader.pageSize).toBe(100);
		expect(await reader.page(0)).toEqual({ page: { rows: [] }, asked: 25 });
		expect(asked).toEqual([100, 50, 25]);
		expect(reader.pageSize).toBe(25);
	});

	test('tells the first refusal if even one row is too many', async () => {
		let count = 0;
		const refusals = [refusal(422)];
		const reader = new PageReader(async () => {
			count += 1;
			throw refusals[count - 1] ?? refusal(400);
		});
		await expect(reader.page(0)).rejects.toBe(refusals[0]);
		expect(count).toBe(7);
	});

	test.each([404, 500, undefined])('does not ask for less after %j', async (status) => {
		const failure = new RequestFailure('no', '', { status, reach: 'answered' });
		const asked: number[] = [];
		const reader = new PageReader(async (limit) => {
			asked.push(limit);
			throw failure;
		});
		await expect(reader.page(0)).rejects.toBe(failure);
		expect(asked).toEqual([100]);
	});

	test('does not ask for less after an error of another kind', async () => {
		const asked: number[] = [];
		const reader = new PageReader(async (limit) => {
			asked.push(limit);
			throw Object.assign(new Error('other'), { details: { status: 422 } });
		});
		await expect(reader.page(0)).rejects.toThrow('other');
		expect(asked).toEqual([100]);
	});

	test('grows to large pages, and comes back to what was accepted', async () => {
		const { reader, asked } = readerOf(100);
		await reader.page(0);
		reader.grow();
		await reader.page(100);
		expect(reader.pageSize).toBe(100);
		reader.grow();
		await reader.page(200);
		expect(asked).toEqual([100, 1000, 100, 100]);
	});

	test('grows to just a thousand', async () => {
		const { reader, asked } = readerOf(1000, 422, 10);
		await reader.page(0);
		reader.grow();
		await reader.page(10);
		expect(asked).toEqual([10, 1000]);
		expect(reader.pageSize).toBe(1000);
	});
});

describe('pagesOf', () => {
	test('starts where it is told, and says where it is', async () => {
		const { fetchPage } = server(25, { pageCap: 10, total: true });
		const read = [];
		for await (const { rows, ...rest } of pagesOf(new PageReader(fetchPage), new Identity(), 8)) {
			read.push({ count: rows.length, ...rest });
		}
		expect(read).toEqual([
			{ count: 10, next: 18, total: 25, isLast: false },
			{ count: 7, next: 25, total: 25, isLast: true },
		]);
	});
});

describe('Identity', () => {
	test('is the identifier, or the whole row', () => {
		const identity = new Identity('call');
		expect(identity.of({ call_id: 'c1', n: 1 })).toBe(identity.of({ call_id: 'c1', n: 2 }));
		expect(identity.of({ call_id: 1 })).not.toBe(identity.of({ call_id: '1' }));
		expect(identity.of({ n: 1 })).not.toBe(identity.of({ n: 2 }));
		expect([identity.hasId({ callId: 1 }), identity.hasId({ n: 1 })]).toEqual([true, false]);
		expect(new Identity().hasId({ call_id: 1 })).toBe(false);
	});
});

describe('any platform', () => {
	const manners = fc.record(
		{
			pageCap: fc.integer({ min: 1, max: 150 }),
			refuseAbove: fc.integer({ min: 1, max: 120 }),
			total: fc.boolean(),
			insertPerPage: fc.integer({ min: 0, max: 5 }),
		},
		{ requiredKeys: [] },
	);

	test('that knows an offset gives each row that was there at the start, and none twice', async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 0, max: 230 }), manners, async (count, manner) => {
				// Without a total, rows that come faster than pages are read never come to an end.
				const size = Math.min(manner.pageCap ?? 100, manner.refuseAbove ?? 100);
				const insertPerPage = manner.total
					? Math.min(manner.insertPerPage ?? 0, Math.floor(size / 3))
					: 0;
				const { fetchPage } = server(count, { ...manner, insertPerPage });
				const ids = idsOf(await readRows(fetchPage));
				expect(new Set(ids).size).toBe(ids.length);
				expect(ids.filter((id) => id.startsWith('r'))).toHaveLength(count);
			}),
			{ seed: 1, numRuns: 150 },
		);
	});

	test('that ignores the offset gives its whole list, or it is said that it does not', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 0, max: 230 }),
				fc.boolean(),
				fc.boolean(),
				async (count, ignoreLimit, total) => {
					const { fetchPage, requests } = server(count, { ignoreOffset: true, ignoreLimit, total });
					const read = await readRows(fetchPage).catch((error: unknown) => error);
					if (read instanceof RequestFailure) {
						expect([ignoreLimit, count > 100 || !total]).toEqual([false, true]);
					} else {
						expect(idsOf(read as IDataObject[])).toHaveLength(count);
					}
					expect(requests.length).toBeLessThan(10);
				},
			),
			{ seed: 1 },
		);
	});
});
