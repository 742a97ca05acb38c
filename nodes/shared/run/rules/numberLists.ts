import type { NumberForm } from '../../values';
import {
	ParameterError,
	isFilled,
	isObject,
	plainDigits,
	readPhoneNumber,
	shownColumn,
} from '../../values';
import { mayHoldNumber } from '../../platform';
import { empty, entriesOf } from './entered';

/*
 * Reads the two lists of numbers. Nobody may be called because an entry of them could not be read, so such an entry is an error.
 */

/** What it would mean to leave out an entry that cannot be read. */
const RISK = {
	'Do-Not-Call List': 'it may be a number that must not be called',
	'Allowed Numbers': 'nobody knows which number is meant',
} as const;

type NumberList = keyof typeof RISK;

/** A value of an entry; its column if the entry is a row. */
interface Cell {
	column?: string;
	value: unknown;
	/** Several numbers in one text are separated as in the rule itself. Those that are empty are left out. */
	parts: readonly unknown[];
}

interface Entry {
	/** Its position in the list, from 1. */
	place: number;
	/** Those that are not empty. */
	cells: readonly Cell[];
}

const isEmpty = (value: unknown) => plainDigits(String(value ?? '')) === '';

/** All values in a cell, at any depth. */
function cellsIn(value: unknown, column?: string): Cell[] {
	if (Array.isArray(value)) return value.flatMap((inner) => cellsIn(inner, column));
	if (isObject(value))
		return Object.entries(value).flatMap(([name, inner]) => cellsIn(inner, name));
	const values: unknown[] = typeof value === 'string' ? value.split(/[,;\n|&]/) : [value];
	const parts = values.filter((part) => !isEmpty(part));
	return parts.length > 0 ? [{ column, value, parts }] : [];
}

/** What is written in an entry of a list: a number, a row, or the row in an item of another node. */
const rowIn = (written: unknown): unknown =>
	isObject(written) && isObject(written.json) ? written.json : written;

/** Whether these are one item without a column: a node with n8n's *Always Output Data* gives it in place of an empty list. */
const isEmptyOutput = ([first, ...others]: readonly unknown[]): boolean =>
	others.length === 0 &&
	isObject(first) &&
	isObject(first.json) &&
	Object.keys(first.json).length === 0;

function entryOf(written: unknown, index: number): Entry {
	const place = index + 1;
	const row = rowIn(written);
	if (typeof row !== 'object' || row === null)
		return { place, cells: isEmpty(row) ? [] : [{ value: row, parts: [row] }] };
	return { place, cells: cellsIn(row) };
}

/** The entries that are not empty. @throws ParameterError if all are */
function filledEntries(value: unknown, label: NumberList): Entry[] {
	const written = entriesOf(value, label);
	const entries = isEmptyOutput(written) ? [] : written.map(entryOf);
	const filled = entries.filter(({ cells }) => isFilled(cells));
	if (entries.length === 0 || filled.length > 0) return filled;
	throw new ParameterError(
		`'${label}' has ${entries.length} entries, and none is a number`,
		'Check its expression: it may read a column that the list does not have',
	);
}

const unreadable = (
	{ place }: Entry,
	label: NumberList,
	{ message, description }: Pick<ParameterError, 'message' | 'description'>,
) =>
	new ParameterError(
		`Entry ${place} of '${label}' cannot be read. ${message}`,
		`Nothing was sent, because ${RISK[label]}. ${description}`,
	);

/** Cells that must be numbers: all of an entry that is no row, and those of a row in columns for phone numbers. */
const isNumberCell = ({ column, value }: Cell) =>
	column === undefined || mayHoldNumber(column, value);

/** @throws ParameterError for a row without a number: nobody knows whom it means */
function checkHasNumber(entry: Entry, hasNumber: boolean, label: NumberList): void {
	if (hasNumber) return;
	const columns = [...new Set(entry.cells.map(({ column = '' }) => shownColumn(column)))].join(
		', ',
	);
	throw unreadable(entry, label, {
		message: `The row has no phone number in ${columns}`,
		description: 'Write the number in a column such as phone, or leave out the row',
	});
}

/** @throws ParameterError that names the entry if it cannot be read as a number: nobody knows whom it means */
function numberIn(value: unknown, entry: Entry, label: NumberList, form: NumberForm): string {
	const number = readPhoneNumber(value, form);
	if (number instanceof ParameterError) throw unreadable(entry, label, number);
	return number;
}

/**
 * All numbers that a cell can be: a list of another source may have its + where the rows have lost theirs. To call nobody too many does no harm.
 */
