import { ParameterError, readNumber } from '../../values';

/*
 * Reads what was entered in the fields of several rules. What cannot be read is an error, and never a rule less.
 */

/** The error of a rule without a value. */
export const empty = (label: string, whatToDo: string) =>
	new ParameterError(
		`'${label}' under 'Calling Rules' is empty`,
		`${whatToDo}, or remove the rule`,
	);

/** `2026-12-25, 2027-01-01` -> two entries. A list is its own entries. @throws ParameterError if a text has none */
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
