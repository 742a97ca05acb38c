import type { IDataObject } from 'n8n-workflow';
import { cellOf } from '../../platform';
import type { WaitTarget } from './waitTarget';

/** The error for a thing that is not over when its time is up, if the user wants one. What was begun continues. */
export class NotOver extends Error {
	override readonly name = 'NotOver';

	constructor(
		message: string,
		readonly description: string,
		/** What its item has beside the error: it can be told from one that failed. */
		readonly state: IDataObject,
	) {
		super(message);
	}
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

function timeOf(milliseconds: number): string {
	const seconds = Math.round(milliseconds / 1000);
	return seconds < 60 ? counted(seconds, 'second') : counted(Math.round(seconds / 60), 'minute');
}

/** Why it is not known whether something is over, or what its results are. */
export function reasonOf({ kind, failure, known, wait }: WaitTarget): string {
	const { entity, table, statusesOption } = kind;
	if (failure) return `The platform did not send the ${entity}: ${failure.message}`;
	const status = String(cellOf(table, known, 'status') ?? '');
	return wait.words.length === 0 && status !== ''
		? `The status "${status}" does not say whether the ${entity} is over. If it does, set Advanced → '${statusesOption}'`
		: `The platform does not say whether the ${entity} is over`;
}

/** What the item of something says that is not over in time. */
export const stateOf = ({ kind, isOver }: WaitTarget, waitedMs: number): IDataObject => ({
	[kind.overColumn]: isOver,
	waited_seconds: Math.round(waitedMs / 1000),
});

/**
 * What a person must know of something that is not over in time. Nobody must be called again because of it.
 *
 * @param isBegun whether this run has begun it
 */
export function notOver(target: WaitTarget, isBegun: boolean, waitedMs: number): NotOver {
	const { kind, id, sessionId, isOver } = target;
	const { entity, begun, begin, trigger } = kind;
	const name = `The ${entity} "${id === '' ? sessionId : id}"`;
	const subject = isBegun ? `${name} was ${begun}. It` : name;
	const time = timeOf(waitedMs);
	return new NotOver(
		isOver === null
			? `${subject} may be over, but that is not known after ${time}. ${reasonOf(target)}`
			: `${subject} is not over after ${time}`,
		(isBegun ? `Do not ${begin} it again: it continues. ` : '') +
			`Get its result later with the operation Get, or use the event ${trigger} of the trigger. To wait longer, set a higher ` +
			"Options → 'Max Wait Time (Minutes)'. To get the item as it is, set 'After Max Wait Time' to Return As Is",
		{ ...(id !== '' && { [kind.idColumn]: id }), ...stateOf(target, waitedMs) },
	);
}
