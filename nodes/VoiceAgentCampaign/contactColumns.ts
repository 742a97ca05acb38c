import type { IDataObject } from 'n8n-workflow';
import type { Params } from '../shared/operation';
import { ParameterError, cellUnder } from '../shared/values';

/*
 * Which columns of the input have the phone number and the name of a contact: those that the user enters, or those with a usual heading. The
 * headings are in the order English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, the Nordic languages, Russian; without capitals,
 * accents and signs.
 */

const PHONE_HEADINGS = `phone phonenumber phoneno contactnumber contactphone tonumber telephone telephonenumber tel mobile mobilephone mobilenumber
	mobileno cell cellphone cellnumber telefon telefonnummer telefonnr telnr handy handynummer handynr mobil mobilnummer mobiltelefon
	mobilfunknummer rufnummer numerodetelephone numtelephone portable telephoneportable telmobile telefono numerodetelefono telefonomovil
	movil numerodemovil celular numeroditelefono cellulare numerodicellulare telefone numerodetelefone telemovel telefoon telefoonnummer mobiel
	mobielnummer gsm numertelefonu nrtelefonu komorka puhelin puhelinnumero телефон номертелефона мобильный`;
const FIRST_NAME_HEADINGS = `firstname first givenname given forename vorname prenom nombre nome primeironome voornaam imie fornamn fornavn etunimi
	имя`;
const LAST_NAME_HEADINGS = `lastname last surname familyname nachname familienname zuname nom nomdefamille apellido apellidos cognome sobrenome apelido
	achternaam nazwisko efternamn efternavn etternavn sukunimi фамилия`;
const FULL_NAME_HEADINGS = `name fullname contactname customername leadname vollername kontaktname nomcomplet nombrecompleto nombreyapellidos
	nomecompleto nomecognome nomeecognome naam volledigenaam imieinazwisko namn navn nimi фио`;

const headings = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));
const plain = (heading: string): string =>
	heading
		.normalize('NFD')
		.toLowerCase()
		.replace(/[^\p{L}\d]/gu, '');

/** What a column has, and how it is found. */
interface Wanted {
	/** The name of the parameter in which the user can enter the column, and what the editor calls it. */
	parameter: string;
	label: string;
	/** What the column has, in an error. */
	what: string;
	/** The name that the platform has for it: such a column is taken before others. */
	name: string;
	usual: ReadonlySet<string>;
}

const PHONE: Wanted = {
	parameter: 'phoneNumberColumn',
	label: 'Phone Number Column',
	what: 'the phone number',
	name: 'phone_number',
	usual: headings(PHONE_HEADINGS),
};
const FIRST_NAME: Wanted = {
	parameter: 'firstNameColumn',
	label: 'First Name Column',
	what: 'the first name',
	name: 'first_name',
	usual: headings(FIRST_NAME_HEADINGS),
};
const LAST_NAME: Wanted = {
	parameter: 'lastNameColumn',
	label: 'Last Name Column',
	what: 'the last name',
	name: 'last_name',
	usual: headings(LAST_NAME_HEADINGS),
};
const FULL_NAME: Wanted = { ...FIRST_NAME, name: 'name', usual: headings(FULL_NAME_HEADINGS) };

/** The columns of a contact; '' for one that there is not. */
export interface ContactColumns {
	number: string;
	firstName: string;
	lastName: string;
}

/** The names of all columns of the input. */
const columnsOf = (input: readonly IDataObject[]): string[] => [
	...new Set(input.flatMap((row) => Object.keys(row))),
];

/** @throws ParameterError if no input item has this column */
export function checkColumn({ input }: Params, column: string, label: string): void {
	if (input.some((row) => cellUnder(row, column) !== undefined)) return;
	throw new ParameterError(
		`No input item has a column "${column}"`,
		`Enter in '${label}' the name of the column, not its value. ${columnsInWords(input)}`,
	);
}

const columnsInWords = (input: readonly IDataObject[]): string =>
	`The input has: ${columnsOf(input).join(', ') || 'no columns'}`;

/** The column that the user entered, or the one with a usual heading; '' if there is none. @throws ParameterError if it is not there, or if there are two */
function columnFor(params: Params, columns: readonly string[], wanted: Wanted): string {
	const { parameter, label, what, name, usual } = wanted;
	const entered = params.text(parameter);
	if (entered !== '') {
		checkColumn(params, entered, label);
		return entered;
	}
	if (columns.includes(name)) return name;
	const [found = '', ...others] = columns.filter((column) => usual.has(plain(column)));
	if (others.length === 0) return found;
	throw new ParameterError(
		`More than one column may have ${what}: ${[found, ...others].join(', ')}`,
		`Enter one of them in '${label}'`,
	);
}

/**
 * The columns with the phone number and the name. A column with the whole name counts as the first name, where no other column has a part of it.
 *
 * @throws ParameterError if a column that was entered is not there, if there is none for the number, or if two have a usual heading
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
	const isNamed = firstName !== '' || lastName !== '';
	return {
		number,
		firstName: isNamed ? firstName : columnFor(params, others, FULL_NAME),
		lastName,
	};
}
