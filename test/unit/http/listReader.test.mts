import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { FetchPage, Page } from '../../../nodes/shared/http';
import {
	Identity,
	PageReader,
	pagesOf,
	readRows,
	RequestFailure,
} from '../../../nodes/shared/http';
import { ListReader } from '../../../nodes/shared/http/lists/listReader';
import { runs } from '../../scale.mts';
import { refusal } from './changingList.mts';

/*
 * What follows the first page of a list, and its end. Each platform here answers a request by its limit and its offset.
 */

const all = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ id: `r${index}` }));

/** Reads the list, and notes the requests. */
async function read(
	answer: (limit: number, offset: number, number: number) => Page,
	wanted?: number,
) {
	const requests: Array<[limit: number, offset: number]> = [];
	const rows = await readRows(
		async (limit, offset) => {
			requests.push([limit, offset]);
			return answer(limit, offset, requests.length);
		},
		{ wanted },
	).catch((error: unknown) => error as RequestFailure);
	return { rows, requests, offsets: requests.map(([, offset]) => offset) };
}

/** Reads the list without comparing anything at its end. @param forgets as the trigger does: only the keys of the last two pages are kept */
async function rowsIn(fetchPage: FetchPage, forgets = false): Promise<IDataObject[]> {
	const rows: IDataObject[] = [];
	for await (const page of pagesOf(new PageReader(fetchPage), new Identity(), { forgets }))
		rows.push(...page.rows);
	return rows;
}

describe('rows', () => {
	test('a first page that went away for a moment', async () => {
		const rows = all(150);
		const { rows: got } = await read((limit, offset, number) => ({
			rows: number === 2 ? [] : rows.slice(offset, offset + limit),
		}));
		expect(got).toEqual(rows);
	});

	test('rows that were taken away before the second page', async () => {
		const rows = all(250);
		const { rows: got } = await read((limit, offset, number) => ({
			rows: (number === 1 ? rows : rows.slice(5)).slice(offset, offset + limit),
		}));
		expect(got).toEqual(rows);
	});
});

test('rows that come before the page behind a short one', async () => {
	const rows = all(10);
	const came = [{ id: 'new0' }, { id: 'new1' }, { id: 'new2' }];
	const { rows: got } = await read((limit, offset, number) => {
		const there = number < 5 ? rows : [...came, ...rows];
		const size = number === 4 ? 1 : Math.min(limit, 2);
		return { rows: there.slice(offset, offset + size) };
	});
	expect(got).toEqual(expect.arrayContaining(rows));
});

test('rows that come while a list that repeats rows is read: every row that was there is read', async () => {
	const draw = fc.record({
		pageSize: fc.integer({ min: 2, max: 6 }),
		repeats: fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 12, maxLength: 12 }),
		came: fc.integer({ min: 1, max: 4 }),
		before: fc.integer({ min: 2, max: 8 }),
	});
	await fc.assert(
		fc.asyncProperty(draw, async ({ pageSize, repeats, came, before }) => {
			const rows = all(8);
			const later = Array.from({ length: came }, (_, index) => ({ id: `new${index}` }));
			let requests = 0;
			const fetchPage = async (limit: number, offset: number): Promise<Page> => {
				requests += 1;
				const there = requests < before ? rows : [...later, ...rows];
				const listed = there.flatMap((row, index) => {
					const times = repeats[there.length - index - 1] ?? 1;
					return Array.from({ length: times }, () => row);
				});
				return { rows: listed.slice(offset, offset + Math.min(limit, pageSize)) };
			};
			expect(await rowsIn(fetchPage)).toEqual(expect.arrayContaining(rows));
			requests = 0;
			expect(await rowsIn(fetchPage, true)).toEqual(expect.arrayContaining(rows));
		}),
		runs('values'),
	);
});

