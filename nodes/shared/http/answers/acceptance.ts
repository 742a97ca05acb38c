import type { IDataObject } from 'n8n-workflow';
import type { EntityName } from '../../platform';
import { ACCEPTED_WORDS, REJECTED_WORDS, idOf, isOneOf } from '../../platform';
import { isObject, readNumber } from '../../values';
import { wordsOf } from './names';
import { isError, objectsIn, saysNo } from './refusal';

/* How many of the contacts that were sent an answer accepts: `{ "added": 1, "skipped": 1 }`, or a list with an entry for each of them. */

const hasWord = (name: string, words: readonly string[]) =>
	wordsOf(name).some((word) => words.includes(word));

/** Whether a field is about contacts that were not accepted, by its name, such as `failed_contacts`. */
const isRejectedName = (name: string) => hasWord(name, REJECTED_WORDS);
const isAcceptedName = (name: string) => !isRejectedName(name) && hasWord(name, ACCEPTED_WORDS);

type NamedValue = [name: string, value: unknown];
const namedValues = (objects: readonly IDataObject[]): NamedValue[] =>
	objects.flatMap((object) => Object.entries(object));

/** The counts in some fields: numbers, and the lengths of lists. */
const countsIn = (fields: readonly NamedValue[]): number[] =>
	fields
		.map(([, value]) => (Array.isArray(value) ? value.length : readNumber(value)))
		.filter((count) => count !== null);

/** Whether an entry of a list says that it was not accepted: `{ phone_number, status: "rejected" }`, `{ status: 422 }`. */
const isRejected = (entry: unknown): boolean =>
	isObject(entry) &&
	(saysNo(entry) ||
		isOneOf(entry.status, REJECTED_WORDS) ||
		Number(readNumber(entry.status)) >= 400);

/** The entries that a field lists as not accepted. */
function rejectedEntries([name, value]: NamedValue): unknown[] {
	if (!Array.isArray(value)) return [];
	return isRejectedName(name) ? value : value.filter(isRejected);
}

/** Whether a field lists a contact that exists: it has an identifier, and does not say that it was not accepted. */
const listsContact = ([name, value]: NamedValue): boolean =>
	Array.isArray(value) &&
	!isRejectedName(name) &&
	value.some((entry) => isObject(entry) && idOf(entry, 'contact') !== '' && !isRejected(entry));

/** What an answer says of the contacts that were sent. */
export interface Acceptance {
	/** True: at least one contact was accepted. */
	isSome: boolean;
	/** True: the answer counts the contacts that were accepted, and none was. */
	isNone: boolean;
	/** How many contacts were not accepted. */
	rejected: number;
}

export function acceptanceIn(objects: readonly IDataObject[]): Acceptance {
	const fields = namedValues(objects);
	const accepted = countsIn(fields.filter(([name]) => isAcceptedName(name)));
	// Without a count of those that were accepted, `failed: 2` can be about the calls of a campaign.
	const counted = accepted.length > 0 ? fields.filter(([name]) => isRejectedName(name)) : [];
	const listed = fields.map((field) => rejectedEntries(field).length);
	return {
		isSome: fields.some(listsContact) || accepted.some((count) => count > 0),
		isNone: accepted.length > 0 && accepted.every((count) => count === 0),
		rejected: Math.max(0, ...countsIn(counted), ...listed),
	};
}

/** What an answer says of contacts that were not accepted: `{ skipped: 1, errors: [{ phone_number, message }] }`, as the platform sends it. */
export const rejectionsIn = (answer: unknown, entity?: EntityName): IDataObject =>
	Object.fromEntries(
		namedValues(objectsIn(answer, entity)).filter(([name, value]) =>
			isRejectedName(name) ? isError(value) : rejectedEntries([name, value]).length > 0,
		),
	) as IDataObject;
