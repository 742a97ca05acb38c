import type { IDataObject } from 'n8n-workflow';
import type { EntityName } from '../../platform';
import { idNamesOf } from '../../platform';
import { firstOf } from '../../values';

/** Tells the rows of a list apart: by their identifier, or by their whole content if they have none. */
export class Identity {
	/** Fields that have the name of an identifier, and the same value in two different rows. */
	readonly falseNames: string[] = [];
	private names: readonly string[];

	/** @param entity what the rows are; undefined if it has no names of its own for its identifier */
	constructor(entity?: EntityName) {
		this.names = idNamesOf(entity);
	}

	/** The field that identifies a row; undefined if none does. */
	fieldOf(row: IDataObject): string | undefined {
		return this.names.find((name) => firstOf(row, [name]) !== undefined);
	}

	/** The identifier itself if it is a text: a long list has it only once in memory. Data has no NUL, so nothing else looks like it. */
	of(row: IDataObject): string {
		const id = firstOf(row, this.names);
		return typeof id === 'string' ? id : `\0${JSON.stringify(id ?? row)}`;
	}

	/** Without an identifier, two equal rows can still be two different things. */
	hasId(row: IDataObject): boolean {
		return this.fieldOf(row) !== undefined;
	}

	/**
	 * Looks at the rows of one page. A field that has the same value in two different rows does not identify them, and is not used any more.
	 *
	 * @returns whether a field was given up, so that rows look different from now on
	 */
	learn(rows: readonly IDataObject[]): boolean {
		const shared = this.names.filter((name) => isShared(name, rows));
		this.names = this.names.filter((name) => !shared.includes(name));
		this.falseNames.push(...shared);
		return shared.length > 0;
	}
}

function isShared(name: string, rows: readonly IDataObject[]): boolean {
	const owners = new Map<unknown, IDataObject>();
	return rows.some((row) => {
		const value = firstOf(row, [name]);
		const owner = owners.get(value);
		if (value !== undefined && owner === undefined) owners.set(value, row);
		return owner !== undefined && JSON.stringify(owner) !== JSON.stringify(row);
	});
}
