import type { INodeProperties } from 'n8n-workflow';
import type { Resource } from '../../shared/operation';
import { agentLocator, list, toolLocator } from '../../shared/operation';

const enabledField: INodeProperties = {
	displayName: 'Enabled',
	name: 'enabled',
	type: 'boolean',
	default: true,
	description: 'Whether the agent may use the tool',
};

const configurationField: INodeProperties = {
	displayName: 'Configuration (JSON)',
	name: 'configurationJson',
	type: 'json',
	default: '{}',
	description: 'Settings of the tool for this agent, as one JSON object',
};

export const builtInTool: Resource = {
	name: 'Built-in Tool',
	value: 'builtInTool',
	operations: [
		list({
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many built in tools',
			description: 'The tools that any agent can be given',
			endpoint: 'GET /builtin-tools/',
			entity: 'tool',
		}),
		{
			name: 'Configure',
			value: 'configure',
			action: 'Configure a built in tool',
			description: 'Enable, disable or set up a tool for an agent',
			endpoint: 'PUT /builtin-tools/agent/{agent_id}/{tool_id}',
			ids: { agent_id: agentLocator, tool_id: toolLocator },
			fields: [enabledField, configurationField],
			openBody: true,
			request: (params) => {
				const configuration = params.jsonObject('configurationJson');
				return {
					body: {
						enabled: params.flag('enabled', true),
						...(Object.keys(configuration).length > 0 && { configuration }),
					},
				};
			},
		},
		list({
			name: 'Get Many of an Agent',
			value: 'getAllOfAgent',
			action: 'Get many built in tools of an agent',
			description: 'Which tools an agent has, and how they are set up',
			endpoint: 'GET /builtin-tools/agent/{agent_id}',
			ids: { agent_id: agentLocator },
			entity: 'tool',
		}),
		{
			name: 'Remove',
			value: 'remove',
			action: 'Remove a built in tool',
			description: 'Take a tool away from an agent',
			endpoint: 'DELETE /builtin-tools/agent/{agent_id}/{tool_id}',
			ids: { agent_id: agentLocator, tool_id: toolLocator },
			answer: 'deleted',
		},
	],
};
