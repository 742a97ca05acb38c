import { withoutLabel } from './headings';
import type { NumberPlan } from './numberPlans';
import { countryCodeOf, numberPlanOf, planOfNumber, formsOfNumber } from './numberPlans';
import { ParameterError } from './parameterError';

/** E.164 (ITU-T): a plus, then 7 to 15 digits of which the first is not 0. */
const E164 = /^\+[1-9]\d{6,14}$/;

/** Characters that people write between digits to make a number readable; a dot is another one. */
const SEPARATORS = /[\s()\-/\u2010-\u2015\u2212]/g;

/** What separates two numbers, and also an area code from its number, or is where a long line was broken. */
const BREAK = /[/\t-\r\u2028\u2029]/g;

/** Where a second number with its 0 can begin. */
const BEFORE_ZERO = /[\s().\-\u2010-\u2015\u2212](?=0)/g;

/** A number as spreadsheets and data frames write quantities: `1711234567.0`, `1.71E+09`. */
const QUANTITY = /^[^.]*\.(?:\d\d?|0{3,})$|^\+?\d+(?:[.,]\d+)?e[+-]?\d+$/i;

/** A number inside a company, behind a number: `;ext=12`, `x12`, `#12`. */
const EXTENSION = /\d[\s,]*(?:;ext=|ext\.?|extension|x|#)\s*\d+$/i;

/** The fewest digits of a part that is taken for a number, in a text that has other characters, too. */
const FEWEST_DIGITS = 5;

const EXAMPLE = '+1 212 555 0123';

/**
 * What numbers without a + or 00 are, by the user: all begin with a country code, or none does. `unknown`: a number
 * that can be both is refused.
 */
export type WithoutPlus = 'withCountryCode' | 'national' | 'unknown';

/** How the numbers of a list are written. */
export interface NumberForm {
	/** Digits of the country code for numbers that have none, such as `1` or `49`; '' if there is none. */
	countryCode: string;
	withoutPlus: WithoutPlus;
}

/** What digits are compared with: the default country's plan, and what the user says of numbers without +. */
interface HomeForm {
	home: NumberPlan | undefined;
	withoutPlus: WithoutPlus;
}

/** Digits with the + that a spreadsheet has removed, if the user says so. No country code begins with 0. */
const withLostPlus = (digits: string, withoutPlus: WithoutPlus): string =>
	withoutPlus === 'withCountryCode' && /^[1-9]/.test(digits) ? `+${digits}` : digits;

/** A number that digits can be. */
interface NumberReading {
	/** In E.164 format. */
	number: string;
	/** False: the country has numbers of this length, and the table has none that begins like this one. */
	isKnown: boolean;
}

const knownOf = (readings: readonly NumberReading[]): NumberReading[] =>
	readings.filter(({ isKnown }) => isKnown);

/** Whether digits are a number for sure, or two: then they are complete. */
const isCertain = ([first, second]: readonly NumberReading[]): boolean =>
	second !== undefined || first?.isKnown === true;

/** Digits, and what they are without what is dialled before a number. */
const withoutTrunk = (digits: string, trunks: readonly RegExp[]): string[] => [
	digits,
	...trunks.map((trunk) => digits.replace(trunk, '')),
];

/** The readings of these digits after the country code. If there are several, those with a known beginning count. */
function readingsAmong(rests: readonly string[], plan: NumberPlan): NumberReading[] {
	const readings = [...new Set(rests)]
		.map((rest) => ({ rest, isKnown: plan.isKnown(rest) }))
		.filter(({ rest, isKnown }) => isKnown || plan.isPossible(rest))
		.map(({ rest, isKnown }) => ({ number: `+${plan.countryCode}${rest}`, isKnown }));
	const certain = knownOf(readings);
	return certain.length > 0 ? certain : readings;
}

/** What the digits behind a country code can be: `(0)20 7946 0123` is `20 7946 0123`. */
const restsOf = (digits: string, { countryCode, trunksBehindCode }: NumberPlan): string[] =>
	withoutTrunk(digits.slice(countryCode.length), trunksBehindCode);

/** A number that begins with its country code. */
function abroad(digits: string): NumberReading[] {
	const plan = planOfNumber(digits);
	return plan ? readingsAmong(restsOf(digits, plan), plan) : [];
}

/** A number as it is written inside the country. It may have the country code, unless the user says that none does. */
function inside(digits: string, plan: NumberPlan, withoutPlus: WithoutPlus): NumberReading[] {
	const mayHaveCode = withoutPlus !== 'national' && digits.startsWith(plan.countryCode);
	return readingsAmong(
		[...withoutTrunk(digits, plan.trunks), ...(mayHaveCode ? restsOf(digits, plan) : [])],
		plan,
	);
}

/**
 * Digits that begin with the home country code, and may have lost one digit after it: `49170123456` is a short mobile
 * number, or a fixed line in Leer without its 0.
 * @param own what they are inside the country
 */
function withLostDigit(
	digits: string,
	own: readonly NumberReading[],
	home: NumberPlan,
): NumberReading[] {
	if (!digits.startsWith(home.countryCode)) return [];
	const rests = restsOf(digits, home);
	const isWithCode = own.some(({ number }) =>
		rests.some((rest) => number === `+${home.countryCode}${rest}`),
	);
	const isNear = ['', ...'123456789'].some((lost) =>
		rests.some((rest) => home.isPossible(`${lost}${rest}`)),
	);
	return isWithCode || (isCertain(own) && !isNear)
		? []
		: [{ number: `+${digits}`, isKnown: false }];
}

/** Whether the first digits stand apart, and are no country code: `(478) 555-0123`, `8 495 123-45-67`. */
function beginsWithArea(text: string): boolean {
	const [, first] = /^\D*(\d{1,3})\D/.exec(text) ?? [];
	return first !== undefined && !numberPlanOf(first);
}

/** What a number without a sign can be beside a number of the home country: it may have lost its +, or a digit. */
function otherReadings(
	text: string,
	own: readonly NumberReading[],
	{ home, withoutPlus }: HomeForm,
): NumberReading[] {
	const digits = withoutSeparators(text);
	const isUnsaid = withoutPlus === 'unknown' && !beginsWithArea(text);
	if (!home || (isCertain(own) && !isUnsaid)) return [];
	return [...(isUnsaid ? withLostDigit(digits, own, home) : []), ...knownOf(abroad(digits))];
}

/** Each number once. */
const distinct = (readings: readonly NumberReading[]): NumberReading[] => [
	...new Map(readings.map((reading) => [reading.number, reading])).values(),
];

/** A number with a + or a 00, or that begins with what a country dials before numbers abroad. */
interface SignedDigits {
	sign?: string;
	/** The digits behind the sign. */
	rest: string;
}

function signedDigits(text: string, digits: string): SignedDigits {
	// `0(0466) …` begins with two zeros, and is no 00.
	const found = /^0\D/.test(text) ? null : /^(\+|00)(.*)$/.exec(digits);
	return { sign: found?.[1], rest: found?.[2] ?? digits };
}

/** What digits are behind what the home country dials before numbers abroad, if that is not 00. */
function dialledAbroad(digits: string, rest: string, home?: NumberPlan): NumberReading[] {
	const dialled = home?.withoutPrefix(digits) ?? digits;
	return dialled === digits || dialled === rest ? [] : knownOf(abroad(dialled));
}

/** What a number is that begins with a + or a 00. @param others what else its digits can be */
function signedReadings(rest: string, others: readonly NumberReading[]): NumberReading[] {
	const foreign = abroad(rest);
	if (others.length === 0) return foreign;
	const meant = foreign.length > 0 ? foreign : [{ number: `+${rest}`, isKnown: false }];
	return distinct([...meant, ...others]);
}

/**
 * What a text can mean, with or without a + before its digits. If it is written for one country, and the other reading
 * begins like a known number, it is two numbers: the + may be wrong, or missing.
 */
function readingsOf(text: string, form: HomeForm): NumberReading[] {
	const { home, withoutPlus } = form;
	const digits = withLostPlus(withoutSeparators(text), withoutPlus);
	const { sign, rest } = signedDigits(text, digits);
	const atHome = sign === '+' ? rest : digits;
	const own = home ? inside(atHome, home, sign ? 'unknown' : withoutPlus) : [];
	const dialled = dialledAbroad(digits, rest, home);
	if (sign === undefined) {
		if (own.length === 0) return [];
		return distinct([...own, ...dialled, ...otherReadings(text, own, form)]);
	}
	const isSure = sign === '+' && isCertain(abroad(rest));
	return signedReadings(rest, isSure ? [] : [...knownOf(own), ...dialled]);
}

/**
 * The text with usual characters (a wide １ becomes 1), without invisible ones. Digits outside of numbers, such as those
 * of footnotes, stay.
 */
export const plainDigits = (text: string): string =>
	text
		.replace(/[^\p{No}]+/gu, (part) => part.normalize('NFKC'))
		.replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
		.trim();

/** The text without what makes a number readable. */
function withoutSeparators(text: string): string {
	const signs = text.replace(SEPARATORS, '').replace(/\.+$/, '');
	return QUANTITY.test(signs) ? signs : signs.replaceAll('.', '');
}

const isDigits = (text: string): boolean => /^\+?\d+$/.test(text);

/** Whether digits say that they begin with a country code. */
const hasSign = (digits: string): boolean => /^(?:\+|00)/.test(digits);

/**
 * Whether another number follows: `030 1234 / 030 5678`, `+43 1 4000/4001`; not `030/1234567`, not `+44 (0)20`.
 * @param whole what the text is, read as one number
 */
function hasSecondNumber(text: string, whole: readonly NumberReading[], form: HomeForm): boolean {
	const before = (index: number) => readingsOf(text.slice(0, index), form);
	const after = (index: number) => readingsOf(text.slice(index), form);
	return (
		[...text.matchAll(BREAK)].some(({ index }) => {
			const first = before(index);
			return isCertain(first) || (first.length > 0 && !isCertain(whole));
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
		'no phone number',
	);

/** The error for a text. @param readings both numbers that one number can be */
const twoNumbers = (written: string, readings: readonly NumberReading[] = []) =>
	new ParameterError(
		[`"${written}" can be read as two phone numbers`, bothInWords(readings)]
			.filter(Boolean)
			.join(': '),
		`Write one number, with a leading + and its country code, such as ${EXAMPLE}`,
		'two phone numbers',
	);

/** `+4915712345678 (country code 49) or +15712345678 (country code 1)`. Two of one country are shown without it. */
function bothInWords(readings: readonly NumberReading[]): string {
	const read = readings.map(({ number }) => ({ number, code: countryCodeOf(number).slice(1) }));
	const isOneCountry = new Set(read.map(({ code }) => code)).size < 2;
	return read
		.map(({ number, code }) =>
			isOneCountry || code === '' ? number : `${number} (country code ${code})`,
		)
		.join(' or ');
}

/** What to do about numbers that can be two, because a spreadsheet has removed their + or 0. */
const SAY_WITHOUT_PLUS = `Write it with a leading + and its country code, such as ${EXAMPLE}. If a spreadsheet has removed the + or a 0, say in Options → 'Numbers Without +' what such numbers are, where the node has it`;

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
			'other digits',
		);
	}
	if (EXTENSION.test(text)) {
		return new ParameterError(
			`"${written}" has an extension`,
			`An extension cannot be called. Write the number without it, such as ${EXAMPLE}`,
			'has an extension',
		);
	}
	if (QUANTITY.test(withoutSeparators(text))) {
		return new ParameterError(
			`"${written}" is a number with decimals or an exponent`,
			`A spreadsheet may have changed the phone number. Format its column as text, and write it in international format, such as ${EXAMPLE}`,
			'decimals or exponent',
		);
	}
	const numbers = text
		.split(/[^\d\s().\-/\u2010-\u2015\u2212]+/)
		.filter((part) => withoutSeparators(part).length >= FEWEST_DIGITS);
	if (numbers.length > 1) return twoNumbers(written);
	return new ParameterError(
		`"${written}" is not a phone number`,
		`It has characters that are not digits. Write one number in international format, such as ${EXAMPLE}`,
		'not a phone number',
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
			'no country code',
		);
	}
	const plan = sign === undefined ? home : planOfNumber(rest);
	if (!plan) {
		return new ParameterError(
			`"${written}" is not a complete phone number`,
			`Write it with a +, the country code and all its digits, such as ${EXAMPLE}`,
			'incomplete number',
		);
	}
	return new ParameterError(
		`"${written}" is not a complete phone number of country code ${plan.countryCode}`,
		`Check its digits, or write it in international format with a leading +, such as ${EXAMPLE}`,
		'incomplete number',
	);
}

