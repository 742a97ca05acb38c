import type { IDataObject } from 'n8n-workflow';
import type { EntityName } from '../../platform';
import { ENTITIES, Likeness, idOf, knownFields, likenessOf } from '../../platform';
import { isFilled, isObject } from '../../values';
import type { AboutList } from './next';
import { aboutList } from './next';
import type { Expected, Place } from './places';
import {
	bestPlace,
	checkedAtPath,
	isCalled,
	isCalledLikeOther,
	isCompanion,
	isKnownName,
	isUsualName,
	nameOf,
	placesIn,
	twoWays,
	unrecognisable,
	valueAt,
	wrongPath,
} from './places';

/** The rows of one page, and what the answer says about the whole list. */
export interface Page extends AboutList {
	rows: IDataObject[];
	/** The names that lead to the rows; undefined if the answer has no place for rows. */
	place?: readonly string[];
}

type Rows = Place<IDataObject[]>;

/** Rows that are recognised, in a list that is called like them. */
const CALLED = Likeness.Own + 1;

/** The field of a row that is only a text: what identifies it; undefined if such rows are no texts. */
function textNameOf(entity?: EntityName): string | undefined {
	if (entity === undefined) return 'value';
	return ENTITIES[entity].mayBeText ? ENTITIES[entity].ids[0] : undefined;
}

/** The entries of a list as rows; undefined if they can be none. */
function asRows(values: readonly unknown[], entity?: EntityName): IDataObject[] | undefined {
	if (values.every(isObject)) return [...values];
	const areTexts = values.every((value) => typeof value === 'string' || typeof value === 'number');
	const name = textNameOf(entity);
	return areTexts && name ? values.map((value) => ({ [name]: value as string })) : undefined;
}

function candidatesIn(answer: unknown, entity?: EntityName): Rows[] {
	const isOwnName = (name: string) => isCalled(name, entity, 'many');
	return placesIn(answer, isOwnName).flatMap((place): Rows[] => {
		const { value } = place;
		if (isCalledLikeOther(nameOf(place), entity)) return [];
		const rows = Array.isArray(value) ? asRows(value, entity) : undefined;
		return rows ? [{ ...place, value: rows }] : [];
	});
}

/** Whether an answer has its rows here, by the name alone. */
const isUsualPlace = (place: Rows, entity?: EntityName) =>
	place.path.length === 0 || isUsualName(nameOf(place)) || isCalled(nameOf(place), entity, 'many');

/** Whether a list lies in a row, such as the transcript of a call: what it lies in looks at least as much like a row as its entries. */
function isInRow({ value, parents }: Rows, entity: EntityName): boolean {
	const fields = knownFields(value[0] ?? {}, entity);
	return parents.some(
		(parent) =>
			likenessOf(parent, entity) === Likeness.Own ||
			(idOf(parent, entity) !== '' && knownFields(parent, entity) >= fields),
	);
}

/** How sure it is that a list holds the rows: as sure as that its least clear entry is one. */
function evidenceOf(place: Rows, entity?: EntityName): Likeness | typeof CALLED {
	if (entity === undefined) return Likeness.Id;
	const { value, path } = place;
	// A list inside something that is not known can be a part of it, such as the events of a row.
	const isKnownPlace = path.slice(0, -1).every(isKnownName);
	if (value.every((row) => Object.keys(row).join() === textNameOf(entity)))
		return isKnownPlace && isUsualPlace(place, entity) ? Likeness.Id : Likeness.None;
	const least = value
		.map((row) => likenessOf(row, entity, true))
		.reduce((one, other) => Math.min(one, other));
	if (least < Likeness.Fields) return Likeness.None;
	if (isCalled(nameOf(place), entity, 'many')) return CALLED;
	const isRow = !isInRow(place, entity) && (isKnownPlace || least === Likeness.Own);
	return isRow ? least : Likeness.None;
}

