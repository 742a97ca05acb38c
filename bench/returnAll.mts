import { type Execution, outputOf, workTimeOf } from '../harness/n8n/executions.mts';
import { printTable } from '../harness/table.mts';
import { ROUNDS, inRounds, judge, median, megabytes, ratio, seconds } from './support/figures.mts';
import { MemoryWatch } from './support/memory.mts';
import { type BenchNode, START, startBenchN8n } from './support/n8n.mts';
import { FIXED_TOKEN, startPlatform } from './support/platform.mts';

/*
 * Every row of a list of 100,000 calls in a real n8n, in pages of 100: Return All beside the pagination of HTTP Request. Each run has a fresh
 * n8n, so that its memory can be compared.
 */

const ROWS = 100_000;
const PAGE = 100;
const LATENCY_MS = 50;

const NODE = 'Read all';

const platform = await startPlatform(ROWS);
const n8n = await startBenchN8n();

const ours: BenchNode = {
	name: NODE,
	type: 'n8n-nodes-voice-agent.voiceAgentCall',
	parameters: { resource: 'call', operation: 'getAll', returnAll: true, output: 'raw' },
	credentials: await n8n.createAccount(platform.url),
};
const theirs: BenchNode = {
	name: NODE,
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		url: `${platform.url}/calls`,
		authentication: 'genericCredentialType',
		genericAuthType: 'httpHeaderAuth',
		sendQuery: true,
		queryParameters: { parameters: [{ name: 'limit', value: String(PAGE) }] },
		options: {
			pagination: {
				pagination: {
					paginationMode: 'updateAParameterInEachRequest',
					parameters: {
						parameters: [{ type: 'qs', name: 'offset', value: `={{ $pageCount * ${PAGE} }}` }],
					},
					paginationCompleteWhen: 'other',
					completeExpression: `={{ $response.body.offset + ${PAGE} >= $response.body.total }}`,
				},
			},
		},
	},
	credentials: await n8n.createCredential('httpHeaderAuth', {
		name: 'Authorization',
		value: `Bearer ${FIXED_TOKEN}`,
	}),
};

/** HTTP Request gives one item for each page. */
const rowsIn = (execution: Execution): number =>
	outputOf(execution, NODE).reduce(
		(sum, { json }) => sum + (Array.isArray(json.items) ? json.items.length : 1),
		0,
	);

async function measure(workflowId: string) {
	await n8n.restart();
	await platform.set({ latencyMs: LATENCY_MS });
	const watch = new MemoryWatch(n8n.n8n.pid ?? 0);
	const execution = await n8n.execute(workflowId);
	watch.stop();
	const rows = rowsIn(execution);
	if (rows !== ROWS) throw new Error(`${rows} of ${ROWS} rows were read`);
	const { startTime = 0 } = execution.data.resultData.runData[NODE]?.[0] ?? {};
	const milliseconds = workTimeOf(execution, NODE);
	return {
		milliseconds,
		/** The highest while the node worked, and until the execution was saved. */
		bytes: watch.highest(startTime, startTime + milliseconds),
		bytesInAll: watch.highest(),
		...(await platform.counts()),
	};
}

const workflows = {
	'Return All': await n8n.createWorkflow([START, ours]),
	'HTTP Request': await n8n.createWorkflow([START, theirs]),
};
const runs = await inRounds({
	'Return All': async () => await measure(workflows['Return All']),
	'HTTP Request': async () => await measure(workflows['HTTP Request']),
});
await n8n.stop();
await platform.stop();

type Run = Awaited<ReturnType<typeof measure>>;
type Figure = 'milliseconds' | 'bytes' | 'bytesInAll';
const all = (of: readonly Run[], figure: Figure) => of.map((run) => run[figure]);
console.log(`\n${ROWS} rows in pages of ${PAGE}, ${LATENCY_MS} ms latency: median of ${ROUNDS}\n`);
printTable(
	['', 'time', 'requests', 'under way', 'memory while it reads', 'until it is saved'],
	Object.entries(runs).map(([name, own]) => [
		name,
		seconds(all(own, 'milliseconds')),
		median(own.map(({ requests }) => requests)),
		Math.max(...own.map(({ most }) => most)),
		megabytes(median(all(own, 'bytes'))),
		megabytes(median(all(own, 'bytesInAll'))),
	]),
);
const { 'Return All': own, 'HTTP Request': other } = runs;
judge([
	{
		what: 'Return All is faster',
		figure: ratio(all(other, 'milliseconds'), all(own, 'milliseconds')),
		unit: ' x',
		atLeast: 6.5,
	},
	{
		what: 'Its memory beside that of HTTP Request',
		figure: ratio(all(own, 'bytes'), all(other, 'bytes')),
		unit: ' x',
		atMost: 0.75,
	},
]);
