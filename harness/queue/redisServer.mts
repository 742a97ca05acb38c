import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { execa } from 'execa';
import { freePort } from '../ports.mts';
import { redisProgram } from './redisProgram.mts';

/*
 * A Redis on this computer only, which keeps its data in memory.
 *
 * Prints its address as JSON when it is ready, and ends when its input is closed.
 */

// Ctrl-C reaches the whole group of processes. The process that started this one says when it must end: it closes its input.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

const program = await redisProgram().catch((error: Error) => {
	console.error(error.message);
	return process.exit(1);
});

const folder = mkdtempSync(join(tmpdir(), 'voice-agent-redis-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const host = '127.0.0.1';
const port = await freePort();
const settings = { bind: host, port, dir: folder, save: '', appendonly: 'no', daemonize: 'no' };
const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
const server = execa(program, flags, {
	cwd: folder,
	// A group of its own, which Ctrl-C does not reach.
	detached: true,
	stdin: 'ignore',
	buffer: false,
	reject: false,
});
process.on('exit', () => server.kill('SIGKILL'));
const isReady = new Promise<void>((resolve) => {
	createInterface(server.stdout).on('line', (line) => {
		process.stderr.write(`${line}\n`);
		if (/ready to accept connections/i.test(line)) resolve();
	});
});
const hasEnded = server.then(() => true);
// It has said why.
if (await Promise.race([isReady, hasEnded])) process.exit(1);
console.log(JSON.stringify({ host, port }));

await Promise.race([once(process.stdin.resume(), 'end'), hasEnded]);
server.kill('SIGKILL');
await server;
process.exit();
