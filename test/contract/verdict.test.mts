import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../../harness/project/project.mjs';
import { codeFiles } from './codeTexts.mts';

/*
 * Who is called hangs on the verdict of a person. It can be understood only if one file sets it.
 */

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

const setIn = (path: string): boolean =>
	setsVerdict(
		ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest),
	);

test('one file sets a verdict', () => {
	expect(codeFiles().filter(setIn)).toEqual(['nodes/shared/calling/judge.ts']);
});
