import type { ApiFields, Resource } from '../../shared/operation';
import { agentLocator, textField, textList, update } from '../../shared/operation';

const promptField = textField('Prompt', 'prompt', 'What to look for in a finished call', {
	typeOptions: { rows: 5 },
});

const changes: ApiFields = {
	prompt: promptField,
	outcomes: textList('Outcomes', 'outcomes', 'How a call may end, separated by commas', {
		placeholder: 'e.g. appointment_booked, not_interested',
	}),
	success_outcomes: textList(
		'Success Outcomes',
		'successOutcomes',
		'Which of the outcomes count as a success, separated by commas',
		{
			placeholder: 'e.g. appointment_booked',
		},
	),
	notification_emails: textList(
		'Notification Emails',
		'notificationEmails',
		'Who gets an e-mail after a call, separated by commas',
		{
			placeholder: 'e.g. sales@example.com',
		},
	),
};

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
			ids: { agent_id: agentLocator },
		},
		update({
			action: 'Update the post call analysis of an agent',
			description: 'Change how finished calls of an agent are analyzed',
			endpoint: 'PUT /agents/{agent_id}/post-call-analysis',
			ids: { agent_id: agentLocator },
			changes,
		}),
	],
};
