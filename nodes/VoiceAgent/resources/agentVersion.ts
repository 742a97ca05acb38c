import { agentLocator, versionLocator } from '../../shared/operation/locators';
import type { Resource } from '../../shared/operation/operation';
import { list } from '../../shared/operation/operation';

export const agentVersion: Resource = {
	name: 'Agent Version',
	value: 'agentVersion',
	operations: [
		list({
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many versions of an agent',
			description: 'The change history of an agent',
			endpoint: 'GET /agents/{agent_id}/versions',
			ids: { agent_id: 'agentId' },
			rowId: 'version',
			fields: [agentLocator],
		}),
		{
			name: 'Get',
			value: 'get',
			action: 'Get a version of an agent',
			description: 'How an agent was configured at some time',
			endpoint: 'GET /agents/{agent_id}/versions/{version}',
			ids: { agent_id: 'agentId', version: 'version' },
			fields: [agentLocator, versionLocator],
		},
		{
			name: 'Restore',
			value: 'restore',
			action: 'Restore a version of an agent',
			description: 'Roll an agent back to an earlier version',
			endpoint: 'POST /agents/{agent_id}/versions/{version}/restore',
			ids: { agent_id: 'agentId', version: 'version' },
			fields: [agentLocator, versionLocator],
		},
	],
};
