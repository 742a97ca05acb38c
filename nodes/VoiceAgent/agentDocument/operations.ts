import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Params, TaskOperation, TaskRead } from '../../shared/operation';
import {
	agentLocator,
	choiceField,
	jsonField,
	locator,
	outputFileField,
	pairsField,
	shownIf,
	switchField,
	textField,
} from '../../shared/operation';
import { readFlag } from '../../shared/platform';
import { ParameterError } from '../../shared/values';
import { Application, agentNamed, stepRows } from './apply';
import type { AgentDocument } from './document';
import { documentOf, readDocument } from './document';
import { AgentReader, READ_ENDPOINTS, WRITE_ENDPOINTS } from './parts';
import { stepsFor } from './steps';

/* Export, Compare and Apply: an agent as a document that people review, keep and move. */

const createFileField = switchField(
	'Create File',
	'createFile',
	'Whether to also put the document into a JSON file',
);

/** `Front Desk` → `front-desk.json` */
const fileNameOf = ({ agent }: IDataObject): string => {
	const name = String((agent as IDataObject | undefined)?.name ?? '');
	const plain = name
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, '-')
		.replace(/^-|-$/g, '');
	return `${plain || 'agent'}.json`;
};

export const exportAgent: TaskOperation = {
	kind: 'task',
	name: 'Export',
	value: 'export',
	action: 'Export agent',
	description:
		'Get an agent with its tools, functions, documents and analysis as one JSON document without IDs and secrets',
	endpoint: READ_ENDPOINTS,
	fields: [
		agentLocator,
		createFileField,
		{ ...outputFileField, displayOptions: { show: { createFile: [true] } } },
	],
	options: [
		textField(
			'Additional Agent Fields',
			'additionalAgentFields',
			'Names of fields of the agent that only your platform has, separated by commas. The document has them, too, and Apply sends them.',
			{ placeholder: 'e.g. temperature, max_duration_seconds' },
		),
	],
	task: async ({ read }, params) => {
		const more = params.texts('options.additionalAgentFields');
		const field = params.flag('createFile') ? params.required('outputDataFieldName') : undefined;
		const json = await documentOf(new AgentReader(read), params.id('agentId'), more);
		if (field === undefined) return [{ json }];
		const text = `${JSON.stringify(json, null, 2)}\n`;
		return [{ json, file: { field, name: fileNameOf(json), text } }];
	},
};

const documentFields: readonly INodeProperties[] = [
	choiceField('Document', 'documentFrom', 'What the agent is compared with, or is to become', {
		options: [
			{
				name: 'Another Agent',
				value: 'agent',
				description: 'What Export makes of another agent of this account',
			},
			{
				name: 'Input Item',
				value: 'item',
				description: 'The input item is the document',
			},
			{ name: 'JSON', value: 'json', description: 'The document is entered here' },
		],
		default: 'item',
	}),
	jsonField(
		'Document (JSON)',
		'agentDocumentJson',
		'A document that Export has made, as one JSON object',
		{ required: true, ...shownIf('documentFrom', 'json') },
	),
	locator('searchAgents', {
		displayName: 'Other Agent',
		name: 'otherAgentId',
		...shownIf('documentFrom', 'agent'),
		description: 'The agent whose document is used',
	}),
	pairsField({
		displayName: 'Placeholder Values',
		name: 'placeholderValues',
		placeholder: 'Add Value',
		displayOptions: { show: { documentFrom: ['item', 'json'] } },
		description:
			'Values for the names in "placeholders" of the document: each {{name}} in its texts is replaced. A name without a value here is read from the field of this name in the input item.',
	}),
];

const LOOKUPS = ['GET /knowledge-base/documents'] as const;

/** @throws ParameterError, RequestFailure */
async function chosenDocument(read: TaskRead, params: Params): Promise<AgentDocument> {
	const [row = {}] = params.rows;
	const values = () => params.pairs('placeholderValues');
	switch (params.required('documentFrom')) {
		case 'agent':
			return readDocument(await documentOf(new AgentReader(read), params.id('otherAgentId')));
		case 'json':
			return readDocument(
				params.json('agentDocumentJson') ?? params.required('agentDocumentJson'),
				values(),
				row,
			);
		default:
			return readDocument(row, values(), row);
	}
}

