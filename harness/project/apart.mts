import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { lastLines } from '../lastLines.mts';
import { pnpmEnvironment } from './install.mjs';
import { isWindows } from './project.mjs';

/**
 * Installs npm packages in a folder of their own, apart from those of the project, unless they are there.
 *
 * @param manifest the package.json of that folder
 * @param lockfile a pnpm-lock.yaml that names every version; without one, pnpm chooses the newest that fit
 * @throws with the end of what pnpm said
 */
export async function installApart(
	folder: string,
	manifest: object,
	flags: readonly string[] = [],
	lockfile?: string,
): Promise<void> {
	const wanted = JSON.stringify({ private: true, ...manifest });
	const state = wanted + (lockfile ? readFileSync(lockfile, 'utf8') : '');
	/** Written last: what broke off is installed again. */
	const installedFrom = join(folder, '.installed-from');
	if (existsSync(installedFrom) && readFileSync(installedFrom, 'utf8') === state) return;

	console.log(`Installing ${wanted} …`);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, 'package.json'), wanted);
	if (lockfile) copyFileSync(lockfile, join(folder, 'pnpm-lock.yaml'));
	const frozen = lockfile ? '--frozen-lockfile' : '--no-frozen-lockfile';
	const args = ['--yes', 'pnpm@10', 'install', '--ignore-workspace', '--loglevel=error', frozen];
	const { failed, all } = await execa('npx', [...args, ...flags], {
		cwd: folder,
		env: pnpmEnvironment(),
		extendEnv: false,
		shell: isWindows,
		all: true,
		reject: false,
	});
	if (failed) throw new Error(`Not installed: ${wanted}\n${lastLines(all)}`);
	writeFileSync(installedFrom, state);
}
