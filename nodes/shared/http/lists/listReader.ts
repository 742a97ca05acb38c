import type { IDataObject } from 'n8n-workflow';
import type { Page } from '../answers';
import { Identity } from './identity';
import { IncompleteList, changesTooFast, pagesOfOneRow, samePageAgain } from './listErrors';
import type { OffsetPage } from './offsetPages';
import {
	endOf,
	isOnlyOverlap,
	isSamePage,
	offsetBehind,
	overlaps,
	PagesAhead,
} from './offsetPages';
import type { FetchPage } from './pageReader';
import { PAGE_SIZE, PageReader } from './pageReader';

/** How many pages in a row may have only known rows, or few rows, or lie in front of the one that is next. */
const MAX_STALE_PAGES = 20;

/** How a list is read. */
export interface ReadingSettings {
	/** Rows to skip. A caller that skips some knows that the offset counts rows. */
	start?: number;
	/** Set if the caller keeps all rows, or so many of them. Else a row that moves by pages can be given twice. */
	keeping?: { wanted: number; parallel: number };
}

/** What one page adds to a list that is being read. */
export interface PageRead {
	/** The rows that were on no page before. */
	rows: IDataObject[];
	/** The offset just behind its last row. */
	next: number;
	/** Number of rows of the whole list, if the platform says it. */
	total?: number;
	/** Whether this is the last page. */
	isLast: boolean;
}

/** The pages of a list; at its end, what the platform sent last, with or without new rows. */
export type Pages = AsyncGenerator<PageRead, Page | undefined>;

/**
 * Whether a page ends at the total. A total on the first page can be the number of its rows: it needs another proof.
 */
function isAtTotal({ total, hasMore, ...page }: OffsetPage): boolean {
	const isShort = page.offset > 0 && page.keys.length < page.limit;
	return total === endOf(page) && (isShort ? hasMore !== true : hasMore === false);
}

/**
 * Reads one list from its first page to its end, while rows come and go.
 *
 *   250 rows in pages of 100 -> `offset` 0, 99, 198 and 249: each page begins with the last row of the one before
 *
 * 1. A page with a known row follows: no row that was there all the time lies between. Without a known row, rows were
 *    removed, and a page further in front is read.
 * 2. The end is a page with only the last row of the page before, as at 249, or a short page that ends at the total.
 * 3. Who keeps all rows compares them with the platform's total at the end: fewer rows are an error.
 */
export class ListReader {
	/** The keys of all rows that were read, or of those of the last two pages if the caller does not keep the rows. */
	private known = new Set<string>();
	/** Number of rows that were skipped, or given to the caller. */
	private count: number;
	/** The number of rows of the longest page. */
	private longest = 0;
	private stalePages = 0;
	/** The smallest total that the platform has said: rows may come while the list is read. */
	private least = Infinity;
	/** The page that was read last. */
	private last?: OffsetPage;
	private readonly keeping: ReadingSettings['keeping'];
	private readonly ahead: PagesAhead;

	/** @param identity what tells the rows apart */
	constructor(
		private readonly pageReader: PageReader,
		private readonly identity: Identity,
		{ start = 0, keeping }: ReadingSettings = {},
	) {
		this.count = start;
		this.keeping = keeping;
		const request = async (offset: number) => await this.page(offset);
		this.ahead = new PagesAhead(request, keeping?.parallel ?? 1);
	}

	/** @throws RequestFailure if not all rows can be read */
	async *pages(): Pages {
		let page: OffsetPage | undefined = await this.page(this.count);
		while (page && page.keys.length > 0) {
			const read = this.readFrom(page);
			yield read;
			page = read.isLast ? undefined : await this.nextPage(page);
		}
		this.last = page ?? this.last;
		if (this.keeping) this.check(this.last);
		return this.last;
	}

	/** @param limit the page size, if it must be this one */
	private async page(offset: number, limit?: number): Promise<OffsetPage> {
		const { page, asked } = await this.pageReader.page(offset, limit);
		this.identity.learn(page.rows);
		this.least = Math.min(this.least, page.total ?? Infinity);
		return { ...page, keys: page.rows.map((row) => this.identity.of(row)), offset, limit: asked };
	}

	/** Counts the rows of a page as read. @throws RequestFailure if too many pages were stale */
	private readFrom(page: OffsetPage): PageRead {
		const rows = this.newRows(page);
		const isShort = 2 * page.keys.length < this.longest;
		const isInTurn = !this.last || page.offset === offsetBehind(this.last);
		this.stalePages = rows.length === 0 || isShort || !isInTurn ? this.stalePages + 1 : 0;
		this.remember(page);
		this.count += rows.length;
		const isStuck = this.stalePages > MAX_STALE_PAGES;
		// Many short pages: the list grows as fast as it is read. The reading ends at the total of its beginning.
		if (isStuck && !(isShort && this.count >= this.least))
			throw page.offset === 0 && rows.length === 0 ? samePageAgain() : changesTooFast();
		this.longest = Math.max(this.longest, page.keys.length);
		this.last = page;
		return { rows, next: endOf(page), total: page.total, isLast: isStuck || isAtTotal(page) };
	}

