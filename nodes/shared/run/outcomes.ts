import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Doubt } from '../http';
import { RequestFailure } from '../http';
import { executionState, refuseWithoutExecution } from './executionState';
import type { Job } from './job';
import { isTool } from './tool';

/** What a request led to that did not fail. */
export interface JobResult {
	items: INodeExecutionData[];
	/** Why nothing was sent: a calling rule holds somebody back, or everybody on the list is skipped. */
	notSent?: 'held back' | 'skipped';
	/** What the answer is about, as the platform sends it, if more is waited for, or started. */
	answer?: IDataObject;
	/** The request as it was sent, if its result is waited for. */
	sent?: Job;
	/** What the answer leaves in doubt, although it counts as done. */
	doubt?: Doubt;
}

/** What a request led to. Sending an action again could call a person twice. */
export type Outcome = JobResult | Error;

/** Whether the platform may have done what a request asked for, although it failed. */
export const mayHaveWorked = (error: unknown): error is RequestFailure =>
	error instanceof RequestFailure && error.details.arrival === 'unknown';

/** Whether it is not known if a request has placed a call. */
export const isUnknown = (result?: Outcome): boolean =>
	result && 'items' in result ? result.doubt?.isUnknown === true : mayHaveWorked(result);

/** The outcomes of a node, by the memory that n8n keeps for it during an execution: all tries of the node share it. */
const byExecution = new WeakMap<object, Map<string, Outcome>>();

/** What one node has done in one execution. */
export class Outcomes {
	constructor(
		private readonly outcomes: Map<string, Outcome>,
		private readonly runIndex: number,
		/** True: the node is a tool of an AI model. */
		private readonly isTool: boolean,
	) {}

	/**
	 * @param place the items of the request
	 * @param content what is sent
	 */
	get(place: unknown, content: unknown): Outcome | undefined {
		return (
			this.outcomes.get(this.keyOf(place, content)) ?? this.outcomes.get(this.toolKey(content))
		);
	}

	set(place: unknown, content: unknown, outcome: Outcome): void {
		this.outcomes.set(this.keyOf(place, content), outcome);
		// n8n counts each try of a tool as a run of its own.
		if (this.isTool && outcome instanceof Error) this.outcomes.set(this.toolKey(content), outcome);
	}

	/**
	 * Identifies the items, and not what is sent: `$now` changes when n8n runs the node again, and must not lead to a
	 * second call. A tool's requests have no items of their own, so their content counts, too.
	 */
	private keyOf(place: unknown, content: unknown): string {
		return JSON.stringify([this.runIndex, place, ...(this.isTool ? [content] : [])]);
	}

	private toolKey(content: unknown): string {
		return JSON.stringify(['tool', this.isTool ? content : null]);
	}
}

/**
 * What this run of the node has done so far; undefined if nothing can repeat it. "Retry On Fail" makes n8n run the node
 * again with every item: items that were carried out, or may have been, take their outcome from here.
 * @throws ParameterError without an execution: there, two tries look like two calls
 */
export function outcomesOf(context: IExecuteFunctions): Outcomes | undefined {
	if (context.getNode().retryOnFail !== true) return undefined;
	refuseWithoutExecution(context, "'Retry On Fail' of an action");
	const state = executionState(context);
	const outcomes = byExecution.get(state) ?? new Map<string, Outcome>();
	byExecution.set(state, outcomes);
	const { $runIndex: runIndex } = context.getWorkflowDataProxy(0);
	return new Outcomes(outcomes, Number(runIndex), isTool(context));
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
