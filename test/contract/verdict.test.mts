import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/*
 * Who is called hangs on the verdict of a person. It can be understood only if one file sets it.
 */

const NODES = join(import.meta.dirname, '../../nodes');

const files = readdirSync(NODES, { recursive: true, encoding: 'utf8' })
	.filter((path) => path.endsWith('.ts'))
	.map((path) => path.replaceAll('\\', '/'));

const isVerdict = (name: ts.Node | undefined): boolean =>
	name !== undefined && ts.isIdentifier(name) && name.text === 'verdict';

/** `person.verdict = …` or `{ …, verdict: … }`, at any depth. */
function setsVerdict(node: ts.Node): boolean {
	const isAssigned =
		ts.isBinaryExpression(node) &&
		node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
		node.operatorToken.kind <= ts.SyntaxKind.LastAssignment &&
		ts.isPropertyAccessExpression(node.left) &&
		isVerdict(node.left.name);
	const isMade =
		(ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) &&
		isVerdict(node.name);
	return isAssigned || isMade || (ts.forEachChild(node, setsVerdict) ?? false);
}

const setIn = (text: string): boolean =>
	setsVerdict(ts.createSourceFile('one.ts', text, ts.ScriptTarget.Latest));

test.each([
	['person.verdict = finding;', true],
	['person.verdict ??= finding;', true],
	['const one = { ...person, verdict };', true],
	['const one = { ...person, verdict: undefined };', true],
	['const { verdict } = person;', false],
	['if (person.verdict === finding) return;', false],
])('%s: %s', (text, expected) => {
	expect(setIn(text)).toBe(expected);
});

test('one file sets a verdict', () => {
	const setting = files.filter((path) => setIn(readFileSync(join(NODES, path), 'utf8')));
	expect(setting).toEqual(['shared/calling/judge.ts']);
});
