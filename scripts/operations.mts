import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { operationsPage } from '../harness/docs/operationsPage.mts';

const root = join(import.meta.dirname, '..');
const projectRequire = createRequire(import.meta.url);
const { n8n } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
	n8n: { nodes: string[] };
};

const nodes = n8n.nodes.map((file) => {
	const path = join(root, file);
	const [NodeType] = Object.values(projectRequire(path)) as Array<new () => { description: never }>;
	const { displayName, description } = new NodeType().description;
	return { displayName, description, ...projectRequire(join(dirname(path), 'resources')) };
});
writeFileSync(join(root, 'docs', 'operations.md'), operationsPage(nodes));
