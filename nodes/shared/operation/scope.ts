import type { INodeProperties } from 'n8n-workflow';
import { agentLocator } from './locators';
import type { Endpoint, Operation } from './operation';
import { list } from './operation';

const scopeField: INodeProperties = {
	displayName: 'Of',
	name: 'scope',
	type: 'options',
	options: [
		{ name: 'Whole Organization', value: 'organization' },
		{ name: 'One Agent', value: 'agent' },
	],
	default: 'organization',
	description: 'Whose results to get',
};

/** A list that the platform gives for the whole organization at one address and for a single agent at another. */
export function listByScope(
	operation: Pick<Operation, 'action' | 'description' | 'rowId' | 'simplify'>,
	endpoints: { organization: Endpoint; agent: Endpoint },
): Operation {
	return list({
		...operation,
		name: 'Get Many',
		value: 'getAll',
		endpoint: [endpoints.organization, endpoints.agent],
		ids: { agent_id: 'agentId' },
		fields: [scopeField, { ...agentLocator, displayOptions: { show: { scope: ['agent'] } } }],
		request: (params) => ({
			endpoint: params.text('scope') === 'agent' ? endpoints.agent : endpoints.organization,
		}),
	});
}
