import type { EntityName } from '../../platform';
import { CONTENT_NAMES, DESCRIPTION_NAMES, ENTITIES, nameSet } from '../../platform';
import { isObject } from '../../values';
import type { IDataObject } from 'n8n-workflow';

/* What the names in an answer say of what lies under them, and what lies where. */

/**
 * What a name says in an answer about calls: `calls` is their own, `data` is a usual one, `meta` describes the answer, `agents` is that of
 * another resource, and `recent` is not known.
 */
export type Meaning = 'own' | 'usual' | 'description' | 'other' | 'unknown';

/** Whether several things are asked for, or one: `calls` is the own name of a list, `call` that of one thing. */
export type Asked = 'many' | 'one';

/** Rows, and the thing, lie under no more names than these: `response.data.calls`. */
export const MAX_NAMES = 3;

const usual = nameSet(CONTENT_NAMES);
const descriptions = nameSet(DESCRIPTION_NAMES);
const own = Object.entries(ENTITIES).map(([entity, { called }]) => ({
	entity,
	many: nameSet(called.many),
	one: nameSet(called.one),
}));

/** What a name means. @param entity what is asked for; undefined: anything, so that no name is that of another resource */
export function meaningOf(name: string, entity: EntityName | undefined, asked: Asked): Meaning {
	const named = own.filter(({ many, one }) => many.has(name) || one.has(name));
	const ownNames = named.find((names) => names.entity === entity);
	if (ownNames?.[asked].has(name)) return 'own';
	if (descriptions.has(name)) return 'description';
	if (usual.has(name)) return 'usual';
	return entity !== undefined && named.length > 0 && !ownNames ? 'other' : 'unknown';
}

/** A value inside an answer, with the names that lead to it. */
export interface Place<T> {
	value: T;
	path: readonly string[];
	/** What it lies in, outermost first; empty for the answer itself. */
	parents: readonly IDataObject[];
}

export const placeOfAll = (answer: unknown): Place<unknown> => ({
	value: answer,
	path: [],
	parents: [],
});

/** The values in an object, each with its place; none of a list or of a simple value. */
export const insideOf = ({ value, path, parents }: Place<unknown>): Array<Place<unknown>> =>
	isObject(value)
		? Object.entries(value).map(([name, inner]) => ({
				value: inner,
				path: [...path, name],
				parents: [...parents, value],
			}))
		: [];

export const lastName = ({ path }: Place<unknown>): string => path.at(-1) ?? '';

/** The entry of a list that has one; anything else as it is. */
export const onlyOf = (value: unknown): unknown =>
	Array.isArray(value) && value.length === 1 ? value[0] : value;
