import type { IDataObject } from 'n8n-workflow';
import type { CallFilterName, SetFilter } from '../shared/operation';
import { LeftOut, setFilters } from '../shared/operation';
import { hasTalk } from '../shared/platform';
import { ParameterError, isFilled } from '../shared/values';
import type { Watch } from './watch';

/** Whether a row proves that it does not meet a filter. */
const isAgainst = (row: IDataObject, { said, isMet }: SetFilter): boolean =>
	isFilled(said(row)) && isMet(row) === false;

/**
 * The filters of one poll. They note whether any row says what they look at: if none does, they would let nothing
 * through in silence.
 */
export class Filters {
	private readonly set: readonly SetFilter[];
	/** Filters that met a row which says nothing of what they look at, as every row should. */
	private readonly missing = new Set<SetFilter>();
	/** The same, where another row may well say it. */
	private readonly open = new Set<SetFilter>();
	private readonly leftOut = new LeftOut();

	/** @throws ParameterError for a filter that cannot be compared */
	constructor(
		private readonly watch: Pick<Watch, 'params' | 'state'>,
		names: readonly CallFilterName[],
	) {
		this.set = setFilters(watch.params, names);
	}

	/** Whether a filter looks at what a list shows from the beginning, and what does not change. */
	get isOnList(): boolean {
		return this.set.some(({ mayChange }) => !mayChange);
	}

	/** Whether all filters let a complete row through. A filter by agent leaves out a row without an agent. */
	readonly matches = (row: IDataObject): boolean => {
		const isMet = this.set.map((filter) => this.meets(row, filter)).every(Boolean);
		return isMet || this.leaveOut(row);
	};

	/**
	 * Whether nothing speaks against a call in which there was a talk, and something that a filter looks at is to come:
	 * a platform may fill in the outcome, the success or the duration one after the other.
	 */
	readonly isOpen = (row: IDataObject): boolean => {
		const unmet = this.set.filter(({ isMet }) => isMet(row) !== true);
		return unmet.length > 0 && hasTalk(row) && unmet.every((filter) => this.isToCome(row, filter));
	};

	/** Whether a row does not say yet what a filter looks at. It is noted, too: a platform that never says it is an error. */
	private isToCome(row: IDataObject, filter: SetFilter): boolean {
		const said = filter.said(row);
		if (said === undefined) this.missing.add(filter);
		return filter.mayChange === true && !isFilled(said);
	}

	/** Whether they may let a call through, by what the list proves: an outcome in the list can still change. */
	readonly mayMatch = (row: IDataObject): boolean => {
		const isOut = this.set.some((filter) => !filter.mayChange && isAgainst(row, filter));
		return !isOut || this.leaveOut(row);
	};

	/** The same, with all that the list shows now. */
	readonly seemsToMatch = (row: IDataObject): boolean =>
		!this.set.some((filter) => isAgainst(row, filter)) || this.leaveOut(row);

	private leaveOut(row: IDataObject): false {
		this.leftOut.note(row, this.set);
		return false;
	}

	private meets(row: IDataObject, filter: SetFilter): boolean {
		const said = filter.said(row);
		if (said === undefined) this.missing.add(filter);
		else if (said === null) this.open.add(filter);
		else if (isFilled(said)) this.watch.state.noted.add(`${filter.name} is said`);
		return filter.isMet(row) === true;
	}

	/**
	 * @param rows what the rows are called: "calls"
	 * @throws ParameterError if no row ever said what a filter looks at. Calls without a campaign are usual: that is
	 * reported
	 */
	check({ say }: Pick<Watch, 'say'>, rows: string): void {
		for (const filter of this.set) {
			const { name, label, unsaid } = filter;
			const isSaid = this.watch.state.noted.has(`${name} is said`);
			if (isSaid || !(this.missing.has(filter) || this.open.has(filter))) continue;
			const message = `The platform does not say ${unsaid(rows)}`;
			const description = `Remove the filter '${label}', and filter with an IF node on a field of the items`;
			if (this.missing.has(filter)) throw new ParameterError(message, description);
			say(`filter ${name}`, { message: `${message}: none was let through`, description });
		}
	}

	/** @throws ParameterError if rows were left out: how the platform writes the filters' values. @param rows "calls" */
	checkLeftOut(rows: string): void {
		const said = this.leftOut.inWords(rows);
		if (said === '') return;
		throw new ParameterError(
			`The filters let none of the latest ${rows} through`,
			`${said} Change the filters, or wait for one that they let through, and fetch again. The workflow can be activated all the same`,
		);
	}
}
