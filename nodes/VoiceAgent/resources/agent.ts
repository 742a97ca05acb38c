import type { INodeProperties } from 'n8n-workflow';
import type { ApiFields } from '../../shared/operation';
import {
	agentLocator,
	collectionOf,
	list,
	notice,
	optional,
	resource,
	textField,
	update,
	voiceLocator,
} from '../../shared/operation';
import { applyDocument, compareAgent, exportAgent } from '../agentDocument/operations';
import { industryField, useCaseField } from '../dynamicOptions';

const nameField = textField('Name', 'name', 'Name of the agent', {
	placeholder: 'e.g. Lead Qualifier',
});

const instructionsField: INodeProperties = textField(
	'Instructions',
	'instructions',
	'The prompt of the agent: what it says and does. The variables of a call replace the placeholders.',
	{
		placeholder: 'e.g. Greet the person and offer an appointment',
		typeOptions: { rows: 6 },
	},
);

const optionalVoiceField = optional(voiceLocator);

/** Fields that only some agents need. */
const moreFields: ApiFields = {
	industry: industryField,
	language: textField('Language', 'language', 'Language that the agent speaks', {
		placeholder: 'e.g. en-US',
	}),
	use_case: useCaseField,
};

export const agent = resource({
	name: 'Agent',
	value: 'agent',
	entity: 'agent',
	operations: [
		{
			kind: 'action',
			name: 'Create',
			value: 'create',
			action: 'Create agent',
			description: 'Create a new voice agent',
			endpoint: 'POST /agents/',
			makes: true,
			fields: [
				{ ...nameField, required: true },
				instructionsField,
				optionalVoiceField,
				collectionOf('Additional Fields', moreFields),
			],
			openBody: true,
			request: (params) => {
				const [instructions, voice] = [params.text('instructions'), params.text('voiceId')];
				return {
					body: {
						name: params.required('name'),
						...(instructions !== '' && { instructions }),
						...(voice !== '' && { voice_id: voice }),
						...params.entered('additionalFields', moreFields),
					},
				};
			},
		},
		{
			kind: 'read',
			name: 'Get',
			value: 'get',
			action: 'Get agent',
			description: 'Get the configuration of one agent',
			endpoint: 'GET /agents/{agent_id}',
			ids: { agent_id: agentLocator },
		},
		list({
			action: 'Get many agents',
			description: 'Get the active agents of the organization',
			endpoint: 'GET /agents/',
		}),
		update({
			action: 'Update agent',
			description:
				'Change fields of an agent. Each change creates a new version, which can be restored.',
			endpoint: 'PUT /agents/{agent_id}',
			ids: { agent_id: agentLocator },
			changes: {
				name: nameField,
				instructions: instructionsField,
				voice_id: optionalVoiceField,
				...moreFields,
			},
		}),
		{
			kind: 'action',
			name: 'Update Instructions',
			value: 'updatePrompt',
			action: 'Update agent instructions',
			description: 'Change only the instructions of an agent',
			endpoint: 'PATCH /agents/{agent_id}/prompt',
			ids: { agent_id: agentLocator },
			fields: [{ ...instructionsField, required: true }],
			openBody: true,
			request: (params) => ({ body: { instructions: params.required('instructions') } }),
		},
		{
			kind: 'action',
			name: 'Delete',
			value: 'delete',
			action: 'Delete agent',
			description: 'Delete an agent and release its phone number',
			endpoint: 'DELETE /agents/{agent_id}',
			ids: { agent_id: agentLocator },
			fields: [
				notice(
					'This also releases the phone number of the agent. You may lose a released number permanently.',
				),
			],
			answer: 'deleted',
		},
		list({
			name: 'Get Industries',
			value: 'getIndustries',
			action: 'Get industries',
			description: 'Get the industries that an agent can be created for',
			endpoint: 'GET /agents/meta/industries',
			entity: 'choice',
		}),
		list({
			name: 'Get Use Cases',
			value: 'getUseCases',
			action: 'Get use cases',
			description: 'Get the use cases that an agent can be created for',
			endpoint: 'GET /agents/meta/use-cases',
			entity: 'choice',
			filters: { industry: industryField },
		}),
		exportAgent,
		compareAgent,
		applyDocument,
	],
});
