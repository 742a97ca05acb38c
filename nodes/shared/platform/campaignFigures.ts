import type { IDataObject } from 'n8n-workflow';
import { isObject, readNumber } from '../values';
import { CAMPAIGN, CAMPAIGN_FIGURES } from './columns';
import type { ColumnOf } from './row';
import { cellOf, objectIn, valueOf } from './row';
import { isOneOf } from './statuses';

/** Figures of a campaign, as its details or its analytics say them. Null: they do not say it. */
export interface CampaignFigures {
	credits_spent: number | null;
	successes: number | null;
	/** Contacts that are done, whether or not they were reached. */
	calls_done: number | null;
	/** How many of them were not reached, in percent; 0 if none is done. */
	failure_percent: number | null;
}

const OUTCOME_NAMES = ['outcome', 'name', 'label', 'key', 'value'];
const COUNT_NAMES = ['count', 'calls', 'contacts', 'total'];

const isCount = (value: number | null): value is number =>
	value !== null && Number.isInteger(value) && value >= 0;

/** Each outcome with how often there was; null if it cannot be read. */
function outcomeCounts(outcomes: unknown): Array<readonly [string, number]> | null {
	const entries = Array.isArray(outcomes)
		? outcomes
				.filter(isObject)
				.map((row): [unknown, unknown] => [
					OUTCOME_NAMES.map((name) => row[name]).find((value) => typeof value === 'string'),
					COUNT_NAMES.map((name) => row[name]).find((value) => readNumber(value) !== null),
				])
		: Object.entries(objectIn(outcomes) ?? {});
	const isList = Array.isArray(outcomes);
	if (!isList && !objectIn(outcomes)) return null;
	if (isList && entries.length < outcomes.length) return null;
	const counts = entries.map(([word, value]) => [word, readNumber(value)] as const);
	return counts.every(
		(entry): entry is readonly [string, number] =>
			typeof entry[0] === 'string' && isCount(entry[1]),
	)
		? counts
		: null;
}

/** How often there was one of these outcomes. */
function countOfOutcomes(row: IDataObject, words: readonly string[]): number | null {
	const counts = outcomeCounts(cellOf(CAMPAIGN_FIGURES, row, 'outcomes'));
	if (!counts) return null;
	return counts.filter(([word]) => isOneOf(word, words)).reduce((sum, [, count]) => sum + count, 0);
}

const numberOf = (row: IDataObject, column: ColumnOf<typeof CAMPAIGN_FIGURES>): number | null => {
	const value = cellOf(CAMPAIGN_FIGURES, row, column) as number | null;
	return isCount(value) ? value : null;
};

/** How many contacts are done, by how many there are and how many are left; else as the platform counts them. */
function doneIn(row: IDataObject): number | null {
	const [total, pending, inProgress] = (
		['contacts_total', 'contacts_pending', 'contacts_in_progress'] as const
	).map((column) => cellOf(CAMPAIGN, row, column) as number | null);
	return typeof total === 'number' && typeof pending === 'number'
		? total - pending - Number(inProgress)
		: numberOf(row, 'done');
}

/** What the number of contacts that were not reached may be: that of "failed" may be all of them, or have "no answer" and others beside it. */
function failuresIn(row: IDataObject): number[] {
	const all = numberOf(row, 'not_reached');
	if (all !== null) return [all];
	const failed = numberOf(row, 'failed');
	const others = (['no_answer', 'busy', 'voicemail'] as const)
		.map((column) => numberOf(row, column))
		.filter(isCount);
	if (failed === null && others.length === 0) return [];
	const sum = others.reduce((one, other) => one + other, Number(failed));
	return [...new Set([...(failed === null ? [] : [failed]), sum])];
}

/** How many contacts are done, and how many of them were not reached, if the counts prove both. */
function failureOf(row: IDataObject): Pick<CampaignFigures, 'calls_done' | 'failure_percent'> {
	const done = doneIn(row);
	const reached = numberOf(row, 'reached');
	const possible = failuresIn(row);
	const fitting = possible.filter((failed) => failed + Number(reached) === done);
	const [failed, ...rivals] = reached !== null && fitting.length > 0 ? fitting : possible;
	const all = reached === null || failed === undefined ? done : failed + reached;
	const isProven =
		failed !== undefined &&
		rivals.length === 0 &&
		all !== null &&
		failed <= all &&
		all <= (done ?? all);
	if (!isProven) return { calls_done: done, failure_percent: null };
	return { calls_done: all, failure_percent: all === 0 ? 0 : (failed / all) * 100 };
}

/**
 * @param row the details of a campaign, or its analytics
 * @param successOutcomes the outcomes that count as a success, if the user named them; none: the platform counts
 */
export function campaignFigures(
	row: IDataObject,
	successOutcomes: readonly string[] = [],
): CampaignFigures {
	return {
		credits_spent: readNumber(valueOf(CAMPAIGN_FIGURES, row, 'credits_spent')),
		successes:
			successOutcomes.length > 0
				? countOfOutcomes(row, successOutcomes)
				: (cellOf(CAMPAIGN_FIGURES, row, 'successes') as number | null),
		...failureOf(row),
	};
}
