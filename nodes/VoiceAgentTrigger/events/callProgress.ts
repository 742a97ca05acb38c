import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { textField } from '../../shared/operation';
import type { CallColumn } from '../../shared/platform';
import { CALL, callState, cellOf, saysSomething, valueOf } from '../../shared/platform';
import { isObject } from '../../shared/values';
import type { Watch } from '../watch';

export const endedStatusesField: INodeProperties = textField(
	'Ended Statuses',
	'endedStatuses',
	'Words your platform uses for calls that are over, separated by commas, if they are not the usual ones',
	{ placeholder: 'e.g. completed, no_answer, failed' },
);

const endedWordsOf = ({ params }: Watch) =>
	params.texts('options.endedStatuses').map((word) => word.toLowerCase());

const statusOf = (call: IDataObject): string => String(cellOf(CALL, call, 'status') ?? '');

/** Whether the status of a call says that it is over. */
export function isOverByStatus(watch: Watch, call: IDataObject): boolean {
	const words = endedWordsOf(watch);
	if (words.length > 0) return words.includes(statusOf(call).toLowerCase());
	return !['in_progress', 'unknown'].includes(callState(statusOf(call)));
}

/** Whether a call is over; null if the call does not say it. */
function isOver(watch: Watch, call: IDataObject): unknown {
	return endedWordsOf(watch).length > 0
		? isOverByStatus(watch, call)
		: cellOf(CALL, call, 'is_over');
}

/** The status word of a call that does not say whether it is over ('' for none); undefined if it says it. */
export const unclearWord = (watch: Watch, call: IDataObject): string | undefined =>
	isUnclear(watch, call) ? statusOf(call) : undefined;

/** Whether a call is still under way, as far as anybody can tell. */
export const isOpen = (watch: Watch, call: IDataObject): boolean => isOver(watch, call) !== true;

/** Whether a row of the list leaves open if the call is over, so that the call itself must be asked. */
export const isUnclear = (watch: Watch, row: IDataObject): boolean => isOver(watch, row) === null;

/** An analysis that is only planned has a status, or fields without values. */
function hasAnalysis(analysis: unknown): boolean {
	if (!isObject(analysis)) return saysSomething(analysis);
	const { status, ...rest } = analysis;
	return saysSomething(rest) || (saysSomething(status) && callState(status) !== 'in_progress');
}

/** Whether nothing more is to come: there was a talk, and its transcript and analysis are there, or there was none. */
export function isFinished(call: IDataObject): boolean {
	const cell = (column: CallColumn) => cellOf(CALL, call, column);
	const state = callState(cell('status'));
	const hasTalk =
		state === 'ended' || state === 'unknown' || Number(cell('duration_seconds') ?? 0) > 0;
	const isAnalysed =
		hasAnalysis(valueOf(CALL, call, 'analysis')) ||
		cell('summary') !== null ||
		cell('outcome') !== null;
	return !hasTalk || (cell('transcript') !== null && isAnalysed);
}
