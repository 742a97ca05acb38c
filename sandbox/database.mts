import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { JsonObject } from './json.mts';

const SCHEMA = `
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS users (
	email TEXT PRIMARY KEY,
	password_hash TEXT NOT NULL,
	role TEXT NOT NULL,
	email_verified INTEGER NOT NULL,
	mfa_enabled INTEGER NOT NULL DEFAULT 0,
	totp_secret TEXT,
	backup_codes TEXT NOT NULL DEFAULT '[]',
	used_steps TEXT NOT NULL DEFAULT '[]',
	refused_in_a_row INTEGER NOT NULL DEFAULT 0,
	locked_until INTEGER NOT NULL DEFAULT 0,
	password_accepted_at INTEGER
);
CREATE TABLE IF NOT EXISTS agents (
	seq INTEGER PRIMARY KEY,
	agent_id TEXT NOT NULL UNIQUE,
	name TEXT NOT NULL,
	industry TEXT,
	use_case TEXT,
	voice_id TEXT,
	instructions TEXT,
	language TEXT,
	phone_number TEXT,
	configuration TEXT NOT NULL DEFAULT '{}',
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS agents_by_time ON agents (created_at, agent_id);
CREATE TABLE IF NOT EXISTS calls (
	seq INTEGER PRIMARY KEY,
	call_id TEXT NOT NULL UNIQUE,
	session_id TEXT NOT NULL UNIQUE,
	agent_id TEXT NOT NULL,
	agent_name TEXT NOT NULL,
	campaign_id TEXT,
	contact_seq INTEGER,
	attempt INTEGER NOT NULL,
	story INTEGER,
	direction TEXT NOT NULL,
	status TEXT NOT NULL,
	from_number TEXT,
	to_number TEXT NOT NULL,
	first_name TEXT,
	last_name TEXT,
	variables TEXT NOT NULL,
	created_at INTEGER NOT NULL,
	started_at INTEGER,
	ended_at INTEGER,
	duration_seconds INTEGER NOT NULL DEFAULT 0,
	credits INTEGER NOT NULL DEFAULT 0,
	recording_bytes INTEGER,
	overrides TEXT
);
CREATE INDEX IF NOT EXISTS calls_by_time ON calls (created_at, call_id);
CREATE INDEX IF NOT EXISTS calls_by_agent ON calls (agent_id, created_at, call_id);
CREATE INDEX IF NOT EXISTS calls_by_campaign ON calls (campaign_id, created_at, call_id) WHERE campaign_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS calls_by_status ON calls (status, created_at, call_id);
CREATE TABLE IF NOT EXISTS campaigns (
	seq INTEGER PRIMARY KEY,
	id TEXT NOT NULL UNIQUE,
	name TEXT NOT NULL,
	agent_id TEXT NOT NULL,
	status TEXT NOT NULL,
	settings TEXT NOT NULL,
	created_at INTEGER NOT NULL,
	started_at INTEGER,
	finished_at INTEGER
);
CREATE INDEX IF NOT EXISTS campaigns_by_time ON campaigns (created_at, id);
CREATE TABLE IF NOT EXISTS contacts (
	seq INTEGER PRIMARY KEY,
	id TEXT NOT NULL UNIQUE,
	campaign_id TEXT NOT NULL,
	phone_number TEXT NOT NULL,
	first_name TEXT,
	last_name TEXT,
	variables TEXT NOT NULL,
	status TEXT NOT NULL DEFAULT 'pending',
	attempts INTEGER NOT NULL DEFAULT 0,
	not_before INTEGER NOT NULL DEFAULT 0,
	call_id TEXT,
	session_id TEXT,
	outcome TEXT,
	duration_seconds INTEGER NOT NULL DEFAULT 0,
	created_at INTEGER NOT NULL,
	called_at INTEGER
);
CREATE INDEX IF NOT EXISTS contacts_by_status ON contacts (campaign_id, status, seq);
CREATE INDEX IF NOT EXISTS contacts_by_time ON contacts (campaign_id, created_at, id);
CREATE TABLE IF NOT EXISTS bookings (
	seq INTEGER PRIMARY KEY,
	booking_id TEXT NOT NULL UNIQUE,
	call_id TEXT NOT NULL,
	agent_id TEXT NOT NULL,
	campaign_id TEXT,
	attendee_name TEXT,
	phone_number TEXT NOT NULL,
	starts_at INTEGER NOT NULL,
	created_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS bookings_by_time ON bookings (created_at, booking_id);
CREATE INDEX IF NOT EXISTS bookings_by_agent ON bookings (agent_id, created_at, booking_id);
`;

