import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { lastLines } from './lastLines.mts';

/** apt-get asks nothing, and a package does not start a server of its own. */
const QUIETLY = ['env', 'DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1'];

/** A program that no npm package brings along. */
export interface DebianProgram {
	/** Its names: any of them will do, the first one that is there is taken. */
	programs: readonly string[];
	/** What brings it on Debian. */
	packages: readonly string[];
	/** What does not work without it, and what to install. */
	needed: string;
}

/** Where these programs are, in the order of their names. */
function filesOnPath(programs: readonly string[]): string[] {
	const folders = (process.env.PATH ?? '').split(delimiter);
	return programs.flatMap((program) =>
		folders.map((folder) => join(folder, program)).filter((file) => existsSync(file)),
	);
}

/** The first that runs: Ubuntu has files that only say what to install. */
async function programOnPath(programs: readonly string[]): Promise<string | undefined> {
	for (const file of filesOnPath(programs)) {
		const { failed } = await execa(file, ['--version'], { reject: false });
		if (!failed) return file;
	}
	return undefined;
}

/** @throws with what to do, if that is not possible here */
async function installWithApt({ packages, needed }: DebianProgram): Promise<void> {
	const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive'];
	const [command = 'env', ...before] = [...asRoot, ...QUIETLY, 'apt-get'];
	const aptGet = async (...args: string[]) =>
		await execa(command, [...before, ...args], { all: true, reject: false });
	// A clean machine has no list of packages yet. If it is only out of date, the next step may still succeed.
	await aptGet('update');
	const { failed, all } = await aptGet('install', '--yes', '--no-install-recommends', ...packages);
	if (failed) {
		const advice = `${needed} (Debian, Ubuntu: apt-get install ${packages.join(' ')})`;
		throw new Error(`${lastLines(all ?? '', 5)}\n${advice}`);
	}
}

/**
 * The program of this machine; where there is none, and apt-get may install packages, it is installed.
 *
 * @returns its file
 * @throws with what to install
 */
export async function debianProgram(wanted: DebianProgram): Promise<string> {
	const found = await programOnPath(wanted.programs);
	if (found) return found;
	await installWithApt(wanted);
	const installed = await programOnPath(wanted.programs);
	if (!installed) throw new Error(wanted.needed);
	return installed;
}
