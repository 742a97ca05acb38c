import type { Page } from '../../../nodes/shared/http';
import {
	Identity,
	PageReader,
	pagesOf,
	readRows,
	RequestFailure,
} from '../../../nodes/shared/http';
import {
	ChangingList,
	COUNTED,
	idsOf,
	idsTo,
	refusal,
	type Change,
	type ChangingListSettings,
} from './changingList.mts';

const list = (count: number, manner: ChangingListSettings['manner'] = {}) =>
	new ChangingList(count, { manner });

describe('readRows', () => {
	test('a whole page pushed back once is not taken for an ignored offset', async () => {
		const changes: Change[] = [{ kind: 'none' }, { kind: 'insert', place: 0, rows: 100 }];
		const platform = new ChangingList(250, { changes });
		const ids = idsOf(await readRows(platform.fetchPage));
		expect(ids.filter((id) => platform.lasting.has(id))).toEqual(idsTo(250));
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
		const platform = list(537, COUNTED);
		expect(await readRows(platform.fetchPage, { wanted: 7 })).toHaveLength(7);
		expect(platform.requests).toMatchObject([{ limit: 7, offset: 0 }]);
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
		expect(await readRows(fetchPage, { identity: new Identity('call') })).toEqual(rows);
		// A field that is the same in different rows of a page identifies none of them.
		expect(await readRows(fetchPage)).toEqual(rows);
	});

	test('an ignored offset is told as final, and as an answer', async () => {
		await expect(
			readRows(new ChangingList(537, { ignoresOffset: true }).fetchPage),
		).rejects.toMatchObject({
			message: expect.stringContaining('same page'),
			details: { reach: 'answered', final: true },
		});
	});

	test('a server that ignores both, with a page as large as it was asked for, gave its whole list', async () => {
		const paging = { limit: 'wholeList' } as const;
		expect(await readRows(list(100, { paging }).fetchPage)).toHaveLength(100);
		for (const [count, limits] of [
			[1, [100, 100, 100, 100, 100]],
			// A user may have set another limit, which wins: only one row that is asked for shows that it is ignored.
			[537, [100, 100, 100, 1, 100]],
		] as const) {
			const platform = list(count, { paging });
			expect(await readRows(platform.fetchPage)).toHaveLength(count);
			expect(platform.requests.map(({ limit }) => limit)).toEqual(limits);
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
		[100, [0, 99]],
		[150, [0, 99]],
		// A total that ends with a full page may be the most that the platform counts.
		[200, [0, 99, 198]],
		[250, [0, 99, 198]],
	])('a total of %i ends the reading with a page that is shorter', async (count, offsets) => {
		const platform = list(count, COUNTED);
		expect(await readRows(platform.fetchPage)).toHaveLength(count);
		expect(platform.offsets).toEqual(offsets);
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

describe('an offset behind the end', () => {
	test('a later error is not hidden by the first refusal of a page size', async () => {
		const fetchPage = async (limit: number): Promise<Page> => {
			throw refusal(limit > 50 ? 422 : 403);
		};
		await expect(readRows(fetchPage)).rejects.toMatchObject({ details: { status: 403 } });
	});

	test('an end that the platform claims is believed only with a short page', async () => {
		const all = Array.from({ length: 250 }, (_, index) => ({ id: `r${index}` }));
		const read = await readRows(async (limit, offset): Promise<Page> => ({
			rows: all.slice(offset, offset + limit),
			hasMore: false,
		}));
		expect(read).toEqual(all);
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
		const { fetchPage } = list(40, { ...COUNTED, paging: { cap: 20 } });
		const read = [];
		const pages = pagesOf(new PageReader(fetchPage), new Identity(), { start: 8 });
		for await (const { rows, ...rest } of pages) {
			read.push({ count: rows.length, ...rest });
		}
		expect(read).toEqual([
			{ count: 20, next: 28, total: 40, isLast: false },
			{ count: 12, next: 40, total: 40, isLast: true },
		]);
	});

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
