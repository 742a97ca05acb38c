import { lastLines } from '../lastLines.mts';
import type { Finished } from './n8n.mts';

export interface Item {
	json: Record<string, unknown>;
	binary?: Record<string, { mimeType: string; fileName?: string }>;
	pairedItem?: unknown;
}

interface NodeRun {
	/** In milliseconds since 1970. */
	startTime: number;
	/** In milliseconds. */
	executionTime: number;
	data?: { main?: Array<Item[] | null> };
	error?: { message: string };
}

/** An execution of a workflow, as n8n keeps it. */
export interface Execution {
	status: string;
	data: {
		resultData: {
			error?: { message: string; description?: string };
			runData: Record<string, NodeRun[]>;
		};
	};
}

/** What `n8n execute --rawOutput` printed: log lines, then the execution as JSON. */
export function printedExecution({ stdout, stderr }: Finished): Execution {
	const start = stdout.search(/^\{$/m);
	const end = stdout.lastIndexOf('\n}');
	if (start < 0 || end < start) {
		throw new Error(`The execution has no result:\n${lastLines(stdout + stderr)}`);
	}
	return JSON.parse(stdout.slice(start, end + 2));
}

/** The items that a node returned the last time it ran in this execution; none if it did not run. */
export function outputOf(execution: Execution, node: string, output = 0): Item[] {
	return execution.data.resultData.runData[node]?.at(-1)?.data?.main?.[output] ?? [];
}

/** How long a node worked in this execution, in milliseconds: all its runs together, without what came between them. */
export const workTimeOf = (execution: Execution, node: string): number =>
	(execution.data.resultData.runData[node] ?? []).reduce(
		(sum, { executionTime }) => sum + executionTime,
		0,
	);

/** JSON of the items, for comparing. */
export const rowsOf = (execution: Execution, node: string, output = 0) =>
	outputOf(execution, node, output).map(({ json }) => json);
