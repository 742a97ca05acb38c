import { Session } from 'node:inspector/promises';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { type ICruiseResult, cruise } from 'dependency-cruiser';
import { Poller, StoredCredential, runNode } from '../../harness/n8n/engine.mts';
import { sandboxCredential } from '../../harness/samples/samples.mts';
import { startSandbox } from '../../harness/sandbox.mts';

/*
 * The pictures `docs/images/way-of-a-call.svg` and `way-of-a-poll.svg`: which files of the built package one Make Call or one poll enters, as V8
 * counts it in n8n's engine and against the sandbox, and who of them imports whom.
 */

interface Box {
	/** Pattern of its files. */
	files: RegExp;
	title: string;
	text: string;
}

const box = (files: RegExp, title: string, text: string): Box => ({ files, title, text });

/** What one picture shows. Each file is in the first box that fits. */
interface Way {
	boxes: readonly Box[];
	/** Runs it twice: what only the first run enters loads the package, or is the login. @param begin the second run begins */
	run(
		dist: NodeJS.Require,
		credential: StoredCredential,
		begin: () => Promise<void>,
	): Promise<void>;
}

/** Makes a call with the node. */
function callerOf(dist: NodeJS.Require, credential: StoredCredential) {
	const { VoiceAgentCall } = dist('./nodes/VoiceAgentCall/VoiceAgentCall.node.js');
	return async (toNumber: string): Promise<void> => {
		const parameters = { resource: 'call', operation: 'makeCall', agentId: 'agent_0001', toNumber };
		const [item] = await runNode({ node: new VoiceAgentCall(), credential, parameters });
		if (!item?.json.call_id) throw new Error(`No call was made: ${JSON.stringify(item)}`);
	};
}

const call: Way = {
	boxes: [
		box(/^nodes\/VoiceAgentCall\//, 'VoiceAgentCall', 'the rows, and what is sent of each'),
		box(/^nodes\/shared\/(calling|refusals)\//, 'calling', 'people, verdicts, the body'),
		box(/^nodes\/shared\/run\//, 'run', 'plan, send, wait, items'),
		box(/^nodes\/shared\/operation\//, 'operation', 'the parameters'),
		box(/^nodes\/shared\/http\//, 'http', 'the request and its answer'),
		box(/^nodes\/shared\/(platform|values)\//, 'platform and values', 'names, columns, numbers'),
		box(/^credentials\//, 'credentials', 'the token'),
	],
	async run(dist, credential, begin) {
		const makeCall = callerOf(dist, credential);
		await makeCall('+12125550101');
		await begin();
		await makeCall('+12125550102');
	},
};

const poll: Way = {
	boxes: [
		box(/^nodes\/VoiceAgentTrigger\/events\//, 'events', 'what is watched, and its items'),
		box(/^nodes\/VoiceAgentTrigger\/reading\//, 'reading', 'what is new in a list'),
		box(/^nodes\/VoiceAgentTrigger\/state\//, 'state', 'what is remembered'),
		box(/^nodes\/VoiceAgentTrigger\//, 'poll', 'the draft, and what is saved with the items'),
		box(/^(nodes\/shared\/http|credentials)\//, 'http and credentials', 'the pages of the list'),
		box(/^nodes\/shared\//, 'operation, platform, values', 'parameters, names, times'),
	],
	async run(dist, credential, begin) {
		const { VoiceAgentTrigger } = dist('./nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.js');
		const parameters = { event: 'newCall', output: 'simplified', filters: {}, options: {} };
		const trigger = new Poller({ node: new VoiceAgentTrigger(), credential, parameters });
		await trigger.poll();
		await callerOf(dist, credential)('+12125550103');
		await begin();
		const items = await trigger.poll();
		if (items?.length !== 1) throw new Error(`No new call was found: ${JSON.stringify(items)}`);
	},
};

const titleOf = (file: string, boxes: readonly Box[]) =>
	boxes.find(({ files }) => files.test(file))?.title;

/** A door says what a room has, and does nothing. */
const isDoor = (file: string) => file.endsWith('/index.ts');

/** The files that the second run enters. */
async function enteredBy(way: Way, root: string): Promise<string[]> {
	const dist = join(root, 'dist');
	const distRequire = createRequire(`${dist}/`);
	const { VoiceAgentApi } = distRequire('./credentials/VoiceAgentApi.credentials.js');
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.startPreciseCoverage', { callCount: true });
	const sandbox = await startSandbox({ clock: 'manual' });
	try {
		const { data } = sandboxCredential(sandbox.url);
		const credential = new StoredCredential(new VoiceAgentApi(), data);
		await way.run(distRequire, credential, async () => {
			await session.post('Profiler.takePreciseCoverage');
		});
		const { result } = await session.post('Profiler.takePreciseCoverage');
		return result
			.filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
			.map(({ url }) => (url.startsWith('file://') ? fileURLToPath(url) : url))
			.filter((file) => file.startsWith(`${dist}/`))
			.map((file) => relative(dist, file).replace(/\.js$/, '.ts'))
			.filter((file) => !isDoor(file));
	} finally {
		await session.post('Profiler.disable');
		session.disconnect();
		await sandbox.stop();
	}
}

/** Who imports whom among these files, also through the door of a room, as `from → to` of boxes. */
async function arrowsAmong(
	root: string,
	entered: readonly string[],
	boxes: readonly Box[],
): Promise<string[]> {
	const config = createRequire(import.meta.url)(`${root}/.dependency-cruiser.cjs`);
	const { output } = await cruise(['nodes', 'credentials'], { ...config.options, baseDir: root });
	const { modules } = output as ICruiseResult;
	const arrows = modules
		.filter(({ source }) => entered.includes(source))
		.flatMap(({ source, dependencies }) =>
			dependencies.map(({ resolved }) => [titleOf(source, boxes), titleOf(resolved, boxes)]),
		)
		.filter(([from, to]) => from !== undefined && to !== undefined && from !== to)
		.map(([from, to]) => `${JSON.stringify(from)} -> ${JSON.stringify(to)};`);
	return [...new Set(arrows)].sort();
}

async function pictureOf(way: Way, root: string): Promise<string> {
	const entered = await enteredBy(way, root);
	const boxes = way.boxes.map(({ title, text }) => {
		const { length } = entered.filter((file) => titleOf(file, way.boxes) === title);
		const label = `${title}\n${text}\n${length} ${length === 1 ? 'file' : 'files'}`;
		return `${JSON.stringify(title)} [label=${JSON.stringify(label)}];`;
	});
	const dot = [
		'digraph {',
		'graph [rankdir=TB, fontname="Helvetica,Arial,sans-serif", fontsize=12, nodesep=0.3, ranksep=0.4];',
		'node [shape=box, style="rounded,filled", fillcolor="#f4f6fa", color="#8a94a6", fontname="Helvetica,Arial,sans-serif", fontsize=12, margin="0.3,0.08"];',
		'edge [color="#5b6b84", arrowsize=0.7];',
		...boxes,
		...(await arrowsAmong(root, entered, way.boxes)),
		'}',
	].join('\n');
	const graphviz = await Graphviz.load();
	return graphviz.layout(dot, 'svg', 'dot').replaceAll(/<!--.*?-->\n/gs, '');
}

/** @returns the pictures as SVG */
export const wayOfACall = async (root: string): Promise<string> => await pictureOf(call, root);
export const wayOfAPoll = async (root: string): Promise<string> => await pictureOf(poll, root);
