import { printTable } from '../harness/table.mts';
import { type Execution, outputOf, workTimeOf } from '../harness/n8n/executions.mts';
import { judge, median } from './support/figures.mts';
import { MemoryWatch } from './support/memory.mts';
import { type BenchNode, START, startBenchN8n } from './support/n8n.mts';
import { FIXED_TOKEN, startPlatform } from './support/platform.mts';
import { ROUNDS } from './support/rounds.mts';

/*
 * Every row of a list of 100,000 calls in a real n8n, in pages of 100: Return All beside the pagination of HTTP Request. Each run has a fresh
 * n8n, so that its memory can be compared.
 */

const ROWS = 100_000;
const PAGE = 100;
const LATENCY_MS = 50;

const NODE = 'Read all';

const platform = await startPlatform(ROWS);
await platform.set({ latencyMs: LATENCY_MS });
const n8n = await startBenchN8n();

const ours: BenchNode = {
	name: NODE,
	type: 'n8n-nodes-voice-agent.voiceAgentCall',
	parameters: { resource: 'call', operation: 'getAll', returnAll: true, output: 'raw' },
	credentials: await n8n.createCredential('voiceAgentApi', {
		baseUrl: platform.url,
		email: 'owner@example.com',
		password: 'password',
	}),
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

interface Measured {
	milliseconds: number;
	/** The highest while the node worked, and until the execution was saved; in bytes. */
	bytes: number;
	bytesInAll: number;
	requests: number;
	most: number;
}

/** HTTP Request gives one item for each page. */
function rowsIn(execution: Execution): number {
	const items = outputOf(execution, NODE);
	return items.reduce((sum, { json }) => {
		return sum + (Array.isArray(json.items) ? json.items.length : 1);
	}, 0);
}

async function measure(workflowId: string): Promise<Measured> {
	await n8n.restart();
	await platform.set({ latencyMs: LATENCY_MS });
	const watch = new MemoryWatch(n8n.n8n.pid ?? 0);
	const execution = await n8n.execute(workflowId);
	watch.stop();
	const rows = rowsIn(execution);
	if (rows !== ROWS) throw new Error(`${rows} of ${ROWS} rows were read`);
	const { startTime = 0 } = execution.data.resultData.runData[NODE]?.[0] ?? {};
	const milliseconds = workTimeOf(execution, NODE);
	const { requests, most } = await platform.counts();
	return {
		milliseconds,
		bytes: watch.highest(startTime, startTime + milliseconds),
		bytesInAll: watch.highest(),
		requests,
		most,
	};
}

const contenders = [
	{ name: 'Voice Agent Call, Return All', id: await n8n.createWorkflow([START, ours]) },
	{ name: 'HTTP Request, pagination', id: await n8n.createWorkflow([START, theirs]) },
];
const results = contenders.map(({ name }) => ({ name, runs: [] as Measured[] }));
for (let round = 1; round <= ROUNDS; round += 1) {
	for (const [index, { name, id }] of contenders.entries()) {
		process.stderr.write(`round ${round}: ${name} …\n`);
		results[index]?.runs.push(await measure(id));
	}
}
await n8n.stop();
await platform.stop();

const [own = [], other = []] = results.map(({ runs }) => runs);
const ratio = (of: (run: Measured) => number) =>
	median(other.map((run, round) => of(run) / of(own[round] ?? run)));
const megabytes = (runs: Measured[], of: (run: Measured) => number) =>
	`${Math.round(median(runs.map(of)) / 1e6)} MB`;
console.log(`\n${ROWS} rows in pages of ${PAGE}, ${LATENCY_MS} ms latency: median of ${ROUNDS}\n`);
printTable(
	['', 'time', 'requests', 'under way', 'memory while it reads', 'until it is saved'],
	results.map(({ name, runs }) => [
		name,
		`${(median(runs.map((run) => run.milliseconds)) / 1000).toFixed(1)} s`,
		median(runs.map(({ requests }) => requests)),
		Math.max(...runs.map(({ most }) => most)),
		megabytes(runs, ({ bytes }) => bytes),
		megabytes(runs, ({ bytesInAll }) => bytesInAll),
	]),
);
judge([
	{
		what: 'Return All is faster',
		figure: ratio(({ milliseconds }) => milliseconds),
		unit: ' x',
		atLeast: 6.5,
	},
	{
		what: 'Its memory beside that of HTTP Request',
		figure: 1 / ratio(({ bytes }) => bytes),
		unit: ' x',
		atMost: 0.75,
	},
]);
