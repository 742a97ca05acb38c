import type { JsonObject } from './json.mts';

/** Where a page is in its list. */
export interface Position {
	/** The row with which it begins. */
	firstRow: number;
	/** How many rows a page has at most; -1 for no limit. */
	size: number;
	/** How many rows there are without filters. */
	tableTotal: number;
}

/** The key of a page's position: a symbol, because it is no part of the answer. */
export const POSITION = Symbol('position');

/** One page of a list, before quirks. */
export interface Page {
	items: JsonObject[];
	total: number;
	limit: number;
	offset: number;
	[POSITION]: Position;
}

/** A mark of the row at which a page begins, for clients that do not count. */
export function cursorOf(firstRow: number): string {
	return Buffer.from(`row ${firstRow}`).toString('base64url');
}

/** The row that a cursor marks; undefined if it is no cursor of ours. */
export function rowAt(cursor: string): number | undefined {
	const row = /^row (\d+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
	return row === undefined ? undefined : Number(row);
}
