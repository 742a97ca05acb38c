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
}

interface Entry {
	/** Its position in the list, from 1. */
	place: number;
	/** Those that are not empty. */
	cells: readonly Cell[];
}

const isEmpty = (value: unknown) => String(value ?? '').trim() === '';

/** All values in a cell, at any depth. Several numbers in one text are separated as in the rule itself. */
function cellsIn(value: unknown, column?: string): Cell[] {
	if (Array.isArray(value)) return value.flatMap((inner) => cellsIn(inner, column));
	if (isObject(value))
		return Object.entries(value).flatMap(([name, inner]) => cellsIn(inner, name));
	const values: unknown[] = typeof value === 'string' ? value.split(/[,;\n]/) : [value];
	return values.filter((part) => !isEmpty(part)).map((part) => ({ column, value: part }));
}

/** An entry of a list is a number, a row, or an item of another node. */
function entryOf(written: unknown, index: number): Entry {
	const place = index + 1;
	const row = isObject(written) && isObject(written.json) ? written.json : written;
	if (typeof row !== 'object' || row === null)
		return { place, cells: isEmpty(row) ? [] : [{ value: row }] };
	return { place, cells: cellsIn(row) };
}

/** The entries that are not empty. @throws ParameterError if all are */
function filledEntries(value: unknown, label: NumberList): Entry[] {
	const entries = entriesOf(value, label).map(entryOf);
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
function numberIn(value: unknown, entry: Entry, label: NumberList, countryCode: string): string {
	const number = readPhoneNumber(value, countryCode);
	if (number instanceof ParameterError) throw unreadable(entry, label, number);
	return number;
}

/** Whether a number has its country code, so that it is one in any column. */
const isInternational = (value: unknown) => /^\s*(\+|00|tel:\+)/i.test(String(value));

/**
 * All numbers of an entry, in every column. What a column with another name has counts if it can be read as a number: to call nobody too
 * many does no harm.
 */
function numbersIn(entry: Entry, label: NumberList, countryCode: string): string[] {
	const named = entry.cells.filter(isNumberCell);
	const others = entry.cells.flatMap((cell) => {
		const number = isNumberCell(cell) ? undefined : readPhoneNumber(cell.value, countryCode);
		return typeof number === 'string' ? [{ number, isSure: isInternational(cell.value) }] : [];
	});
	checkHasNumber(entry, named.length > 0 || others.some(({ isSure }) => isSure), label);
	return [
		...named.map(({ value }) => numberIn(value, entry, label, countryCode)),
		...others.map(({ number }) => number),
	];
}

/**
 * The numbers, in E.164 format: those of all columns of all rows. Empty entries and empty cells are no numbers.
 *
 * @throws ParameterError for an entry that cannot be read, and for a row without a number
 */
export function enteredDoNotCall(value: unknown, countryCode: string): ReadonlySet<string> {
	const label = 'Do-Not-Call List';
	return new Set(
		filledEntries(value, label).flatMap((entry) => numbersIn(entry, label, countryCode)),
	);
}

/** The digits of `+1212*`; undefined if the entry is no beginning. @throws ParameterError for one without a country code */
function beginningOf(written: unknown, entry: Entry): string | undefined {
	const text = plainDigits(String(written)).trim();
	if (!text.includes('*')) return undefined;
	const digits = text.slice(0, -1).replace(/[\s().\-/]/g, '');
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
export function enteredAllowed(value: unknown, countryCode: string): (number: string) => boolean {
	const label = 'Allowed Numbers';
	const entries = filledEntries(value, label);
	if (entries.length === 0) throw empty(label, 'Enter numbers, check its expression');
	const numbers = new Set<string>();
	const beginnings: string[] = [];
	for (const entry of entries) {
		const cells = entry.cells.filter(isNumberCell);
		checkHasNumber(entry, cells.length > 0, label);
		for (const { value: written } of cells) {
			const beginning = beginningOf(written, entry);
			if (beginning === undefined) numbers.add(numberIn(written, entry, label, countryCode));
			else beginnings.push(beginning);
		}
	}
	return (number) =>
		numbers.has(number) || beginnings.some((beginning) => number.startsWith(beginning));
}
