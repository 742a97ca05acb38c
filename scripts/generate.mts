import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import type { Resource } from '../nodes/shared/operation';
import { format, getFileInfo, resolveConfig } from 'prettier';
import { architecturePicture } from './generators/architecturePicture.mts';
import { columnsPage } from './generators/columnsPage.mts';
import { operationsPage } from './generators/operationsPage.mts';
import { wayOfACall, wayOfAPoll } from './generators/ways.mts';
import { numberPlans, numberPlansFile } from './generators/numberPlans.mts';
import { madeFrom, numberZones, numberZonesFile } from './generators/numberZones.mts';
import { parameterLines, parametersOf } from './generators/parameters.mts';
import { samplesWithCode } from './generators/sampleCode.mts';
import { root } from '../harness/project/project.mjs';
import { referencePage } from '../sandbox/control/reference.mts';
import { outputSchemas } from './outputSchemas.mts';

/*
 * node scripts/generate.mts [--check]
 *
 * Writes every file that is made from the code. With --check, it writes nothing, and fails if one of them is out of date. Pictures of a measured run
 * are not looked at then: a run is not the same each time.
 */

const isCheck = process.argv.includes('--check');
const projectRequire = createRequire(join(root, 'package.json'));
const built = (file: string) => projectRequire(`./dist/${file}`);
const pathOf = (file: string) => join(root, file);
const textOf = (file: string) =>
	existsSync(pathOf(file)) ? readFileSync(pathOf(file), 'utf8') : undefined;

interface BuiltNode {
	file: string;
	description: INodeTypeDescription;
}

function builtNodes(): BuiltNode[] {
	const { n8n } = projectRequire('./package.json') as { n8n: { nodes: string[] } };
	return n8n.nodes.map((file) => {
		const [NodeType] = Object.values(projectRequire(`./${file}`)) as Array<
			new () => { description: INodeTypeDescription }
		>;
		return { file, description: new NodeType!().description };
	});
}

/** The nodes that have operations: triggers have none. */
function actionNodes(nodes: readonly BuiltNode[]) {
	return nodes.flatMap(({ file, description }) => {
		const folder = join(dirname(pathOf(file)), 'resources');
		if (!existsSync(folder)) return [];
		const { resources } = projectRequire(folder) as { resources: readonly Resource[] };
		return { file, description, resources };
	});
}

/** The nodes as the page of operations shows them. */
const describedNodes = (nodes: readonly BuiltNode[]) =>
	actionNodes(nodes).map(({ description: { displayName, description }, resources }) => ({
		displayName,
		description,
		resources,
	}));

/** The parameters that the nodes have. `test/contract/parameters.test.mts` compares them with those of the last release. */
const parameterFiles = (nodes: readonly BuiltNode[]): Record<string, string> =>
	Object.fromEntries(
		nodes.map(({ description }) => [
			`test/contract/parameters/${description.name}.txt`,
			parameterLines(parametersOf(description)),
		]),
	);

/** Making the table takes half a minute, so it is made for other sources only. Without the file, it is made. */
function zoneTable(): string {
	const before = textOf(numberZonesFile);
	return before?.includes(madeFrom) ? before : numberZones();
}

/** What is to be in each file. */
async function generated(): Promise<Record<string, string>> {
	const nodes = builtNodes();
	return {
		'docs/columns.md': columnsPage(built('nodes/shared/platform')),
		'docs/operations.md': operationsPage(describedNodes(nodes)),
		'docs/images/architecture.svg': await architecturePicture(root),
		...(!isCheck && {
			'docs/images/way-of-a-call.svg': await wayOfACall(root),
			'docs/images/way-of-a-poll.svg': await wayOfAPoll(root),
		}),
		'sandbox/reference.md': referencePage(),
		[numberPlansFile]: numberPlans(),
		[numberZonesFile]: zoneTable(),
		...samplesWithCode(),
		...parameterFiles(nodes),
		...outputSchemas(actionNodes(nodes), built('nodes/shared/platform')),
	};
}

/** The content as `npm run lint` wants it. */
async function formatted(file: string, content: string): Promise<string> {
	const { ignored, inferredParser } = await getFileInfo(pathOf(file), {
		ignorePath: pathOf('.prettierignore'),
	});
	if (ignored || inferredParser === null) return content;
	return await format(content, { ...(await resolveConfig(pathOf(file))), filepath: file });
}

const outOfDate: string[] = [];
for (const [file, content] of Object.entries(await generated())) {
	const text = await formatted(file, content);
	if (text === textOf(file)) continue;
	outOfDate.push(file);
	if (isCheck) continue;
	mkdirSync(dirname(pathOf(file)), { recursive: true });
	writeFileSync(pathOf(file), text);
}
if (isCheck && outOfDate.length > 0) {
	console.error(`Out of date: ${outOfDate.join(', ')}. Run: npm run generate`);
	process.exitCode = 1;
}
