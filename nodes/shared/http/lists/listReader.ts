import type { IDataObject } from 'n8n-workflow';
import type { Page } from '../answers';
import { EndCheck } from './endCheck';
import type { Identity } from './identity';
import { IncompleteList, changesTooOften, countsNoRows, offsetIgnored } from './listErrors';
import type { OffsetPage } from './offsetPage';
import { follows, isEmptyPage, isSamePage, overlaps, repeats } from './offsetPage';
import type { RequestFailure } from '../failures/requestFailure';
import type { PageReader } from './pageReader';
import { mayBePastEnd } from './pageReader';

/** How often the first page is read again because it has changed. */
const MAX_FIRST_PAGES = 10;
/** How often the reading goes back because rows were removed. */
const MAX_STEPS_BACK = 20;
/** How many pages without a new row, one after the other, do not end a list. */
const MAX_STALE_PAGES = 20;
/** After this number of short pages, one after the other, the list may grow as fast as it is read. */
const MAX_SHORT_PAGES = 20;
/** The most rows of a first page in which a row that came or went in the meantime looks like an offset that counts pages. */
const FEW_ROWS = 3;
/** The fewest rows of a page that is not small. A small page may have a single row by chance. */
const SMALL_PAGE = 10;
/** Max number of pages of one list that are requested at a time. */
const MAX_PARALLEL = 8;

/** What a caller sets that keeps all rows: then these are compared at the end with what the platform says. */
export interface Keeping {
	/** Max number of rows. */
	wanted: number;
	/** Max number of requests at a time. */
	parallel: number;
}

/** How a list is read. */
export interface ReadingSettings {
	/** Rows to skip. A caller that skips some knows that the offset counts rows. */
	start?: number;
	/** Set if the caller keeps all rows. */
	keeping?: Keeping;
	/** True: the caller tells rows apart by itself. Only the keys of the last two pages are kept, and after rows were removed, a row can be given again. */
	forgets?: boolean;
}

/** What one page adds to a list that is being read. */
export interface PageRead {
	/** The rows that were on no page before. */
	rows: IDataObject[];
	/** How many rows of the list lie before the next page. */
	next: number;
	/** Number of rows of the whole list, if the platform says it. */
	total?: number;
	/** Whether this is the last page. */
	isLast: boolean;
}

/** The pages of a list; at its end, what the platform sent last, with or without new rows. */
export type Pages = AsyncGenerator<PageRead, Page | undefined>;

/**
 * Reads one list from its first page to its end, while rows come and go.
 *
 * A list of 250 rows in pages of 100 is read with `offset` 0, 99 and 198: each page begins with the last row of the page before. If a known row is
 * on the next page, no row that was there all the time lies between the two, whatever was added or removed in the meantime.
 *
 * - A page without a known row: rows were removed. The reading steps back until it meets a known one.
 * - A page with nothing but the last row of the page before: that is the end of the list. A short page is never the end.
 * - At the end, the rows are compared with what the platform says: its total, and whether more follow. A difference is an error.
 *
 * The second page also shows whether the offset counts rows at all. If not, the list can be read only where one page has all of it.
 *
 * From the third page on, several pages are requested at a time, if each page until then began with the last row of the page before.
 */
export class ListReader {
	/** The keys of the rows that were read, in their order: key → position. */
	private readonly positions = new Map<string, number>();
	private readonly endCheck: EndCheck;
	private readonly start: number;
	private readonly keeping?: Keeping;
	private readonly forgets: boolean;
	/** Number of rows that were given to the caller. */
	private count = 0;
	/** How many rows of the list lie before the next page. */
	private offset = 0;
	/** The number of rows of the longest page. */
	private longest = 0;
	/** What the platform said last about the list. */
	private lastPage?: OffsetPage;
	/** Whether the offset is known to count rows, because a page has followed the first one. */
	private countsRows: boolean;
	/** True: a page has repeated rows, and the offset counts each of them once. */
	private countsOnce = false;
	/** Whether each page until now began with the last row of the page before. */
	private hasOverlapped = true;
	/** The next pages, if they were requested ahead of their turn; undefined for a page that failed. */
	private ahead: Array<OffsetPage | undefined> = [];

	private firstPages = 0;
	private stepsBack = 0;
	private stalePages = 0;
	/** How many pages, one after the other, were the same as the page before. */
	private samePages = 0;
	private shortPages = 0;

	/** @param identity what tells the rows apart */
	constructor(
		private readonly pageReader: PageReader,
		private readonly identity: Identity,
		{ start = 0, keeping, forgets = false }: ReadingSettings = {},
	) {
		this.start = start;
		this.keeping = keeping;
		this.forgets = forgets;
		this.countsRows = start > 0;
		this.endCheck = new EndCheck(identity, this.positions);
	}

