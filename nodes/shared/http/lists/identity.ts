import type { IDataObject } from 'n8n-workflow';
import type { EntityName } from '../../platform';
import { idNamesOf } from '../../platform';
import { firstOf } from '../../values';
import { sameIdentifier } from './listErrors';

/** Tells the rows of a list apart: by their identifier, or by their whole content if they have none. */
export class Identity {
	private readonly names: readonly string[];

	/** @param entity what the rows are; undefined if it has no names of its own for its identifier */
	constructor(entity?: EntityName) {
		this.names = idNamesOf(entity);
	}

	/** The field that identifies a row; undefined if none does. */
	fieldOf(row: IDataObject): string | undefined {
		return this.names.find((name) => firstOf(row, [name]) !== undefined);
	}

	/** The identifier itself, if it is a text: it is in memory once. Other keys begin with NUL, which no data has. */
	of(row: IDataObject): string {
		const id = firstOf(row, this.names);
		return typeof id === 'string' ? id : `\0${JSON.stringify(id ?? row)}`;
	}

	/** Without an identifier, two equal rows can still be two different things. */
	hasId(row: IDataObject): boolean {
		return this.fieldOf(row) !== undefined;
	}

	/** Looks at a page's rows before they are told apart. @throws RequestFailure if different rows share an identifier */
	learn(rows: readonly IDataObject[]): void {
		const seen = new Map<string, IDataObject>();
		for (const row of rows) {
			const key = this.of(row);
			const other = seen.get(key) ?? row;
			if (other !== row && JSON.stringify(other) !== JSON.stringify(row))
				throw sameIdentifier(this.fieldOf(row));
			seen.set(key, row);
		}
	}
}