/** What the path of the user leads to. In a map, the key of a row without an identifier is its identifier. */
function rowsAt(answer: unknown, expected: Expected): Rows {
	const { entity, path = '' } = expected;
	const names = path.split('.').filter((name) => name !== '');
	const value = valueAt(answer, path);
	const parents = names.map((_name, index) => valueAt(answer, names.slice(0, index).join('.')));
	const place = { path: names, parents: parents.filter(isObject) };
	const withKey = ([id, row]: [string, IDataObject]) =>
		idOf(row, entity) === '' ? { id, ...row } : row;
	const isMap = isObject(value) && Object.values(value).every(isObject);
	const list = isMap ? Object.entries(value as Record<string, IDataObject>).map(withKey) : value;
	if (Array.isArray(list) || list === null || list === '') {
		const rows = [...(list ?? [])].map((row) =>
			isObject(row) ? row : { [textNameOf(entity) ?? 'value']: row },
		);
		return { ...place, value: checkedAtPath(rows, answer, expected) };
	}
	throw wrongPath(answer, path, value === undefined ? 'nothing' : 'no list');
}

/** Whether an answer without rows is an empty list: it has an empty place for rows, a total of 0, or nothing at all, and nothing else that may hold some. */
function isEmptyList(answer: unknown, { entity }: Expected): boolean {
	if (!isObject(answer) || !isFilled(answer)) return !isFilled(answer);
	const isForRows = (name: string) => isUsualName(name) || isCalled(name, entity, 'many');
	const isOther = (name: string) => isCompanion(name) || isCalledLikeOther(name, entity);
	const objects = placesIn(answer, isForRows).filter(({ path }) => path.every(isForRows));
	const entries = objects.flatMap(({ value }) => Object.entries(value));
	const filled = entries.filter(([, value]) => isFilled(value));
	const empty = entries.filter(([name, value]) => !isFilled(value) && isForRows(name));
	const holdsOther = filled.some(
		([name, value]) =>
			typeof value === 'object' && !isOther(name) && !(isForRows(name) && isObject(value)),
	);
	if (holdsOther) return false;
	if (empty.some(([, value]) => typeof value === 'object' && value !== null)) return true;
	// A text may say why there is nothing, and other values may be what the answer is about.
	const isOfAnswer = ([name, value]: [string, unknown]) =>
		typeof value === 'object' || isCompanion(name);
	const isNone = empty.length > 0 || aboutList([answer]).total === 0;
	return isNone && filled.every(isOfAnswer);
}

/** The list with the best evidence; undefined if there is none. @throws RequestFailure if two fit equally */
function bestOf(answer: unknown, expected: Expected): Rows | undefined {
	const { entity } = expected;
	const candidates = candidatesIn(answer, entity);
	const filled = candidates
		.filter(({ value }) => value.length > 0)
		.map((place) => ({ place, fit: evidenceOf(place, entity) }));
	const empty = candidates.find((place) => place.value.length === 0 && isUsualPlace(place, entity));
	const best = bestPlace(filled, 'The rows', answer, expected);
	if (!best) return filled.some(({ place }) => isUsualPlace(place, entity)) ? undefined : empty;
	const { place, fit } = best;
	const isSure = fit > Likeness.Id && isUsualPlace(place, entity);
	if (empty && (!isSure || isCalled(nameOf(empty), entity, 'many')))
		throw twoWays('The rows', answer, expected, [place, empty]);
	return place;
}

/**
 * Reads a list answer. Its shape is not shown in the API document, so the rows are found by evidence: what they look like, what the list is
 * called, and where it lies.
 *
 * @throws RequestFailure if it contains no list, or if two lists fit equally
 */
export function readPage(answer: unknown, expected: Expected = {}): Page {
	const { path } = expected;
	const isAt = path && (valueAt(answer, path) !== undefined || !isEmptyList(answer, expected));
	const found = isAt ? rowsAt(answer, expected) : path ? undefined : bestOf(answer, expected);
	if (found) return { rows: found.value, place: found.path, ...aboutList(found.parents) };
	if (isEmptyList(answer, expected))
		return { rows: [], ...(isObject(answer) && aboutList([answer])) };
	throw unrecognisable(answer, expected, 'list');
}
