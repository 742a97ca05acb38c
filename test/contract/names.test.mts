import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../../harness/project/project.mjs';
import { codeFiles } from './codeTexts.mts';

/*
 * A name of a type means one thing in all of nodes/ and credentials/: a reader who has met it once knows it in every file. Functions are looked up
 * where they are used, and may have the name of another one: forced apart, they become near-synonyms.
 */

/** The names of the classes and types that a file declares at its top. */
function declaredIn(path: string, source: string): Set<string> {
	const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest);
	const names = file.statements.flatMap((statement): Array<ts.Node | undefined> => {
		const isDeclaration =
			ts.isClassDeclaration(statement) ||
			ts.isInterfaceDeclaration(statement) ||
			ts.isTypeAliasDeclaration(statement) ||
			ts.isEnumDeclaration(statement);
		return isDeclaration ? [statement.name] : [];
	});
	return new Set(names.flatMap((name) => (name ? [name.getText(file)] : [])));
}

/** Each name that more than one of these files declares, with the files: `textOf: a.ts, b.ts`. */
function declaredTwice(sources: ReadonlyArray<readonly [path: string, source: string]>): string[] {
	const paths = new Map<string, string[]>();
	for (const [path, source] of sources)
		for (const name of declaredIn(path, source))
			paths.set(name, [...(paths.get(name) ?? []), path]);
	return [...paths]
		.filter(([, files]) => files.length > 1)
		.map(([name, files]) => `${name}: ${files.join(', ')}`)
		.sort();
}

test('no type of nodes/ and credentials/ has the name of another one', () => {
	const files = codeFiles();
	expect(files.length).toBeGreaterThan(200);
	const sources = files.map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);
	expect(declaredTwice(sources)).toEqual([]);
});
