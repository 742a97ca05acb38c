import type { IDataObject } from 'n8n-workflow';
import { readTimestamp } from '../values';
import { isInSeconds } from './duration';
import type { ReadCell } from './row';
import type { CallDirection } from './statuses';
import { callDirection, callState, campaignState } from './statuses';

type Derived = IDataObject[string];

const numberInCell = (read: ReadCell, column: string): number | null => {
	const cell = read(column);
	return typeof cell === 'number' ? cell : null;
};

/** The seconds from the call's start to its end; null if one of them is missing, or if they are in the wrong order. */
function spanOf(read: ReadCell): number | null {
	const start = readTimestamp(read('answered_at'));
	const end = readTimestamp(read('ended_at'));
	if (start === undefined || end === undefined || end < start) return null;
	return Math.round((end - start) / 1000);
}

/**
 * The number of all contacts. What is only called "total" can be a price: it counts if it is a whole number beside other counts of the campaign,
 * and not less than each of them.
 */
export function allContacts(read: ReadCell, given: unknown): Derived {
	const total = numberInCell(read, 'total_number');
	if (given !== null || total === null) return given as Derived;
	const parts = ['done', 'pending', 'in_progress', 'connected', 'failed']
		.map((part) => numberInCell(read, `contacts_${part}`))
		.filter((count) => count !== null);
	return parts.length > 0 && parts.every((count) => count <= total) ? total : null;
}

/** Whether a count can be one of contacts: 240 `completed` of 100 contacts are calls. */
export function isCountOfContacts(read: ReadCell, count: unknown): boolean {
	const total = numberInCell(read, 'contacts_total');
	return total === null || Number(count) <= total;
}

/** First and last name, where the platform does not send them as one. */
export function contactName(read: ReadCell, given: unknown): Derived {
	if (given !== null) return given as Derived;
	const names = [read('first_name'), read('last_name')].filter((name) => name !== null);
	return names.length > 0 ? names.join(' ') : null;
}

/**
 * How long a call took, in seconds: as given with its unit, as a number that neither another unit nor the times of the call contradict, or, if the
 * platform says no duration, from its start and end, which include the time until somebody answers.
 */
export function callDuration(read: ReadCell, given: unknown): number | null {
	if (typeof given === 'number') return given;
	const span = spanOf(read);
	const number = numberInCell(read, 'duration');
	if (number === null) return read('other_duration') === null ? span : null;
	const unit = read('duration_unit');
	const isOther = unit !== null && !/^s(ec(ond)?s?)?$/i.test(String(unit).trim());
	return isOther || !isInSeconds(number, span) ? null : number;
}

/** Whether the platform has what it has only after a call: its duration, what was said, and what the analysis found. */
const hasResults = (read: ReadCell): boolean =>
	Number(callDuration(read, read('duration_seconds')) ?? read('other_duration')) > 0 &&
	read('transcript') !== null &&
	(read('summary') !== null || read('outcome') !== null);

/**
 * Whether a call has ended, by its status; if this package does not know the status, by its end time or its results. Null if nothing proves
 * it, or if the status and the end time contradict each other.
 */
export function isCallOver(read: ReadCell): boolean | null {
	const state = callState(read('status'));
	const hasEndTime = read('ended_at') !== null;
	if (state === 'in_progress') return hasEndTime ? null : false;
	return state !== 'unknown' || hasEndTime || hasResults(read) ? true : null;
}

/** Whether a campaign is finished or cancelled; null if nothing proves it, or if its status and its end contradict each other. */
export function isCampaignOver(read: ReadCell): boolean | null {
	const state = campaignState(read('status'));
	const hasEndTime = read('finished_at') !== null;
	if (state === 'open') return hasEndTime ? null : false;
	return state !== 'unknown' || hasEndTime ? true : null;
}

