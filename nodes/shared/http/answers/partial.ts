import type { IDataObject } from 'n8n-workflow';
import type { EntityName } from '../../platform';
import {
	ACCEPTED_PART_NAMES,
	CONTACT,
	REFUSAL_WORDS,
	REFUSED_PART_NAMES,
	STATUS_NAMES,
	SUCCESS_NAMES,
	belongsBeside,
	cellOf,
	isOneOf,
	nameSet,
	readFlag,
} from '../../platform';
import { isObject, readNumber, readPhoneNumber } from '../../values';
import { serverMessage } from '../failures/serverMessage';
import { objectsOf, placesIn } from './places';

/*
 * A list of contacts can be accepted in part: `{ imported: 3, skipped: 1, errors: [{ phone_number, message }] }`, or each with a status of its own.
 */

/** An entry of a list that was sent, and that the platform refused. */
export interface RefusedEntry {
	/** In E.164 format; undefined if the platform does not say it. */
	number?: string;
	reason: string;
}

/** What an answer says of the entries of a list that was sent. */
export interface PartlyAccepted {
	/** Null if the platform does not say how many. */
	accepted: number | null;
	/** How many it refused: at least as many as `entries`. */
	refused: number;
	/** It counts all as accepted, and lists some as refused all the same. */
	isContradicted: boolean;
	entries: RefusedEntry[];
}

const acceptedNames = nameSet(ACCEPTED_PART_NAMES);
const refusedNames = nameSet(REFUSED_PART_NAMES);
const successNames = nameSet(SUCCESS_NAMES);
export const statusNames = nameSet(STATUS_NAMES);

/** The values that an object has under these names. */
export const valuesOf = (object: IDataObject, names: { has(name: string): boolean }): unknown[] =>
	Object.entries(object)
		.filter(([name]) => names.has(name))
		.map(([, value]) => value);

/** What an object says of its own success. @param entity whose fields are not meant: a call has such a flag, too */
export const flagsOf = (object: IDataObject, entity?: EntityName): Array<boolean | undefined> =>
	valuesOf(object, { has: (name) => successNames.has(name) && belongsBeside(name, true, entity) })
		.filter((value) => value !== null)
		.map((value) => readFlag(value) ?? undefined);

/** Whether the status of an object is a refusal, also as a status of HTTP. */
export const hasRefusal = (object: IDataObject): boolean =>
	valuesOf(object, statusNames).some(
		(value) => isOneOf(value, REFUSAL_WORDS) || (Number(value) >= 400 && Number(value) < 600),
	);

function entryOf(entry: unknown): RefusedEntry {
	const row = isObject(entry) ? entry : { phone_number: String(entry) };
	const number = readPhoneNumber(cellOf(CONTACT, row, 'contact_number'));
	const reason = serverMessage(entry) || 'The platform does not say why';
	return { ...(typeof number === 'string' && { number }), reason };
}

/** Whether an entry says of itself that it was refused. */
const isRefused = (entry: IDataObject): boolean =>
	flagsOf(entry).includes(false) || hasRefusal(entry);

/** The sum of the counts under these names, and of the entries listed there. */
const countIn = (objects: readonly IDataObject[], names: typeof acceptedNames): number | null => {
	const counts = objects
		.flatMap((object) => valuesOf(object, names))
		.map((value) => (Array.isArray(value) ? value.length : readNumber(value)))
		.filter((count) => count !== null);
	return counts.length === 0 ? null : counts.reduce((one, other) => one + other);
};

/** Whether an answer says that something of a list was accepted, whatever else it says. */
export const acceptsSome = (answer: unknown): boolean =>
	Number(countIn(objectsOf(answer), acceptedNames)) > 0;

function partIn(answer: unknown, sent: number): PartlyAccepted | undefined {
	const places = placesIn(answer, (name) => refusedNames.has(name));
	const objects = places.map(({ value }) => value).filter(isObject);
	const lists = places.flatMap(({ value, path }): unknown[] => {
		if (!Array.isArray(value)) return [];
		const areRefused = refusedNames.has(path.at(-1) ?? '');
		return areRefused ? value : value.filter((entry) => isObject(entry) && isRefused(entry));
	});
	const entries = lists.map(entryOf);
	const accepted = countIn(objects, acceptedNames);
	const said = countIn(objects, refusedNames) ?? 0;
	const missing = sent - (accepted ?? sent);
	const isProven = accepted !== null && missing > 0 && missing <= said;
	const refused = isProven ? missing : new Set(entries.map(({ number }) => number)).size;
	if (refused === 0 || refused > sent) return undefined;
	const isContradicted = accepted === sent;
	return { accepted: isProven ? accepted : null, refused, isContradicted, entries };
}

/**
 * What the platform refused of a list that was sent; undefined if nothing proves that it refused anything. Its counts can be those of a whole
 * campaign: they count only if they fit how many were sent.
 *
 * @param sent how many entries were sent
 */
export function partlyAcceptedIn(answer: unknown, sent: number): PartlyAccepted | undefined {
	// The answer about one thing can be a list with it.
	const alone = placesIn(answer).flatMap(({ value }): unknown[] =>
		Array.isArray(value) && value.length === 1 ? value : [],
	);
	return [answer, ...alone].map((one) => partIn(one, sent)).find((part) => part !== undefined);
}
