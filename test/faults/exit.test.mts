import { execa } from 'execa';
import { join } from 'node:path';
import { projectNode } from '../../harness/project/project.mjs';

/*
 * After the faults, nothing is left behind: no promise that nobody handles (it would end n8n), no timer and no connection that keeps a
 * process alive.
 */

const HANGS_AFTER_MS = 100_000;
const flags = ['--unhandled-rejections=strict', '--experimental-transform-types', '--no-warnings'];

test('a process that met every kind of fault ends, and nothing is unhandled', async () => {
	const { exitCode, stdout } = await execa(
		projectNode,
		[...flags, join(process.cwd(), 'test/faults/leaves.mts')],
		{ timeout: HANGS_AFTER_MS, reject: false },
	);
	expect(stdout).toMatch(/played [1-9]\d* scenarios/);
	expect(exitCode).toBe(0);
});
