import { globSync, readFileSync } from 'node:fs';
import { testsNamedIn } from './evidence.mts';

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

describe('CONTRIBUTING.md', () => {
	/** `test/unit/callFilters`, the beginning of a path, is what `npm test --` takes. */
	const named = [
		...readFileSync('CONTRIBUTING.md', 'utf8').matchAll(
			/\b(?:nodes|sandbox|test)\/(?:[\w.-]+\/)*[\w.-]*\w/g,
		),
	].map(([path]) => path);

	test('names files and folders that are there', () => {
		expect(named.length).toBeGreaterThan(40);
		expect(named.filter((path) => globSync(`${path}*`).length === 0)).toEqual([]);
	});
});
