import { existsSync, readFileSync, statSync } from 'node:fs';
import { ASSUMPTIONS } from '../../nodes/VoiceAgentOrganization/platformCheck/assumptions';

/*
 * docs/api-assumptions.md tells an operator which line of code to change. A file or a name that has moved would send them searching.
 */

const FILE = /^(nodes|credentials)\/[\w./]*$/;

const references = ASSUMPTIONS.flatMap(({ code }) => code);

test('the table has references, and asks each question once', () => {
	expect(references.length).toBeGreaterThan(30);
	expect(ASSUMPTIONS.filter(({ code }) => code.length === 0)).toEqual([]);
	const questions = ASSUMPTIONS.map(({ question }) => question);
	expect(new Set(questions).size).toBe(questions.length);
});

test.each(references)('$path has $names', ({ path, names = [] }) => {
	expect(path).toMatch(FILE);
	expect(existsSync(path)).toBe(true);
	if (statSync(path).isDirectory()) return;
	const code = readFileSync(path, 'utf8');
	for (const name of names) expect(code).toMatch(new RegExp(`\\b${name}\\b`));
});
