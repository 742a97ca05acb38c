import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hashOfFiles } from '../project/filesHash.mts';

const PREFIX = 'sandbox-';

/**
 * The file in which the demo's sandbox keeps its data from one start to the next.
 *
 * Another version of the sandbox may need other tables, so each version has a file of its own; those of others are removed.
 */
export function sandboxFileIn(folder: string): string {
	const name = `${PREFIX}${hashOfFiles('sandbox').slice(0, 12)}.sqlite`;
	for (const file of readdirSync(folder)) {
		if (file.startsWith(PREFIX) && !file.startsWith(name)) rmSync(join(folder, file));
	}
	return join(folder, name);
}