describe('an end that is not clear', () => {
	test('a page behind which everything is refused is an error', async () => {
		const { rows, offsets } = await read((limit, offset) => {
			if (offset > 0) throw refusal(404);
			return { rows: all(100).slice(0, limit) };
		});
		expect(rows).toMatchObject({ details: { status: 404 } });
		expect(offsets).toEqual([0, 99, 1, 0]);
	});

	test.each<[string, Partial<Page>]>([
		['if it is the total', { total: 40 }],
		['if the platform says that nothing follows', { hasMore: false }],
	])('it is the whole list %s', async (_why, about) => {
		const { rows } = await read((_limit, offset) => {
			if (offset > 0) throw refusal(404);
			return { rows: all(40), ...about };
		});
		expect(rows).toEqual(all(40));
	});

	test.each([41, 39, undefined])('it is not, if the total is %j', async (total) => {
		const { rows } = await read((_limit, offset) => {
			if (offset > 0) throw refusal(404);
			return { rows: all(40), total };
		});
		expect(rows).toBeInstanceOf(RequestFailure);
	});

	test('an empty page that the total contradicts is not the end', async () => {
		const rows = all(250);
		const { rows: got } = await read((limit, offset, number) => ({
			rows: number === 3 ? [] : rows.slice(offset, offset + limit),
			total: 250,
		}));
		expect(got).toEqual(rows);
		const empty = await read(() => ({ rows: [], total: 5 }));
		expect(empty.rows).toMatchObject({ message: 'Only 0 of 5 rows could be read' });
		// What was read twice is short for certain.
		expect(empty.offsets).toEqual([0, 0]);
		const isEmpty = await read(() => ({ rows: [] }));
		expect(isEmpty.offsets).toEqual([0]);
	});

	test('another error is what it is', async () => {
		const { rows } = await read((limit, offset) => {
			if (offset > 0) throw refusal(500);
			return { rows: all(limit) };
		});
		expect(rows).toMatchObject({ details: { status: 500 } });
	});

	test.each([500, 403, 401])(
		'status %i behind a short page does not end the list',
		async (status) => {
			const { rows } = await read((_limit, offset) => {
				if (offset > 0) throw refusal(status);
				return { rows: all(40) };
			});
			expect(rows).toMatchObject({ details: { status } });
		},
	);

	test('a full page behind which everything is refused is whole if the platform says so', async () => {
		const { rows } = await read((limit, offset) => {
			if (offset > 0) throw refusal(422);
			return { rows: all(limit), hasMore: false };
		});
		expect(rows).toEqual(all(100));
	});
});

describe('a platform that ignores the offset', () => {
	test.each<[string, (limit: number) => Page]>([
		[
			'its total does not depend on the page',
			(limit) => ({ rows: all(40).slice(0, limit), total: 40 }),
		],
		['it ignores the limit too', () => ({ rows: all(40) })],
		['it gave more than it was asked for', () => ({ rows: all(140) })],
	])('has given its whole list: %s', async (_why, answer) => {
		const { rows } = await read((limit) => answer(limit));
		expect(rows).toEqual(answer(1000).rows);
	});

	test.each<[string, (limit: number) => Page]>([
		['nothing says more', (limit) => ({ rows: all(40).slice(0, limit) })],
		[
			'its total is that of the page',
			(limit) => ({ rows: all(40).slice(0, limit), total: Math.min(limit, 40) }),
		],
		['it says that more follows', () => ({ rows: all(40), hasMore: true })],
	])('is an error: %s', async (_why, answer) => {
		const { rows } = await read((limit) => answer(limit));
		expect(rows).toMatchObject({ message: expect.stringContaining('same page again') });
	});
});

