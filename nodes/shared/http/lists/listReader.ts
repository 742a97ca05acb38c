import type { IDataObject } from 'n8n-workflow';
import type { Page } from '../answers';
import type { Identity } from './identity';
import { EndCheck } from './endCheck';
import { IncompleteList, changesTooOften, countsNoRows, offsetIgnored } from './listErrors';
import type { PageReader } from './pageReader';
import { mayBePastEnd } from './pageReader';
import type { Sent } from './sentPage';
import { follows, isAgain, isEmpty, isSamePage, overlaps } from './sentPage';

/** So often the first page is read again because it has changed. */
const MAX_FRONT_READINGS = 10;
/** So often a reading goes back, because no known row is where the next page should begin. */
const MAX_STEPS_BACK = 20;
/** So many pages without a new row, one after the other, do not end a list. */
const MAX_STALE_PAGES = 20;
/** After so many short pages, the list may grow as fast as it is read. */
const MAX_SHORT_PAGES = 20;
/** Pages of fewer rows are small: one of them may have a single row by chance. */
const SMALL_PAGE = 10;
/** In so few rows, one that came or went in the meantime looks like an offset that counts pages. */
const FEW_ROWS = 3;
/** Max number of pages of one list that are requested at a time. */
const MAX_PARALLEL = 8;

/** What a caller wants who keeps all rows of a list. */
export interface Keeping {
	/** Max number of rows. */
	wanted: number;
	/** Max number of requests at a time. */
	parallel: number;
}

/** One page of a list that is being read. */
export interface PageRead {
	/** The rows that were on no page before. */
	rows: IDataObject[];
	/** How many rows of the list lie before the next page. */
	next: number;
	/** Number of rows of the whole list, if the platform says it. */
	total?: number;
	/** No page follows. */
	isLast: boolean;
}

/** The pages of a list; at its end, what the platform sent last, with or without new rows. */
export type Pages = AsyncGenerator<PageRead, Page | undefined>;

/**
 * Reads one list from its first page to its end, while rows come and go.
 *
 * A list of 250 rows in pages of 100 is read with `offset` 0, 99 and 198: each page begins with the last row of the page before. As long as a
 * known row is on the next page, no row that was there all the time lies between the two, whatever was added or removed in the meantime.
 *
 * - No known row on it: rows were removed. The reading goes back until it meets one.
 * - Nothing on it but the last row: that is the end of the list. A short page is never the end.
 * - At the end, the rows are compared with what the platform says: its total, and whether more follow. A difference is an error.
 *
 * The second page also shows whether the offset counts rows at all. If not, the list can be read only where one page has all of it.
 *
 * From the third page on, several pages are requested at a time, as long as each begins with the last row of the page before.
 */
export class ListReader {
	/** The keys of the rows that were read, and the place of each among them. */
	private readonly places = new Map<string, number>();
	/** How many rows of the list lie before the next page. */
	private offset = 0;
	/** The rows of the longest page. */
	private longest = 0;
	/** Whether a page has followed the first one: the offset counts rows. */
	private isProven: boolean;
	/** A page repeats rows, and the offset counts each of them once: LIMIT before a JOIN. */
	private countsOnce = false;
	/** Whether every page until now began with the last row of the page before. */
	private isCalm = true;
	/** The next pages, if they were requested before their turn; undefined for one that failed. */
	private ahead: Array<Sent | undefined> = [];

	private frontReadings = 0;
	private stepsBack = 0;
	private stalePages = 0;
	private shortPages = 0;

	/** Number of rows that were given to the caller. */
	private count = 0;
	/** What the platform said last about the list. */
	private said?: Page;
	private readonly check: EndCheck;

