import type { Resource } from '../../shared/operation';
import { agentLocator, list, versionLocator } from '../../shared/operation';

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
			ids: { agent_id: agentLocator },
			entity: 'version',
		}),
		{
			name: 'Get',
			value: 'get',
			action: 'Get a version of an agent',
			description: 'How an agent was configured at some time',
			endpoint: 'GET /agents/{agent_id}/versions/{version}',
			ids: { agent_id: agentLocator, version: versionLocator },
		},
		{
			name: 'Restore',
			value: 'restore',
			action: 'Restore a version of an agent',
			description: 'Roll an agent back to an earlier version',
			endpoint: 'POST /agents/{agent_id}/versions/{version}/restore',
			ids: { agent_id: agentLocator, version: versionLocator },
		},
	],
};
