import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { RequestFailure } from '../http';

/** How an action ended. Sending it again could call a person twice. */
export type Outcome = { items: INodeExecutionData[] } | { failure: RequestFailure };

const MAX_RUNS = 50;
const runs = new Map<string, Map<string, Outcome>>();

/**
 * What this run of the node has done so far, or undefined if nothing can repeat it.
 *
 * "Retry On Fail" in the node's settings makes n8n run the whole node again, with every item, in the same process. Items that were
 * carried out, or may have been, must not be sent again: their outcome is taken from here.
 */
export function outcomesOf(context: IExecuteFunctions): Map<string, Outcome> | undefined {
	const node = context.getNode();
	if (node.retryOnFail !== true) return undefined;
	const { $runIndex: runIndex } = context.getWorkflowDataProxy(0);
	const key = [context.getExecutionId(), node.id, runIndex].join('/');

	const memory = runs.get(key) ?? new Map<string, Outcome>();
	runs.delete(key);
	runs.set(key, memory);
	const oldest = runs.keys().next().value;
	if (runs.size > MAX_RUNS && oldest !== undefined) runs.delete(oldest);
	return memory;
}
