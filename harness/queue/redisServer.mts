import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { debianProgram } from '../debianProgram.mts';
import { freePort } from '../ports.mts';
import { ignoreInterrupts, serve } from '../program.mts';

/*
 * The Redis of this machine, or one that is installed now, on this computer only. It keeps its data in memory. Valkey will do: it speaks the
 * language of Redis.
 *
 * Prints its address as JSON when it is ready, and ends when its input is closed.
 */

ignoreInterrupts();

const file = await debianProgram({
	programs: ['redis-server', 'valkey-server'],
	packages: ['redis-server'],
	needed:
		'n8n in queue mode needs Redis. Install Redis or Valkey, so that redis-server or valkey-server is on the PATH',
}).catch((error: Error) => {
	console.error(error.message);
	return process.exit(1);
});

const folder = mkdtempSync(join(tmpdir(), 'voice-agent-redis-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const host = '127.0.0.1';
const port = await freePort();
const settings = { bind: host, port, dir: folder, save: '', appendonly: 'no', daemonize: 'no' };
const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
await serve({ file, flags, address: { host, port }, signal: 'SIGKILL', options: { cwd: folder } });
