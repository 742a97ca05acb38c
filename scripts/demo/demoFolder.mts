import { createHash } from 'node:crypto';
import {
	existsSync,
	mkdirSync,
	readFileSync,
	readdirSync,
	realpathSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { build } from '../../harness/project/build.mjs';
import { installPackage, installedAt } from '../../harness/project/package.mts';
import { root } from '../../harness/project/project.mjs';
import { databaseFolderIn } from '../../harness/samples/sampleDatabase.mts';

/*
 * What the demo keeps in its folder from one start to the next.
 */

/** What the package is made of. */
const SOURCES = ['nodes', 'credentials', 'icons', 'package.json', 'tsconfig.json', 'gulpfile.js'];
const PLATFORM = 'platform-';

function filesBelow(path: string): string[] {
	if (!statSync(join(root, path)).isDirectory()) return [path];
	const names = readdirSync(join(root, path)).sort();
	return names.flatMap((name) => filesBelow(join(path, name)));
}

/** Names what is in these files and folders of the project: it changes when one of them does. */
function hashOfFiles(...paths: readonly string[]): string {
	const hash = createHash('sha256');
	for (const file of paths.flatMap(filesBelow))
		hash
			.update(`${file}\0`)
			.update(readFileSync(join(root, file)))
			.update('\0');
	return hash.digest('hex');
}

/** The data of root's PostgreSQL is somewhere else, behind a link. */
function removePlatform(platformFolder: string): void {
	const database = databaseFolderIn(platformFolder);
	if (existsSync(database)) rmSync(realpathSync(database), { recursive: true, force: true });
	rmSync(platformFolder, { recursive: true, force: true });
}

/**
 * The folder for the data of the sandbox and of the PostgreSQL that goes with it.
 *
 * Another version of the sandbox may need other tables, so each version has a folder of its own; those of others are removed.
 */
export function platformFolderIn(folder: string): string {
	const name = `${PLATFORM}${hashOfFiles('sandbox').slice(0, 12)}`;
	const others = readdirSync(folder).filter((entry) => entry.startsWith(PLATFORM));
	for (const other of others) if (other !== name) removePlatform(join(folder, other));
	mkdirSync(join(folder, name), { recursive: true });
	return join(folder, name);
}

/** Builds the package, packs it and installs the tarball for an n8n with this user folder, unless it is there from the same sources. */
export async function installIfChanged(userFolder: string): Promise<void> {
	/** Written last: what broke off is installed again. */
	const installedFrom = join(userFolder, 'package-installed-from');
	const hash = hashOfFiles(...SOURCES);
	const isSame = existsSync(installedFrom) && readFileSync(installedFrom, 'utf8') === hash;
	if (isSame && existsSync(installedAt(userFolder))) return;
	rmSync(installedFrom, { force: true });
	build();
	await installPackage(userFolder);
	writeFileSync(installedFrom, hash);
}
