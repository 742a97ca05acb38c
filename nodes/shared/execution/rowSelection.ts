import type { IDataObject } from 'n8n-workflow';
import { RequestFailure } from '../http';
import type { RowFilter } from '../operation';

/** The rows of one list that meet all filters. It notes whether any row says what a filter looks at: if none does, it would leave out all rows in silence. */
export class RowSelection {
	private readonly said = new Set<RowFilter>();
	private readonly unsaid = new Set<RowFilter>();

	constructor(private readonly filters: readonly RowFilter[]) {}

	readonly keeps = (row: IDataObject): boolean => {
		const met = this.filters.map((filter) => {
			if (filter.isAsked?.(row) === false) return false;
			const isMet = filter.isMet(row);
			(isMet === undefined ? this.unsaid : this.said).add(filter);
			return isMet === true;
		});
		return met.every(Boolean);
	};

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
