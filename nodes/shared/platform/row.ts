import type { IDataObject } from 'n8n-workflow';
import { firstOf, isObject, isoTimestamp, readNumber, readText } from '../values';
import { readFlag } from './statuses';
import { readableTranscript } from './transcript';

/** Where a value may be: in the row itself, in a part of it, or the row as a whole. */
export type Source =
	| { part?: string; names: readonly string[]; /** Not if it is an object. */ isPlain?: boolean }
	| { whole: true };

/** How a value is written in a cell. `json`: objects as JSON text. `raw`: as the platform sends it. */
export type Kind = 'text' | 'number' | 'time' | 'flag' | 'transcript' | 'json' | 'raw';

/** One column of a table: what it contains, and what the platform may call it. */
export interface Column {
	kind: Kind;
	description: string;
	/** Tried in order. */
	sources: readonly Source[];
	/** Computes the value from others, for what the platform may not send itself. `read` returns the values as the platform sends them. */
	derive?: (read: ReadValue, value: unknown) => IDataObject[string];
	/** True: the column is missing in rows without a value, instead of null. */
	isOptional?: boolean;
	/** Read by other columns only. */
	isHidden?: boolean;
}

/** A flat row whose column names never change. */
export interface Table {
	/** Objects inside a row: name used here → fields that may contain it. */
	parts: Readonly<Record<string, readonly string[]>>;
	columns: Readonly<Record<string, Column>>;
}

/** The names of a table's columns. */
export type ColumnOf<T extends Table> = keyof T['columns'] & string;

export type ReadValue = (column: string) => unknown;

/** An object inside the row; undefined if the platform sends none. */
function partOf(table: Table, row: IDataObject, part: string): IDataObject | undefined {
	const value = (table.parts[part] ?? []).map((name) => row[name]).find(isObject);
	return value;
}

function valueIn(table: Table, row: IDataObject, source: Source): unknown {
	if ('whole' in source) return row;
	const place = source.part === undefined ? row : partOf(table, row, source.part);
	const value = place && firstOf(place, source.names);
	return source.isPlain && typeof value === 'object' ? undefined : value;
}

/** The value for this column as the platform sends it; undefined if there is none. */
export function valueOf<T extends Table>(table: T, row: IDataObject, column: ColumnOf<T>): unknown {
	for (const source of table.columns[column]?.sources ?? []) {
		const value = valueIn(table, row, source);
		if (value !== undefined) return value;
	}
	return undefined;
}

const READERS: Record<Kind, (value: unknown) => unknown> = {
	text: readText,
	number: readNumber,
	time: (value) => isoTimestamp(value),
	flag: readFlag,
	transcript: readableTranscript,
	json: readText,
	raw: (value) => value,
};

/** One cell of the table; null if the platform sends no value. */
export function cellOf<T extends Table>(
	table: T,
	row: IDataObject,
	name: ColumnOf<T>,
): IDataObject[string] {
	const column = table.columns[name];
	if (!column) throw new Error(`There is no column "${name}"`);
	const value = valueOf(table, row, name);
	if (!column.derive) return READERS[column.kind](value) as IDataObject[string];
	return column.derive((other) => valueOf(table, row, other), value);
}

/** The row as one flat row of the table. A column without a value is null. */
export function rowOf(table: Table, row: IDataObject): IDataObject {
	const shown = Object.entries(table.columns).filter(
		([name, { isHidden, isOptional }]) =>
			!isHidden && !(isOptional && valueOf(table, row, name) === undefined),
	);
	return Object.fromEntries(shown.map(([name]) => [name, cellOf(table, row, name)]));
}
