import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { RequestFailure, asNodeError, declaredFailure } from '../http';
import type { ResourceOperation } from '../operation';
import type { RowProblem } from '../values';
import { ParameterError, reasonsOf, remediesOf } from '../values';
import type { Job, Planned, JobResult, Outcome } from './job';
import { isAction, pairedWith, mayHaveWorked } from './job';
import { NotOver } from './waiting';

/**
 * The error that n8n shows for an item, with its cause: a busy platform -> `{ failure: { cause: 'rate-limited' } }`.
 * What may have been carried out has no cause: nobody is to wait, and send it again.
 */
export function itemError(
	context: IExecuteFunctions,
	error: unknown,
	itemIndex?: number,
	progress?: string,
) {
	const nodeError = asNodeError(context.getNode(), error, itemIndex, progress);
	const isKnown = error instanceof RequestFailure || error instanceof ParameterError;
	if (!isKnown || mayHaveWorked(error)) return nodeError;
	return Object.assign(nodeError, { failure: declaredFailure(error) });
}

type Wrong = Planned & { error: Error };

const rowProblemOf = ({ itemIndexes, error }: Wrong): RowProblem => {
	const { description } = error as { description?: unknown };
	return {
		row: (itemIndexes[0] ?? 0) + 1,
		message: error.message,
		description: typeof description === 'string' ? description : '',
	};
};

const OTHER_WAY =
	"Correct these rows, or set 'On Error' to Continue in the settings of this node. Then the other rows are sent, and these are returned with " +
	'the reason';

/**
 * Everything that is wrong with the input, in one error, before anything is sent. It names the rows, from 1: n8n would
 * add "[item 4]" for row 5, so it is not told the item.
 */
export function inputError(context: IExecuteFunctions, planned: readonly Planned[]) {
	const wrong = planned.filter((entry): entry is Wrong => 'error' in entry);
	const [first] = wrong;
	if (!first) return undefined;
	if (planned.length === 1) return itemError(context, first.error, first.itemIndexes[0]);
	const problems = wrong.map(rowProblemOf);
	return itemError(
		context,
		new ParameterError(
			`${wrong.length} of ${planned.length} input items cannot be sent. ${reasonsOf(problems)}`,
			['Nothing was sent', remediesOf(problems), OTHER_WAY].filter(Boolean).join('. '),
		),
	);
}

/**
 * Whether no request can be made, and not only because of rows: a parameter is wrong, or there is no column with
 * numbers. A number that is not valid lies in its row.
 */
export const isWrongForAll = (planned: readonly Planned[]): boolean =>
	planned.every((entry) => 'error' in entry) &&
	planned.some(({ calls }) => !calls?.isProblemOfRows);

/** An item for a row that failed, with what a person needs to correct it. */
export function errorItem(
	context: IExecuteFunctions,
	error: unknown,
	itemIndexes: readonly number[],
): INodeExecutionData {
	const node = context.getNode();
	const itemIndex = itemIndexes[0] ?? 0;
	const nodeError = itemError(context, error, itemIndex);
	const json: IDataObject = {
		error: nodeError.message,
		description: nodeError.description ?? '',
		row: itemIndex + 1,
	};
	const item: INodeExecutionData = { json, pairedItem: pairedWith(itemIndexes) };
	if (node.onError === 'continueErrorOutput') {
		// `error` sends an item to the error output, where n8n reduces it to its message. A property that is not enumerable
		// is missing in n8n's copy with the input row, so that copy keeps the row number and the description.
		Object.defineProperty(item, 'error', { value: nodeError, writable: true });
	}
	return item;
}

function wasNotSent(result: Outcome | undefined): boolean {
	if (result === undefined) return true;
	if (!(result instanceof RequestFailure)) return false;
	const { arrival, status } = result.details;
	// The platform has done nothing after 429, and after a request that was not sent.
	return arrival === 'notSent' || status === 429;
}

/** How a request of a run ended that a failure stopped, as its error says it. */
type RequestEnd =
	'done' | 'held back' | 'skipped (duplicate)' | 'failed' | 'with an unknown outcome' | 'not sent';

/** How a request ended that the platform answered, or that was not needed. */
function endOfResult({ notSent, doubt }: JobResult): RequestEnd {
	if (notSent === 'held back') return notSent;
	if (doubt?.isUnknown) return 'with an unknown outcome';
	return notSent ? 'skipped (duplicate)' : 'done';
}

function endOf(entry: Planned, result: Outcome | undefined, isCause: boolean): RequestEnd {
	if (result && 'items' in result) return endOfResult(result);
	if (!isCause && wasNotSent(result)) return 'not sent';
	const isUnknown = 'job' in entry && isAction(entry.job) && mayHaveWorked(result);
	return isUnknown ? 'with an unknown outcome' : 'failed';
}

/**
 * How far a stopped run came, for its error; '' if it had one request. Each request is in one of the counts. Rows are
 * not counted: a request of many may have left out some.
 */
export function runProgress(
	planned: readonly Planned[],
	results: ReadonlyArray<Outcome | undefined>,
	failed: number,
): string {
	if (planned.length < 2) return '';
	const counts = new Map<RequestEnd, number>([
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

/** How many of the things that a run waited for are not over, for its error; '' if it had one request only. */
export function lateOf(results: ReadonlyArray<Outcome | undefined>): string {
	if (results.length < 2) return '';
	const count = results.filter((result) => result instanceof NotOver).length;
	return `Not over in time: ${count} of ${results.length}`;
}

/** Shows what the answers of a run leave in doubt, in one hint: the first of it, and how much more there is. */
export function showDoubts(
	context: IExecuteFunctions,
	results: ReadonlyArray<Outcome | undefined>,
): void {
	const doubts = results.flatMap((result) =>
		result && 'items' in result && result.doubt ? [result.doubt.text] : [],
	);
	const [first] = doubts;
	if (first === undefined) return;
	const more = doubts.length > 1 ? ` (${doubts.length - 1} more items have such an answer)` : '';
	const message = `${first}${more}`;
	context.addExecutionHints?.({ message, type: 'warning', location: 'outputPane' });
}

const RESULT_ELSEWHERE =
	"The call has only begun. How it ends is not here: turn on 'Wait for Result', or begin another workflow with Voice Agent Trigger → 'Call Ended'.";

/**
 * Says at the output where a call's result comes from, if the run does not wait for it. Old versions of n8n hide it.
 */
export function showWhereResultsAre(
	context: IExecuteFunctions,
	operation: ResourceOperation,
	jobs: readonly Job[],
	results: ReadonlyArray<Outcome | undefined>,
): void {
	if (operation.kind !== 'calls' || operation.waitFor !== 'call') return;
	const isPlaced = results.some((result) => result && 'items' in result && !result.notSent);
	if (!isPlaced || jobs.some(({ wait }) => wait)) return;
	context.addExecutionHints?.({ message: RESULT_ELSEWHERE, type: 'info', location: 'outputPane' });
}