export function everyReading(value: unknown, form: NumberForm): string[] {
	const forms: NumberForm[] = [form, { ...form, withoutPlus: 'unknown' }];
	const numbers = forms.map((one) => readPhoneNumber(value, one));
	return [...new Set(numbers.filter((number) => typeof number === 'string'))];
}

/** A number of a text that holds other things too. */
interface FoundNumber {
	number: string;
	/** Whether it is written with its country code, so that it is one in any column. */
	isSure: boolean;
}

const foundNumber = (number: string, written: string): FoundNumber => ({
	number,
	isSure: /^(\+|00|tel:\+)/i.test(written),
});

/**
 * All numbers in a text: `030 1234 or 030/5678`. What follows the first one may be another end of it: `030 2000 / 2001`. What is no number counts too
 * if it can be read as one: to call nobody too many does no harm.
 */
function numbersInText(value: unknown, form: NumberForm): FoundNumber[] {
	const text = plainDigits(String(value));
	const whole = everyReading(value, form);
	if (whole.length > 0) return whole.map((number) => foundNumber(number, text));
	const found: FoundNumber[] = [];
	let area = '';
	for (const part of text.split(/[^\d ()+.\-\u2010-\u2015\u2212]+/)) {
		const written = part.trim();
		const [first] = found;
		const end = /^\d/.test(written) ? written.replace(/\D/g, '') : '';
		if (first && end !== '' && end.length < first.number.length - 1)
			found.push({ ...first, number: first.number.slice(0, -end.length) + end });
		const numbers = [`${area} ${written}`, written].flatMap((each) =>
			everyReading(each, form).map((number) => foundNumber(number, each.trim())),
		);
		found.push(...numbers);
		area = numbers.length > 0 ? '' : written;
	}
	return found;
}

/** All numbers of an entry, in every column. */
function numbersIn(entry: Entry, label: NumberList, form: NumberForm): string[] {
	const named = entry.cells.filter(isNumberCell);
	const read = named.flatMap(({ parts }) =>
		parts.flatMap((part) => {
			const readings = everyReading(part, form);
			return readings.length > 0 ? readings : [numberIn(part, entry, label, form)];
		}),
	);
	const others = entry.cells
		.filter((cell) => !named.includes(cell))
		.flatMap(({ value }) => numbersInText(value, form));
	checkHasNumber(entry, named.length > 0 || others.some(({ isSure }) => isSure), label);
	const ends = named
		.filter(({ parts }) => parts.length > 1)
		.flatMap(({ value }) => numbersInText(value, form));
	return [...read, ...[...others, ...ends].map(({ number }) => number)];
}

/**
 * The numbers, in E.164 format: those of all columns of all rows. Empty entries and empty cells are no numbers.
 *
 * @throws ParameterError for an entry that cannot be read, and for a row without a number
 */
export function enteredDoNotCall(value: unknown, form: NumberForm): ReadonlySet<string> {
	const label = 'Do-Not-Call List';
	return new Set(filledEntries(value, label).flatMap((entry) => numbersIn(entry, label, form)));
}

/** The digits of `+1212*`; undefined if the entry is no beginning. @throws ParameterError for one without a country code */
function beginningOf(written: unknown, entry: Entry): string | undefined {
	const text = plainDigits(String(written));
	if (!text.includes('*')) return undefined;
	const digits = text.slice(0, -1).replace(/[\s().-]/g, '');
	if (text.endsWith('*') && /^\+[1-9]\d{0,14}$/.test(digits)) return digits;
	throw unreadable(entry, 'Allowed Numbers', {
		message: `"${text}" is not the beginning of a number`,
		description:
			'Write a beginning with + and the country code, and one * as its end, such as +1212*',
	});
}

/**
 * Tells of a number, in E.164 format, whether it is allowed to call it: it, or its beginning, is on the list. Empty cells of a list are no numbers, and of a row only the columns for phone numbers are read.
 *
 * @throws ParameterError for an entry that cannot be read, and for a list without entries: it does not mean everybody
 */
export function enteredAllowed(value: unknown, form: NumberForm): (number: string) => boolean {
	const label = 'Allowed Numbers';
	const entries = filledEntries(value, label);
	if (entries.length === 0) throw empty(label, 'Enter numbers, check its expression');
	const numbers = new Set<string>();
	const beginnings: string[] = [];
	for (const entry of entries) {
		const cells = entry.cells.filter(isNumberCell);
		checkHasNumber(entry, cells.length > 0, label);
		for (const written of cells.flatMap(({ parts }) => parts)) {
			const beginning = beginningOf(written, entry);
			if (beginning === undefined) numbers.add(numberIn(written, entry, label, form));
			else beginnings.push(beginning);
		}
	}
	return (number) =>
		numbers.has(number) || beginnings.some((beginning) => number.startsWith(beginning));
}
