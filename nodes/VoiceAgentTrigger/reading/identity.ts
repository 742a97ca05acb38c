import type { IDataObject } from 'n8n-workflow';
import { Identity } from '../../shared/http';
import type { EntityName } from '../../shared/platform';
import { idNamesOf } from '../../shared/platform';
import { firstOf } from '../../shared/values';
import { keyOf } from '../rowKey';

/** An identifier as text: 7 and "7" are one. */
const identifierText = (value: unknown): string =>
	typeof value === 'object' ? JSON.stringify(value) : String(value);

/** How many rows a field tells apart. */
const distinctValues = (rows: readonly IDataObject[], name: string): number =>
	new Set(
		rows.flatMap((row) =>
			[firstOf(row, [name])].filter((value) => value !== undefined).map(identifierText),
		),
	).size;

/**
 * Gives the rows of a list their keys, the same at every poll. The field that identifies them is chosen from the first rows that are met: the one
 * that tells most of them apart. A row that comes twice is one row.
 */
export class ChosenIdentity extends Identity {
	private readonly candidates: readonly string[];

	/** @param field the field that was chosen before */
	constructor(
		entity: EntityName,
		public field?: string,
	) {
		super(entity);
		this.candidates = idNamesOf(entity);
	}

	override fieldOf(row: IDataObject): string | undefined {
		const { field } = this;
		return field !== undefined && firstOf(row, [field]) !== undefined ? field : undefined;
	}

	/** A row without identifier is told apart by its content. */
	override of(row: IDataObject): string {
		const field = this.fieldOf(row);
		return field === undefined ? JSON.stringify(row) : identifierText(row[field]);
	}

	/** @returns false: the field stays the one that was chosen */
	override learn(rows: readonly IDataObject[]): boolean {
		if (this.field === undefined) {
			const counts = this.candidates.map((name) => distinctValues(rows, name));
			const most = Math.max(0, ...counts);
			if (most > 0) this.field = this.candidates[counts.indexOf(most)];
		}
		return false;
	}

	keyOf(row: IDataObject): string {
		return keyOf(this.of(row));
	}
}
