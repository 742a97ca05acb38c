import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { runNode, StoredCredential } from '../harness/n8n/engine.mts';
import { projectNode } from '../harness/project/project.mjs';
import { printTable } from '../harness/table.mts';
import { judge, median } from './support/figures.mts';
import { MemoryWatch } from './support/memory.mts';
import { startPlatform } from './support/platform.mts';
import { ROUNDS } from './support/rounds.mts';

/*
 * How time and memory grow with the number of items: calls placed by our node inside n8n-core, each run in a process of its own, on a platform
 * without latency.
 */

const PARALLEL = 20;
/** Number of items, and how often. */
const RUNS = [
	{ items: 1_000, rounds: ROUNDS },
	{ items: 10_000, rounds: ROUNDS },
	{ items: 100_000, rounds: 1 },
];

interface Measured {
	/** In milliseconds. */
	perItem: number;
	/** In bytes: the highest memory above that with the items, but before the node ran. */
	memoryPerItem: number;
}

/** In this process. */
async function measure(count: number): Promise<Measured> {
	const projectRequire = createRequire(import.meta.url);
	const { VoiceAgentCall } = projectRequire('../dist/nodes/VoiceAgentCall/VoiceAgentCall.node.js');
	const { VoiceAgentApi } = projectRequire('../dist/credentials/VoiceAgentApi.credentials.js');
	const platform = await startPlatform();
	const credential = new StoredCredential(new VoiceAgentApi(), {
		baseUrl: platform.url,
		email: 'owner@example.com',
		password: 'password',
	});
	const place = async (from: number, to: number) => {
		const items = Array.from({ length: to - from }, (_, index) => ({
			json: { phone: `+1212${5_000_000 + from + index}` },
		}));
		const before = process.memoryUsage.rss();
		const watch = new MemoryWatch(process.pid);
		const startedAt = performance.now();
		const output = await runNode({
			node: new VoiceAgentCall(),
			credential,
			items,
			parameters: {
				resource: 'call',
				operation: 'makeCall',
				agentId: { __rl: true, mode: 'id', value: 'agent_0001' },
				toNumber: '={{ $json.phone }}',
				options: { parallelRequests: PARALLEL },
			},
		});
		const milliseconds = performance.now() - startedAt;
		watch.stop();
		if (output.length !== items.length)
			throw new Error(`${output.length} of ${items.length} calls`);
		return {
			perItem: milliseconds / items.length,
			memoryPerItem: (watch.highest() - before) / items.length,
		};
	};
	// Code that runs for the first time is slower.
	await place(0, 500);
	const measured = await place(500, 500 + count);
	await platform.stop();
	return measured;
}

const { values } = parseArgs({ options: { items: { type: 'string' } }, strict: false });
if (values.items !== undefined) {
	console.log(JSON.stringify(await measure(Number(values.items))));
	process.exit(0);
}

const results = [];
for (const { items, rounds } of RUNS) {
	const runs: Measured[] = [];
	for (let round = 1; round <= rounds; round += 1) {
		process.stderr.write(`${items} items, round ${round} …\n`);
		const file = fileURLToPath(import.meta.url);
		const { stdout } = await execa(projectNode, [file, `--items=${items}`]);
		runs.push(JSON.parse(stdout.split('\n').at(-1) ?? ''));
	}
	results.push({
		items,
		rounds,
		perItem: median(runs.map(({ perItem }) => perItem)),
		memoryPerItem: median(runs.map(({ memoryPerItem }) => memoryPerItem)),
	});
}
console.log('\nItems of one run, without latency, inside n8n-core\n');
printTable(
	['items', 'runs', 'time for an item', 'memory for an item'],
	results.map(({ items, rounds, perItem, memoryPerItem }) => [
		items,
		rounds,
		`${perItem.toFixed(2)} ms`,
		`${(memoryPerItem / 1000).toFixed(1)} kB`,
	]),
);
const [small, middle, large] = results;
judge([
	{
		what: 'Time for an item, 100,000 beside 1,000',
		figure: (large?.perItem ?? NaN) / (small?.perItem ?? NaN),
		unit: ' x',
		atMost: 1.3,
	},
	{
		what: 'Time for an item, 100,000 beside 10,000',
		figure: (large?.perItem ?? NaN) / (middle?.perItem ?? NaN),
		unit: ' x',
		atMost: 1.3,
	},
]);
process.exit();
