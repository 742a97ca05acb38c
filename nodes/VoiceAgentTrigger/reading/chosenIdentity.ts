import type { IDataObject } from 'n8n-workflow';
import { Identity } from '../../shared/http';
import type { EntityName } from '../../shared/platform';
import { ENTITIES, idNamesOf, isNothing } from '../../shared/platform';
import { keyOf } from '../state';

/** An identifier as text: 7 and "7" are one. */
const identifierText = (value: unknown): string =>
	typeof value === 'object' ? JSON.stringify(value) : String(value);

/** What stands in place of an identifier until it is there. */
const isToCome = (value: unknown): boolean =>
	isNothing(value) || (typeof value === 'string' && value.trim().toLowerCase() === 'pending');

/** How many rows a field tells apart. */
const distinctValues = (rows: readonly IDataObject[], name: string): number =>
	new Set(
		rows
			.map((row) => row[name])
			.filter((value) => !isToCome(value))
			.map(identifierText),
	).size;

/**
 * Gives rows keys that are the same at every poll. Of the first rows, the field that tells most of them apart is
 * chosen. A row that comes twice is one row.
 */
export class ChosenIdentity extends Identity {
	private readonly candidates: readonly string[];
	private readonly mayLackId: boolean;

	/** @param field the field that was chosen before */
	constructor(
		entity: EntityName,
		public field?: string,
	) {
		super(entity);
		this.candidates = idNamesOf(entity);
		this.mayLackId = ENTITIES[entity].mayLackId === true;
	}

	override fieldOf(row: IDataObject): string | undefined {
		const { field } = this;
		return field !== undefined && !isToCome(row[field]) ? field : undefined;
	}

	/** A row without identifier is told apart by its content. */
	override of(row: IDataObject): string {
		const field = this.fieldOf(row);
		return field === undefined ? JSON.stringify(row) : identifierText(row[field]);
	}

	/** Chooses the field at the first rows that have an identifier. It stays the one that was chosen. */
	override learn(rows: readonly IDataObject[]): void {
		if (this.field !== undefined) return;
		const counts = this.candidates.map((name) => distinctValues(rows, name));
		const most = Math.max(0, ...counts);
		if (most > 0) this.field = this.candidates[counts.indexOf(most)];
	}

	/** Whether the identifier of a row is still to come: `{ call_id: null }`, while other calls have one. */
	isUnnamed(row: IDataObject): boolean {
		return this.fieldOf(row) === undefined && (this.field !== undefined || !this.mayLackId);
	}

	keyOf(row: IDataObject): string {
		return keyOf(this.of(row));
	}
}
