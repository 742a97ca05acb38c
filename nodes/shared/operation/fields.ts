import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Table } from '../platform';
import { mainColumns, shownColumns } from '../platform';
import type { ApiFields, TextList } from './params';
import { fieldOf } from './params';

/** How a parameter of one type is written: its title in the editor, its name, its description, and the rest. */
const fieldOfType =
	(type: INodeProperties['type'], usual: INodeProperties['default']) =>
	(
		displayName: string,
		name: string,
		description: string,
		more: Partial<INodeProperties> = {},
	): INodeProperties => ({ displayName, name, type, default: usual, description, ...more });

export const textField = fieldOfType('string', '');
/** A parameter that is on or off; off by default. */
export const switchField = fieldOfType('boolean', false);
export const numberField = fieldOfType('number', 0);
export const jsonField = fieldOfType('json', '{}');
/** A parameter with choices: its `options`. */
export const choiceField = fieldOfType('options', '');

export const returnAllField = switchField(
	'Return All',
	'returnAll',
	'Whether to return all results or only up to a given limit',
);

export const limitField = numberField('Limit', 'limit', 'Max number of results to return', {
	typeOptions: { minValue: 1 },
	default: 50,
	displayOptions: { show: { returnAll: [false] } },
});

/** Shows a parameter while another one, of this name, has one of these values. */
export const shownIf = (
	name: string,
	...values: string[]
): Pick<INodeProperties, 'displayOptions'> => ({
	displayOptions: { show: { [name]: values } },
});

const SIMPLIFIED = {
	name: 'Simplified',
	value: 'simplified',
	description:
		'The columns that matter most, always the same ones, with the beginning of a long summary',
};
const ALL_COLUMNS = {
	name: 'All Columns',
	value: 'allColumns',
	description:
		'Every column that the package knows, always the same ones, with the whole summary and transcript',
};
const RAW = {
	name: 'Raw',
	value: 'raw',
	description: 'The data as the platform sends it',
};

const SELECTED_FIELDS = {
	name: 'Selected Fields',
	value: 'selectedFields',
	description: 'Only the columns that you choose',
};

const outputs = (options: INodePropertyOptions[]): INodeProperties =>
	choiceField('Output', 'output', 'What each item contains', { options, default: 'simplified' });
const threeOutputs = outputs([ALL_COLUMNS, RAW, SIMPLIFIED]);
const twoOutputs = outputs([RAW, SIMPLIFIED]);

/** The choice between this table's columns and the data as it is; and between few and all, if not all matter most. */
export const outputFieldOf = (table: Table): INodeProperties =>
	mainColumns(table).length < shownColumns(table).length ? threeOutputs : twoOutputs;

/** The choice between rounded figures and figures as they are. */
export const figuresOutputField: INodeProperties = {
	...twoOutputs,
	options: [
		RAW,
		{
			...SIMPLIFIED,
			description:
				'One item for each entry of a list, such as a day, an agent or a feature. Figures are rounded to three decimals.',
		},
	],
};

/**
 * The choice of `outputFieldOf` with Selected Fields, and the fields to choose from: an agent with a tool reads what it
 * asks for, and no more.
 */
export function outputFieldsOf(table: Table): readonly INodeProperties[] {
	const { options = [] } = outputFieldOf(table);
	const columns = shownColumns(table).map((column) => ({
		name: column,
		value: column,
		description: table.columns[column]?.description,
	}));
	return [
		outputs([...(options as INodePropertyOptions[]), SELECTED_FIELDS].sort(byOptionName)),
		{
			displayName: 'Fields',
			name: 'fields',
			type: 'multiOptions',
			options: columns.sort(byOptionName),
			default: [],
			required: true,
			displayOptions: { show: { output: ['selectedFields'] } },
			description: 'The columns that each item contains',
		},
	];
}

const byOptionName = (a: INodePropertyOptions, b: INodePropertyOptions) =>
	a.name.localeCompare(b.name);

const byDisplayName = (fields: readonly INodeProperties[]): INodeProperties[] =>
	[...fields].sort((a, b) => a.displayName.localeCompare(b.displayName));

/** The Filters collection, in alphabetical order. */
export function filtersField(options: readonly INodeProperties[]): INodeProperties {
	return {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: byDisplayName(options),
	};
}

/** The Options collection: what few users need, and how requests are sent. In alphabetical order. */
export const optionsField = (options: readonly INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: byDisplayName(options),
});

/** A list of names and values; read with `params.pairs`. */
export function pairsField(
	field: Pick<
		INodeProperties,
		'displayName' | 'name' | 'description' | 'placeholder' | 'displayOptions'
	>,
): INodeProperties {
	return {
		...field,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		options: [
			{
				displayName: 'Pairs',
				name: 'pairs',
				values: [
					{ displayName: 'Name', name: 'name', type: 'string', default: '' },
					{ displayName: 'Value', name: 'value', type: 'string', default: '' },
				],
			},
		],
	};
}

export const extraQueryField = pairsField({
	displayName: 'Additional Query Parameters',
	name: 'additionalQuery',
	placeholder: 'Add Parameter',
	description:
		'Query parameters of your platform that have no field here. They are sent unchanged, and override the other fields.',
});