describe('a field that looks like an identifier', () => {
	const tenants = (count: number) =>
		Array.from({ length: count }, (_, index) => ({ id: 'org', name: `n${index}` }));

	test.each([2, 3])('is none, if pages of %i rows show it in different rows', async (size) => {
		const rows = tenants(7);
		const { rows: got } = await read((_limit, offset) => ({
			rows: rows.slice(offset, offset + size),
		}));
		expect(got).toEqual(rows);
	});

	test.each([2, 7])('is an error, if each of %i pages has one row', async (count) => {
		const rows = tenants(count);
		const { rows: got } = await read((_limit, offset) => ({
			rows: rows.slice(offset, offset + 1),
		}));
		expect(got).toBeInstanceOf(RequestFailure);
	});

	test('leaves the rows to their next identifier', async () => {
		const rows = [
			{ id: 'org', uuid: 'a', n: 1 },
			{ id: 'org', uuid: 'b', n: 2 },
			{ id: 'org', uuid: 'a', n: 1 },
		];
		const { rows: got } = await read((limit, offset) => ({
			rows: rows.slice(offset, offset + limit),
		}));
		expect(got).toEqual(rows.slice(0, 2));
	});

	test('is one, if the row was changed and moved', async () => {
		const rows: IDataObject[] = all(150);
		const { rows: got } = await read((limit, offset, number) => {
			// Row 3 is at the end now, with another status.
			if (number === 2) rows.push({ ...rows.splice(3, 1)[0], status: 'new' });
			return { rows: rows.slice(offset, offset + limit) };
		});
		expect((got as IDataObject[]).filter(({ id }) => id === 'r3')).toHaveLength(1);
	});

	test('seen on a later page, lets the list be read again', async () => {
		const rows = [...all(100), { id: 'x', name: 'a' }, { id: 'x', name: 'b' }];
		const answer = (limit: number, offset: number) => ({
			rows: rows.slice(offset, offset + limit),
		});
		const { rows: got, offsets } = await read(answer);
		expect(got).toEqual(rows);
		expect(offsets.filter((offset) => offset === 0)).toHaveLength(2);
	});

	test('seen on a later page, is an error for who has passed the rows on', async () => {
		const rows = [...all(100), { id: 'x', name: 'a' }, { id: 'x', name: 'b' }];
		const pages = pagesOf(
			new PageReader(async (limit, offset) => ({ rows: rows.slice(offset, offset + limit) })),
			new Identity(),
		);
		await pages.next();
		await expect(pages.next()).rejects.toThrow('have the same identifier');
	});
});

