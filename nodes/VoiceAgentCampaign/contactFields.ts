import type { INodeProperties } from 'n8n-workflow';
import {
	callingRulesFields,
	dryRunField,
	repeatedNumbersOptions,
	rowSaysNoOptions,
} from '../shared/calling';
import {
	choiceField,
	defaultCountryCodeField,
	inputFileField,
	jsonField,
	numbersWithoutPlusOption,
	shownIf,
	textField,
} from '../shared/operation';

/** A column of the input items: entered, or found by its heading (`contactColumns.ts`). */
const columnField = (
	displayName: string,
	name: string,
	what: string,
	heading: string,
): INodeProperties =>
	textField(
		displayName,
		name,
		`Name of the column with ${what}, not its value. You can drag it here from the input panel. Leave empty to find it by a usual heading, such as ${heading}.`,
		{ requiresDataPath: 'single', placeholder: `e.g. ${heading}` },
	);

/** An entry of Options for contacts that are input items. */
const ofItems = (field: INodeProperties): INodeProperties => ({
	...field,
	...shownIf('/contactsFrom', 'items'),
});

/** The three sources of contacts, in every operation that needs contacts. */
export const contactSourceFields: readonly INodeProperties[] = [
	choiceField('Contacts From', 'contactsFrom', 'Where the contacts come from', {
		options: [
			{
				name: 'All Input Items',
				value: 'items',
				description: 'Each input item is one contact. All items are sent in one request.',
			},
			{
				name: 'File',
				value: 'file',
				description:
					'A CSV or XLSX file in a binary field of the input item. The platform reads it, so nobody in it is skipped or held back here.',
			},
			{
				name: 'JSON',
				value: 'json',
				description: 'A list in JSON, typed in or returned by an expression',
			},
		],
		default: 'items',
	}),
	jsonField(
		'Contacts (JSON)',
		'contactsJson',
		'A list of contacts. Phone numbers are converted to international format, and numbers in variables to text. Names and variables that cannot be said, such as null and #N/A, are left out. All other fields are sent unchanged.',
		{
			default:
				'[\n\t{ "phone_number": "+12125550123", "first_name": "Ada", "variables": { "topic": "renewal" } }\n]',
			required: true,
			...shownIf('contactsFrom', 'json'),
		},
	),
	{
		...columnField('Phone Number Column', 'phoneNumberColumn', 'the phone number', 'Mobile'),
		...shownIf('contactsFrom', 'items'),
	},
	{ ...defaultCountryCodeField, ...shownIf('contactsFrom', 'items', 'json') },
	{
		...inputFileField,
		hint: 'Needs Options → Duplicate Numbers: Call Every Time. To skip numbers, use Extract from File and All Input Items',
		...shownIf('contactsFrom', 'file'),
	},
	dryRunField,
	...callingRulesFields,
];

export const contactSourceOptions: readonly INodeProperties[] = [
	ofItems(columnField('First Name Column', 'firstNameColumn', 'the first name', 'Given Name')),
	ofItems(columnField('Last Name Column', 'lastNameColumn', 'the last name', 'Surname')),
	choiceField(
		'Columns to Send as Variables',
		'variableColumns',
		"Values for the placeholders in the agent's prompt. Columns that a rule or a sign uses are never sent: the number, the time zone, consent, opt-out.",
		{
			options: [
				{
					name: 'Columns That the Agent Names',
					value: 'named',
					description:
						"Those whose names are in the agent's texts. If these cannot be read, or have no name in braces such as {company}, all of them.",
				},
				{ name: 'None', value: 'none' },
				{ name: 'Selected Columns', value: 'selected' },
			],
			default: 'named',
			...shownIf('/contactsFrom', 'items'),
		},
	),
	textField('Columns', 'selectedColumns', 'Names of the columns, separated by commas', {
		requiresDataPath: 'multiple',
		required: true,
		placeholder: 'e.g. company, city',
		displayOptions: {
			show: { '/contactsFrom': ['items'], variableColumns: ['selected'] },
		},
	}),
	choiceField(
		'Invalid Rows',
		'badRows',
		'What to do with rows that have no valid phone number or a duplicate one. The platform decides it for the rows of a file.',
		{
			options: [
				{
					name: 'Report and Continue',
					value: 'report',
					description:
						'Send the other rows, and count these under contacts_rejected in the output. rejected_rows lists them: of Create in All Columns only.',
				},
				{
					name: 'Stop and Send Nothing',
					value: 'stop',
					description: 'Send nothing if at least one row is invalid',
				},
			],
			default: 'report',
		},
	),
	...repeatedNumbersOptions,
	numbersWithoutPlusOption,
	...rowSaysNoOptions,
	textField(
		'Phone Number Field',
		'phoneNumberField',
		'What the platform calls the field with the phone number of a contact',
		{ default: 'phone_number', placeholder: 'e.g. phone_number' },
	),
];