export const extraBodyField = jsonField(
	'Additional Fields (JSON)',
	'additionalFieldsJson',
	'Fields of your platform that have no field here, as one JSON object. They override the other fields.',
);

/** Entries of Options that every operation has; the room `run` reads them. */
export const executionOptions: readonly INodeProperties[] = [
	numberField(
		'Max Retries',
		'maxRetries',
		'Max number of times to repeat a request when the platform is busy or cannot be reached, for at most two minutes. A request that may have placed a call, or may have created or started something, is never repeated.',
		{ typeOptions: { minValue: 0, maxValue: 20 }, default: 4 },
	),
	numberField(
		'Parallel Requests',
		'parallelRequests',
		'Max number of requests at the same time, for several items or for the pages of a long list. The output keeps the order of the input.',
		{ typeOptions: { minValue: 1, maxValue: 100 }, default: 10 },
	),
	numberField(
		'Timeout (Seconds)',
		'timeout',
		'Max time to wait for the whole answer to one request. A file may take longer, as long as it keeps coming.',
		{ typeOptions: { minValue: 1, maxValue: 86_400 }, default: 60 },
	),
];

/** The path to the rows or the thing, for an answer whose shape this package cannot read; the room `run` reads it. */
export const responsePathOption = textField(
	'Response Path',
	'responsePath',
	'Where the result is in the answer of your platform: names separated by dots, or one dot for the whole answer. Needed only if an error says so.',
	{ placeholder: 'e.g. data.items' },
);

/** The country code of phone numbers that have none. The editor shows it beside the phone number. */
export const defaultCountryCodeField = textField(
	'Default Country Code',
	'defaultCountryCode',
	'Country code for numbers that have none. For example, 1 turns (212) 555-0123 into +12125550123.',
	{ placeholder: 'e.g. 1' },
);

/** What numbers are that have neither a + nor a 00: a spreadsheet may have removed it. `Params.numberForm` reads it. */
export const numbersWithoutPlusOption = choiceField(
	'Numbers Without +',
	'numbersWithoutPlus',
	'What numbers are that begin with neither + nor 00, such as 491701234567 with the Default Country Code 49. Spreadsheets remove the +. It counts for the lists in Calling Rules, too.',
	{
		options: [
			{
				name: 'Already Have a Country Code',
				value: 'withCountryCode',
				description:
					'Every number begins with its country code. One that begins with 0 is of the default country.',
			},
			{
				name: 'Are of the Default Country',
				value: 'national',
				description: 'No number begins with its country code',
			},
			{
				name: 'Refuse What Can Be Both',
				value: 'unknown',
				description: 'A number that can be read in both ways is not sent',
			},
		],
		default: 'unknown',
	},
);

/** The user's own words for a person who must not be called, separated by commas: `ownWords` of `refusalIn`. */
export const alsoMeansDoNotCallOption = textField(
	'Also Means Do Not Call',
	'alsoMeansDoNotCall',
	'Other words of your lists that mean: do not call this person. They count as names of columns, and in short texts such as a status or a note. Separate them by commas.',
	{ placeholder: 'e.g. closed account, VIP' },
);

/** The binary field of the input item. Its parameter has the same name as in n8n's own nodes. */
export const inputFileField = textField(
	'Input Data Field Name',
	'inputDataFieldName',
	'The name of the binary field of the input item that contains the file to send',
	{ default: 'data', required: true, hint: 'The name of the input field that contains the file' },
);

export const outputFileField = textField(
	'Output Data Field Name',
	'outputDataFieldName',
	'The name of the binary field of the output item that receives the file',
	{ default: 'data', required: true, hint: 'The name of the output field to put the file in' },
);

/** The address of the platform, in operations that work without an account. */
export const baseUrlField = textField(
	'Base URL',
	'baseUrl',
	'Address of the voice-agent platform. It ends in /api/v1. This operation needs no credential.',
	{ required: true, placeholder: 'e.g. https://api.example.com/api/v1' },
);

export const downloadFileField = switchField(
	'Download File',
	'downloadFile',
	'Whether to also download the file that the link leads to',
);

export const linkedFileNameField: INodeProperties = {
	...outputFileField,
	displayOptions: { show: { downloadFile: [true] } },
};

/** Text above the fields of an operation that cannot be undone or costs money. */
export function notice(text: string): INodeProperties {
	return { displayName: text, name: 'notice', type: 'notice', default: '' };
}

/** A collection whose entries are sent under the names of the API; read with `params.entered`. */
export function collectionOf(
	displayName: 'Additional Fields' | 'Update Fields',
	fields: ApiFields,
): INodeProperties {
	const name = displayName === 'Update Fields' ? 'updateFields' : 'additionalFields';
	const options = byDisplayName(Object.values(fields).map(fieldOf));
	return { displayName, name, type: 'collection', placeholder: 'Add Field', default: {}, options };
}

/** A text field whose entries are sent as a list. */
export const textList = (...field: Parameters<typeof textField>): TextList => ({
	list: textField(...field),
});
