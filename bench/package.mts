import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../harness/project/project.mjs';
import { printTable } from '../harness/table.mts';

/** How long n8n waits for this package at its start, and how much of it the editor has to load. */
const projectRequire = createRequire(import.meta.url);
const { n8n } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
	n8n: { nodes: string[]; credentials: string[] };
};

// n8n has this loaded before any package.
projectRequire('n8n-workflow');

const startedAt = performance.now();
const types = [...n8n.credentials, ...n8n.nodes].flatMap((file) =>
	Object.values(
		projectRequire(join(root, file)) as Record<string, new () => { description?: object }>,
	).map((NodeType) => new NodeType()),
);
const loadTime = performance.now() - startedAt;
const size = types.reduce(
	(sum, { description }) => sum + JSON.stringify(description ?? {}).length,
	0,
);

console.log('\nThe package\n');
printTable(
	['', 'figure'],
	[
		['nodes', n8n.nodes.length],
		['time to load', `${loadTime.toFixed(0)} ms`],
		['node descriptions together', `${(size / 1e6).toFixed(2)} MB`],
	],
);
