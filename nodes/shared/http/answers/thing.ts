import type { IDataObject } from 'n8n-workflow';
import type { EntityName } from '../../platform';
import { ENTITIES, belongsBeside, hasKnownField, hasOwnId, idOf } from '../../platform';
import { isFilled, isObject } from '../../values';
import { refusalIn } from './deed';
import type { Place } from './names';
import { MAX_NAMES, insideOf, lastName, meaningOf, onlyOf, placeOfAll } from './names';
import type { Expected } from './responsePath';
import { THING, notFound, thingAtPath } from './responsePath';

/* The one thing that an answer is about: found by the names that lead to it, and proven by its identifier. */

type Thing = Place<IDataObject>;

/** Two objects have an identifier that anything may have, and nothing says which one is meant: `{ id: "env_1", call: { id: "c1" } }`. */
const UNCLEAR = 'unclear';

/** Whether such a thing has an identifier by which it is proven. A balance, a price and a transcript have none: a field that is known proves them. */
const mustHaveId = (entity?: EntityName): boolean =>
	entity !== undefined && ENTITIES[entity].ids.length > 0;

const isProven = ({ value }: Thing, entity?: EntityName): boolean =>
	entity === undefined || mustHaveId(entity)
		? idOf(value, entity) !== ''
		: hasKnownField(value, entity);
const isOwn = ({ value }: Thing, entity?: EntityName) =>
	entity !== undefined && hasOwnId(value, entity);

/** The objects under the own names of a thing, or else under usual names. */
function namedIn(outer: Thing, entity?: EntityName): Array<Place<unknown>> {
	const objects = insideOf(outer).filter(({ value }) => isObject(onlyOf(value)));
	const called = (meaning: 'own' | 'usual') =>
		objects.filter((place) => meaningOf(lastName(place), entity, 'one') === meaning);
	const own = called('own');
	return own.length > 0 ? own : called('usual');
}

/** Whether everything but what lies under this name describes the answer. */
const isAlone = ({ value }: Thing, name: string): boolean =>
	Object.keys(value).every(
		(other) => other === name || meaningOf(other, undefined, 'one') === 'description',
	);

/** The objects in an answer, but none of what describes it or is another resource. @param around undefined, or the thing that is not looked into */
const objectsIn = (
	place: Place<unknown>,
	entity: EntityName,
	around?: IDataObject,
): IDataObject[] =>
	insideOf(place).flatMap((inner) => {
		const value = onlyOf(inner.value);
		const meaning = meaningOf(lastName(inner), entity, 'one');
		const isKnown = ['description', 'other'].includes(meaning) || !isObject(value);
		if (isKnown || value === around || inner.path.length > 2 * MAX_NAMES) return [];
		const deeper = objectsIn({ ...inner, value }, entity, around);
		return [value, ...deeper];
	});

/**
 * Whether an answer has another object that can as well be the thing, by its identifier: `{ id: "request_1", found: { call_id: "c1" } }`, or
 * `{ data: { id: "x" }, found: { id: "c1" } }`.
 */
function hasRival(answer: unknown, thing: Thing, entity: EntityName): boolean {
	const { value, path } = thing;
	const all = placeOfAll(onlyOf(answer));
	const isOther = (object: IDataObject) =>
		object !== value && ![idOf(value, entity), ''].includes(idOf(object, entity));
	const isSure = isOwn(thing, entity);
	const own = objectsIn(all, entity, isSure ? value : undefined).filter((object) =>
		hasOwnId(object, entity),
	);
	const isInner = path.length > 0 && !isSure;
	return [...own, ...(isInner ? objectsIn(all, entity, value) : [])].some(isOther);
}

/**
 * The thing that a value is or holds; undefined if it is no object.
 *
 * `{ "call_id": "c1", "data": {…} }` is the call, and nothing in it is looked into. `{ "success": true, "data": { "id": "c1" } }` holds it: only what
 * describes the answer is beside it. `{ "credits": 4, "call": { "id": "c1" } }` holds it, too: the outer object has no identifier.
 */