/** A country code's digits: `49` of `+49`, `0049` and `49.0`; '' if none is entered. Undefined if it cannot be read. */
function countryCodeIn(entered: string): string | undefined {
	const text = plainDigits(entered);
	return text === '' ? '' : /^[^\d.]*[0\s]*([1-9]\d{0,2})(?:\.00?)?[^\d.]*$/.exec(text)?.[1];
}

/** A value that was written as a number: its text without labels, and as it was. */
interface WrittenNumber {
	text: string;
	written: string;
}

/** The text of a value, or why it is no number. */
function writtenNumber(value: unknown): WrittenNumber | ParameterError {
	const isNumber = typeof value === 'number';
	const written = isNumber || typeof value === 'string' ? String(value).trim() : '';
	const text = withoutLabel(plainDigits(written));
	if (text === '') return noNumber();
	const isQuantity = isNumber && !(Number.isInteger(value) && value >= 0);
	return isQuantity || !isDigits(withoutSeparators(text))
		? notDigits(text, written)
		: { text, written };
}

/** The number that a text is, or why it is none. */
function numberOfText({ text, written }: WrittenNumber, form: HomeForm): string | ParameterError {
	const readings = readingsOf(text, form);
	if (hasSecondNumber(text, readings, form)) return twoNumbers(written);
	const digits = withoutSeparators(text);
	const [found, second] = readings;
	if (second) {
		const problem = twoNumbers(written, readings);
		const isUnsaid = form.withoutPlus === 'unknown' && !hasSign(digits);
		return isUnsaid
			? new ParameterError(problem.message, SAY_WITHOUT_PLUS, 'unclear without +')
			: problem;
	}
	const meant = withLostPlus(digits, form.withoutPlus);
	return found && E164.test(found.number) ? found.number : notOfCountry(meant, form.home, written);
}

