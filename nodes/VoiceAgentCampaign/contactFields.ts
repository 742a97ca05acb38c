import type { INodeProperties } from 'n8n-workflow';
import { callingRulesFields } from '../shared/execution/callingRules';
import { dryRunField } from '../shared/execution/dryRun';
import { repeatedNumbersOptions } from '../shared/execution/calledNumbers';
import { defaultCountryCodeField, inputFileField } from '../shared/operation';

const shownFor = (...sources: string[]) => ({ show: { contactsFrom: sources } });

/** A column of the input items: entered, or found by its heading (`contactColumns.ts`). */
const columnField = (
	displayName: string,
	name: string,
	what: string,
	heading: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	requiresDataPath: 'single',
	default: '',
	placeholder: `e.g. ${heading}`,
	displayOptions: shownFor('items'),
	description: `Name of the column with ${what}, not its value. You can drag it here from the input panel. Leave empty to find it by a usual heading, such as ${heading}.`,
});

/** The three sources of contacts, in every operation that needs contacts. */
export const contactSourceFields: readonly INodeProperties[] = [
	{
		displayName: 'Contacts From',
		name: 'contactsFrom',
		type: 'options',
		options: [
			{
				name: 'All Input Items',
				value: 'items',
				description: 'Each input item is one contact. All items are sent in one request.',
			},
			{
				name: 'File',
				value: 'file',
				description: 'A CSV or XLSX file in a binary field of the input item',
			},
			{
				name: 'JSON',
				value: 'json',
				description: 'A list in JSON, typed in or returned by an expression',
			},
		],
		default: 'items',
		description: 'Where the contacts come from',
	},
	{
		displayName: 'Contacts (JSON)',
		name: 'contactsJson',
		type: 'json',
		default:
			'[\n\t{ "phone_number": "+12125550123", "first_name": "Ada", "variables": { "topic": "renewal" } }\n]',
		required: true,
		displayOptions: shownFor('json'),
		description:
			'A list of contacts. Phone numbers are converted to international format. All other fields are sent unchanged.',
	},
	columnField('Phone Number Column', 'phoneNumberColumn', 'the phone number', 'Mobile'),
	{ ...defaultCountryCodeField, displayOptions: shownFor('items', 'json') },
	columnField('First Name Column', 'firstNameColumn', 'the first name', 'Vorname'),
	columnField('Last Name Column', 'lastNameColumn', 'the last name', 'Surname'),
	{
		displayName: 'Columns to Send as Variables',
		name: 'variableColumns',
		type: 'options',
		options: [
			{ name: 'All Other Columns', value: 'all' },
			{ name: 'None', value: 'none' },
			{ name: 'Selected Columns', value: 'selected' },
		],
		default: 'all',
		displayOptions: shownFor('items'),
		description: "Values for the placeholders in the agent's prompt",
	},
	{
		displayName: 'Columns',
		name: 'selectedColumns',
		type: 'string',
		requiresDataPath: 'multiple',
		default: '',
		required: true,
		placeholder: 'e.g. company, city',
		displayOptions: { show: { contactsFrom: ['items'], variableColumns: ['selected'] } },
		description: 'Names of the columns, separated by commas',
	},
	{ ...inputFileField, displayOptions: shownFor('file') },
	...callingRulesFields,
	dryRunField,
];

export const contactSourceOptions: readonly INodeProperties[] = [
	{
		displayName: 'Invalid Rows',
		name: 'badRows',
		type: 'options',
		options: [
			{
				name: 'Report and Continue',
				value: 'report',
				description: 'Send the other rows, and list these rows under rejected_rows in the output',
			},
			{
				name: 'Stop and Send Nothing',
				value: 'stop',
				description: 'Send nothing if at least one row is invalid',
			},
		],
		default: 'report',
		description:
			'What to do with rows that have no valid phone number or a duplicate one. For files, the platform decides.',
	},
	...repeatedNumbersOptions,
];

export const contactSourceAdvanced: readonly INodeProperties[] = [
	{
		displayName: 'Phone Number Field',
		name: 'phoneNumberField',
		type: 'string',
		default: 'phone_number',
		placeholder: 'e.g. phone_number',
		description: 'What the platform calls the field with the phone number of a contact',
	},
];
