import type { INodeProperties } from 'n8n-workflow';
import type { Endpoint } from '../shared/http';
import type { ListOperation } from '../shared/operation';
import { agentLocator, choiceField, list } from '../shared/operation';

const scopeField = choiceField('Scope', 'scope', 'Which results to get', {
	options: [
		{ name: 'One Agent', value: 'agent' },
		{ name: 'Whole Organization', value: 'organization' },
	],
	default: 'organization',
});

const agentInScope: INodeProperties = {
	...agentLocator,
	displayOptions: { show: { scope: ['agent'] } },
};

/** A list that has one endpoint for the whole organization and another for one agent. */
export function listByScope(
	operation: Pick<ListOperation, 'action' | 'description' | 'entity' | 'columns'>,
	endpoints: { organization: Endpoint; agent: Endpoint },
): ListOperation {
	return list({
		...operation,
		endpoint: [endpoints.organization, endpoints.agent],
		ids: { agent_id: agentInScope },
		fields: [scopeField, agentInScope],
		request: (params) => ({
			endpoint: params.text('scope') === 'agent' ? endpoints.agent : endpoints.organization,
		}),
	});
}