	/**
	 * @param identity what tells the rows apart
	 * @param start rows to skip. Whoever skips some knows that the offset counts rows
	 * @param keeping set if the caller keeps all rows: then they are compared with what the platform says at the end
	 */
	constructor(
		private readonly reader: PageReader,
		private readonly identity: Identity,
		private readonly start = 0,
		private readonly keeping?: Keeping,
	) {
		this.isProven = start > 0;
		this.check = new EndCheck(identity, this.places);
	}

	/** @throws RequestFailure if not all rows can be read */
	async *pages(): Pages {
		let sent: Sent | undefined = await this.firstPage();
		while (sent) {
			// The rows of the pages before were taken for others.
			if (this.identity.learn(sent.page.rows) && this.count > 0)
				throw new IncompleteList('Different rows have the same identifier', 'It was seen late');
			const page = this.taken(sent);
			yield page;
			sent = page.isLast ? undefined : await this.following(sent);
		}
		if (this.keeping) this.check.atEnd(this.count, this.said);
		return this.said;
	}

	private async firstPage(): Promise<Sent | undefined> {
		const { start } = this;
		const sent = start > 0 ? await this.pageIfAny(start) : await this.page(0);
		return isEmpty(sent) ? this.end(sent) : sent;
	}

	/** @param limit if it must be this one */
	private async page(offset: number, limit?: number): Promise<Sent> {
		const { page, asked } = await this.reader.page(offset, limit);
		const keys = page.rows.map((row) => this.identity.of(row));
		this.check.noteTotal(page);
		return { page, keys, offset, limit: asked };
	}

	/** As `page`; without rows if the platform refuses the offset, as it may behind the end. */
	private async pageIfAny(offset: number, limit?: number): Promise<Sent> {
		return await this.page(offset, limit).catch((error: unknown): Sent => {
			if (!mayBePastEnd(error)) throw error;
			return { page: { rows: [] }, keys: [], offset, limit: 0, refusal: error };
		});
	}

	/** Counts a page as read. */
	private taken(sent: Sent): PageRead {
		const { keys, page } = sent;
		// What identifies the rows may be known only now.
		keys.splice(0, keys.length, ...page.rows.map((row) => this.identity.of(row)));
		this.check.noteOrder(sent);
		const rows = this.newRows(sent);
		this.count += rows.length;
		this.stalePages = rows.length > 0 ? 0 : this.stalePages + 1;
		if (this.stalePages > MAX_STALE_PAGES) throw changesTooOften();
		this.said = page;
		this.countsOnce ||= keys.length > sent.limit && this.distinct(sent) < keys.length;
		this.offset = sent.offset + this.rowsOf(sent);
		const { total, hasMore } = page;
		// A total alone may be wrong, and so may a short page: both must agree, and nothing must have moved.
		const isShort = keys.length < this.longest || hasMore === false;
		const isTotal = total === this.offset && total === this.start + this.count;
		const isLast = isTotal && isShort && hasMore !== true;
		this.shortPages = 2 * keys.length < this.longest ? this.shortPages + 1 : 0;
		this.longest = Math.max(this.longest, keys.length);
		return { rows, next: this.offset, total, isLast };
	}

	/** The rows of a page that were on none before. */
	private newRows({ keys, page }: Sent): IDataObject[] {
		const here = new Set<string>();
		const rows = page.rows.filter((row, index) => {
			const key = keys[index] ?? '';
			const isNew = !this.places.has(key) && !here.has(key);
			// Two equal rows of one page that have no identifier are two rows.
			if (this.identity.hasId(row)) here.add(key);
			return isNew;
		});
		for (const key of keys) if (!this.places.has(key)) this.places.set(key, this.places.size);
		return rows;
	}

	/** By how many rows a page moves the offset on. */
	private rowsOf(sent: Sent): number {
		return this.countsOnce ? this.distinct(sent) : sent.keys.length;
	}

	/** How many different rows a page has. Without an identifier, equal rows are several. */
	private distinct({ keys, page }: Sent): number {
		const hasId = (_key: string, index: number) => this.identity.hasId(page.rows[index] ?? {});
		const identified = keys.filter(hasId);
		return keys.length - identified.length + new Set(identified).size;
	}

