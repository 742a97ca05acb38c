import type { IDataObject } from 'n8n-workflow';
import { Identity } from '../../shared/http';
import type { EntityName } from '../../shared/platform';
import { idNamesOf } from '../../shared/platform';
import { firstOf } from '../../shared/values';
import { keyOf } from '../rowKey';

/** From this length on, an identifier in other letters is the same one: shorter ones may count in capital and small letters. */
const LONG = 8;

/** An identifier as text: 7 and "7" are one, and so are a UUID in capital and in small letters. */
function textOf(value: unknown): string {
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
	const isOfOneCase = text === text.toLowerCase() || text === text.toUpperCase();
	return text.length >= LONG && isOfOneCase ? text.toLowerCase() : text;
}

/** What was seen of a field that may identify the rows. */
interface Evidence {
	values: Set<string>;
	/** Each value with the time of its row: two rows with the same value and other times are two rows. */
	rows: Set<string>;
	/** Two of them were in one answer: it is not one row whose time has changed. */
	areSeveral: boolean;
}

const noEvidence = (): Evidence => ({ values: new Set(), rows: new Set(), areSeveral: false });

/**
 * Gives the rows of a list their keys, the same at every poll. The field that identifies them is chosen once and saved. Its values are compared
 * as text, under any of the names that it may have: so a row keeps its key if its identifier becomes a text, or its field gets another name. A
 * row that is listed twice, as a platform may do it, proves nothing against the field.
 */
export class RowIdentity extends Identity {
	private readonly fields: readonly string[];
	private readonly evidence = new Map<string, Evidence>();
	private used: readonly string[];
	private rows = 0;
	private withoutId = 0;

	/**
	 * @param chosen the field that was chosen before
	 * @param timeOf when a row was added, if it says so
	 */
	constructor(
		entity: EntityName,
		private readonly chosen: string | undefined,
		private readonly timeOf: (row: IDataObject) => number | undefined,
	) {
		super(entity);
		const names = idNamesOf(entity);
		this.fields = chosen === undefined ? names : [...new Set([chosen, ...names])];
		this.used = this.fields;
	}

	/** The field that identifies the rows; undefined as long as none of them has one. */
	get choice(): string | undefined {
		return this.used.find((name) => (this.evidence.get(name)?.values.size ?? 0) > 0) ?? this.chosen;
	}

	/** Whether the field that was chosen before has the same value in most rows: it identifies none. */
	get isGivenUp(): boolean {
		return this.chosen !== undefined && !this.used.includes(this.chosen);
	}

	/** Whether most rows have no identifier: they are told apart by their content. */
	get hasNoIds(): boolean {
		return this.withoutId * 2 > this.rows;
	}

	override fieldOf(row: IDataObject): string | undefined {
		return this.used.find((name) => firstOf(row, [name]) !== undefined);
	}

	override of(row: IDataObject): string {
		const field = this.fieldOf(row);
		return field === undefined ? JSON.stringify(row) : textOf(row[field]);
	}

	/** @returns false: rows that had other keys before end no reading, because the baseline compares several of them */
	override learn(rows: readonly IDataObject[]): boolean {
		for (const name of this.fields) {
			const seen = this.evidence.get(name) ?? noEvidence();
			const here = noEvidence();
			for (const row of rows) {
				const value = firstOf(row, [name]);
				if (value === undefined) continue;
				const when = this.timeOf(row) ?? JSON.stringify(row);
				here.values.add(textOf(value));
				here.rows.add(`${textOf(value)} ${when}`);
			}
			for (const value of here.values) seen.values.add(value);
			for (const row of here.rows) seen.rows.add(row);
			seen.areSeveral ||= here.rows.size > here.values.size || seen.rows.size > 2;
			this.evidence.set(name, seen);
		}
		this.used = this.fields.filter((name) => !this.isRepeated(name));
		return false;
	}

	/** Whether most rows share their value of this field with others. */
	private isRepeated(name: string): boolean {
		const { values, rows, areSeveral } = this.evidence.get(name) ?? noEvidence();
		return areSeveral && rows.size >= 2 * values.size;
	}

	/** The keys of the rows of one page, in their order. */
	keysOf(rows: readonly IDataObject[]): string[] {
		this.learn(rows);
		this.rows += rows.length;
		this.withoutId += rows.filter((row) => !this.hasId(row)).length;
		return rows.map((row) => keyOf(this.of(row)));
	}
}
