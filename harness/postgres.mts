import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
	chownSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from './ports.mts';
import { lastLines, runToEnd } from './processes.mts';

const FIRST_PORT = 5810;
const READY_WITHIN_MS = 60_000;
const ASK_EVERY_MS = 100;
const DEBIAN_FOLDER = '/usr/lib/postgresql';
const USER = 'project';

export type Row = Record<string, unknown>;

interface PgClient {
	on: (event: 'error', listener: (error: Error) => void) => void;
	connect: () => Promise<void>;
	query: (sql: string, values?: unknown[]) => Promise<{ rows: Row[] }>;
	end: () => Promise<void>;
}

export interface PostgresAddress {
	host: string;
	port: number;
	user: string;
	password: string;
}

interface Account {
	uid: number;
	gid: number;
}

/** The newest folder that holds PostgreSQL's server programs: on PATH, or where Debian and Ubuntu hide them from it. */
function serverPrograms(): string {
	const versions = existsSync(DEBIAN_FOLDER)
		? readdirSync(DEBIAN_FOLDER).sort((one, other) => Number(other) - Number(one))
		: [];
	const folders = [
		...(process.env.PATH ?? '').split(delimiter),
		...versions.map((version) => join(DEBIAN_FOLDER, version, 'bin')),
	];
	const found = folders.find((folder) =>
		['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
	);
	if (!found) {
		throw new Error(
			'There is no PostgreSQL on this computer (initdb is neither on PATH nor below /usr/lib/postgresql). ' +
				'Install it: apt-get install postgresql',
		);
	}
	return found;
}

const idOf = (flag: '-u' | '-g', user: string) =>
	Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: 'pipe' }));

/** PostgreSQL refuses to run as root; its packages bring an account for it along. */
function accountFor(): Account | undefined {
	if (process.getuid?.() !== 0) return undefined;
	try {
		return { uid: idOf('-u', 'postgres'), gid: idOf('-g', 'postgres') };
	} catch {
		throw new Error(
			'PostgreSQL refuses to run as root, and there is no account "postgres". Install its package: apt-get install postgresql',
		);
	}
}

function clientOf(root: string, address: PostgresAddress, database: string): PgClient {
	const projectRequire = createRequire(join(root, 'package.json'));
	const n8nRequire = createRequire(projectRequire.resolve('n8n/package.json'));
	const { Client } = n8nRequire('pg') as { Client: new (settings: object) => PgClient };
	const client = new Client({ ...address, database });
	// The query that was under way fails with the same error; without a listener it would end this process.
	client.on('error', () => {});
	return client;
}

/** A PostgreSQL of its own: a new cluster in a temporary folder, on this computer only, gone once stopped. */
export class Postgres {
	readonly address: PostgresAddress;
	private readonly root: string;
	private readonly folder: string;
	private readonly server: ChildProcess;
	private readonly clients = new Map<string, Promise<PgClient>>();

	constructor(root: string, folder: string, server: ChildProcess, address: PostgresAddress) {
		this.root = root;
		this.folder = folder;
		this.server = server;
		this.address = address;
	}

	private async connected(database: string): Promise<PgClient> {
		const client = clientOf(this.root, this.address, database);
		await client.connect();
		return client;
	}

	private client(database: string): Promise<PgClient> {
		const known = this.clients.get(database);
		if (known) return known;
		const client = this.connected(database);
		this.clients.set(database, client);
		// Whoever asks next tries again.
		client.catch(() => this.clients.delete(database));
		return client;
	}

	async query<T extends Row = Row>(
		database: string,
		sql: string,
		values: unknown[] = [],
	): Promise<T[]> {
		const client = await this.client(database);
		return (await client.query(sql, values)).rows as T[];
	}

	/** @param name letters, digits and underscores */
	async createDatabase(name: string): Promise<void> {
		await this.query('postgres', `CREATE DATABASE ${name}`);
	}

	/** Resolves once the server lets somebody in. */
	async untilReady(complaints: () => string): Promise<void> {
		const deadline = Date.now() + READY_WITHIN_MS;
		let last: unknown;
		while (Date.now() < deadline && this.server.exitCode === null) {
			try {
				const client = await this.connected('postgres');
				await client.end();
				return;
			} catch (error) {
				last = error;
				await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
			}
		}
		throw new Error(`PostgreSQL did not start (${String(last)}):\n${lastLines(complaints())}`);
	}

	async stop(): Promise<void> {
		for (const client of this.clients.values()) await (await client).end();
		this.clients.clear();
		if (this.server.exitCode === null && this.server.signalCode === null) {
			const exited = once(this.server, 'exit');
			// SIGTERM would wait for everybody to hang up first.
			this.server.kill('SIGINT');
			await exited;
		}
		rmSync(this.folder, { recursive: true, force: true });
	}
}

async function createCluster(
	programs: string,
	folder: string,
	account: Account | undefined,
	password: string,
): Promise<string> {
	const data = join(folder, 'data');
	const passwordFile = join(folder, 'password');
	mkdirSync(data, { mode: 0o700 });
	writeFileSync(passwordFile, password, { mode: 0o600 });
	if (account) {
		for (const path of [folder, data, passwordFile]) chownSync(path, account.uid, account.gid);
	}
	const { code, stdout, stderr } = await runToEnd(
		join(programs, 'initdb'),
		[
			`--pgdata=${data}`,
			`--username=${USER}`,
			`--pwfile=${passwordFile}`,
			'--auth=scram-sha-256',
			'--encoding=UTF8',
			'--no-locale',
			'--no-sync',
		],
		{ cwd: folder, ...account },
	);
	rmSync(passwordFile);
	if (code !== 0) throw new Error(`initdb failed:\n${lastLines(stdout + stderr)}`);
	return data;
}

/**
 * Starts a PostgreSQL of its own.
 *
 * @param root folder of the project, whose n8n brings the client library along
 * @throws if PostgreSQL is not installed; the message says how to install it
 */
export async function startPostgres(root: string): Promise<Postgres> {
	const programs = serverPrograms();
	const account = accountFor();
	const folder = mkdtempSync(join(tmpdir(), 'voice-agent-postgres-'));
	const password = randomBytes(18).toString('base64url');
	const data = await createCluster(programs, folder, account, password);
	const port = await freePort(FIRST_PORT);
	const settings = {
		listen_addresses: '127.0.0.1',
		unix_socket_directories: folder,
		// What is in here need not survive a power cut.
		fsync: 'off',
		full_page_writes: 'off',
	};
	const server = spawn(
		join(programs, 'postgres'),
		[
			'-D',
			data,
			'-p',
			String(port),
			...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
		],
		{ cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], ...account },
	);
	let complaints = '';
	server.stderr.setEncoding('utf8').on('data', (text) => (complaints += text));
	const address = { host: '127.0.0.1', port, user: USER, password };
	const postgres = new Postgres(root, folder, server, address);
	try {
		await postgres.untilReady(() => complaints);
	} catch (error) {
		await postgres.stop();
		throw error;
	}
	return postgres;
}
