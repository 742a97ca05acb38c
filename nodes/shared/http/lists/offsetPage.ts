import type { Page } from '../answers';
import type { RequestFailure } from '../failures/requestFailure';

/** A page, and how it was requested. */
export interface OffsetPage extends Page {
	/** What tells each row of the page from the others. */
	keys: string[];
	offset: number;
	limit: number;
	/** The refusal of the request, which is allowed behind the end of a list; the page has no rows then. */
	refusal?: RequestFailure;
}

export const isEmptyPage = ({ keys }: OffsetPage): boolean => keys.length === 0;

/** Whether a page begins with the last row of the page before. */
export const overlaps = (before: OffsetPage, { keys }: OffsetPage): boolean =>
	keys.length > 1 && keys[0] === before.keys.at(-1);

/** Whether a page begins with all rows of the first page. */
export const repeats = (first: OffsetPage, { keys }: OffsetPage): boolean =>
	keys.length >= first.keys.length && first.keys.every((key, row) => key === keys[row]);

/** Whether a page is behind the first page: it has one of that page's rows, but does not repeat it. Pages of one row have no common row. */
export const follows = (first: OffsetPage, page: OffsetPage): boolean =>
	!repeats(first, page) &&
	(first.keys.length === 1
		? !isEmptyPage(page)
		: page.keys.some((key) => first.keys.includes(key)));

/** Whether two pages have the same rows. A single row with another content may be another row: all rows can have the same identifier. */
export const isSamePage = (one: OffsetPage, other: OffsetPage): boolean =>
	one.keys.length === other.keys.length &&
	repeats(one, other) &&
	(one.keys.length > 1 || JSON.stringify(one.rows) === JSON.stringify(other.rows));
