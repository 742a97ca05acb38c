import type { IDataObject } from 'n8n-workflow';
import type { Params } from '../shared/operation';
import { CONTACT_NUMBER_NAMES, objectIn } from '../shared/platform';
import type { RowProblem } from '../shared/values';
import {
	ParameterError,
	cellUnder,
	ownValue,
	readPhoneNumber,
	reasonsOf,
	remediesOf,
} from '../shared/values';

/** A contact that is ready to be sent, and its row. */
export interface ContactRow {
	/** Position in the input, from 1. */
	row: number;
	number: string;
	contact: IDataObject;
	/** Where its row is among the rows of the list, from 0. */
	index: number;
}

/** A row that is not sent, and why. */
export interface RejectedRow extends IDataObject {
	row: number;
	phone_number: string;
	reason: string;
}

export interface ContactList {
	/** As they were entered. */
	rows: readonly IDataObject[];
	contacts: ContactRow[];
	/** In the order of the input. */
	rejected: RejectedRow[];
	/** Rows that are rejected because an earlier one has the same number. */
	repeated: Set<number>;
	/** Why, for an error about all of them. */
	problems: RowProblem[];
}

const cellText = (row: IDataObject, column: string) => String(cellUnder(row, column) ?? '').trim();

const DUPLICATE_REMEDY =
	"Remove the duplicate, or set Options → 'Duplicate Numbers' to Call Every Time";

/** Turns rows into contacts, and rejects rows without a valid number and, unless every row is to be called, duplicates. */
function contactsOfRows(
	rows: readonly IDataObject[],
	rowNumbers: readonly number[],
	params: Params,
	numberColumnOf: (row: IDataObject) => string,
	contactOf: (row: IDataObject, number: string) => IDataObject,
): ContactList {
	const countryCode = params.text('defaultCountryCode');
	const callsDuplicates = params.text('options.repeatedNumbers') === 'always';
	const firstRow = new Map<string, number>();
	const list: ContactList = {
		rows,
		contacts: [],
		rejected: [],
		repeated: new Set(),
		problems: [],
	};

	rows.forEach((data, index) => {
		const row = rowNumbers[index] ?? index + 1;
		const written = cellUnder(data, numberColumnOf(data));
		const reject = (reason: string, { message, description }: Omit<RowProblem, 'row'>) => {
			list.rejected.push({ row, phone_number: String(written ?? ''), reason });
			list.problems.push({ row, message, description });
		};
		const number = readPhoneNumber(written, countryCode);
		if (number instanceof ParameterError) {
			reject(`${number.message}. ${number.description}`, number);
			return;
		}
		const earlier = firstRow.get(number);
		if (earlier !== undefined && !callsDuplicates) {
			const message = `Duplicate of row ${earlier}: the number ${number} is the same`;
			list.repeated.add(row);
			reject(message, { message, description: DUPLICATE_REMEDY });
			return;
		}
		firstRow.set(number, row);
		list.contacts.push({ row, number, contact: contactOf(data, number), index });
	});
	return list;
}

/** A column that is called `variables` and holds an object, as Get Not Reached returns it: its entries are the variables. */
function entriesOf([column, value]: readonly [string, unknown]): Array<readonly [string, unknown]> {
	const inner = column === 'variables' ? objectIn(value) : undefined;
	return inner ? Object.entries(inner) : [[column, value]];
}

function variablesOf(row: IDataObject, params: Params, mapped: readonly string[]): IDataObject {
	const choice = params.text('variableColumns') || 'all';
	if (choice === 'none') return {};
	const columns =
		choice === 'all'
			? Object.keys(row).filter((column) => !mapped.includes(column))
			: params
					.text('selectedColumns')
					.split(',')
					.map((column) => column.trim())
					.filter(Boolean);
	const filled = columns
		.map((column) => [column, cellUnder(row, column)] as const)
		.filter(([, value]) => value !== undefined && value !== null && value !== '');
	return Object.fromEntries(filled.flatMap(entriesOf)) as IDataObject;
}

/** Input items as contacts, by the columns the user mapped. */
function fromItems(params: Params): ContactList {
	const numberColumn = params.required('phoneNumberColumn');
	const firstNameColumn = params.text('firstNameColumn');
	const lastNameColumn = params.text('lastNameColumn');
	const mapped = [numberColumn, firstNameColumn, lastNameColumn];

	if (!params.rows.some((row) => cellUnder(row, numberColumn) !== undefined)) {
		throw new ParameterError(
			`No input item has a column "${numberColumn}"`,
			`Enter in 'Phone Number Column' the name of the column that has the phone number, not its value. The input has: ${Object.keys(params.rows[0] ?? {}).join(', ') || 'no columns'}`,
		);
	}
	return contactsOfRows(
		params.rows,
		params.rowNumbers,
		params,
		() => numberColumn,
		(row, number) => {
			const firstName = cellText(row, firstNameColumn);
			const lastName = cellText(row, lastNameColumn);
			const variables = variablesOf(row, params, mapped);
			return {
				[numberName(params)]: number,
				...(firstName !== '' && { first_name: firstName }),
				...(lastName !== '' && { last_name: lastName }),
				...(Object.keys(variables).length > 0 && { variables }),
			};
		},
	);
}

/** A JSON list as contacts: sent unchanged, except that the number is converted to international format. */
function fromJson(params: Params): ContactList {
	const chosen = numberName(params);
	const numberColumn = (row: IDataObject) =>
		[chosen, ...CONTACT_NUMBER_NAMES].find((name) => ownValue(row, name) !== undefined) ?? chosen;
	const rows = params.jsonList('contactsJson');
	const positions = rows.map((_row, index) => index + 1);
	return contactsOfRows(rows, positions, params, numberColumn, (row, number) => {
		const rest = { ...row };
		delete rest[numberColumn(row)];
		return { [chosen]: number, ...rest };
	});
}

/** The platform's field name for a contact's number. The API document does not show it, so the user can change it. */
function numberName(params: Params): string {
	return params.text('options.phoneNumberField') || 'phone_number';
}

/** Lists that were read: the request and its duplicates both need them. */
const listsRead = new WeakMap<Params, ContactList>();

/**
 * The rows from the input items or from JSON, also if none of them can be sent.
 *
 * @throws ParameterError if there are no rows to read
 */
export function readRows(params: Params): Readonly<ContactList> {
	const read = params.text('contactsFrom') === 'json' ? fromJson : fromItems;
	const list = listsRead.get(params) ?? read(params);
	listsRead.set(params, list);
	return list;
}

/**
 * The contacts from the input items or from JSON.
 *
 * @throws ParameterError if no contact has a valid number, or if there is an invalid row and the user chose to stop
 */
export function readContacts(params: Params): Readonly<ContactList> {
	const list = readRows(params);
	const { contacts, problems } = list;
	if (contacts.length > 0 && problems.length === 0) return list;
	const why = [reasonsOf(problems), remediesOf(problems)].filter(Boolean).join('. ');
	if (contacts.length === 0) {
		throw new ParameterError(
			'No contact has a valid phone number',
			why || 'The list is empty. Add at least one contact',
		);
	}
	if (params.text('options.badRows') === 'stop') {
		throw new ParameterError(
			`${problems.length} of ${problems.length + contacts.length} rows cannot be sent`,
			`Nothing was sent. ${why}. Correct these rows, or set 'Invalid Rows' to Report and Continue`,
		);
	}
	return list;
}
