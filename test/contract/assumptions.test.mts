import { existsSync, readFileSync, statSync } from 'node:fs';

/*
 * docs/api-assumptions.md tells an operator which line of code to change. A file or a name that has moved would send them searching.
 */

const FILE = /^(nodes|credentials)\/[\w./]*$/;

/** Each code reference of a table cell: a path, and the names that follow it: `nodes/a.ts`, `NAME`; `nodes/b.ts`. */
function referencesIn(cell: string): Array<{ path: string; names: string[] }> {
	return cell.split(';').map((reference) => {
		const [path = '', ...names] = [...reference.matchAll(/`([^`]+)`/g)].map(
			([, text]) => text ?? '',
		);
		return { path, names };
	});
}

const rows = readFileSync('docs/api-assumptions.md', 'utf8')
	.split('\n')
	.filter((line) => line.startsWith('| '))
	.slice(2)
	.map((line) => line.split(' | '));
const references = rows.flatMap(([, , cell = '']) =>
	cell.trim() === '' ? [] : referencesIn(cell),
);

test('the table has references', () => {
	expect(references.length).toBeGreaterThan(30);
});

test.each(references)('$path has $names', ({ path, names }) => {
	expect(path).toMatch(FILE);
	expect(existsSync(path)).toBe(true);
	if (statSync(path).isDirectory()) return;
	const code = readFileSync(path, 'utf8');
	for (const name of names) expect(code).toMatch(new RegExp(`\\b${name}\\b`));
});
