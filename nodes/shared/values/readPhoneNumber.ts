import type { NumberPlan } from './numberPlans';
import { planOf, planOfNumber } from './numberPlans';
import { ParameterError } from './parameterError';

/** E.164 (ITU-T): a plus, then 7 to 15 digits of which the first is not 0. */
const E164 = /^\+[1-9]\d{6,14}$/;

/** Characters that people write between digits to make a number readable. */
const SEPARATORS = /[\s().\-/\u2010-\u2015\u2212]/g;

/** A number inside a company, behind a number: `;ext=12`, `x12`, `#12`. */
const EXTENSION = /\d[\s,]*(?:;ext=|ext\.?|extension|x|#)\s*\d+$/i;

const EXAMPLE = '+1 212 555 0123';

/** What the digits can mean as a number of the plan: as they are, or without what is dialled before it inside the country. */
const readings = (digits: string, { trunks, neverFirst }: NumberPlan): string[] =>
	[
		digits,
		...trunks
			.filter((trunk) => digits.startsWith(trunk))
			.map((trunk) => digits.slice(trunk.length)),
	].filter((reading) => reading !== '' && !neverFirst.includes(reading.charAt(0)));

/** The digits as a number of the plan; undefined if they are too few or too many for one. */
const wholeNumber = (digits: string, plan: NumberPlan | undefined): string | undefined =>
	plan && readings(digits, plan).find(({ length }) => plan.lengths.includes(length));

/** A number that was written with its country code, without the digits that are dialled inside the country: `+44 (0)20` is `+44 20`. */
function international(digits: string): string | undefined {
	const plan = planOfNumber(digits);
	if (!plan) return `+${digits}`;
	const rest = digits.slice(plan.countryCode.length);
	// Countries make their numbers longer now and then, so that another length alone proves nothing.
	const isPossible = !plan.isStrict && readings(rest, plan).includes(rest);
	const number = wholeNumber(rest, plan) ?? (isPossible ? rest : undefined);
	return number === undefined ? undefined : `+${plan.countryCode}${number}`;
}

const ambiguous = (written: string) =>
	new ParameterError(
		`"${written}" can be read as two phone numbers`,
		`It may or may not begin with a country code. Write it in international format with a leading +, such as ${EXAMPLE}`,
	);

/** A number that was written without a +. It may begin with the country code all the same. */
function national(digits: string, plan: NumberPlan, written: string): string | ParameterError {
	const { countryCode } = plan;
	const own = wholeNumber(digits, plan);
	const rest = digits.startsWith(countryCode)
		? wholeNumber(digits.slice(countryCode.length), plan)
		: undefined;
	const number = own ?? rest;
	if (number === undefined) {
		return new ParameterError(
			`"${written}" is not a complete phone number of country code ${countryCode}`,
			`Check its digits, or write it in international format with a leading +, such as ${EXAMPLE}`,
		);
	}
	return own === digits && rest !== undefined ? ambiguous(written) : `+${countryCode}${number}`;
}

/** A number that was written without a +, as it is read in the default country. */
function inCountry(digits: string, countryCode: string, written: string): string | ParameterError {
	if (countryCode === '') {
		return new ParameterError(
			`"${written}" has no country code`,
			`Write it in international format with a leading +, such as ${EXAMPLE}, or set 'Default Country Code'`,
		);
	}
	const plan = planOf(countryCode);
	return plan ? national(digits, plan, written) : notACountryCode(countryCode);
}

const notACountryCode = (entered: string) =>
	new ParameterError(
		`'Default Country Code' "${entered}" is not the code of a country`,
		'Enter the digits of a country code, such as 1 or 49',
	);

/**
 * The text with the usual form of each character, such as `1` for a wide one. Digits that are no part of a number, such as those of a footnote,
 * stay as they are.
 */
export const plainDigits = (text: string): string =>
	text.replace(/[^\p{No}]+/gu, (part) => part.normalize('NFKC'));

/** What was written, as digits, with or without a + before them. */
function digitsOf(written: string): string | ParameterError {
	const text = plainDigits(written);
	const digits = text.replace(/^tel:/i, '').replace(SEPARATORS, '');
	if (/^\+?\d+$/.test(digits)) return digits;
	if (EXTENSION.test(text)) {
		return new ParameterError(
			`"${written}" has an extension`,
			`An extension cannot be called. Write the number without it, such as ${EXAMPLE}`,
		);
	}
	return new ParameterError(
		`"${written}" is not a phone number`,
		`It has characters that are not digits. Write one number in international format, such as ${EXAMPLE}`,
	);
}

const incomplete = (written: string) =>
	new ParameterError(
		`"${written}" is not a complete phone number`,
		`Write it with 7 to 15 digits after the +, including the country code, such as ${EXAMPLE}`,
	);

/** Digits as a number with its country code; undefined if no country has such a number. */
function numberOf(
	digits: string,
	countryCode: string,
	written: string,
): string | ParameterError | undefined {
	const abroad = /^(?:\+|00)(.*)$/.exec(digits)?.[1];
	if (digits.startsWith('00') && wholeNumber(digits, planOf(countryCode)))
		return ambiguous(written);
	return abroad === undefined ? inCountry(digits, countryCode, written) : international(abroad);
}

/**
 * A phone number in international format, from any usual format: `+1 (212) 555-0123`, `001 212 555 0123`, `tel:+1-212-555-0123`, and
 * `(212) 555-0123` when the country is known. One number written in two ways gives the same text. Digits that choose a telephone company
 * before a number are not known.
 *
 * @param defaultCountryCode digits of the country code for numbers written without one, such as `1` or `49`; '' if there is none
 * @returns the number in E.164 format, or an error that says how to write it
 */
export function readPhoneNumber(value: unknown, defaultCountryCode = ''): string | ParameterError {
	const written =
		typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
	if (written === '') {
		return new ParameterError(
			'There is no phone number',
			`Enter a number in international format, such as ${EXAMPLE}`,
		);
	}
	const digits = digitsOf(written);
	if (digits instanceof ParameterError) return digits;
	const countryCode = defaultCountryCode.replace(/\D/g, '').replace(/^0+/, '');
	if (countryCode === '' && defaultCountryCode.trim() !== '') {
		return notACountryCode(defaultCountryCode);
	}
	const number = numberOf(digits, countryCode, written);
	return number === undefined || (typeof number === 'string' && !E164.test(number))
		? incomplete(written)
		: number;
}
