import type { IDataObject } from 'n8n-workflow';
import type { EntityName, Likeness } from '../../platform';
import {
	COMPANION_NAMES,
	METADATA_NAMES,
	OWN_ID_NAMES,
	belongsBeside,
	idOf,
	knownFields,
	likenessOf,
	nameSet,
} from '../../platform';
import { isObject } from '../../values';
import type { Expected, Place } from './reading';
import { refusalIn } from './refusal';
import {
	isCalled,
	isCalledLikeOther,
	isUsualName,
	nameOf,
	pathText,
	placesIn,
	unreadable,
	valueAt,
	withoutWrapping,
} from './reading';

type Found = Place<IDataObject>;

const aside = nameSet([...COMPANION_NAMES, ...METADATA_NAMES]);
const ADVICE = "Set Options → 'Response Path' to where the result is, for example data.call";

const hasId = (object: IDataObject) =>
	Object.keys(object).some((name) => name === 'id' || name.endsWith('_id'));

/** What is beside the envelope's own fields. */
const contentOf = (object: IDataObject) =>
	Object.entries(object).filter(([name]) => !aside.has(name));

/** The only content of an envelope such as `{ success: true, data: {…} }`, for an answer whose fields are not known. */
function innermost(place: Found): Found {
	const { value, path, parents } = place;
	const content = contentOf(value);
	const [name, inner] = content[0] ?? [];
	if (content.length !== 1 || name === undefined || !isObject(inner)) return place;
	if (!isUsualName(name) && !hasId(inner)) return place;
	return innermost({ value: inner, path: [...path, name], parents: [...parents, value] });
}

const innermostOf = (value: IDataObject): Found => innermost({ value, path: [], parents: [] });

/** How well an object fits: an identifier of its own is the best sign, then what it is called, then its fields. */
function fitOf(place: Found, entity: EntityName): number {
	const object = withoutWrapping(place.value);
	const likeness: Likeness = likenessOf(object, entity);
	const isNamed = isCalled(nameOf(place), entity, 'one');
	if (isCalledLikeOther(nameOf(place), entity, 'one')) return 0;
	// An object of which nothing is known but that it has an identifier is the last choice, unless it is called so.
	if (likeness === 'none') return 'id' in object && place.path.length > 0 ? (isNamed ? 2 : 0.5) : 0;
	if (likeness === 'own') return isNamed ? 4 : 3;
	const hasOwnId = 'id' in object;
	if (isNamed || (place.path.length === 0 && hasOwnId)) return 2;
	return hasOwnId ? 1.5 : 1;
}

/** Objects inside a list of one entry are looked at too. */
function objectsIn(answer: unknown): Found[] {
	return placesIn(answer).flatMap((place): Found[] => {
		const { value } = place;
		if (!Array.isArray(value)) return [{ ...place, value }];
		const [only] = value as unknown[];
		return value.length === 1 && isObject(only) ? [{ ...place, value: only }] : [];
	});
}

const areAlike = (places: readonly Found[]): boolean =>
	new Set(places.map(({ value }) => Object.keys(value).join())).size === 1;

/** The object that fits best; undefined if none does. @throws RequestFailure if two fit equally */
function bestOf(answer: unknown, entity: EntityName): Found | undefined {
	const objects = objectsIn(answer).map((place) => ({ place, fit: fitOf(place, entity) }));
	const [root] = objects;
	if (root?.place.path.length === 0 && root.fit >= 3) return root.place;
	const best = objects.reduce((highest, { fit }) => Math.max(highest, fit), 0);
	const all = objects.filter(({ fit }) => fit === best).map(({ place }) => place);
	if (best === 0 || (best < 1 && !areAlike(all))) return undefined;
	const fields = (place: Found) => knownFields(place.value, entity);
	const most = all.reduce((highest, place) => Math.max(highest, fields(place)), 0);
	// Of two objects that only have such fields, the one with more is meant: an envelope can have some, too.
	const fitting = best === 1 || best === 1.5 ? all.filter((place) => fields(place) === most) : all;
	// Of two objects that lie one in the other, the inner one is a part of the outer.
	const outer = fitting.filter(
		({ parents }) => !fitting.some(({ value }) => parents.includes(value)),
	);
	const [first, ...others] = outer;
	const rival = others.find(({ value }) => JSON.stringify(value) !== JSON.stringify(first?.value));
	if (first && rival) {
		throw unreadable(
			'The answer of the platform can be read in two ways',
			answer,
			`The result can be at ${pathText(first.path)} or at ${pathText(rival.path)}. Set Options → 'Response Path' to the right one`,
		);
	}
	return first;
}

/** What lies beside an object in its envelope belongs to it, such as the transcript beside a call. */
function withSiblings({ value, path, parents }: Found, entity?: EntityName): IDataObject {
	const object = withoutWrapping(value);
	const isOfEnvelope = (name: string) => hasId(object) && OWN_ID_NAMES.includes(name);
	const siblings = parents.flatMap((parent, index) =>
		contentOf(parent).filter(
			([name, sibling]) =>
				name !== path[index] && !isOfEnvelope(name) && belongsBeside(name, sibling, entity),
		),
	);
	return { ...Object.fromEntries(siblings), ...object };
}

function objectAt(answer: unknown, path: string): IDataObject {
	const value = valueAt(answer, path);
	const object: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
	if (isObject(object)) return withoutWrapping(object);
	throw unreadable(
		`The answer of the platform has no object at "${path}"`,
		answer,
		"Correct Options → 'Response Path', or remove it",
	);
}

/**
 * Reads an answer about one thing. Its shape is not shown in the API document, so the object is found by evidence: what it looks like and
 * what it is called.
 *
 * @param mustFit whether an answer in which nothing looks like such a thing, or has an identifier, is an error
 * @throws RequestFailure if two objects fit equally, or if none fits and one must
 */
export function readObject(
	answer: unknown,
	{ entity, path }: Expected = {},
	mustFit = false,
): IDataObject {
	if (path) return objectAt(answer, path);
	const best = entity && bestOf(answer, entity);
	if (best) return withSiblings(best, entity);
	const object: unknown =
		entity && Array.isArray(answer) && answer.length === 1 ? answer[0] : answer;
	const found = isObject(object) ? withSiblings(innermostOf(object), entity) : {};
	if (entity && mustFit && idOf(found, entity) === '') {
		throw unreadable('The answer of the platform cannot be read', answer, ADVICE);
	}
	if (isObject(object)) return found;
	if (answer === undefined || answer === null || answer === '') return {};
	return Array.isArray(answer) ? { items: answer } : { message: String(answer) };
}

/** What the result of a request is about, and how an error names the request. */
export interface ResultOf extends Expected {
	subject: string;
	/** Whether the request was to do something. */
	isAction?: boolean;
	/** Whether an answer in which nothing looks like such a thing is an error. */
	mustFit?: boolean;
}

/** As `readObject`. @throws RequestFailure also if the platform says that it refused the request */
export function readResult(answer: unknown, of: ResultOf): IDataObject {
	const { entity, path, subject, isAction = false, mustFit = false } = of;
	const refusal = refusalIn(answer, subject, isAction, entity);
	if (refusal) throw refusal;
	return readObject(answer, { entity, path }, mustFit);
}

/**
 * Where `readObject` finds the object, as names that lead to it; undefined if the answer is none.
 *
 * @throws RequestFailure if two objects fit equally
 */
export function placeOfObject(answer: unknown, entity?: EntityName): readonly string[] | undefined {
	const best = entity && bestOf(answer, entity);
	return (best ?? (isObject(answer) ? innermostOf(answer) : undefined))?.path;
}
