import type { IDataObject } from 'n8n-workflow';
import type { Endpoint, Upload } from '../shared/http';
import { repeatedNumbers } from '../shared/calling';
import type { Caller, CallList, Params, ListedPerson } from '../shared/operation';
import { Unsaid } from '../shared/operation';
import { CONTACT, CONTACT_NUMBER_NAMES, cellOf } from '../shared/platform';
import type { RowProblem } from '../shared/values';
import {
	ParameterError,
	cellUnder,
	enteredColumn,
	isFilled,
	isObject,
	objectIn,
	onlyText,
	onlyValue,
	ownValue,
	phoneOf,
	problemsInWords,
	promptValues,
	readPhoneNumber,
	readText,
	shownColumn,
} from '../shared/values';
import type { ContactColumns } from './contactColumns';
import { contactColumns, nameIn } from './contactColumns';

/** A row that was read, and the contact that is made of it. */
interface ReadRow {
	/** What the row has as its phone number. */
	written: unknown;
	/** The column that it is in. */
	column: string;
	/** What is wrong with the other cells of the row. */
	problem?: ParameterError;
	/** The name of the person; '' if the row has none. */
	name: string;
	contactOf(number: string): IDataObject;
}

/** What an error calls a cell. */
const cellLabel = (column: string) => `The column "${shownColumn(column)}"`;

const DUPLICATE_REMEDY =
	"Remove the duplicate, or set Options → 'Duplicate Numbers' to Call Every Time";

/** Whether the input items are the contacts, all in one request. A JSON list or a file is a request of its own. */
export const takesItems = (params: Params): boolean =>
	(params.text('contactsFrom') || 'items') === 'items';

/** The people of a list, and what is wrong with some of them. */
interface ListedPeople {
	people: ListedPerson[];
	problems: RowProblem[];
}

/** Rows without a valid number and, unless every row is to be called, duplicates are not sent. */
function listedPeople(read: readonly ReadRow[], params: Params): ListedPeople {
	const form = params.numberForm();
	const callsDuplicates = repeatedNumbers(params) === 'always';
	const isOfItems = takesItems(params);
	const firstLine = new Map<string, number>();
	const problems: RowProblem[] = [];
	const people = read.map(({ written, column, problem, name, contactOf }, index): ListedPerson => {
		const line = isOfItems ? (params.rowNumbers[index] ?? index + 1) : index + 1;
		const position = isOfItems ? index : 0;
		const shownAs = (number: string) => ({ contact_name: name || null, contact_number: number });
		const only = onlyValue(written, cellLabel(column));
		const asWritten = shownAs(only instanceof ParameterError ? '' : (readText(only) ?? ''));
		const notValid = (problem: ParameterError): ListedPerson => {
			const { message, description, because = 'wrong value' } = problem;
			problems.push({ row: line, message, description });
			const why = `${message}. ${description}`;
			const finding = { kind: 'not valid', because, description: why } as const;
			return { line, position, written, shown: asWritten, fields: {}, finding };
		};
		const number = only instanceof ParameterError ? only : readPhoneNumber(only, form);
		if (number instanceof ParameterError) return notValid(problem ?? number);
		if (problem) return { ...notValid(problem), number };
		const person = { line, position, number, shown: shownAs(number), fields: contactOf(number) };
		const earlier = firstLine.get(phoneOf(number));
		if (earlier === undefined || callsDuplicates) {
			firstLine.set(phoneOf(number), line);
			return person;
		}
		const message = `Duplicate of row ${earlier}: the number ${number} is the same`;
		problems.push({ row: line, message, description: DUPLICATE_REMEDY });
		const of = `of row ${earlier}`;
		const finding = { kind: 'duplicate', because: 'duplicate', of, description: message } as const;
		return { ...person, shown: asWritten, finding };
	});
	return { people, problems };
}

/** Why nothing of a list is sent: nobody can be called, or there is an invalid row and the user chose to stop. */
function listProblem(
	params: Params,
	{ people, problems }: ListedPeople,
): ParameterError | undefined {
	const why = problemsInWords(problems);
	if (people.every(({ finding }) => finding)) {
		return new ParameterError(
			'No contact has a valid phone number',
			why || 'The list is empty. Add at least one contact',
		);
	}
	if (problems.length === 0 || params.text('options.badRows') !== 'stop') return undefined;
	return new ParameterError(
		`${problems.length} of ${people.length} rows cannot be sent`,
		`Nothing was sent. ${why}. Correct these rows, or set 'Invalid Rows' to Report and Continue`,
	);
}

