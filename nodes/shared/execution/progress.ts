import type { INodeExecutionData } from 'n8n-workflow';
import { RequestFailure } from '../http';
import type { Planned } from './plan';
import { isAction, mayHaveWorked } from './send';

/** What a request led to; undefined if it did not begin. */
export type Finished = INodeExecutionData[] | Error | undefined;

function wasNotSent(result: Finished): boolean {
	if (result === undefined) return true;
	if (!(result instanceof RequestFailure)) return false;
	const { reach, status } = result.details;
	// After 429 the platform did nothing.
	return reach === 'notSent' || status === 429;
}

/** How far a run came that a failure stopped, for its error; '' if it had one request only. */
export function progressOf(
	planned: readonly Planned[],
	results: readonly Finished[],
	failed: number,
): string {
	if (planned.length < 2) return '';
	let done = 0;
	let notSent = 0;
	let unknown = 0;
	planned.forEach((entry, index) => {
		const result = results[index];
		if (Array.isArray(result)) done += 1;
		else if (index !== failed && wasNotSent(result)) notSent += 1;
		else if ('job' in entry && isAction(entry.job) && mayHaveWorked(result)) unknown += 1;
	});
	const row = (planned[failed]?.itemIndexes[0] ?? 0) + 1;
	return [
		`Row ${row} failed. ${done} of ${planned.length} were completed`,
		...(notSent > 0 ? [`${notSent} were not sent`] : []),
		...(unknown > 0 ? [`the outcome of ${unknown} is unknown`] : []),
	].join(', ');
}
