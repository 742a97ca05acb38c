import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

function filesBelow(path: string): string[] {
	if (!statSync(join(root, path)).isDirectory()) return [path];
	return readdirSync(join(root, path))
		.sort()
		.flatMap((name) => filesBelow(join(path, name)));
}

/** Names what is in these files and folders of the project: it changes when one of them does. */
export function hashOfFiles(...paths: readonly string[]): string {
	const hash = createHash('sha256');
	for (const file of paths.flatMap(filesBelow)) {
		hash
			.update(`${file}\0`)
			.update(readFileSync(join(root, file)))
			.update('\0');
	}
	return hash.digest('hex');
}
