import type { IDataObject } from 'n8n-workflow';
import type { EntityName } from '../../platform';
import {
	COMPANION_NAMES,
	CONTENT_NAMES,
	ENTITIES,
	HAS_MORE_NAMES,
	METADATA_NAMES,
	NEXT_NAMES,
	SUCCESS_NAMES,
	TOTAL_NAMES,
	idOf,
	knownFields,
	nameSet,
} from '../../platform';
import { isObject } from '../../values';
import { RequestFailure } from '../failures/requestFailure';
import { outlineOf } from './outline';

/** What an answer is expected to contain. */
export interface Expected {
	/** What its rows or its object are; undefined if any will do. */
	entity?: EntityName;
	/** Where they are, if the user says it: names separated by dots; undefined where the user cannot say it. */
	path?: string;
	/** True: what is not recognised at the user's path is an error, too. */
	mustFit?: boolean;
}

/** A value inside an answer, with the names that lead to it. */
export interface Place<T> {
	value: T;
	path: readonly string[];
	/** What it lies in, outermost first; empty for the answer itself. */
	parents: readonly IDataObject[];
}

const MAX_DEPTH = 4;
const metadata = nameSet(METADATA_NAMES);
const contentNames = nameSet(CONTENT_NAMES);
/** A text for people may say anything. */
const TEXTS: readonly string[] = ['message', 'msg', 'detail'];
const companions = nameSet([
	...COMPANION_NAMES.filter((name) => !TEXTS.includes(name)),
	...TOTAL_NAMES,
	...HAS_MORE_NAMES,
	...NEXT_NAMES,
	...SUCCESS_NAMES,
]);
/** What an answer calls the rows of each entity, or one of them. */
const called = Object.entries(ENTITIES).map(([entity, names]) => ({
	entity,
	many: nameSet(names.called.many),
	one: nameSet(names.called.one),
}));
const isCalledAnything = (name: string): boolean =>
	called.some(({ many, one }) => many.has(name) || one.has(name));

/** Whether an answer can have a list inside an object of this name: a usual name, or that of any entity. */
export const isKnownName = (name: string): boolean => isUsualName(name) || isCalledAnything(name);

/** Whether a value beside the content of an answer only describes it. */
export const isCompanion = (name: string): boolean => companions.has(name) || metadata.has(name);

/** Whether a name says that its value is what the answer is about. */
export const isUsualName = (name: string): boolean => contentNames.has(name);

export const nameOf = ({ path }: Place<unknown>): string => path.at(-1) ?? '';

/** Whether an answer calls such rows, or one of them, so. */
export const isCalled = (
	name: string,
	entity: EntityName | undefined,
	number: 'many' | 'one',
): boolean => called.some((names) => names.entity === entity && names[number].has(name));

/** Whether an answer calls the rows of another entity, or one of them, so. */
export const isCalledLikeOther = (name: string, entity: EntityName | undefined): boolean =>
	entity !== undefined &&
	isCalledAnything(name) &&
	!isCalled(name, entity, 'many') &&
	!isCalled(name, entity, 'one');

/**
 * Every list and object of an answer, the outermost first. What lies inside a list, or in what only describes the answer, is left out.
 *
 * @param isWanted names that are looked into although they usually describe the answer
 */
export function placesIn(
	answer: unknown,
	isWanted: (name: string) => boolean = () => false,
): Array<Place<unknown[] | IDataObject>> {
	const innerOf = ({ value, path, parents }: Place<unknown>): Array<Place<unknown>> =>
		isObject(value)
			? Object.entries(value)
					.filter(([name]) => !metadata.has(name) || isWanted(name))
					.map(([name, inner]) => ({
						value: inner,
						path: [...path, name],
						parents: [...parents, value],
					}))
			: [];
	const isPlace = (place: Place<unknown>): place is Place<unknown[] | IDataObject> =>
		Array.isArray(place.value) || isObject(place.value);
	const whole: Place<unknown> = { value: answer, path: [], parents: [] };
	const levels = [[whole].filter(isPlace)];
	for (let depth = 0; depth < MAX_DEPTH; depth += 1)
		levels.push((levels[depth] ?? []).flatMap(innerOf).filter(isPlace));
	return levels.flat();
}

/** The objects among the places of an answer. */
export const objectsOf = (answer: unknown): IDataObject[] =>
	placesIn(answer).flatMap(({ value }) => (isObject(value) ? [value] : []));