	private hasNew = ({ keys }: Sent): boolean => keys.some((key) => !this.places.has(key));
	private hasKnown = ({ keys }: Sent): boolean => keys.some((key) => this.places.has(key));

	/** The list ends. @param sent the page that shows it. Without rows it says nothing about those before it */
	private end(sent: Sent): undefined {
		if (!isEmpty(sent) || this.count === 0) this.said = sent.page;
	}

	/** The page behind another one; undefined at the end of the list. */
	private async following(before: Sent): Promise<Sent | undefined> {
		if (!this.isProven) return await this.secondPage(before);
		const early = await this.early(before);
		if (early) return early;
		if (this.shortPages > MAX_SHORT_PAGES && (await this.growsOnlyAtEnd())) return undefined;
		const sent = await this.inTurn();
		this.isCalm &&= overlaps(before, sent);
		return isEmpty(sent) ? this.end(sent) : await this.unlessEnd(sent);
	}

	/** Whether a page has nothing but the row with which it was requested to begin. Rows may have moved: it is a known one, and seldom another one. */
	private isOnlyOverlap = (sent: Sent): boolean =>
		this.rowsOf(sent) === 1 && sent.offset === this.offset - 1 && this.hasKnown(sent);

	/** The page itself, if it has more than the last row of the page before; undefined if nothing is behind that one. */
	private async unlessEnd(sent: Sent): Promise<Sent | undefined> {
		if (!this.isOnlyOverlap(sent) || this.longest === 1) return sent;
		if (this.longest >= SMALL_PAGE) return this.end(sent);
		// Of small pages, one may have a single row by chance.
		const behind = await this.pageIfAny(this.offset);
		if (isEmpty(behind)) return this.end(sent);
		// What is behind the last row follows, if that row has not moved in the meantime.
		const again = await this.pageIfAny(this.offset - 1);
		if (!this.isOnlyOverlap(again)) return this.hasKnown(again) ? again : sent;
		if (this.hasNew(behind)) return behind;
		// Known rows are the last ones again, or others that are equal.
		this.check.noteOrder(behind);
		return this.end(sent);
	}

	/** The second page shows whether the offset counts rows. */
	private async secondPage(first: Sent): Promise<Sent | undefined> {
		const { limit, keys } = first;
		const isSingle = keys.length === 1;
		const behind = async () => await this.pageIfAny(Math.max(1, this.rowsOf(first) - 1), limit);
		let sent = await behind();
		if (!this.countsOnce && this.distinct(first) < keys.length && !follows(first, sent)) {
			this.countsOnce = true;
			this.offset = this.rowsOf(first);
			sent = await behind();
		}
		if (isSingle && isEmpty(sent)) return this.end(sent);
		const isClear = isSingle || keys.length > FEW_ROWS || sent.keys.length < keys.length;
		return isClear && follows(first, sent)
			? await this.proven(first, sent)
			: await this.unclearSecond(first, sent);
	}

	/** Either the list has changed since the first page, or the offset counts something else. */
	private async unclearSecond(first: Sent, sent: Sent): Promise<Sent | undefined> {
		const { limit, keys } = first;
		const near = isEmpty(sent) ? await this.pageIfAny(1, limit) : sent;
		const front = await this.page(0, limit);
		const isFrontAgain = isAgain(first, near);
		if (!isSamePage(front, first) || (isFrontAgain && !isSamePage(front, near)))
			return this.anew(front);
		if (isFrontAgain) return await this.firstPageAgain(near);
		if (follows(first, near)) return await this.proven(first, near);
		if (!isEmpty(near)) throw countsNoRows();
		// Nothing is behind the first page. If the platform refuses what is there, it must also say that these are all rows.
		const refusal = near.refusal ?? sent.refusal;
		const { total, hasMore = total !== keys.length } = first.page;
		if (refusal && hasMore) throw refusal;
		return this.end(near);
	}

