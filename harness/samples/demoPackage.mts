import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../project/build.mjs';
import { hashOfFiles } from '../project/filesHash.mts';
import { installPackage, installedAt } from '../project/package.mts';

/** What the package is made of. */
const SOURCES = ['nodes', 'credentials', 'icons', 'package.json', 'tsconfig.json', 'gulpfile.js'];

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
