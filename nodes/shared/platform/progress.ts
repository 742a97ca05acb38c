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
 * Whether a call is over, and whether all of its results are there. `words` are the status words of calls that are over, if the user
 * named them; none: the usual ones.
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

/** An analysis that is only planned has a status, or fields without values. A status alone must say that nothing more is to come. */
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

/** A call as the list has it, with its details. A call that the list says is over stays so, whatever a replica says of it later. */
export function mergedCall(
	earlier: IDataObject,
	detail: IDataObject,
	words: readonly string[],
): IDataObject {
	const staysOver = callIsOver(earlier, words) === true && !isOverByStatus(detail, words);
	return mergedRow(CALL, 'call', earlier, detail, staysOver ? ['status'] : []);
}

/**
 * Whether a campaign is finished, cancelled or still open: by its status; if this package does not know the status, by its end time.
 * Its progress proves nothing: contacts that are done may be called again. `unknown`: nothing says it.
 *
 * @param words the status words of finished campaigns, if the user named them; none: the usual ones
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
