import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the project. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export const isWindows = process.platform === 'win32';

/**
 * The Node 24 that the project brings along: n8n and `.mts` files need it, and another Node may have started this process.
 *
 * Not its entry in `node_modules/.bin`, which can be a shell script that passes no signals on.
 */
export const projectNode = join(
	root,
	'node_modules',
	'node',
	'bin',
	isWindows ? 'node.exe' : 'node',
);

/** The environment for programs of the project: its own commands and its own Node first on the path. */
export function projectEnvironment() {
	const separator = isWindows ? ';' : ':';
	const binaries = [dirname(projectNode), join(root, 'node_modules', '.bin')];
	return { ...process.env, PATH: [...binaries, process.env.PATH].join(separator) };
}

/** Runs a program of the project and resolves with its exit code. */
export function run(command, args, options = {}) {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
		child.once('error', reject);
		child.once('exit', (code) => resolve(code ?? 1));
	});
}
