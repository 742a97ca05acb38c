import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../harness/project/project.mjs';
import { codeFiles } from './codeTexts.mts';

/*
 * A name of a type means one thing in all of nodes/ and credentials/: a reader who has met it once knows it in every file. Functions are looked up
 * where they are used, and may have the name of another one: forced apart, they become near-synonyms.
 */

/** The names of the classes and types that a file declares at its top. */
const declaredIn = (source: string): string[] =>
	[
		...source.matchAll(
			/^(?:export )?(?:default )?(?:abstract )?(?:class|interface|type|enum) (\w+)/gm,
		),
	].map(([, name = '']) => name);

test('no type of nodes/ and credentials/ has the name of another one', () => {
	const files = codeFiles();
	expect(files.length).toBeGreaterThan(200);
	const declared = files.flatMap((file) =>
		declaredIn(readFileSync(join(root, file), 'utf8')).map((name) => ({ name, file })),
	);
	const byName = Object.entries(Object.groupBy(declared, ({ name }) => name));
	expect(byName.length).toBeGreaterThan(200);
	expect(byName.filter(([, places]) => places?.length !== 1)).toEqual([]);
});
