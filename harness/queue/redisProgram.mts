import { execa } from 'execa';
import { lastLines } from '../lastLines.mts';

/** Either will do: Valkey speaks the language of Redis. */
const PROGRAMS = ['redis-server', 'valkey-server'];
const DEBIAN_PACKAGE = 'redis-server';
/** apt-get asks nothing, and the package does not start a server of its own. */
const QUIETLY = ['env', 'DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1'];
const NEEDED =
	'n8n in queue mode needs Redis. Install Redis or Valkey, so that redis-server or valkey-server is on the PATH ' +
	`(Debian, Ubuntu: apt-get install ${DEBIAN_PACKAGE})`;

async function programOnPath(): Promise<string | undefined> {
	for (const program of PROGRAMS) {
		const { failed } = await execa(program, ['--version'], { reject: false });
		if (!failed) return program;
	}
	return undefined;
}

/** @throws with what to do, if that is not possible here */
async function installWithApt(): Promise<void> {
	const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive'];
	const [command = 'env', ...before] = [...asRoot, ...QUIETLY, 'apt-get'];
	const aptGet = async (...args: string[]) =>
		await execa(command, [...before, ...args], { all: true, reject: false });
	// A clean machine has no list of packages yet. If it is only out of date, the next step may still succeed.
	await aptGet('update');
	const { failed, all } = await aptGet(
		'install',
		'--yes',
		'--no-install-recommends',
		DEBIAN_PACKAGE,
	);
	if (failed) throw new Error(`${lastLines(all ?? '', 5)}\n${NEEDED}`);
}

/**
 * The Redis of this machine; where there is none, and apt-get may install packages, it installs one. There is no npm package that brings one
 * along.
 *
 * @throws with what to install
 */
export async function redisProgram(): Promise<string> {
	const found = await programOnPath();
	if (found) return found;
	await installWithApt();
	const installed = await programOnPath();
	if (!installed) throw new Error(NEEDED);
	return installed;
}
