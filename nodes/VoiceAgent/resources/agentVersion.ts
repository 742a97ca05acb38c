import { agentLocator, list, resource, versionLocator } from '../../shared/operation';

export const agentVersion = resource({
	name: 'Agent Version',
	value: 'agentVersion',
	entity: 'version',
	operations: [
		list({
			action: 'Get many agent versions',
			description: 'Get the change history of an agent',
			endpoint: 'GET /agents/{agent_id}/versions',
			ids: { agent_id: agentLocator },
		}),
		{
			kind: 'read',
			name: 'Get',
			value: 'get',
			action: 'Get agent version',
			description: 'Get the configuration of an agent in one version',
			endpoint: 'GET /agents/{agent_id}/versions/{version}',
			ids: { agent_id: agentLocator, version: versionLocator },
		},
		{
			kind: 'action',
			name: 'Restore',
			value: 'restore',
			action: 'Restore agent version',
			description: 'Restore an earlier version of an agent',
			endpoint: 'POST /agents/{agent_id}/versions/{version}/restore',
			ids: { agent_id: agentLocator, version: versionLocator },
		},
	],
});
