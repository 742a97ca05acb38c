import type { IDataObject } from 'n8n-workflow';
import type { EntityName } from '../../platform';
import { ENTITIES, hasColumns, hasKnownField, hasOwnId, idOf } from '../../platform';
import { isObject } from '../../values';
import { RequestFailure } from '../failures/requestFailure';
import type { AnswerPlace } from './answerNames';
import { insideOf, whole } from './answerNames';
import { isFieldName, outlineOf } from './outline';

/*
 * Reads rows or the thing where the user says (Options → Response Path), and makes the error for an answer that cannot
 * be read: it names a path that works.
 */

/** What an answer is expected to contain. */
export interface Expected {
	/** What the rows or the thing of the answer are; undefined if any will do. */
	entity?: EntityName;
	/** Where the user says that rows or thing are: names with dots between, `.` for the whole answer. */
	path?: string;
	/** True: the user wants what the platform sends, whatever it is. */
	isRaw?: boolean;
}

/** The value at a path; undefined if there is nothing. */
function placeAt(answer: unknown, path: string): AnswerPlace | undefined {
	let place: AnswerPlace = whole(answer);
	for (const name of path.split('.').filter((part) => part !== '')) {
		const inside = Array.isArray(place.value)
			? place.value.map((value: unknown, index) => ({
					...place,
					value,
					path: [...place.path, String(index)],
				}))
			: insideOf(place);
		const inner = inside.find((one) => one.path.at(-1) === name);
		if (inner === undefined) return undefined;
		place = inner;
	}
	return place;
}

/** What lies at the user's path, as it is; undefined if there is nothing. */
export const valueAtPath = (answer: unknown, path: string): unknown => placeAt(answer, path)?.value;