export const compareAgent: TaskOperation = {
	kind: 'task',
	name: 'Compare',
	value: 'compare',
	action: 'Compare agent',
	description:
		'Compare an agent with a document or with another agent. Each difference is an item: wanted is what the document says, actual what the agent has.',
	endpoint: [...READ_ENDPOINTS, ...LOOKUPS],
	fields: [...documentFields, agentLocator],
	options: [
		switchField(
			'Include What Only the Agent Has',
			'includeAdditional',
			'Whether tools, functions and documents that only the agent has are differences',
			{ default: true },
		),
	],
	task: async ({ read }, params) => {
		const agentId = params.id('agentId');
		const additional = params.flag('options.includeAdditional', true);
		const document = await chosenDocument(read, params);
		const steps = await stepsFor(new AgentReader(read), agentId, document, additional);
		const rows = steps.flatMap(({ part, name, differences, problem = null }) =>
			differences.map(
				({ field, is, wanted, actual, lines = null }) =>
					({
						...{ part: part.name, name: name || null, field, difference: is },
						...{ wanted, actual, lines, problem },
						agent_id: agentId,
					}) as IDataObject,
			),
		);
		if (rows.length === 0) return [{ json: { difference: 'none', agent_id: agentId } }];
		return rows.map((json) => ({ json }));
	},
};

/** @throws ParameterError if it is neither on nor off: nothing may be changed by mistake */
function flagAdded(params: Params, name: string, label: string): boolean {
	const value = params.addedValue(name);
	const flag = value === undefined ? false : readFlag(value);
	if (flag !== null) return flag;
	throw new ParameterError(
		`'${label}' is neither true nor false`,
		'Nothing was sent. Turn it on or off, or check its expression',
	);
}

export const applyDocument: TaskOperation = {
	kind: 'task',
	name: 'Apply',
	value: 'apply',
	action: 'Apply document to agent',
	description:
		'Make an agent as a document says. What is right already stays as it is, and each step is an item.',
	endpoint: [
		'GET /agents/',
		'GET /agents/{agent_id}/versions',
		...READ_ENDPOINTS,
		...LOOKUPS,
		...WRITE_ENDPOINTS,
	],
	fields: [
		...documentFields,
		choiceField('Apply To', 'applyTo', 'Which agent becomes as the document says', {
			options: [
				{
					name: 'Agent',
					value: 'agent',
					description: 'An agent that you choose. It also gets the name in the document.',
				},
				{
					name: 'Agent of This Name',
					value: 'name',
					description: 'The agent with the name in the document. It is created if there is none.',
				},
			],
			default: 'agent',
		}),
		{ ...agentLocator, ...shownIf('applyTo', 'agent') },
		switchField(
			'Dry Run',
			'dryRun',
			'Whether to change nothing, and return the steps that would be done',
		),
	],
	options: [
		switchField(
			'Remove What Only the Agent Has',
			'removeAdditional',
			'Whether tools, functions and documents that are not in the document are removed from the agent. Functions of Voice Agent Function Trigger stay.',
		),
	],
	task: async ({ read, write }, params) => {
		const isDry = flagAdded(params, 'dryRun', 'Dry Run');
		const additional = flagAdded(
			params,
			'options.removeAdditional',
			'Remove What Only the Agent Has',
		);
		const isChosen = params.required('applyTo') === 'agent';
		const chosen = isChosen ? params.id('agentId') : '';
		const document = await chosenDocument(read, params);
		const agentId = isChosen ? chosen : await agentNamed(read, document);
		const steps = await stepsFor(new AgentReader(read), agentId, document, additional);
		const about = { agent_id: agentId || null, version_before: null, dry_run: isDry };
		const isNothingToDo = isDry || steps.every(({ request }) => !request);
		const rows = isNothingToDo
			? stepRows(steps, about)
			: await new Application(read, write, document, additional, agentId).run(steps);
		return rows.map((json) => ({ json }));
	},
};
