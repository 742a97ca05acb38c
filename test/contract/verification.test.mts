import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../harness/project/project.mjs';
import { testsNamedIn } from './evidence.mts';
import { linksIn, tableRowsIn } from './markdown.mts';

/*
 * docs/internals/verification.md names evidence that is there, and says truly which rules of n8n's linter are on.
 */

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const page = read('docs/internals/verification.md');
const { scripts } = JSON.parse(read('package.json'));

const named = [...page.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
const paths = named.filter((code) =>
	/^[\w.-]*(\/[\w.-]+)+\.\w+$|^[\w-]+\.(json|mjs|md)$/.test(code),
);
const commands = named.flatMap((code) => /^npm run ([\w:]+)$/.exec(code)?.[1] ?? []);

/** The rows under "n8n demands": what is demanded, and the evidence. */
const demands = page
	.split(/\n(?!\|)/)
	.filter((part) => /^\n?\| *n8n demands/.test(part))
	.flatMap((table) => tableRowsIn(table.trim()));

test('each demand has a test, a command, a file or a page as its evidence', () => {
	expect(demands.length).toBeGreaterThan(25);
	const isProof = (evidence: string) =>
		testsNamedIn(evidence).length > 0 || linksIn(evidence).length > 0 || evidence.includes('`');
	const without = demands.filter(([, evidence = '']) => !isProof(evidence));
	// What the service does not have needs none.
	expect(without).toEqual([[expect.stringContaining('OAuth'), expect.stringContaining('none')]]);
});

test.each(testsNamedIn(page))('%s has "%s"', (file, name) => {
	expect(read(file)).toContain(name);
});

test('every file and command that it names is there', () => {
	expect(paths.length).toBeGreaterThan(15);
	expect(commands.length).toBeGreaterThan(5);
	expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
	expect(commands.filter((command) => !(command in scripts))).toEqual([]);
});

test("so many rules of n8n's linter are on and off as the page says", () => {
	const script = `const all = {};
		for (const { rules = {} } of require('@n8n/node-cli/eslint').config)
			for (const [rule, setting] of Object.entries(rules)) (all[rule] ??= []).push([setting].flat()[0]);
		console.log(JSON.stringify(all));`;
	/** Rule → its severities, in the configuration of n8n that this project uses. */
	const rules: Record<string, string[]> = JSON.parse(
		execFileSync(process.execPath, ['--eval', script], { cwd: root, encoding: 'utf8' }),
	);
	const countsOf = (prefix: string) => {
		const all = Object.keys(rules).filter((rule) => rule.startsWith(prefix));
		return [all.length, all.filter((rule) => rules[rule]?.includes('off')).length];
	};
	expect(countsOf('@n8n/community-nodes/')).toEqual([43, 0]);
	expect(page).toContain('All 43 rules of `@n8n/eslint-plugin-community-nodes`');
	expect(countsOf('n8n-nodes-base/')).toEqual([132, 5]);
	expect(page).toContain('127 of 132 rules of `eslint-plugin-n8n-nodes-base`');
	expect(page).toContain('Five rules of `eslint-plugin-n8n-nodes-base` are off');
});
