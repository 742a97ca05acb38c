import { isContactNumberName } from '../../platform';
import type { NumberForm } from '../../values';
import {
	ParameterError,
	readNumber,
	everyPhoneNumber,
	isFilled,
	isObject,
	isPhoneHeading,
	plainDigits,
	readPhoneNumber,
	shownColumn,
} from '../../values';

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

/*
 * Reads the entries of the two lists of numbers: texts, rows, and items of other nodes.
 *   { json: { name: 'Ada', phone: '+1 212 555 0123' } } -> entry 1, with one cell for a number
 * An entry that cannot be read is an error: somebody could be called because of it.
 */

/** What it would mean to leave out an entry that cannot be read. */
const RISK = {
	'Do-Not-Call List': 'it may be a number that must not be called',
	'Allowed Numbers': 'nobody knows which number is meant',
} as const;

type NumberList = keyof typeof RISK;

/** A value of an entry; its column if the entry is a row. */
export interface Cell {
	column?: string;
	/** Several numbers in one text are separated as in the rule itself. Those that are empty are left out. */
	parts: readonly unknown[];
}

export interface Entry {
	/** Its position in the list, from 1. */
	place: number;
	/** Those that are not empty. */
	cells: readonly Cell[];
}

const isEmpty = (value: unknown) => plainDigits(String(value ?? '')) === '';

/** Whether a column is for phone numbers: `Mobile`, `phone_number`, also `number 2` or `numbers`. */
const isNumberColumn = (column: string): boolean =>
	isPhoneHeading(column) || isContactNumberName(column.replace(/(?:\d+|s)$/, ''));

/** All values in a cell, at any depth. `{ phones: { home: '+1…' } }` -> one of the column `phones`, for numbers. */
function cellsIn(value: unknown, column?: string): Cell[] {
	if (Array.isArray(value)) return value.flatMap((inner) => cellsIn(inner, column));
	if (isObject(value)) {
		const isOfNumber = column !== undefined && isNumberColumn(column);
		return Object.entries(value).flatMap(([name, inner]) =>
			cellsIn(inner, isOfNumber ? column : name),
		);
	}
	const values: unknown[] = typeof value === 'string' ? value.split(/[,;\n|&]/) : [value];
	const parts = values.filter((part) => !isEmpty(part));
	return parts.length > 0 ? [{ column, parts }] : [];
}

/** What is written in an entry of a list: a number, a row, or the row in an item of another node. */
const rowIn = (written: unknown): unknown =>
	isObject(written) && isObject(written.json) ? written.json : written;

/** Whether this is one item without a column: n8n's *Always Output Data* gives it in place of an empty list. */
const isEmptyOutput = ([first, ...others]: readonly unknown[]): boolean =>
	others.length === 0 &&
	isObject(first) &&
	isObject(first.json) &&
	Object.keys(first.json).length === 0;

function entryOf(written: unknown, index: number): Entry {
	const place = index + 1;
	const row = rowIn(written);
	if (typeof row !== 'object' || row === null)
		return { place, cells: isEmpty(row) ? [] : [{ parts: [row] }] };
	return { place, cells: cellsIn(row) };
}

/** The entries that are not empty. @throws ParameterError if all are */
export function filledEntries(value: unknown, label: NumberList): Entry[] {
	const written = entriesOf(value, label);
	const entries = isEmptyOutput(written) ? [] : written.map(entryOf);
	const filled = entries.filter(({ cells }) => isFilled(cells));
	if (entries.length === 0 || filled.length > 0) return filled;
	throw new ParameterError(
		`'${label}' has ${entries.length} entries, and none is a number`,
		'Check its expression: it may read a column that the list does not have',
	);
}

export const unreadable = (
	{ place }: Entry,
	label: NumberList,
	{ message, description }: Pick<ParameterError, 'message' | 'description'>,
) =>
	new ParameterError(
		`Entry ${place} of '${label}' cannot be read. ${message}`,
		`Nothing was sent, because ${RISK[label]}. ${description}`,
	);

/**
 * The cells of an entry that must be numbers: of a row, those in columns for phone numbers; else all.
 *
 * @throws ParameterError for a row without a number: nobody knows whom it means
 */
export function numberCells(entry: Entry, label: NumberList): Cell[] {
	const cells = entry.cells.filter(({ column }) => column === undefined || isNumberColumn(column));
	if (cells.length > 0) return cells;
	const columns = [...new Set(entry.cells.map(({ column = '' }) => shownColumn(column)))].join(
		', ',
	);
	throw unreadable(entry, label, {
		message: `The row has no phone number in ${columns}`,
		description:
			'Only columns with a usual heading are read, such as Phone, Mobile, Telefon, Handy, Téléphone, Móvil or Cellulare. Call the column so, let the expression return the numbers alone, or leave out the row',
	});
}

/** @throws ParameterError that names the entry if it cannot be read as a number: nobody knows whom it means */
export function numberIn(
	value: unknown,
	entry: Entry,
	label: NumberList,
	form: NumberForm,
): string {
	const number = readPhoneNumber(value, form);
	if (number instanceof ParameterError) throw unreadable(entry, label, number);
	return number;
}

/**
 * All numbers that a cell can be: a list may have its + where the rows have lost theirs. A number too many on a list is
 * one call too few.
 */
export const everyReading = (value: unknown, { countryCode }: NumberForm): string[] =>
	everyPhoneNumber(value, countryCode);

/** A part of a text that may be a number: `+49 30 12345601` of `Ada: +49 30 12345601 ext 5`. */
const LIKE_A_NUMBER = /[+\d][\d\s().-]{5,}\d/g;

/** All numbers that a value can be, or have in it, which is no single number, or no valid one. */
export const everyNumberIn = (value: unknown, form: NumberForm): string[] =>
	cellsIn(value)
		.flatMap(({ parts }) => parts)
		.flatMap((part) => [part, ...(String(part).match(LIKE_A_NUMBER) ?? [])])
		.flatMap((part) => everyReading(part, form));
