import type { ApiFields } from '../../shared/operation';
import {
	agentLocator,
	collectionOf,
	jsonField,
	list,
	resource,
	switchField,
	toolLocator,
} from '../../shared/operation';

const enabledField = switchField('Enabled', 'enabled', 'Whether the agent can use the tool', {
	default: true,
});

const settings: ApiFields = {
	configuration: jsonField(
		'Configuration (JSON)',
		'configurationJson',
		'Settings of the tool for this agent, as one JSON object',
	),
};

export const builtInTool = resource({
	name: 'Built-in Tool',
	value: 'builtInTool',
	entity: 'tool',
	operations: [
		list({
			action: 'Get many built-in tools',
			description: 'Get the tools that any agent can use',
			endpoint: 'GET /builtin-tools/',
		}),
		{
			kind: 'action',
			name: 'Configure',
			value: 'configure',
			action: 'Configure built-in tool',
			description: 'Enable, disable or set up a tool for an agent',
			endpoint: 'PUT /builtin-tools/agent/{agent_id}/{tool_id}',
			ids: { agent_id: agentLocator, tool_id: toolLocator },
			fields: [enabledField, collectionOf('Additional Fields', settings)],
			openBody: true,
			request: (params) => ({
				body: {
					enabled: params.flag('enabled', true),
					...params.entered('additionalFields', settings),
				},
			}),
		},
		list({
			name: 'Get Many of an Agent',
			value: 'getAllOfAgent',
			action: 'Get many built-in tools of agent',
			description: 'Get the tools of an agent and their settings',
			endpoint: 'GET /builtin-tools/agent/{agent_id}',
			ids: { agent_id: agentLocator },
		}),
		{
			kind: 'action',
			name: 'Remove',
			value: 'remove',
			action: 'Remove built-in tool',
			description: 'Remove a tool from an agent',
			endpoint: 'DELETE /builtin-tools/agent/{agent_id}/{tool_id}',
			ids: { agent_id: agentLocator, tool_id: toolLocator },
			answer: 'deleted',
		},
	],
});
