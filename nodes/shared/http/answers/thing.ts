import type { IDataObject } from 'n8n-workflow';
import type { EntityName } from '../../platform';
import { ENTITIES, belongsBeside, hasKnownField, hasOwnId, idOf } from '../../platform';
import { isFilled, isObject, readNumber } from '../../values';
import type { AnswerPlace } from './names';
import { MAX_NAMES, insideOf, lastName, meaningOf, objectsOf, onlyOf, placesIn } from './names';
import { refusalIn } from './refusal';
import type { Expected } from './responsePath';
import { THING, notFound, thingAtPath } from './responsePath';

/* The one thing that an answer is about: found by the names that lead to it, and proven by its identifier. */

type Thing = AnswerPlace<IDataObject>;

/** Two objects have an identifier that anything may have, and nothing says which one is meant: `{ id: "env_1", call: { id: "c1" } }`. */
const UNCLEAR = 'unclear';
type ThingOrUnclear = Thing | typeof UNCLEAR;

/** Whether things of an entity have an identifier. A balance, a price and a transcript have none. */
const hasIds = (entity?: EntityName): boolean =>
	entity === undefined || ENTITIES[entity].ids.length > 0;

/** Whether an object has an identifier that only things of its entity have, such as `call_id`. */
const isProvenThing = ({ value }: Thing, entity?: EntityName): boolean =>
	entity !== undefined && hasOwnId(value, entity);

/** Whether an object has an identifier, be it only an `id`; where things of its entity have none, one of their usual fields. */
const isProven = ({ value }: Thing, entity?: EntityName): boolean =>
	entity === undefined || hasIds(entity)
		? idOf(value, entity) !== ''
		: hasKnownField(value, entity);

/** A list with one entry is its entry, but one turn of a transcript is not the thing that has it. */
const thingEntry = (value: unknown, entity?: EntityName): unknown =>
	entity === 'transcript' ? value : onlyOf(value);

/** The objects under the own names of a thing, or else under usual names. */
function namedIn(outer: Thing, entity?: EntityName): Thing[] {
	const objects = objectsOf(
		insideOf(outer).map((place) => ({ ...place, value: thingEntry(place.value, entity) })),
	);
	const named = (meaning: 'own' | 'usual') =>
		objects.filter((place) => meaningOf(lastName(place), entity, 'one') === meaning);
	const own = named('own');
	return own.length > 0 ? own : named('usual');
}

/** Whether nothing but descriptions of the answer lies beside an object in another one. */
const isAlone = (inner: Thing, { value, path }: Thing): boolean =>
	Object.keys(value).every(
		(name) =>
			name === inner.path[path.length] || meaningOf(name, undefined, 'one') === 'description',
	);

/**
 * The thing that an object is or holds.
 *
 * `{ "call_id": "c1", "data": {…} }` is the call, and nothing in it is looked into. `{ "success": true, "data": { "id": "c1" } }` holds it: only what
 * describes the answer is beside it. `{ "credits": 4, "call": { "id": "c1" } }` holds it, too: the outer object has no identifier.
 */
function thingIn(outer: Thing, entity?: EntityName): ThingOrUnclear {
	if (isProvenThing(outer, entity)) return outer;
	const all = namedIn(outer, entity).map((named) => thingIn(named, entity));
	if (all.includes(UNCLEAR)) return UNCLEAR;
	const things = all.filter((thing) => thing !== UNCLEAR);
	const [inner, ...others] =
		things.length > 1 ? things.filter((one) => isProven(one, entity)) : things;
	if (!inner) return outer;
	const unclear = hasIds(entity) ? UNCLEAR : outer;
	if (others.length > 0) return unclear;
	if (isProvenThing(inner, entity) || isAlone(inner, outer)) return inner;
	if (!isProven(inner, entity)) return outer;
	return isProven(outer, entity) ? unclear : inner;
}

