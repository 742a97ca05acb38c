import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { execa } from 'execa';
import { lastLines } from '../lastLines.mts';
import { isWindows, root } from './project.mjs';

export const PACKAGE_NAME = 'n8n-nodes-voice-agent';

/** What npm would read for many seconds, to find what the package brings along: nothing. */
const LEFT_OUT = ['node_modules', '.git', '.cache', '.demo'];

/** Packs the built project as `npm publish` would, and returns the path of the tarball. */
export async function packProject(destination: string, project = root): Promise<string> {
	const folder = mkdtempSync(join(tmpdir(), 'voice-agent-pack-'));
	try {
		const copy = join(folder, 'project');
		const filter = (path: string) => !LEFT_OUT.includes(basename(path));
		cpSync(project, copy, { recursive: true, filter });
		return await pack(copy, destination);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

async function pack(project: string, destination: string): Promise<string> {
	mkdirSync(destination, { recursive: true });
	for (const name of readdirSync(destination)) {
		if (name.endsWith('.tgz')) rmSync(join(destination, name));
	}
	const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', destination];
	const { failed, stderr } = await execa('npm', args, {
		cwd: project,
		shell: isWindows,
		reject: false,
	});
	const tarball = readdirSync(destination).find((name) => name.endsWith('.tgz'));
	if (failed || !tarball) throw new Error(`npm pack failed:\n${lastLines(stderr)}`);
	return join(destination, tarball);
}

/** Unpacks a tarball so that the folder holds what its `package/` held. */
export async function unpack(tarball: string, folder: string): Promise<void> {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const args = ['-xzf', tarball, '-C', folder, '--strip-components=1'];
	const { failed, stderr } = await execa('tar', args, { reject: false });
	if (failed) throw new Error(`The tarball could not be unpacked:\n${lastLines(stderr)}`);
}

/** Where n8n looks for community packages; ours has no dependencies, so unpacking is installing. */
export const installedAt = (userFolder: string): string =>
	join(userFolder, '.n8n', 'nodes', 'node_modules', PACKAGE_NAME);

/** Packs the project and installs the tarball for an n8n with this user folder. */
export async function installPackage(userFolder: string): Promise<string> {
	const tarball = await packProject(join(userFolder, 'package'));
	await unpack(tarball, installedAt(userFolder));
	return tarball;
}
