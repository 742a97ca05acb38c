import { readFileSync } from 'node:fs';
import { operationsPage } from '../../harness/docs/operationsPage.mts';
import { nodeTypes } from '../support/nodes.mts';
import { resourcesByNode } from '../support/operations.mts';

test('docs/operations.md is what the nodes say of themselves (npm run docs writes it)', () => {
	const nodes = Object.entries(nodeTypes).map(([name, { description }]) => ({
		displayName: description.displayName,
		description: description.description,
		resources: resourcesByNode[name] ?? [],
	}));
	expect(readFileSync('docs/operations.md', 'utf8')).toBe(operationsPage(nodes));
});
