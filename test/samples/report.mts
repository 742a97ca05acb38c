import type { AxiosInstance } from 'axios';
import { printTable } from '../../harness/table.mts';

/** What a sample did by its own figures, and where the platform disagrees. */
export interface Figures {
	calls: number;
	/** Rows that were not called, for a reason that the output says. */
	refused: number;
	progress: string;
	outcomes: string;
	disagreements: string[];
}

/** One line of the table. */
export interface SampleReport extends Figures {
	sample: string;
	status: string;
}

/** A call as the sandbox's control API lists it. */
export interface RecordedCall {
	call_id: string;
	to_number: string;
	first_name: string | null;
	last_name: string | null;
	variables: Record<string, string>;
	campaign_id: string | null;
	status: string;
}

export const countText = (counts: Record<string, unknown>) =>
	Object.entries(counts)
		.sort(([, a], [, b]) => Number(b) - Number(a))
		.map(([name, count]) => `${name} ${count}`)
		.join(', ');

export function countBy<T>(
	rows: readonly T[],
	valueOf: (row: T) => unknown,
): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const row of rows) {
		const value = String(valueOf(row) ?? 'none');
		counts[value] = (counts[value] ?? 0) + 1;
	}
	return counts;
}

/** Every call, as the sandbox recorded them: the earliest first. */
export async function recordedCalls(sandbox: AxiosInstance): Promise<RecordedCall[]> {
	return (await sandbox.get<RecordedCall[]>('/calls')).data;
}

export const isOver = ({ status }: RecordedCall) => !/queued|ringing|progress/.test(status);

/** The calls that are over, as the sandbox recorded them. */
export async function endedCalls(sandbox: AxiosInstance): Promise<RecordedCall[]> {
	return (await recordedCalls(sandbox)).filter(isOver);
}

/** Prints the reports as a table, in the order of the samples. */
export function printReports(reports: readonly SampleReport[]): void {
	const inOrder = reports.toSorted((one, other) => parseInt(one.sample) - parseInt(other.sample));
	printTable(
		['Sample', 'Status', 'Calls', 'Rows not called', 'Progress', 'Outcomes'],
		inOrder.map((row) => [
			...[row.sample, row.status, row.calls],
			...[row.refused, row.progress, row.outcomes],
		]),
	);
}
