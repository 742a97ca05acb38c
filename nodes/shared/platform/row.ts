import type { IDataObject } from 'n8n-workflow';
import { hasZone, isFiller, isObject, isoTimestamp, readNumber, readText } from '../values';
import { readableTranscript, startInRow } from './longTexts';
import { camelCase, listOf } from './names';
import { readFlag } from './statuses';

/** Digits of a number that a computation leaves right. */
const EXACT_DIGITS = 12;

/**
 * A number as people read it: 0.8333333 -> 0.833, 61.6666667 -> 61.667, 0.0012345 -> 0.00123. 0.99996 stays below 1,
 * and 99.9996 below 100: rounded up, it would mean all of them.
 */
export function rounded(value: number): number {
	const exact = Number(value.toPrecision(EXACT_DIGITS));
	const short = Number(Math.abs(exact) < 1 ? exact.toPrecision(3) : exact.toFixed(3));
	const isWhole = Number.isInteger(short) && !Number.isInteger(exact);
	return isWhole ? Math.trunc(exact * 1000) / 1000 : short;
}

/** What a value must look like, where a name may also stand for something else. */
export interface Only {
	/** What the pattern means, for docs/columns.md behind "only": `a phone number with +`. */
	means: string;
	pattern: RegExp;
}

/** Where a value may be: in the row, in a part of it, or the whole row. Names are read in camelCase, too. */
export type Source = NamedSource | { whole: true };

interface NamedSource {
	part?: string;
	names: readonly string[];
	only?: Only;
}

/**
 * How a cell is written. `json`: objects as JSON text. `raw`: as the platform sends it. In the others, objects and
 * lists are no values.
 */
export type CellKind = 'text' | 'number' | 'time' | 'flag' | 'transcript' | 'json' | 'raw';

/** The value of another column as the platform sends it, uncomputed; null if it sends none that can be read. */
export type ReadCell = (column: string) => unknown;

/** One column of a table: what it contains, and what the platform may call it. */
export interface Column {
	kind: CellKind;
	description: string;
	/** Tried in order. A value that cannot be read as this kind is passed over. */
	sources: readonly Source[];
	/** Reads a value in place of the kind's own reader; null if it cannot be read. */
	read?: (value: unknown) => unknown;
	/** Computes the value from others, for what the platform may not send itself, or checks it by them. */
	derive?: (read: ReadCell, value: unknown) => IDataObject[string];
	/** True: only other columns read this column, and no row shows it. */
	isHidden?: boolean;
}

/** A flat row whose column names never change; its columns are in the order in which people read them. */
export interface Table {
	/** Objects inside a row: name used here → fields that may contain it. */
	parts: Readonly<Record<string, readonly string[]>>;
	columns: Readonly<Record<string, Column>>;
	/** The columns that matter most, which are shown in the order of `columns`; without it, all. */
	main?: readonly string[];
	/** Columns that are missing in rows without a value, instead of null. */
	optional?: readonly string[];
	/** Columns of which the main columns have the beginning: a row of a table stays low. */
	shortened?: readonly string[];
	/** The table of the same thing when it is over, if its row has other columns then. */
	whenOver?: Table;
	/** Columns that take the place of a main column that is null: that column → others. */
	instead?: Readonly<Record<string, readonly string[]>>;
}

/** The names of a table's columns. */
export type ColumnOf<T extends Table> = keyof T['columns'] & string;

/** Whether a value is what a program writes where it has none: null, '' or "None", also with spaces around it. */
export const isNothing = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(typeof value === 'string' && value.trim() === '') ||
	isFiller(value);

/** Every value that these fields have, in the order of the names, each name also in camelCase. */
function filledUnder(row: IDataObject, names: readonly string[]): unknown[] {
	const values: unknown[] = [];
	for (const name of names) {
		if (!isNothing(row[name])) values.push(row[name]);
		const other = camelCase(name);
		if (other !== name && !isNothing(row[other])) values.push(row[other]);
	}
	return values;
}

/** The fields of a row itself that may hold this column, each name also in camelCase. */
export function fieldsWithColumn<T extends Table>(table: T, column: ColumnOf<T>): string[] {
	const { sources = [] } = table.columns[column] ?? {};
	const names = sources.flatMap((source) =>
		'names' in source && source.part === undefined ? source.names : [],
	);
	return names.flatMap((name) => [name, camelCase(name)]);
}

/** Whether a row has one of the fields of this column, with or without a value. */
export const hasField = <T extends Table>(
	table: T,
	row: IDataObject,
	column: ColumnOf<T>,
): boolean => fieldsWithColumn(table, column).some((name) => name in row);

