import type { IDataObject } from 'n8n-workflow';
import { Identity } from '../../shared/http';
import type { EntityName } from '../../shared/platform';
import { CALL, cellOf, idNamesOf, isNothing } from '../../shared/platform';
import { firstOf, isFilled } from '../../shared/values';
import { keyOf } from '../rowKey';

/** An identifier as text: 7 and "7" are one. */
const identifierText = (value: unknown): string =>
	typeof value === 'object' ? JSON.stringify(value) : String(value);

/** What a row says of whom it is about, beside its identifier: together with its time, it tells a row apart whose identifier is still to come. */
const MARKS = ['to_number', 'phone_number', 'from_number', 'number', 'call_id', 'session_id'];

/**
 * What stays the same of a row until it has its identifier, and after. `{ call_id: null, session_id: "s9" }` is the call of that session; without
 * one, its number and its time tell it apart, and else all that it says.
 */
function standInOf(row: IDataObject, entity: EntityName, time?: number): string {
	const session = entity === 'call' ? cellOf(CALL, row, 'session_id') : undefined;
	if (isFilled(session)) return JSON.stringify(['session', session]);
	const names = MARKS.filter((name) => !idNamesOf(entity).includes(name));
	const marks = names.map((name) => row[name] ?? null);
	return time !== undefined && marks.some(isFilled)
		? JSON.stringify(['at', time, ...marks])
		: JSON.stringify(row);
}

/** What stands in place of an identifier until it is there. */
const isToCome = (value: unknown): boolean =>
	isNothing(value) || (typeof value === 'string' && value.trim().toLowerCase() === 'pending');

/** How many rows a field tells apart. */
const distinctValues = (rows: readonly IDataObject[], name: string): number =>
	new Set(
		rows.flatMap((row) =>
			[firstOf(row, [name])].filter((value) => !isToCome(value)).map(identifierText),
		),
	).size;

/**
 * Gives the rows of a list their keys, the same at every poll. The field that identifies them is chosen from the first rows that are met: the one
 * that tells most of them apart. A row that comes twice is one row.
 */
export class ChosenIdentity extends Identity {
	private readonly candidates: readonly string[];
	private readonly entity: EntityName;

	/** @param field the field that was chosen before */
	constructor(
		entity: EntityName,
		public field?: string,
	) {
		super(entity);
		this.entity = entity;
		this.candidates = idNamesOf(entity);
	}

	override fieldOf(row: IDataObject): string | undefined {
		const { field } = this;
		return field !== undefined && !isToCome(firstOf(row, [field])) ? field : undefined;
	}

	/** A row without identifier is told apart by its content. */
	override of(row: IDataObject): string {
		const field = this.fieldOf(row);
		return field === undefined ? JSON.stringify(row) : identifierText(row[field]);
	}

	/** @returns whether the field was chosen now, so that rows look different from now on; it stays the one that was chosen */
	override learn(rows: readonly IDataObject[]): boolean {
		if (this.field !== undefined) return false;
		const counts = this.candidates.map((name) => distinctValues(rows, name));
		const most = Math.max(0, ...counts);
		if (most > 0) this.field = this.candidates[counts.indexOf(most)];
		return most > 0;
	}

	/** Whether the identifier of a row is still to come: other rows have one. */
	isUnnamed(row: IDataObject): boolean {
		return this.field !== undefined && this.fieldOf(row) === undefined;
	}

	/** @param time of the row, in milliseconds since 1970 */
	keyOf(row: IDataObject, time?: number): string {
		return keyOf(this.isUnnamed(row) ? standInOf(row, this.entity, time) : this.of(row));
	}

	/** The keys that a row may have had before its identifier came. */
	keysBefore(row: IDataObject, time?: number): string[] {
		return [keyOf(standInOf(row, this.entity, time)), keyOf(JSON.stringify(row))];
	}
}
