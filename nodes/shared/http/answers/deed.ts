import type { IDataObject } from 'n8n-workflow';
import type { EntityName } from '../../platform';
import {
	ACCEPTED_WORDS,
	ENTITIES,
	ERROR_NAMES,
	OWN_ID_NAMES,
	REJECTED_WORDS,
	SUCCESS_NAMES,
	camelCase,
	campaignActivity,
	idNamesOf,
	idOf,
	isOneOf,
	nameSet,
	readFlag,
} from '../../platform';
import { isFilled, isObject, readNumber } from '../../values';
import { RequestFailure } from '../failures/requestFailure';
import { serverMessage } from '../failures/serverMessage';
import type { Place } from './names';
import { MAX_NAMES, insideOf, lastName, meaningOf, onlyOf, placeOfAll } from './names';

/*
 * Whether a request that was answered with a status of success was carried out. It was, unless a field of the answer says no. Then the safe side
 * decides: nobody is called again because of a doubt, and nobody believes because of a doubt that something stopped.
 */

/** What was asked for. */
export interface Deed {
	/** How an error names the request. */
	subject: string;
	/** What it is about, or what it makes. */
	entity?: EntityName;
	/** Its verbs, such as `cancel`: a flag `cancelled` in the answer says whether it was done. */
	verbs: readonly string[];
	/** What it makes, if that has an identifier: a thing, or a copy of the thing that the path names. */
	makes?: 'thing' | 'copy';
	/** True: it leads to calls. */
	leadsToCalls?: boolean;
	/** How many contacts were sent, if it is known. */
	sent?: number;
	/** The identifiers that the request names: they are of things that existed before. */
	existing?: readonly string[];
}

/** What an answer leaves in doubt. */
export interface Doubt {
	/** For the user: what is in doubt, and what the platform says. */
	text: string;
	/** True: the answer names nothing that was made, so that it is not known whether it was. */
	isUnknown: boolean;
}

const successNames = nameSet(SUCCESS_NAMES);
const errorNames = nameSet(ERROR_NAMES);
const MAX_SAID = 300;

/**
 * The objects in which an answer says what became of the request: the whole, and what lies under usual names.
 *
 * @param entryOf what is meant by a list: the only entry of an answer about one thing; a row says nothing of its list
 */
function objectsIn(
	answer: unknown,
	isWay: (place: Place<unknown>) => boolean,
	entryOf: (value: unknown) => unknown = onlyOf,
): IDataObject[] {
	const levels: unknown[][] = [[answer]];
	for (let names = 0; names < MAX_NAMES; names += 1) {
		const inner = (levels[names] ?? [])
			.map(entryOf)
			.flatMap((value) => insideOf(placeOfAll(value)))
			.filter(isWay);
		levels.push(inner.map(({ value }) => value));
	}
	return levels.flat().map(entryOf).filter(isObject);
}

const isUsual = (place: Place<unknown>) => meaningOf(lastName(place), undefined, 'one') === 'usual';

/** A thing can also lie under its own name. */
const isWayTo = (entity?: EntityName) => (place: Place<unknown>) =>
	['own', 'usual'].includes(meaningOf(lastName(place), entity, 'one'));

/** Whether a value under the name of an error says that there is one. */
function isError(value: unknown): boolean {
	if (typeof value === 'object') return Object.values(value ?? {}).some(isError);
	return isFilled(value) && value !== 0 && readFlag(value) !== false;
}

/** `cancel` → cancelled and canceled, `delete` → deleted, `stop` → stopped; also as `is_cancelled` */
const flagsOf = (verbs: readonly string[]) =>
	nameSet(
		verbs
			.map((verb) => verb.toLowerCase())
			.flatMap((verb) => [`${verb.replace(/e$/, '')}ed`, `${verb}${verb.at(-1) ?? ''}ed`])
			.flatMap((flag) => [flag, `is_${flag}`]),
	);

/** Whether an object says no: that the request did not succeed, that there was an error, or that the deed was not done. */
function saysNo(object: IDataObject, { verbs, leadsToCalls = false }: Partial<Deed>): boolean {
	const flags = flagsOf(verbs ?? []);
	return Object.entries(object).some(([name, value]) => {
		if (errorNames.has(name)) return isError(value);
		// An import can begin with none.
		const isCount = leadsToCalls && value === 0 && !successNames.has(name);
		const isFlag = successNames.has(name) || flags.has(name);
		return isFlag && isFilled(value) && readFlag(value) === false && !isCount;
	});
}

const refused = (text: string, subject: string, reach: 'unknown' | 'answered') =>
	new RequestFailure(
		text ? `The platform refused the request: ${text}` : 'The platform refused the request',
		`The platform says that "${subject}" did not succeed. Check the parameters of this item, and the credit balance`,
		{ status: 200, reach, final: true, serverText: text },
	);

