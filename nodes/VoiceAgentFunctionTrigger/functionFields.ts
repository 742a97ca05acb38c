import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import {
	agentLocator,
	choiceField,
	extraBodyField,
	jsonField,
	notice,
	numberField,
	optionsField,
	resultFieldOption,
	switchField,
	textField,
} from '../shared/operation';
import { KINDS } from './schema';

/** What the agent is told if nothing else is set. */
export const IMMEDIATE_TEXT = 'Thank you. This is being done now.';
export const ERROR_TEXT = 'Sorry, I cannot look that up right now.';
export const HEADER_NAME = 'X-Voice-Agent-Secret';
export const QUERY_NAME = 'token';

/* The columns of the table, in the order in which people fill it in. */

const nameColumn = textField(
	'Name',
	'name',
	'Name of the value in the workflow, as in $json.parameters.preferred_day',
	{
		required: true,
		placeholder: 'e.g. preferred_day',
		hint: 'No spaces: letters from a to z, digits and _',
	},
);
const typeColumn = choiceField(
	'Type',
	'type',
	'What the value must be. Another value does not start the workflow.',
	{ options: Object.entries(KINDS).map(([value, { name }]) => ({ name, value })), default: 'text' },
);
const choicesColumn = textField(
	'Choices',
	'choices',
	'The values that the agent can choose from, separated by commas',
	{
		placeholder: 'e.g. morning, afternoon',
		displayOptions: { show: { type: ['choice'] } },
	},
);
const descriptionColumn = textField(
	'Description',
	'description',
	'Explanation for the agent what the value is',
	{ placeholder: 'e.g. The day that the caller prefers' },
);
const requiredColumn = switchField(
	'Required',
	'required',
	'Whether the agent must ask for the value if it does not know it',
	{ default: true },
);

const tableField: INodeProperties = {
	displayName: 'Function Parameters',
	name: 'functionParameters',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Parameter',
	default: {},
	displayOptions: { show: { specifyParameters: ['fields'] } },
	description: 'What the agent must find out before it uses the function',
	options: [
		{
			displayName: 'Parameters',
			name: 'parameters',
			values: [nameColumn, typeColumn, choicesColumn, descriptionColumn, requiredColumn],
		},
	],
};

const schemaField = jsonField(
	'Parameters (JSON)',
	'parametersJson',
	'What the agent must find out before it uses the function, as a JSON schema',
	{ displayOptions: { show: { specifyParameters: ['json'] } } },
);

const respondField = choiceField(
	'Respond',
	'respond',
	'When the agent gets its answer, and which one',
	{
		noDataExpression: true,
		options: [
			{
				name: 'Immediately',
				value: 'onReceived',
				description: 'The agent gets a fixed text, and the workflow continues without it',
			},
			{
				name: 'Using Respond Operation',
				value: 'responseNode',
				description: 'The agent gets what Voice Agent → Custom Function → Respond sends',
			},
			{
				name: 'When Last Node Finishes',
				value: 'lastNode',
				description: 'The agent gets the first item of the last node that is executed',
			},
		],
		default: 'lastNode',
	},
);

const options: INodeProperties[] = [
	textField(
		'Error Text',
		'errorText',
		'What the agent is told if the workflow fails or sends no answer',
		{ default: ERROR_TEXT },
	),
	choiceField(
		'In the Editor',
		'inEditor',
		'What the platform is told when you test the workflow in the editor',
		{
			options: [
				{
					name: 'Leave the Agent Alone',
					value: 'leave',
					description:
						'While you test, no function is registered. Open the test URL in your browser to ask. No secret is needed.',
				},
				{
					name: 'Register a Test Function',
					value: 'register',
					description:
						'While you test, the agent has a second function whose name ends in _test. Callers can reach it.',
				},
			],
			default: 'leave',
		},
	),
	numberField(
		'Repeated Requests (Seconds)',
		'repeatedSeconds',
		'A request with the same values in the same call gets the same answer for so long, and does not start the workflow again. 0 starts it every time.',
		{ typeOptions: { minValue: 0, maxValue: 3600 }, default: 30 },
	),
	resultFieldOption,
	switchField(
		'Take Over',
		'takeOver',
		'Whether to replace a function of the same name that leads to another address. Publishing stops with an error otherwise.',
	),
];

