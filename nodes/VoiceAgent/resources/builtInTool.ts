import type { INodeProperties } from 'n8n-workflow';
import { agentLocator, toolLocator } from '../../shared/operation/locators';
import type { Resource } from '../../shared/operation/operation';
import { list } from '../../shared/operation/operation';

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
			rowId: 'tool_id',
		}),
		{
			name: 'Configure',
			value: 'configure',
			action: 'Configure a built in tool',
			description: 'Enable, disable or set up a tool for an agent',
			endpoint: 'PUT /builtin-tools/agent/{agent_id}/{tool_id}',
			ids: { agent_id: 'agentId', tool_id: 'toolId' },
			fields: [agentLocator, toolLocator, enabledField, configurationField],
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
			ids: { agent_id: 'agentId' },
			rowId: 'tool_id',
			fields: [agentLocator],
		}),
		{
			name: 'Remove',
			value: 'remove',
			action: 'Remove a built in tool',
			description: 'Take a tool away from an agent',
			endpoint: 'DELETE /builtin-tools/agent/{agent_id}/{tool_id}',
			ids: { agent_id: 'agentId', tool_id: 'toolId' },
			fields: [agentLocator, toolLocator],
			answer: 'deleted',
		},
	],
};
