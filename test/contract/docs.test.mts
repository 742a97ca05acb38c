import { readFileSync } from 'node:fs';
import { columnsPage } from '../../harness/docs/columnsPage.mts';
import { operationsPage } from '../../harness/docs/operationsPage.mts';
import * as platform from '../../nodes/shared/platform';
import { nodeTypes, resourcesByNode } from '../support/nodes.mts';

test('docs/operations.md is what the nodes say of themselves (npm run docs writes it)', () => {
	const nodes = Object.entries(nodeTypes).map(([name, { description }]) => ({
		displayName: description.displayName,
		description: description.description,
		resources: resourcesByNode[name] ?? [],
	}));
	expect(readFileSync('docs/operations.md', 'utf8')).toBe(operationsPage(nodes));
});

test('docs/columns.md is what nodes/shared/platform says (npm run docs writes it)', () => {
	expect(readFileSync('docs/columns.md', 'utf8')).toBe(columnsPage(platform));
});
