import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { FetchPage, Page } from '../../../nodes/shared/http';
import {
	PageReader,
	Identity,
	pagesOf,
	readRows,
	RequestFailure,
} from '../../../nodes/shared/http';
import { runs } from '../../scale.mts';

/*
 * A list in memory, told by any platform, while rows come and go: what is read is right, or an error. Where the platform keeps the word of the API
 * document, it is right.
 */

/** What happens to the list before one request. */
type Change = 'none' | 'inFront' | 'atEnd' | 'inBetween' | 'removed' | 'firstRemoved';

const platformOf = fc.record({
	count: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 330 })),
	cap: fc.oneof(fc.constant(1_000), fc.constantFrom(1, 2, 3, 9, 10, 25, 99, 100, 101)),
	limit: fc.constantFrom('honoured', 'honoured', 'honoured', 'ignored', 'refused' as const),
	refusedAbove: fc.constantFrom(100, 99, 50, 10, 1),
	offset: fc.oneof(
		{ weight: 4, arbitrary: fc.constant('rows' as const) },
		{ weight: 1, arbitrary: fc.constantFrom('ignored', 'pageFrom0', 'pageFrom1' as const) },
	),
	pastEnd: fc.constantFrom('empty', 'empty', 404, 422, 'lastPage', 'lastRows' as const),
	total: fc.constantFrom('none', 'right', 'right', 'ofPage', 'atLeast' as const),
	tellsMore: fc.boolean(),
	ids: fc.constantFrom('own', 'own', 'none', 'equal', 'organization' as const),
	order: fc.constantFrom('fixed', 'fixed', 'fixed', 'reshuffled' as const),
	window: fc.constantFrom(0, 0, 0, 5, 100),
	shortEvery: fc.constantFrom(0, 0, 2, 3),
	seed: fc.integer({ min: 1, max: 2 ** 31 - 2 }),
});

type Platform = typeof platformOf extends fc.Arbitrary<infer T> ? T : never;

const refused = (status: number) => new RequestFailure('no', '', { status, reach: 'answered' });

interface Row {
	number: number;
}

class List {
	rows: Row[];
	readonly lasting: Set<number>;
	requests = 0;
	private added = 0;
	private removed = 0;
	private draws: number;

	constructor(
		readonly of: Platform,
		private readonly changes: readonly Change[],
	) {
		this.draws = of.seed;
		this.rows = Array.from({ length: of.count }, (_, number) => ({ number }));
		this.lasting = new Set(this.rows.map(({ number }) => number));
	}

	get hasRemoved(): boolean {
		return this.removed > 0;
	}

	private draw(below: number): number {
		this.draws = (this.draws * 48_271) % (2 ** 31 - 1);
		return this.draws % Math.max(1, below);
	}

	private change(change: Change): void {
		const { rows } = this;
		const place = { inFront: 0, atEnd: rows.length, inBetween: this.draw(rows.length + 1) };
		if (change === 'inFront' || change === 'atEnd' || change === 'inBetween') {
			this.added += 1;
			rows.splice(place[change], 0, { number: -this.added });
		} else if (change !== 'none' && rows.length > 0) {
			const [gone] = rows.splice(change === 'removed' ? this.draw(rows.length) : 0, 1);
			this.removed += 1;
			this.lasting.delete(gone?.number ?? 0);
		}
	}

	private written({ number }: Row): IDataObject {
		switch (this.of.ids) {
			case 'own':
				return { id: `r${number}`, name: `n${number % 3}` };
			case 'none':
				return { name: `n${number}` };
			case 'equal':
				return { name: `n${number % 7}` };
			case 'organization':
				return { id: 'org', name: `n${number}` };
		}
	}

	readonly fetchPage: FetchPage = async (limit, offset): Promise<Page> => {
		const { of } = this;
		this.change(this.changes[this.requests] ?? 'none');
		this.requests += 1;
		if (this.requests > 3_000) throw new Error('There is no end to the requests');
		if (of.limit === 'refused' && limit > of.refusedAbove) throw refused(422);
		const size = of.limit === 'ignored' ? of.cap : Math.min(limit, of.cap);
		const rows = of.order === 'fixed' ? this.rows : this.rows.toSorted(() => this.draw(2) - 0.5);
		const reach = of.window > 0 ? Math.min(of.window, rows.length) : rows.length;
		const asked = {
			rows: offset,
			ignored: 0,
			pageFrom0: offset * size,
			pageFrom1: Math.max(0, offset - 1) * size,
		}[of.offset];
		const isPast = asked >= reach && asked > 0;
		if (isPast && typeof of.pastEnd === 'number') throw refused(of.pastEnd);
		const last = {
			empty: asked,
			lastPage: Math.floor(Math.max(0, reach - 1) / size) * size,
			lastRows: Math.max(0, reach - size),
		};
		const start = isPast ? last[of.pastEnd as keyof typeof last] : asked;
		const isShort = of.shortEvery > 0 && this.requests % of.shortEvery === 0;
		const shown = rows.slice(
			start,
			Math.min(reach, start + (isShort ? Math.ceil(size / 2) : size)),
		);
		const totals = {
			none: undefined,
			right: rows.length,
			ofPage: shown.length,
			atLeast: undefined,
		};
		return {
			rows: shown.map((row) => this.written(row)),
			total: totals[of.total],
			...(of.tellsMore && { hasMore: start + shown.length < rows.length }),
		};
	};
}

