import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { install } from '../harness/project/install.mjs';
import { projectEnvironment, projectNode, root } from '../harness/project/project.mjs';

await install();

const demo = spawn(projectNode, [join(root, 'scripts', 'start.mts'), ...process.argv.slice(2)], {
	cwd: root,
	env: projectEnvironment(),
	stdio: 'inherit',
});
// Ctrl-C reaches the demo as well, which stops everything and then ends: until then this process stays.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => demo.kill('SIGTERM'));
demo.once('exit', (code) => process.exit(code ?? 1));