/** `variables: { city: "Rome" }`, as Get Not Reached returns it, -> city. Any other column is one variable. */
function variablesIn([column, value]: readonly [string, unknown]): Array<
	readonly [string, unknown]
> {
	const inner = column === 'variables' ? objectIn(value) : undefined;
	return inner ? Object.entries(inner) : [[column, value]];
}

/**
 * The columns that are sent as variables; undefined if all columns without another use are sent.
 *
 * @throws ParameterError for a column that no row has
 */
function selectedColumns(params: Params): string[] | undefined {
	const choice = params.text('options.variableColumns') || 'named';
	if (choice !== 'selected') return choice === 'none' ? [] : undefined;
	return params
		.columns('options.selectedColumns')
		.map((column) => enteredColumn(params.input, column, 'Columns'));
}

/** Columns that n8n's own nodes add to a sheet: no agent must read them aloud. They are sent only if selected. */
const OF_N8N = ['row_number'];

function rowVariables(
	row: IDataObject,
	selected: readonly string[] | undefined,
	mapped: readonly string[],
	unsaid: Unsaid,
): IDataObject {
	const columns =
		selected ??
		Object.keys(row).filter((column) => !mapped.includes(column) && !OF_N8N.includes(column));
	const filled = columns
		.map((column) => [column, cellUnder(row, column)] as const)
		.filter(([, value]) => isFilled(value));
	const variables = Object.fromEntries(filled.flatMap(variablesIn)) as IDataObject;
	return promptValues(unsaid.variablesIn(variables));
}

/** Input items as contacts, by their columns. @param unsaid is told what is left out */
function fromItems(params: Params, columns: ContactColumns, unsaid: Unsaid): ReadRow[] {
	const { number: numberColumn, firstName: firstNameColumn, lastName: lastNameColumn } = columns;
	const selected = selectedColumns(params);
	const mapped = [numberColumn, firstNameColumn, lastNameColumn];
	return params.rows.map((row) => {
		const problems: ParameterError[] = [];
		const cellText = (column: string): string => {
			const text = onlyText(cellUnder(row, column), cellLabel(column));
			if (typeof text === 'string') return unsaid.nameIn(column, text);
			problems.push(text);
			return '';
		};
		const { firstName, lastName } = nameIn(columns, {
			firstName: cellText(firstNameColumn),
			lastName: cellText(lastNameColumn),
		});
		return {
			written: cellUnder(row, numberColumn),
			column: numberColumn,
			problem: problems[0],
			name: [firstName, lastName].filter(Boolean).join(' '),
			contactOf: (number) => {
				const variables = rowVariables(row, selected, mapped, unsaid);
				return {
					[numberName(params)]: number,
					...(firstName !== '' && { first_name: firstName }),
					...(lastName !== '' && { last_name: lastName }),
					...(Object.keys(variables).length > 0 && { variables }),
				};
			},
		};
	});
}

const contactNameOf = (row: IDataObject): string =>
	String(cellOf(CONTACT, row, 'contact_name') ?? '');

/** What a contact in JSON has of its name. */
const NAMES_IN_JSON = [
	'first_name',
	'last_name',
	'contact_name',
	'customer_name',
	'full_name',
	'name',
];

/** A contact in JSON without what nobody must hear: in its name and its variables. */
function sayableContact(contact: IDataObject, unsaid: Unsaid): IDataObject {
	const said = { ...contact };
	for (const column of NAMES_IN_JSON) {
		const value = contact[column];
		if (typeof value !== 'string' && typeof value !== 'number') continue;
		const written = String(value).trim();
		if (written === '') continue;
		const name = unsaid.nameIn(column, written);
		if (name === '') delete said[column];
		else if (name !== written) said[column] = name;
	}
	if (isObject(contact.variables))
		said.variables = promptValues(unsaid.variablesIn(contact.variables));
	return said;
}

