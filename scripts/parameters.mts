import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { format, resolveConfig } from 'prettier';
import { differencesOf, type Parameter, parametersOf } from '../harness/parameters.mts';
import { root } from '../harness/project/project.mjs';

/** Writes the parameters of each node to test/contract/parameters. Nothing is written if a workflow of an earlier version could not be read. */
const projectRequire = createRequire(import.meta.url);
const folder = join(root, 'test', 'contract', 'parameters');

const { n8n } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
	n8n: { nodes: string[] };
};

const nodes = n8n.nodes.map((file) => {
	const [NodeType] = Object.values(projectRequire(join(root, file))) as Array<
		new () => { description: INodeTypeDescription }
	>;
	const { description } = new NodeType!();
	return { file: join(folder, `${description.name}.json`), now: parametersOf(description) };
});

const broken = nodes.flatMap(({ file, now }) => {
	if (!existsSync(file)) return [];
	const before = JSON.parse(readFileSync(file, 'utf8')) as Parameter[];
	return differencesOf(before, now).broken.map((difference) => `${file}: ${difference}`);
});

if (broken.length > 0) {
	console.error('Workflows that an earlier version saved could not be read:');
	console.error(broken.join('\n'));
	process.exitCode = 1;
} else {
	mkdirSync(folder, { recursive: true });
	for (const { file, now } of nodes) {
		const options = { ...(await resolveConfig(file)), filepath: file };
		writeFileSync(file, await format(JSON.stringify(now), options));
	}
}
