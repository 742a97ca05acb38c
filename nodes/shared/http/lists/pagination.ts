import type { IDataObject } from 'n8n-workflow';
import { IncompleteList, ListEnd } from './end';
import { Identity } from './identity';
import type { FetchPage } from './pageReader';
import { PAGE_SIZE, PageReader } from './pageReader';
import { LinkCounting } from './pageCounting';
import type { Keeping } from './rowCounting';
import { RowCounting } from './rowCounting';
import { secondPage } from './secondPage';
import type { Counting, PagePlace, Sent } from './source';
import { PageSource, changesTooOften, endOf } from './source';

/** After so many first pages that have changed before the second one, reading stops with an error. */
const MAX_FRONT_READINGS = 10;

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
	/** What the pages until now prove the platform to count; undefined if they prove nothing. */
	by?: Counting['by'];
}

/** The pages of a list; at its end, what the platform sent last, with or without new rows. */
export type Pages = AsyncGenerator<PageRead, Sent['page'] | undefined>;

/**
 * Reads one list to its end, in the one way in which its platform counts: by links, rows or pages, or everything at once. What the second page
 * proves decides it. Nothing that the platform says about the list is believed before its rows prove it.
 */
class ListReading {
	private readonly end: ListEnd;
	/** Undefined as long as it is not known what the platform counts. */
	private counting?: Counting;
	private frontReadings = 0;
	private longest = 0;
	/** Number of rows that were given to the caller. */
	private count = 0;

	constructor(
		private readonly source: PageSource,
		private readonly keeping?: Keeping,
	) {
		this.end = new ListEnd(source);
	}

	async *pages(): Pages {
		const { source, keeping } = this;
		// Some platforms refuse an offset behind the end of the list.
		let current = source.start > 0 ? await source.pageIfAny(source.start) : await source.page(0);
		let said = current?.page;
		while (current && (current.isStale || source.hasNew(current))) {
			// Rows of the pages before were taken for others.
			if (source.identity.learn(current.page.rows) && this.count > 0)
				throw new IncompleteList('Different rows have the same identifier', 'It was seen late');
			const page = this.taken(current);
			yield page;
			if (page.isLast) break;
			current = await this.following(current);
			said = current?.page ?? said;
		}
		if (said && keeping) this.end.check(said, this.count);
		return said;
	}

	/** Counts a page as read. */
	private taken(sent: Sent): PageRead {
		sent.keys = sent.page.rows.map((row) => this.source.identity.of(row));
		this.end.note(sent);
		const rows = this.fresh(sent);
		this.count += rows.length;
		const { offset: next = endOf(sent), nextPage, by } = this.counting ?? {};
		return { rows, next, nextPage, by, total: sent.page.total, isLast: this.isLast(sent, next) };
	}

	private fresh(sent: Sent): IDataObject[] {
		const { seen, identity } = this.source;
		const known = new Set<string>();
		const rows = sent.page.rows.filter((row, index) => {
			const key = sent.keys[index] ?? '';
			const isNew = !seen.has(key) && !known.has(key);
			// Two equal rows of one page that have no identifier are two rows.
			if (identity.hasId(row)) known.add(key);
			return isNew;
		});
		this.source.note(sent);
		return rows;
	}

	/** Whether two signs agree that no page follows: the total is reached, and the page is short or the platform says so. */
	private isLast({ page }: Sent, next: number): boolean {
		const isShort = page.rows.length < this.longest;
		this.longest = Math.max(this.longest, page.rows.length);
		const { total, hasMore } = page;
		return total === next && hasMore !== true && (isShort || hasMore === false);
	}

	private async following(last: Sent): Promise<Sent | undefined> {
		const { source, keeping, counting } = this;
		if (counting) return await counting.next(last, (keeping?.wanted ?? 0) - this.count);
		const links = new LinkCounting(source, endOf(last));
		const linked = last.page.next && (await links.next(last));
		// A first link that leads to known rows, or to none, leads nowhere.
		if (linked && (linked.keys.length > 0 ? source.hasNew(linked) : linked.page.next)) {
			this.counting = links;
			return linked;
		}
		if (source.start > 0) {
			this.counting = new RowCounting(source, last, undefined, keeping);
			return await this.counting.next(last, 0);
		}
		const second = await secondPage(source, last, keeping);
		if (!second) return await this.frontAgain();
		const { sent } = second;
		this.counting = second.counting;
		return !sent || !this.counting || source.hasNew(sent) ? sent : source.stale(sent);
	}

	/** The list changed before it was proven what the platform counts. */
	private async frontAgain(): Promise<Sent | undefined> {
		this.frontReadings += 1;
		if (this.frontReadings > MAX_FRONT_READINGS) throw changesTooOften();
		// As at the beginning, no page before shows how long pages are.
		this.longest = 0;
		return { ...(await this.source.page(0)), isStale: true };
	}
}

/**
 * The pages of a list, one after the other, for servers that page in different ways.
 *
 * The offset grows by the number of rows received. Reading stops at an empty page or at the total, never at a short page: a server may
 * return fewer rows than requested. Rows that move to a later page while reading, because new rows appear at the start, are not returned twice.
 *
 * @param start rows to skip
 * @param keeping set if the caller keeps all rows: then what was read is compared with what the platform said, at the end
 * @throws RequestFailure if the server ignores the offset, so that the rest of the list cannot be read, or if rows are missing at the end
 */
export const pagesOf = (
	reader: PageReader,
	identity: Identity,
	start = 0,
	keeping?: Keeping,
): Pages => new ListReading(new PageSource(reader, identity, start), keeping).pages();

export interface ListSettings {
	/** Max number of rows. */
	wanted?: number;
	/** Which rows are wanted, if not all. */
	keeps?: (row: IDataObject) => boolean;
	/** What tells the rows apart. */
	identity?: Identity;
	/** Max number of requests at a time. More than one is used only for a list whose first two pages prove how it goes on. */
	parallel?: number;
}

/**
 * The rows of a list, without duplicates.
 *
 * @throws RequestFailure if the server ignores the offset, so that the rest of the list cannot be read, or if rows are missing at the end
 */
export async function readRows(
	fetchPage: FetchPage,
	settings: ListSettings = {},
): Promise<IDataObject[]> {
	const { wanted = Infinity, keeps, identity = new Identity(), parallel = Infinity } = settings;
	// Nobody knows how many rows must be read until so many are kept.
	const toRead = keeps ? Infinity : wanted;
	const reader = new PageReader(fetchPage, Math.min(PAGE_SIZE, toRead));
	const read = async (): Promise<IDataObject[]> => {
		const rows: IDataObject[] = [];
		const keeping = { wanted: toRead, parallel };
		for await (const page of pagesOf(reader, identity, 0, keeping)) {
			for (const row of page.rows) if (!keeps || keeps(row)) rows.push(row);
			if (rows.length >= wanted) return rows.slice(0, wanted);
		}
		return rows;
	};
	return await read().catch(async (error: unknown) => {
		if (!(error instanceof IncompleteList)) throw error;
		// Rows that were removed while it was read look the same, and it is known now what identifies none.
		return await read();
	});
}
