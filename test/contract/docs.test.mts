import { readFileSync } from 'node:fs';
import { columnsPage } from '../../harness/docs/columnsPage.mts';
import { operationsPage } from '../../harness/docs/operationsPage.mts';
import { otherPlatformsPage } from '../../harness/docs/otherPlatformsPage.mts';
import { EXPLAINED } from '../../harness/quirkRefusals.mts';
import * as platform from '../../nodes/shared/platform';
import { nodeTypes, resourcesByNode } from '../support/nodeTypes.mts';
import { CATALOGUE } from '../../sandbox/simulation/quirkCatalogue.mts';
import { testsNamedIn } from './evidence.mts';

test('docs/operations.md is what the nodes say of themselves (npm run generate writes it)', () => {
	const nodes = Object.entries(nodeTypes).map(([name, { description }]) => ({
		displayName: description.displayName,
		description: description.description,
		resources: resourcesByNode[name] ?? [],
	}));
	expect(readFileSync('docs/operations.md', 'utf8')).toBe(operationsPage(nodes));
});

test('docs/columns.md is what nodes/shared/platform says (npm run generate writes it)', () => {
	expect(readFileSync('docs/columns.md', 'utf8')).toBe(columnsPage(platform));
});

test('docs/internals/other-platforms.md is what harness/quirkRefusals.mts says (npm run generate writes it)', () => {
	expect(readFileSync('docs/internals/other-platforms.md', 'utf8')).toBe(
		otherPlatformsPage(CATALOGUE, EXPLAINED),
	);
});

describe('docs/internals/reliability.md', () => {
	const rows = readFileSync('docs/internals/reliability.md', 'utf8')
		.split('\n')
		.filter((line) => /^\|(?! *(-|Promise))/.test(line));

	test('names a test for each promise', () => {
		expect(rows.length).toBeGreaterThan(25);
		expect(rows.filter((row) => testsNamedIn(row).length === 0)).toEqual([]);
	});

	test.each(rows.flatMap(testsNamedIn))('%s has "%s"', (file, name) => {
		expect(readFileSync(file, 'utf8')).toContain(name);
	});
});