/** What the platform says: where it says no, or anywhere in its answer. */
const textOf = (denial: IDataObject | undefined, answer: unknown): string =>
	serverMessage(denial) || serverMessage(answer);

/**
 * Whether an answer says that its request did not succeed: `{ "success": false }`, `{ "errors": ["locked"] }`.
 *
 * @param isProven true: the answer has what was asked for, such as a token. Then errors beside it say nothing
 */
export const isRefusal = (answer: unknown, isProven = false): boolean =>
	objectsIn(answer, isUsual).some((object) => {
		const said = Object.entries(object).filter(([name]) => !isProven || !errorNames.has(name));
		return saysNo(Object.fromEntries(said), {});
	});

/**
 * The failure of a read whose answer has errors: not all is there that was asked for. Figures may count: `success: 0` and `errors: 3` are none.
 *
 * @returns undefined if the answer has no errors
 */
export function refusalIn(answer: unknown, subject: string): RequestFailure | undefined {
	const withoutCounts = (object: IDataObject): IDataObject =>
		Object.fromEntries(Object.entries(object).filter(([, value]) => typeof value !== 'number'));
	const denial = objectsIn(answer, isUsual, (value) => value).find((object) =>
		saysNo(withoutCounts(object), {}),
	);
	return denial && refused(textOf(denial, answer), subject, 'answered');
}

const wordsOf = (name: string): string[] =>
	name
		.replace(/([a-z])([A-Z])/g, '$1_$2')
		.toLowerCase()
		.split(/[_-]/);
const hasWord = (name: string, words: readonly string[]) =>
	wordsOf(name).some((word) => words.includes(word));
const isAbout = (name: string): 'accepted' | 'rejected' | undefined =>
	hasWord(name, REJECTED_WORDS)
		? 'rejected'
		: hasWord(name, ACCEPTED_WORDS)
			? 'accepted'
			: undefined;

/** The numbers, and the lengths of the lists, that say how many were accepted, or how many were not. */
const countsIn = (objects: readonly IDataObject[], about: 'accepted' | 'rejected'): number[] =>
	objects.flatMap((object) =>
		Object.entries(object)
			.filter(([name]) => isAbout(name) === about)
			.map(([, value]) => (Array.isArray(value) ? value.length : readNumber(value)))
			.filter((count) => count !== null),
	);

/** Whether an entry of a list says that it was not accepted: `{ phone_number, status: "rejected" }`. */
const isRejected = (entry: unknown): boolean =>
	isObject(entry) &&
	(saysNo(entry, {}) ||
		isOneOf(entry.status, REJECTED_WORDS) ||
		Number(readNumber(entry.status)) >= 400);

/** Whether a field lists contacts that were not accepted: `rejected: […]`, `results: [{ status: 422, … }]` */
const listsRejected = (name: string, value: unknown): boolean =>
	Array.isArray(value) &&
	value.length > 0 &&
	(isAbout(name) === 'rejected' || value.some(isRejected));

/** How many entries an answer lists that were not accepted. */
const rejectedIn = (objects: readonly IDataObject[]): number =>
	Math.max(
		0,
		...objects
			.flatMap((object) => Object.entries(object))
			.filter(([name, value]) => listsRejected(name, value))
			.map(([name, value]) =>
				isAbout(name) === 'rejected'
					? (value as unknown[]).length
					: (value as unknown[]).filter(isRejected).length,
			),
	);

/** Whether an answer lists contacts that were made: each has an identifier, and does not say that it was not accepted. */
const listsAccepted = (objects: readonly IDataObject[]): boolean =>
	objects
		.flatMap((object) => Object.entries(object))
		.filter(([name]) => meaningOf(name, 'contact', 'many') !== 'description')
		.flatMap(([name, value]) =>
			Array.isArray(value) && isAbout(name) !== 'rejected' ? (value as unknown[]) : [],
		)
		.some((entry) => isObject(entry) && idOf(entry, 'contact') !== '' && !isRejected(entry));

/** What an answer says of contacts that were not accepted: `{ skipped: 1, errors: [{ phone_number, message }] }`, as the platform sends it. */
export function rejectionsIn(answer: unknown, entity?: EntityName): IDataObject {
	const said = objectsIn(answer, isWayTo(entity))
		.flatMap((object) => Object.entries(object))
		.filter(
			([name, value]) =>
				listsRejected(name, value) || (isAbout(name) === 'rejected' && isError(value)),
		);
	return Object.fromEntries(said);
}