export const TABLES = [
	'settings',
	'users',
	'agents',
	'calls',
	'campaigns',
	'contacts',
	'bookings',
] as const;
export type Table = (typeof TABLES)[number];
export type Row = JsonObject;

/** The platform's memory: a SQLite file, or `:memory:`. */
export class Database {
	#connection: DatabaseSync;
	#statements = new Map<string, StatementSync>();
	#lastSeq = new Map<Table, number>();
	#depth = 0;

	constructor(file: string) {
		this.#connection = new DatabaseSync(file);
		this.#connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;');
		this.#connection.exec(SCHEMA);
	}

	run(sql: string, ...values: SQLInputValue[]): number {
		return Number(this.#prepared(sql).run(...values).changes);
	}

	get<T = Row>(sql: string, ...values: SQLInputValue[]): T | undefined {
		return this.#prepared(sql).get(...values) as T | undefined;
	}

	all<T = Row>(sql: string, ...values: SQLInputValue[]): T[] {
		return this.#prepared(sql).all(...values) as T[];
	}

	insert(table: Table, row: Row): void {
		const columns = Object.keys(row);
		this.run(
			`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
			...Object.values(row),
		);
	}

	/** Sets the named columns of the row with that `seq`. */
	update(table: Table, seq: number, changes: Row): void {
		const assignments = Object.keys(changes).map((column) => `${column} = ?`);
		if (assignments.length === 0) return;
		this.run(
			`UPDATE ${table} SET ${assignments.join(', ')} WHERE seq = ?`,
			...Object.values(changes),
			seq,
		);
	}

	count(table: Table): number {
		return this.get<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`)!.n;
	}

	/** The number of the next row of a table; ids are made from it before the row is written. */
	nextSeq(table: Table): number {
		const last =
			this.#lastSeq.get(table) ??
			this.get<{ n: number | null }>(`SELECT MAX(seq) AS n FROM ${table}`)!.n ??
			0;
		this.#lastSeq.set(table, last + 1);
		return last + 1;
	}

	transaction<T>(work: () => T): T {
		if (this.#depth > 0) return work();
		this.#connection.exec('BEGIN');
		this.#depth++;
		try {
			const result = work();
			this.#connection.exec('COMMIT');
			return result;
		} catch (error) {
			this.#connection.exec('ROLLBACK');
			// What was rolled back has given its numbers back.
			this.#lastSeq.clear();
			throw error;
		} finally {
			this.#depth--;
		}
	}

	setting(name: string): string | undefined {
		return this.get<{ value: string }>('SELECT value FROM settings WHERE name = ?', name)?.value;
	}

	setSetting(name: string, value: string | number): void {
		this.run(
			'INSERT INTO settings VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
			name,
			String(value),
		);
	}

	clear(): void {
		for (const table of TABLES) this.run(`DELETE FROM ${table}`);
		this.#lastSeq.clear();
	}

	close(): void {
		this.#statements.clear();
		this.#connection.close();
	}

	#prepared(sql: string): StatementSync {
		let statement = this.#statements.get(sql);
		if (!statement) {
			statement = this.#connection.prepare(sql);
			this.#statements.set(sql, statement);
		}
		return statement;
	}
}
