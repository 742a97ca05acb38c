import type { AxiosInstance } from 'axios';
import { type Execution, rowsOf } from '../n8n/executions.mts';
import { printTable } from '../table.mts';
import type { SampleWorkflow } from './samples.mts';

/** One line of the table: what an execution says it did, and where the platform disagrees. */
export interface SampleReport {
	sample: string;
	status: string;
	calls: number;
	refused: number;
	progress: string;
	outcomes: string;
	disagreements: string[];
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

export const differs = (what: string, said: unknown, recorded: unknown): string[] =>
	said === recorded
		? []
		: [`${what}: the workflow says ${said}, the platform recorded ${recorded}`];

const isOver = ({ status }: RecordedCall) => !/queued|ringing|progress/.test(status);

/** The calls that are over, as the sandbox recorded them. */
export async function endedCalls(sandbox: AxiosInstance): Promise<RecordedCall[]> {
	return (await sandbox.get<RecordedCall[]>('/calls')).data.filter(isOver);
}

/** Numbers that were called more than once. */
function repeats(calls: RecordedCall[]): string[] {
	const counts = countBy(calls, (call) => call.to_number);
	return Object.entries(counts)
		.filter(([, count]) => count > 1)
		.map(([number, count]) => `${number} was called ${count} times`);
}

function reportOfCalls(execution: Execution, recorded: RecordedCall[]) {
	const calls = rowsOf(execution, 'Get call');
	const placed = recorded.filter((call) => call.campaign_id === null);
	const over = calls.filter((call) => call.is_over);
	return {
		calls: calls.length,
		refused: rowsOf(execution, 'Row and reason').length,
		progress: `${over.length} of ${calls.length} over`,
		outcomes: countText(countBy(calls, (call) => call.outcome ?? call.status)),
		disagreements: [
			...differs('calls', calls.length, placed.length),
			...differs('calls that are over', over.length, placed.filter(isOver).length),
			...repeats(placed),
		],
	};
}

function reportOfCampaign(execution: Execution, recorded: RecordedCall[]) {
	const [created = {}] = rowsOf(execution, 'Create campaign');
	const [progress = {}] = rowsOf(execution, 'Get progress');
	const [analytics = {}] = rowsOf(execution, 'Get analytics');
	const placed = recorded.filter((call) => call.campaign_id === created.campaign_id);
	return {
		calls: Number(analytics.called ?? 0),
		refused: rowsOf(execution, 'Rows left out').length,
		progress: `${progress.status}, ${progress.contacts_done} of ${progress.contacts_total} done`,
		outcomes: countText(Object(analytics.outcomes)),
		disagreements: [
			...differs('contacts', created.contacts_sent, placed.length),
			...differs('calls', analytics.called, placed.length),
			...differs('results', rowsOf(execution, 'Get results').length, placed.length),
			...repeats(placed),
		],
	};
}

/** Takes the figures from the execution, and compares them with what the sandbox recorded. */
export async function reportOf(
	{ name }: SampleWorkflow,
	execution: Execution,
	sandbox: AxiosInstance,
): Promise<SampleReport> {
	const { data: recorded } = await sandbox.get<RecordedCall[]>('/calls');
	const { data: violations } = await sandbox.get<unknown[]>('/violations');
	const isCampaign = 'Create campaign' in execution.data.resultData.runData;
	const figures = (isCampaign ? reportOfCampaign : reportOfCalls)(execution, recorded);
	const { error } = execution.data.resultData;
	const rows = rowsOf(execution, 'Rows').length;
	const lost = rows - figures.calls - figures.refused;
	const disagreements = [
		...figures.disagreements,
		...(error ? [error.message] : []),
		...(rows === 0 || lost !== 0 ? [`of ${rows} rows, ${lost} are unaccounted for`] : []),
		...differs('answers against the contract', 0, violations.length),
	];
	return { sample: name, status: execution.status, ...figures, disagreements };
}

/** Prints the reports as a table. */
export function printReports(reports: readonly SampleReport[]): void {
	printTable(
		['Sample', 'Status', 'Calls', 'Rows not called', 'Progress', 'Outcomes'],
		reports.map(({ sample, status, calls, refused, progress, outcomes }) => [
			sample,
			status,
			calls,
			refused,
			progress,
			outcomes,
		]),
	);
}
