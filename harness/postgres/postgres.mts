import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../project/project.mjs';
import { type Server, startProcess } from '../server.mts';

export type DatabaseRow = Record<string, unknown>;

interface PgClient {
	on: (event: 'error', listener: (error: Error) => void) => void;
	connect: () => Promise<void>;
	query: (sql: string, values?: unknown[]) => Promise<{ rows: DatabaseRow[] }>;
	end: () => Promise<void>;
}

export interface PostgresAddress {
	host: string;
	port: number;
	user: string;
	password: string;
}

const projectRequire = createRequire(join(root, 'package.json'));
const n8nRequire = createRequire(projectRequire.resolve('n8n/package.json'));

async function connected(address: PostgresAddress, database: string): Promise<PgClient> {
	const { Client } = n8nRequire('pg') as { Client: new (settings: object) => PgClient };
	const client = new Client({ ...address, database });
	// The query that was running fails with the same error; without a listener it would end this process.
	client.on('error', () => {});
	await client.connect();
	return client;
}

/** A PostgreSQL of its own, which listens on this computer only. */
export class Postgres {
	private readonly server: Server<PostgresAddress>;
	private readonly clients = new Map<string, Promise<PgClient>>();

	constructor(server: Server<PostgresAddress>) {
		this.server = server;
	}

	get address(): PostgresAddress {
		return this.server.address;
	}

	/** Resolves when it has ended, for any reason, with the last lines that it printed. */
	get ended(): Promise<string> {
		return this.server.ended;
	}

	private client(database: string): Promise<PgClient> {
		const known = this.clients.get(database);
		if (known) return known;
		const client = connected(this.address, database);
		this.clients.set(database, client);
		// Whoever asks next tries again.
		client.catch(() => this.clients.delete(database));
		return client;
	}

	async query<T extends object = DatabaseRow>(
		database: string,
		sql: string,
		values: unknown[] = [],
	): Promise<T[]> {
		const client = await this.client(database);
		// Without values it takes several statements at once.
		const { rows } = await (values.length > 0 ? client.query(sql, values) : client.query(sql));
		return rows as T[];
	}

	/** @param name letters, digits and underscores */
	async createDatabase(name: string): Promise<void> {
		await this.query('postgres', `CREATE DATABASE ${name}`);
	}

	async stop(): Promise<void> {
		for (const client of this.clients.values()) await (await client).end();
		this.clients.clear();
		await this.server.stop();
	}
}

export interface PostgresOptions {
	/** Where the data is kept. Without it, the data is deleted at the end. */
	folder?: string;
	/** Without it, any free port. */
	port?: number;
}

/** Starts a PostgreSQL as a process of its own, which also ends when this one does. */
export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
	return new Postgres(
		await startProcess<PostgresAddress>('PostgreSQL', 'harness/postgres/server.mts', options),
	);
}
