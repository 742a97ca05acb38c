import type { IDataObject } from 'n8n-workflow';
import type { EntityName } from '../../platform';
import { OWN_ID_NAMES, idNamesOf } from '../../platform';
import { firstOf } from '../../values';

/** So many rows are looked at to find a field that is the same in several. */
const MAX_COMPARED = 5_000;

/** Tells the rows of a list apart: by their identifier, or by their whole content if they have none. */
export class Identity {
	private names: readonly string[];
	private readonly all: readonly string[];
	/** What identifies the row that has this value in this field. */
	private readonly owners = new Map<string, string>();

	/**
	 * @param entity what the rows are; undefined if it has no names of its own for its identifier
	 * @param falseNames fields that are known to identify no row
	 */
	constructor(
		private readonly entity?: EntityName,
		falseNames: readonly string[] = [],
	) {
		this.all = idNamesOf(entity);
		this.names = this.all.filter((name) => !falseNames.includes(name));
	}

	/** The same, to learn from other rows. */
	copy(): Identity {
		return new Identity(this.entity, this.falseNames);
	}

	/** Fields that would identify a row by their names, and do not. */
	get falseNames(): readonly string[] {
		return this.all.filter((name) => !this.names.includes(name));
	}

	/** Fields for the identifier that only such rows have. */
	get ownNames(): readonly string[] {
		return this.names.filter((name) => !OWN_ID_NAMES.includes(name));
	}

	/** This field identifies no row. */
	giveUp(name: string): void {
		this.names = this.names.filter((other) => other !== name);
	}

	/** Whether this field may identify a row. */
	uses(name: string): boolean {
		return this.names.includes(name);
	}

	/** The field that identifies a row; undefined if none does. */
	fieldOf(row: IDataObject): string | undefined {
		return this.names.find((name) => firstOf(row, [name]) !== undefined);
	}

	of(row: IDataObject): string {
		return JSON.stringify(firstOf(row, this.names) ?? row);
	}

	/** Without an identifier, two equal rows can still be two different things. */
	hasId(row: IDataObject): boolean {
		return firstOf(row, this.names) !== undefined;
	}

	/**
	 * Looks at the rows of one page. A field that has the same value in two different rows does not identify them, and is not used any more.
	 *
	 * @returns whether a field was given up, so that rows look different from now on
	 */
	learn(rows: readonly IDataObject[]): boolean {
		const before = this.names;
		if (this.owners.size < MAX_COMPARED) rows.forEach((row) => this.compare(row));
		for (;;) {
			const shared = this.names.find((name) => this.isShared(name, rows));
			if (shared === undefined) return this.names !== before;
			this.giveUp(shared);
		}
	}

	/** Gives up a second identifier that several rows have, on any pages. */
	private compare(row: IDataObject): void {
		const field = this.fieldOf(row);
		for (const name of OWN_ID_NAMES) {
			const value = firstOf(row, [name]);
			if (name === field || value === undefined || !this.uses(name)) continue;
			const key = `${name} ${JSON.stringify(value)}`;
			const owner = this.owners.get(key);
			if (owner === undefined) this.owners.set(key, this.of(row));
			else if (owner !== this.of(row)) this.giveUp(name);
		}
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
