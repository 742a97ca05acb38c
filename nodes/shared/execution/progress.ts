import { RequestFailure } from '../http';
import type { Done } from './outcomes';
import type { Planned } from './job';
import { isAction } from './job';
import { mayHaveWorked } from './send';

/** What a request led to; undefined if it did not begin. */
export type Finished = Done | Error | undefined;

function wasNotSent(result: Finished): boolean {
	if (result === undefined) return true;
	if (!(result instanceof RequestFailure)) return false;
	const { reach, status } = result.details;
	// After 429 the platform did nothing.
	return reach === 'notSent' || status === 429;
}

/** How a request of a run ended that a failure stopped, as its error says it. */
type End =
	'done' | 'held back' | 'skipped (duplicate)' | 'failed' | 'with an unknown outcome' | 'not sent';

function endOf(entry: Planned, result: Finished, isCause: boolean): End {
	if (result && 'items' in result && result.isHeldBack) return 'held back';
	if (result && 'items' in result) return result.isSkipped ? 'skipped (duplicate)' : 'done';
	if (!isCause && wasNotSent(result)) return 'not sent';
	const isUnknown = 'job' in entry && isAction(entry.job) && mayHaveWorked(result);
	return isUnknown ? 'with an unknown outcome' : 'failed';
}

/**
 * How far a run came that a failure stopped, for its error; '' if it had one request only. Each request is in one of the counts. A request of
 * many rows may have left out some of them, so that its rows are not counted.
 */
export function progressOf(
	planned: readonly Planned[],
	results: readonly Finished[],
	failed: number,
): string {
	if (planned.length < 2) return '';
	const counts = new Map<End, number>([
		['done', 0],
		['skipped (duplicate)', 0],
		['held back', 0],
		['failed', 0],
		['with an unknown outcome', 0],
		['not sent', 0],
	]);
	planned.forEach((entry, index) => {
		const end = endOf(entry, results[index], index === failed);
		counts.set(end, (counts.get(end) ?? 0) + 1);
	});
	const told = [...counts].filter(([end, count]) => count > 0 || end === 'done');
	const row = (planned[failed]?.itemIndexes[0] ?? 0) + 1;
	const isOfRows = planned.every(({ itemIndexes }) => itemIndexes.length === 1);
	const what = isOfRows ? `Row ${row} failed` : `The request that begins with row ${row} failed`;
	const all = `Of ${planned.length} ${isOfRows ? 'rows' : 'requests'}`;
	return `${what}. ${all}: ${told.map(([end, count]) => `${count} ${end}`).join(', ')}`;
}
