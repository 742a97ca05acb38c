import { ApiError } from '../common/errors.mts';
import { without } from '../common/json.mts';
import { instant } from '../common/times.mts';
import type { Database, Row, Table } from '../data/database.mts';
import type { Clock } from '../simulation/clock.mts';

/** What every part of the platform works with. */
export interface Base {
	database: Database;
	clock: Clock;
}

/** A part of the platform: what it keeps in the database, on the platform's clock. */
export abstract class Part {
	protected readonly database: Database;
	protected readonly clock: Clock;

	constructor({ database, clock }: Base) {
		this.database = database;
		this.clock = clock;
	}

	/** The first row with these values, if there is one. */
	protected first(table: Table, values: Row): Row | undefined {
		const conditions = Object.keys(values).map((column) => `${column} = ?`);
		return this.database.get(
			`SELECT * FROM ${table} WHERE ${conditions.join(' AND ')} LIMIT 1`,
			...Object.values(values),
		);
	}

	/**
	 * The row with these values, or the 404 a client gets.
	 *
	 * @param name what it is, and its id
	 */
	protected rowOr404(table: Table, values: Row, name: string): Row {
		const row = this.first(table, values);
		if (!row) throw new ApiError(404, `${name} not found`);
		return row;
	}

	/** Adds a row that is made now, and names it after the prefix and its number. */
	protected insertNew(
		table: Table,
		idColumn: string,
		prefix: string,
		columns: Row,
		digits = 4,
	): Row {
		const { seq, id } = this.database.identity(table, prefix, digits);
		this.database.insert(table, { seq, [idColumn]: id, created_at: this.clock.now(), ...columns });
		return this.first(table, { seq })!;
	}

	/** Changes a row. @returns it as it is now */
	protected updated(table: Table, { seq }: Row, changes: Row): Row {
		this.database.update(table, seq, changes);
		return this.first(table, { seq })!;
	}
}

/** A row as the API shows it: without what is the platform's own, and with its moments as text. */
export function shown(row: Row, ...hidden: string[]): Row {
	return Object.fromEntries(
		Object.entries(without(row, 'seq', 'organization_id', ...hidden)).map(([name, value]) => [
			name,
			name.endsWith('_at') ? instant(value) : value,
		]),
	);
}
