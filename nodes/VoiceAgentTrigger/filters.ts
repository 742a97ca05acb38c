import type { IDataObject } from 'n8n-workflow';
import { hasPlaceFor, saidByRow } from '../shared/operation';
import { ParameterError } from '../shared/values';
import type { Watch } from './watch';

/** The filters that compare a row with what the user chose, each with what an error calls the field that it looks at. */
const COMPARED = {
	agentId: { title: 'Agent', unsaid: (rows: string) => `which agent its ${rows} belong to` },
	campaignId: {
		title: 'Campaign',
		unsaid: (rows: string) => `which campaign its ${rows} belong to`,
	},
	direction: {
		title: 'Direction',
		unsaid: (rows: string) => `the direction of its ${rows} in a way this package can read`,
	},
};

type Compared = keyof typeof COMPARED;

/**
 * The filters of one poll. They compare rows with what the user chose, and note whether any row says what they look at: if none does, they
 * would let nothing through in silence.
 */
export class Filters {
	/** Filters that met a row without a field for what they look at. */
	private readonly unsaid = new Set<Compared>();
	/** Filters that met a row with such a field, and nothing in it that can be read. */
	private readonly empty = new Set<Compared>();

	constructor(private readonly watch: Pick<Watch, 'params' | 'state'>) {}

	private wanted(name: Compared): string {
		const text = this.watch.params.text(`filters.${name}`);
		return name === 'direction' ? text.toLowerCase() : text;
	}

	/** Whether the row says what the filter looks at, or nothing is to be compared. */
	isDecidable(row: IDataObject, name: Compared): boolean {
		return this.wanted(name) === '' || saidByRow(row, name) !== undefined;
	}

	/** Whether the filter lets the row through. A filter by agent leaves out a row without an agent. */
	matches(row: IDataObject, name: Compared): boolean {
		const wanted = this.wanted(name);
		if (wanted === '') return true;
		const said = saidByRow(row, name);
		if (said !== undefined) this.watch.state.noted.add(`${name} is said`);
		else (hasPlaceFor(row, name) ? this.empty : this.unsaid).add(name);
		return said === wanted;
	}

	/**
	 * @param rows what the rows are called: "calls"
	 * @throws ParameterError if no row has ever said what a filter looks at, and has no field for it. Not every call belongs to a campaign: that
	 * is only reported, and so are fields that are empty
	 */
	check({ say, unsay }: Pick<Watch, 'say' | 'unsay'>, rows: string): void {
		for (const name of Object.keys(COMPARED) as Compared[]) {
			const topic = `filter ${name}`;
			if (this.watch.state.noted.has(`${name} is said`)) unsay(topic);
			const isUnsaid = this.unsaid.has(name);
			const isEmpty = this.empty.has(name) && name !== 'campaignId';
			if (this.watch.state.noted.has(`${name} is said`) || !(isUnsaid || isEmpty)) continue;
			const { title, unsaid } = COMPARED[name];
			const message = `The platform does not say ${unsaid(rows)}`;
			const description = `Remove the filter '${title}', and filter with an IF node on a field of the items`;
			if (isUnsaid && name !== 'campaignId') throw new ParameterError(message, description);
			say(topic, { message: `${message}: none was let through`, description });
		}
	}
}
