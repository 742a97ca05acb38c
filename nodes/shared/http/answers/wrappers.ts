import type { IDataObject } from 'n8n-workflow';
import type { EntityName } from '../../platform';
import {
	COMPANION_NAMES,
	METADATA_NAMES,
	OWN_ID_NAMES,
	ROW_WRAPPER_NAMES,
	belongsBeside,
	idOf,
	knownFields,
	likenessOf,
	nameSet,
} from '../../platform';
import { isFilled, isObject } from '../../values';
import type { Expected, Place } from './places';
import { isCalled, unreadable } from './places';

/*
 * A wrapper is opened only for something recognised, and only if nothing of it is lost.
 *
 * Recognised is what has the identifier of its entity, or two of its fields, in a spelling in which the columns read them (`likenessOf`). What is
 * beside it in its wrapper stays beside it. If the same name is in both with different values, the wrapper stays closed.
 */

const wrappers = nameSet(ROW_WRAPPER_NAMES);
/** What such an object has beside it. */
const besideWrapped = nameSet(['id', 'cursor', 'relationships', ...METADATA_NAMES]);
const aside = nameSet([...COMPANION_NAMES, ...METADATA_NAMES]);

/** Whether an entry of a list is recognised as a row of this entity. Nothing is known of a row of no entity. */
export const isRow = (row: IDataObject, entity?: EntityName): boolean =>
	entity === undefined || likenessOf(row, entity, true) !== 'none';

/** What JSON:API relates a resource to: `{ relationships: { agent: { data } } }` */
function relatedTo({ relationships }: IDataObject): IDataObject {
	const relations = Object.entries(isObject(relationships) ? relationships : {});
	return Object.fromEntries(
		relations.flatMap(([name, relation]) =>
			isObject(relation) && isObject(relation.data) ? [[name, relation.data]] : [],
		),
	) as IDataObject;
}

/**
 * What lies in an object of its own: `{ node: {…}, cursor }`, or `{ type, id, attributes: {…} }` of JSON:API.
 *
 * @param isEntry true: it is an entry of a list, which may also be `{ call: {…} }`
 */
export function opened(row: IDataObject, entity?: EntityName, isEntry = false): IDataObject {
	const isNamed = (name: string) => isEntry && isCalled(name, entity, 'one');
	const name = Object.keys(row).find(
		(key) => isObject(row[key]) && (wrappers.has(key) || isNamed(key)),
	);
	if (name === undefined || entity === undefined) return row;
	const { [name]: inside, type, ...others } = row;
	const inner = inside as IDataObject;
	// A type that is only the name of the entity says nothing of the row.
	const isType = ['one', 'many'].some((number) => isCalled(String(type), entity, number as 'one'));
	const beside = type === undefined || isType ? others : { type, ...others };
	const isOnlyWrapper = isNamed(name) || Object.keys(others).every((key) => besideWrapped.has(key));
	const isLossless = Object.keys(inner).every(
		(key) => !isFilled(beside[key]) || beside[key] === inner[key],
	);
	const whole = { ...relatedTo(beside), ...beside, ...inner };
	const isCalledSo = (isNamed(name) || isType) && idOf(whole, entity) !== '';
	const isRecognised = isCalledSo || isRow(whole, entity);
	return isOnlyWrapper && isLossless && isRecognised && !isRow(others, entity) ? whole : row;
}

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

/** What is beside the envelope's own fields. */
export const contentOf = (object: IDataObject): Array<[string, IDataObject[string]]> =>
	Object.entries(object).filter(([name]) => !aside.has(name));

const hasId = (object: IDataObject) =>
	Object.keys(object).some((name) => name === 'id' || name.endsWith('_id'));

/** The object of an answer with what lies beside it in its envelopes, such as the transcript beside a call. */
export function withSiblings(
	{ value, path, parents }: Place<IDataObject>,
	entity?: EntityName,
): IDataObject {
	const object = opened(value, entity);
	const isOfEnvelope = (name: string) => hasId(object) && OWN_ID_NAMES.includes(name);
	const siblings = parents.flatMap((parent, index) =>
		contentOf(parent).filter(
			([name, sibling]) =>
				name !== path[index] && !isOfEnvelope(name) && belongsBeside(name, sibling, entity),
		),
	);
	// An empty field of the object does not hide what is beside it.
	const filled = siblings.filter(([name]) => !isFilled(object[name]));
	return { ...object, ...Object.fromEntries(filled) };
}