	/** @throws RequestFailure if not all rows can be read */
	async *pages(): Pages {
		let page = await this.firstPage();
		while (page) {
			const read = this.readFrom(page);
			if (this.stalePages > MAX_STALE_PAGES) throw await this.noNewRows(page);
			yield read;
			page = read.isLast ? undefined : await this.nextPage(page);
		}
		if (this.keeping) this.endCheck.check(this.count, this.lastPage);
		return this.lastPage;
	}

	// ---- One page ----

	/** @param limit the page size, if it must be this one */
	private async page(offset: number, limit?: number): Promise<OffsetPage> {
		const { page, asked } = await this.pageReader.page(offset, limit);
		this.endCheck.noteTotal(page);
		return { ...page, keys: this.keysOf(page), offset, limit: asked };
	}

	/** The page at an offset, without rows if the platform refuses the offset: a platform may do so behind the end. */
	private async pageIfAny(offset: number, limit?: number): Promise<OffsetPage> {
		return await this.page(offset, limit).catch((error: unknown): OffsetPage => {
			if (!mayBePastEnd(error)) throw error;
			return { rows: [], keys: [], offset, limit: 0, refusal: error };
		});
	}

	private keysOf = ({ rows }: Page): string[] => rows.map((row) => this.identity.of(row));
	private wasRead = (key: string): boolean => this.positions.has(key);
	private hasReadBefore = ({ keys }: OffsetPage): boolean => keys.some(this.wasRead);
	private hasNew = ({ keys }: OffsetPage): boolean => !keys.every(this.wasRead);

	/** Counts the rows of a page as read. @throws RequestFailure if different rows have the same identifier */
	private readFrom(page: OffsetPage): PageRead {
		if (this.identity.learn(page.rows)) {
			if (this.count > 0 && this.identity.falseNames.length > 0)
				throw new IncompleteList('Different rows have the same identifier', 'It was seen late');
			page.keys = this.keysOf(page);
		}
		if (this.keeping) this.endCheck.noteOrder(page);
		const rows = this.newRows(page);
		this.count += rows.length;
		const isSame = this.lastPage !== undefined && isSamePage(page, this.lastPage);
		this.samePages = isSame ? this.samePages + 1 : 0;
		this.stalePages = rows.length > 0 ? 0 : this.stalePages + 1;
		if (this.forgets) this.forgetBefore(page);
		this.countsOnce ||= page.keys.length > page.limit && this.distinct(page) < page.keys.length;
		this.offset = page.offset + this.rowsOf(page);
		const isLast = this.isLast(page);
		this.shortPages = 2 * page.keys.length < this.longest ? this.shortPages + 1 : 0;
		this.longest = Math.max(this.longest, page.keys.length);
		this.lastPage = page;
		return { rows, next: this.offset, total: page.total, isLast };
	}

	/** The rows of a page that were on no page before. */
	private newRows({ keys, rows }: OffsetPage): IDataObject[] {
		const here = new Set<string>();
		const isNew = (row: IDataObject, index: number): boolean => {
			const key = keys[index] ?? '';
			if (this.wasRead(key) || here.has(key)) return false;
			// Two equal rows of one page that have no identifier are two rows.
			if (this.identity.hasId(row)) here.add(key);
			return true;
		};
		const found = rows.filter(isNew);
		for (const key of keys) if (!this.wasRead(key)) this.positions.set(key, this.positions.size);
		return found;
	}

	/** Forgets the keys of all pages but this one and the one before: a list of a million rows must not fill the memory. */
	private forgetBefore({ keys }: OffsetPage): void {
		const kept = new Set([...(this.lastPage?.keys ?? []), ...keys]);
		for (const key of this.positions.keys()) if (!kept.has(key)) this.positions.delete(key);
	}

	/**
	 * The error of a list whose pages bring no new rows any more. `[a, b]` for each offset can be an offset that is ignored, or a list that gains a
	 * row with each request: then the same offset, asked once more, gives other rows.
	 */
	private async noNewRows(page: OffsetPage): Promise<RequestFailure> {
		const isSame = this.samePages >= MAX_STALE_PAGES;
		const again = isSame && (await this.pageIfAny(page.offset, page.limit));
		return again && isSamePage(again, page) ? offsetIgnored() : changesTooOften();
	}

	/** By how many rows of the list the next page begins behind this one. */
	private rowsOf(page: OffsetPage): number {
		return this.countsOnce ? this.distinct(page) : page.keys.length;
	}

	/** How many different rows a page has. Equal rows that have no identifier are several. */
	private distinct({ keys, rows }: OffsetPage): number {
		const identified = keys.filter((_, index) => this.identity.hasId(rows[index] ?? {}));
		return keys.length - identified.length + new Set(identified).size;
	}

