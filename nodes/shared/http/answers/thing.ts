import type { IDataObject } from 'n8n-workflow';
import type { EntityName } from '../../platform';
import {
	ENTITIES,
	PART_NAMES,
	belongsBeside,
	hasKnownField,
	hasOwnId,
	idNamesOf,
	idOf,
	nameSet,
} from '../../platform';
import { isFilled, isObject, readNumber } from '../../values';
import type { AnswerPlace } from './names';
import { insideOf, lastName, meaningOf, objectsOf, onlyOf, wordsOf } from './names';
import { refusalIn } from './refusal';
import type { Expected } from './responsePath';
import { THING, notFound, thingAtPath } from './responsePath';

/*
 * The one thing that an answer is about, in one order: the object, if it has the identifier that only such things have (`call_id`); what lies under
 * its own name (`call`); what lies under a usual name (`data`), if it is proven or the object has no `id`; the object itself. Nothing else is searched.
 */

type Thing = AnswerPlace<IDataObject>;

/** Both have an identifier that anything may have, and nothing says which one is meant: `{ id: "42", data: { id: "cp9" } }`. */
interface TwoThings {
	two: readonly [Thing, Thing];
}
type Found = { thing: Thing } | TwoThings;

const isUnclear = (found: Found | undefined): found is TwoThings =>
	found !== undefined && 'two' in found;

/** Own names that a thing also has for a part of itself: `{ id: "f1", function: { name, parameters } }`. */
const partNames = nameSet(PART_NAMES);

/** Whether things of an entity have an identifier. A balance, a price and a transcript have none. */
const hasIds = (entity?: EntityName): boolean =>
	entity === undefined || ENTITIES[entity].ids.length > 0;

/** Whether an object has an identifier, be it only an `id`; where things of its entity have none, one of their usual fields. */
const isProven = ({ value }: Thing, entity?: EntityName): boolean =>
	entity === undefined || hasIds(entity)
		? idOf(value, entity) !== ''
		: hasKnownField(value, entity);

/** Whether an object is the thing, whatever lies around it: by an identifier that only such things have, or by its own name. */
function isCertain(place: Thing, entity?: EntityName): boolean {
	if (entity === undefined) return false;
	if (hasOwnId(place.value, entity)) return true;
	const isNamed = meaningOf(lastName(place), entity, 'one') === 'own' && hasIds(entity);
	return isNamed && (isProven(place, entity) || !partNames.has(lastName(place)));
}

/** A list with one entry is its entry, but one turn of a transcript is not the thing that has it. */
const thingEntry = (value: unknown, entity?: EntityName): unknown =>
	entity === 'transcript' ? value : onlyOf(value);

/** What lies under the own names of a thing, or else under usual names, where it is searched in the same order. */
function namedIn(outer: Thing, entity?: EntityName): Found[] {
	const objects = objectsOf(
		insideOf(outer).map((place) => ({ ...place, value: thingEntry(place.value, entity) })),
	);
	const named = (meaning: 'own' | 'usual') =>
		objects.filter((place) => meaningOf(lastName(place), entity, 'one') === meaning);
	const own = named('own').map((thing) => ({ thing }));
	return own.length > 0 ? own : named('usual').map((place) => thingIn(place, entity));
}

/** Whether nothing but descriptions of the answer lies beside an object in another one. */
const isAlone = (inner: Thing, { value, path }: Thing): boolean =>
	Object.keys(value).every(
		(name) =>
			name === inner.path[path.length] || meaningOf(name, undefined, 'one') === 'description',
	);

/** Of several objects, those that are certainly a thing, or else those that can be one. */
function likeliest(things: readonly Thing[], entity?: EntityName): Thing[] {
	const certain = things.filter((thing) => isCertain(thing, entity));
	return certain.length > 0 ? certain : things.filter((thing) => isProven(thing, entity));
}

/** The thing that an object is or holds. */
function thingIn(outer: Thing, entity?: EntityName): Found {
	const itself = { thing: outer };
	if (entity !== undefined && hasOwnId(outer.value, entity)) return itself;
	const named = namedIn(outer, entity);
	const unclear = named.find(isUnclear);
	if (unclear) return unclear;
	const all = named.flatMap((found) => ('thing' in found ? [found.thing] : []));
	const [inner, other] = all.length > 1 ? likeliest(all, entity) : all;
	if (!inner) return itself;
	const twoWays = (one: Thing, another: Thing) =>
		hasIds(entity) ? { two: [one, another] as const } : itself;
	if (other) return twoWays(inner, other);
	if (isCertain(inner, entity) || isAlone(inner, outer)) return { thing: inner };
	if (!isProven(inner, entity)) return itself;
	return isProven(outer, entity) ? twoWays(outer, inner) : { thing: inner };
}

/** The thing of an answer; undefined if the answer is no object. */
function thingOf(answer: unknown, entity?: EntityName): Found | undefined {
	const value = thingEntry(answer, entity);
	return isObject(value) ? thingIn({ value, path: [], parents: [] }, entity) : undefined;
}

/** What says that an answer about a thing can be read in two ways, as a sentence without its full stop; undefined if it cannot. */
export function twoWaysIn(answer: unknown, { entity, path = '' }: Expected): string | undefined {
	const found = entity === undefined || path !== '' ? undefined : thingOf(answer, entity);
	return isUnclear(found) ? twoThings(found, entity) : undefined;
}

function twoThings({ two }: TwoThings, entity?: EntityName): string {
	const places = two.map(({ value, path }) => {
		const name = idNamesOf(entity).find((one) => isFilled(value[one])) ?? 'id';
		return `"${[...path, name].join('.')}"`;
	});
	return `The answer of the platform can be read in two ways: nothing says whether ${places.join(' or ')} is the identifier of the ${entity ?? 'result'}`;
}

const ID_WORDS = ['id', 'uuid', 'sid'];

/** The simple values of an answer that are no identifiers: what is shown of an answer that can be read in two ways. */
function withoutIds(answer: unknown, entity: EntityName): IDataObject {
	const isId = (name: string) =>
		idNamesOf(entity).includes(name) || ID_WORDS.includes(wordsOf(name).at(-1) ?? '');
	const fields = Object.entries(isObject(answer) ? answer : {});
	return Object.fromEntries(
		fields.filter(([name, value]) => typeof value !== 'object' && !isId(name)),
	);
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
 * Reads an answer about one thing. What is shown of one that can be read in two ways, where that is no error, has no identifier.
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
	if (isUnclear(found))
		return entity === undefined ? asItem(answer) : withoutIds(onlyOf(answer), entity);
	return found ? withBeside(found.thing, entity) : asItem(answer, entity);
}

/** @throws RequestFailure if what a read has found is no thing: two can be it, the platform answered with errors, or there is no identifier */
function checkThing(answer: unknown, found: Found | undefined, of: ResultOf): void {
	const { entity, subject } = of;
	if (isUnclear(found)) throw notFound(twoThings(found, entity), answer, of, THING);
	if (found && entity && isProven(found.thing, entity)) return;
	const refusal = refusalIn(answer, subject);
	if (refusal) throw refusal;
	if (entity && hasIds(entity)) throw notFound(noIdentifier(entity), answer, of, THING);
}

const noIdentifier = (entity: EntityName) =>
	`The answer of the platform cannot be read: it has no identifier of the ${entity}`;
