import { RequestFailure } from '../../shared/http';
import { bounds } from '../bounds';
import type { PollProblem } from '../watch';

const thousands = (count: number): string => count.toLocaleString('en-US');

const SHORTEN =
	"Make the list shorter with Options → 'Additional Query Parameters': the name of your platform's date filter, and as its value an expression " +
	'such as {{ $now.minus({ days: 2 }).toISO() }}';

/** A list takes longer than a poll may, although there is nothing wrong with it. */
export class ListTooLong extends RequestFailure {}

/** @param rows what the list has */
export const listTooLong = (rows: string): RequestFailure =>
	new ListTooLong(
		`The platform's list of ${rows} cannot be read in the time of one poll`,
		'Nothing was emitted, and the next poll tries again. A long list must be read as a whole if it is not sorted by time, and once if its ' +
			`oldest rows come first. ${SHORTEN}`,
		{ arrival: 'unknown' },
	);

/** The error for a list without times, in which old rows cannot be told from new ones. */
export const noTimes = (rows: string): RequestFailure =>
	new RequestFailure(
		`The platform does not say when its ${rows} were made`,
		"Nothing was emitted, because old rows cannot be told from new ones. 'Start From' needs these times. If the platform has stopped " +
			'sending them, replace this node by a new one with another name. It emits what comes after its activation',
		{ arrival: 'answered' },
	);

/** The error for a list with more rows without a time than the trigger remembers. */
export const tooManyUndated = (rows: string): RequestFailure =>
	new RequestFailure(
		`The platform does not say when its ${rows} were made, and lists more than ${thousands(bounds.maxKnown)} of them`,
		`The trigger would have to remember all their IDs. ${SHORTEN}`,
		{ arrival: 'answered' },
	);

export const withoutTimes = (rows: string): PollProblem => ({
	message: `The platform does not say when its ${rows} were made`,
	description:
		`The trigger works: it remembers all IDs. Every poll reads the whole list, the items are in no order, and the list may have ` +
		`${thousands(bounds.maxKnown)} rows`,
});

export const withoutId = (rows: string): PollProblem => ({
	message: `The platform lists ${rows} without their ID`,
	description:
		'Each is emitted as soon as it has its ID, so that it does not come twice. If one never gets its ID, look for it on the ' +
		'platform',
});

/** More rows than the trigger remembers came within Max Delay of Rows. */
export const tooMany = (rows: string): PollProblem => ({
	message: `More than ${thousands(bounds.maxRecent)} ${rows} came within 'Max Delay of Rows (Minutes)' and ten minutes`,
	description:
		`Nothing is missing by now. The trigger remembers the latest ${thousands(bounds.maxRecent)}: others that appear on the platform more than ten minutes late, ` +
		"with earlier times than these, count as old. Set Options → 'Max Delay of Rows (Minutes)' to a shorter time",
});

export const otherAccount = (rows: string): PollProblem => ({
	message: `The credential has another account: none of the ${rows} that this trigger knows is listed`,
	description:
		'What is listed now counts as old, and is not emitted. Look if the credential is the right one, and on the platform for what came shortly before',
});
