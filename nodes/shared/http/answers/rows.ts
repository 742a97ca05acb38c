import type { IDataObject } from 'n8n-workflow';
import type { EntityName } from '../../platform';
import { ENTITIES, hasColumns, idNamesOf, idOf, knownFields, likenessOf } from '../../platform';
import { firstOf, isFilled, isObject } from '../../values';
import type { AboutList } from './next';
import { aboutList } from './next';
import type { Expected, Place } from './places';
import {
	isCalled,
	isCalledLikeOther,
	isCompanion,
	isKnownName,
	isUsualName,
	hasPlace,
	nameOf,
	pathAdvice,
	pathText,
	placesIn,
	unreadable,
	valueAt,
} from './places';
import { checkedAtPath, isRow, opened } from './wrappers';

/** The rows of one page, and what the answer says about the whole list. */
export interface Page extends AboutList {
	rows: IDataObject[];
	/** The names that lead to the rows; undefined if the answer has no place for rows. */
	place?: readonly string[];
	/** The query of the next page as the platform names it, if it leads to the same list. */
	next?: IDataObject;
}

type Rows = Place<IDataObject[]>;

/** How sure it is that a list in an answer holds its rows. */
enum Evidence {
	/** Entries that are not recognised, or that lie in something that is a row itself. */
	None,
	/** Rows of which no field is known, where rows usually are, for a list of which no columns are read. */
	Place,
	/** Every row has two fields that are known. */
	Fields,
	/** Every row has its own identifier. */
	Own,
	/** Rows that are recognised, in a list that is called like them. */
	Called,
}

const WHERE = 'where the rows are, for example data.items';

const mayBeText = (entity?: EntityName): boolean =>
	entity === undefined || ENTITIES[entity].mayBeText === true;

/** The field of a row that is only a text: what identifies it. */
const textNameOf = (entity?: EntityName): string =>
	(entity === undefined ? undefined : ENTITIES[entity].ids[0]) ?? 'value';

/** The entries of a list as rows; undefined if they can be none. */
function asRows(values: readonly unknown[], entity?: EntityName): IDataObject[] | undefined {
	if (values.every(isObject)) return values.map((row) => opened(row, entity, true));
	const areTexts = values.every((value) => typeof value === 'string' || typeof value === 'number');
	if (!areTexts || !mayBeText(entity)) return undefined;
	return values.map((value) => ({ [textNameOf(entity)]: value as string }));
}

/** The rows of an object that has one for each identifier; undefined if it is no such object. */
function rowsById(map: IDataObject, entity?: EntityName): IDataObject[] | undefined {
	const entries = Object.entries(map);
	if (entries.length === 0 || !entries.every(([, row]) => isObject(row))) return undefined;
	const isList = entries.every(([name], index) => name === String(index));
	const rows = entries.map(([, row]) => opened(row as IDataObject, entity, true));
	const areOwn = entries.every(
		([name], index) => String(firstOf(rows[index] ?? {}, idNamesOf(entity))) === name,
	);
	return isList || areOwn ? rows : undefined;
}

function candidatesIn(answer: unknown, entity?: EntityName): Rows[] {
	const isOwnName = (name: string) => isCalled(name, entity, 'many');
	return placesIn(answer, isOwnName).flatMap((place): Rows[] => {
		const { value } = place;
		if (isCalledLikeOther(nameOf(place), entity, 'many')) return [];
		const rows = Array.isArray(value) ? asRows(value, entity) : rowsById(value, entity);
		return rows ? [{ ...place, value: rows }] : [];
	});
}

/** Whether an answer has its rows here, by the name alone. */
const isUsualPlace = (place: Rows, entity?: EntityName) =>
	place.path.length === 0 || isUsualName(nameOf(place)) || isCalled(nameOf(place), entity, 'many');

/** An envelope can have fewer fields that a row has too, such as the credits of the account. */
const FIELDS_OF_A_ROW = 3;

/** Whether a list lies in a row, such as the transcript of a call: what it lies in looks more like a row than its entries. */
function isInRow({ value, parents }: Rows, entity: EntityName): boolean {
	const fields = (row: IDataObject) => knownFields(row, entity);
	const most = Math.max(...value.map(fields));
	return parents.some(
		(parent) =>
			likenessOf(parent, entity) === 'own' ||
			(idOf(parent, entity) !== '' && fields(parent) >= Math.max(FIELDS_OF_A_ROW, most)),
	);
}

/** Whether entries are not rows themselves but hold some, such as those of one day: `{ date, calls: […] }`. */
const holdsRows = (row: IDataObject, entity: EntityName) =>
	Object.entries(row).some(
		([name, value]) =>
			typeof value === 'object' &&
			(isCalled(name, entity, 'many') || isCalled(name, entity, 'one')),
	);

function evidenceOf(place: Rows, entity?: EntityName): Evidence {
	if (entity === undefined) return Evidence.Place;
	const { value, path } = place;
	const areTexts =
		mayBeText(entity) && value.every((row) => Object.keys(row).join() === textNameOf(entity));
	const isNamed = isCalled(nameOf(place), entity, 'many');
	if (!isNamed && isInRow(place, entity)) return Evidence.None;
	// A list inside something that is not known can be a part of it, such as the events of a row.
	const isKnownPlace = path.slice(0, -1).every(isKnownName);
	if (!areTexts && value.every((row) => isRow(row, entity))) {
		if (isNamed) return Evidence.Called;
		if (value.every((row) => likenessOf(row, entity, true) === 'own')) return Evidence.Own;
		return isKnownPlace ? Evidence.Fields : Evidence.None;
	}
	const isTaken = !hasColumns(entity) && !value.some((row) => holdsRows(row, entity));
	return isTaken && isKnownPlace && isUsualPlace(place, entity) ? Evidence.Place : Evidence.None;
}

