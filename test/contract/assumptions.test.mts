import { existsSync, readFileSync, statSync } from 'node:fs';
import { CHECKS } from '../../nodes/VoiceAgentOrganization/platformCheck/report';
import { tableRowsIn } from './markdown.mts';

/*
 * docs/internals/api-assumptions.md tells an operator which line of code to change. A file or a name that has moved would send them searching. It also says
 * what Check Platform compares.
 */

const page = readFileSync('docs/internals/api-assumptions.md', 'utf8');
const [, compared = '', open = ''] = page.split(/^## .+$/m);
const rowsOf = (section: string) =>
	tableRowsIn(section).map(([question = '', , code = '', override = '']) => ({
		question,
		code,
		override,
	}));
const rows = [...rowsOf(compared), ...rowsOf(open)];

test('the page asks each question once, and names the code that answers it', () => {
	expect(rows.length).toBeGreaterThan(30);
	expect(rows.filter(({ override }) => override === '')).toEqual([]);
	const questions = rows.map(({ question }) => question);
	expect(new Set(questions).size).toBe(questions.length);
});

test('the page says what Check Platform compares, with the same names', () => {
	const checked = CHECKS.map(([assumption]) => assumption);
	expect(
		rowsOf(compared)
			.map(({ question }) => question)
			.toSorted(),
	).toEqual(checked.toSorted());
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
