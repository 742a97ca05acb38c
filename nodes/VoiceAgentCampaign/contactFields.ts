import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Endpoint, Upload } from '../shared/http';
import type {
	Caller,
	Calls,
	Deduplication,
	HeldBack,
	Params,
	Person,
	Preview,
	PreviewRow,
	RequestParts,
	RulesOfCalls,
} from '../shared/operation';
import { callingRules, callingRulesFields, personOf } from '../shared/execution/callingRules';
import { dryRunOption } from '../shared/execution/dryRun';
import {
	deduplicationKey,
	repeatedNumbers,
	repeatedNumbersOptions,
} from '../shared/execution/calledNumbers';
import { defaultCountryCodeField, inputFileField } from '../shared/operation';
import type { ContactRow, RejectedRow } from './contacts';
import { readContacts, readRows } from './contacts';
import { CONTACT_NUMBER_NAMES } from '../shared/platform';
import { ParameterError, isFilled, readPhoneNumber } from '../shared/values';

const shownFor = (...sources: string[]) => ({ show: { contactsFrom: sources } });

/** Types of contact files in the API document. */
const CONTACT_FILE_TYPES = ['csv', 'xlsx'];

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
	{
		displayName: 'Phone Number Column',
		name: 'phoneNumberColumn',
		type: 'string',
		requiresDataPath: 'single',
		default: 'phone_number',
		required: true,
		displayOptions: shownFor('items'),
		hint: 'The name of the column, not its value. You can drag the column here from the input panel.',
		description: 'Column of the input items that contains the phone number',
	},
	{ ...defaultCountryCodeField, displayOptions: shownFor('items', 'json') },
	{
		displayName: 'First Name Column',
		name: 'firstNameColumn',
		type: 'string',
		requiresDataPath: 'single',
		default: 'first_name',
		displayOptions: shownFor('items'),
		description:
			'Column of the input items that contains the first name. Leave empty if there is none.',
	},
	{
		displayName: 'Last Name Column',
		name: 'lastNameColumn',
		type: 'string',
		requiresDataPath: 'single',
		default: 'last_name',
		displayOptions: shownFor('items'),
		description:
			'Column of the input items that contains the last name. Leave empty if there is none.',
	},
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
	{
		displayName: 'Phone Number Field',
		name: 'phoneNumberField',
		type: 'string',
		default: 'phone_number',
		placeholder: 'e.g. phone_number',
		description: 'What the platform calls the field with the phone number of a contact',
	},
	...repeatedNumbersOptions,
	dryRunOption,
];

/** The contact file to upload. */
export function contactFile(params: Params): Upload {
	return {
		binaryField: params.required('inputDataFieldName'),
		partName: 'file',
		fileTypes: CONTACT_FILE_TYPES,
	};
}

/** Whether the input items are the contacts, which are sent in one request. A JSON list or a file is a request of its own. */
export const takesItems = (params: Params): boolean =>
	(params.text('contactsFrom') || 'items') === 'items';

/** The key under which the call of a contact is recorded. */
const keyOf = (params: Params, { number }: ContactRow): string => deduplicationKey(params, number);

/** A contact of a JSON list is sent with all its fields. @throws ParameterError if one is a number that no rule looks at */
function refuseSecondNumber({ row, number, contact }: ContactRow, countryCode: string): void {
	const name = CONTACT_NUMBER_NAMES.find(
		(field) => isFilled(contact[field]) && readPhoneNumber(contact[field], countryCode) !== number,
	);
	if (name === undefined) return;
	throw new ParameterError(
		`'Calling Rules' cannot check "${name}" of contact ${row}: it is another number than ${number}`,
		'Nothing was sent, because the platform could call it. Remove the field from the list, or remove the rules',
	);
}

/** Contacts as the rules see them; the request, and the request without duplicates, both need them. */
const peopleFound = new WeakMap<Params, ReadonlyMap<ContactRow, Person>>();

function peopleOf(params: Params, rules: RulesOfCalls): ReadonlyMap<ContactRow, Person> {
	const known = peopleFound.get(params);
	if (known) return known;
	const { rows, contacts } = readContacts(params);
	const countryCode = params.text('defaultCountryCode');
	const people = new Map(
		contacts.map((contact) => {
			refuseSecondNumber(contact, countryCode);
			const position = takesItems(params) ? contact.index : 0;
			const place = { ...contact, rows, position, key: keyOf(params, contact) };
			return [contact, personOf(params, rules, place)];
		}),
	);
	peopleFound.set(params, people);
	return people;
}

/** Who of a list is sent, and who is not. */
interface Sorted {
	body: IDataObject;
	endpoint?: Endpoint;
	contacts: readonly ContactRow[];
	rejected: readonly RejectedRow[];
	held?: readonly IDataObject[];
}

const byRow = <T extends IDataObject>(rows: readonly T[]): T[] =>
	[...rows].sort((a, b) => Number(a.row) - Number(b.row));

/** When the first of them may be called; null if none of them. */
const earliestOf = (held: readonly IDataObject[]): string | null =>
	held.flatMap(({ next_allowed_at: next }) => (typeof next === 'string' ? [next] : [])).sort()[0] ??
	null;