/**
 * Whether another object of an answer can be the thing as well, by its identifier. An object inside of the thing needs the own identifier for
 * this: `{ id: "request_1", found: { call_id: "c1" } }`. An object beside it needs any: `{ data: { id: "x" }, found: { id: "c1" } }`.
 */
function hasRival(answer: unknown, thing: Thing, entity: EntityName): boolean {
	const isSearched = (name: string) =>
		!['description', 'other'].includes(meaningOf(name, entity, 'one'));
	const isInside = ({ path }: Thing) => thing.path.every((name, index) => path[index] === name);
	const ids = objectsOf(placesIn(answer, isSearched, onlyOf))
		.filter(({ value }) => !thing.parents.includes(value))
		.filter((object) => isProvenThing(object, entity) || !isInside(object))
		.map(({ value }) => idOf(value, entity));
	return ids.some((id) => id !== '' && id !== idOf(thing.value, entity));
}

/** The thing of an answer; undefined if the answer is no object. The own identifier of a thing leaves no doubt. */
function thingOf(answer: unknown, entity?: EntityName): ThingOrUnclear | undefined {
	const value = thingEntry(answer, entity);
	if (!isObject(value)) return undefined;
	const found = thingIn({ value, path: [], parents: [] }, entity);
	if (!entity || !hasIds(entity) || found === UNCLEAR) return found;
	const isDeep = found.path.length > MAX_NAMES;
	return isDeep || (!isProvenThing(found, entity) && hasRival(answer, found, entity))
		? UNCLEAR
		: found;
}

/** Whether an answer can be read in two ways. */
export const isUnclear = (answer: unknown, entity?: EntityName): boolean =>
	thingOf(answer, entity) === UNCLEAR;

/** A thing together with what lies beside it, such as the transcript beside a call. What the thing says itself counts. */
function withBeside({ value, path, parents }: Thing, entity?: EntityName): IDataObject {
	if (entity === undefined) return value;
	const beside = parents.flatMap((parent, index) =>
		Object.entries(parent).filter(
			([name, other]) =>
				name !== path[index] && !isFilled(value[name]) && belongsBeside(name, other, entity),
		),
	);
	return { ...value, ...Object.fromEntries(beside) };
}

/** An answer as an item, whatever it is: a list has its entries under `items`, a number can be a balance, a text is a message. */
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
	/** True: the answer need not be about a thing of the entity, as after an action. An answer in which none is found is shown as it came. */
	mayBeOther?: boolean;
}

/**
 * Reads an answer about one thing.
 *
 * @throws RequestFailure for a read that the platform answered with errors, or whose answer has no identifier, or two and nothing says which one is
 * meant
 */
export function readResult(answer: unknown, of: ResultOf): IDataObject {
	const { entity, path = '', isRaw = false, mayBeOther = false } = of;
	if (path !== '') return thingAtPath(answer, of);
	if (isRaw) return asItem(answer, entity);
	const found = thingOf(answer, entity);
	if (!mayBeOther) checkThing(answer, found, of);
	return found && found !== UNCLEAR ? withBeside(found, entity) : asItem(answer, entity);
}

/** @throws RequestFailure if what a read has found is no thing: two can be it, the platform answered with errors, or there is no identifier */
function checkThing(answer: unknown, found: ThingOrUnclear | undefined, of: ResultOf): void {
	const { entity, subject } = of;
	if (found === UNCLEAR) throw notFound(TWO_THINGS, answer, of, THING);
	if (found && entity && isProven(found, entity)) return;
	const refusal = refusalIn(answer, subject);
	if (refusal) throw refusal;
	if (entity && hasIds(entity)) throw notFound(noIdentifier(entity), answer, of, THING);
}

const TWO_THINGS =
	'The answer of the platform can be read in two ways: two objects have an id, and nothing says which one is meant';
const noIdentifier = (entity: EntityName) =>
	`The answer of the platform cannot be read: it has no identifier of the ${entity}`;
