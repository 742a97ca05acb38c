import { Session } from 'node:inspector/promises';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { type ICruiseResult, cruise } from 'dependency-cruiser';
import { StoredCredential, runNode } from '../n8n/engine.mts';
import { sandboxCredential } from '../samples/samples.mts';
import { startSandbox } from '../sandbox.mts';

/*
 * The picture `docs/images/way-of-a-call.svg`: which files of the built package one Make Call enters, as V8 counts it in n8n's engine and against the
 * sandbox, and who of them imports whom.
 */

interface Box {
	/** Pattern of its files. */
	files: RegExp;
	title: string;
	text: string;
}

const box = (files: RegExp, title: string, text: string): Box => ({ files, title, text });

/** The first one that fits. */
const BOXES: readonly Box[] = [
	box(/^nodes\/VoiceAgentCall\//, 'VoiceAgentCall', 'the rows, and what is sent of each'),
	box(/^nodes\/shared\/run\/memory\//, 'memory', 'called before, possibly called; claims'),
	box(/^nodes\/shared\/run\/rules\//, 'rules', 'held back'),
	box(/^nodes\/shared\/run\//, 'run', 'plan, verdicts, send, items'),
	box(/^nodes\/shared\/operation\//, 'operation', 'the parameters'),
	box(/^nodes\/shared\/http\//, 'http', 'the request and its answer'),
	box(/^nodes\/shared\/(platform|values)\//, 'platform and values', 'names, columns, numbers'),
	box(/^credentials\//, 'credentials', 'the token'),
];

const boxOf = (file: string) => BOXES.find(({ files }) => files.test(file));

/** A door says what a room has, and does nothing. */
const isDoor = (file: string) => file.endsWith('/index.ts');

/** The files that one Make Call enters after another one: neither what loads the package, nor the login. */
async function enteredByMakeCall(root: string): Promise<string[]> {
	const dist = join(root, 'dist');
	const distRequire = createRequire(`${dist}/`);
	const { VoiceAgentCall } = distRequire('./nodes/VoiceAgentCall/VoiceAgentCall.node.js');
	const { VoiceAgentApi } = distRequire('./credentials/VoiceAgentApi.credentials.js');
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.startPreciseCoverage', { callCount: true });
	const sandbox = await startSandbox({ clock: 'manual' });
	try {
		const { data } = sandboxCredential(sandbox.url);
		const credential = new StoredCredential(new VoiceAgentApi(), data);
		const call = async (toNumber: string) => {
			const parameters = {
				resource: 'call',
				operation: 'makeCall',
				agentId: 'agent_0001',
				toNumber,
			};
			const [item] = await runNode({ node: new VoiceAgentCall(), credential, parameters });
			if (!item?.json.call_id) throw new Error(`No call was made: ${JSON.stringify(item)}`);
		};
		await call('+12125550101');
		await session.post('Profiler.takePreciseCoverage');
		await call('+12125550102');
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
async function arrowsAmong(root: string, entered: readonly string[]): Promise<string[]> {
	const config = createRequire(import.meta.url)(`${root}/.dependency-cruiser.cjs`);
	const { output } = await cruise(['nodes', 'credentials'], { ...config.options, baseDir: root });
	const { modules } = output as ICruiseResult;
	const arrows = modules
		.filter(({ source }) => entered.includes(source))
		.flatMap(({ source, dependencies }) =>
			dependencies.map(({ resolved }) => [boxOf(source)?.title, boxOf(resolved)?.title] as const),
		)
		.filter(([from, to]) => from !== undefined && to !== undefined && from !== to)
		.map(([from, to]) => `${JSON.stringify(from)} -> ${JSON.stringify(to)};`);
	return [...new Set(arrows)].sort();
}

/** @returns the picture as SVG */
export async function wayOfACall(root: string): Promise<string> {
	const entered = await enteredByMakeCall(root);
	const boxes = BOXES.map(({ title, text }) => {
		const { length } = entered.filter((file) => boxOf(file)?.title === title);
		const label = `${title}\n${text}\n${length} ${length === 1 ? 'file' : 'files'}`;
		return `${JSON.stringify(title)} [label=${JSON.stringify(label)}];`;
	});
	const dot = [
		'digraph {',
		'graph [rankdir=TB, fontname="Helvetica,Arial,sans-serif", fontsize=12, nodesep=0.3, ranksep=0.4];',
		'node [shape=box, style="rounded,filled", fillcolor="#f4f6fa", color="#8a94a6", fontname="Helvetica,Arial,sans-serif", fontsize=12, margin="0.3,0.08"];',
		'edge [color="#5b6b84", arrowsize=0.7];',
		...boxes,
		...(await arrowsAmong(root, entered)),
		'}',
	].join('\n');
	const graphviz = await Graphviz.load();
	return graphviz.layout(dot, 'svg', 'dot').replaceAll(/<!--.*?-->\n/gs, '');
}
