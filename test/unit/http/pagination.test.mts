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
import { runs } from '../../scale.mts';

interface Manner {
	pageCap?: number;
	refuseAbove?: number;
	total?: boolean;
	ignoreOffset?: boolean;
	ignoreLimit?: boolean;
	insertPerPage?: number;
	/** What comes for an offset behind the end: the last rows, or the last page. */
	pastEnd?: 'lastRows' | 'lastPage';
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
		const last = {
			lastRows: Math.max(0, rows.length - size),
			lastPage: Math.floor((rows.length - 1) / size) * size,
		};
		const isBehind = manner.pastEnd !== undefined && offset >= rows.length;
		const start = manner.ignoreOffset ? 0 : isBehind ? last[manner.pastEnd!] : offset;
		return { rows: rows.slice(start, start + size), total: manner.total ? rows.length : undefined };
	};
	return { fetchPage, requests };
}

const idsOf = (rows: IDataObject[]) => rows.map(({ id }) => id as string);

describe('readRows', () => {
	test.each([1, 2, 99, 100, 101, 199, 200])(
		'%i rows of a platform that gives its last rows again behind the end',
		async (count) => {
			for (const pastEnd of ['lastRows', 'lastPage'] as const) {
				const { fetchPage, requests } = server(count, { pastEnd });
				expect(await readRows(fetchPage)).toHaveLength(count);
				expect(requests.length).toBeLessThanOrEqual(8);
			}
		},
	);

	test.each([7, 60])(
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

	test('rows are told apart by the names of their entity', async () => {
		const rows = [
			{ call_id: 1, id: 'x' },
			{ call_id: 2, id: 'x' },
		];
		const fetchPage = async (_limit: number, offset: number) => ({ rows: rows.slice(offset) });
		expect(await readRows(fetchPage, { entity: 'call' })).toEqual(rows);
		// A field that is the same in different rows of a page identifies none of them.
		expect(await readRows(fetchPage)).toEqual(rows);
	});

	test('an ignored offset is told as final, and as an answer', async () => {
		await expect(readRows(server(537, { ignoreOffset: true }).fetchPage)).rejects.toMatchObject({
			message: expect.stringContaining('same page'),
			details: { reach: 'answered', final: true },
		});
	});

	test('a server that ignores both, with a page as large as it was asked for, gave its whole list', async () => {
		const manner = { ignoreOffset: true, ignoreLimit: true };
		expect(await readRows(server(100, manner).fetchPage)).toHaveLength(100);
		// A page larger than was asked for, or of one row, is the whole list: that needs no more requests.
		for (const [count, asked] of [
			[1, 4],
			[537, 3],
		] as const) {
			const { fetchPage, requests } = server(count, manner);
			expect(await readRows(fetchPage)).toHaveLength(count);
			expect(requests.map(([limit]) => limit)).toEqual(Array(asked).fill(100));
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

	test.each([
		[100, [0, 99]],
		[150, [0, 99]],
		// A total that ends with a full page may be the most that the platform counts.
		[200, [0, 99, 198]],
		[250, [0, 99, 198]],
	])('a total of %i ends the reading with a page that is shorter', async (count, offsets) => {
		const { fetchPage, requests } = server(count, { total: true });
		expect(await readRows(fetchPage)).toHaveLength(count);
		expect(requests.map(([, offset]) => offset)).toEqual(offsets);
	});

	test('rows that are pushed back for ever are an error in the end', async () => {
		let requests = 0;
		const pushing = async (limit: number, offset: number): Promise<Page> => {
			requests += 1;
			if (requests > 200) throw new Error('no end');
			if (offset > 1_000_000) return { rows: [] };
			// Everything but the first row moves with whoever reads.
			if (offset === 0) return { rows: [{ id: `first${requests}` }, { id: 'a' }].slice(0, limit) };
			return { rows: [{ id: 'a' }] };
		};
		await expect(readRows(pushing)).rejects.toBeInstanceOf(RequestFailure);
		expect(requests).toBeLessThan(70);
	});

	test('a row that comes anew now and then keeps the reading going', async () => {
		const ids = Array.from({ length: 60 }, (_, index) => `r${Math.floor(index / 15)}`);
		let requests = 0;
		const rows = await readRows(async (limit, offset) => {
			requests += 1;
			if (offset === 0 && requests > 1) return { rows: [{ id: `front${requests}` }] };
			return { rows: ids.slice(offset, offset + Math.min(limit, 1)).map((id) => ({ id })) };
		});
		const known = idsOf(rows).filter((id) => id.startsWith('r'));
		expect(known).toEqual(['r0', 'r1', 'r2', 'r3']);
	});
});

describe('what a platform may count instead of rows', () => {
	const all = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `r${index}` }));
	const pastEnd = (status: number) => new RequestFailure('no', '', { status, reach: 'answered' });
	const offsetOf = {
		rows: (offset: number) => offset,
		pagesFromZero: (offset: number, size: number) => offset * size,
		pagesFromOne: (offset: number, size: number) => Math.max(0, offset - 1) * size,
	};

	/** A server whose offset counts rows or pages, and that answers an offset behind the end with a status. */
	const counting = (
		rows: IDataObject[],
		counts: keyof typeof offsetOf,
		{ cap = 1000, status = 0, total }: { cap?: number; status?: number; total?: number } = {},
	) => {
		const requests: number[] = [];
		const fetchPage = async (limit: number, offset: number): Promise<Page> => {
			requests.push(offset);
			const size = Math.min(limit, cap);
			const start = offsetOf[counts](offset, size);
			if (status > 0 && offset > 0 && start >= rows.length) throw pastEnd(status);
			return { rows: rows.slice(start, start + size), total };
		};
		return { fetchPage, requests };
	};

	test('every row, each once, whatever the offset counts and however the end is answered', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 0, max: 330 }),
				fc.constantFrom('rows', 'pagesFromZero', 'pagesFromOne' as const),
				fc.constantFrom(0, 404, 416),
				fc.option(fc.integer({ min: 1, max: 120 }), { nil: undefined }),
				async (count, counts, status, cap) => {
					const rows = all(count);
					const { fetchPage, requests } = counting(rows, counts, { cap, status });
					const read = await readRows(fetchPage).catch((error: unknown) => error);
					// A single page that a platform refuses to follow by any other may be all it gives.
					if (read instanceof RequestFailure)
						expect([status > 0, count <= (cap ?? 100)]).toEqual([true, true]);
					else expect(read).toEqual(rows);
					expect(requests.length).toBeLessThan(count + 12);
				},
			),
			runs('sequences'),
		);
	});

	test.each([400, 404, 416, 422])(
		'an offset behind the end answered with %i ends the list',
		async (status) => {
			const { fetchPage } = counting(all(250), 'rows', { status });
			expect(await readRows(fetchPage)).toHaveLength(250);
		},
	);

	test('a platform that gives no rows behind some offset has not given its list', async () => {
		const rows = all(900);
		const window = async (limit: number, offset: number): Promise<Page> => {
			if (offset + limit > 500) throw pastEnd(400);
			return { rows: rows.slice(offset, offset + limit) };
		};
		await expect(readRows(window)).rejects.toBeInstanceOf(RequestFailure);
	});

	test('a later error is not hidden by the first refusal of a page size', async () => {
		const fetchPage = async (limit: number): Promise<Page> => {
			throw pastEnd(limit > 50 ? 422 : 403);
		};
		await expect(readRows(fetchPage)).rejects.toMatchObject({ details: { status: 403 } });
	});

	test.each([37, 40, 5])('a total of %i that is too small loses no row of 200', async (total) => {
		const { fetchPage } = counting(all(200), 'rows', { cap: 37, total });
		expect(await readRows(fetchPage)).toHaveLength(200);
	});
});