function thingIn(place: Place<unknown>, entity?: EntityName): Thing | typeof UNCLEAR | undefined {
	// One turn of a transcript is not the thing that has it.
	const value = entity === 'transcript' ? place.value : onlyOf(place.value);
	if (!isObject(value)) return undefined;
	const outer: Thing = { ...place, value };
	if (isOwn(outer, entity) || place.path.length === 2 * MAX_NAMES) return outer;
	const things = namedIn(outer, entity).flatMap((named) => thingIn(named, entity) ?? []);
	const found = things.filter((thing) => thing !== UNCLEAR);
	if (found.length < things.length) return UNCLEAR;
	return outerOrInner(outer, found, entity);
}

/** Which one the thing is: an object, or one of those that were found in it. */
function outerOrInner(
	outer: Thing,
	found: readonly Thing[],
	entity?: EntityName,
): Thing | typeof UNCLEAR {
	const [inner, ...others] =
		found.length > 1 ? found.filter((one) => isProven(one, entity)) : found;
	if (!inner) return outer;
	const hasIds = entity === undefined || mustHaveId(entity);
	if (others.length > 0) return hasIds ? UNCLEAR : outer;
	const name = inner.path[outer.path.length] ?? '';
	if (isOwn(inner, entity) || isAlone(outer, name)) return inner;
	if (!isProven(inner, entity)) return outer;
	if (!isProven(outer, entity)) return inner;
	return hasIds ? UNCLEAR : outer;
}

/** The thing of an answer. The own name of a thing, or its own identifier at the top, leaves no doubt. */
function clearThingIn(answer: unknown, entity?: EntityName): Thing | typeof UNCLEAR | undefined {
	const found = thingIn(placeOfAll(answer), entity);
	if (!entity || !mustHaveId(entity) || !found || found === UNCLEAR) return found;
	const isCalled = meaningOf(lastName(found), entity, 'one') === 'own';
	const isSure = isOwn(found, entity) && (isCalled || found.path.length === 0);
	const isDeep = found.path.length > MAX_NAMES;
	return isDeep || (!isSure && hasRival(answer, found, entity)) ? UNCLEAR : found;
}

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

/** An answer as an item, whatever it is: a list has its entries under `items`, a text is a message. */
function asItem(answer: unknown, entity?: EntityName): IDataObject {
	if (isObject(answer)) return answer;
	if (Array.isArray(answer)) return { items: answer };
	if (!isFilled(answer)) return {};
	return { [entity === 'transcript' ? 'transcript' : 'message']: String(answer) };
}

/** What the result of a request is about, and how an error names the request. */
export interface ResultOf extends Expected {
	subject: string;
	/** True: the answer need not be about such a thing, as after an action. What is not found is shown as it came. */
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
	const clear = clearThingIn(answer, entity);
	if (clear === UNCLEAR && !mayBeOther) throw notFound(TWO_THINGS, answer, of, THING);
	const found = clear === UNCLEAR ? undefined : clear;
	if (!mayBeOther) checkThing(answer, found, of);
	return found ? withBeside(found, entity) : asItem(answer, entity);
}

/** @throws RequestFailure if what a read has found is no thing: the platform answered with errors, or there is no identifier */
function checkThing(answer: unknown, found: Thing | undefined, of: ResultOf): void {
	const { entity, subject } = of;
	const isSure = found && entity && isProven(found, entity);
	const refusal = isSure ? undefined : refusalIn(answer, subject);
	if (refusal) throw refusal;
	if (!isSure && mustHaveId(entity)) throw notFound(noIdentifier(entity), answer, of, THING);
}

const TWO_THINGS =
	'The answer of the platform can be read in two ways: two objects have an id, and nothing says which one is meant';
const noIdentifier = (entity?: EntityName) =>
	`The answer of the platform cannot be read: it has no identifier of the ${entity}`;
