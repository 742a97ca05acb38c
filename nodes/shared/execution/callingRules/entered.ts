import { ParameterError, isObject, readNumber, readPhoneNumber, writtenDate } from '../../values';
import type { Hours } from './callingHours';
import { CONTACT_NUMBER_NAMES } from '../../platform';
import { WEEKDAYS } from './fields';

/*
 * Reads what was entered for each rule. A rule that cannot be read is an error, and never a rule less.
 */

/** At most so many calls in so many days. */
export interface Attempts {
	calls: number;
	days: number;
}

const MAX_DAYS = 366;

/** What it would mean to leave out an entry of a list that cannot be read. */
const RISK = {
	'Do-Not-Call List': 'it may be a number that must not be called',
	'Allowed Numbers': 'nobody knows which number is meant',
} as const;

type NumberList = keyof typeof RISK;

const empty = (label: string, whatToDo: string) =>
	new ParameterError(
		`'${label}' under 'Calling Rules' is empty`,
		`${whatToDo}, or remove the rule`,
	);

/** Entries of a text or of a list. */
function entriesOf(value: unknown, label: string): unknown[] {
	if (Array.isArray(value)) return value;
	if (typeof value === 'number' || (typeof value === 'object' && value !== null)) return [value];
	const texts = String(value ?? '')
		.split(/[,;\n]/)
		.map((text) => text.trim())
		.filter(Boolean);
	if (texts.length === 0) throw empty(label, 'Enter values, check its expression');
	return texts;
}

/** Minutes since midnight. */
function timeOf(value: unknown, label: 'From' | 'To'): number {
	const text = String(value ?? '').trim();
	const [, hour = '', minute = ''] = /^(\d{1,2}):(\d\d)$/.exec(text) ?? [];
	const minutes = Number(hour) * 60 + Number(minute);
	const isTime = hour !== '' && Number(minute) < 60 && minutes <= (label === 'To' ? 1440 : 1439);
	if (isTime) return minutes;
	throw new ParameterError(
		`'${label}' "${text}" under 'Calling Rules' is not a time of day`,
		'Write hours and minutes of 24 hours, such as 09:00 or 18:30',
	);
}

function weekdaysOf(value: unknown): ReadonlySet<number> {
	const names = Array.isArray(value) ? value.map(String) : String(value ?? '').split(',');
	const days = names.map((name) => name.trim().toLowerCase()).filter(Boolean);
	const unknown = days.find((day) => !Object.hasOwn(WEEKDAYS, day));
	if (unknown !== undefined) {
		throw new ParameterError(
			`"${unknown}" under 'Calling Rules' is not a weekday`,
			`Choose from the list of 'Weekdays', or enter: ${Object.keys(WEEKDAYS).join(', ')}`,
		);
	}
	if (days.length === 0) throw empty('Weekdays', 'Choose at least one weekday');
	return new Set(days.map((day) => WEEKDAYS[day] ?? 0));
}

/**
 * The hours of one row, or of several.
 *
 * @throws ParameterError for hours that cannot be read, or if there are none
 */
export function enteredHours(value: unknown, label: string): Hours[] {
	const rows = (isObject(value) ? [value.hours].flat() : []).filter(isObject);
	if (rows.length === 0) throw empty(label, 'Add hours');
	return rows.map((row) => {
		const from = timeOf(row.from, 'From');
		const to = timeOf(row.to, 'To');
		if (from === to) {
			throw new ParameterError(
				`'From' and 'To' under 'Calling Rules' are both ${String(row.from)}`,
				'Enter two different times. For the whole day, enter 00:00 and 24:00',
			);
		}
		return { weekdays: weekdaysOf(row.weekdays), from, to };
	});
}

/** Days since 1970. @throws ParameterError for an entry that is not a date */
export function enteredHolidays(value: unknown): ReadonlySet<number> {
	return new Set(
		entriesOf(value, 'Holidays').map((entry) => {
			const day = writtenDate(entry);
			if (day !== undefined) return day;
			throw new ParameterError(
				`"${String(entry)}" under 'Holidays' is not a date`,
				'Write each date as 2026-12-25. An expression must return a list of such texts',
			);
		}),
	);
}

/** The number in an entry: an entry of a list may be a row, or an item of another node. */
function numberIn(entry: unknown): unknown {
	const row = isObject(entry) && isObject(entry.json) ? entry.json : entry;
	if (!isObject(row)) return row;
	const name = CONTACT_NUMBER_NAMES.find((column) => Object.hasOwn(row, column));
	return name === undefined ? JSON.stringify(row) : row[name];
}

const isEmpty = (value: unknown) => String(value ?? '').trim() === '';

