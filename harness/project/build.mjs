import { spawnSync } from 'node:child_process';
import { isWindows, projectEnvironment, root } from './project.mjs';

/** Compiles the package into dist/, quietly; if it fails, ends this process with what the compiler said. */
export function build() {
	console.log('Building the package …');
	const { status, stdout, stderr } = spawnSync('npm', ['run', 'build', '--silent'], {
		cwd: root,
		env: projectEnvironment(),
		encoding: 'utf8',
		shell: isWindows,
	});
	if (status === 0) return;
	console.error(`${stdout}${stderr}\nThe package could not be built.`);
	process.exit(status ?? 1);
}
