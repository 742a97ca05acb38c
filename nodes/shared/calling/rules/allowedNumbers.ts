import { textField } from '../../operation';
import type { NumberForm } from '../../values';
import { plainDigits } from '../../values';
import type { Entry } from './enteredValues';
import { empty, filledEntries, numberCells, numberIn, unreadable } from './enteredValues';
import type { Rule } from './rule';

const NAME = 'Allowed Numbers';

/** `+1212*` -> `+1212`; undefined for a whole number. @throws ParameterError for a beginning without a country code */
function beginningOf(written: unknown, entry: Entry): string | undefined {
	const text = plainDigits(String(written));
	if (!text.includes('*')) return undefined;
	const digits = text.slice(0, -1).replace(/[\s().-]/g, '');
	if (text.endsWith('*') && /^\+[1-9]\d{0,14}$/.test(digits)) return digits;
	throw unreadable(entry, NAME, {
		message: `"${text}" is not the beginning of a number`,
		description:
			'Write a beginning with + and the country code, and one * as its end, such as +1212*',
	});
}

/**
 * Tells of a number, in E.164 format, whether it, or its beginning, is on the list. Empty cells are no numbers.
 *
 * @throws ParameterError for an entry that cannot be read, and for a list without entries: it does not mean everybody
 */
function enteredAllowed(value: unknown, form: NumberForm): (number: string) => boolean {
	const entries = filledEntries(value, NAME);
	if (entries.length === 0) throw empty(NAME, 'Enter numbers, check its expression');
	const numbers = new Set<string>();
	const beginnings: string[] = [];
	for (const entry of entries) {
		for (const written of numberCells(entry, NAME).flatMap(({ parts }) => parts)) {
			const beginning = beginningOf(written, entry);
			if (beginning === undefined) numbers.add(numberIn(written, entry, NAME, form));
			else beginnings.push(beginning);
		}
	}
	return (number) =>
		numbers.has(number) || beginnings.some((beginning) => number.startsWith(beginning));
}

/** Entered: +1646*, +12125550123. Nobody else is called than this number, and numbers that begin with +1646. */
export const allowedNumbers: Rule = {
	name: NAME,
	fields: [
		textField(
			NAME,
			'allowedNumbers',
			'Only these numbers are called: separated by commas or line breaks, or an expression that returns a list. A number that ends in * is a beginning. An AI model cannot change the list.',
			{ typeOptions: { rows: 3 }, placeholder: 'e.g. +12125550123, +1646*' },
		),
	],
	read(entered, form) {
		const isAllowed = enteredAllowed(entered.allowedNumbers, form);
		return {
			never: ({ person: { number } }) =>
				isAllowed(number)
					? undefined
					: {
							because: 'number not allowed',
							description: `The number is not one of the '${NAME}'`,
						},
		};
	},
};
