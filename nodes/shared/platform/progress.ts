import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../values';
import type { CallColumn } from './columns';
import { CALL, CAMPAIGN } from './columns';
import { mergedRow, saysSomething } from './merge';
import { listOf } from './names';
import { cellOf, valueOf } from './row';
import type { CampaignState } from './statuses';
import { callState, campaignState, isOneOf } from './statuses';

/*
 * Whether a call is over, and whether all of its results are there. `words`: the user's status words of calls that are
 * over; by default the usual ones.
 */

/** The status of a call, as the platform writes it; '' if it sends none. */
export const callStatus = (call: IDataObject): string => String(cellOf(CALL, call, 'status') ?? '');

/** Whether the status of a call says that it is over. */
function isOverByStatus(call: IDataObject, words: readonly string[]): boolean {
	const status = callStatus(call);
	if (words.length > 0) return isOneOf(status, words);
	return !['in_progress', 'unknown'].includes(callState(status));
}

/** Whether a call is over; null if the call does not say it. */
export function callIsOver(call: IDataObject, words: readonly string[]): boolean | null {
	if (words.length > 0) return isOverByStatus(call, words);
	return cellOf(CALL, call, 'is_over') as boolean | null;
}

/** Words that stand in place of a result until it is there. */
const PLACEHOLDERS = listOf(`
	pending processing in_progress queued waiting analyzing analysing generating not_started not_ready unknown
`);

const isResult = (value: unknown): boolean => saysSomething(value) && !isOneOf(value, PLACEHOLDERS);

/** An analysis that is only planned has a status, or empty fields. A status alone must say that it is complete. */
function hasAnalysis(analysis: unknown): boolean {
	if (!isObject(analysis)) return isResult(analysis);
	const { status, ...rest } = analysis;
	const isEnded = ['ended', 'failed', 'not_reached'].includes(callState(status));
	return isEnded || Object.values(rest).some(isResult);
}

/** Whether somebody may have talked in a call that is over. */
export function hasTalk(call: IDataObject): boolean {
	const state = callState(cellOf(CALL, call, 'status'));
	const seconds = cellOf(CALL, call, 'duration_seconds');
	return state === 'ended' || state === 'unknown' || Number(seconds) > 0;
}

/** Whether nothing more is to come: there was a talk, and its transcript and analysis are there, or there was none. */
export function hasAllResults(call: IDataObject): boolean {
	const cell = (column: CallColumn) => cellOf(CALL, call, column);
	const isAnalysed =
		hasAnalysis(valueOf(CALL, call, 'analysis')) ||
		isResult(cell('summary')) ||
		isResult(cell('outcome'));
	return !hasTalk(call) || (cell('transcript') !== null && isAnalysed);
}

/** A call of the list with its details. If the list says that it is over, it stays over: a replica may lag behind. */
export function mergedCall(
	earlier: IDataObject,
	detail: IDataObject,
	words: readonly string[],
): IDataObject {
	const staysOver = callIsOver(earlier, words) === true && !isOverByStatus(detail, words);
	return mergedRow(CALL, 'call', earlier, detail, staysOver ? ['status'] : []);
}

/**
 * Whether a campaign is over, or still open: by a status that is known, else by its end time; `unknown` without either.
 * Its progress proves nothing: contacts that are done may be called again.
 * @param words the user's status words of finished campaigns; by default the usual ones
 */
export function campaignProgress(
	campaign: IDataObject,
	words: readonly string[] = [],
): CampaignState {
	const status = cellOf(CAMPAIGN, campaign, 'status');
	const state = campaignState(status);
	if (words.length > 0) {
		if (isOneOf(status, words)) return 'finished';
		return state === 'cancelled' ? 'cancelled' : 'open';
	}
	if (state !== 'unknown') return state;
	return cellOf(CAMPAIGN, campaign, 'finished_at') === null ? 'unknown' : 'finished';
}
