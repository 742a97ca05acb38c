import type { IDataObject } from 'n8n-workflow';
import { columnsCalled, looksLike, shownColumn } from './columnName';
import { plainHeading } from './headings';
import { ParameterError } from './parameterError';

/*
 * Which column of the input is meant: the one that the user enters, or the one with a usual heading.
 */

/** What a column has, and how it is found. */
export interface UsualColumn {
	/** What the editor calls the parameter in which the user can enter the column. */
	label: string;
	/** What the column has, in an error. */
	what: string;
	/** The name that the platform has for it, if it has one: such a column is taken before others. */
	name?: string;
	usual: ReadonlySet<string>;
}

/** The names of all columns of the input. */
export const columnsOf = (input: readonly IDataObject[]): string[] => [
	...new Set(input.flatMap((row) => Object.keys(row))),
];

const inWords = (columns: readonly string[]): string => columns.map(shownColumn).join(', ');

/** What separates the columns of a CSV file, as n8n's Extract from File writes it. */
const DELIMITERS = [
	{ sign: ';', written: ';' },
	{ sign: '\t', written: '\\t' },
	{ sign: '|', written: '|' },
	{ sign: ',', written: ',' },
] as const;

/** The delimiter of a CSV file that was read with another: one column has several names. Undefined without one. */
function overlookedDelimiter(columns: readonly string[]): string | undefined {
	// A name may have a sign in it. One column alone, or a name with two of them, is a whole line.
	const fewest = columns.length === 1 ? 2 : 3;
	const isLine = (column: string, sign: string) => {
		const parts = column.split(sign).filter((part) => part.trim() !== '');
		return parts.length >= fewest;
	};
	return DELIMITERS.find(({ sign }) => columns.some((column) => isLine(column, sign)))?.written;
}

/** Sentences about the columns of the input, without the last full stop. */
export function columnsInWords(input: readonly IDataObject[]): string {
	const columns = columnsOf(input);
	const has = `The input has: ${inWords(columns) || 'no columns'}`;
	const delimiter = overlookedDelimiter(columns);
	return delimiter === undefined
		? has
		: `${has}. One column looks like several: set Delimiter to ${delimiter} in the options of Extract from File`;
}

/**
 * The column of the input that the user entered: `phone` finds `Phone `, too. @returns its name, for `cellUnder`
 * @throws ParameterError if no input item has it, or if it can be several
 */
export function enteredColumn(
	input: readonly IDataObject[],
	entered: string,
	label: string,
): string {
	const [found, ...others] = columnsCalled(input, entered);
	if (found === undefined) {
		throw new ParameterError(
			`No input item has a column "${shownColumn(entered)}"`,
			`Enter in '${label}' the name of the column, not its value. ${columnsInWords(input)}`,
		);
	}
	if (others.length === 0) return found;
	throw new ParameterError(
		`"${shownColumn(entered)}" can be several columns: ${inWords([found, ...others])}`,
		`Give these columns different names, and enter one of them in '${label}'`,
	);
}

/** The columns with a usual heading. One with the name that the platform has for it is the only one. */
export function usualColumns(
	columns: readonly string[],
	{ name, usual }: Pick<UsualColumn, 'name' | 'usual'>,
): string[] {
	const own = name && columns.find((column) => looksLike(column, name));
	return own ? [own] : columns.filter((column) => usual.has(plainHeading(column)));
}

/** The column with a usual heading; '' if there is none. @throws ParameterError if there are two */
export function usualColumn(columns: readonly string[], wanted: UsualColumn): string {
	const [found = '', ...others] = usualColumns(columns, wanted);
	if (others.length === 0) return found;
	throw new ParameterError(
		`More than one column may have ${wanted.what}: ${inWords([found, ...others])}`,
		`Enter one of them in '${wanted.label}'`,
	);
}
