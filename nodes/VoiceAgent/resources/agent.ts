import type { INodeProperties } from 'n8n-workflow';
import type { ApiFields, Resource } from '../../shared/operation';
import {
	agentLocator,
	collectionOf,
	list,
	notice,
	optional,
	textField,
	update,
	voiceLocator,
} from '../../shared/operation';
import { industryField, useCaseField } from '../dynamicOptions';

const nameField = textField('Name', 'name', 'What the agent is called', {
	placeholder: 'e.g. Lead Qualifier',
});

const instructionsField: INodeProperties = textField(
	'Instructions',
	'instructions',
	'What the agent says and does: its prompt. Placeholders are filled from the variables of a call.',
	{
		typeOptions: { rows: 6 },
	},
);

const fields: ApiFields = {
	industry: industryField,
	instructions: instructionsField,
	language: textField('Language', 'language', 'The language the agent speaks', {
		placeholder: 'e.g. en-US',
	}),
	use_case: useCaseField,
	voice_id: optional(voiceLocator),
};

export const agent: Resource = {
	name: 'Agent',
	value: 'agent',
	operations: [
		{
			name: 'Create',
			value: 'create',
			action: 'Create an agent',
			description: 'Make a new voice agent',
			endpoint: 'POST /agents/',
			fields: [{ ...nameField, required: true }, collectionOf('Additional Fields', fields)],
			openBody: true,
			request: (params) => ({
				body: { name: params.required('name'), ...params.entered('additionalFields', fields) },
			}),
		},
		{
			name: 'Get',
			value: 'get',
			action: 'Get an agent',
			description: 'The configuration of one agent',
			endpoint: 'GET /agents/{agent_id}',
			ids: { agent_id: agentLocator },
		},
		list({
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many agents',
			description: 'The active agents of the organization',
			endpoint: 'GET /agents/',
			entity: 'agent',
		}),
		update({
			action: 'Update an agent',
			description:
				'Change fields of an agent. Each change makes a new version, which can be restored.',
			endpoint: 'PUT /agents/{agent_id}',
			ids: { agent_id: agentLocator },
			changes: { name: nameField, ...fields },
		}),
		{
			name: 'Update Instructions',
			value: 'updatePrompt',
			action: 'Update the instructions of an agent',
			description: 'Change only what the agent says and does',
			endpoint: 'PATCH /agents/{agent_id}/prompt',
			ids: { agent_id: agentLocator },
			fields: [{ ...instructionsField, required: true }],
			openBody: true,
			request: (params) => ({ body: { instructions: params.required('instructions') } }),
		},
		{
			name: 'Delete',
			value: 'delete',
			action: 'Delete an agent',
			description: 'Delete an agent and release its phone number',
			endpoint: 'DELETE /agents/{agent_id}',
			ids: { agent_id: agentLocator },
			fields: [
				notice(
					'This also releases the phone number of the agent. A released number may be gone for good.',
				),
			],
			answer: 'deleted',
		},
		list({
			name: 'Get Industries',
			value: 'getIndustries',
			action: 'Get the industries',
			description: 'The industries an agent can be made for',
			endpoint: 'GET /agents/meta/industries',
		}),
		list({
			name: 'Get Use Cases',
			value: 'getUseCases',
			action: 'Get the use cases',
			description: 'The use cases an agent can be made for',
			endpoint: 'GET /agents/meta/use-cases',
			filters: { industry: industryField },
		}),
	],
};
