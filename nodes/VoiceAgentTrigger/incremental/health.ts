import { RequestFailure } from '../../shared/http';
import { bounds } from '../bounds';
import type { Watch } from '../watch';
import type { Reading } from './reading';
import type { Stream } from './stream';

const thousands = (count: number): string => count.toLocaleString('en-US');

/**
 * Checks that old rows can be told from new ones by their times, where that is necessary.
 *
 * @throws RequestFailure if no row of the list has a time
 */
export function checkDates(
	{ state }: Watch,
	{ dated, undated }: Reading,
	{ rows }: Stream,
	isWhole: boolean,
): void {
	const needsTimes = !state.knowsUndated;
	const isAll = isWhole || state.known.size === state.known.undated;
	if (undated === 0 || dated > 0 || !needsTimes || !isAll) return;
	throw new RequestFailure(
		`The platform does not say when its ${rows} were made`,
		"Nothing was emitted, because old rows cannot be told from new ones. 'Start From' needs these times. If the platform has stopped " +
			'sending them, replace this node by a new one with another name. It emits what comes after its activation',
		{ reach: 'answered', final: true },
	);
}

/**
 * Checks that not too many rows without a time are to be remembered.
 *
 * @throws RequestFailure if there are too many, and no others
 */
export function checkUndated({ state, now }: Watch, { dated }: Reading, { rows }: Stream): void {
	if (state.known.undated <= bounds.maxUndated) return;
	if (dated > 0) return state.noteUndated(now);
	throw new RequestFailure(
		`The platform does not say when its ${rows} were made, and has more than ${thousands(bounds.maxUndated)} of them`,
		"The trigger would have to remember all their IDs. Make the list shorter with Advanced → 'Additional Query Parameters'",
		{ reach: 'answered', final: true },
	);
}

/** How many rows a list has more than were read, as far as the platform says it. */
const hiddenRows = ({ said: { total = 0, hasMore } }: Reading, count: number): number =>
	Math.max(total - count, Number(hasMore === true));

/** What a platform says about the length of a list of which it gave so many rows. */
const contradiction = ({ said: { total = 0 } }: Reading, rows: string, count: number): string =>
	`The platform lists ${count === 0 ? 'no' : thousands(count)} ${rows}, and says that there are ${total > count ? thousands(total) : 'more'}`;

/**
 * Says that a list has rows which the platform does not give, however it answers an offset behind those that it gives. Rows come and go while a
 * list is read: two readings in a row must show it. It is said again when ten times as many are missing.
 *
 * @param count rows that were read
 * @param mayBeNew whether those behind them may be new
 * @returns whether it is so
 */
export function checkEnd(
	watch: Watch,
	reading: Reading,
	{ rows }: Stream,
	count: number,
	mayBeNew = true,
): boolean {
	const { noted } = watch.state;
	const hidden = hiddenRows(reading, count);
	const isProven = hidden > 0 && count > 0 && noted.has('hidden rows');
	if (hidden > 0) noted.add('hidden rows');
	else noted.delete('hidden rows');
	if (isProven && mayBeNew) {
		watch.say(`hidden rows, ${String(hidden).length} digits`, {
			message: contradiction(reading, rows, count),
			description:
				"New ones may be among those that it does not list. Make the list shorter with Advanced → 'Additional Query Parameters', such as a date from " +
				'which on it begins. If the platform counts others, such as those of all agents, nothing is missing',
		});
	}
	return isProven;
}

/**
 * Checks that rows of which none is known, and which cannot be compared with those that are, are not only a part of their list.
 *
 * @param count rows that were read
 * @throws RequestFailure if the platform says that it has more, unless it always says so
 */
export function checkAllRead(
	{ state }: Watch,
	reading: Reading,
	{ rows }: Stream,
	count: number,
): void {
	if (hiddenRows(reading, count) === 0 || state.noted.has('hidden rows')) return;
	throw new RequestFailure(
		contradiction(reading, rows, count),
		'None of those that this trigger knows is among them, and nothing shows which ones are new. Nothing was emitted. The next poll tries again',
		{ reach: 'answered' },
	);
}

/** Whether a list has no rows, and says that there are some. */
export const hidesRows = (reading: Reading): boolean =>
	reading.dated + reading.undated === 0 && hiddenRows(reading, 0) > 0;

/**
 * Says at the activation that the platform lists no rows, but has some: its total may count those of other agents. What is listed later shows it.
 *
 * @returns whether the platform says how many there are
 */
export function sayNone(watch: Watch, reading: Reading, { rows }: Stream): boolean {
	const { total } = reading.said;
	watch.state.list.saidOfNone = total;
	if (total === undefined) return false;
	watch.say('no rows', {
		message: contradiction(reading, rows, 0),
		description:
			'If those are of other agents, nothing is missing. If they are listed later, they count as old',
	});
	return true;
}

/** Whether rows were there when the platform listed none: it has not as many more now as it lists. */
export function wereHidden(
	{ state: { list } }: Watch,
	{ dated, undated, said: { total = 0 } }: Reading,
): boolean {
	const { saidOfNone } = list;
	const count = dated + undated;
	if (saidOfNone === undefined) return false;
	if (count > 0) list.saidOfNone = undefined;
	else if (total > 0) list.saidOfNone = total;
	return count > 0 && total - count < saidOfNone;
}

/** The error that two readings at the activation do not agree, or that all hide their rows. */
export const noBaseline = ({ state }: Watch, reading: Reading, { rows }: Stream): RequestFailure =>
	state.known.size === 0
		? new RequestFailure(
				contradiction(reading, rows, 0),
				'The trigger must know what is there at its activation. Look at the answer with Get Many, and activate again',
				{ reach: 'answered' },
			)
		: new RequestFailure(
				`The platform lists other ${rows} each time, also old ones`,
				'The trigger must know what was there at its activation, and no two readings agree. Nothing was emitted. The next poll tries again',
				{ reach: 'answered' },
			);

/** Says once what the platform's manner means for cost and guarantees, where it gives no way to be sure. */
export function sayHealth(watch: Watch, { dated, undated, list }: Reading, { rows }: Stream): void {
	if (list.identity.hasNoIds) {
		watch.say('no ids', {
			message: `The platform gives its ${rows} no IDs`,
			description: `The trigger tells its ${rows} apart by their content. One that changes later is emitted again`,
		});
	}
	if (dated === 0 && undated > 0) {
		watch.say('no times', {
			message: `The platform does not say when its ${rows} were made`,
			description:
				'The trigger works: it remembers all IDs. Every poll reads the whole list, the items are in no order, and the list may have ' +
				`${thousands(bounds.maxUndated)} rows`,
		});
	}
}