/** Whether it keeps the word of the document: the rest is open. */
const isTrue = ({ offset, ids, order, window, limit, cap, count, pastEnd }: Platform) =>
	offset === 'rows' &&
	(ids === 'own' || ids === 'none') &&
	order === 'fixed' &&
	window === 0 &&
	// A page of one row is all that it gives.
	(limit !== 'ignored' || cap > 0 || count === 0) &&
	typeof pastEnd !== 'undefined';

/** Whether its pages have more than one row: others do not overlap, and what goes between two of them can hide a row. */
const overlaps = ({ cap, limit, refusedAbove, shortEvery }: Platform) =>
	Math.min(cap, limit === 'refused' ? refusedAbove : Infinity) > (shortEvery > 0 ? 2 : 1);

const change = fc.constantFrom<Change>(
	...(['none', 'none', 'none', 'inFront', 'inFront', 'atEnd', 'inBetween'] as const),
	...(['removed', 'firstRemoved'] as const),
);

const numberOf = (row: IDataObject) => Number(String(row.id ?? row.name).slice(1));

async function judged(of: Platform, changes: readonly Change[], isKept: boolean) {
	const list = new List(of, changes);
	const reading = isKept
		? readRows(list.fetchPage, { identity: new Identity('call') })
		: (async () => {
				const rows: IDataObject[] = [];
				const reader = new PageReader(list.fetchPage);
				for await (const page of pagesOf(reader, new Identity('call'))) {
					rows.push(...page.rows);
					reader.grow();
				}
				return rows;
			})();
	const read = await reading.catch((error: unknown) => {
		if (error instanceof RequestFailure) return error;
		throw error;
	});
	return { list, read };
}

test('any list that does not change: all rows, each once, or an error', async () => {
	await fc.assert(
		fc.asyncProperty(platformOf, async (of) => {
			const { list, read } = await judged(of, [], true);
			if (read instanceof RequestFailure) {
				// In pages of so few rows that vary, rows without identifiers cannot be told from equal ones.
				const isTiny = of.ids === 'none' && of.cap <= 3 && of.shortEvery > 0;
				if (isTrue(of) && !isTiny && !String(of.pastEnd).startsWith('last')) throw read;
				return;
			}
			// What nobody can tell.
			if (of.window > 0 && of.total !== 'right' && !of.tellsMore) return;
			if (of.offset === 'ignored' && of.limit === 'ignored') {
				if (of.total !== 'right' && !of.tellsMore) return;
			}
			if (of.offset === 'ignored' && !overlaps(of) && of.total !== 'right') return;
			if (of.order === 'reshuffled' && of.total !== 'right') return;
			// Another page can have just the same rows as the first one.
			if (of.ids === 'equal' && of.offset !== 'rows' && of.total !== 'right') return;
			if (of.ids === 'organization' && !overlaps(of) && of.total !== 'right') return;
			expect(read).toHaveLength(of.count);
			if (of.ids !== 'own') return;
			expect(new Set(read.map(numberOf))).toEqual(list.lasting);
		}),
		{ ...runs('values') },
	);
});

test('a list that changes, told as the document says: no row is lost that was there all the time, and none comes twice', async () => {
	await fc.assert(
		fc.asyncProperty(
			platformOf.filter((of) => isTrue(of) && overlaps(of)),
			fc.array(change, { maxLength: 30 }),
			fc.boolean(),
			async (of, changes, isKept) => {
				const { list, read } = await judged({ ...of, ids: 'own' }, changes, isKept);
				if (read instanceof RequestFailure) {
					if (list.hasRemoved || String(of.pastEnd).startsWith('last')) return;
					throw read;
				}
				const numbers = read.map(numberOf);
				expect(new Set(numbers).size).toBe(numbers.length);
				const known = new Set(numbers);
				expect([...list.lasting].filter((number) => !known.has(number))).toEqual([]);
			},
		),
		{ ...runs('values') },
	);
});

test('any list that changes: right, or an error', async () => {
	await fc.assert(
		fc.asyncProperty(
			platformOf.map((of) => ({
				...of,
				ids: 'own' as const,
				order: 'fixed' as const,
				window: 0 as const,
			})),
			fc.array(change, { maxLength: 30 }),
			async (of, changes) => {
				const { list, read } = await judged(of, changes, true);
				if (read instanceof RequestFailure) return;
				if (of.offset === 'ignored' && of.limit === 'ignored') return;
				if (!overlaps(of)) return;
				const known = new Set(read.map(numberOf));
				expect([...list.lasting].filter((number) => !known.has(number))).toEqual([]);
			},
		),
		{ ...runs('values') },
	);
});
