import type { IDataObject } from 'n8n-workflow';
import type { EntityName } from '../../platform';
import type { Page } from '../answers';
import { Identity } from './identity';
import type { Keeping } from './pageChain';
import { PageChain } from './pageChain';
import type { FetchPage } from './pageReader';
import { PAGE_SIZE, PageReader, mayBePastEnd } from './pageReader';
import type { Place, Sent } from './pageSource';
import { PageSource, changesTooOften, isSame, offsetIgnored } from './pageSource';
import { secondPage } from './secondPage';

/** After this number of pages in a row without new rows, reading stops with an error. */
const MAX_STALE_PAGES = 20;
/** A page that comes so many times is the last one. Once, rows that came in the meantime can have the same effect. */
const LAST_PAGE_TIMES = 3;
/** After so many first pages that have changed before the second one, reading stops with an error. */
const MAX_FRONT_READINGS = 10;
/** Max number of pages of one list that are requested at a time. */
const MAX_PARALLEL = 8;

/** No list is so long. */
const FAR = 1_000_000_000;

/** Where a page is, for a platform that counts pages. */
export interface PagePlace {
	number: number;
	/** Rows of a page. */
	size: number;
}

/** One page of a list that is being read. */
export interface PageRead {
	/** The rows that were on no page before. */
	rows: IDataObject[];
	/** How many rows of the list lie before the next page. */
	next: number;
	/** The next page, if the platform counts pages. */
	nextPage?: PagePlace;
	/** Number of rows of the whole list, if the server says it. */
	total?: number;
	/** No page follows. */
	isLast: boolean;
	/** The page was found by what the platform says about the next one. */
	isLinked: boolean;
	/** The rows before this page were told apart by a field that does not identify them. All rows come again. */
	isRestart?: boolean;
}

/** A row, and where it was. */
interface Kept {
	row: IDataObject;
	at: Place;
	index: number;
}

/**
 * Reads one list to its end. Nothing that the platform says about the list is believed before its rows prove it: what `offset` counts, the
 * total, and whether a page is the last one.
 */
class ListReading {
	private readonly seen = new Set<string>();
	/** Where each row was, if its caller keeps the rows: then one more reference costs nothing. */
	private readonly kept = new Map<string, Kept>();
	private conflict?: Kept & { other: IDataObject };
	/** Offset of the next page, in rows. */
	private offset: number;
	/** Number of the next page, if the platform takes the offset for the number of a page. */
	private pageNumber?: number;
	private usesLinks = true;
	private hasFollowed = false;
	/** The second page began where the first one ended. */
	private countsRows = false;
	/** The rows of the page before. */
	private lastKeys: readonly string[] = [];
	private longest = 0;
	private isTotalWrong = false;
	private stalePages = 0;
	/** The first page, as it was read last. */
	private front?: Sent;
	private frontReadings = 0;
	/** Number of rows that were given to the caller. */
	private count = 0;
	/** Set while the first two pages have proved how the list goes on. */
	private chain?: PageChain;

	constructor(
		private readonly source: PageSource,
		private readonly keeping?: Keeping,
		from?: PagePlace,
	) {
		this.offset = source.start;
		if (!from) return;
		this.pageNumber = from.number;
		source.reader.keepSize(from.size);
	}

	async *pages(): AsyncGenerator<PageRead> {
		try {
			yield* this.allPages();
		} finally {
			await this.chain?.drop();
		}
	}