describe('a list is counted at its end', () => {
	// A drop-down and a trigger read lists, too, and have no such options.
	const incomplete = (text: string) => ({
		message: expect.stringContaining(text),
		description: expect.not.stringMatching(/Return All|'Limit'/),
	});
	const page = (rows: IDataObject[], limit: number, offset: number) =>
		rows.slice(offset, offset + limit);

	test.each<[string, string, (limit: number, offset: number, number: number) => Page]>([
		[
			'an offset and a limit that are ignored',
			'Only 25 of 237 rows',
			() => ({ rows: all(25), total: 237 }),
		],
		[
			'a window',
			'Only 100 of 2537 rows',
			(limit, offset) => ({
				rows: offset + limit > 1099 ? [] : page(all(100), limit, offset),
				total: 2537,
			}),
		],
		[
			'an order that changes with every page',
			'of 237 rows',
			(limit, offset, number) => ({
				rows: page(
					all(237).map((_row, index, rows) => rows[(index * (50 + number)) % 237] ?? {}),
					limit,
					offset,
				),
				total: 237,
			}),
		],
		[
			'the same, without a total',
			'not certain that all rows were read',
			(limit, offset, number) => ({
				rows: page(
					all(112).map((_row, index, rows) => rows[(index * (51 + 2 * number)) % 112] ?? {}),
					limit,
					offset,
				),
			}),
		],
		[
			'another order behind the first page of two rows, without a total',
			'not certain that all rows were read',
			(limit, offset) => ({
				rows: page(offset === 0 ? all(3) : all(3).toReversed(), Math.min(limit, 2), offset),
			}),
		],
		[
			'equal rows without an identifier',
			'Only 25 of 300 rows',
			(limit, offset) => ({
				rows: page(
					Array.from({ length: 300 }, (_, index) => ({ credits: index % 25 })),
					Math.min(limit, 25),
					offset,
				),
				total: 300,
			}),
		],
		[
			'equal rows without an identifier and a total',
			'not certain',
			(limit, offset) => ({
				rows: page(
					Array.from({ length: 130 }, (_, index) => ({
						ip: index < 100 ? index : index - 100,
						device: 'x',
					})),
					limit,
					offset,
				),
			}),
		],
		[
			'an end behind which more is said to follow',
			'says that more follow',
			(limit, offset) => ({ rows: page(all(150), limit, offset), hasMore: true }),
		],
		[
			'a list of no rows behind which more is said to follow',
			'says that more follow',
			() => ({ rows: [], hasMore: true }),
		],
	])('%s is an error', async (_what, text, answer) => {
		const { rows } = await read(answer);
		expect(rows).toMatchObject(incomplete(text));
	});

	test('pages that are short for a long time are not the end', async () => {
		const { rows } = await read((limit, offset) => ({
			rows: page(all(700), offset === 0 ? limit : Math.min(limit, 20), offset),
		}));
		expect(rows).toHaveLength(700);
	});

	test('with a limit, fewer rows than that are compared, and as many are not', async () => {
		const window = (limit: number, offset: number): Page => ({
			rows: page(all(100), limit, offset),
			total: 2537,
		});
		expect((await read(window, 60)).rows).toHaveLength(60);
		expect((await read(window, 101)).rows).toMatchObject(incomplete('Only 100 of 2537'));
	});

	test('one that grows as fast as it is read has an end', async () => {
		const rows = all(250);
		const { rows: got, requests } = await read((limit, offset, number) => {
			rows.push({ id: `new${number}` });
			return { rows: page(rows, limit, offset) };
		});
		expect((got as IDataObject[]).slice(0, 250)).toEqual(all(250));
		expect(requests.length).toBeLessThan(40);
	});

	test('a row that comes and one that goes around the end of a short list', async () => {
		const rows = all(10);
		const { rows: got, requests } = await read((limit, offset, number) => {
			if (number === 2) rows.unshift({ id: 'new' });
			if (number === 3) rows.splice(0, 1);
			return { rows: page(rows, limit, offset) };
		});
		expect(got).toEqual(all(10));
		expect(requests.length).toBeLessThan(10);
	});
});

describe('rows that come and go in front of the list, between any requests', () => {
	test.each([
		['one comes and goes', { 2: 1, 3: -1 }],
		['two come and go', { 2: 2, 3: -2 }],
		['three come and go', { 2: 3, 3: -3 }],
		['one comes twice, and goes twice', { 2: 1, 3: -1, 4: 1, 5: -1 }],
	] as Array<[string, Record<number, number>]>)(
		'pages of two rows, %s: the platform counts rows',
		async (_what, comings) => {
			const rows = all(9);
			const { rows: got } = await read((_limit, offset, number) => {
				const coming = comings[number] ?? 0;
				if (coming > 0) rows.unshift(...all(coming).map(({ id }) => ({ id: `new ${id}` })));
				else rows.splice(0, -coming);
				return { rows: rows.slice(offset, offset + 2) };
			});
			expect(got).toEqual(all(9));
		},
	);

	/** Before a request, so many rows come, or go. A list that changes with each request in the right way can look like any other one. */
	const someComings = fc.uniqueArray(
		fc.record({ before: fc.integer({ min: 1, max: 14 }), by: fc.integer({ min: -3, max: 3 }) }),
		{ maxLength: 4, selector: ({ before }) => before },
	);

	test('whatever the size of a page: each row that stays is read once, or by who forgets at least once, or the error says that the list changes', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 2, max: 6 }),
				fc.integer({ min: 2, max: 20 }),
				fc.boolean(),
				fc.boolean(),
				someComings,
				async (size, count, ignoresLimit, forgets, comings) => {
					const rows = all(count);
					let requests = 0;
					const fetchPage: FetchPage = async (limit, offset) => {
						requests += 1;
						const { by = 0 } = comings.find(({ before }) => before === requests) ?? {};
						if (by < 0) rows.splice(0, -by);
						else rows.unshift(...all(by).map(({ id }) => ({ id: `new ${requests} ${id}` })));
						return {
							rows: rows.slice(offset, offset + (ignoresLimit ? size : Math.min(limit, size))),
						};
					};
					const read = await rowsIn(fetchPage, forgets).catch((error: RequestFailure) => error);
					if (read instanceof Error) {
						expect(read.message).toBe('The list changes faster than it can be read');
						return;
					}
					const ids = read.map(({ id }) => `${id}`);
					if (!forgets) expect(new Set(ids).size).toBe(ids.length);
					const staying = rows.map(({ id }) => `${id}`).filter((id) => !id.startsWith('new'));
					expect(ids).toEqual(expect.arrayContaining(staying));
				},
			),
			runs('values'),
		);
	});
});