	/** Whether the total says that the list ends with this page. A total alone may be wrong: the page must also be short, and no row have moved. */
	private isLast({ keys, total, hasMore }: OffsetPage): boolean {
		const isShort = keys.length < this.longest || hasMore === false;
		return (
			isShort && hasMore !== true && total === this.offset && total === this.start + this.count
		);
	}

	/** Ends the reading. @param page the page that shows the end. One without rows says nothing about those before it */
	private endAt(page: OffsetPage): undefined {
		if (!isEmptyPage(page) || this.count === 0) this.lastPage = page;
	}

	private async firstPage(): Promise<OffsetPage | undefined> {
		const page = this.start > 0 ? await this.pageIfAny(this.start) : await this.page(0);
		return isEmptyPage(page) ? this.endAt(page) : page;
	}

	// ---- The next page ----

	/** The page behind another one; undefined at the end of the list. */
	private async nextPage(before: OffsetPage): Promise<OffsetPage | undefined> {
		if (!this.countsRows) return await this.secondPage(before);
		if (this.shortPages > MAX_SHORT_PAGES && (await this.growsOnlyAtEnd())) return undefined;
		const page = (await this.pageAhead(before)) ?? (await this.pageInTurn());
		this.hasOverlapped &&= overlaps(before, page);
		return await this.unlessEnd(page);
	}

	/** The page that begins with the last row of the page before. Pages of one row do not overlap. */
	private async pageInTurn(): Promise<OffsetPage> {
		if (this.longest === 1) return await this.pageIfAny(this.offset);
		const page = await this.pageIfAny(this.offset - 1);
		return this.hasReadBefore(page) ? page : await this.stepBack();
	}

	/** A page before the next one that has a known row. Rows were removed: those behind them lie further in front now. */
	private async stepBack(): Promise<OffsetPage> {
		for (let step = this.longest; this.stepsBack < MAX_STEPS_BACK; step *= 2) {
			this.stepsBack += 1;
			const offset = Math.max(0, this.offset - step);
			const page = await this.pageIfAny(offset);
			if (this.hasReadBefore(page) || offset === 0) return page;
		}
		throw changesTooOften();
	}

	/** Whether a page has nothing but the last row of the page before. If rows have moved, it may be another row that is known. */
	private isOnlyOverlap = (page: OffsetPage): boolean =>
		this.rowsOf(page) === 1 && page.offset === this.offset - 1 && this.hasReadBefore(page);

	/** The page, unless it shows the end of the list: it has no row, or only the last row of the page before. */
	private async unlessEnd(page: OffsetPage): Promise<OffsetPage | undefined> {
		if (isEmptyPage(page)) return this.endAt(page);
		if (!this.isOnlyOverlap(page) || this.longest === 1) return page;
		return this.longest < SMALL_PAGE ? await this.behindSmall(page) : this.endAt(page);
	}

	/** What follows a small page with nothing but the overlap: it can have had a single row by chance. */
	private async behindSmall(page: OffsetPage): Promise<OffsetPage | undefined> {
		const behind = await this.pageIfAny(this.offset);
		if (isEmptyPage(behind)) return this.endAt(page);
		// If rows have moved in the meantime, one can lie between the two pages.
		const again = await this.pageIfAny(page.offset);
		if (!this.isOnlyOverlap(again)) return this.hasReadBefore(again) ? again : page;
		if (this.hasNew(behind)) return behind;
		// Known rows are the last ones again, or other rows that are equal.
		this.endCheck.noteOrder(behind);
		return this.endAt(page);
	}

	/** Whether a list that grows as fast as it is read has nothing a page further on: what still comes is newer than the reading. */
	private async growsOnlyAtEnd(): Promise<boolean> {
		this.shortPages = 0;
		return (
			this.keeping !== undefined && !this.hasNew(await this.pageIfAny(this.offset + this.longest))
		);
	}

	// ---- Pages that are requested at a time ----

	/** The next page, if it was requested together with others; undefined if it must be requested in its turn. */
	private async pageAhead(before: OffsetPage): Promise<OffsetPage | undefined> {
		if (this.ahead.length === 0) this.ahead = await this.requestedAhead(before);
		if (this.ahead.length === 0) return undefined;
		const page = this.ahead.shift();
		if (page && overlaps(before, page) && this.hasNew(page)) return page;
		this.hasOverlapped = false;
		this.ahead = [];
		return undefined;
	}

	/** Requests as many of the next pages as are surely there and wanted; none if that is a single page. */
	private async requestedAhead({ total = 0 }: OffsetPage): Promise<Array<OffsetPage | undefined>> {
		const { keeping, offset, hasOverlapped } = this;
		// The first row of each page is on the page before.
		const step = this.longest - 1;
		if (!keeping || !hasOverlapped || step < 1) return [];
		const end = Math.min(total, offset + keeping.wanted - this.count);
		const pages = Math.min(keeping.parallel, MAX_PARALLEL, Math.ceil((end - offset) / step));
		if (pages < 2) return [];
		const requests = Array.from(
			{ length: pages },
			async (_, number) => await this.page(offset - 1 + number * step).catch(() => undefined),
		);
		return await Promise.all(requests);
	}

