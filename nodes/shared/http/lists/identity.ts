import type { IDataObject } from 'n8n-workflow';
import type { EntityName } from '../../platform';
import { idNamesOf } from '../../platform';
import { firstOf } from '../../values';

/** Tells the rows of a list apart: by their identifier, or by their whole content if they have none. */
export class Identity {
	private names: readonly string[];

	/** @param entity what the rows are; undefined if it has no names of its own for its identifier */
	constructor(entity?: EntityName) {
		this.names = idNamesOf(entity);
	}

	/** The same, to learn from other rows. */
	copy(): Identity {
		const copy = new Identity();
		copy.names = this.names;
		return copy;
	}

	of(row: IDataObject): string {
		return JSON.stringify(firstOf(row, this.names) ?? row);
	}

	/** Without an identifier, two equal rows can still be two different things. */
	hasId(row: IDataObject): boolean {
		return firstOf(row, this.names) !== undefined;
	}

	/**
	 * Looks at the rows of one page. A field that has the same value in two different rows of it does not identify them, and is not used
	 * any more.
	 *
	 * @returns whether a field was given up, so that rows look different from now on
	 */
	learn(rows: readonly IDataObject[]): boolean {
		const shared = this.names.find((name) => this.isShared(name, rows));
		if (shared === undefined) return false;
		this.names = this.names.filter((name) => name !== shared);
		this.learn(rows);
		return true;
	}

	private isShared(name: string, rows: readonly IDataObject[]): boolean {
		const first = new Map<unknown, IDataObject>();
		for (const row of rows) {
			// Only rows that this field identifies now.
			const value = firstOf(row, [name]);
			if (value === undefined || firstOf(row, this.names) !== value) continue;
			const other = first.get(value);
			if (other === undefined) first.set(value, row);
			else if (JSON.stringify(other) !== JSON.stringify(row)) return true;
		}
		return false;
	}
}
