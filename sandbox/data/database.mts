import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { JsonObject } from '../common/json.mts';
import { SCHEMA, TABLES } from './schema.mts';

/*
 * The data room: what is stored and what is given. The SQLite database with its tables, the log of requests, and the
 * catalogues of prices, numbers, industries and tools. Every room above may read it. It knows no rule of the platform.
 */

/** The name of a table. */
export type Table = (typeof TABLES)[number];
/** A row as it is stored, or fields on their way into one. */
export type Row = JsonObject;

/** The SQLite database of a platform: a file, or `:memory:`. */
export class Database {
	#connection: DatabaseSync;
	#statements = new Map<string, StatementSync>();
	#lastSeq = new Map<Table, number>();
	#depth = 0;
	#counts = new Map<string, number>();
	#changesCounted = 0;

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

	/** How many rows a WHERE clause selects. Counting a million takes time, so it is done again only after a change. */
	count(table: Table, where = '', ...values: SQLInputValue[]): number {
		const { changes } = this.get<{ changes: number }>('SELECT total_changes() AS changes')!;
		if (changes !== this.#changesCounted) this.#counts.clear();
		this.#changesCounted = changes;
		const key = JSON.stringify([table, where, values]);
		const known = this.#counts.get(key);
		if (known !== undefined) return known;
		const { n } = this.get<{ n: number }>(
			`SELECT COUNT(*) AS n FROM ${table} ${where}`,
			...values,
		)!;
		this.#counts.set(key, n);
		return n;
	}

	/** The number of the row that was added last to a table; 0 if there is none. */
	lastSeq(table: Table): number {
		const known = this.#lastSeq.get(table);
		if (known !== undefined) return known;
		const { n } = this.get<{ n: number | null }>(`SELECT MAX(seq) AS n FROM ${table}`)!;
		return n ?? 0;
	}

	/** The number of the next row of a table; ids are made from it before the row is written. */
	nextSeq(table: Table): number {
		const next = this.lastSeq(table) + 1;
		this.#lastSeq.set(table, next);
		return next;
	}

	/** The number and the id of the next row of a table. */
	identity(table: Table, prefix: string, digits = 4): { seq: number; id: string } {
		const seq = this.nextSeq(table);
		return { seq, id: `${prefix}_${String(seq).padStart(digits, '0')}` };
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
			this.#counts.clear();
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