	private async *allPages(): AsyncGenerator<PageRead> {
		const { source } = this;
		const { identity, start } = source;
		const first = await this.first();
		this.front = first;
		let current: Sent | 'falseId' | undefined = first;
		while (current && current !== 'falseId' && current.keys.length > 0) {
			const isFirst: boolean = current === first;
			if (identity.learn(current.page.rows) && !isFirst) return yield* this.again();
			current.keys = current.page.rows.map((row) => identity.of(row));
			const rows = this.fresh(current);
			if (await this.isConflictReal()) return yield* this.again();
			const isLast = this.isLast(current);
			this.count += rows.length;
			const { nextPage, offset: next } = this;
			const isLinked = current.at.next !== undefined;
			yield { rows, next, nextPage, total: this.total(current.page), isLast, isLinked };
			if (isLast) return undefined;
			const isStale: boolean = rows.length === 0 && !current.isOverlap;
			// Of a list that is read from further back, the rows before it are not known.
			const isFront: boolean = current === this.front;
			const isSecond = isFront && start === 0 && this.pageNumber === undefined;
			const { keys }: Sent = current;
			current = await this.following(current, isStale, isSecond);
			this.lastKeys = keys;
		}
		if (current === 'falseId') yield* this.again();
		return undefined;
	}

	private async first(): Promise<Sent | undefined> {
		if (this.pageNumber !== undefined) return await this.atPage();
		const { start } = this.source;
		// Some platforms refuse an offset behind the end of the list.
		const sent = start > 0 ? await this.source.pageIfAny(start) : await this.source.page(start);
		const first = sent && (await this.confirmed(sent));
		this.offset += first?.keys.length ?? 0;
		return first;
	}

	private get nextPage(): PagePlace | undefined {
		if (this.pageNumber === undefined) return undefined;
		return { number: this.pageNumber, size: this.source.reader.pageSize };
	}

	/** From the start, now that a field is known to identify no row. */
	private async *again(): AsyncGenerator<PageRead> {
		await this.chain?.drop();
		let isRestart = true;
		for await (const page of new ListReading(this.source, this.keeping).pages()) {
			yield { ...page, isRestart };
			isRestart = false;
		}
	}

	/** An empty page that the total contradicts is requested once more. */
	private async confirmed(sent: Sent): Promise<Sent> {
		const isDoubtful = sent.keys.length === 0 && (this.total(sent.page) ?? 0) > this.offset;
		return isDoubtful ? await this.source.page(this.offset) : sent;
	}

	private total(page: Page): number | undefined {
		return this.isTotalWrong ? undefined : page.total;
	}

	private fresh({ page, keys, at }: Sent): IDataObject[] {
		const rows = page.rows.filter((row, index) => {
			const key = keys[index] ?? '';
			if (this.seen.has(key)) {
				this.compare(key, row);
				return false;
			}
			if (this.source.identity.hasId(row)) {
				this.seen.add(key);
				if (this.keeping) this.kept.set(key, { row, at, index });
			}
			return true;
		});
		keys.forEach((key) => this.seen.add(key));
		return rows;
	}

	/** Notes two different rows with the same identifier. */
	private compare(key: string, row: IDataObject): void {
		const known = this.kept.get(key);
		if (!known || this.conflict || JSON.stringify(known.row) === JSON.stringify(row)) return;
		this.conflict = { ...known, other: row };
	}

	/**
	 * Whether two different rows really have the same identifier. A row that was changed, and moved to a later page, is not where it was any
	 * more; if it is, the identifier is none.
	 */
	private async isConflictReal(): Promise<boolean> {
		const { conflict } = this;
		this.conflict = undefined;
		if (!conflict) return false;
		const { offset, next, limit } = conflict.at;
		const { page } = await this.source.page(offset, next, limit);
		const now = page.rows[conflict.index];
		if (JSON.stringify(now) !== JSON.stringify(conflict.row)) return false;
		return this.source.identity.learn([conflict.row, conflict.other]);
	}

	/** Whether two signs agree that no page follows: the total is reached, and the page is short or the platform says so. */
	private isLast({ page }: Sent): boolean {
		const count = page.rows.length;
		const isShort = count < this.longest;
		this.longest = Math.max(this.longest, count);
		if (page.total !== undefined && this.offset > page.total) this.isTotalWrong = true;
		const total = this.total(page);
		const isTotal = total === this.offset;
		// A platform whose pages were found by what it says about the next one is believed when it names none.
		if (this.hasFollowed && !page.next && page.hasMore !== true) return true;
		return isTotal && (isShort || page.hasMore === false);
	}