/**
 * A JSON list as contacts. It is unchanged but for numbers, which become international, and what cannot be said.
 * @param unsaid is told what is left out
 */
function fromJson(rows: readonly IDataObject[], params: Params, unsaid: Unsaid): ReadRow[] {
	const chosen = numberName(params);
	return rows.map((row) => {
		const column =
			[chosen, ...CONTACT_NUMBER_NAMES].find((name) => ownValue(row, name) !== undefined) ?? chosen;
		const rest = sayableContact(row, unsaid);
		delete rest[column];
		return {
			written: cellUnder(row, column),
			column,
			name: contactNameOf(rest),
			contactOf: (number) => ({ [chosen]: number, ...rest }),
		};
	});
}

/** The platform's field name for a contact's number. The API document does not show it, so the user can change it. */
function numberName(params: Params): string {
	return params.text('options.phoneNumberField') || 'phone_number';
}

function namelessInWords({ firstName, lastName }: ContactColumns): string[] {
	if (firstName !== '') return [];
	const how = lastName === '' ? 'without a name' : 'by their last name alone';
	return [
		`No column has the first name, so people are called ${how}. Enter it in Options → 'First Name Column'.`,
	];
}

/** Where contacts are sent, and who calls them. */
interface Destination {
	caller: Caller;
	/** The endpoints for a list of contacts, and for a file of them. */
	json: Endpoint;
	file: Endpoint;
	/** What is sent beside the contacts. @throws ParameterError */
	fields?(): IDataObject;
	/** Whether the campaign that is created with them is also started. @throws ParameterError */
	startsCreated?(): boolean;
}

/** Types of contact files in the API document. */
const CONTACT_FILE_TYPES = ['csv', 'xlsx'];

/** The contact file to upload. */
export const contactFile = (params: Params): Upload => ({
	binaryField: params.required('inputDataFieldName'),
	partName: 'file',
	fileTypes: CONTACT_FILE_TYPES,
});

/**
 * The contacts from the input items or from JSON, also those that cannot be called. The rows of a file are not read.
 *
 * @throws ParameterError if there are no rows to read
 */
export function contactList(
	params: Params,
	{ caller, json, file, fields = () => ({}), startsCreated = () => false }: Destination,
): CallList {
	/** What is sent beside the contacts, and what is done then. @throws ParameterError */
	const besideContacts = () => ({ body: fields(), startsCreated: startsCreated() });
	const listOf = (
		listed: ListedPeople,
		list: Pick<CallList, 'source' | 'columns' | 'onlyNamed' | 'notes'>,
	): CallList => {
		const { people } = listed;
		const more = { ...list, people, caller, route: 'campaign' } as const;
		try {
			const problem = listProblem(params, listed);
			// A row with a number that no setting could read says nothing of the row.
			const findings = people.flatMap(({ finding }) => finding ?? []);
			const isProblemOfRows =
				findings.length > 0 && findings.every(({ because }) => because !== 'wrong value');
			const request = { endpoint: json, ...besideContacts() };
			return { ...more, request, problem, isProblemOfRows };
		} catch (error) {
			return { ...more, request: {}, problem: error as Error };
		}
	};
	const unsaid = new Unsaid();
	if (takesItems(params)) {
		const columns = contactColumns(params);
		const listed = listedPeople(fromItems(params, columns, unsaid), params);
		const { number, firstName, lastName } = columns;
		return listOf(listed, {
			source: params.rows,
			columns: { number, firstName, lastName },
			onlyNamed: selectedColumns(params) === undefined,
			notes: [...namelessInWords(columns), ...unsaid.inWords(true)],
		});
	}
	const source = params.text('contactsFrom');
	if (source === 'json') {
		const rows = params.jsonList('contactsJson');
		const listed = listedPeople(fromJson(rows, params, unsaid), params);
		return listOf(listed, { source: rows, notes: unsaid.inWords(true) });
	}
	if (source !== 'file') {
		throw new ParameterError(
			`'Contacts From' "${source}" is not known`,
			'Choose from the list, or check its expression: it must give items, json or file',
		);
	}
	const request = { endpoint: file, ...besideContacts(), upload: contactFile(params) };
	return { people: [], source: [], caller, route: 'campaign', request };
}