/** The direction of a call; undefined if the platform says nothing about it. */
const directionOf = (read: ReadCell): CallDirection | 'unknown' | undefined => {
	const direction = read('direction');
	if (direction === null) return read('direction_raw') === null ? undefined : 'unknown';
	return callDirection(direction) ?? 'unknown';
};

/** Parts of a row that may hold numbers of anybody. */
const NO_NUMBERS = /^(?:variables|.*_variables|custom_?fields|metadata|.*analysis|transcript.*)$/i;
const NAME_OF_NUMBER =
	/phone|mobile|number|msisdn|e164|caller|callee|(?:^|_)(?:from|to|ani|dnis|did|line|tel)(?:_|$)/i;
/** A phone number with its country code, which counts under any name. */
const WHOLE_NUMBER = /^\s*(?:tel:|sip:)?\+\d[\d\s().-]{5,}/;
const ANY_NUMBER = /^\s*[\d(][\d\s().-]{5,}$/;

/** Every phone number in a row, as its digits, but those that a person has said or that a user has sent. */
export function numberDigitsIn(value: unknown, name = '', depth = 0): string[] {
	if (typeof value === 'object' && value !== null) {
		if (depth > 3 || NO_NUMBERS.test(name)) return [];
		return Object.entries(value).flatMap(([inner, entry]) =>
			numberDigitsIn(entry, Array.isArray(value) ? name : inner, depth + 1),
		);
	}
	const text = ['string', 'number'].includes(typeof value) ? String(value) : '';
	const isNamed = NAME_OF_NUMBER.test(name) && !/id$/i.test(name);
	const isNumber = WHOLE_NUMBER.test(text) || (isNamed && ANY_NUMBER.test(text));
	return isNumber ? [text.replace(/\D/g, '')] : [];
}

/** Whether two numbers, as their digits, can be one: one of them may lack the country, or have a zero in its place. */
function canBeSameNumber(one: string, other: string): boolean {
	const [first, second] = [one, other].map((digits) => digits.replace(/^0+/, '')) as [
		string,
		string,
	];
	return first.endsWith(second) || second.endsWith(first);
}

/**
 * What is sent of the contact's number under any name but those of the two numbers of a call. A number that the name says nothing of is the
 * contact's only if the row has none beside it but that of the other side.
 *
 * @param ours the number of the other side, if it is known
 */
function otherNumber(read: ReadCell, ours: unknown): Derived {
	const own = read('contact_number');
	if (own !== null) return own as Derived;
	const number = read('other_number');
	if (number === null) return null;
	const digits = String(number).replace(/\D/g, '');
	const ofOurs = typeof ours === 'string' ? ours.replace(/\D/g, '') : undefined;
	if (ofOurs !== undefined && canBeSameNumber(digits, ofOurs)) return null;
	const others = (read('numbers') as string[]).filter(
		(one) =>
			!canBeSameNumber(one, digits) && !(ofOurs !== undefined && canBeSameNumber(one, ofOurs)),
	);
	return others.length === 0 ? (number as Derived) : null;
}

/** The number that was called: the contact's, unless the call came in. */
export function calledNumber(read: ReadCell, given: unknown): Derived {
	if (given !== null) return given as Derived;
	const direction = directionOf(read);
	if (direction !== 'outbound' && direction !== undefined) return null;
	return otherNumber(read, read('from_number'));
}

/** The number that called: the contact's, if the call came in. */
export function callingNumber(read: ReadCell, given: unknown): Derived {
	if (given !== null) return given as Derived;
	return directionOf(read) === 'inbound' ? otherNumber(read, read('to_number')) : null;
}

/** The contact's number, whoever called: proven by the direction, or sent as the contact's own. */
export function contactNumber(read: ReadCell, given: unknown): Derived {
	switch (directionOf(read)) {
		case 'outbound':
			return calledNumber(read, read('to_number'));
		case 'inbound':
			return callingNumber(read, read('from_number'));
		default:
			return given as Derived;
	}
}
