import type { IDataObject } from 'n8n-workflow';
import { RequestFailure } from '../../http';
import type { FilterCheck, RowFilter } from '../../operation';

/** The most signs that a hint names. */
const MOST_SIGNS = 10;

/** The rows of one list that meet all filters. It notes whether any row says what a filter looks at: if none does, it would leave out all rows in silence. */
export class RowSelection {
	private readonly said = new Set<RowFilter>();
	private readonly unsaid = new Set<RowFilter>();
	/** The groups of which at least one row does not meet a filter. */
	private readonly leftGroups = new Set<string>();
	/** Which rows look as if they met a filter and do not, by why. */
	private readonly signs = new Map<string, Set<string>>();

	constructor(private readonly filters: readonly RowFilter[]) {}

	readonly keeps = (row: IDataObject): boolean => {
		const met = this.filters.map((filter) => {
			const group = filter.groupOf?.(row);
			this.noteSign(row, filter.signAgainst?.(row));
			const isMet = filter.isAsked?.(row) !== false && this.asked(filter, row);
			if (!isMet && group !== undefined) this.leftGroups.add(group);
			return isMet;
		});
		return met.every(Boolean);
	};

	private asked(filter: RowFilter, row: IDataObject): boolean {
		const isMet = filter.isMet(row);
		(isMet === undefined ? this.unsaid : this.said).add(filter);
		return isMet === true;
	}

	/** Whether rows that come later can say that an earlier one is left out. */
	get isOfWholeList(): boolean {
		return this.filters.some(({ groupOf }) => groupOf !== undefined);
	}

	/** The rows that are in no group of which a row was left out. */
	whole(rows: IDataObject[]): IDataObject[] {
		const groups = this.filters.flatMap(({ groupOf }) => groupOf ?? []);
		if (groups.length === 0) return rows;
		return rows.filter((row) => {
			const isLeft = groups.some((groupOf) => this.leftGroups.has(groupOf(row) ?? ''));
			if (isLeft) this.noteSign(row, 'has another row that says otherwise');
			return !isLeft;
		});
	}

	/** Which rows were left out that looked as if they met the filters, the most frequent signs; '' if none. */
	get hint(): string {
		if (this.signs.size === 0) return '';
		const signs = [...this.signs].sort(([, one], [, other]) => other.size - one.size);
		const shown = signs.slice(0, MOST_SIGNS).map(([sign, { size }]) => `${size} × ${sign}`);
		const more =
			signs.length > MOST_SIGNS ? `, and ${signs.length - MOST_SIGNS} other reasons` : '';
		return `Left out: ${shown.join(', ')}${more}.`;
	}

	private noteSign(row: IDataObject, sign?: string): void {
		if (sign === undefined) return;
		const rows = this.signs.get(sign) ?? new Set();
		this.signs.set(sign, rows.add(JSON.stringify(row)));
	}

	/** @throws RequestFailure if a filter was asked about rows, and none said what it looks at */
	check(): void {
		for (const filter of this.unsaid) {
			if (this.said.has(filter)) continue;
			const { label } = filter;
			const { message, advice } = filter.unsaid ?? {
				message: `The platform's list does not say the '${label}' of its rows, so it cannot be filtered by it`,
				advice: `Remove the filter '${label}'. To filter by it, add a node with the operation Get for each row, and a Filter node after that`,
			};
			throw new RequestFailure(message, advice, { reach: 'answered', final: true });
		}
	}
}

/**
 * A platform that does not know a filter returns rows that it should leave out.
 *
 * @throws RequestFailure if one of these rows is one of them
 */
export function checkRows(
	checks: readonly FilterCheck[],
	query: IDataObject,
	rows: readonly IDataObject[],
): void {
	const ignored = checks.find(({ isMet }) => rows.some((row) => !isMet(row, query)));
	if (!ignored) return;
	const { label } = ignored;
	throw new RequestFailure(
		`The platform does not use the filter '${label}': it returned rows that are outside it`,
		`Remove '${label}' here, and filter with a Filter node after this one. If your platform has another name for this filter, set it under ` +
			"Advanced → 'Additional Query Parameters'",
		{ reach: 'answered', final: true },
	);
}