/** Contacts that a rule holds back are not sent: the output lists them. */
function calledContacts(params: Params, sorted: Sorted): Calls | undefined {
	const rules = callingRules(params);
	if (!rules) return undefined;
	const { contacts, held = [] } = sorted;
	const people = peopleOf(params, rules);
	const heldRow = ({ row, number }: ContactRow, why: HeldBack): IDataObject => ({
		row,
		phone_number: number,
		...why,
	});
	return {
		rules,
		people: contacts.flatMap((contact) => people.get(contact) ?? []),
		without: (why) => {
			const rows = contacts.flatMap((contact) => {
				const reason = why.get(contact.row);
				return reason ? [heldRow(contact, reason)] : [];
			});
			const left = contacts.filter(({ row }) => !why.has(row));
			return contactsParts(params, { ...sorted, contacts: left, held: [...held, ...rows] });
		},
	};
}

function contactsParts(params: Params, sorted: Sorted): RequestParts {
	const { body, endpoint, contacts, rejected, held } = sorted;
	const calls = calledContacts(params, sorted);
	const report = {
		contacts_sent: contacts.length,
		rejected_rows: byRow(rejected),
		...(calls && { held_back_rows: byRow(held ?? []) }),
	};
	if (contacts.length === 0) {
		const isHeld = held !== undefined && held.length > 0;
		const reason = isHeld
			? 'All numbers were held back or skipped, so nothing was sent'
			: 'All numbers were skipped, so nothing was sent';
		const why = isHeld ? { held_back: true, next_allowed_at: earliestOf(held) } : { skipped: true };
		return { skip: true, report: { ...why, reason, row: params.rowNumbers[0], ...report } };
	}
	const sent = { ...body, contacts: contacts.map(({ contact }) => contact) };
	return { endpoint, body: sent, report, calls };
}

/** The rows of a file are not read here. @throws ParameterError if there are rules for them */
function uploadOf(params: Params): Upload {
	if (!callingRules(params)) return contactFile(params);
	throw new ParameterError(
		"'Calling Rules' cannot check the contacts in a file",
		"Read the file with an Extract from File node and set 'Contacts From' to All Input Items, or remove the rules",
	);
}

/** The request that sends contacts: a list to one endpoint, a file to another. */
export function contactsRequest(
	params: Params,
	body: IDataObject,
	endpoints: { json: Endpoint; file: Endpoint },
): RequestParts {
	if (params.text('contactsFrom') === 'file')
		return { endpoint: endpoints.file, body, upload: uploadOf(params) };
	const { contacts, rejected } = readContacts(params);
	return contactsParts(params, { body, endpoint: endpoints.json, contacts, rejected });
}

const FILE_NOT_READ =
	"The rows of a file are not read here. To see them, read the file with an Extract from File node and set 'Contacts From' to All Input Items";

/** The rows of a list of contacts for a dry run, also those that are not valid. */
export function contactsPreview(params: Params, caller: Caller): Preview {
	if (params.text('contactsFrom') === 'file') {
		const ruling = { would: 'not_known', reason: FILE_NOT_READ } as const;
		return {
			caller,
			rows: [{ row: params.rowNumbers[0] ?? 1, json: { contact_number: null }, ruling }],
		};
	}
	const { contacts, rejected, repeated } = readRows(params);
	const shown = (row: number, number: string) => ({
		row,
		...(takesItems(params) && { itemIndex: row - 1 }),
		json: { contact_number: number },
	});
	const rows: PreviewRow[] = [
		...contacts.map((contact) => ({
			...shown(contact.row, contact.number),
			number: contact.number,
			key: keyOf(params, contact),
			sent: () => contact.contact,
		})),
		...rejected.map(({ row, phone_number: number, reason }): PreviewRow => {
			const would = repeated.has(row) ? 'duplicate' : 'not_valid';
			return { ...shown(row, number), ruling: { would, reason } };
		}),
	];
	return { caller, rows: rows.sort((one, other) => one.row - other.row) };
}

/** Skips numbers that another list of this run or an earlier execution sent. `readContacts` has skipped duplicates within one list. */
export function contactsDeduplication(
	params: Params,
	parts: RequestParts,
): Deduplication | undefined {
	const within = repeatedNumbers(params);
	if (within === 'always' || parts.upload) return undefined;
	const { contacts, rejected } = readContacts(params);
	const byKey = new Map(contacts.map((contact) => [keyOf(params, contact), contact]));
	const body = { ...parts.body };
	delete body.contacts;
	return {
		keys: [...byKey.keys()],
		within,
		without: (done) => {
			const left = [...byKey].filter(([key]) => !done.has(key)).map(([, contact]) => contact);
			const skipped = [...done].flatMap(([key, why]) => {
				const contact = byKey.get(key);
				return contact ? [{ row: contact.row, phone_number: contact.number, ...why }] : [];
			});
			return contactsParts(params, {
				body,
				endpoint: parts.endpoint,
				contacts: left,
				rejected: [...rejected, ...skipped],
			});
		},
		shown: (key) => {
			const { row, number } = byKey.get(key) as ContactRow;
			const json = { phone_number: number, row };
			return takesItems(params) ? { json, itemIndex: row - 1 } : { json };
		},
	};
}
