import type { IExecuteFunctions } from 'n8n-workflow';
import type { ResourceOperation } from '../operation';
import type { Job } from './job';
import type { Outcome } from './outcomes';

const TEXT =
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
	context.addExecutionHints?.({ message: TEXT, type: 'info', location: 'outputPane' });
}
