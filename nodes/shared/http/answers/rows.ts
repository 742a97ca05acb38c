import type { IDataObject } from 'n8n-workflow';
import type { EntityName } from '../../platform';
import { ENTITIES, hasKnownField, idOf } from '../../platform';
import { isFilled, isObject } from '../../values';
import type { AboutList } from './aboutList';
import { aboutList } from './aboutList';
import type { AnswerPlace } from './names';
import { MAX_NAMES, meaningOf, placesIn } from './names';
import { isFieldName } from './outline';
import type { Expected } from './responsePath';
import { ROWS, notFound, nothingAt, rowsAtPath, textNameOf } from './responsePath';

/* The rows of a list: found by the names that lead to them, and checked by one look at their fields. */

/** The rows of one page, and what the answer says about the whole list. */
export interface Page extends AboutList {
	rows: IDataObject[];
	/** The names that lead to the rows; undefined if the answer has no place for rows. */
	place?: readonly string[];
}

type List = AnswerPlace<unknown[]>;

const isList = (place: AnswerPlace): place is List => Array.isArray(place.value);
const hasEntries = ({ value }: List): boolean => value.length > 0;

/** A place for an error: a name that is a value, such as an ID, is not shown. */
const shownPath = ({ path }: List): string =>
	`"${path.map((name) => (isFieldName(name) ? name : '…')).join('.')}"`;

const TWO_WAYS = 'The answer of the platform can be read in two ways';

const twoWays = (lists: readonly List[], answer: unknown, expected: Expected) =>
	notFound(
		`${TWO_WAYS}: the rows can be at ${lists.slice(0, 2).map(shownPath).join(' or at ')}`,
		answer,
		expected,
		ROWS,
	);

/**
 * Whether a row is one of the entity: it has the identifier, if such things have one, and one more field that is known. To some the API document
 * gives none: `{ starts_at, agent_id }` is a booking by two fields that are known.
 */
function isRecognised(row: unknown, entity: EntityName): boolean {
	if (!isObject(row)) return false;
	const { ids, mayBeText = false, mayLackId = false } = ENTITIES[entity];
	if (mayLackId && hasKnownField(row, entity, 2)) return true;
	const hasId = idOf(row, entity) !== '' || ids.length === 0;
	// The entries of short lists have nothing but their identifier.
	return hasId && (mayBeText || hasKnownField(row, entity));
}

/** Searches one answer for the list of its rows. */
class RowsSearch {
	/** Every list of the answer, outermost first, but none of what only describes the answer. */
	private readonly lists: readonly List[];

	constructor(
		private readonly answer: unknown,
		private readonly expected: Expected,
	) {
		const isSearched = (name: string) => this.meaningOf(name) !== 'description';
		this.lists = placesIn(answer, isSearched).filter(isList);
	}

	/** @throws RequestFailure if two lists can be the rows */
	list(): List | undefined {
		if (Array.isArray(this.answer)) return this.lists[0];
		const named = this.named('own') ?? this.named('usual');
		return named ? this.unlessHiding(named) : this.only();
	}

	private meaningOf = (name: string) => meaningOf(name, this.expected.entity, 'many');

	/** The outermost list under such a name, if every name on the way to it is the resource's own or a usual one. */
	private named(meaning: 'own' | 'usual'): List | undefined {
		const [first, second] = this.lists.filter(({ path }) => {
			const meanings = path.map(this.meaningOf);
			const isNamed = meanings.every((one) => one === 'own' || one === 'usual');
			return isNamed && meanings.at(-1) === meaning && path.length <= MAX_NAMES;
		});
		if (first && second && first.path.length === second.path.length)
			throw twoWays([first, second], this.answer, this.expected);
		return first;
	}

	/** The only list of objects that there is, if it does not lie under the name of another resource. */
	private only(): List | undefined {
		const [only, ...others] = this.lists.filter(this.mayBeRows);
		if (!only) return undefined;
		if (others.length > 0 && [only, ...others].some(hasEntries))
			throw twoWays([only, ...others], this.answer, this.expected);
		return hasEntries(only) && only.path.length <= MAX_NAMES ? only : undefined;
	}

	private mayBeRows = ({ value, path }: List): boolean => {
		const meanings = path.map(this.meaningOf);
		return value.every(isObject) && (meanings.at(-1) === 'own' || !meanings.includes('other'));
	};

	/** A list with a known name, unless it is empty and rows of the entity lie elsewhere: a short list must not look whole. */
	private unlessHiding(named: List): List {
		const { entity } = this.expected;
		const hidden = this.lists.find(
			(list) =>
				entity && this.mayBeRows(list) && list.value.some((row) => isRecognised(row, entity)),
		);
		if (!hasEntries(named) && hidden) throw twoWays([named, hidden], this.answer, this.expected);
		return named;
	}
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
function rowsProblem(rows: readonly IDataObject[] | undefined, expected: Expected) {
	const { entity, isRaw = false } = expected;
	if (!rows) return 'The answer of the platform has a list whose entries are no rows';
	if (!entity || rows.length === 0) return undefined;
	if (areGroups(rows, entity))
		return 'The answer of the platform has its rows in groups. This package does not read them';
	return isRaw || rows.some((row) => isRecognised(row, entity))
		? undefined
		: 'The answer of the platform has rows without an identifier, or without any other field that is known';
}

/** The rows to which the names of an answer lead; undefined if it has no list for them. @throws RequestFailure if they cannot be read */
function rowsByName(answer: unknown, expected: Expected): AnswerPlace<IDataObject[]> | undefined {
	const list = new RowsSearch(answer, expected).list();
	if (!list) return undefined;
	const rows = rowsOf(list, expected);
	const problem = rowsProblem(rows, expected);
	if (problem !== undefined) throw notFound(problem, answer, expected, ROWS);
	return { ...list, value: rows ?? [] };
}

/** Whether an answer says that there are no rows: it is empty, its place for rows is, or it has a total and nothing that may hold rows. */
function saysNone(value: unknown, entity?: EntityName): boolean {
	if (!isObject(value)) return !isFilled(value);
	const entries = Object.entries(value).map(
		([name, inner]) => [meaningOf(name, entity, 'many'), inner] as const,
	);
	const hasPlace = entries.some(([meaning]) => meaning === 'own' || meaning === 'usual');
	const isNothing = ([meaning, inner]: (typeof entries)[number]): boolean =>
		meaning === 'description' || meaning === 'other' || saysNone(inner, entity);
	const isSaid = entries.length === 0 || hasPlace || aboutList([value]).total !== undefined;
	return isSaid && entries.every(isNothing);
}

/**
 * Reads one page of a list.
 *
 * `{ "data": { "calls": [{ "call_id": "c1", "status": "completed" }] }, "total": 1 }` has one row, at `data.calls`. The answer can be the list
 * itself; else the rows are under the own name of the resource, else under a usual name, else in the only list of objects that there is.
 *
 * @throws RequestFailure if there is no list, if two can be it, or if no row is recognised
 */
export function readPage(answer: unknown, expected: Expected = {}): Page {
	const { path = '', entity } = expected;
	const found = path === '' ? rowsByName(answer, expected) : rowsAtPath(answer, expected);
	if (found) return { rows: found.value, place: found.path, ...aboutList(found.parents) };
	if (saysNone(answer, entity)) return { rows: [], ...aboutList(isObject(answer) ? [answer] : []) };
	if (path !== '') throw nothingAt(answer, path);
	throw notFound('The answer of the platform has no list that can be read', answer, expected, ROWS);
}
