import { existsSync, readFileSync } from 'node:fs';
import { tableRowsIn } from './markdown.mts';

/*
 * docs/internals/platforms.md tells an operator what to set, or which code to change. A file or a name that has moved would send them searching.
 */

const page = readFileSync('docs/internals/platforms.md', 'utf8');
const [table = ''] = page
	.split(/\n(?!\|)/)
	.filter((part) => part.includes('| If it is different |'));
const rows = tableRowsIn(table.trim()).map(([question = '', , override = '']) => ({
	question,
	override,
}));

test('the page asks each question once, and says for each what to change', () => {
	expect(rows.length).toBeGreaterThan(30);
	expect(rows.filter(({ override }) => override === '')).toEqual([]);
	const questions = rows.map(({ question }) => question);
	expect(new Set(questions).size).toBe(questions.length);
});

/** `path`, or `path`, `name` */
const references = rows.flatMap(({ override }) => {
	const [, path = '', name = ''] = /^`([^`]+)`(?:, `(\w+)`)?$/.exec(override) ?? [];
	return path === '' ? [] : [{ path, name }];
});

test.each(references)('$path has "$name"', ({ path, name }) => {
	expect(path).toMatch(/^(nodes|credentials)\//);
	expect(existsSync(path)).toBe(true);
	expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`\\b${name}\\b`));
});
