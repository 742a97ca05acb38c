import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { agentLocator, campaignLocator, optional, textField } from '../shared/operation';
import { OWNER, valueOf } from '../shared/platform';
import { ParameterError } from '../shared/values';

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

/**
 * Whether a row belongs to the wanted agent; '' is any.
 *
 * @param rows what the rows are called: "calls"
 * @throws ParameterError if the platform does not say it, so that the filter would let nothing through in silence
 */
export function sameAgent(row: IDataObject, wanted: string, rows: string): boolean {
	if (wanted === '') return true;
	const id = valueOf(OWNER, row, 'agent_id');
	if (id === undefined) {
		throw new ParameterError(
			`The platform does not say which agent its ${rows} belong to`,
			'Remove the filter Agent, and filter with an IF node on a field of the items',
		);
	}
	return String(id) === wanted;
}
