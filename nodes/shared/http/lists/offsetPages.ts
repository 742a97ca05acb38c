import type { Page } from '../answers';

/** A page, and how it was requested. */
export interface OffsetPage extends Page {
	/** What tells each row of the page from the others. */
	keys: string[];
	offset: number;
	limit: number;
}

/** The offset just behind the last row of a page. */
export const endOf = ({ offset, keys }: OffsetPage): number => offset + keys.length;

/** Where the next page begins: with this page's last row. After a first page of one row: behind it. */
export const offsetBehind = (page: OffsetPage): number => Math.max(1, endOf(page) - 1);

/** Whether two pages have the same rows. */
export const isSamePage = (one: OffsetPage, other: OffsetPage): boolean =>
	one.keys.length === other.keys.length && one.keys.every((key, row) => key === other.keys[row]);

/** Whether a page begins with the last row of the page before, and goes on: `a b c` and `c d e`. */
export const overlaps = (before: OffsetPage, { keys }: OffsetPage): boolean =>
	keys.length > 1 && keys[0] === before.keys.at(-1);

/** Whether a page has nothing but the last row of the page before: `a b c` and `c`. */
export const isOnlyOverlap = (before: OffsetPage, { keys }: OffsetPage): boolean =>
	keys.length === 1 && keys[0] === before.keys.at(-1);

/** Max number of pages of one list that are requested at a time. */
const MAX_PARALLEL = 8;

/**
 * Requests the next pages of a list together, as long as each page begins with the last row of the page before.
 *
 * A list of 1,500 rows, of which 199 are read in two pages of 100: the pages at 198, 297 … 891 are requested at a time.
 */
export class PagesAhead {
	private isProven = true;
	/** Undefined: a page that failed. It is requested again in its turn. */
	private pages: Array<OffsetPage | undefined> = [];

	constructor(
		private readonly request: (offset: number) => Promise<OffsetPage>,
		private readonly parallel: number,
	) {}

	/** @param wanted how many more rows are wanted. @returns undefined if the page must be requested by itself */
	async pageAfter(before: OffsetPage, wanted: number): Promise<OffsetPage | undefined> {
		// Only the second page shows whether the offset counts rows.
		if (!this.isProven || before.offset === 0) return undefined;
		if (this.pages.length === 0) this.pages = await this.requested(before, wanted);
		if (this.pages.length === 0) return undefined;
		const page = this.pages.shift();
		if (page && overlaps(before, page)) return page;
		this.isProven = false;
		this.pages = [];
		return undefined;
	}

	/** Notes the page that came in its turn. */
	note(before: OffsetPage, page: OffsetPage): void {
		this.isProven &&= overlaps(before, page);
	}

	/** As many of the next pages as are surely there and wanted; none if that is a single page. */
	private async requested(before: OffsetPage, wanted: number): Promise<typeof this.pages> {
		const { keys, total = 0 } = before;
		const start = endOf(before);
		const step = keys.length - 1;
		const rows = Math.min(total - start, wanted);
		const count = Math.min(this.parallel, MAX_PARALLEL, step > 0 ? Math.ceil(rows / step) : 0);
		if (count < 2) return [];
		const requests = Array.from(
			{ length: count },
			async (_, number) => await this.request(start - 1 + number * step).catch(() => undefined),
		);
		return await Promise.all(requests);
	}
}
