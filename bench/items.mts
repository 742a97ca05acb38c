import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { runNode } from '../harness/n8n/engine.mts';
import { projectNode } from '../harness/project/project.mjs';
import { printTable } from '../harness/table.mts';
import { startCallNode } from './support/callNode.mts';
import { judge, median } from './support/figures.mts';
import { MemoryWatch } from './support/memory.mts';
import { ROUNDS } from './support/rounds.mts';

/*
 * How time and memory grow with the number of items: calls placed by our node inside n8n-core, each run in a process of its own, on a platform
 * without latency.
 */

const PARALLEL = 20;
const SIZES = [1_000, 10_000, 100_000];

interface Measured {
	/** In milliseconds. */
	perItem: number;
	/** In bytes: the highest memory above that with the items, but before the node ran. */
	memoryPerItem: number;
}

/** In this process. */
async function measure(count: number): Promise<Measured> {
	const { node, credential, platform } = await startCallNode();
	const place = async (from: number, to: number) => {
		const items = Array.from({ length: to - from }, (_, index) => ({
			json: { phone: `+1212${5_000_000 + from + index}` },
		}));
		const before = process.memoryUsage.rss();
		const watch = new MemoryWatch(process.pid);
		const startedAt = performance.now();
		const output = await runNode({
			node,
			credential,
			items,
			parameters: {
				resource: 'call',
				operation: 'makeCall',
				agentId: { __rl: true, mode: 'id', value: 'agent_0001' },
				toNumber: '={{ $json.phone }}',
				advanced: { parallelRequests: PARALLEL },
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

async function inProcess(items: number): Promise<Measured> {
	const { stdout } = await execa(projectNode, [fileURLToPath(import.meta.url), `--items=${items}`]);
	return JSON.parse(stdout.split('\n').at(-1) ?? '');
}

const results = SIZES.map((items) => ({ items, runs: [] as Measured[] }));
for (let round = 1; round <= ROUNDS; round += 1) {
	for (const { items, runs } of results) {
		process.stderr.write(`round ${round}: ${items} items …\n`);
		runs.push(await inProcess(items));
	}
}
console.log(`\nItems of one run, without latency, inside n8n-core: median of ${ROUNDS}\n`);
printTable(
	['items', 'time for an item', 'memory for an item'],
	results.map(({ items, runs }) => [
		items,
		`${median(runs.map(({ perItem }) => perItem)).toFixed(2)} ms`,
		`${(median(runs.map(({ memoryPerItem }) => memoryPerItem)) / 1000).toFixed(1)} kB`,
	]),
);
const largest = results.at(-1)?.runs ?? [];
judge(
	results.slice(0, -1).map(({ items, runs }) => ({
		what: `Time for an item, ${SIZES.at(-1)} items beside ${items}`,
		figure: median(largest.map(({ perItem }, round) => perItem / (runs[round]?.perItem ?? NaN))),
		unit: ' x',
		atMost: 1.3,
	})),
);
process.exit();
