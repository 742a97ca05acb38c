import { ParameterError, isObject, readNumber, writtenDate } from '../../values';
import type { Hours } from './callingHours';
import { WEEKDAYS } from './ruleFields';

/*
 * Reads what was entered for each rule. A rule that cannot be read is an error, and never a rule less.
 */

/** At most so many calls in so many days. */
export interface MaxCalls {
	calls: number;
	days: number;
}

const MAX_DAYS = 366;

/** The error of a rule without a value. */
export const empty = (label: string, whatToDo: string) =>
	new ParameterError(
		`'${label}' under 'Calling Rules' is empty`,
		`${whatToDo}, or remove the rule`,
	);

/** Entries of a text or of a list. @throws ParameterError if a text has none */
export function entriesOf(value: unknown, label: string): unknown[] {
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

/** @throws ParameterError if it is not a whole number from `min` to `max` */
export function wholeNumber(
	value: unknown,
	label: string,
	max = Number.MAX_SAFE_INTEGER,
	min = 1,
): number {
	const number = readNumber(value);
	if (number !== null && Number.isInteger(number) && number >= min && number <= max) return number;
	throw new ParameterError(
		`'${label}' "${String(value ?? '')}" under 'Calling Rules' is not a number that can be used`,
		`Enter a whole number ${max === Number.MAX_SAFE_INTEGER ? `of ${min} or more` : `from ${min} to ${max}`}, or remove the rule`,
	);
}

/** @throws ParameterError if it is not a whole number of 1 or more */
export const enteredPerExecution = (value: unknown): number =>
	wholeNumber(value, 'Max Calls per Execution');

/** @throws ParameterError if it is not a whole number of 1 or more */
export const enteredKeepCredits = (value: unknown): number => wholeNumber(value, 'Keep Credits');

/** @throws ParameterError for numbers that are not whole, or too small */
export function enteredPerPerson(value: unknown): MaxCalls {
	const limit = isObject(value) && isObject(value.limit) ? value.limit : undefined;
	if (!limit) throw empty('Max Calls per Person', 'Add a limit');
	return {
		calls: wholeNumber(limit.calls, 'Calls'),
		days: wholeNumber(limit.days, 'Days', MAX_DAYS),
	};
}