	/** The offset counts rows: this page follows the first one. */
	private async proven(first: Sent, sent: Sent): Promise<Sent | undefined> {
		this.isProven = true;
		this.isCalm = overlaps(first, sent);
		return await this.unlessEnd(sent);
	}

	/** The first page has changed before a second one has followed: the reading begins anew. */
	private anew(front: Sent): Sent | undefined {
		this.frontReadings += 1;
		if (this.frontReadings > MAX_FRONT_READINGS) throw changesTooOften();
		this.longest = 0;
		return isEmpty(front) ? this.end(front) : front;
	}

	/** The first page came again for another offset: it is the whole list, or the platform ignores the offset. */
	private async firstPageAgain(again: Sent): Promise<Sent | undefined> {
		const { offset, limit, keys, page } = again;
		const count = keys.length;
		// Who counts pages from one gives the first page for offset 1, and the second for offset 2.
		const further = offset > 1 ? again : await this.pageIfAny(offset + 1, limit);
		if (isEmpty(further)) {
			const front = await this.page(0, limit);
			return isSamePage(front, again) ? this.end(again) : this.anew(front);
		}
		if (!isAgain(again, further)) {
			// Pages of one row are rows, whatever is counted.
			if (count > 1) throw countsNoRows();
			return await this.proven(again, further);
		}
		// Whoever ignores the limit, too, gives all rows. The total of a page depends on the limit, that of the list does not.
		const one = count === 1 ? further : await this.page(0, 1);
		const isWhole = one.keys.length >= count || one.page.total === count;
		if (isWhole && page.hasMore !== true) return this.end(again);
		throw offsetIgnored();
	}

	/** The next page. It begins with the last row of the page before, unless pages have one row. */
	private async inTurn(): Promise<Sent> {
		const isSingle = this.longest === 1;
		const sent = await this.pageIfAny(isSingle ? this.offset : this.offset - 1);
		return isSingle || this.hasKnown(sent) ? sent : await this.stepBack();
	}

	/** No known row is where the last one was: rows before it were removed, or it was removed itself. */
	private async stepBack(): Promise<Sent> {
		for (let back = this.longest; this.stepsBack < MAX_STEPS_BACK; back *= 2) {
			this.stepsBack += 1;
			const offset = Math.max(0, this.offset - back);
			const sent = await this.pageIfAny(offset);
			if (this.hasKnown(sent) || offset === 0) return sent;
		}
		throw changesTooOften();
	}

	/** The next page, requested together with those behind it; undefined if it must be requested in its turn. */
	private async early(before: Sent): Promise<Sent | undefined> {
		const { keeping, offset } = this;
		if (!keeping) return undefined;
		if (this.ahead.length === 0) {
			// The first row of each page is there already.
			const step = this.longest - 1;
			const end = Math.min(before.page.total ?? 0, offset + keeping.wanted - this.count);
			const pages = Math.min(keeping.parallel, MAX_PARALLEL, Math.ceil((end - offset) / step));
			if (!this.isCalm || step < 1 || pages < 2) return undefined;
			const requests = Array.from(
				{ length: pages },
				async (_, number) => await this.page(offset - 1 + number * step).catch(() => undefined),
			);
			this.ahead = await Promise.all(requests);
		}
		const sent = this.ahead.shift();
		if (sent && overlaps(before, sent) && this.hasNew(sent)) return sent;
		this.isCalm = false;
		this.ahead = [];
		return undefined;
	}

	/** Whether nothing is a page further on: what still comes is newer than the reading, and there would be no end of it. */
	private async growsOnlyAtEnd(): Promise<boolean> {
		this.shortPages = 0;
		return (
			this.keeping !== undefined && !this.hasNew(await this.pageIfAny(this.offset + this.longest))
		);
	}
}
