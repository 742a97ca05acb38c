import type { IDataObject } from 'n8n-workflow';
import type { EntityName } from '../platform';
import { idNamesOf } from '../platform';
import { firstOf } from '../values';
import { RequestFailure } from './failures/requestFailure';
import type { Page } from './response';

/** Reads one page. `limit` and `offset` are what the API document calls them. */
export type FetchPage = (limit: number, offset: number) => Promise<Page>;

const PAGE_SIZE = 100;
/** For lists that turn out to be long; a platform that refuses it is asked for less. */
const LARGE_PAGE_SIZE = 1000;
/** So many pages in a row without anything new, and reading stops. */
const MAX_STALE_PAGES = 20;

function refusesPageSize(error: unknown): boolean {
	return (
		error instanceof RequestFailure &&
		(error.details.status === 422 || error.details.status === 400)
	);
}

function offsetIgnored(): RequestFailure {
	return new RequestFailure(
		'The platform sends the same page again and again',
		'It ignores the offset parameter, so not all rows can be read. Turn Return All off and set Limit, or narrow the list with filters',
		{ reach: 'answered', final: true },
	);
}

/** Reads pages of one list, and finds out on the way how large they may be. */
export class PageReader {
	private accepted?: number;
	private refused = Number.POSITIVE_INFINITY;

	constructor(
		private readonly fetchPage: FetchPage,
		private size = PAGE_SIZE,
	) {}

	/** The page size to ask for, as far as is known by now. */
	get pageSize(): number {
		return this.accepted ?? this.size;
	}

	/**
	 * A page size that is refused is halved and asked again, or taken back to one that was accepted; the first refusal is what the user is
	 * told if none is accepted.
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

	/** Asks for large pages from now on, unless the platform has refused them. */
	grow(): void {
		if (LARGE_PAGE_SIZE < this.refused) this.size = LARGE_PAGE_SIZE;
	}

	/** Whether the server gives these very rows for any offset. Rows that were merely pushed back by new ones are not at the front any more. */
	async ignoresOffset(identities: readonly string[], identity: Identity): Promise<boolean> {
		const { page } = await this.page(0);
		return (
			page.rows.length === identities.length &&
			page.rows.every((row, index) => identity.of(row) === identities[index])
		);
	}

	/** Whether the server returns so many rows even if asked for one: then it knows no pages, and that was the whole list. */
	async ignoresLimit(rowCount: number): Promise<boolean> {
		return rowCount <= 1 || (await this.fetchPage(1, 0)).rows.length >= rowCount;
	}
}

/** Tells the rows of a list apart: by their identifier, or by their whole content where they have none. */
export class Identity {
	private readonly names: readonly string[];

	/** @param entity what the rows are; undefined if it has no names of its own for its identifier */
	constructor(entity?: EntityName) {
		this.names = idNamesOf(entity);
	}

	of(row: IDataObject): string {
		return JSON.stringify(firstOf(row, this.names) ?? row);
	}

	/** Two rows without an identifier may be equal and still be two. */
	hasId(row: IDataObject): boolean {
		return firstOf(row, this.names) !== undefined;
	}
}

/** One page of a list that is being read. */
export interface PageRead {
	/** The rows that no page before it had. */
	rows: IDataObject[];
	/** How many rows of the list lie before the next page. */
	next: number;
	/** How many rows the whole list has, if the server says so. */
	total?: number;
	/** No page follows. */
	isLast: boolean;
}

/**
 * The pages of a list, one after the other, whatever the server's pages look like.
 *
 * Goes forward by what came back and stops at an empty page or at the total, never at a short page: a server may cap pages below what
 * was asked. Rows that move onto a later page while reading, because new ones appear at the front, are not given twice.
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
		// A "total" that equals a full first page may count just that page: one more request tells.
		const isPageCount = page.total === page.rows.length && page.rows.length >= asked;
		const isLast = page.total !== undefined && offset >= page.total && !isPageCount;
		yield { rows: fresh, next: offset, total: page.total, isLast };
		if (isLast) return;
	}
}

export interface ListSettings {
	/** Stop after so many rows. */
	wanted?: number;
	/** What the rows are, if their identifier may have a name of its own. */
	entity?: EntityName;
}

/**
 * The rows of a list, each once.
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
