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

const isCursor = (value: unknown): value is string | number =>
	(typeof value === 'string' && value !== '') || typeof value === 'number';

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

	const nextLink = under(NEXT_LINK_NAMES)
		.map(readLink)
		.find((link) => link !== undefined);
	const cursor = under(NEXT_CURSOR_NAMES).find(isCursor);
	const isLast = under([...NEXT_LINK_NAMES, ...NEXT_CURSOR_NAMES]).some(
		(value) => value === null || value === '',
	);
	const isNamed = nextLink !== undefined || cursor !== undefined;
	return {
		total:
			under(TOTAL_NAMES)
				.map(wholeCount)
				.find((count) => count !== null) ?? undefined,
		nextLink,
		nextCursor: cursor === undefined ? undefined : { [CURSOR_PARAMETER]: cursor },
		hasMore:
			under(HAS_MORE_NAMES).find((value) => typeof value === 'boolean') ??
			(isNamed || (isLast ? false : undefined)),
	};
}
