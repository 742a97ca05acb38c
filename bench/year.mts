import { createRequire } from 'node:module';
import { DeduplicationHelper, ProcessedDataTable } from '../harness/n8n/processedData.mts';
import type { Options, Scope } from '../harness/n8n/processedData.mts';
import { printTable } from '../harness/table.mts';
import { judge, median } from './support/figures.mts';

/*
 * Once per Day for a simulated year: 1,000 numbers a day in one node, claimed and recorded as a run does it. What is measured is the time of
 * the processor for a day, in n8n's de-duplication store in memory.
 */

const DAYS = 365;
const NUMBERS = 1_000;
const PARALLEL = 20;
const COMPARED = 10;
const DAY_MS = 86_400_000;
const BEGIN = Date.parse('2026-01-01T10:00:00Z');

const projectRequire = createRequire(import.meta.url);
const { CalledNumbers, ClaimAhead } = projectRequire('../dist/nodes/shared/calling/memory');

/** What a node sees of n8n, over one store. */
function contextOf(table: ProcessedDataTable, executionId: string) {
	const helper = new DeduplicationHelper(table);
	const place = { node: { id: 'node' }, workflow: { id: 'workflow' } };
	return {
		getWorkflow: () => place.workflow,
		getTimezone: () => 'UTC',
		getExecutionId: () => executionId,
		getExecutionCancelSignal: () => undefined,
		helpers: {
			checkProcessedAndRecord: async (keys: string[], scope: Scope, options: Options) =>
				await helper.checkProcessedAndRecord(keys, scope, place, options),
			removeProcessed: async (keys: string[], scope: Scope, options: Options) =>
				await helper.removeProcessed(keys, scope, place, options),
			clearAllProcessedItems: async (scope: Scope) =>
				await helper.clearAllProcessedItems(scope, place),
			getProcessedDataCount: async (scope: Scope, options: Options) =>
				await helper.getProcessedDataCount(scope, place, options),
		},
	};
}

/** Calls everybody on this day. @returns the time of the processor, in milliseconds */
async function callAll(table: ProcessedDataTable, day: number): Promise<number> {
	const now = () => BEGIN + day * DAY_MS;
	const store = new CalledNumbers(contextOf(table, String(1_000 + day)), 'day', { now });
	const requests = Array.from({ length: NUMBERS }, (_, index) => [
		{ key: `["","+1212${5_550_000 + index}"]`, verdict: undefined },
	]);
	const never = async () => await new Promise<void>(() => undefined);
	const ahead = new ClaimAhead(store, requests, { within: 'day', deed: 'call' }, PARALLEL, never);
	const before = process.cpuUsage();
	for (const rows of requests) {
		const findings = await ahead.ask(rows);
		if (findings.size > 0) throw new Error('A new day knows a number');
		ahead.settle(rows, 'done');
	}
	await ahead.end();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}

const rowSize = async (table: ProcessedDataTable) =>
	await contextOf(table, '').helpers.getProcessedDataCount('node', { mode: 'entries' });

// Code that runs for the first time is slower.
const warmUp = new ProcessedDataTable();
for (let day = 0; day < COMPARED; day += 1) await callAll(warmUp, day);

const table = new ProcessedDataTable();
const days: number[] = [];
const sizes: number[] = [];
for (let day = 0; day < DAYS; day += 1) {
	days.push(await callAll(table, day));
	sizes.push(await rowSize(table));
}
const first = median(days.slice(0, COMPARED));
const last = median(days.slice(-COMPARED));
console.log(`\n${NUMBERS} numbers a day: medians of ${COMPARED} days\n`);
printTable(
	['', 'time', 'entries in the store'],
	[
		['the first days', `${Math.round(first)} ms`, sizes[0] ?? 0],
		['after a year', `${Math.round(last)} ms`, sizes.at(-1) ?? 0],
	],
);
judge([
	{ what: 'a day after a year beside the first', figure: last / first, unit: ' x', atMost: 1.1 },
	{
		what: 'most entries beside the first day',
		figure: Math.max(...sizes) / (sizes[0] ?? 0),
		unit: ' x',
		atMost: 1.01,
	},
]);
