import type { IDataObject } from 'n8n-workflow';
import { somethingToUpdate } from '../../shared/http/failure';
import { collectionOf, textField } from '../../shared/operation/fields';
import { agentLocator } from '../../shared/operation/locators';
import type { Resource } from '../../shared/operation/operation';
import type { ApiFields, Params } from '../../shared/operation/params';

const promptField = textField('Prompt', 'prompt', 'What to look for in a finished call', {
	typeOptions: { rows: 5 },
});

const lists: ApiFields = {
	outcomes: textField('Outcomes', 'outcomes', 'How a call may end, separated by commas', {
		placeholder: 'e.g. appointment_booked, not_interested',
	}),
	success_outcomes: textField(
		'Success Outcomes',
		'successOutcomes',
		'Which of the outcomes count as a success, separated by commas',
		{
			placeholder: 'e.g. appointment_booked',
		},
	),
	notification_emails: textField(
		'Notification Emails',
		'notificationEmails',
		'Who gets an e-mail after a call, separated by commas',
		{
			placeholder: 'e.g. sales@example.com',
		},
	),
};

function settingsOf(params: Params): IDataObject {
	const entered = Object.entries(lists)
		.map(([apiName, { name }]) => [apiName, params.texts(`updateFields.${name}`)] as const)
		.filter(([, values]) => values.length > 0);
	return {
		...params.entered('updateFields', { prompt: promptField }),
		...Object.fromEntries(entered),
	};
}

export const postCallAnalysis: Resource = {
	name: 'Post-Call Analysis',
	value: 'postCallAnalysis',
	operations: [
		{
			name: 'Get',
			value: 'get',
			action: 'Get the post call analysis of an agent',
			description: 'How finished calls of an agent are analyzed',
			endpoint: 'GET /agents/{agent_id}/post-call-analysis',
			ids: { agent_id: 'agentId' },
			fields: [agentLocator],
		},
		{
			name: 'Update',
			value: 'update',
			action: 'Update the post call analysis of an agent',
			description: 'Change how finished calls of an agent are analyzed',
			endpoint: 'PUT /agents/{agent_id}/post-call-analysis',
			ids: { agent_id: 'agentId' },
			fields: [agentLocator, collectionOf('Update Fields', { prompt: promptField, ...lists })],
			openBody: true,
			request: (params) => ({
				body: somethingToUpdate(settingsOf(params), params.jsonObject('additionalFieldsJson')),
			}),
		},
	],
};
