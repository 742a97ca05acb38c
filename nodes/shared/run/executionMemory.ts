import type { IExecuteFunctions } from 'n8n-workflow';
import { ParameterError } from '../values';

/** What a node keeps while an execution lasts: in all rounds of a loop, in all calls of a tool, and after a Wait node. */
export interface ExecutionMemory {
	/** n8n may hand the memory on to an execution that repeats another. */
	executionId: string;
	/** Entries as in n8n's store. */
	entries: Record<string, true>;
	/** How many numbers the execution has called, or may have called. */
	called: number;
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

/** The memory of a node for one execution, which n8n keeps with the data of the execution. */
export function executionMemory(context: IExecuteFunctions): ExecutionMemory {
	if (!isInExecution(context)) return { executionId: '', entries: {}, called: 0 };
	const ofNode = context.getContext('node') as { calledNumbers?: ExecutionMemory };
	const executionId = context.getExecutionId();
	if (ofNode.calledNumbers?.executionId !== executionId) {
		ofNode.calledNumbers = { executionId, entries: {}, called: 0 };
	}
	return ofNode.calledNumbers;
}
