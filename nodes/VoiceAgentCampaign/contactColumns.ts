import type { IDataObject } from 'n8n-workflow';
import type { Params } from '../shared/operation';
import type { UsualColumn } from '../shared/values';
import {
	PHONE_HEADINGS,
	ParameterError,
	columnsInWords,
	columnsOf,
	enteredColumn,
	headings,
	plainHeading,
	usualColumn,
	usualColumns,
} from '../shared/values';

/*
 * Which columns have a contact's number and name: the entered ones, or those with a usual heading. Headings are in ten
 * languages, English first, without capitals, accents and signs. One with a second meaning is left out: Last can be the
 * day of the last call.
 */

const FIRST_NAME_HEADINGS = `firstname givenname forename vorname prenom nombre nome primeironome voornaam imie fornamn fornavn etunimi
	имя`;
const LAST_NAME_HEADINGS = `lastname surname familyname nachname familienname zuname nom nomdefamille apellido apellidos cognome sobrenome apelido
	achternaam nazwisko efternamn efternavn etternavn sukunimi фамилия`;
const NAME_HEADINGS = `name fullname contactname customername leadname vollername kontaktname nomcomplet nombrecompleto nombreyapellidos
	nomecompleto nomecognome nomeecognome naam volledigenaam imieinazwisko namn navn nimi фио`;

/** A column that the user can enter. */
interface WantedColumn extends UsualColumn {
	/** The name of the parameter in which it is entered. */
	parameter: string;
}

const PHONE: WantedColumn = {
	parameter: 'phoneNumberColumn',
	label: 'Phone Number Column',
	what: 'the phone number',
	name: 'phone_number',
	usual: new Set(PHONE_HEADINGS.map(plainHeading)),
};
const FIRST_NAME: WantedColumn = {
	parameter: 'options.firstNameColumn',
	label: 'First Name Column',
	what: 'the first name',
	name: 'first_name',
	usual: headings(FIRST_NAME_HEADINGS),
};
const LAST_NAME: WantedColumn = {
	parameter: 'options.lastNameColumn',
	label: 'Last Name Column',
	what: 'the last name',
	name: 'last_name',
	usual: headings(LAST_NAME_HEADINGS),
};
/** A column with the whole name, or with the part of it that no other column has. */
const NAME: Pick<UsualColumn, 'name' | 'usual'> = { name: 'name', usual: headings(NAME_HEADINGS) };

/** Every usual heading, by the parameter whose column has it. */
export const USUAL_HEADINGS: Readonly<Record<string, readonly string[]>> = {
	phoneNumberColumn: PHONE_HEADINGS,
	firstNameColumn: FIRST_NAME_HEADINGS.split(/\s+/),
	lastNameColumn: LAST_NAME_HEADINGS.split(/\s+/),
	name: NAME_HEADINGS.split(/\s+/),
};

/** The columns of a contact; '' for one that there is not. */
export interface ContactColumns {
	number: string;
	firstName: string;
	lastName: string;
	/** The part of the name in a column that is headed as a whole name, such as Name. Its cells may have the other. */
	whole?: 'firstName' | 'lastName';
}

/** The column that the user entered, or the one with a usual heading; '' if there is none. @throws ParameterError */
function columnFor(params: Params, columns: readonly string[], wanted: WantedColumn): string {
	const entered = params.text(wanted.parameter);
	return entered === ''
		? usualColumn(columns, wanted)
		: enteredColumn(params.input, entered, wanted.label);
}

/** The column with each row's phone number: the entered one, or the only one with a usual heading; '' if unclear. */
export function numberColumnOf(sheet: readonly IDataObject[], entered: string): string {
	if (entered !== '') return enteredColumn(sheet, entered, PHONE.label);
	const [found = '', ...others] = usualColumns(columnsOf(sheet), PHONE);
	return others.length === 0 ? found : '';
}

/** First beside Last: the parts of a name. Undefined if one is missing, or if other columns have the name. */
function firstAndLast(columns: readonly string[], found: Omit<ContactColumns, 'number'>) {
	const [firstName = '', lastName = ''] = ['first', 'last'].map((heading) =>
		columns.find((column) => plainHeading(column) === heading),
	);
	const isName =
		['', firstName].includes(found.firstName) &&
		['', lastName].includes(found.lastName) &&
		usualColumns(columns, NAME).length === 0;
	return isName && firstName !== '' && lastName !== '' ? { firstName, lastName } : undefined;
}

/**
 * The columns with number and name. Without a first-name column, it is in the one headed as a whole name; so is the
 * last name, beside a first-name column that was found. First and Last count if no other column has a name.
 * @throws ParameterError for a missing column, for none with numbers, or for two with a usual heading
 */
export function contactColumns(params: Params): ContactColumns {
	const columns = columnsOf(params.input);
	const number = columnFor(params, columns, PHONE);
	if (number === '') {
		throw new ParameterError(
			'No column has a heading that means a phone number',
			`Enter in '${PHONE.label}' the name of the column that has it. ${columnsInWords(params.input)}`,
		);
	}
	const others = columns.filter((column) => column !== number);
	const firstName = columnFor(params, others, FIRST_NAME);
	const lastName = columnFor(params, others, LAST_NAME);
	const left = others.filter((column) => column !== firstName && column !== lastName);
	const found = { number, firstName, lastName };
	const pair = firstAndLast(others, found);
	if (pair) return { number, ...pair };
	if (firstName === '') {
		const name = usualColumn(left, { ...FIRST_NAME, ...NAME });
		return name === '' ? found : { ...found, firstName: name, whole: 'firstName' };
	}
	// A first name that was entered may be the whole name.
	if (lastName !== '' || params.text(FIRST_NAME.parameter) !== '') return found;
	const name = usualColumn(left, { ...LAST_NAME, ...NAME });
	return name === '' ? found : { ...found, lastName: name, whole: 'lastName' };
}

/** The words of a name that are not in the other part of it: of `Lovelace, Ada` beside Lovelace, Ada. */
function wordsBeside(name: string, other: string): string {
	const known = new Set(other.split(/\s+/).map(plainHeading));
	const left = name
		.split(/\s+/)
		.filter((word) => plainHeading(word) === '' || !known.has(plainHeading(word)));
	return left.join(' ').replace(/^[\s,;]+|[\s,;]+$/g, '');
}

/** The name in a row: what the cells of its two columns have, each part once. */
export function nameIn(
	{ whole }: ContactColumns,
	{ firstName, lastName }: { firstName: string; lastName: string },
): { firstName: string; lastName: string } {
	if (whole === 'firstName' && lastName !== '')
		return { firstName: wordsBeside(firstName, lastName), lastName };
	if (whole === 'lastName' && firstName !== '')
		return { firstName, lastName: wordsBeside(lastName, firstName) };
	return { firstName, lastName };
}
