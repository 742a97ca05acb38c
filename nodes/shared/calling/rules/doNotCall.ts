import { textField } from '../../operation';
import type { NumberForm } from '../../values';
import { countryCodeOf, plainDigits } from '../../values';
import type { Cell, Entry } from './enteredValues';
import { everyReading, filledEntries, numberCells, numberIn, unreadable } from './enteredValues';
import type { Rule } from './rule';

const NAME = 'Do-Not-Call List';

/** Whether a text may be only another end of the number before it: `02` and `12345602` behind `+49 30 12345601`. */
function isEndOf(first: string, written: unknown): boolean {
	const text = plainDigits(String(written));
	const isComplete = /^\D*[+0]/.test(text);
	return !isComplete && text.replace(/\D/g, '').length < first.length - countryCodeOf(first).length;
}

const onlyEnd = (written: unknown) => ({
	message: `"${String(written).trim()}" may be only the end of another number`,
	description: 'Write each number of a cell in international format, such as +1 212 555 0123',
});

/**
 * The numbers in E.164 format, under every reading and in each form of their country. In rows, columns for phone
 * numbers are read; empty cells are left out.
 * @throws ParameterError for an entry that cannot be read, and for a row without a number
 */
export function enteredDoNotCall(value: unknown, form: NumberForm): ReadonlySet<string> {
	const numbersOf = (entry: Entry, { parts }: Cell): string[] => {
		const numbers = parts.map((written) => {
			const readings = everyReading(written, form);
			return readings.length > 0 ? readings : [numberIn(written, entry, NAME, form)];
		});
		const [first = ''] = numbers[0] ?? [];
		for (const part of parts.slice(1))
			if (isEndOf(first, part)) throw unreadable(entry, NAME, onlyEnd(part));
		return numbers.flat();
	};
	const numbers = filledEntries(value, NAME).flatMap((entry) =>
		numberCells(entry, NAME).flatMap((cell) => numbersOf(entry, cell)),
	);
	return new Set(numbers);
}

/** Entered: +1 212 555 0123. Nobody is called whose number it is, nor who has it in a variable. */
export const doNotCall: Rule = {
	name: NAME,
	fields: [
		textField(
			NAME,
			'doNotCall',
			"Numbers that are never called, separated by commas or line breaks, or an expression that returns a list, such as {{ $('Do Not Call').all() }}: then the columns with a usual heading, such as Phone, Mobile or Handy, count. A number without a country code gets the Default Country Code. A Data Table node needs Return All, or it reads 50 rows.",
			{ typeOptions: { rows: 3 }, placeholder: 'e.g. +12125550123, +12125550124' },
		),
	],
	read(entered, form) {
		const list = enteredDoNotCall(entered.doNotCall, form);
		return {
			never({ person: { number, others } }) {
				const listed = [number, ...others].find((one) => list.has(one));
				if (listed === undefined) return undefined;
				const which =
					listed === number ? 'The number' : `${listed}, another number of this person,`;
				return {
					because: 'on do-not-call list',
					description: `${which} is on the '${NAME}'`,
				};
			},
		};
	},
};
