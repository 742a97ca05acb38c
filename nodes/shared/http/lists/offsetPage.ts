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
