import type { IDataObject } from 'n8n-workflow';
import { CONTENT_NAMES, DESCRIPTION_NAMES } from '../../platform/answers';
import type { EntityName } from '../../platform/entities';
import { ENTITIES } from '../../platform/entities';
import { nameSet } from '../../platform/names';
import { isObject } from '../../values/json';

/* What the names in an answer say about the values under them. */

/**
 * What a name says in an answer about calls: `calls` is their own, `data` usual, `meta` describes the answer, `agents`
 * is another resource's, and `recent` unknown.
 */
export type NameMeaning = 'own' | 'usual' | 'description' | 'other' | 'unknown';

/** Whether several things are asked for, or one: `calls` is the own name of a list, `call` that of one thing. */
export type Asked = 'many' | 'one';

const usual = nameSet(CONTENT_NAMES);
const descriptions = nameSet(DESCRIPTION_NAMES);
const own = Object.entries(ENTITIES).map(([entity, { called }]) => ({
	entity,
	many: nameSet(called.many),
	one: nameSet(called.one),
}));

/** What a name means. @param entity what is asked for; undefined: anything, so no name is another resource's */
export function meaningOf(name: string, entity: EntityName | undefined, asked: Asked): NameMeaning {
	if (own.some((names) => names.entity === entity && names[asked].has(name))) return 'own';
	if (descriptions.has(name)) return 'description';
	if (usual.has(name)) return 'usual';
	if (entity === undefined) return 'unknown';
	const named = own.filter(({ many, one }) => many.has(name) || one.has(name));
	const isOther = named.length > 0 && named.every((names) => names.entity !== entity);
	return isOther ? 'other' : 'unknown';
}

/** The words of a name: `failedContacts` and `failed_contacts` have two. */
export const wordsOf = (name: string): string[] =>
	name
		.replace(/([a-z])([A-Z])/g, '$1_$2')
		.toLowerCase()
		.split(/[_-]/);

/** A value inside an answer, with the names that lead to it. */
export interface AnswerPlace<T = unknown> {
	value: T;
	path: readonly string[];
	/** The objects that the value lies in, outermost first; empty for the answer itself. */
	parents: readonly IDataObject[];
}

/** The answer itself as a place. */
export const whole = <T>(value: T): AnswerPlace<T> => ({ value, path: [], parents: [] });

export const lastName = ({ path }: AnswerPlace): string => path.at(-1) ?? '';

/** The values in an object, each with its place; none for a list or a simple value. */
export const insideOf = ({ value, path, parents }: AnswerPlace): AnswerPlace[] =>
	isObject(value)
		? Object.entries(value).map(([name, inner]) => ({
				value: inner,
				path: [...path, name],
				parents: [...parents, value],
			}))
		: [];

/** The objects among some places. */
export const objectsOf = (places: readonly AnswerPlace[]): Array<AnswerPlace<IDataObject>> =>
	places.filter((place): place is AnswerPlace<IDataObject> => isObject(place.value));
