import type { IDataObject } from 'n8n-workflow';
import {
	HAS_MORE_NAMES,
	METADATA_NAMES,
	NEXT_CURSOR_NAMES,
	NEXT_LINK_NAMES,
	TOTAL_NAMES,
	nameSet,
	plainName,
} from '../../platform';
import { isObject } from '../../values';

/** What an answer says about the list around its page. Nothing of it is proven. */
export interface AboutList {
	/** Number of rows of the whole list. */
	total?: number;
	/** Address of the next page. */
	nextLink?: string;
	/** Query that asks for the next page. */
	nextCursor?: IDataObject;
	/** Whether another page follows. */
	hasMore?: boolean;
}

const metadata = nameSet([...METADATA_NAMES, 'cursor', 'cursors']);

/** The first value under these names that can be read, in the order of the names. */
function firstUnder<T>(
	levels: readonly IDataObject[],
	names: readonly string[],
	read: (value: unknown) => T | undefined,
): T | undefined {
	for (const level of levels) {
		const entries = new Map(Object.entries(level).map(([name, value]) => [plainName(name), value]));
		for (const name of names) {
			const value = read(entries.get(plainName(name)));
			if (value !== undefined) return value;
		}
	}
	return undefined;
}

function readCount(value: unknown): number | undefined {
	const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
	return typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : undefined;
}

/** An address, as text or as `{ href }`. */
function readLink(value: unknown): string | undefined {
	const link = isObject(value) ? value.href : value;
	return typeof link === 'string' && /[/?]/.test(link) ? link : undefined;
}

const readFlag = (value: unknown) => (typeof value === 'boolean' ? value : undefined);

function cursorIn(levels: readonly IDataObject[]): IDataObject | undefined {
	for (const level of levels) {
		for (const [name, parameter] of Object.entries(NEXT_CURSOR_NAMES)) {
			const cursor = level[name];
			if ((typeof cursor === 'string' && cursor !== '') || typeof cursor === 'number')
				return { [parameter]: cursor };
		}
	}
	return undefined;
}

/** Whether the answer names its next page, and says that there is none. */
function saysLast(levels: readonly IDataObject[]): boolean {
	// An end cursor is that of this page.
	const cursors = Object.keys(NEXT_CURSOR_NAMES).filter((name) => name.startsWith('next'));
	const names = nameSet([...NEXT_LINK_NAMES, ...cursors]);
	return levels.some((level) =>
		Object.entries(level).some(
			([name, value]) => names.has(name) && (value === null || value === ''),
		),
	);
}

/** @param parents the objects around the rows, outermost first */
export function aboutList(parents: readonly IDataObject[]): AboutList {
	const levels = [...parents]
		.reverse()
		.flatMap((parent) => [
			parent,
			...Object.entries(parent).flatMap(([name, value]) =>
				metadata.has(name) && isObject(value) ? [value] : [],
			),
		]);
	const nextLink = firstUnder(levels, NEXT_LINK_NAMES, readLink);
	const nextCursor = cursorIn(levels);
	const hasMore = firstUnder(levels, HAS_MORE_NAMES, readFlag);
	return {
		total: firstUnder(levels, TOTAL_NAMES, readCount),
		nextLink,
		nextCursor,
		hasMore:
			hasMore ??
			(nextLink === undefined && nextCursor === undefined && saysLast(levels) ? false : undefined),
	};
}
