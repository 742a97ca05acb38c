import type { ApiFields } from '../../shared/operation';
import { checkRegistrations } from '../checkRegistrations';
import { respond } from '../respond';
import {
	agentLocator,
	choiceField,
	collectionOf,
	functionLocator,
	jsonField,
	list,
	resource,
	textField,
	update,
} from '../../shared/operation';

const nameField = textField('Name', 'name', 'Name of the function, by which the agent uses it', {
	placeholder: 'e.g. check_availability',
});
const urlField = textField(
	'URL',
	'url',
	'Webhook that the platform sends a request to when the agent uses the function. It starts with https://.',
	{
		placeholder: 'e.g. https://n8n.example.com/webhook/check-availability',
	},
);

const methodField = choiceField(
	'HTTP Method',
	'httpMethod',
	'HTTP method of the request to the webhook',
	{
		options: ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'].map((method) => ({
			name: method,
			value: method,
		})),
		default: 'POST',
	},
);

const fields: ApiFields = {
	description: textField(
		'Description',
		'description',
		'Explanation for the agent when to use the function',
		{
			placeholder: 'e.g. Finds an order by its number',
			typeOptions: { rows: 3 },
		},
	),
	headers: jsonField(
		'Headers (JSON)',
		'headersJson',
		'HTTP headers of the request to the webhook, as one JSON object',
	),
	method: methodField,
	parameters: jsonField(
		'Parameters (JSON)',
		'parametersJson',
		'Values that the agent must ask for before it uses the function, as a JSON schema',
	),
};

const ids = { agent_id: agentLocator, id: functionLocator };

export const customFunction = resource({
	name: 'Custom Function',
	value: 'customFunction',
	entity: 'customFunction',
	operations: [
		{
			kind: 'action',
			name: 'Create',
			value: 'create',
			action: 'Create custom function',
			description: 'Let an agent use one of your webhooks during a call',
			endpoint: 'POST /agents/{agent_id}/custom-functions/',
			makes: true,
			ids: { agent_id: agentLocator },
			fields: [
				{ ...nameField, required: true },
				{ ...urlField, required: true },
				collectionOf('Additional Fields', fields),
			],
			openBody: true,
			request: (params) => ({
				body: {
					name: params.required('name'),
					url: params.required('url'),
					...params.entered('additionalFields', fields),
				},
			}),
		},
		{
			kind: 'action',
			name: 'Delete',
			value: 'delete',
			action: 'Delete custom function',
			description: 'Delete a custom function of an agent',
			endpoint: 'DELETE /agents/{agent_id}/custom-functions/{id}',
			ids,
			answer: 'deleted',
		},
		{
			kind: 'read',
			name: 'Get',
			value: 'get',
			action: 'Get custom function',
			description: 'Get one custom function of an agent',
			endpoint: 'GET /agents/{agent_id}/custom-functions/{id}',
			ids,
		},
		list({
			action: 'Get many custom functions',
			description: 'Get the custom functions of an agent',
			endpoint: 'GET /agents/{agent_id}/custom-functions/',
			ids: { agent_id: agentLocator },
		}),
		update({
			action: 'Update custom function',
			description: 'Change a custom function of an agent',
			endpoint: 'PUT /agents/{agent_id}/custom-functions/{id}',
			ids,
			changes: { name: nameField, url: urlField, ...fields },
		}),
		respond,
		checkRegistrations,
	],
});
