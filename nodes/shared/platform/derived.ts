import type { IDataObject } from 'n8n-workflow';
import { readTimestamp } from '../values';
import { canBeSeconds, secondsIn } from './duration';
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
	const start = readTimestamp(read('started_at'));
	const end = readTimestamp(read('ended_at'));
	if (start === undefined || end === undefined || end < start) return null;
	return Math.round((end - start) / 1000);
}

/**
 * The number of all contacts. A field `total` can be a price: it counts if it is a whole number beside other counts of
 * the campaign, and at least as large as each of them.
 */
export function allContacts(read: ReadCell, given: unknown): Derived {
	const total = numberInCell(read, 'total_number');
	if (given !== null || total === null) return given as Derived;
	const parts = ['done', 'pending', 'in_progress', 'connected', 'failed']
		.map((part) => numberInCell(read, `contacts_${part}`))
		.filter((count) => count !== null);
	return parts.length > 0 && parts.every((count) => count <= total) ? total : null;
}

/** A count of contacts; null if it is above the number of all of them: 240 `completed` of 100 contacts are calls. */
export function countOfContacts(read: ReadCell, count: unknown): Derived {
	const total = numberInCell(read, 'contacts_total');
	return total === null || Number(count) <= total ? (count as Derived) : null;
}

/** First and last name, where the platform does not send them as one. */
export function contactName(read: ReadCell, given: unknown): Derived {
	if (given !== null) return given as Derived;
	const names = [read('first_name'), read('last_name')].filter((name) => name !== null);
	return names.length > 0 ? names.join(' ') : null;
}

/**
 * How long a call took, in seconds. A number without a unit is seconds, if it is no longer than the call.
 *   { duration_ms: 65000 }, { duration: 65 }     -> 65
 *   { duration: 2, duration_unit: "minutes" }    -> null
 */
export function callDuration(read: ReadCell, given: unknown): number | null {
	if (typeof given === 'number') return given;
	const milliseconds = numberInCell(read, 'duration_ms');
	if (milliseconds !== null) return secondsIn(milliseconds / 1000);
	const number = numberInCell(read, 'duration');
	const unit = String(read('duration_unit') ?? 's').trim();
	const isSeconds = /^s(ec(ond)?s?)?$/i.test(unit);
	return number !== null && isSeconds && canBeSeconds(number, spanOf(read)) ? number : null;
}

/** Whether the call was a success. `success` of an analysis counts beside findings: alone, it may be the request's. */
export function callSuccess(read: ReadCell, given: unknown): Derived {
	if (given !== null) return given as Derived;
	const hasFindings = ['outcome', 'summary', 'sentiment'].some((column) => read(column) !== null);
	return hasFindings ? (read('analysis_success') as Derived) : null;
}

/** Whether the platform has what it has only after a call: its duration, what was said, and what the analysis found. */
const hasResults = (read: ReadCell): boolean =>
	Number(callDuration(read, read('duration_seconds'))) > 0 &&
	read('transcript') !== null &&
	(read('summary') !== null || read('outcome') !== null);

/**
 * Whether a call has ended: by a status that is known, else by its end time or its results. Null without a proof, and
 * if the status contradicts the end time.
 */
export function isCallOver(read: ReadCell): boolean | null {
	const state = callState(read('status'));
	const hasEndTime = read('ended_at') !== null;
	if (state === 'in_progress') return hasEndTime ? null : false;
	return state !== 'unknown' || hasEndTime || hasResults(read) ? true : null;
}

/** Whether a campaign is finished or cancelled. Null without a proof, and if its status contradicts its end time. */
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

/** Whether two numbers can be one: one of them may lack the country, or have a zero in its place. */
function canBeSameNumber(one: unknown, other: unknown): boolean {
	const [first = '', second = ''] = [one, other].map((number) =>
		String(number).replace(/\D/g, '').replace(/^0+/, ''),
	);
	return first.endsWith(second) || second.endsWith(first);
}

/**
 * The contact's number: under its own name, or under a general one such as `phone_number`, if it differs from ours.
 * @param ours the number of the other side; null if it is not known
 */
function otherNumber(read: ReadCell, ours: unknown): Derived {
	const own = read('contact_number');
	if (own !== null) return own as Derived;
	const number = read('other_number');
	return ours !== null && canBeSameNumber(number, ours) ? null : (number as Derived);
}

/** The number that was called: the contact's, unless the call came in. */
export function calledNumber(read: ReadCell, given: unknown): Derived {
	if (given !== null) return given as Derived;
	const direction = directionOf(read);
	if (direction !== 'outbound' && direction !== undefined) return null;
	return otherNumber(read, read('from_number'));
}

/** The number that called: of an incoming call, the contact's. A general name counts only if `to_number` differs. */
export function callingNumber(read: ReadCell, given: unknown): Derived {
	if (given !== null || directionOf(read) !== 'inbound') return given as Derived;
	const ours = read('to_number');
	return ours === null ? (read('contact_number') as Derived) : otherNumber(read, ours);
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
