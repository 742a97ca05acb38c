import type { Page } from '../answers';
import type { RequestFailure } from '../failures/requestFailure';

/** One page as the platform sent it, and how it was requested. */
export interface Sent {
	page: Page;
	/** What tells its rows apart. */
	keys: string[];
	offset: number;
	limit: number;
	/** The platform refused the request as it may behind the end of a list: there are no rows then. */
	refusal?: RequestFailure;
}

export const isEmpty = ({ keys }: Sent): boolean => keys.length === 0;
export const lastKey = ({ keys }: Sent): string | undefined => keys.at(-1);

/** Whether a page begins with the last row of the page before. */
export const overlaps = (before: Sent, { keys }: Sent): boolean =>
	keys.length > 1 && keys[0] === lastKey(before);

/** Whether a page begins with the first page of the list. */
export const isAgain = (first: Sent, { keys }: Sent): boolean =>
	keys.length >= first.keys.length && first.keys.every((key, row) => key === keys[row]);

/** Whether a page is what follows the first page: a row of that page is in it, unless that page has one row. */
export const follows = (first: Sent, sent: Sent): boolean =>
	!isAgain(first, sent) &&
	(first.keys.length === 1 ? !isEmpty(sent) : sent.keys.some((key) => first.keys.includes(key)));

/** Whether two pages have the same rows. A single row with another content may be another one: all rows can have the same identifier. */
export const isSamePage = (one: Sent, other: Sent): boolean =>
	`${one.keys}` === `${other.keys}` &&
	(one.keys.length > 1 || JSON.stringify(one.page.rows) === JSON.stringify(other.page.rows));