	private async following(
		last: Sent,
		isStale: boolean,
		isSecond: boolean,
	): Promise<Sent | 'falseId' | undefined> {
		const { next } = last.page;
		if (next && this.usesLinks && !isStale) {
			const linked = await this.linked(next);
			if (linked) return linked;
		}
		// What the platform says about the next page has led nowhere, or it says nothing.
		this.usesLinks = false;
		if (isSecond) return await this.second(last);
		this.stalePages = isStale ? this.stalePages + 1 : 0;
		if (isStale) {
			if (this.pageNumber !== undefined) {
				if (this.isLastPageAgain(last)) return undefined;
				if (this.stalePages < MAX_STALE_PAGES) return await this.atPage();
				if (!this.isShort(last)) return undefined;
				throw offsetIgnored();
			}
			if (this.countsRows && (await this.isEndAgain(last))) return undefined;
			if (await this.source.isFront(last)) return await this.source.wholeList(last);
			if (!this.countsRows && (await this.isEndAgain(last))) return undefined;
			if (this.stalePages >= MAX_STALE_PAGES) throw offsetIgnored();
		}
		if (this.pageNumber !== undefined) return await this.atPage();
		return (await this.chained(last)) ?? (await this.atOffset());
	}

	/** Whether the platform says that there are more rows than were read. */
	private isShort({ page }: Sent): boolean {
		return (this.total(page) ?? 0) > this.source.start + this.seen.size;
	}

	/** Whether a platform that counts pages gives its last page for all numbers behind it. */
	private isLastPageAgain({ keys }: Sent): boolean {
		if (this.pageNumber === undefined) return false;
		return this.stalePages >= LAST_PAGE_TIMES - 1 && isSame(keys, this.lastKeys);
	}

	/** Whether the platform gives its last page for an offset behind the end. */
	private async isEndAgain(last: Sent): Promise<boolean> {
		const { keys, at } = last;
		const lastKey = this.lastKeys.at(-1);
		if (keys.at(-1) !== lastKey || this.isShort(last)) return false;
		const beyond = await this.source.pageIfAny(FAR, at.limit);
		return beyond?.keys.at(-1) === lastKey;
	}

	/** The next page, as long as it is proven how the list goes on. */
	private async chained(last: Sent): Promise<Sent | undefined> {
		const { chain, keeping } = this;
		if (!chain || !keeping) return undefined;
		const total = this.total(last.page);
		const believed = { ...last, page: { ...last.page, total } };
		const sent = await chain.next(believed, keeping.wanted - this.count);
		if (sent) this.offset = sent.at.offset + sent.keys.length;
		if (!chain.goesOn) this.chain = undefined;
		return sent;
	}

	/** The page that the platform itself names as the next one; undefined if it has only rows that were there before. */
	private async linked(next: IDataObject): Promise<Sent | undefined> {
		const sent = await this.source.page(this.offset, next).catch((error: unknown) => {
			if (mayBePastEnd(error)) return undefined;
			throw error;
		});
		const isNew = sent?.keys.some((key) => !this.seen.has(key));
		if (!sent || (sent.keys.length > 0 && !isNew)) return undefined;
		this.hasFollowed = true;
		this.offset += sent.keys.length;
		return sent;
	}

	private async second(first: Sent): Promise<Sent | 'falseId' | undefined> {
		const second = await secondPage(this.source, first);
		if (second === 'changed') return await this.frontAgain();
		if (second === undefined || second === 'falseId') return second;
		if ('pageNumber' in second) {
			this.pageNumber = second.pageNumber;
			this.source.reader.keepSize(first.at.limit);
			this.offset += second.sent.keys.length;
		} else {
			this.offset = second.offset;
			const { keys } = second.sent;
			this.countsRows = keys[0] === first.keys.at(-1) && !isSame(keys, first.keys);
		}
		const { source, seen, keeping } = this;
		if (keeping) {
			this.chain = PageChain.after(first, second.sent, source, seen, keeping.parallel);
		}
		return second.sent;
	}

