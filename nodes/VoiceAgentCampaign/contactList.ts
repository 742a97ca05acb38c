import type { IDataObject } from 'n8n-workflow';
import { repeatedNumbers } from '../shared/execution/calledNumbers';
import type { Callee, Caller, CallList, NotCallable, Params } from '../shared/operation';
import { CONTACT_NUMBER_NAMES, objectIn } from '../shared/platform';
import { ParameterError, cellUnder, ownValue, readPhoneNumber } from '../shared/values';

/** A row that was read, and the contact that is made of it. */
interface ReadRow {
	/** As it is written. */
	written: unknown;
	contactOf(number: string): IDataObject;
}

const cellText = (row: IDataObject, column: string) => String(cellUnder(row, column) ?? '').trim();

const DUPLICATE_REMEDY =
	"Remove the duplicate, or set Options → 'Duplicate Numbers' to Call Every Time";

/** Whether the input items are the contacts, which are sent in one request. A JSON list or a file is a request of its own. */
export const takesItems = (params: Params): boolean =>
	(params.text('contactsFrom') || 'items') === 'items';

/** Rows without a valid number and, unless every row is to be called, duplicates cannot be called. */
function peopleOf(rows: readonly ReadRow[], params: Params): CallList['people'] {
	const countryCode = params.text('defaultCountryCode');
	const callsDuplicates = repeatedNumbers(params) === 'always';
	const isOfItems = takesItems(params);
	const firstRow = new Map<string, number>();
	return rows.map(({ written, contactOf }, index): Callee | NotCallable => {
		const row = isOfItems ? (params.rowNumbers[index] ?? index + 1) : index + 1;
		const position = isOfItems ? index : 0;
		const number = readPhoneNumber(written, countryCode);
		const wrong = { row, position, json: { contact_number: String(written ?? '') } };
		if (number instanceof ParameterError) {
			const reason = `${number.message}. ${number.description}`;
			return { ...wrong, ruling: { would: 'not_valid', reason }, error: number };
		}
		const earlier = firstRow.get(number);
		if (earlier !== undefined && !callsDuplicates) {
			const reason = `Duplicate of row ${earlier}: the number ${number} is the same`;
			const error = new ParameterError(reason, DUPLICATE_REMEDY);
			return { ...wrong, ruling: { would: 'duplicate', reason }, error };
		}
		firstRow.set(number, row);
		return {
			row,
			position,
			json: { contact_number: number },
			number,
			index,
			sent: () => contactOf(number),
		};
	});
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

/** Input items as contacts, by the columns the user mapped. @throws ParameterError if no item has the column of the number */
function fromItems(params: Params): ReadRow[] {
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
	return params.rows.map((row) => ({
		written: cellUnder(row, numberColumn),
		contactOf: (number) => {
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
	}));
}

/** A JSON list as contacts: sent unchanged, except that the number is converted to international format. */
function fromJson(rows: readonly IDataObject[], params: Params): ReadRow[] {
	const chosen = numberName(params);
	return rows.map((row) => {
		const column =
			[chosen, ...CONTACT_NUMBER_NAMES].find((name) => ownValue(row, name) !== undefined) ?? chosen;
		const rest = { ...row };
		delete rest[column];
		return {
			written: cellUnder(row, column),
			contactOf: (number) => ({ [chosen]: number, ...rest }),
		};
	});
}

/** The platform's field name for a contact's number. The API document does not show it, so the user can change it. */
function numberName(params: Params): string {
	return params.text('options.phoneNumberField') || 'phone_number';
}

const FILE_NOT_READ =
	"The rows of a file are not read here. To see them, read the file with an Extract from File node and set 'Contacts From' to All Input Items";

/**
 * The contacts from the input items or from JSON, also those that cannot be called. The rows of a file are not read.
 *
 * @param caller who calls them
 * @throws ParameterError if there are no rows to read
 */
export function contactList(params: Params, caller: Caller): CallList {
	const more = { caller, deed: 'campaign' } as const;
	if (takesItems(params)) {
		return { people: peopleOf(fromItems(params), params), rows: params.rows, ...more };
	}
	if (params.text('contactsFrom') === 'json') {
		const rows = params.jsonList('contactsJson');
		return { people: peopleOf(fromJson(rows, params), params), rows, ...more };
	}
	const ruling = { would: 'not_known', reason: FILE_NOT_READ } as const;
	const row = params.rowNumbers[0] ?? 1;
	return {
		people: [{ row, position: 0, json: { contact_number: null }, ruling }],
		rows: [],
		...more,
	};
}
