import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { InN8n, Params, TaskOperation } from '../shared/operation';
import {
	choiceField,
	errorReply,
	isFunctionTrigger,
	jsonField,
	resultFieldOf,
	resultReply,
	shownIf,
	textField,
} from '../shared/operation';
import { isObject, ParameterError } from '../shared/values';

/* Answers the question of an agent that Voice Agent Function Trigger has received. */

const respondWithField = choiceField('Respond With', 'respondWith', 'What the agent gets', {
	options: [
		{
			name: 'Error Text',
			value: 'error',
			description: 'A sentence that says what went wrong',
		},
		{ name: 'JSON', value: 'json', description: 'Data, which the agent puts into words' },
		{ name: 'Text', value: 'text', description: 'A sentence' },
	],
	default: 'text',
});

const fields: INodeProperties[] = [
	respondWithField,
	textField('Text', 'responseText', 'What the agent is told', {
		required: true,
		placeholder: 'e.g. Tuesday at 10 is free',
		typeOptions: { rows: 2 },
		...shownIf('respondWith', 'text'),
	}),
	jsonField(
		'Data (JSON)',
		'responseJson',
		'What the agent is told, as JSON. Short data is read faster.',
		{ required: true, ...shownIf('respondWith', 'json') },
	),
	textField('Error Text', 'responseError', 'What the agent is told about what went wrong', {
		required: true,
		placeholder: 'e.g. There is no free slot on this day',
		typeOptions: { rows: 2 },
		...shownIf('respondWith', 'error'),
	}),
];

function replyBody(params: Params, field: string): IDataObject {
	switch (params.required('respondWith')) {
		case 'error':
			return errorReply(params.required('responseError'), field);
		case 'json':
			return resultReply(params.json('responseJson'), field);
		default:
			return resultReply(params.required('responseText'), field);
	}
}

/** The settings of the trigger that started this execution. @throws ParameterError if none waits for this answer */
function triggerOf(n8n: InN8n): { resultField: string } {
	const [trigger] = n8n.executedBefore(isFunctionTrigger);
	if (!trigger) {
		throw new ParameterError(
			'No agent waits for this answer: the workflow was not started by Voice Agent Function Trigger',
			'Connect this node behind that trigger. To test it, execute the workflow, and send a request to the test URL of the trigger',
		);
	}
	const { respond, options } = trigger.parameters;
	if (respond !== 'responseNode') {
		throw new ParameterError(
			`The node "${trigger.name}" does not wait for this answer`,
			"Open that node, and set 'Respond' to Using Respond Operation",
		);
	}
	return { resultField: resultFieldOf(isObject(options) ? options.resultFieldName : undefined) };
}

export const respond: TaskOperation = {
	kind: 'task',
	name: 'Respond',
	value: 'respond',
	action: 'Respond to agent',
	description:
		'Answer the agent whose question has started this workflow with Voice Agent Function Trigger. The items continue unchanged.',
	fields,
	// The answer is sent once for all input items.
	group: () => 'all',
	task: async ({ n8n }, params) => {
		const { resultField } = triggerOf(n8n);
		await n8n.respond(replyBody(params, resultField));
		return undefined;
	},
};
