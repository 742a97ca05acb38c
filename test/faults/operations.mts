import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { locator } from '../support/nodes.mts';

/** One operation of the real nodes for each method, each with one request for each item. */
export interface FaultyOperation {
	name: string;
	node: string;
	method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
	parameters: IDataObject;
	/** True: an answer without rows is an empty list. */
	isList?: boolean;
}

const id = '={{ $json.id }}';

const makeCall: FaultyOperation = {
	name: 'POST call',
	node: 'voiceAgentCall',
	method: 'POST',
	parameters: {
		resource: 'call',
		operation: 'makeCall',
		agentId: locator('agent_0001'),
		toNumber: '={{ $json.phone }}',
		options: { firstName: id },
	},
};

export const OPERATIONS: readonly FaultyOperation[] = [
	{
		name: 'GET list',
		node: 'voiceAgentCall',
		method: 'GET',
		isList: true,
		parameters: {
			resource: 'call',
			operation: 'getAll',
			returnAll: false,
			limit: 1,
			output: 'raw',
			options: { additionalQuery: { pairs: [{ name: 'tag', value: id }] } },
		},
	},
	{
		name: 'GET one',
		node: 'voiceAgentCall',
		method: 'GET',
		parameters: { resource: 'call', operation: 'get', callId: locator(id), output: 'raw' },
	},
	makeCall,
	{
		...makeCall,
		name: 'POST call, once ever',
		parameters: { ...makeCall.parameters, options: { firstName: id, repeatedNumbers: 'ever' } },
	},
	{
		name: 'POST contacts',
		node: 'voiceAgentCampaign',
		method: 'POST',
		parameters: {
			resource: 'contact',
			operation: 'add',
			campaignId: locator(id),
			contactsFrom: 'json',
			contactsJson: '={{ [{ phone_number: $json.phone }] }}',
		},
	},
	{
		name: 'PATCH campaign',
		node: 'voiceAgentCampaign',
		method: 'PATCH',
		parameters: {
			resource: 'campaign',
			operation: 'start',
			campaignId: locator(id),
			options: { startSeveral: true },
			output: 'raw',
		},
	},
	{
		name: 'PUT document',
		node: 'voiceAgent',
		method: 'PUT',
		parameters: {
			resource: 'knowledgeBaseDocument',
			operation: 'rename',
			documentId: locator(id),
			name: 'Price list',
		},
	},
	{
		name: 'DELETE document',
		node: 'voiceAgent',
		method: 'DELETE',
		parameters: { resource: 'knowledgeBaseDocument', operation: 'delete', documentId: locator(id) },
	},
	{
		name: 'POST upload',
		node: 'voiceAgent',
		method: 'POST',
		parameters: {
			resource: 'knowledgeBaseDocument',
			operation: 'upload',
			inputDataFieldName: 'data',
			additionalFields: { name: id },
		},
	},
];

/** Places a call. */
export const isCall = ({ parameters }: FaultyOperation) => parameters.operation === 'makeCall';

export const isAction = ({ method }: FaultyOperation) => method === 'POST' || method === 'PATCH';

/** Input items `item_0`, `item_1` …, each with a number and a small file. */
export const inputOf = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({
		json: { id: `item_${index}`, phone: `+1212555010${index}` },
		binary: {
			data: {
				data: Buffer.from(`Prices of item_${index}`).toString('base64'),
				mimeType: 'text/plain',
				fileName: `item_${index}.txt`,
			},
		},
	}));
