import type { IDataObject } from 'n8n-workflow';
import { isFilled, isObject, isPhoneHeading, readText, withoutLabel } from '../values';
import { listOf } from './names';

/** What a contact's phone number may be called in the API, in a campaign's contacts and in lists that users write. */
export const CONTACT_NUMBER_NAMES = listOf(
	'phone_number contact_number phone number to_number mobile',
);

/** Endings of names of what is about a phone and is not its number. */
const ABOUT_PHONES = /(type|id|code|ext|extension|country|carrier|label|verified)$/;
/** No phone number has fewer digits. */
const FEWEST_DIGITS = 5;

const lettersAndDigits = (name: string) => name.toLowerCase().replace(/[^a-z\d]/g, '');
const plainNames = new Set(CONTACT_NUMBER_NAMES.map(lettersAndDigits));

/** Whether a field's name is that of a person's phone number, in any spelling: `Phone`, `to-number`. */
export const isContactNumberName = (name: string): boolean =>
	plainNames.has(lettersAndDigits(name));

const digitsIn = (value: unknown): number => readText(value)?.match(/\p{Nd}/gu)?.length ?? 0;

/** Names of whom a request calls: `mobile_phone`, `to`, `recipients`, `alternate_numbers`, `telefon`. */
const CALLED_NAMES =
	/phone|msisdn|e164|telefon|mobil|movil|celular|handy|whatsapp|landline|^(tel|cell|number)\d*$|^(to|recipients?|callees?|destinations?|contacts?)$|numbers$|^(alternat|second|other|backup|fallback|home|work|office|business|main|private).*number$/;
/** Beginnings of names of numbers that a call comes from, or is transferred to. */
const OTHER_ENDS = /^(from|caller|outbound|sender|agent|transfer|forward|callback|support)/;
/** Objects that the agent or the workflow reads. The platform calls nobody by what is in them. */
const DATA_NAMES = /^(dynamic)?variables$|^(meta|custom)data$|^customfields$/;
const DATE = /^\d{4}-\d\d-\d\d(\D|$)/;
/** Whether a text says by its beginning that it is a phone number, also behind a label such as `whatsapp:`. */
const isInternational = (text: string): boolean =>
	/^\s*(\+|00|tel:)/i.test(text) || /^\+/.test(withoutLabel(text));

/** A number in what is sent to the platform. */
export interface SentNumber {
	/** The place of the number: `contact.phone`, `alternate_numbers[0]`. */
	path: string;
	written: unknown;
	/** Whether the platform could call it: the field has the name of a person's number, and is outside of variables. */
	mayBeCalled: boolean;
}

/** What the names on the way to a value say of it. */
interface NumberPlace {
	path: string;
	/** Whether a name says that there are numbers of people. */
	isNamed: boolean;
	isData: boolean;
}

function numberPlaceOf(outer: NumberPlace, name: string): NumberPlace {
	const plain = lettersAndDigits(name);
	const isOther = ABOUT_PHONES.test(plain) || OTHER_ENDS.test(plain);
	const isNamed = isContactNumberName(name) || isPhoneHeading(name) || CALLED_NAMES.test(plain);
	return {
		path: outer.path === '' ? name : `${outer.path}.${name}`,
		isNamed: !isOther && (isNamed || outer.isNamed),
		isData: outer.isData || DATA_NAMES.test(plain),
	};
}

function numbersAt(value: unknown, place: NumberPlace, name: string): SentNumber[] {
	if (Array.isArray(value)) {
		return value.flatMap((inner, index) =>
			numbersAt(inner, { ...place, path: `${place.path}[${index}]` }, name),
		);
	}
	if (isObject(value)) {
		return Object.entries(value).flatMap(([key, inner]) =>
			numbersAt(inner, numberPlaceOf(place, key), key),
		);
	}
	const isNumber =
		digitsIn(value) >= FEWEST_DIGITS && (place.isNamed || isInternational(String(value)));
	const isMeant = place.isNamed && isContactNumberName(name) && isFilled(value);
	if (!isMeant && (!isNumber || DATE.test(String(value)))) return [];
	return [{ path: place.path, written: value, mayBeCalled: place.isNamed && !place.isData }];
}

/** All numbers in what is sent, at any depth: under the name of a number, or in international format under any name. */
export const sentNumbers = (sent: IDataObject): SentNumber[] =>
	numbersAt(sent, { path: '', isNamed: false, isData: false }, '');