/**
 * A phone number in E.164 format, or an error that says how to write it. Lengths are checked by country; beginnings
 * only decide between two readings, because countries add some.
 *   +1 (212) 555-0123, tel:+1-212-555-0123, (212) 555-0123 with country code 1   -> +12125550123
 * @param form how numbers are written, or the country code of those without one: `49`, or ''
 */
export function readPhoneNumber(
	value: unknown,
	form: string | NumberForm = '',
): string | ParameterError {
	const { countryCode: entered, withoutPlus } =
		typeof form === 'string' ? { countryCode: form, withoutPlus: 'unknown' as const } : form;
	const one = writtenNumber(value);
	if (one instanceof ParameterError) return one;
	const countryCode = countryCodeIn(entered);
	const home = numberPlanOf(countryCode ?? '');
	const isNational = !hasSign(withLostPlus(withoutSeparators(one.text), withoutPlus));
	if (countryCode === undefined || (isNational && countryCode !== '' && !home))
		return notACountryCode(entered);
	return numberOfText(one, { home, withoutPlus });
}

const FORMS: readonly WithoutPlus[] = ['unknown', 'withCountryCode', 'national'];

/** The number with a 0 that was taken for a dialling prefix: `+39 6 1234 5678` -> `+39 06 1234 5678`. */
function withItsZero({ number }: NumberReading): NumberReading[] {
	const plan = planOfNumber(number.slice(1));
	if (!plan) return [];
	const rest = `0${number.slice(plan.countryCode.length + 1)}`;
	return plan.isKnown(rest) ? [{ number: `+${plan.countryCode}${rest}`, isKnown: true }] : [];
}