/** The objects inside a row that may have a value. */
export const placesOf = ({ parts }: Table, row: IDataObject, part?: string): IDataObject[] =>
	part === undefined ? [row] : filledUnder(row, parts[part] ?? []).filter(isObject);

function sourceValues(table: Table, row: IDataObject, source: Source): unknown[] {
	if ('whole' in source) return [row];
	const { part, names, only } = source;
	const values =
		part === undefined
			? filledUnder(row, names)
			: placesOf(table, row, part).flatMap((place) => filledUnder(place, names));
	return only ? values.filter((value) => only.pattern.test(String(value))) : values;
}

const scalarText = (value: unknown) =>
	typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
		? readText(value)
		: null;

const ZONE_NAMES = listOf('timezone time_zone tz utc_offset');
const UTC = /^(?:(?:etc\/)?(?:utc|gmt|zulu|z)|[+-]?0{1,2}(?::?00)?)$/i;

/** Whether a row names a time zone, which its times without one may be in. */
const namesZone = (row: IDataObject): boolean =>
	filledUnder(row, ZONE_NAMES).some((zone) => !UTC.test(String(zone).trim()));

const readZonedTime = (value: unknown): string | null =>
	hasZone(value) ? isoTimestamp(value) : null;

const READERS: Record<CellKind, (value: unknown) => unknown> = {
	text: scalarText,
	number: readNumber,
	time: isoTimestamp,
	flag: readFlag,
	transcript: readableTranscript,
	json: readText,
	raw: (value) => value ?? null,
};

/** The first value that can be read: as the platform sends it, and as the cell has it. */
function firstReadable(
	table: Table,
	row: IDataObject,
	name: string,
): { value: unknown; cell: unknown } | undefined {
	const column = table.columns[name];
	if (!column) return undefined;
	const isZoned = column.kind === 'time' && namesZone(row);
	const read = column.read ?? (isZoned ? readZonedTime : READERS[column.kind]);
	for (const source of column.sources) {
		for (const value of sourceValues(table, row, source)) {
			const cell = read(value);
			if (cell !== null) return { value, cell };
		}
	}
	return undefined;
}

/** The value for this column as the platform sends it; undefined if there is none that can be read. */
export const valueOf = <T extends Table>(
	table: T,
	row: IDataObject,
	column: ColumnOf<T>,
): unknown => firstReadable(table, row, column)?.value;

/** Reads the cells of a row, none of them computed. */
export const readerOf =
	(table: Table, row: IDataObject): ReadCell =>
	(column) =>
		firstReadable(table, row, column)?.cell ?? null;

/** One cell of the table; null if the platform sends no value that can be read. */
export function cellOf<T extends Table>(
	table: T,
	row: IDataObject,
	name: ColumnOf<T>,
): IDataObject[string] {
	const column = table.columns[name];
	if (!column) throw new Error(`There is no column "${name}"`);
	const read = readerOf(table, row);
	const found = read(name) as IDataObject[string];
	const cell = column.derive ? column.derive(read, found) : found;
	return typeof cell === 'number' ? rounded(cell) : cell;
}

/** The row as one flat row of these columns. A column without a value is null; an optional one is missing. */
function rowWith(table: Table, row: IDataObject, names: readonly string[]): IDataObject {
	const cells = names
		.map((name) => [name, cellOf(table, row, name)] as const)
		.filter(([name, cell]) => cell !== null || !table.optional?.includes(name));
	return Object.fromEntries(cells);
}

/** The names of the columns that a row can show. */
export const shownColumns = ({ columns }: Table): string[] =>
	Object.keys(columns).filter((name) => !columns[name]?.isHidden);

/** The names of the columns that matter most. Those that only some rows have are among them. */
export const mainColumns = (table: Table): string[] => {
	const { main, optional = [] } = table;
	return shownColumns(table).filter(
		(name) => !main || main.includes(name) || optional.includes(name),
	);
};

/** The row as one flat row of the table. A column without a value is null. */
export const rowOf = (table: Table, row: IDataObject): IDataObject =>
	rowWith(table, row, shownColumns(table));

/** The row with only the beginning of these texts. */
const withStarts = (row: IDataObject, shortened: readonly string[] = []): IDataObject => ({
	...row,
	...Object.fromEntries(shortened.map((name) => [name, startInRow(row[name])])),
});

/** The row with its main columns, long texts cut, and with others in the place of one that is null. */
export function mainRowOf(table: Table, row: IDataObject): IDataObject {
	const { shortened, instead = {} } = table;
	const main = withStarts(rowWith(table, row, mainColumns(table)), shortened);
	const missing = Object.keys(instead).filter((name) => main[name] === null);
	return {
		...main,
		...rowWith(
			table,
			row,
			missing.flatMap((name) => instead[name] ?? []),
		),
	};
}
