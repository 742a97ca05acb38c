import type { IDataObject } from 'n8n-workflow';
import {
	HAS_MORE_NAMES,
	METADATA_NAMES,
	NEXT_NAMES,
	TOTAL_NAMES,
	nameSet,
	wholeCount,
} from '../../platform';
import { isFilled, isObject } from '../../values';
import { valuesUnder } from '../failures/serverMessage';

/** What an answer says about the list around its page. Nothing of it is proven. */
export interface AboutList {
	/** Number of rows of the whole list. */
	total?: number;
	/** Whether another page follows, by what the platform says of it or by what leads to a next page. */
	hasMore?: boolean;
}

const metadata = nameSet(METADATA_NAMES);

const readBoolean = (value: unknown) => (typeof value === 'boolean' ? value : undefined);

/** @param parents the objects around the rows, outermost first */
export function aboutList(parents: readonly IDataObject[]): AboutList {
	// What the object nearest to the rows says is believed.
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

	// A field of the next page without a value, or with `false`, says that no page follows.
	const next = under(NEXT_NAMES).filter((value) => value !== undefined);
	const isNamed =
		next.length === 0 ? undefined : next.some((value) => isFilled(value) && value !== false);
	return {
		total: first(TOTAL_NAMES, wholeCount),
		hasMore: first(HAS_MORE_NAMES, readBoolean) ?? isNamed,
	};
}