	/** The rows of a page that were on no page before. */
	private newRows(page: OffsetPage): IDataObject[] {
		const here = new Set<string>();
		const isBehindLast = this.last !== undefined && overlaps(this.last, page);
		return page.rows.filter((row, index) => {
			const key = page.keys[index] ?? '';
			// Two equal rows without an identifier are two rows, if they share a page, or if the list has not moved.
			if (!this.identity.hasId(row)) return !this.known.has(key) || (isBehindLast && index > 0);
			const isNew = !this.known.has(key) && !here.has(key);
			here.add(key);
			return isNew;
		});
	}

	private remember({ keys }: OffsetPage): void {
		if (!this.keeping) this.known = new Set(this.last?.keys);
		for (const key of keys) this.known.add(key);
	}

	/** The page behind another one; undefined at the end of the list. */
	private async nextPage(before: OffsetPage): Promise<OffsetPage | undefined> {
		const ahead = await this.ahead.pageAfter(before, (this.keeping?.wanted ?? 0) - this.count);
		if (ahead) return ahead;
		const isFirst = before.offset === 0;
		const offset = offsetBehind(before);
		const page = await this.page(offset, isFirst ? before.limit : undefined);
		const isSingle = isFirst && before.keys.length === 1;
		if (isSingle && page.keys.length === 0) return undefined;
		if (isFirst && (isSingle || isSamePage(page, before)))
			return await this.firstAgain(before, page);
		if (isOnlyOverlap(before, page)) {
			this.last = page;
			return undefined;
		}
		this.ahead.note(before, page);
		return this.hasKnown(page) ? page : await this.furtherInFront(offset);
	}

	private hasKnown = ({ keys }: OffsetPage): boolean => keys.some((key) => this.known.has(key));

	/** Rows were removed: those behind them lie further in front now. */
	private async furtherInFront(offset: number): Promise<OffsetPage> {
		const page = await this.page(Math.max(0, offset - this.longest));
		if (page.offset > 0 && !this.hasKnown(page)) throw changesTooFast();
		return page;
	}

	/**
	 * The second page does not follow the first: new rows came in front, or the offset does not count rows. If asking for
	 * one row there brings all rows again, the list is always given whole.
	 */
	private async firstAgain(first: OffsetPage, second: OffsetPage): Promise<OffsetPage | undefined> {
		const firstNow = await this.page(0, first.limit);
		if (!isSamePage(firstNow, first)) return firstNow;
		const one = await this.page(second.offset, 1);
		if (isSamePage(one, first)) return undefined;
		if (one.keys[0] === first.keys[0]) throw samePageAgain();
		if (first.keys.length === 1 && one.keys.length > 0) throw pagesOfOneRow();
		return firstNow;
	}

	/** Compares all rows with what the platform says about them. @throws RequestFailure if it has more */
	private check(last?: Page): void {
		const { count, least } = this;
		if (count < least && least < Infinity) {
			throw new IncompleteList(
				`Only ${count} of ${least} rows could be read`,
				'The platform says that the list is longer. It may give only a part of its rows, or change their order from page to page',
			);
		}
		if (last?.hasMore === true) {
			throw new IncompleteList(
				`Only ${count} rows could be read, and the platform says that more follow`,
				'It gave nothing behind them. Pages by number, link or cursor are not read',
			);
		}
	}
}

/**
 * The pages of a list, one after the other. A row that has moved to a second page is given once.
 * @throws RequestFailure if the rest cannot be read; for who keeps all rows, also if some are missing at the end
 */
export const pagesOf = (reader: PageReader, identity: Identity, reading?: ReadingSettings): Pages =>
	new ListReader(reader, identity, reading).pages();

export interface ListSettings {
	/** Max number of rows. */
	wanted?: number;
	/** Whether a row is wanted; undefined if all are. */
	keeps?: (row: IDataObject) => boolean;
	/** What tells the rows apart. */
	identity?: Identity;
	/** Max requests at a time. More than one is used only where the first two pages prove how the list continues. */
	parallel?: number;
}

/**
 * The rows of a list, without duplicates.
 *
 * @throws RequestFailure if the rest of the list cannot be read, or if rows are missing at the end
 */
export async function readRows(
	fetchPage: FetchPage,
	settings: ListSettings = {},
): Promise<IDataObject[]> {
	const { wanted = Infinity, keeps, identity = new Identity(), parallel = Infinity } = settings;
	// How many rows must be read until enough are kept is open, so all are read if needed.
	const toRead = keeps ? Infinity : wanted;
	const reader = new PageReader(fetchPage, Math.min(PAGE_SIZE, toRead));
	const read = async (): Promise<IDataObject[]> => {
		const rows: IDataObject[] = [];
		const keeping = { wanted: toRead, parallel };
		for await (const page of pagesOf(reader, identity, { keeping })) {
			for (const row of page.rows) if (!keeps || keeps(row)) rows.push(row);
			if (rows.length >= wanted) return rows.slice(0, wanted);
		}
		return rows;
	};
	return await read().catch(async (error: unknown) => {
		// Rows that were removed while the list was read look like missing ones.
		if (error instanceof IncompleteList) return await read();
		throw error;
	});
}
