import type { IDataObject } from 'n8n-workflow';
import { RequestFailure } from './errors';
import type { Page } from './response';
import { firstOf } from './response';

/** Reads one page. `limit` and `offset` are what the API document calls them. */
export type FetchPage = (limit: number, offset: number) => Promise<Page>;

const PAGE_SIZE = 100;
/** So many pages in a row without anything new, and reading stops. */
const MOST_STALE_PAGES = 20;

const OWN_ID_NAMES = ['id', '_id', 'uuid'];

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
class PageReader {
	private size: number;

	constructor(
		private readonly fetchPage: FetchPage,
		wanted: number,
	) {
		this.size = Math.min(PAGE_SIZE, wanted);
	}

	/** A page size that is refused is halved and asked again; the first refusal is what the user is told if none is accepted. */
	async page(offset: number): Promise<{ page: Page; asked: number }> {
		let firstRefusal: unknown;
		for (;;) {
			const asked = this.size;
			try {
				return { page: await this.fetchPage(asked, offset), asked };
			} catch (error) {
				firstRefusal ??= error;
				if (!refusesPageSize(error) || asked === 1) throw firstRefusal;
				this.size = Math.floor(asked / 2);
			}
		}
	}

	/** Whether the server gives these very rows for any offset. Rows that were merely pushed back by new ones are not at the front any more. */
	async ignoresOffset(
		identities: readonly string[],
		identityOf: (row: IDataObject) => string,
	): Promise<boolean> {
		const { page } = await this.page(0);
		return (
			page.rows.length === identities.length &&
			page.rows.every((row, index) => identityOf(row) === identities[index])
		);
	}

	/** Whether the server returns so many rows even if asked for one: then it knows no pages, and that was the whole list. */
	async ignoresLimit(rowCount: number): Promise<boolean> {
		return rowCount <= 1 || (await this.fetchPage(1, 0)).rows.length >= rowCount;
	}
}

export interface ListSettings {
	/** Stop after so many rows. */
	wanted?: number;
	/** Name of the field that identifies a row, where it is not `id`. Rows without an identifier are told apart by their whole content. */
	rowId?: string;
}

/**
 * The rows of a list, each once, whatever the server's pages look like.
 *
 * Goes forward by what came back and stops at an empty page or at the total, never at a short page: a server may cap pages below what
 * was asked. Rows that move onto a later page while reading, because new ones appear at the front, are not given twice.
 *
 * @throws RequestFailure if the server ignores the offset, so that the rest of the list cannot be read
 */
export async function readRows(
	fetchPage: FetchPage,
	settings: ListSettings = {},
): Promise<IDataObject[]> {
	const { wanted = Number.POSITIVE_INFINITY, rowId } = settings;
	const idNames = rowId ? [rowId, ...OWN_ID_NAMES] : OWN_ID_NAMES;
	const identityOf = (row: IDataObject) => JSON.stringify(firstOf(row, idNames) ?? row);
	const reader = new PageReader(fetchPage, wanted);
	const seen = new Set<string>();
	const rows: IDataObject[] = [];
	let offset = 0;
	let stalePages = 0;

	for (;;) {
		const { page, asked } = await reader.page(offset);
		if (page.rows.length === 0) return rows;

		const identities = page.rows.map(identityOf);
		const fresh = page.rows.filter((row, index) => {
			const identity = identities[index] ?? '';
			if (seen.has(identity)) return false;
			// Two rows of one page without an identifier may be equal and still be two.
			if (firstOf(row, idNames) !== undefined) seen.add(identity);
			return true;
		});
		if (fresh.length === 0) {
			stalePages += 1;
			if (await reader.ignoresOffset(identities, identityOf)) {
				const isWholeList =
					page.rows.length > asked || (await reader.ignoresLimit(page.rows.length));
				if (isWholeList) return rows;
				throw offsetIgnored();
			}
			if (stalePages >= MOST_STALE_PAGES) throw offsetIgnored();
		} else {
			stalePages = 0;
		}
		identities.forEach((identity) => seen.add(identity));
		rows.push(...fresh);
		offset += page.rows.length;
		if (rows.length >= wanted) return rows.slice(0, wanted);
		// A "total" that equals a full first page may count just that page: one more request tells.
		const isPageCount = page.total === page.rows.length && page.rows.length >= asked;
		if (page.total !== undefined && offset >= page.total && !isPageCount) return rows;
	}
}