/** What the path of the user leads to. In a map, the key of a row without an identifier is its identifier. */
function rowsAt(answer: unknown, expected: Expected): Rows {
	const { entity, path = '' } = expected;
	const names = path.split('.').filter((name) => name !== '');
	const value = valueAt(answer, path);
	const parents = names.map((_name, index) => valueAt(answer, names.slice(0, index).join('.')));
	const place = { path: names, parents: parents.filter(isObject) };
	if (!isFilled(value)) return { ...place, value: [] };
	const rowIn = (row: unknown) =>
		isObject(row)
			? opened(row, entity, true)
			: { [mayBeText(entity) ? textNameOf(entity) : 'value']: row as IDataObject[string] };
	const withKey = ([id, row]: [string, unknown]) => ({
		...(idOf(row as IDataObject, entity) === '' && { id }),
		...rowIn(row),
	});
	const rows = Array.isArray(value)
		? value.map(rowIn)
		: isObject(value) && Object.values(value).every(isObject)
			? Object.entries(value).map(withKey)
			: undefined;
	if (rows) return { ...place, value: checkedAtPath(rows, answer, expected) };
	throw unreadable(
		`The answer of the platform has no list at "${path}"`,
		answer,
		"Correct Advanced → 'Response Path', or remove it",
	);
}

/** Whether an answer without rows is an empty list: it has a place for rows, or nothing at all, and nothing else. */
function isEmptyList(answer: unknown, { entity, isFurther = false }: Expected): boolean {
	if (!isFilled(answer)) return true;
	if (!isObject(answer)) return false;
	const isForRows = (name: string) => isUsualName(name) || isCalled(name, entity, 'many');
	const places = placesIn(answer, (name) => isCalled(name, entity, 'many'));
	const entries = places
		.filter(({ value, path }) => !Array.isArray(value) && path.every(isForRows))
		.flatMap(({ value }) => Object.entries(value as IDataObject));
	const hasRows = places.some(
		(place) =>
			Array.isArray(place.value) &&
			place.value.length > 0 &&
			!isCalledLikeOther(nameOf(place), entity, 'many'),
	);
	const plain = entries.filter(([, value]) => isFilled(value) && typeof value !== 'object');
	// An object that is neither a place for rows nor known to be something else may hold them.
	const isUnknown = ([name, value]: [string, unknown]) =>
		isObject(value) &&
		isFilled(value) &&
		!isForRows(name) &&
		!isCompanion(name) &&
		!isCalledLikeOther(name, entity, 'one');
	const isOne = ({ value }: Place<unknown>) =>
		entity !== undefined && isObject(value) && likenessOf(value, entity) === 'own';
	if (hasRows || entries.some(isUnknown) || places.some(isOne)) return false;

	const empty = entries.filter(([name, value]) => !isFilled(value) && isForRows(name));
	if (empty.some(([, value]) => typeof value === 'object' && value !== null)) return true;
	// A text may say why there is nothing, and other values may be what the answer is about.
	if (plain.some(([name]) => !isCompanion(name))) return false;
	const { total } = aboutList([answer]);
	if (total === 0) return true;
	if (total !== undefined && !isFurther) return false;
	const hasNoNames = Object.keys(answer).length === 0;
	const isEmptyArray = ({ value }: Place<unknown>) => Array.isArray(value) && value.length === 0;
	return hasNoNames || empty.length > 0 || places.some(isEmptyArray);
}

/** The list with the best evidence; undefined if there is none. @throws RequestFailure if two fit equally, or if entries are not recognised */
function bestOf(answer: unknown, expected: Expected): Rows | undefined {
	const { entity } = expected;
	const candidates = candidatesIn(answer, entity);
	const filled = candidates
		.filter(({ value }) => value.length > 0)
		.map((place) => ({ place, evidence: evidenceOf(place, entity) }));
	const best = filled.reduce((highest, { evidence }) => Math.max(highest, evidence), Evidence.None);
	const [first, ...others] = filled
		.filter(({ evidence }) => evidence === best)
		.map(({ place }) => place);
	const empty = candidates.find((place) => place.value.length === 0 && isUsualPlace(place, entity));
	if (!first || best === Evidence.None) {
		return filled.some(({ place }) => isUsualPlace(place, entity)) ? undefined : empty;
	}

	const content = JSON.stringify(first.value);
	const isSure = best > Evidence.Place && isUsualPlace(first, entity);
	const isRival = empty && (!isSure || isCalled(nameOf(empty), entity, 'many'));
	const rival =
		others.find(({ value }) => JSON.stringify(value) !== content) ?? (isRival ? empty : undefined);
	if (rival) {
		throw unreadable(
			'The answer of the platform can be read in two ways',
			answer,
			`The rows can be at ${pathText(first.path)} or at ${pathText(rival.path)}. ${pathAdvice(answer, expected, 'the right one')}`,
		);
	}
	return first;
}

/**
 * Reads a list answer. Its shape is not shown in the API document, so the rows are found by evidence: what they look like, what the list is
 * called, and where it lies.
 *
 * @throws RequestFailure if it contains no list, or if two lists fit equally
 */
export function readPage(answer: unknown, expected: Expected = {}): Page {
	const { path } = expected;
	const isAt = path && (hasPlace(answer, path) || !isEmptyList(answer, expected));
	const found = isAt ? rowsAt(answer, expected) : path ? undefined : bestOf(answer, expected);
	if (found) return { rows: found.value, place: found.path, ...aboutList(found.parents) };
	if (isEmptyList(answer, expected))
		return { rows: [], ...(isObject(answer) && aboutList([answer])) };
	throw unreadable(
		'The answer of the platform has no list that can be read',
		answer,
		pathAdvice(answer, expected, WHERE),
	);
}
