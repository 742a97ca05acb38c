import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { CALL, OWNER, callDirection, cellOf, hasField, valueOf } from '../platform';
import { choiceField, textField } from './fields';
import { agentLocator, campaignLocator, optional } from './locators';

/** What calls are filtered by, in action nodes and in the trigger. */
export type CallFilterName = 'agentId' | 'campaignId' | 'direction' | 'outcome';

/** The fields of the filters of calls, in the order of the editor. */
export const callFilterFields: Record<CallFilterName, INodeProperties> = {
	agentId: optional(agentLocator),
	campaignId: optional(campaignLocator),
	direction: choiceField('Direction', 'direction', 'Direction of the call', {
		options: [
			{ name: 'Inbound', value: 'inbound', description: 'A person called the agent' },
			{ name: 'Outbound', value: 'outbound', description: 'The agent called a person' },
		],
		default: 'outbound',
	}),
	outcome: textField(
		'Outcome',
		'outcome',
		'Only calls with one of these outcomes, separated by commas. Upper and lower case do not matter.',
		{ placeholder: 'e.g. interested, callback requested' },
	),
};

/** The filters that look at what a row of any list may say. */
export type RowFilterName = Exclude<CallFilterName, 'outcome'>;

const idColumn = (name: 'agentId' | 'campaignId') =>
	name === 'agentId' ? 'agent_id' : 'campaign_id';

/** What a row says, comparable with what the user chose; undefined if nothing that can be read. */
export function saidByRow(row: IDataObject, name: RowFilterName): string | undefined {
	if (name === 'direction') return callDirection(cellOf(CALL, row, 'direction'));
	const id = valueOf(OWNER, row, idColumn(name));
	// A text under "agent" that has a space is a name and no ID.
	return id === undefined || /\s/.test(String(id)) ? undefined : String(id);
}

/** Whether a row has a field for what the filter looks at, whatever is in it. */
export const hasPlaceFor = (row: IDataObject, name: RowFilterName): boolean =>
	name !== 'direction' && hasField(OWNER, row, idColumn(name));