/** The names of the identifier of what was made: its own, for a call that of its session too, and for a copy `new_<id>`. */
export function madeIdNames(entity: EntityName | undefined, makes: Deed['makes']): string[] {
	const names = idNamesOf(entity);
	const copies = [...(entity ? ENTITIES[entity].ids : []), ...OWN_ID_NAMES].map(
		(name) => `new_${name}`,
	);
	const sessions = entity === 'call' ? ['session_id', 'sessionId'] : [];
	return [
		...(makes === 'copy' ? copies.flatMap((name) => [name, camelCase(name)]) : []),
		...names,
		...sessions,
	];
}

/** Whether an answer has the identifier of something that was made, and did not exist before. */
function namesMade(answer: unknown, { entity, makes, existing = [] }: Deed): boolean {
	const names = madeIdNames(entity, makes);
	return objectsIn(answer, isWayTo(entity)).some((object) =>
		names.some((name) => {
			const id = object[name];
			return isFilled(id) && !existing.includes(String(id));
		}),
	);
}

/** What a thing says of its state, if it is a known word for one that goes on: `active` after Cancel. */
function activeIn(objects: readonly IDataObject[]): string | undefined {
	const isState = ([name]: [string, unknown]) => /(?:status|state)$/i.test(name);
	return objects
		.flatMap((object) => Object.entries(object).filter(isState))
		.map(([, value]) => String(value))
		.find((word) => ['not_started', 'running'].includes(campaignActivity(word)));
}

function saidIn(answer: unknown): string {
	const text = serverMessage(answer) || (isFilled(answer) ? JSON.stringify(answer) : 'nothing');
	return text.slice(0, MAX_SAID);
}

/** What is in doubt after a deed that leads to calls. @throws RequestFailure if nothing was made, and the platform says no */
function doubtOfCalls(answer: unknown, deed: Deed): string | undefined {
	const objects = objectsIn(answer, isUsual);
	const accepted = countsIn(objects, 'accepted');
	const rejected = Math.max(rejectedIn(objects), ...countsIn(objects, 'rejected'));
	const isNone = accepted.length > 0 && accepted.every((count) => count === 0);
	// The counts of a campaign that runs can be equal to what was sent: they say it only beside the count of none.
	const isAll = deed.sent !== undefined && (isNone ? rejected : rejectedIn(objects)) >= deed.sent;
	const denial = objects.find((object) => saysNo(object, deed));
	const isSome =
		namesMade(answer, deed) || listsAccepted(objects) || accepted.some((count) => count > 0);
	if (!isSome && (denial || isAll)) throw refused(textOf(denial, answer), deed.subject, 'answered');
	const isPart = rejectedIn(objects) > 0 || (accepted.length > 0 && rejected > 0);
	if (!denial && !isPart && !(isNone && deed.sent !== undefined)) return undefined;
	return `"${deed.subject}" counts as done, but the platform may not have accepted all of it. It says: ${saidIn(answer)}`;
}

/** What is in doubt after any other deed. @throws RequestFailure if the platform says no */
function doubtOfOther(answer: unknown, deed: Deed): string | undefined {
	const { subject, verbs } = deed;
	const objects = objectsIn(answer, isUsual);
	const denial = objects.find((object) => saysNo(object, deed));
	if (denial)
		throw refused(
			textOf(denial, answer),
			subject,
			namesMade(answer, deed) ? 'unknown' : 'answered',
		);
	const stops = verbs.some((verb) => ['cancel', 'pause'].includes(verb));
	const active = stops ? activeIn(objectsIn(answer, isWayTo(deed.entity))) : undefined;
	return active === undefined
		? undefined
		: `After "${subject}" the platform still says "${active}". Check it on the platform`;
}

/**
 * Judges the answer to a request that was to do something. `{ "message": "Callback rescheduled" }` is done: texts for people are not judged.
 *
 * @returns what is in doubt, although it counts as done; undefined if nothing is
 * @throws RequestFailure if the platform says that it was not done, or, with an unknown outcome, if the answer is a page or XML
 */
export function checkedDeed(answer: unknown, deed: Deed): Doubt | undefined {
	const { subject, makes, leadsToCalls = false } = deed;
	if (typeof answer === 'string' && answer.trimStart().startsWith('<')) {
		throw new RequestFailure(
			`It is unknown whether this was carried out: the answer of the platform is no JSON`,
			`"${subject}" was sent, and not sent again. Check the result on the platform before you repeat it. The platform says: ${saidIn(answer)}`,
			{ status: 200, reach: 'unknown', final: true },
		);
	}
	const text = leadsToCalls ? doubtOfCalls(answer, deed) : doubtOfOther(answer, deed);
	const isUnknown = makes !== undefined && !namesMade(answer, deed);
	if (isUnknown) {
		return {
			text: `It is not known whether "${subject}" was carried out: the answer names nothing that was made. The platform says: ${saidIn(answer)}`,
			isUnknown,
		};
	}
	return text === undefined ? undefined : { text, isUnknown };
}