describe('pages that the platform names itself', () => {
	const rows = Array.from({ length: 250 }, (_, index) => ({ id: `r${index}` }));

	test('are followed, also if the offset is ignored', async () => {
		const seen: unknown[] = [];
		const read = await readRows(async (limit, _offset, next): Promise<Page> => {
			const start = Number(next?.cursor ?? 0);
			seen.push(next);
			const end = start + Math.min(limit, 60);
			return {
				rows: rows.slice(start, end),
				next: end < 250 ? { cursor: end } : undefined,
				hasMore: end < 250,
			};
		});
		expect(read).toEqual(rows);
		expect(seen).toEqual([
			undefined,
			{ cursor: 60 },
			{ cursor: 120 },
			{ cursor: 180 },
			{ cursor: 240 },
		]);
	});

	test('are given up if they lead nowhere, and the offset is used', async () => {
		const read = await readRows(async (limit, offset, next): Promise<Page> => {
			const start = next ? 0 : offset;
			return { rows: rows.slice(start, start + limit), next: { cursor: 'x' } };
		});
		expect(read).toEqual(rows);
	});

	test('an end that the platform claims is believed only with a short page', async () => {
		const read = await readRows(async (limit, offset): Promise<Page> => ({
			rows: rows.slice(offset, offset + limit),
			hasMore: false,
		}));
		expect(read).toEqual(rows);
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
			{ count: 10, next: 18, total: 25, isLast: false, isLinked: false },
			{ count: 7, next: 25, total: 25, isLast: true, isLinked: false },
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
				// In pages of three rows or less, rows that come with each request never let the offset show what it counts.
				const insertPerPage =
					manner.total && size > 7 ? Math.min(manner.insertPerPage ?? 0, Math.floor(size / 3)) : 0;
				const { fetchPage } = server(count, { ...manner, insertPerPage });
				const ids = idsOf(await readRows(fetchPage));
				expect(new Set(ids).size).toBe(ids.length);
				expect(ids.filter((id) => id.startsWith('r'))).toHaveLength(count);
			}),
			runs('sequences'),
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
						expect([ignoreLimit, count > 1]).toEqual([false, true]);
					} else {
						expect(idsOf(read as IDataObject[])).toHaveLength(count);
					}
					expect(requests.length).toBeLessThan(14);
				},
			),
			runs('sequences'),
		);
	});
});