/** The value at a path that the user has set; undefined if there is none. */
export function valueAt(answer: unknown, path: string): unknown {
	let value: unknown = answer;
	for (const name of path.split('.').filter((part) => part !== '')) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
			return undefined;
		value = (value as IDataObject)[name];
	}
	return value;
}

/** What lies at the user's path is not what it should be. */
export const wrongPath = (answer: unknown, path: string, what: string): RequestFailure =>
	unreadable(
		`The answer of the platform has ${what} at "${path}"`,
		answer,
		"Correct Advanced → 'Response Path', or remove it",
	);

const pathText = ({ path }: Place<unknown>): string =>
	path.length > 0 ? `"${path.join('.')}"` : 'the top level';

const NEEDED = {
	list: {
		problem: 'The answer of the platform has no list that can be read',
		where: 'where the rows are, for example data.items',
	},
	object: {
		problem: 'The answer of the platform cannot be read',
		where: 'where the result is, for example data.call',
	},
};

/** What a user can do about an answer that can be read in no way, or in two. @param where what the path leads to, and an example */
const pathAdvice = (answer: unknown, { path }: Expected, where: string): string => {
	if (typeof answer === 'string')
		return "This package reads JSON. Check the 'Base URL' of the credential, and what is between n8n and the platform";
	return path === undefined
		? 'Check Platform (Voice Agent Organization) shows how the platform answers'
		: `Set Advanced → 'Response Path' to ${where}. Check also the 'Base URL' of the credential`;
};

/**
 * What lies at the user's path is taken as it is.
 *
 * @throws RequestFailure if columns are wanted, and something there has none of them
 */
export function checkedAtPath(
	rows: IDataObject[],
	answer: unknown,
	{ entity, path = '', mustFit = false }: Expected,
): IDataObject[] {
	if (!mustFit || entity === undefined) return rows;
	if (rows.every((row) => knownFields(row, entity) > 0 || idOf(row, entity) !== '')) return rows;
	throw unreadable(
		`What the platform has at "${path}" has no field that is known`,
		answer,
		"Set 'Output' to Raw to get it as it is, or correct Advanced → 'Response Path'",
	);
}

/** Nothing that an answer should have is recognised in it. */
export const unrecognisable = (
	answer: unknown,
	expected: Expected,
	what: keyof typeof NEEDED,
): RequestFailure =>
	unreadable(NEEDED[what].problem, answer, pathAdvice(answer, expected, NEEDED[what].where));

/** @param what lies at these two places: the rows or the result */
export const twoWays = (
	what: string,
	answer: unknown,
	expected: Expected,
	places: ReadonlyArray<Place<unknown>>,
): RequestFailure =>
	unreadable(
		'The answer of the platform can be read in two ways',
		answer,
		`${what} can be at ${places.map(pathText).join(' or at ')}. ${pathAdvice(answer, expected, 'the right one')}`,
	);

/** A place of an answer, and how well it fits; 0: not at all. */
interface Fitting<T> {
	place: Place<T>;
	fit: number;
}

/** The place that fits best; undefined if none does. The same in two places is no question. @throws RequestFailure if two fit equally */
export function bestPlace<T>(
	fitting: ReadonlyArray<Fitting<T>>,
	what: string,
	answer: unknown,
	expected: Expected,
): Fitting<T> | undefined {
	const best = Math.max(...fitting.map(({ fit }) => fit));
	const [first, ...others] = fitting.filter(({ fit }) => fit > 0 && fit === best);
	if (!first) return undefined;
	const content = JSON.stringify(first.place.value);
	const rival = others.find((other) => JSON.stringify(other.place.value) !== content);
	if (rival) throw twoWays(what, answer, expected, [first.place, rival.place]);
	return first;
}

/** The entry of a list that has one; anything else as it is. */
export const onlyOf = (value: unknown): unknown =>
	Array.isArray(value) && value.length === 1 ? value[0] : value;

/** An answer that cannot be read: the error shows what it looks like, and no value of it. */
function unreadable(message: string, answer: unknown, advice: string): RequestFailure {
	const outline = outlineOf(answer);
	return new RequestFailure(message, `It looks like this: ${outline}. ${advice}`, {
		reach: 'answered',
		final: true,
		isUnreadable: true,
		outline,
	});
}