/** The one thing at the user's path; undefined if there is nothing. A list with one entry is its entry. */
export function oneAtPath(answer: unknown, path: string): unknown {
	const value = valueAtPath(answer, path);
	return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

/**
 * Whether the output can show something of a row: one of its columns, and not only an `id`, which anything may have.
 */
const hasColumn = (row: IDataObject, { entity, isRaw = false }: Expected): boolean =>
	isRaw || !entity || !hasColumns(entity) || hasKnownField(row, entity) || hasOwnId(row, entity);

/** The field that a row gets which is only a text, such as the name of a tool; undefined if texts are refused. */
export function textNameOf({ entity, isRaw = false }: Expected): string | undefined {
	if (entity === undefined) return 'value';
	const { ids, mayBeText = false } = ENTITIES[entity];
	return mayBeText ? ids[0] : isRaw ? 'value' : undefined;
}

/**
 * The rows of a list or a map; undefined for anything else. `{ "c1": { status } }` -> the row gets the identifier c1.
 */
function rowsAt(value: unknown, expected: Expected): IDataObject[] | undefined {
	const asRow = (entry: unknown): IDataObject =>
		isObject(entry) ? entry : { [textNameOf(expected) ?? 'value']: entry as string };
	if (value === null || value === '') return [];
	if (Array.isArray(value)) return value.map(asRow);
	if (!isObject(value) || !Object.values(value).every(isObject)) return undefined;
	return Object.entries(value as Record<string, IDataObject>).map(([id, row]) =>
		idOf(row, expected.entity) === '' ? { ...row, id } : row,
	);
}

const RAW_ADVICE = "Set 'Output' to Raw to get it as it is, or correct Options → 'Response Path'";

/** The error for a path of the user at which something else lies than the rows or the thing. */
const wrongPath = (
	answer: unknown,
	path: string,
	what: string,
	advice = "Correct Options → 'Response Path', or remove it",
) => unreadableAnswer(`The answer of the platform has ${what} at "${path}"`, answer, advice);

export const nothingAt = (answer: unknown, path: string) => wrongPath(answer, path, 'nothing');

/**
 * The rows at the user's path; undefined if there is nothing.
 *
 * @throws RequestFailure if there is no list, or if no row of it has a column that the output shows
 */
export function rowsAtPath(
	answer: unknown,
	expected: Expected,
): AnswerPlace<IDataObject[]> | undefined {
	const { path = '' } = expected;
	const place = placeAt(answer, path);
	if (!place) return undefined;
	const rows = rowsAt(place.value, expected);
	if (!rows) throw wrongPath(answer, path, 'no list');
	if (rows.length > 0 && !rows.some((row) => hasColumn(row, expected)))
		throw wrongPath(answer, path, 'rows without any field that is known', RAW_ADVICE);
	return { ...place, value: rows };
}

/** The thing at the user's path. @throws RequestFailure if there is none, or none of the output's columns in it */
export function thingAtPath(answer: unknown, expected: Expected): IDataObject {
	const { path = '' } = expected;
	const thing = oneAtPath(answer, path);
	if (!isObject(thing))
		throw wrongPath(answer, path, thing === undefined ? 'nothing' : 'no object');
	if (!hasColumn(thing, expected))
		throw wrongPath(answer, path, 'nothing with a field that is known', RAW_ADVICE);
	return thing;
}

/** What is looked for: how an error asks for its place, and whether a path leads to it. */
interface WantedPlace {
	whereItIs: string;
	/** @throws RequestFailure if it cannot be read there */
	isAt(answer: unknown, expected: Expected): boolean;
}

export const ROWS: WantedPlace = {
	whereItIs: 'where the rows are',
	isAt: (answer, expected) => (rowsAtPath(answer, expected)?.value.length ?? 0) > 0,
};
export const THING: WantedPlace = {
	whereItIs: 'where the result is',
	isAt: (answer, expected) => isObject(thingAtPath(answer, expected)),
};

const MAX_DEPTH = 4;
const MAX_SHOWN = 3;

/** The paths that work for an answer and may be shown: those whose names are no values, such as phone numbers. */
function workingPaths(answer: unknown, expected: Expected, wanted: WantedPlace): string {
	const works = (path: string): boolean => {
		try {
			return wanted.isAt(answer, { ...expected, path });
		} catch {
			return false;
		}
	};
	const places: AnswerPlace[] = [whole(answer)];
	// The loop also reaches the places that are added to the list while it runs.
	for (const place of places)
		if (place.path.length < MAX_DEPTH)
			places.push(...insideOf(place).filter(({ path }) => isFieldName(path.at(-1) ?? '')));
	return places
		.filter(({ value }) => typeof value === 'object')
		.map(({ path }) => path.join('.') || '.')
		.filter(works)
		.slice(0, MAX_SHOWN)
		.join(' or ');
}

/** What a user can do about an answer that is not read: the paths that work for it, if there are any. */
function adviceFor(answer: unknown, expected: Expected, wanted: WantedPlace): string {
	if (typeof answer === 'string')
		return "This package reads JSON. Check the 'Base URL' of the credential, and what is between n8n and the platform";
	if (expected.path === undefined)
		return 'Check Platform (Voice Agent Organization and Users) shows how the platform answers';
	const inColumns = workingPaths(answer, { ...expected, isRaw: false }, wanted);
	if (inColumns !== '')
		return `Set Options → 'Response Path' to ${wanted.whereItIs}: ${inColumns} ("." is the whole answer)`;
	if (!hasColumns(expected.entity)) return "Check the 'Base URL' of the credential";
	const raw = workingPaths(answer, { ...expected, isRaw: true }, wanted);
	const where = raw === '' ? '' : ` and Options → 'Response Path' to ${raw}`;
	return `Set 'Output' to Raw${where} to get it as it is. Check also the 'Base URL' of the credential`;
}

export const TWO_WAYS = 'The answer of the platform can be read in two ways';

/** An answer with nothing, or with two things. @param problem what is wrong, as a sentence without its full stop */
export const notFound = (
	problem: string,
	answer: unknown,
	expected: Expected,
	wanted: WantedPlace,
): RequestFailure => unreadableAnswer(problem, answer, adviceFor(answer, expected, wanted));

/** An answer that cannot be read: the error shows what it looks like, and no value of it. */
export function unreadableAnswer(message: string, answer: unknown, advice: string): RequestFailure {
	const outline = outlineOf(answer);
	return new RequestFailure(message, `It looks like this: ${outline}. ${advice}`, {
		arrival: 'answered',
		final: true,
		isUnreadable: true,
		outline,
	});
}
