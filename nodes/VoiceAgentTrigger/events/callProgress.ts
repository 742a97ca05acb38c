import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { textField } from '../../shared/operation';
import type { CallColumn } from '../../shared/platform';
import { CALL, callState, cellOf, valueOf } from '../../shared/platform';
import { isFilled } from '../../shared/values';
import type { Watch } from '../watch';

export const endedStatusesField: INodeProperties = textField(
	'Ended Statuses',
	'endedStatuses',
	'Words your platform uses for calls that are over, separated by commas, if they are not the usual ones',
	{ placeholder: 'e.g. completed, no_answer, failed' },
);

/** Whether a call is over; null if the call does not say it. */
function isOver({ params }: Watch, call: IDataObject): unknown {
	const words = params.texts('options.endedStatuses').map((word) => word.toLowerCase());
	if (words.length === 0) return cellOf(CALL, call, 'is_over');
	return words.includes(String(cellOf(CALL, call, 'status') ?? '').toLowerCase());
}

/** Whether a call is still under way, as far as anybody can tell. */
export const isOpen = (watch: Watch, call: IDataObject): boolean => isOver(watch, call) !== true;

/** Whether a row of the list leaves open if the call is over, so that the call itself must be asked. */
export const isUnclear = (watch: Watch, row: IDataObject): boolean => isOver(watch, row) === null;

/** Whether nothing more is to come: there was a talk, and its transcript and analysis are there, or there was none. */
export function isFinished(call: IDataObject): boolean {
	const cell = (column: CallColumn) => cellOf(CALL, call, column);
	const state = callState(cell('status'));
	const hasTalk =
		state === 'ended' || state === 'unknown' || Number(cell('duration_seconds') ?? 0) > 0;
	const isAnalysed =
		isFilled(valueOf(CALL, call, 'analysis')) ||
		cell('summary') !== null ||
		cell('outcome') !== null;
	return !hasTalk || (cell('transcript') !== null && isAnalysed);
}
