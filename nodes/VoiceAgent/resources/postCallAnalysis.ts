import type { ApiFields } from '../../shared/operation';
import { agentLocator, resource, textField, textList, update } from '../../shared/operation';

const promptField = textField('Prompt', 'prompt', 'What the analysis looks for in a call', {
	placeholder: 'e.g. Whether the person wants an appointment, and when',
	typeOptions: { rows: 5 },
});

const changes: ApiFields = {
	prompt: promptField,
	outcomes: textList('Outcomes', 'outcomes', 'Possible outcomes of a call, separated by commas', {
		placeholder: 'e.g. appointment_booked, not_interested',
	}),
	success_outcomes: textList(
		'Success Outcomes',
		'successOutcomes',
		'Outcomes that count as a success, separated by commas',
		{
			placeholder: 'e.g. appointment_booked',
		},
	),
	notification_emails: textList(
		'Notification Emails',
		'notificationEmails',
		'Email addresses that get a message after a call, separated by commas',
		{
			placeholder: 'e.g. sales@example.com',
		},
	),
};

export const postCallAnalysis = resource({
	name: 'Post-Call Analysis',
	value: 'postCallAnalysis',
	operations: [
		{
			kind: 'read',
			name: 'Get',
			value: 'get',
			action: 'Get post-call analysis',
			description: 'Get the settings of the post-call analysis of an agent',
			endpoint: 'GET /agents/{agent_id}/post-call-analysis',
			ids: { agent_id: agentLocator },
		},
		update({
			action: 'Update post-call analysis',
			description: 'Change the settings of the post-call analysis of an agent',
			endpoint: 'PUT /agents/{agent_id}/post-call-analysis',
			ids: { agent_id: agentLocator },
			changes,
		}),
	],
});
