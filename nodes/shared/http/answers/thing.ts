import type { IDataObject } from 'n8n-workflow';
import type { EntityName } from '../../platform';
import {
	ENTITIES,
	PART_NAMES,
	hasKnownField,
	hasOwnId,
	idNamesOf,
	idOf,
	nameSet,
} from '../../platform';
import { isFilled, isObject, readNumber } from '../../values';
import type { AnswerPlace } from './answerNames';
import { insideOf, lastName, meaningOf, objectsOf, whole, wordsOf } from './answerNames';
import { refusalIn } from './refusal';
import type { Expected } from './responsePath';
import { THING, TWO_WAYS, notFound, thingAtPath } from './responsePath';

/*
 * The one thing that an answer is about, in one order. For a call:
 *
 *   { call_id: "c1", … }                      -> the object: it has the identifier that only a call has
 *   { call: {…} }, { data: { call: {…} } }    -> what lies under its own name
 *   { status: "ok", data: { id: "c1" } }      -> what lies under a usual name, if the object has no `id`
 *   { id: "c1", … }                           -> the object itself
 *   { id: "42", data: { id: "c1" } }          -> in doubt: either `id` can be meant
 */

type Thing = AnswerPlace<IDataObject>;

interface Found {
	thing: Thing;
	/** True: by an identifier that only such things have, or by its own name. */
	isCertain: boolean;
	/** Another object that can be the thing as well. */
	rival?: Thing;
}

/** The most names that lead to the thing: `data.call` has two. */
const MAX_NAMES = 2;

/** Own names that a thing also has for a part of itself: `{ id: "f1", function: { name, parameters } }`. */
const partNames = nameSet(PART_NAMES);

/** Whether things of an entity have an identifier. A balance, a price and a transcript have none. */
const hasIds = (entity: EntityName): boolean => ENTITIES[entity].ids.length > 0;

/** Whether an object has an identifier, be it only an `id`. Things without one have a value in a usual field. */
const hasIdentity = ({ value }: Thing, entity: EntityName): boolean => {
	if (hasIds(entity)) return idOf(value, entity) !== '';
	const filled = Object.entries(value).filter(([, inner]) => isFilled(inner));
	return hasKnownField(Object.fromEntries(filled), entity);
};

/** The objects in an object whose name means this. */
const objectsUnder = (outer: Thing, meaning: 'own' | 'usual', entity?: EntityName): Thing[] =>
	objectsOf(insideOf(outer)).filter(
		(place) => meaningOf(lastName(place), entity, 'one') === meaning,
	);

/** The thing that an object is or holds. */
function thingIn(outer: Thing, entity: EntityName): Found {
	const itself: Found = { thing: outer, isCertain: hasOwnId(outer.value, entity) };
	if (itself.isCertain || outer.path.length === MAX_NAMES) return itself;
	const [named] = objectsUnder(outer, 'own', entity).filter((place) =>
		partNames.has(lastName(place))
			? hasIdentity(place, entity) && !hasIdentity(outer, entity)
			: hasIdentity(place, entity) || hasIds(entity),
	);
	if (named) return { thing: named, isCertain: true };
	const usual = objectsUnder(outer, 'usual', entity).map((place) => thingIn(place, entity));
	const certain = usual.filter(({ isCertain }) => isCertain);
	const [inner, second] = certain.length > 0 ? certain : usual;
	if (!inner) return itself;
	const rival = second?.thing;
	if (rival) return hasIds(entity) ? { ...inner, rival } : itself;
	if (inner.isCertain || !hasIdentity(outer, entity)) return inner;
	const isDoubt = hasIds(entity) && hasIdentity(inner.thing, entity);
	return isDoubt ? { ...itself, rival: inner.thing } : itself;
}

/** For a thing without known fields: what lies under a usual name, if only descriptions of the answer lie beside it. */
function contentIn(outer: Thing): Thing {
	const [inner] = objectsUnder(outer, 'usual');
	const isAlone = Object.keys(outer.value).every(
		(name) => name === inner?.path.at(-1) || meaningOf(name, undefined, 'one') === 'description',
	);
	return inner && isAlone && outer.path.length < MAX_NAMES ? contentIn(inner) : outer;
}

/** The thing of an answer; undefined if the answer is no object. */
function thingOf(answer: unknown, entity?: EntityName): Found | undefined {
	if (!isObject(answer)) return undefined;
	const root = whole(answer);
	return entity ? thingIn(root, entity) : { thing: contentIn(root), isCertain: false };
}

/** Why an answer about a thing can be read in two ways, as a sentence without its full stop; undefined if it cannot. */
export function twoWaysIn(answer: unknown, { entity, path = '' }: Expected): string | undefined {
	const found = path === '' ? thingOf(answer, entity) : undefined;
	return entity && found?.rival ? twoThings(found.thing, found.rival, entity) : undefined;
}

function twoThings(one: Thing, other: Thing, entity: EntityName): string {
	const places = [one, other].map(({ value, path }) => {
		const name = idNamesOf(entity).find((idName) => isFilled(value[idName])) ?? 'id';
		return `"${[...path, name].join('.')}"`;
	});
	return `${TWO_WAYS}: nothing says whether ${places.join(' or ')} is the identifier of the ${entity}`;
}

const ID_WORDS = ['id', 'uuid', 'sid'];

/** The simple values of an answer that are no identifiers: what is shown of an answer that can be read in two ways. */
const withoutIds = (answer: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(answer).filter(
			([name, value]) =>
				typeof value !== 'object' && !ID_WORDS.includes(wordsOf(name).at(-1) ?? ''),
		),
	);

/** Any answer as an item: a list has its entries under `items`, a number can be a balance, a text is a message. */
function asItem(answer: unknown, entity?: EntityName): IDataObject {
	if (isObject(answer)) return answer;
	if (Array.isArray(answer)) return { items: answer };
	if (!isFilled(answer)) return {};
	const number = readNumber(answer);
	if (entity === 'balance' && number !== null) return { credits: number };
	return { [entity === 'transcript' ? 'transcript' : 'message']: String(answer) };
}

/** What the result of a request is about, and how an error names the request. */
export interface ResultOf extends Expected {
	subject: string;
	/** True: the answer may be about something else, as after an action. Without a thing, it is shown as it came. */
	mayBeOther?: boolean;
}

/**
 * Reads an answer about one thing. Where two readings are no error, the thing is shown without an identifier.
 * @throws RequestFailure for a read whose answer has an error, no identifier, or two that can be meant
 */
export function readResult(answer: unknown, of: ResultOf): IDataObject {
	const { entity, path = '', isRaw = false, mayBeOther = false } = of;
	if (path !== '') return thingAtPath(answer, of);
	if (isRaw) return asItem(answer, entity);
	const found = thingOf(answer, entity);
	if (!mayBeOther) checkThing(answer, found, of);
	if (found?.rival && isObject(answer)) return withoutIds(answer);
	return found?.thing.value ?? asItem(answer, entity);
}

/** @throws RequestFailure if a read found no certain thing: an error, no identifier, or two candidates */
function checkThing(answer: unknown, found: Found | undefined, of: ResultOf): void {
	const { entity, subject } = of;
	if (entity && found?.rival)
		throw notFound(twoThings(found.thing, found.rival, entity), answer, of, THING);
	if (entity && found && hasIdentity(found.thing, entity)) return;
	const refusal = refusalIn(answer, subject);
	if (refusal) throw refusal;
	if (entity && hasIds(entity)) {
		const problem = `The answer of the platform cannot be read: it has no identifier of the ${entity}`;
		throw notFound(problem, answer, of, THING);
	}
}
