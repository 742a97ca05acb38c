import type { IDataObject } from 'n8n-workflow';
import type { EntityName } from '../../platform';
import {
	COMPANION_NAMES,
	Likeness,
	METADATA_NAMES,
	OWN_ID_NAMES,
	belongsBeside,
	likenessOf,
	nameSet,
} from '../../platform';
import { isFilled, isObject } from '../../values';
import { refusalIn } from './confirmation';
import type { Expected, Place } from './places';
import {
	bestPlace,
	checkedAtPath,
	isCalled,
	isUsualName,
	onlyOf,
	placesIn,
	unrecognisable,
	valueAt,
	wrongPath,
} from './places';

type Found = Place<IDataObject>;

/** The objects that an answer can be about, by the names that lead to them. One in a list is among them if it is alone. */
function objectsIn(answer: unknown, entity: EntityName): Found[] {
	const isContent = (name: string) => isUsualName(name) || isCalled(name, entity, 'one');
	return placesIn(answer).flatMap((place): Found[] => {
		const object = onlyOf(place.value);
		return isObject(object) && place.path.every(isContent) ? [{ ...place, value: object }] : [];
	});
}

/** The object that fits best; undefined if none does. @throws RequestFailure if two fit equally */
function bestOf(answer: unknown, entity: EntityName, expected: Expected): Found | undefined {
	const objects = objectsIn(answer, entity).map((place) => {
		const fit = likenessOf(place.value, entity);
		// After an action, an identifier is enough if it lies in something.
		const isEnough = fit > Likeness.Id || (place.path.length > 0 && !expected.mustFit);
		return { place, fit: isEnough ? fit : Likeness.None };
	});
	const own = objects.filter(({ fit }) => fit === Likeness.Own).map(({ place }) => place.value);
	// What lies in a thing that has its own identifier is a part of it.
	const whole = objects.filter(({ place }) => !own.some((one) => place.parents.includes(one)));
	return bestPlace(whole, 'The result', answer, expected)?.place;
}

const aside = nameSet([...COMPANION_NAMES, ...METADATA_NAMES]);

/** What is beside the envelope's own fields. */
const contentOf = (object: IDataObject): Array<[string, IDataObject[string]]> =>
	Object.entries(object).filter(([name]) => !aside.has(name));

/** The object of an answer with what lies beside it in its envelopes, such as the transcript beside a call. */
function withSiblings({ value, path, parents }: Found, entity?: EntityName): IDataObject {
	const hasId = Object.keys(value).some((name) => name === 'id' || name.endsWith('_id'));
	const isOfEnvelope = (name: string) => hasId && OWN_ID_NAMES.includes(name);
	const siblings = parents.flatMap((parent, index) =>
		contentOf(parent).filter(
			([name, sibling]) =>
				name !== path[index] && !isOfEnvelope(name) && belongsBeside(name, sibling, entity),
		),
	);
	// An empty field of the object does not hide what is beside it.
	const filled = siblings.filter(([name]) => !isFilled(value[name]));
	return { ...value, ...Object.fromEntries(filled) };
}

/** The content of an envelope such as `{ success: true, data: {…} }`, for an answer whose fields are not known: it has nothing else. */
function innermost(answer: IDataObject): Found {
	let place: Found = { value: answer, path: [], parents: [] };
	for (;;) {
		const { value, path, parents } = place;
		const [[name, inner] = ['', null], ...others] = contentOf(value);
		if (others.length > 0 || !isUsualName(name) || !isObject(inner)) return place;
		place = { value: inner, path: [...path, name], parents: [...parents, value] };
	}
}

function objectAt(answer: unknown, expected: Expected): IDataObject {
	const { path = '' } = expected;
	const object = onlyOf(valueAt(answer, path));
	if (isObject(object)) return checkedAtPath([object], answer, expected)[0] ?? {};
	throw wrongPath(answer, path, object === undefined ? 'nothing' : 'no object');
}

/** An answer in which nothing is recognised: its content, its entries, or its text. @throws RequestFailure if something must be recognised */
function unrecognised(answer: unknown, expected: Expected): IDataObject {
	const { entity, mustFit = false } = expected;
	// One turn of a transcript is not the thing that has it.
	const object = entity && entity !== 'transcript' ? onlyOf(answer) : answer;
	const found = isObject(object) ? withSiblings(innermost(object), entity) : undefined;
	if (entity && mustFit && likenessOf(found ?? {}, entity, true) < Likeness.Fields)
		throw unrecognisable(answer, expected, 'object');
	if (found) return found;
	if (Array.isArray(answer)) return { items: answer };
	if (!isFilled(answer)) return {};
	return { [entity === 'transcript' ? 'transcript' : 'message']: String(answer) };
}

/** What the result of a request is about, and how an error names the request. */
export interface ResultOf extends Expected {
	subject: string;
	/** Whether the request was to do something. */
	isAction?: boolean;
}

/**
 * Reads an answer about one thing. Its shape is not shown in the API document, so the object is found by evidence: what it looks like and
 * what it is called.
 *
 * @throws RequestFailure if the platform says that it refused, if two objects fit equally, or if none is recognised and one must be
 */
export function readResult(answer: unknown, of: ResultOf): IDataObject {
	const { entity, path, subject, isAction = false } = of;
	const refusal = refusalIn(answer, subject, isAction, entity);
	if (refusal) throw refusal;
	if (path) return objectAt(answer, of);
	const best = entity && bestOf(answer, entity, of);
	return best ? withSiblings(best, entity) : unrecognised(answer, of);
}

/**
 * Where `readResult` finds the object, as names that lead to it; undefined if the answer is none.
 *
 * @throws RequestFailure if two objects fit equally
 */
export function placeOfObject(answer: unknown, entity?: EntityName): readonly string[] | undefined {
	const best = entity && bestOf(answer, entity, {});
	return (best ?? (isObject(answer) ? innermost(answer) : undefined))?.path;
}
