import type { IDataObject } from 'n8n-workflow';
import type { EntityName } from '../platform';
import { idNamesOf } from '../platform';
import { firstOf } from '../values';
import { RequestFailure } from './failures/requestFailure';
import type { Page } from './response';

/** Reads one page. `limit` and `offset` are what the API document calls them. */
export type FetchPage = (limit: number, offset: number) => Promise<Page>;

const PAGE_SIZE = 100;
/** For long lists. If the platform refuses it, smaller pages are requested. */
const LARGE_PAGE_SIZE = 1000;
/** After this number of pages in a row without new rows, reading stops with an error. */
const MAX_STALE_PAGES = 20;

function refusesPageSize(error: unknown): boolean {
	return (
		error instanceof RequestFailure &&
		(error.details.status === 422 || error.details.status === 400)
	);
}

function offsetIgnored(): RequestFailure {
	return new RequestFailure(
		'The platform returns the same page again and again',
		'It ignores the offset parameter, so not all rows can be read. Turn off Return All and set Limit, or make the list shorter with filters',
		{ reach: 'answered', final: true },
	);
}

/** Reads pages of one list, and adapts to the page size that the platform accepts. */
export class PageReader {
	private accepted?: number;
	private refused = Number.POSITIVE_INFINITY;

	constructor(
		private readonly fetchPage: FetchPage,
		private size = PAGE_SIZE,
	) {}

	/** The page size to request, as far as known. */
	get pageSize(): number {
		return this.accepted ?? this.size;
	}

	/**
	 * One page. If the platform refuses the page size, the last accepted size is used, or half the refused one.
	 *
	 * @throws RequestFailure the first refusal, if no page size is accepted
	 */
	async page(offset: number): Promise<{ page: Page; asked: number }> {
		let firstRefusal: unknown;
		for (;;) {
			const asked = this.size;
			try {
				const page = await this.fetchPage(asked, offset);
				this.accepted = asked;
				return { page, asked };
			} catch (error) {
				firstRefusal ??= error;
				if (!refusesPageSize(error) || asked === 1) throw firstRefusal;
				this.refused = asked;
				const { accepted = asked } = this;
				this.size = accepted < asked ? accepted : Math.floor(asked / 2);
			}
		}
	}

	/** Requests large pages from now on, unless the platform has refused them. */
	grow(): void {
		if (LARGE_PAGE_SIZE < this.refused) this.size = LARGE_PAGE_SIZE;
	}

	/** Whether the server returns the same rows for every offset. Rows that new rows moved to a later page are no longer at the start of the list. */
	async ignoresOffset(identities: readonly string[], identity: Identity): Promise<boolean> {
		const { page } = await this.page(0);
		return (
			page.rows.length === identities.length &&
			page.rows.every((row, index) => identity.of(row) === identities[index])
		);
	}

	/** Whether the server returns this many rows even for a limit of 1. Then it has no pages, and these rows were the whole list. */
	async ignoresLimit(rowCount: number): Promise<boolean> {
		return rowCount <= 1 || (await this.fetchPage(1, 0)).rows.length >= rowCount;
	}
}

/** Tells the rows of a list apart: by their identifier, or by their whole content if they have none. */
export class Identity {
	private readonly names: readonly string[];

	/** @param entity what the rows are; undefined if it has no names of its own for its identifier */
	constructor(entity?: EntityName) {
		this.names = idNamesOf(entity);
	}

	of(row: IDataObject): string {
		return JSON.stringify(firstOf(row, this.names) ?? row);
	}

	/** Without an identifier, two equal rows can still be two different things. */
	hasId(row: IDataObject): boolean {
		return firstOf(row, this.names) !== undefined;
	}
}

/** One page of a list that is being read. */
export interface PageRead {
	/** The rows that were on no page before. */
	rows: IDataObject[];
	/** How many rows of the list lie before the next page. */
	next: number;
	/** Number of rows of the whole list, if the server says it. */
	total?: number;
	/** No page follows. */
	isLast: boolean;
}

/**
 * The pages of a list, one after the other, for servers that page in different ways.
 *
 * The offset grows by the number of rows received. Reading stops at an empty page or at the total, never at a short page: a server may
 * return fewer rows than requested. Rows that move to a later page while reading, because new rows appear at the start, are not returned twice.
 *
 * @param start rows to skip
 * @throws RequestFailure if the server ignores the offset, so that the rest of the list cannot be read
 */
export async function* pagesOf(
	reader: PageReader,
	identity: Identity,
	start = 0,
): AsyncGenerator<PageRead> {
	const seen = new Set<string>();
	let offset = start;
	let stalePages = 0;

	for (;;) {
		const { page, asked } = await reader.page(offset);
		if (page.rows.length === 0) return;

		const identities = page.rows.map((row) => identity.of(row));
		const fresh = page.rows.filter((row, index) => {
			const key = identities[index] ?? '';
			if (seen.has(key)) return false;
			if (identity.hasId(row)) seen.add(key);
			return true;
		});
		if (fresh.length === 0) {
			stalePages += 1;
			if (await reader.ignoresOffset(identities, identity)) {
				const isWholeList =
					page.rows.length > asked || (await reader.ignoresLimit(page.rows.length));
				if (isWholeList) return;
				throw offsetIgnored();
			}
			if (stalePages >= MAX_STALE_PAGES) throw offsetIgnored();
		} else {
			stalePages = 0;
		}
		identities.forEach((key) => seen.add(key));
		offset += page.rows.length;
		// A "total" that equals a full first page may be the count of this page only. One more request shows it.
		const isPageCount = page.total === page.rows.length && page.rows.length >= asked;
		const isLast = page.total !== undefined && offset >= page.total && !isPageCount;
		yield { rows: fresh, next: offset, total: page.total, isLast };
		if (isLast) return;
	}
}

export interface ListSettings {
	/** Max number of rows. */
	wanted?: number;
	/** What the rows are, if their identifier may have a name of its own. */
	entity?: EntityName;
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
	const { wanted = Number.POSITIVE_INFINITY, entity } = settings;
	const reader = new PageReader(fetchPage, Math.min(PAGE_SIZE, wanted));
	const rows: IDataObject[] = [];
	for await (const page of pagesOf(reader, new Identity(entity))) {
		rows.push(...page.rows);
		if (rows.length >= wanted) return rows.slice(0, wanted);
	}
	return rows;
}
