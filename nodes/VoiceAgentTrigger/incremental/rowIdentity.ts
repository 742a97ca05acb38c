import type { IDataObject } from 'n8n-workflow';
import { Identity } from '../../shared/http';
import type { EntityName } from '../../shared/platform';
import { OWN_ID_NAMES } from '../../shared/platform';
import { firstOf } from '../../shared/values';
import { keyOf } from '../rowKey';

/** An identifier that cannot be that of another row by chance, as a counter can. */
const isUnmistakable = (value: unknown): boolean =>
	typeof value === 'string' && value.length >= 8 && /[a-z]/i.test(value);

const has = (row: IDataObject, name: string): boolean => firstOf(row, [name]) !== undefined;

/** Before a row has its own identifier, it may have another one: not the same as another row's own identifier. */
const provisional = (value: unknown): string => keyOf(`provisional ${JSON.stringify(value)}`);

/**
 * Gives the rows of a list their keys, the same at every poll: also if the platform fills in an identifier later, or has an `id` that is
 * the same in all rows.
 */
export class RowIdentity {
	private readonly identity: Identity;
	private rows = 0;
	private withoutId = 0;
	private readonly provisionals = new Set<string>();

	/**
	 * @param falseIds fields that are known to identify no row
	 * @param isRemembered whether a row is known by this key
	 */
	constructor(
		entity: EntityName,
		falseIds: readonly string[],
		private readonly isRemembered: (key: string) => boolean,
	) {
		this.identity = new Identity(entity, falseIds);
	}

	/** For reading pages. */
	get forPages(): Identity {
		return this.identity;
	}

	/** Fields that identify no row. */
	get falseIds(): readonly string[] {
		return this.identity.falseNames;
	}

	/** Whether most rows have no identifier: they are told apart by their content. */
	get hasNoIds(): boolean {
		return this.withoutId * 2 > this.rows;
	}

	/** The keys of the rows of one page, in their order. */
	keysOf(rows: readonly IDataObject[]): string[] {
		this.identity.learn(rows);
		this.rows += rows.length;
		this.withoutId += rows.filter((row) => !this.identity.hasId(row)).length;
		return rows.map((row) => this.keyOf(row));
	}

	private keyOf(row: IDataObject): string {
		const field = this.identity.fieldOf(row);
		if (field === undefined) return keyOf(this.identity.of(row));
		const isProvisional = OWN_ID_NAMES.includes(field) && this.lacksOwn(row);
		const key = isProvisional ? provisional(row[field]) : keyOf(this.identity.of(row));
		if (this.isKnown(key)) return key;
		const known = this.otherKeys(row, field).find((other) => this.isKnown(other)) ?? key;
		if (isProvisional) this.provisionals.add(known);
		return known;
	}

	/** From before, or as the key of a row of this poll that had no identifier of its own. */
	private isKnown(key: string): boolean {
		return this.isRemembered(key) || this.provisionals.has(key);
	}

	/** Whether a row has a field for its own identifier, and nothing in it. */
	private lacksOwn(row: IDataObject): boolean {
		return this.identity.ownNames.some((name) => name in row && !has(row, name));
	}

	/** Keys by which the row may be known from before. */
	private otherKeys(row: IDataObject, field: string): string[] {
		return OWN_ID_NAMES.filter((name) => this.identity.uses(name) && has(row, name)).flatMap(
			(name) => [
				...(name === field ? [] : [provisional(row[name])]),
				...(isUnmistakable(row[name]) ? [keyOf(JSON.stringify(row[name]))] : []),
			],
		);
	}
}
