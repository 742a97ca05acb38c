import type { IExecuteFunctions } from 'n8n-workflow';
import { ParameterError } from '../values';
import type { Outcome } from './job';

/** A call that the execution has made, or may have made: when, and to which number. n8n keeps it as JSON. */
export type LoggedCall = readonly [time: number, number: string];

/** What a node keeps while an execution lasts: in all rounds of a loop and calls of a tool, and after a Wait node. */
export interface ExecutionState {
	/** n8n may hand this on to an execution that repeats another. */
	executionId: string;
	/** Entries as in n8n's store. */
	entries: Record<string, true>;
	/** The calls of the execution, for `CallLog`. */
	calls: LoggedCall[];
}

/** False for a tool of an MCP Server Trigger or of an n8n agent: n8n runs it without an execution. */
const isInExecution = (context: IExecuteFunctions): boolean =>
	context.getExecutionId() !== undefined;

/** @throws ParameterError if n8n runs the node without an execution in which this setting could count */
export function refuseWithoutExecution(context: IExecuteFunctions, setting: string): void {
	if (isInExecution(context)) return;
	throw new ParameterError(
		`${setting} counts in one execution, and n8n runs this node without one`,
		`Nothing was sent. The node is a tool of an MCP Server Trigger or of an n8n agent. Remove ${setting}. The other 'Calling Rules', Once per Day and Once Ever work here`,
	);
}

/** The state of a node for one execution, which n8n keeps with the data of the execution. */
export function executionState(context: IExecuteFunctions): ExecutionState {
	if (!isInExecution(context)) return { executionId: '', entries: {}, calls: [] };
	const ofNode = context.getContext('node') as { calledNumbers?: ExecutionState };
	const executionId = context.getExecutionId();
	if (ofNode.calledNumbers?.executionId !== executionId) {
		ofNode.calledNumbers = { executionId, entries: {}, calls: [] };
	}
	return ofNode.calledNumbers;
}

/**
 * The calls of an execution, the earliest first.
 *
 * add(09:00, +1…), add(09:50, +49…); at 10:10, within an hour: the second; to +1…: 09:00
 */
export class CallLog {
	private readonly byNumber = new Map<string, LoggedCall[]>();

	/** @param calls those that are known already. The log changes them */
	constructor(private readonly calls: LoggedCall[]) {
		for (const call of calls) this.ofNumber(call).push(call);
	}

	/** @param time may be ahead of now: that of a callback @returns what `remove` needs */
	add(time: number, number: string): LoggedCall {
		const call: LoggedCall = [time, number];
		for (const calls of [this.calls, this.ofNumber(call)])
			calls.splice(calls.findLastIndex(([earlier]) => earlier <= time) + 1, 0, call);
		return call;
	}

	/** Takes back a call that was certainly not made. */
	remove(call: LoggedCall): void {
		for (const calls of [this.calls, this.ofNumber(call)]) {
			const index = calls.lastIndexOf(call);
			if (index >= 0) calls.splice(index, 1);
		}
	}

	/** The calls of the last so many milliseconds, and those ahead. */
	within(ms: number, now: number): readonly LoggedCall[] {
		const since = now - ms;
		const [earliest = Infinity] = this.calls[0] ?? [];
		if (earliest > since) return this.calls;
		return this.calls.slice(this.calls.findLastIndex(([time]) => time <= since) + 1);
	}

	/** When a number was called. */
	to(number: string): number[] {
		return (this.byNumber.get(number) ?? []).map(([time]) => time);
	}

	/** A log that goes its own way from here. */
	copy(): CallLog {
		return new CallLog([...this.calls]);
	}

	private ofNumber([, number]: LoggedCall): LoggedCall[] {
		const calls = this.byNumber.get(number) ?? [];
		this.byNumber.set(number, calls);
		return calls;
	}
}

/** Runs of a tool go on beside each other, and all of them add to one log. */
const logs = new WeakMap<ExecutionState, CallLog>();

/** The calls that the node has made in this execution. */
export function callLogOf(context: IExecuteFunctions): CallLog {
	const state = executionState(context);
	const log = logs.get(state) ?? new CallLog(state.calls);
	logs.set(state, log);
	return log;
}

/**
 * Whether an AI model runs the node. Not every n8n says it (1.123 does not), and some deny it for a tool; the type of a
 * tool's node ends in Tool in all of them.
 */
export const isTool = (context: IExecuteFunctions): boolean =>
	context.isToolExecution?.() === true || context.getNode().type.endsWith('Tool');

/** The outcomes of a node, by its state in an execution: all tries of the node share it. */
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
