import { existsSync, readFileSync, statSync } from 'node:fs';
import { CHECKS } from '../../nodes/VoiceAgentOrganization/platformCheck/report';

/*
 * docs/internals/api-assumptions.md tells an operator which line of code to change. A file or a name that has moved would send them searching. It also says
 * what Check Platform sees, and where.
 */

const rows = readFileSync('docs/internals/api-assumptions.md', 'utf8')
	.split('\n')
	.filter((line) => /^\|(?! *(-|Not shown))/.test(line))
	.map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))
	.map(([question = '', , seen = '', code = '', override = '']) => ({
		question,
		seen,
		code,
		override,
	}));

test('the page asks each question once, and names the code that answers it', () => {
	expect(rows.length).toBeGreaterThan(30);
	expect(rows.filter(({ override }) => override === '')).toEqual([]);
	const questions = rows.map(({ question }) => question);
	expect(new Set(questions).size).toBe(questions.length);
});

test('the page says what Check Platform sees, with the same names', () => {
	const checked = CHECKS.map(([assumption]) => assumption).toSorted();
	const questions = rows.filter(({ seen }) => seen === 'yes').map(({ question }) => question);
	expect(questions.toSorted()).toEqual(checked);
	for (const { seen } of rows) {
		const [, where] = /^yes, in _(.+)_$/.exec(seen) ?? [];
		expect([...checked, undefined]).toContain(where);
		expect(seen).toMatch(/^(yes|no)/);
	}
});

/** `path`, `name`, `name`; `path` */
const references = rows.flatMap(({ code }) =>
	code.split('; ').map((text) => {
		const [path = '', ...names] = text.split(', ').map((name) => name.replaceAll('`', ''));
		return { path, names };
	}),
);

test.each(references)('$path has $names', ({ path, names }) => {
	expect(path).toMatch(/^(nodes|credentials)\/[\w./]*$/);
	expect(existsSync(path)).toBe(true);
	if (statSync(path).isDirectory()) return;
	const code = readFileSync(path, 'utf8');
	for (const name of names) expect(code).toMatch(new RegExp(`\\b${name}\\b`));
});
