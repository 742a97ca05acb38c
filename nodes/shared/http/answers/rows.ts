import type { IDataObject } from 'n8n-workflow';
import type { EntityName } from '../../platform';
import { ENTITIES, hasKnownField, hasOwnId, idOf } from '../../platform';
import { isFilled, isObject } from '../../values';
import type { Place } from './names';
import { MAX_NAMES, insideOf, lastName, meaningOf, placeOfAll } from './names';
import type { AboutList } from './next';
import { aboutList } from './next';
import { isFieldName } from './outline';
import type { Expected } from './responsePath';
import { ROWS, notFound, nothingAt, rowsAtPath, textNameOf } from './responsePath';

/* The rows of a list: found by the names that lead to them, and checked by one look at what they have. */

/** The rows of one page, and what the answer says about the whole list. */
export interface Page extends AboutList {
	rows: IDataObject[];
	/** The names that lead to the rows; undefined if the answer has no place for rows. */
	place?: readonly string[];
}

type List = Place<unknown[]>;

const isList = (place: Place<unknown>): place is List => Array.isArray(place.value);

/** Lists under more names are no rows, but an answer that has them is not empty. */
const MAX_LOOKED = 2 * MAX_NAMES;

/** Every list of an answer, outermost first, but none of what only describes the answer. What lies inside a list is no list of the answer. */
function listsIn(answer: unknown, entity?: EntityName): List[] {
	const isLooked = (place: Place<unknown>) =>
		meaningOf(lastName(place), entity, 'many') !== 'description';
	const levels: Array<Array<Place<unknown>>> = [[placeOfAll(answer)]];
	for (let names = 0; names < MAX_LOOKED; names += 1)
		levels.push((levels[names] ?? []).flatMap(insideOf).filter(isLooked));
	return levels.flat().filter(isList);
}

const TWO_WAYS = 'The answer of the platform can be read in two ways';

/** A place for an error: a name that is a value, such as an ID, is not shown. */
const shownPath = ({ path }: List): string =>
	path.length === 0
		? 'the top level'
		: `"${path.map((name) => (isFieldName(name) ? name : '…')).join('.')}"`;

const twoWays = (lists: readonly List[], answer: unknown, expected: Expected) =>
	notFound(
		`${TWO_WAYS}: the rows can be at ${lists.slice(0, 2).map(shownPath).join(' or at ')}`,
		answer,
		expected,
		ROWS,
	);

/** The outermost of these lists; undefined if there is none. @throws RequestFailure if two are on one level */
function outermost(lists: readonly List[], answer: unknown, expected: Expected): List | undefined {
	const [first, second] = lists;
	if (first && second && first.path.length === second.path.length)
		throw twoWays(lists, answer, expected);
	return first;
}

/** Whether a row is one of the entity: it has its identifier and one more field that is known. Short lists have nothing else; a price has no identifier. */
function isRecognised(row: unknown, entity: EntityName): boolean {
	if (!isObject(row)) return false;
	const { ids, mayBeText = false } = ENTITIES[entity];
	const hasId = idOf(row, entity) !== '' || ids.length === 0;
	return hasId && (mayBeText || hasKnownField(row, entity));
}

/** Whether a list whose name is not known can be the rows: objects that are no part of a thing, and are not called like another resource. */
function mayBeRows({ value, path, parents }: List, entity?: EntityName): boolean {
	const meanings = path.map((name) => meaningOf(name, entity, 'many'));
	const isOther = meanings.at(-1) !== 'own' && meanings.includes('other');
	const isPart = entity !== undefined && parents.some((parent) => hasOwnId(parent, entity));
	return value.every(isObject) && !isOther && !isPart;
}

