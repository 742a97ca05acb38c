import { ParameterError } from './parameterError';

/** E.164 (ITU-T): a plus, then 7 to 15 digits of which the first is not 0. */
const E164 = /^\+[1-9]\d{6,14}$/;

/** Characters that people write between digits to make a number readable. */
const SEPARATORS = /[\s().\-/\u2010-\u2015\u2212]/g;

/** Country codes whose national numbers keep their leading 0 after the country code (ITU national numbering plans). */
const KEEPS_LEADING_ZERO = new Set(['39', '378', '225', '242']);

/** What is dialled before a national number inside its country, if it is not 0. */
const TRUNK_PREFIXES: Record<string, string> = { '1': '1', '7': '8', '36': '06' };

/** Countries whose national numbers all have the same length, so that a number without its area code is detected. */
const NATIONAL_LENGTHS: Record<string, number> = { '1': 10, '7': 10 };

const EXAMPLE = '+1 212 555 0123';

/** A national number in international format; undefined if its length shows that it is not complete. */
function withCountryCode(national: string, countryCode: string): string | undefined {
	if (KEEPS_LEADING_ZERO.has(countryCode)) return `+${countryCode}${national}`;
	const trunk = TRUNK_PREFIXES[countryCode] ?? '0';
	const digits = national.startsWith(trunk) ? national.slice(trunk.length) : national;
	const length = NATIONAL_LENGTHS[countryCode] ?? digits.length;
	return digits.length === length ? `+${countryCode}${digits}` : undefined;
}

/**
 * A phone number in international format, from any usual format: `+1 (212) 555-0123`, `001 212 555 0123`, `tel:+1-212-555-0123`, and
 * `(212) 555-0123` when the country is known.
 *
 * @param defaultCountryCode digits of the country code for numbers written without one, such as `1` or `49`; '' if there is none
 * @throws ParameterError that says how to write the number
 */
export function toE164(value: unknown, defaultCountryCode = ''): string {
	const number = readPhoneNumber(value, defaultCountryCode);
	if (number instanceof ParameterError) throw number;
	return number;
}

/** As `toE164`, but returns the error instead of throwing it, for lists whose bad rows are reported. */
export function readPhoneNumber(value: unknown, defaultCountryCode = ''): string | ParameterError {
	const written =
		typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
	if (written === '') {
		return new ParameterError(
			'There is no phone number',
			`Enter a number in international format, such as ${EXAMPLE}`,
		);
	}
	const digits = written
		.normalize('NFKC')
		.replace(/^tel:/i, '')
		.replace(/(\+\d+\s*)\(0\)/, '$1')
		.replace(SEPARATORS, '');
	if (!/^\+?\d+$/.test(digits)) {
		return new ParameterError(
			`"${written}" is not a phone number`,
			`It has characters that are not digits. Write one number in international format, such as ${EXAMPLE}`,
		);
	}
	const countryCode = defaultCountryCode.replace(/\D/g, '');
	let number: string | undefined = digits;
	if (digits.startsWith('00')) number = `+${digits.slice(2)}`;
	else if (!digits.startsWith('+')) {
		if (countryCode === '') {
			return new ParameterError(
				`"${written}" has no country code`,
				`Write it in international format with a leading +, such as ${EXAMPLE}, or set Default Country Code under Options`,
			);
		}
		number = withCountryCode(digits, countryCode);
	}
	if (number === undefined || !E164.test(number)) {
		return new ParameterError(
			`"${written}" is not a complete phone number`,
			`Write it with 7 to 15 digits after the +, including the country code, such as ${EXAMPLE}`,
		);
	}
	return number;
}
