import type { NumberPlan } from './numberPlans';
import { numberPlanOf, planOfNumber } from './numberPlans';
import { ParameterError } from './parameterError';

/** E.164 (ITU-T): a plus, then 7 to 15 digits of which the first is not 0. */
const E164 = /^\+[1-9]\d{6,14}$/;

/** Characters that people write between digits to make a number readable; a dot is another one. */
const SEPARATORS = /[\s()\-/\u2010-\u2015\u2212]/g;

/** What separates two numbers, and also an area code from its number, or is where a long line was broken. */
const BREAK = /[/\t-\r\u2028\u2029]/g;

/** Where a second number with its 0 can begin. */
const BEFORE_ZERO = /[\s().\-\u2010-\u2015\u2212](?=0)/g;

/** A number as spreadsheets and data frames write quantities: `1711234567.5`, `1.71E+09`. */
const QUANTITY = /^[^.]*\.(?:\d\d?|0{3,})$|^\+?\d+(?:[.,]\d+)?e[+-]?\d+$/i;

/** A number inside a company, behind a number: `;ext=12`, `x12`, `#12`. */
const EXTENSION = /\d[\s,]*(?:;ext=|ext\.?|extension|x|#)\s*\d+$/i;

/** The fewest digits of a part that is taken for a number, in a text that has other characters, too. */
const FEWEST_DIGITS = 5;

const EXAMPLE = '+1 212 555 0123';

/**
 * What numbers are that have neither a + nor a 00 before them, where the user says it: all of them begin with a country code, or none does. `unknown`:
 * a number that can be both is refused.
 */
export type WithoutPlus = 'withCountryCode' | 'national' | 'unknown';

/** How the numbers of a list are written. */
export interface NumberForm {
	/** Digits of the country code for numbers that have none, such as `1` or `49`; '' if there is none. */
	countryCode: string;
	withoutPlus: WithoutPlus;
}

/** What digits are compared with: the plan of the default country, if there is one, and what the user says of numbers without +. */
interface HomeForm {
	home: NumberPlan | undefined;
	withoutPlus: WithoutPlus;
}

/** Digits with the + that a spreadsheet has removed, if the user says so. No country code begins with 0. */
const withLostPlus = (digits: string, withoutPlus: WithoutPlus): string =>
	withoutPlus === 'withCountryCode' && /^[1-9]/.test(digits) ? `+${digits}` : digits;

/** What digits are read as. */
interface NumberReading {
	/** The number in E.164 format. */
	number: string;
	/** False: the country has numbers of this length, and the table has none that begins like this one. */
	isKnown: boolean;
}

/** The only reading of digits; undefined if no country has such a number. */
type ReadingOfDigits = NumberReading | 'two numbers' | undefined;

const isCertain = (found: ReadingOfDigits): boolean =>
	found === 'two numbers' || found?.isKnown === true;

/** Digits, and what they are without what is dialled before a number. */
const withoutTrunk = (digits: string, trunks: readonly RegExp[]): string[] => [
	digits,
	...trunks.map((trunk) => digits.replace(trunk, '')),
];

/** The reading of one of these texts of digits behind the country code. Between two readings, beginnings decide that the table knows. */
function readingAmong(rests: readonly string[], plan: NumberPlan): ReadingOfDigits {
	const readings = [...new Set(rests)]
		.map((rest) => ({ rest, isKnown: plan.isKnown(rest) }))
		.filter(({ rest, isKnown }) => isKnown || plan.isPossible(rest));
	const certain = readings.filter(({ isKnown }) => isKnown);
	const [first, second] = certain.length > 0 ? certain : readings;
	if (second) return 'two numbers';
	return first && { number: `+${plan.countryCode}${first.rest}`, isKnown: first.isKnown };
}

/** What the digits behind a country code can be: `(0)20 7946 0123` is `20 7946 0123`. */
const restsOf = (digits: string, { countryCode, trunksBehindCode }: NumberPlan): string[] =>
	withoutTrunk(digits.slice(countryCode.length), trunksBehindCode);

/** A number that begins with its country code. */
function abroad(digits: string): ReadingOfDigits {
	const plan = planOfNumber(digits);
	return plan && readingAmong(restsOf(digits, plan), plan);
}

/** A number as it is written inside the country. It may begin with the country code all the same, unless the user says that none does. */
function inside(digits: string, plan: NumberPlan, withoutPlus: WithoutPlus): ReadingOfDigits {
	const mayHaveCode = withoutPlus !== 'national' && digits.startsWith(plan.countryCode);
	return readingAmong(
		[...withoutTrunk(digits, plan.trunks), ...(mayHaveCode ? restsOf(digits, plan) : [])],
		plan,
	);
}

/**
 * Whether digits without a sign can also be a number of another country that has lost its +. It is asked only if something speaks against the home
 * country: no number is known there that begins so, or people write numbers there with a 0, and it is missing.
 */
function isOtherAbroad(
	digits: string,
	own: ReadingOfDigits,
	{ home, withoutPlus }: HomeForm,
): boolean {
	const lacksTrunk =
		home?.isWrittenWithTrunk === true && !home.trunks.some((trunk) => trunk.test(digits));
	if (isCertain(own) && !(lacksTrunk && withoutPlus === 'unknown')) return false;
	const foreign = abroad(digits);
	const isSame =
		typeof own === 'object' && typeof foreign === 'object' && own.number === foreign.number;
	return isCertain(foreign) && !isSame;
}

/**
 * What digits mean, with or without a + before them. If they are written for one country, and only in another way begin like a number that is
 * known, they are two numbers: the + may be wrong, or missing.
 */
function readingOf(written: string, { home, withoutPlus }: HomeForm): ReadingOfDigits {
	const digits = withLostPlus(written, withoutPlus);
	if (digits.startsWith('+')) {
		const foreign = abroad(digits.slice(1));
		const own = home && inside(digits.slice(1), home, 'unknown');
		return !isCertain(foreign) && isCertain(own) ? 'two numbers' : foreign;
	}
	const own = home && inside(digits, home, withoutPlus);
	if (digits.startsWith('00')) {
		const rest = digits.slice(2);
		const dialled = home?.withoutPrefix(digits) ?? rest;
		const isDoubtful = isCertain(own) || (dialled !== rest && isCertain(abroad(dialled)));
		return isDoubtful ? 'two numbers' : abroad(rest);
	}
	return own && isOtherAbroad(digits, own, { home, withoutPlus }) ? 'two numbers' : own;
}

/**
 * The text with the usual form of each character, such as `1` for a wide one, and without characters that cannot be seen. Digits that are no part of
 * a number, such as those of a footnote, stay as they are.
 */
export const plainDigits = (text: string): string =>
	text
		.replace(/[^\p{No}]+/gu, (part) => part.normalize('NFKC'))
		.replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
		.trim();

/** The text without what makes a number readable. The zeros of `1711234567.0` are no part of it. */
function withoutSeparators(text: string): string {
	const signs = text
		.replace(/^tel:/i, '')
		.replace(SEPARATORS, '')
		.replace(/\.+$/, '')
		.replace(/^([^.]*)\.00?$/, '$1');
	return QUANTITY.test(signs) ? signs : signs.replaceAll('.', '');
}

const isDigits = (text: string): boolean => /^\+?\d+$/.test(text);

/** Whether digits say that they begin with a country code. */
const hasSign = (digits: string): boolean => /^(?:\+|00)/.test(digits);

/**
 * Whether a number is followed by another one: `030 1234 / 030 5678` and `+43 1 4000/4001`, but neither `030/1234567` nor `+44 (0)20`.
 *
 * @param whole what the text is read as if it is one number
 */
function hasSecondNumber(text: string, whole: ReadingOfDigits, form: HomeForm): boolean {
	const before = (index: number) => readingOf(withoutSeparators(text.slice(0, index)), form);
	const after = (index: number) => readingOf(withoutSeparators(text.slice(index)), form);
	return (
		[...text.matchAll(BREAK)].some(({ index }) => {
			const first = before(index);
			return isCertain(first) || (first !== undefined && !isCertain(whole));
		}) ||
		[...text.matchAll(BEFORE_ZERO)].some(
			({ index }) => isCertain(before(index)) && isCertain(after(index)),
		)
	);
}

const noNumber = () =>
	new ParameterError(
		'There is no phone number',
		`Enter a number in international format, such as ${EXAMPLE}`,
	);

const twoNumbers = (written: string) =>
	new ParameterError(
		`"${written}" can be read as two phone numbers`,
		`Write one number, with a leading + and its country code, such as ${EXAMPLE}`,
	);

/** The error for digits that can be a number of the default country with its code, and without it. */
const withOrWithoutCode = (written: string) =>
	new ParameterError(
		`"${written}" can be read as two phone numbers`,
		`Write it with a leading + and its country code, such as ${EXAMPLE}. If a spreadsheet has removed the + or a 0, say in Options → 'Numbers Without +' what such numbers are, where the node has it`,
	);

const notACountryCode = (entered: string) =>
	new ParameterError(
		`'Default Country Code' "${entered}" is not the code of a country`,
		'Enter the digits of a country code, such as 1 or 49',
	);

/** Why a text that has other characters than digits is not read. */
function notDigits(text: string, written: string): ParameterError {
	const foreign = /(?!\d)\p{Nd}/u.exec(text)?.[0];
	if (foreign !== undefined) {
		return new ParameterError(
			`"${written}" has digits of another script, such as ${foreign}`,
			`Write the number with the digits 0 to 9, such as ${EXAMPLE}`,
		);
	}
	if (EXTENSION.test(text)) {
		return new ParameterError(
			`"${written}" has an extension`,
			`An extension cannot be called. Write the number without it, such as ${EXAMPLE}`,
		);
	}
	if (QUANTITY.test(withoutSeparators(text))) {
		return new ParameterError(
			`"${written}" is a number with decimals or an exponent`,
			`A spreadsheet may have changed the phone number. Format its column as text, and write it in international format, such as ${EXAMPLE}`,
		);
	}
	const numbers = text
		.split(/[^\d\s().\-/\u2010-\u2015\u2212]+/)
		.filter((part) => withoutSeparators(part).length >= FEWEST_DIGITS);
	if (numbers.length > 1) return twoNumbers(written);
	return new ParameterError(
		`"${written}" is not a phone number`,
		`It has characters that are not digits. Write one number in international format, such as ${EXAMPLE}`,
	);
}

/** Why digits are no number of a country. */
function notOfCountry(
	digits: string,
	home: NumberPlan | undefined,
	written: string,
): ParameterError {
	const [, sign, rest = ''] = /^(\+|00)(.*)$/.exec(digits) ?? [];
	if (sign === undefined && !home) {
		return new ParameterError(
			`"${written}" has no country code`,
			`Write it in international format with a leading +, such as ${EXAMPLE}, or set 'Default Country Code'`,
		);
	}
	const plan = sign === undefined ? home : planOfNumber(rest);
	if (!plan) {
		return new ParameterError(
			`"${written}" is not a complete phone number`,
			`Write it with a +, the country code and all its digits, such as ${EXAMPLE}`,
		);
	}
	return new ParameterError(
		`"${written}" is not a complete phone number of country code ${plan.countryCode}`,
		`Check its digits, or write it in international format with a leading +, such as ${EXAMPLE}`,
	);
}

/** The digits of a country code, '' if none is entered: `49` of `+49`, `0049` and `49.0`. Undefined if it cannot be read. */
function countryCodeIn(entered: string): string | undefined {
	const text = plainDigits(entered);
	return text === '' ? '' : /^[^\d.]*[0\s]*([1-9]\d{0,2})(?:\.00?)?[^\d.]*$/.exec(text)?.[1];
}

/** The number that these digits are, or why they are none. @param text what was written, in plain digits */
function numberOfDigits(
	digits: string,
	{ text, written, form }: { text: string; written: string; form: HomeForm },
): string | ParameterError {
	const found = readingOf(digits, form);
	if (hasSecondNumber(text, found, form)) return twoNumbers(written);
	if (found === 'two numbers') {
		const isUnsaid = form.withoutPlus === 'unknown' && !hasSign(digits);
		return isUnsaid ? withOrWithoutCode(written) : twoNumbers(written);
	}
	const meant = withLostPlus(digits, form.withoutPlus);
	return found && E164.test(found.number) ? found.number : notOfCountry(meant, form.home, written);
}

/**
 * A phone number in international format, from any usual format: `+1 (212) 555-0123`, `001 212 555 0123`, `tel:+1-212-555-0123`, and
 * `(212) 555-0123` when the country is known. One number written in two ways gives the same text.
 *
 * A length that the country does not have is refused. A beginning that is not known is not, because countries add some later: it only decides
 * between two readings. Numbers of companies, such as those that cost the caller nothing, are numbers like all others.
 *
 * @param form how numbers are written, or only the digits of the country code for numbers written without one, such as `1` or `49`; '' if there is none
 * @returns the number in E.164 format, or an error that says how to write it
 */
export function readPhoneNumber(
	value: unknown,
	form: string | NumberForm = '',
): string | ParameterError {
	const { countryCode: entered, withoutPlus } =
		typeof form === 'string' ? { countryCode: form, withoutPlus: 'unknown' as const } : form;
	const isNumber = typeof value === 'number';
	const written = isNumber || typeof value === 'string' ? String(value).trim() : '';
	const text = plainDigits(written);
	if (text === '') return noNumber();
	const digits = withoutSeparators(text);
	const isQuantity = isNumber && !(Number.isInteger(value) && value >= 0);
	if (isQuantity || !isDigits(digits)) return notDigits(text, written);
	const countryCode = countryCodeIn(entered);
	const home = numberPlanOf(countryCode ?? '');
	const isNational = !hasSign(withLostPlus(digits, withoutPlus));
	if (countryCode === undefined || (isNational && countryCode !== '' && !home))
		return notACountryCode(entered);
	return numberOfDigits(digits, { text, written, form: { home, withoutPlus } });
}