/**
 * All numbers that a value can be, also if it lost its +, country code or 0, has decimals (`1711234567.0`), or is of
 * before a country's change. Empty if it is no number, or two.
 * @param entered the country code of numbers that have none; '' if there is none
 */
export function everyPhoneNumber(value: unknown, entered: string): string[] {
	const one = writtenNumber(typeof value === 'string' ? value.replace(/\.0+\s*$/, '') : value);
	if (one instanceof ParameterError) return [];
	const home = numberPlanOf(countryCodeIn(entered) ?? '');
	const digits = withoutSeparators(one.text);
	const forms: readonly WithoutPlus[] = hasSign(digits) ? ['unknown'] : FORMS;
	const readings = forms.flatMap((withoutPlus) => {
		const found = readingsOf(one.text, { home, withoutPlus });
		return hasSecondNumber(one.text, found, { home, withoutPlus }) ? [] : found;
	});
	const withZero = home && !hasSign(digits) ? knownOf(readingsAmong([`0${digits}`], home)) : [];
	const isKnown = [...readings, ...withZero].some((reading) => reading.isKnown);
	const all = [...readings, ...withZero, ...(isKnown ? [] : readings.flatMap(withItsZero))];
	const numbers = all.flatMap(({ number }) => formsOfNumber(number));
	return [...new Set(numbers)].filter((number) => E164.test(number));
}