describe('a list that gains a row with each request', () => {
	test.each([
		['at its front', () => 0],
		['in its middle', (length: number) => Math.floor(length / 2)],
		['at its end', (length: number) => length],
		['anywhere', (length: number) => (length * 7) % 11],
	] as Array<[string, (length: number) => number]>)(
		'%s: it is read, or changes too fast; it is never said to ignore the offset',
		async (_what, placeOf) => {
			for (const size of [1, 2, 3, 10])
				for (const count of [1, 3, 40])
					for (const forgets of [false, true]) {
						const rows = all(count);
						let requests = 0;
						const fetchPage: FetchPage = async (_limit, offset) => {
							requests += 1;
							if (requests < 500) rows.splice(placeOf(rows.length), 0, { id: `new${requests}` });
							return { rows: rows.slice(offset, offset + size) };
						};
						const got = await rowsIn(fetchPage, forgets).catch((error: Error) => error);
						if (got instanceof Error)
							expect(got.message).toBe('The list changes faster than it can be read');
						else expect(got).toEqual(expect.arrayContaining(all(count)));
					}
		},
	);

	test('one whose offset is ignored from the third page on is said to do so', async () => {
		const error = await rowsIn(async (_limit, offset) => ({
			rows: all(200).slice(Math.min(offset, 20), Math.min(offset, 20) + 10),
		})).catch((failure: Error) => failure);
		expect(error).toMatchObject({ message: expect.stringContaining('same page again') });
	});
});

test('what is read by who forgets keeps the keys of two pages, and all rows are read once', async () => {
	const reader = new ListReader(
		new PageReader(async (_limit, offset) => ({ rows: all(3_000).slice(offset, offset + 50) })),
		new Identity(),
		{ forgets: true },
	);
	const keys: Map<string, number> = Reflect.get(reader, 'positions');
	const rows: IDataObject[] = [];
	for await (const page of reader.pages()) {
		rows.push(...page.rows);
		expect(keys.size).toBeLessThanOrEqual(100);
	}
	expect(rows).toEqual(all(3_000));
});

describe('a platform that does not count rows', () => {
	const pages = (from: number) => (limit: number, offset: number) => {
		const start = Math.max(0, offset - from) * limit;
		return { rows: all(250).slice(start, start + limit) };
	};

	test.each([0, 1])('counts pages from %i: an error that says so', async (from) => {
		const { rows, requests } = await read(pages(from));
		expect(rows).toMatchObject({
			message: expect.stringMatching(/does not count rows|same page again/),
			description: expect.stringContaining('Pages by number, link or cursor are not read'),
		});
		expect(requests.length).toBeLessThan(7);
	});

	test.each([0, 1])('counts pages from %i, and has just one: that is the list', async (from) => {
		const { rows } = await read((limit, offset) => {
			const { rows: page } = pages(from)(limit, offset);
			return { rows: page.filter(({ id }) => all(40).some((row) => row.id === id)) };
		});
		expect(rows).toEqual(all(40));
	});

	test('names the next page itself, and ignores the offset: an error', async () => {
		const { rows } = await read((limit) => ({ rows: all(limit), hasMore: true }));
		expect(rows).toMatchObject({
			message: expect.stringContaining('same page again'),
			description: expect.stringContaining('Pages by number, link or cursor are not read'),
		});
	});
});