	/** Begins anew, because the list changed before it was proven what the platform counts. */
	private async frontAgain(): Promise<Sent> {
		this.frontReadings += 1;
		if (this.frontReadings > MAX_FRONT_READINGS) throw changesTooOften();
		const sent = await this.source.page(0);
		this.offset = sent.keys.length;
		// As at the beginning, no page before shows how long pages are.
		this.longest = 0;
		this.front = { ...sent, isOverlap: true };
		return this.front;
	}

	private async atOffset(): Promise<Sent | undefined> {
		const { source, offset } = this;
		const sent = await source.page(offset).catch(async (error: unknown) => {
			if (!mayBePastEnd(error) || offset === source.start) throw error;
			// The last row is still there, and nothing behind it: the list ends here. Otherwise the platform gives no more than that.
			const before = await source.pageIfAny(offset - 1);
			if (before?.keys.length !== 1 || !this.seen.has(before.keys[0] ?? '')) throw error;
			return undefined;
		});
		if (!sent) return undefined;
		const confirmed = await this.confirmed(sent);
		this.offset += confirmed.keys.length;
		return confirmed;
	}

	private async atPage(): Promise<Sent | undefined> {
		const number = this.pageNumber ?? 0;
		this.pageNumber = number + 1;
		const sent = await this.source.pageIfAny(number);
		this.offset += sent?.keys.length ?? 0;
		return sent;
	}
}

/**
 * The pages of a list, one after the other, for servers that page in different ways.
 *
 * The offset grows by the number of rows received. Reading stops at an empty page or at the total, never at a short page: a server may
 * return fewer rows than requested. Rows that move to a later page while reading, because new rows appear at the start, are not returned twice.
 *
 * @param start rows to skip, or the first page, for a platform that counts pages
 * @param keeping set if the caller keeps all rows
 * @throws RequestFailure if the server ignores the offset, so that the rest of the list cannot be read
 */
export async function* pagesOf(
	reader: PageReader,
	identity: Identity,
	start: number | PagePlace = 0,
	keeping?: Keeping,
): AsyncGenerator<PageRead> {
	const [offset, from] = typeof start === 'number' ? [start] : [0, start];
	yield* new ListReading(new PageSource(reader, identity.copy(), offset), keeping, from).pages();
}

export interface ListSettings {
	/** Max number of rows. */
	wanted?: number;
	/** Which rows are wanted, if not all. */
	keeps?: (row: IDataObject) => boolean;
	/** What the rows are, if their identifier may have a name of its own. */
	entity?: EntityName;
	/** Max number of requests at a time. More than one is used only for a list whose first two pages prove how it goes on. */
	parallel?: number;
}

/**
 * The rows of a list, without duplicates.
 *
 * @throws RequestFailure if the server ignores the offset, so that the rest of the list cannot be read
 */
export async function readRows(
	fetchPage: FetchPage,
	settings: ListSettings = {},
): Promise<IDataObject[]> {
	const { wanted = Number.POSITIVE_INFINITY, keeps, entity, parallel = MAX_PARALLEL } = settings;
	// Nobody knows how many rows must be read until so many are kept.
	const toRead = keeps ? Number.POSITIVE_INFINITY : wanted;
	const keeping = { wanted: toRead, parallel: Math.min(parallel, MAX_PARALLEL) };
	const reader = new PageReader(fetchPage, Math.min(PAGE_SIZE, toRead));
	const rows: IDataObject[] = [];
	for await (const page of pagesOf(reader, new Identity(entity), 0, keeping)) {
		if (page.isRestart) rows.length = 0;
		for (const row of page.rows) if (!keeps || keeps(row)) rows.push(row);
		if (rows.length >= wanted) return rows.slice(0, wanted);
	}
	return rows;
}