/** The entries that are not empty, each with its place in the list. @throws ParameterError if all are empty */
function filledEntries(value: unknown, label: NumberList): Array<[place: number, entry: unknown]> {
	const written = entriesOf(value, label).map(numberIn);
	if (written.length > 0 && written.every(isEmpty)) {
		throw new ParameterError(
			`'${label}' has ${written.length} entries, and none is a number`,
			'Check its expression: it may read a column that the list does not have',
		);
	}
	return written.flatMap((entry, index): Array<[number, unknown]> =>
		isEmpty(entry) ? [] : [[index + 1, entry]],
	);
}

/** @throws ParameterError that names the entry if it cannot be read as a number: nobody knows whom it means */
function numberOf(entry: unknown, place: number, label: NumberList, countryCode: string): string {
	const number = readPhoneNumber(entry, countryCode);
	if (!(number instanceof ParameterError)) return number;
	throw new ParameterError(
		`Entry ${place} of '${label}' cannot be read. ${number.message}`,
		`Nothing was sent, because ${RISK[label]}. ${number.description}`,
	);
}

/**
 * The numbers, in E.164 format. Empty cells of a list are no numbers.
 *
 * @throws ParameterError for an entry that cannot be read
 */
export function enteredDoNotCall(value: unknown, countryCode: string): ReadonlySet<string> {
	const label = 'Do-Not-Call List';
	return new Set(
		filledEntries(value, label).map(([place, entry]) => numberOf(entry, place, label, countryCode)),
	);
}

/** Numbers that may be called, and beginnings of numbers. */
export class AllowedNumbers {
	/**
	 * @param numbers in E.164 format
	 * @param beginnings a + and the first digits
	 */
	constructor(
		private readonly numbers: ReadonlySet<string>,
		private readonly beginnings: readonly string[],
	) {}

	/** @param number in E.164 format */
	includes(number: string): boolean {
		return (
			this.numbers.has(number) || this.beginnings.some((beginning) => number.startsWith(beginning))
		);
	}
}

/** The digits of `+1212*`; undefined if the entry is no beginning. @throws ParameterError for one without a country code */
function beginningOf(entry: unknown, place: number): string | undefined {
	const text = String(entry).normalize('NFKC').trim();
	if (!text.includes('*')) return undefined;
	const digits = text.slice(0, -1).replace(/[\s().\-/]/g, '');
	if (text.endsWith('*') && /^\+[1-9]\d{0,14}$/.test(digits)) return digits;
	throw new ParameterError(
		`Entry ${place} of 'Allowed Numbers' cannot be read. "${text}" is not the beginning of a number`,
		'Nothing was sent. Write a beginning with + and the country code, and one * as its end, such as +1212*',
	);
}

/**
 * Whom it is allowed to call. Empty cells of a list are no numbers.
 *
 * @throws ParameterError for an entry that cannot be read, and for a list without entries: it does not mean everybody
 */
export function enteredAllowed(value: unknown, countryCode: string): AllowedNumbers {
	const label = 'Allowed Numbers';
	const entries = filledEntries(value, label);
	if (entries.length === 0) throw empty(label, 'Enter numbers, check its expression');
	const numbers = new Set<string>();
	const beginnings: string[] = [];
	for (const [place, entry] of entries) {
		const beginning = beginningOf(entry, place);
		if (beginning === undefined) numbers.add(numberOf(entry, place, label, countryCode));
		else beginnings.push(beginning);
	}
	return new AllowedNumbers(numbers, beginnings);
}

function wholeNumber(value: unknown, label: string, max = Number.MAX_SAFE_INTEGER): number {
	const number = readNumber(value);
	if (number !== null && Number.isInteger(number) && number >= 1 && number <= max) return number;
	throw new ParameterError(
		`'${label}' "${String(value ?? '')}" under 'Calling Rules' is not a number that can be used`,
		`Enter a whole number ${max === Number.MAX_SAFE_INTEGER ? 'of 1 or more' : `from 1 to ${max}`}, or remove the rule`,
	);
}

/** @throws ParameterError if it is not a whole number of 1 or more */
export const enteredMost = (value: unknown): number => wholeNumber(value, 'Most per Run');

/** @throws ParameterError for numbers that are not whole, or too small */
export function enteredAttempts(value: unknown): Attempts {
	const limit = isObject(value) && isObject(value.limit) ? value.limit : undefined;
	if (!limit) throw empty('Attempts', 'Add a limit');
	return {
		calls: wholeNumber(limit.calls, 'Calls'),
		days: wholeNumber(limit.days, 'Days', MAX_DAYS),
	};
}
