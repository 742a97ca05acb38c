import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { agentLocator, campaignLocator, optional, textField } from '../shared/operation';
import { CALL, OWNER, callDirection, cellOf, hasField, valueOf } from '../shared/platform';
import { ParameterError } from '../shared/values';
import type { Watch } from './watch';

export type FilterName = 'agentId' | 'campaignId' | 'direction' | 'outcome';

/** The filters that an event may have, in the order of the editor. */
export const filterFields: Record<FilterName, INodeProperties> = {
	agentId: optional(agentLocator),
	campaignId: optional(campaignLocator),
	direction: {
		displayName: 'Direction',
		name: 'direction',
		type: 'options',
		options: [
			{ name: 'Inbound', value: 'inbound', description: 'A person called the agent' },
			{ name: 'Outbound', value: 'outbound', description: 'The agent called a person' },
		],
		default: 'outbound',
		description: 'Direction of the call',
	},
	outcome: textField(
		'Outcome',
		'outcome',
		'Only calls with one of these outcomes, separated by commas. Upper and lower case do not matter.',
		{ placeholder: 'e.g. interested, callback requested' },
	),
};

/** The filters that compare a row with what the platform says of it, and what an error calls that. */
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

/** What a row says, comparable with what the user chose; undefined if nothing that can be read. */
function saidBy(row: IDataObject, name: Compared): string | undefined {
	if (name === 'direction') return callDirection(cellOf(CALL, row, 'direction'));
	const id = valueOf(OWNER, row, name === 'agentId' ? 'agent_id' : 'campaign_id');
	// A text under "agent" may be a name, and names have spaces.
	return id === undefined || /\s/.test(String(id)) ? undefined : String(id);
}

const hasPlaceFor = (row: IDataObject, name: Compared): boolean =>
	name !== 'direction' && hasField(OWNER, row, name === 'agentId' ? 'agent_id' : 'campaign_id');

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
		return this.wanted(name) === '' || saidBy(row, name) !== undefined;
	}

	/** Whether the filter lets the row through. A row that belongs to no agent does not belong to the wanted one. */
	matches(row: IDataObject, name: Compared): boolean {
		const wanted = this.wanted(name);
		if (wanted === '') return true;
		const said = saidBy(row, name);
		if (said !== undefined) this.watch.state.noteSeen(name);
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
			if (this.watch.state.hasSeen(name)) unsay(topic);
			const isUnsaid = this.unsaid.has(name);
			const isEmpty = this.empty.has(name) && name !== 'campaignId';
			if (this.watch.state.hasSeen(name) || !(isUnsaid || isEmpty)) continue;
			const { title, unsaid } = COMPARED[name];
			const message = `The platform does not say ${unsaid(rows)}`;
			const description = `Remove the filter ${title}, and filter with an IF node on a field of the items`;
			if (isUnsaid && name !== 'campaignId') throw new ParameterError(message, description);
			say(topic, { message: `${message}: none was let through`, description });
		}
	}
}
