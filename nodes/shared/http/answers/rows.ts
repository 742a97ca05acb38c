import type { IDataObject } from 'n8n-workflow';
import type { EntityName } from '../../platform';
import {
	HAS_MORE_NAMES,
	METADATA_NAMES,
	NEXT_NAMES,
	TOTAL_NAMES,
	nameSet,
	wholeCount,
	ENTITIES,
	hasKnownField,
	idOf,
} from '../../platform';
import { isFilled, isObject } from '../../values';
import { valuesUnder } from '../failures/serverMessage';
import type { AnswerPlace, NameMeaning } from './answerNames';
import { insideOf, lastName, meaningOf, whole } from './answerNames';
import { isFieldName } from './outline';
import type { Expected } from './responsePath';
import { ROWS, TWO_WAYS, notFound, nothingAt, rowsAtPath, textNameOf } from './responsePath';

/*
 * The rows of a list: found by the names that lead to them, and checked by one look at their fields.
 *
 *   [{ call_id: "c1", status: "completed" }]      -> the answer is the list
 *   { calls: [{…}], total: 1 }                    -> under the own name of the resource
 *   { data: [{…}] }, { data: { items: [{…}] } }   -> under a usual name, itself or one wrapper deep; so is the own name
 *   { recent: [{…}] }                             -> the only list of objects at the top
 *   "", {}, null, { calls: [] }                   -> no rows
 *   { inbound: [{…}], outbound: [{…}] }           -> an error: two lists at one step
 */

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

/** The rows of one page, and what the answer says about the whole list. */
export interface Page extends AboutList {
	rows: IDataObject[];
	/** The names that lead to the rows; undefined if the answer has no place for rows. */
	place?: readonly string[];
}

type List = AnswerPlace<unknown[]>;

const isList = (place: AnswerPlace): place is List => Array.isArray(place.value);

/** A place for an error: a name that is a value, such as an ID, is not shown. */
const shownPath = ({ path }: List): string =>
	`"${path.map((name) => (isFieldName(name) ? name : '…')).join('.')}"`;

/** The only one of the lists at one step. @throws RequestFailure if there are several */
function onlyList(lists: readonly List[], answer: unknown, expected: Expected): List | undefined {
	if (lists.length <= 1) return lists[0];
	const places = lists.slice(0, 2).map(shownPath).join(' or at ');
	throw notFound(`${TWO_WAYS}: the rows can be at ${places}`, answer, expected, ROWS);
}

/** The list in which the rows are; undefined if there is none. @throws RequestFailure if two lists can be it */
function listIn(answer: unknown, expected: Expected): List | undefined {
	const root = whole(answer);
	if (isList(root)) return root;
	const means =
		(...meanings: NameMeaning[]) =>
		(place: AnswerPlace) =>
			meanings.includes(meaningOf(lastName(place), expected.entity, 'many'));
	const top = insideOf(root).filter(means('own', 'usual'));
	const named = [...top, ...top.flatMap(insideOf).filter(means('own', 'usual'))];
	const at = (places: readonly AnswerPlace[]) => onlyList(places.filter(isList), answer, expected);
	const isOfObjects = (place: AnswerPlace) => isList(place) && place.value.every(isObject);
	const found = at(named.filter(means('own'))) ?? at(named.filter(means('usual')));
	if (found) return found;
	const only = at(insideOf(root).filter(means('unknown')).filter(isOfObjects));
	if (only && only.value.length > 0) return only;
	// `{ "calls": null }` has no rows.
	const empty = named.find(({ value }) => !isFilled(value));
	return empty && { ...empty, value: [] };
}

/** The entries of a list as rows; undefined if they can be none. A text is a row only where that is usual. */
function rowsOf({ value }: List, expected: Expected): IDataObject[] | undefined {
	const name = textNameOf(expected);
	const isRow = (entry: unknown) =>
		isObject(entry) ||
		(name !== undefined &&
			(expected.isRaw === true || ['string', 'number'].includes(typeof entry)));
	if (!value.every(isRow)) return undefined;
	return value.map((entry) => (isObject(entry) ? entry : { [name ?? '']: entry as string }));
}

/**
 * Whether a row is one of the entity: it has the identifier and one known field. Some entities have no identifier: `{
 * starts_at, agent_id }` is a booking, by two known fields.
 */
function isRecognised(row: IDataObject, entity: EntityName): boolean {
	const { ids, mayBeText = false, mayLackId = false } = ENTITIES[entity];
	if (mayLackId && hasKnownField(row, entity, 2)) return true;
	const hasId = idOf(row, entity) !== '' || ids.length === 0;
	// The entries of short lists have nothing but their identifier.
	return hasId && (mayBeText || hasKnownField(row, entity));
}

/** The rows to which an answer's names lead; undefined without a list. @throws RequestFailure if they cannot be read */
function rowsByName(answer: unknown, expected: Expected): AnswerPlace<IDataObject[]> | undefined {
	const list = listIn(answer, expected);
	if (!list) return undefined;
	const { entity, isRaw = false } = expected;
	const rows = rowsOf(list, expected);
	if (!rows) {
		const problem = 'The answer of the platform has a list whose entries are no rows';
		throw notFound(problem, answer, expected, ROWS);
	}
	const isProven = !entity || isRaw || rows.some((row) => isRecognised(row, entity));
	if (rows.length > 0 && !isProven) {
		const problem =
			'The answer of the platform has rows without an identifier, or without any other field that is known';
		throw notFound(problem, answer, expected, ROWS);
	}
	return { ...list, value: rows };
}

/**
 * Reads one page of a list: at the user's path, or by the names in the answer.
 *
 * @throws RequestFailure if there is no list, if two can be it, or if no row is recognised
 */
export function readPage(answer: unknown, expected: Expected = {}): Page {
	const { path = '' } = expected;
	const found = path === '' ? rowsByName(answer, expected) : rowsAtPath(answer, expected);
	if (found) return { rows: found.value, place: found.path, ...aboutList(found.parents) };
	if (!isFilled(answer)) return { rows: [] };
	if (path !== '') throw nothingAt(answer, path);
	throw notFound('The answer of the platform has no list that can be read', answer, expected, ROWS);
}
