import type { IDataObject } from 'n8n-workflow';
import { firstOf, isFilled, readPhoneNumber, readText } from '../values';

/** What a contact's phone number may be called, in a campaign's contacts and in lists that users write. */
export const CONTACT_NUMBER_NAMES = [
	'phone_number',
	'contact_number',
	'phone',
	'number',
	'to_number',
	'mobile',
];

/** Other names of columns with phone numbers, without capitals and signs. */
const OTHER_NUMBER_NAMES = /phone|mobile|msisdn|e164|^(tel|cell|number)\d*$/;
/** What is about a phone, and is not its number. */
const ABOUT_PHONES = /(type|id|code|ext|extension|country|carrier|label|verified)$/;
/** No phone number has fewer digits. */
const FEWEST_DIGITS = 5;

/** Names of a country code beside a number, such as `+44` or `44`. */
const COUNTRY_CODE_NAMES = ['country_code', 'countryCode', 'calling_code', 'dial_code'];

const plainName = (name: string) => name.toLowerCase().replace(/[^a-z\d]/g, '');
const plainNames = new Set(CONTACT_NUMBER_NAMES.map(plainName));

/** Whether a column has this name because it holds the phone number of a person, in any spelling: `Phone`, `to-number`. */
export const isContactNumberName = (name: string): boolean => plainNames.has(plainName(name));

/** An object whose numbers have the country code that is beside them: `{ country_code: "44", number: "20 7946 0123" }`. */
export function withCountryCode(object: IDataObject): IDataObject {
	const code = /^\+?(\d{1,3})$/.exec(String(firstOf(object, COUNTRY_CODE_NAMES) ?? ''))?.[1];
	if (code === undefined) return object;
	const whole = Object.keys(object).flatMap((name) => {
		const number = isContactNumberName(name) && readPhoneNumber(object[name], code);
		return typeof number === 'string' ? [[name, number]] : [];
	});
	return { ...object, ...(Object.fromEntries(whole) as IDataObject) };
}

/** Whether somebody could be called by this field: it is named as a number, also as `mobile_phone` or `Telephone`, and it has one. */
export function mayHoldNumber(name: string, value: unknown): boolean {
	if (isContactNumberName(name)) return isFilled(value);
	const plain = plainName(name);
	const isNamed = OTHER_NUMBER_NAMES.test(plain) && !ABOUT_PHONES.test(plain);
	return isNamed && (readText(value)?.match(/\p{Nd}/gu)?.length ?? 0) >= FEWEST_DIGITS;
}
