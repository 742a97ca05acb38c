import type { IDataObject } from 'n8n-workflow';
import {
	CURSOR_PARAMETER,
	HAS_MORE_NAMES,
	METADATA_NAMES,
	NEXT_CURSOR_NAMES,
	NEXT_LINK_NAMES,
	TOTAL_NAMES,
	nameSet,
	wholeCount,
} from '../../platform';
import { isObject } from '../../values';
import { valuesUnder } from '../failures/serverMessage';

/** What an answer says about the list around its page. Nothing of it is proven. */
export interface AboutList {
	/** Number of rows of the whole list. */
	total?: number;
	/** Address of the next page. */
	nextLink?: string;
	/** Query that asks for the next page. */
	nextCursor?: IDataObject;
	/** Whether another page follows, by what the platform says of it or by the name of a next page. */
	hasMore?: boolean;
}

const metadata = nameSet([...METADATA_NAMES, 'cursor', 'cursors']);

/** An address, as text or as `{ href }`. */
function readLink(value: unknown): string | undefined {
	const link = isObject(value) ? value.href : value;
	return typeof link === 'string' && /[/?]/.test(link) ? link : undefined;
}

const readCursor = (value: unknown): string | number | undefined =>
	(typeof value === 'string' && value !== '') || typeof value === 'number' ? value : undefined;

const readBoolean = (value: unknown) => (typeof value === 'boolean' ? value : undefined);

/** @param parents the objects around the rows, outermost first */
export function aboutList(parents: readonly IDataObject[]): AboutList {
	// The nearest is believed.
	const levels = [...parents]
		.reverse()
		.flatMap((parent) => [
			parent,
			...Object.entries(parent).flatMap(([name, value]) =>
				metadata.has(name) && isObject(value) ? [value] : [],
			),
		]);
	const under = (names: readonly string[]): unknown[] =>
		levels.flatMap((level) => valuesUnder(level, names));
	const first = <T>(names: readonly string[], read: (value: unknown) => T | null | undefined) =>
		under(names)
			.map(read)
			.find((found) => found !== undefined && found !== null) ?? undefined;

	const nextLink = first(NEXT_LINK_NAMES, readLink);
	const cursor = first(NEXT_CURSOR_NAMES, readCursor);
	const places = under([...NEXT_LINK_NAMES, ...NEXT_CURSOR_NAMES]);
	const isLast = places.some((value) => value === null || value === '');
	const isNamed = nextLink !== undefined || cursor !== undefined;
	return {
		total: first(TOTAL_NAMES, wholeCount),
		nextLink,
		nextCursor: cursor === undefined ? undefined : { [CURSOR_PARAMETER]: cursor },
		hasMore: first(HAS_MORE_NAMES, readBoolean) ?? (isNamed || (isLast ? false : undefined)),
	};
}