	// ---- The second page ----

	/** The page behind the first one. It shows whether the offset counts rows. */
	private async secondPage(first: OffsetPage): Promise<OffsetPage | undefined> {
		const { limit, keys } = first;
		const second = await this.behindFirst(first);
		if (keys.length === 1 && isEmptyPage(second)) return this.endAt(second);
		const isClear = keys.length === 1 || keys.length > FEW_ROWS || second.keys.length < keys.length;
		if (isClear && follows(first, second)) return await this.proven(first, second);
		// An empty second page means that the list has changed since the first page, or that the offset counts something else.
		const page = isEmptyPage(second) ? await this.pageIfAny(1, limit) : second;
		const firstNow = await this.page(0, limit);
		if (!isSamePage(firstNow, first)) return this.anew(firstNow);
		if (isEmptyPage(page)) return this.endBehindFirst(first, page.refusal ?? second.refusal);
		if (follows(first, page)) return await this.proven(first, page);
		if (!repeats(first, page)) return await this.unlessChanged(page, countsNoRows());
		return isSamePage(firstNow, page) ? await this.firstPageAgain(page) : this.anew(firstNow);
	}

	/** The page that begins with the last row of the first one. If a page repeats rows, its offset may count each of them once. */
	private async behindFirst(first: OffsetPage): Promise<OffsetPage> {
		const requested = async () =>
			await this.pageIfAny(Math.max(1, this.rowsOf(first) - 1), first.limit);
		const second = await requested();
		const mayCountOnce = !this.countsOnce && this.distinct(first) < first.keys.length;
		if (!mayCountOnce || follows(first, second)) return second;
		this.countsOnce = true;
		const once = await requested();
		// If neither page follows, the list has changed.
		this.countsOnce = follows(first, once);
		this.offset = this.rowsOf(first);
		return this.countsOnce ? once : second;
	}

	/** The offset counts rows: this page follows the first one. */
	private async proven(first: OffsetPage, second: OffsetPage): Promise<OffsetPage | undefined> {
		this.countsRows = true;
		this.hasOverlapped = overlaps(first, second);
		return await this.unlessEnd(second);
	}

	/** The first page has changed before a second one has followed: the reading begins anew. */
	private anew(first: OffsetPage): OffsetPage | undefined {
		this.firstPages += 1;
		if (this.firstPages > MAX_FIRST_PAGES) throw changesTooOften();
		this.longest = 0;
		return isEmptyPage(first) ? this.endAt(first) : first;
	}

	/** Nothing is behind the first page. If the platform refuses what is there, it must also say that these are all rows. */
	private endBehindFirst(first: OffsetPage, refusal?: RequestFailure): undefined {
		const { keys, total, hasMore = total !== keys.length } = first;
		if (refusal && hasMore) throw refusal;
		return undefined;
	}

	/** The first page came again for another offset: it is the whole list, or the platform ignores the offset. */
	private async firstPageAgain(again: OffsetPage): Promise<OffsetPage | undefined> {
		const { offset, limit, keys, hasMore } = again;
		const count = keys.length;
		// A platform that counts pages from one gives the first page for offset 1, and the second for offset 2.
		const further = offset > 1 ? again : await this.pageIfAny(offset + 1, limit);
		if (isEmptyPage(further)) {
			const firstNow = await this.page(0, limit);
			return isSamePage(firstNow, again) ? this.endAt(again) : this.anew(firstNow);
		}
		if (!repeats(again, further)) {
			// For pages of one row, counting pages is counting rows.
			if (count === 1) return await this.proven(again, further);
			return await this.unlessChanged(again, countsNoRows());
		}
		// A platform that ignores the limit, too, gives all rows. The total of a page depends on the limit, that of the list does not.
		const one = count === 1 ? further : await this.page(0, 1);
		const isWhole = hasMore !== true && (one.keys.length >= count || one.total === count);
		return await this.unlessChanged(further, isWhole ? undefined : offsetIgnored());
	}

	/**
	 * What a page behind the first one has shown, unless it comes with other rows now: then rows came and went between two first pages that are the
	 * same, and the reading begins anew.
	 *
	 * @param error undefined if the page has shown that the first one has all rows
	 */
	private async unlessChanged(
		page: OffsetPage,
		error?: RequestFailure,
	): Promise<OffsetPage | undefined> {
		const again = await this.pageIfAny(page.offset, page.limit);
		if (!isSamePage(again, page)) return this.anew(await this.page(0, page.limit));
		if (error) throw error;
		return this.endAt(page);
	}
}