/** The list that the names of an answer lead to, or the only one there is. @throws RequestFailure if two of them can be it */
function listIn(answer: unknown, expected: Expected): List | undefined {
	const { entity } = expected;
	const all = listsIn(answer, entity);
	const lists = all.filter(({ path }) => path.length <= MAX_NAMES);
	const meanings = new Map(
		lists.map((list) => [list, list.path.map((name) => meaningOf(name, entity, 'many'))]),
	);
	const isNamed = (list: List, last: 'own' | 'usual') =>
		meanings.get(list)?.at(-1) === last &&
		meanings.get(list)?.every((meaning) => meaning === 'own' || meaning === 'usual') === true;
	const found =
		lists.find(({ path }) => path.length === 0) ??
		outermost(
			lists.filter((list) => isNamed(list, 'own')),
			answer,
			expected,
		) ??
		outermost(
			lists.filter((list) => isNamed(list, 'usual')),
			answer,
			expected,
		);
	const others = all.filter((list) => list !== found && mayBeRows(list, entity));
	if (!found) {
		const isAny = others.some(({ value }) => value.length > 0);
		if (isAny && others.length > 1) throw twoWays(others, answer, expected);
		return lists.find((list) => list === others[0] && list.value.length > 0);
	}
	// An empty list does not hide rows that lie elsewhere.
	const hidden = others.find(
		({ value }) => entity && value.some((row) => isRecognised(row, entity)),
	);
	if (found.value.length === 0 && hidden) throw twoWays([found, hidden], answer, expected);
	return found;
}

/** Whether an answer says that there are no rows: it is empty, its place for rows is, or it has a total and nothing that may hold rows. */
function saysNone(value: unknown, entity?: EntityName): boolean {
	if (!isObject(value)) return !isFilled(value);
	const entries = Object.entries(value).map(
		([name, inner]) => [meaningOf(name, entity, 'many'), inner] as const,
	);
	const places = entries.filter(([meaning]) => meaning === 'own' || meaning === 'usual');
	const hasPlace = places.length > 0 || aboutList([value]).total !== undefined;
	const isNothing = ([meaning, inner]: (typeof entries)[number]): boolean =>
		meaning === 'description' || meaning === 'other' || saysNone(inner, entity);
	return entries.length === 0 || (hasPlace && entries.every(isNothing));
}

/** The entries of a list as rows; undefined if they can be none. */
function rowsOf({ value }: List, expected: Expected): IDataObject[] | undefined {
	const name = textNameOf(expected);
	const isRow = (entry: unknown) =>
		isObject(entry) ||
		(name !== undefined &&
			(expected.isRaw === true || ['string', 'number'].includes(typeof entry)));
	if (!value.every(isRow)) return undefined;
	return value.map((entry) => (isObject(entry) ? entry : { [name ?? '']: entry as string }));
}

/** Whether each row holds a list of rows: `[{ date: …, calls: […] }]`. */
const areGroups = (rows: readonly IDataObject[], entity: EntityName): boolean =>
	rows.every((row) =>
		Object.entries(row).some(
			([name, value]) =>
				Array.isArray(value) && value.some(isObject) && meaningOf(name, entity, 'many') === 'own',
		),
	);

/** What is wrong with the rows that were found; undefined if nothing is. */
function problemOf(rows: readonly IDataObject[] | undefined, expected: Expected) {
	const { entity, isRaw = false } = expected;
	if (!rows) return 'The answer of the platform has a list whose entries are no rows';
	if (!entity || rows.length === 0) return undefined;
	if (areGroups(rows, entity))
		return 'The answer of the platform has its rows in groups. This package does not read them';
	return isRaw || rows.some((row) => isRecognised(row, entity))
		? undefined
		: 'The answer of the platform has rows without an identifier, or without any other field that is known';
}

/**
 * Reads one page of a list.
 *
 * `{ "data": { "calls": [{ "call_id": "c1", "status": "completed" }] }, "total": 1 }` has one row, at `data.calls`. The answer can be the list
 * itself; else the rows are under the own name of the resource, else under a usual name, else in the only list of objects that there is.
 *
 * @throws RequestFailure if there is no list, if two can be it, or if no row has an identifier and one more field that is known
 */
export function readPage(answer: unknown, expected: Expected = {}): Page {
	const { path = '' } = expected;
	const isNone = saysNone(answer, expected.entity);
	if (path !== '') {
		const found = rowsAtPath(answer, expected);
		if (!found && !isNone) throw nothingAt(answer, path);
		if (found) return { rows: found.value, place: found.path, ...aboutList(found.parents) };
	}
	const list = path === '' ? listIn(answer, expected) : undefined;
	if (!list && isNone) return { rows: [], ...(isObject(answer) && aboutList([answer])) };
	if (!list)
		throw notFound(
			'The answer of the platform has no list that can be read',
			answer,
			expected,
			ROWS,
		);
	const rows = rowsOf(list, expected);
	const problem = problemOf(rows, expected);
	if (problem !== undefined) throw notFound(problem, answer, expected, ROWS);
	return { rows: rows ?? [], place: list.path, ...aboutList(list.parents) };
}
