import type { IDataObject } from 'n8n-workflow';
import { RequestFailure } from '../../http';
import type { RowFilter } from '../../operation';
import { LeftOut } from '../../operation';
import { isFilled } from '../../values';

const unsaid = ({ label }: RowFilter) =>
	new RequestFailure(
		`The platform's list does not say the '${label}' of its rows, so it cannot be filtered by it`,
		`Remove the filter '${label}'. To filter by it, add a node with the operation Get for each row, and a Filter node after that`,
		{ arrival: 'answered', final: true },
	);

const notUsed = ({ label }: RowFilter) =>
	new RequestFailure(
		`The platform does not use the filter '${label}': it returned rows that are outside it`,
		`Remove '${label}' here, and filter with a Filter node after this one. If your platform has another name for this filter, set it under ` +
			"Options → 'Additional Query Parameters'",
		{ arrival: 'answered', final: true },
	);

/**
 * The rows of one list that meet all filters. It notes whether any row says what a filter looks at: if none does, the
 * filter would leave out all rows in silence.
 */
export class RowSelection {
	private readonly said = new Set<RowFilter>();
	private readonly unsaid = new Set<RowFilter>();
	private readonly leftOut = new LeftOut();
	private readonly sent: readonly RowFilter[];
	/** The filters that the platform does not have. */
	private readonly own: readonly RowFilter[];

	constructor(filters: readonly RowFilter[]) {
		this.sent = filters.filter(({ sentAs }) => sentAs !== undefined);
		this.own = filters.filter(({ sentAs }) => sentAs === undefined);
	}

	/** Whether rows may be left out. */
	get leavesOut(): boolean {
		return this.own.length > 0;
	}

	readonly keeps = (row: IDataObject): boolean => {
		const isKept = this.own.map((filter) => this.meets(row, filter)).every(Boolean);
		if (!isKept) this.leftOut.note(row, this.own);
		return isKept;
	};

	private meets(row: IDataObject, filter: RowFilter): boolean {
		const isMet = filter.isMet(row);
		// That one call belongs to no campaign does not show that the list says the campaign of the others.
		if (isMet === undefined) this.unsaid.add(filter);
		else if (isFilled(filter.said?.(row))) this.said.add(filter);
		return isMet === true;
	}

	/** What the rows say that were left out; '' if there was none. */
	get whatRowsSay(): string {
		return this.leftOut.inWords('rows');
	}

	/**
	 * @param rows those of the output
	 * @throws RequestFailure if no row said what a filter looks at, or a row shows that the platform ignores a filter
	 */
	check(rows: readonly IDataObject[]): void {
		for (const filter of this.unsaid) if (!this.said.has(filter)) throw unsaid(filter);
		const ignored = this.sent.find(({ isMet }) => rows.some((row) => isMet(row) === false));
		if (ignored) throw notUsed(ignored);
	}
}