/** Entries of Options that only some platforms need. */
const platformOptions: INodeProperties[] = [
	textField(
		'Arguments Path',
		'argumentsPath',
		'Where the values are in the request of your platform: names separated by dots. Needed only if the agent says that values are missing.',
		{ placeholder: 'e.g. message.arguments' },
	),
	{
		...extraBodyField,
		description:
			'Fields of your platform that have no field here, as one JSON object. They override the other fields. {url} and {secret} in a text are replaced.',
	},
	textField('Header Name', 'headerName', 'HTTP header in which the platform sends the secret', {
		default: HEADER_NAME,
		displayOptions: { show: { secretIn: ['header'] } },
	}),
	textField(
		'Query Parameter Name',
		'queryName',
		'Part of the webhook URL in which the platform sends the secret',
		{ default: QUERY_NAME, displayOptions: { hide: { secretIn: ['header'] } } },
	),
	choiceField('Send Secret In', 'secretIn', 'How a request shows that it comes from the platform', {
		options: [
			{
				name: 'HTTP Header',
				value: 'header',
				description:
					'For platforms that send the headers of a function. No proxy writes it into its log.',
			},
			{
				name: 'Webhook URL',
				value: 'query',
				description: 'Works with every platform. Proxies may write addresses into their logs.',
			},
		],
		default: 'query',
	}),
];

/** What the editor shows beside the parameters: how the function is tried without a call. */
const TRY_IT =
	'First copy the <b>Test URL</b> of this node, under <b>Webhook URLs</b>. Press the button above, and within two minutes open the URL in your browser. ' +
	'It shows a ready question with the parameters of your function. Press <b>Ask</b>: the workflow starts, and the browser shows the answer.' +
	'<br /><br />Publish the workflow to give the agent the function. Its questions are then in the <a data-key="executions">executions list</a>.';

/**
 * What n8n says before and while it listens, and when the workflow is published. A listening panel always says "create
 * an event" and cannot be clicked: the test URL must be copied before.
 */
export const listeningTexts: Pick<
	INodeTypeDescription,
	'activationMessage' | 'eventTriggerDescription' | 'triggerPanel'
> = {
	triggerPanel: {
		header: 'Try the function without a call',
		executionsHelp: { active: TRY_IT, inactive: TRY_IT },
		activationHint: 'Publish the workflow to give the agent this function.',
	},
	eventTriggerDescription:
		'Open the Test URL of Voice Agent Function Trigger in your browser, and press Ask',
	activationMessage: 'The agent now has this function, and asks the workflow while it speaks',
};

/** The whole `properties` of the node. */
export const properties: INodeProperties[] = [
	notice(
		'Publish to give the agent this function. To try it, copy the Test URL under Webhook URLs, click Execute step, and open the URL.',
	),
	agentLocator,
	textField('Function Name', 'functionName', 'Name by which the agent uses the function', {
		required: true,
		placeholder: 'e.g. check_free_slots',
		hint: 'Small letters and no spaces: a to z, digits and _',
	}),
	textField(
		'Description',
		'functionDescription',
		'Explanation for the agent when to use the function, and what it returns',
		{
			required: true,
			placeholder: 'e.g. Returns the free slots of a day. Use it before you offer a time.',
			typeOptions: { rows: 3 },
		},
	),
	choiceField(
		'Specify Parameters',
		'specifyParameters',
		'How to enter what the agent must find out before it uses the function',
		{
			options: [
				{ name: 'Using Fields Below', value: 'fields' },
				{ name: 'Using JSON', value: 'json' },
			],
			default: 'fields',
		},
	),
	tableField,
	schemaField,
	respondField,
	textField('Text', 'immediateText', 'What the agent is told immediately', {
		default: IMMEDIATE_TEXT,
		displayOptions: { show: { respond: ['onReceived'] } },
		typeOptions: { rows: 2 },
	}),
	optionsField([...options, ...platformOptions]),
];
