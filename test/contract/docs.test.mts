import { globSync, readFileSync } from 'node:fs';
import { testsNamedIn } from './evidence.mts';
import { tableRowsIn } from './markdown.mts';

/*
 * Pages for operators and contributors name files, tests and names of the code: one that has moved would send them searching.
 */

const read = (path: string) => readFileSync(path, 'utf8');

describe('docs/internals/reliability.md', () => {
	const rows = read('docs/internals/reliability.md')
		.split('\n')
		.filter((line) => /^\|(?! *(-|Promise))/.test(line));

	test('names a test for each promise', () => {
		expect(rows.length).toBeGreaterThan(25);
		expect(rows.filter((row) => testsNamedIn(row).length === 0)).toEqual([]);
	});

	test.each(rows.flatMap(testsNamedIn))('%s has "%s"', (file, name) => {
		expect(read(file)).toContain(name);
	});
});

describe('docs/internals/platforms.md', () => {
	const [table = ''] = read('docs/internals/platforms.md')
		.split(/\n(?!\|)/)
		.filter((part) => part.includes('| If it is different |'));
	const rows = tableRowsIn(table.trim());

	test('asks each question once, and says for each what to change', () => {
		expect(rows.length).toBeGreaterThan(30);
		expect(rows.filter(([, , override = '']) => override === '')).toEqual([]);
		expect(new Set(rows.map(([question]) => question)).size).toBe(rows.length);
	});

	/** `path`, or `path`, `name` */
	const references = rows.flatMap(([, , override = '']) => {
		const [, path = '', name = ''] = /^`([^`]+)`(?:, `(\w+)`)?$/.exec(override) ?? [];
		return path === '' ? [] : [{ path, name }];
	});

	test.each(references)('$path has "$name"', ({ path, name }) => {
		expect(path).toMatch(/^(nodes|credentials)\//);
		expect(read(path)).toMatch(new RegExp(`\\b${name}\\b`));
	});
});

test('CONTRIBUTING.md names files and folders that are there', () => {
	// `test/unit/callFilters`, the beginning of a path, is what `npm test --` takes.
	const paths = /\b(?:nodes|sandbox|test)\/(?:[\w.-]+\/)*[\w.-]*\w/g;
	const named = [...read('CONTRIBUTING.md').matchAll(paths)].map(([path]) => path);
	expect(named.length).toBeGreaterThan(40);
	expect(named.filter((path) => globSync(`${path}*`).length === 0)).toEqual([]);
});
