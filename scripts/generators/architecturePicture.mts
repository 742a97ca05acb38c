import { createRequire } from 'node:module';
import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { type ICruiseResult, cruise } from 'dependency-cruiser';

/*
 * The picture `docs/images/architecture.svg`: the rooms of the project and who imports whom, as dependency-cruiser finds it.
 */

const CODE = ['nodes', 'credentials', 'sandbox', 'harness', 'scripts', 'bench', 'test'];

interface Room {
	/** Pattern of its files. */
	files: RegExp;
	/** The box it is drawn in. */
	group: string;
	title: string;
	text: string;
}

const room = (files: RegExp, group: string, title: string, text: string): Room => ({
	files,
	group,
	title,
	text,
});

const PACKAGE = 'The package: what users install';
const SANDBOX = 'The sandbox: the platform on your computer';
const TOOLS = 'Development';

/** The first one that fits. */
const ROOMS: readonly Room[] = [
	room(/^nodes\/VoiceAgentTrigger\//, PACKAGE, 'VoiceAgentTrigger', 'polls, and emits what is new'),
	room(
		/^nodes\/VoiceAgentFunctionTrigger\//,
		PACKAGE,
		'VoiceAgentFunctionTrigger',
		'answers an agent that speaks',
	),
	room(/^nodes\/VoiceAgent[^/]*\//, PACKAGE, 'seven action nodes', 'operations as data'),
	room(/^nodes\/shared\/calling\//, PACKAGE, 'calling', 'whom a run calls: one verdict each'),
	room(/^nodes\/shared\/run\//, PACKAGE, 'run', 'all items: plan, send, wait'),
	room(/^nodes\/shared\/operation\//, PACKAGE, 'operation', 'what an operation is; its fields'),
	room(/^nodes\/shared\/http\//, PACKAGE, 'http', 'requests, retries, pages, failures'),
	room(/^nodes\/shared\/platform\//, PACKAGE, 'platform', 'what the platform calls things'),
	room(/^nodes\/shared\/refusals\//, PACKAGE, 'refusals', 'what a no looks like'),
	room(/^nodes\/shared\/values\//, PACKAGE, 'values', 'times, phone numbers, JSON'),
	room(/^credentials\//, PACKAGE, 'credentials', 'login and MFA'),
	room(/^sandbox\/(main\.mts|server\/)/, SANDBOX, 'server', 'HTTP, validation'),
	room(/^sandbox\/routes\//, SANDBOX, 'routes', 'one handler for each endpoint'),
	room(/^sandbox\/control\//, SANDBOX, 'control', 'what samples and tests do to it'),
	room(/^sandbox\/domain\//, SANDBOX, 'domain', 'the dialer, calls, billing …'),
	room(/^sandbox\/simulation\//, SANDBOX, 'simulation', 'clock, conversations'),
	room(/^sandbox\/data\//, SANDBOX, 'data', 'SQLite, samples'),
	room(/^sandbox\/openapi\//, SANDBOX, 'openapi', 'the contract'),
	room(/^sandbox\/common\//, SANDBOX, 'common', 'errors, JSON, times'),
	room(/^harness\//, TOOLS, 'harness', 'starts n8n, PostgreSQL, the sandbox'),
	room(/^test\//, TOOLS, 'test', 'unit, contract, engine, model, e2e'),
	room(/^scripts\//, TOOLS, 'scripts', 'commands'),
	room(/^bench\//, TOOLS, 'bench', 'benchmarks'),
];

const roomOf = (file: string) => ROOMS.find(({ files }) => files.test(file));

/** Who imports whom, as `from → to`, without arrows inside a room. */
function arrowsIn({ modules }: ICruiseResult): Array<[from: Room, to: Room]> {
	const arrows = new Map<string, [Room, Room]>();
	for (const { source, dependencies } of modules) {
		for (const { resolved } of dependencies) {
			const [from, to] = [roomOf(source), roomOf(resolved)];
			if (from && to && from !== to) arrows.set(`${from.title} ${to.title}`, [from, to]);
		}
	}
	return [...arrows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, arrow]) => arrow);
}

const quoted = (text: string) => JSON.stringify(text);

function dotOf(arrows: ReadonlyArray<[from: Room, to: Room]>): string {
	const groups = [...new Set(ROOMS.map(({ group }) => group))];
	const boxes = groups.flatMap((group, index) => [
		`subgraph cluster_${index} { label=${quoted(group)};`,
		...ROOMS.filter((entry) => entry.group === group).map(
			({ title, text }) =>
				// The dimensions of a text depend on the reader's fonts: plain labels stay centred in their boxes.
				`${quoted(title)} [label=${quoted(`${title}\n${text}`)}];`,
		),
		'}',
	]);
	// Tests and benchmarks look into every room; those arrows would hide the others.
	const isDrawn = ([from]: [Room, Room]) => from.group !== TOOLS;
	const own = arrows.filter((arrow) => isDrawn(arrow) || arrow[1].group === TOOLS);
	return [
		'digraph {',
		'graph [rankdir=TB, fontname="Helvetica,Arial,sans-serif", fontsize=12, style="rounded", color="#c9ced6", nodesep=0.25, ranksep=0.45];',
		'node [shape=box, style="rounded,filled", fillcolor="#f4f6fa", color="#8a94a6", fontname="Helvetica,Arial,sans-serif", fontsize=12, margin="0.3,0.08"];',
		'edge [color="#5b6b84", arrowsize=0.7];',
		...boxes,
		...own.map(([from, to]) => `${quoted(from.title)} -> ${quoted(to.title)};`),
		'}',
	].join('\n');
}

/** @returns the picture as SVG */
export async function architecturePicture(root: string): Promise<string> {
	const config = createRequire(import.meta.url)(`${root}/.dependency-cruiser.cjs`);
	const { output } = await cruise(CODE, { ...config.options, baseDir: root });
	const graphviz = await Graphviz.load();
	const svg = graphviz.layout(dotOf(arrowsIn(output as ICruiseResult)), 'svg', 'dot');
	return svg.replaceAll(/<!--.*?-->\n/gs, '');
}
