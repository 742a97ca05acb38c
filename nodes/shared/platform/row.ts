import type { IDataObject } from 'n8n-workflow';
import {
	hasZone,
	isFiller,
	isObject,
	isoTimestamp,
	parseJson,
	readNumber,
	readText,
	readTimestamp,
} from '../values';
import { withCountryCode } from './contactNumbers';
import { rounded } from './figures';
import { camelCase } from './names';
import { readFlag } from './statuses';
import { textStart } from './textStart';
import { readableTranscript } from './transcript';

/** What a value must look like, where a name may also stand for something else. */
export interface Only {
	/** What the pattern means, for docs/columns.md behind "only": `a phone number with +`. */
	means: string;
	pattern: RegExp;
}

/** Where a value may be: in the row itself, in a part of it, or the row as a whole. Names are also read in camelCase. */
export type Source = NamedSource | { whole: true };

interface NamedSource {
	part?: string;
	names: readonly string[];
	only?: Only;
	/** The value counts only if one of these fields lies beside it and has a text: alone, its name may be about the request. */
	beside?: readonly string[];
}

/**
 * How a value is written in a cell. `json`: objects as JSON text. `raw`: as the platform sends it. In the others an object or a list is no
 * value.
 */
export type CellKind = 'text' | 'number' | 'time' | 'flag' | 'transcript' | 'json' | 'raw';

/** The value of another column, as its cell has it, but never computed; null if the platform sends none that can be read. */
export type ReadCell = (column: string) => unknown;

/** One column of a table: what it contains, and what the platform may call it. */
export interface Column {
	kind: CellKind;
	description: string;
	/** Tried in order. A value that cannot be read as this kind is passed over. */
	sources: readonly Source[];
	/** Reads a value in place of the kind's own reader; null if it cannot be read. */
	read?: (value: unknown) => unknown;
	/** Computes the value from others, for what the platform may not send itself. */
	derive?: (read: ReadCell, value: unknown) => IDataObject[string];
	/** Whether a value can be what is meant, by the other columns; one that cannot is none. */
	fits?: (read: ReadCell, value: unknown) => boolean;
	/** True: the column is missing in rows without a value, instead of null. */
	isOptional?: boolean;
	/** Among the main columns, a longer text is cut to its beginning, of at most this many characters: a row of a table stays low. */
	mainLength?: number;
	/** True: only other columns read this column, and no row shows it. */
	isHidden?: boolean;
}

/** A flat row whose column names never change; its columns are in the order in which people read them. */
export interface Table {
	/** Objects inside a row, also as JSON text: name used here → fields that may contain it. */
	parts: Readonly<Record<string, readonly string[]>>;
	/** Lists of such objects: name of the part → fields that may contain them. The last one by its time is read, or the only one. */
	lists?: Readonly<Record<string, ObjectList>>;
	columns: Readonly<Record<string, Column>>;
	/** The columns that matter most, which are shown in the order of `columns`; without it, all. */
	main?: readonly string[];
	/** Columns that a row of the main columns has in addition, where one of the main columns is null: that column → others. */
	instead?: Readonly<Record<string, readonly string[]>>;
}

export interface ObjectList {
	names: readonly string[];
	/** Fields with the time of an entry, tried in order. */
	times: readonly string[];
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
	return names
		.flatMap((name) => {
			const other = camelCase(name);
			return other === name ? [row[name]] : [row[name], row[other]];
		})
		.filter((value) => !isNothing(value));
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

/** An object, also if it is sent as JSON text. */
export function objectIn(value: unknown): IDataObject | undefined {
	if (isObject(value)) return value;
	if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return undefined;
	const parsed = parseJson(value)?.value;
	return isObject(parsed) ? parsed : undefined;
}

/** The last entry by its time, or the only one; undefined if the times do not prove which one it is. */
function lastOf(value: unknown, times: readonly string[]): IDataObject | undefined {
	if (!Array.isArray(value)) return undefined;
	const entries = value.map(objectIn);
	if (entries.length === 1) return entries[0];
	const dated = entries.map((entry) => ({
		entry,
		time: entry && readTimestamp(filledUnder(entry, times)[0]),
	}));
	if (dated.some(({ time }) => time === undefined)) return undefined;
	dated.sort((one, other) => Number(other.time) - Number(one.time));
	return dated[0]?.time === dated[1]?.time ? undefined : dated[0]?.entry;
}

/** The objects inside a row that may have a value. */
export function placesOf(
	{ parts, lists = {} }: Table,
	row: IDataObject,
	part?: string,
): IDataObject[] {
	if (part === undefined) return [withCountryCode(row)];
	const { names = [], times = [] } = lists[part] ?? {};
	return [
		...filledUnder(row, parts[part] ?? []).map(objectIn),
		...filledUnder(row, names).map((list) => lastOf(list, times)),
	]
		.filter(isObject)
		.map(withCountryCode);
}

function sourceValues(table: Table, row: IDataObject, source: Source): unknown[] {
	if ('whole' in source) return [row];
	const { only, beside } = source;
	const isMeant = (place: IDataObject) =>
		!beside || filledUnder(place, beside).some((value) => typeof value === 'string');
	const values = placesOf(table, row, source.part)
		.filter(isMeant)
		.flatMap((place) => filledUnder(place, source.names));
	return only ? values.filter((value) => only.pattern.test(String(value))) : values;
}

const scalarText = (value: unknown) =>
	typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
		? readText(value)
		: null;

/** No platform of this kind was there before: an earlier time, such as 0, stands for none. */
const FIRST_TIME = Date.UTC(2000, 0, 1);

function readTime(value: unknown): string | null {
	if (typeof value !== 'string' && typeof value !== 'number') return null;
	return Number(readTimestamp(value)) >= FIRST_TIME ? isoTimestamp(value) : null;
}

/** Names such as `time_zone`, `start_timezone`, `tz` and `utc_offset`. */
const ZONE_NAME = /time_?zone|utc_?offset|^zone$|(?:^|_)tz(?:_|$)/i;
/** The zone in which a person is, such as `contact_timezone`, says nothing of the times of a row. */
const ZONE_OF_PERSON =
	/^(?:contact|customer|recipient|lead|callee|caller|attendee|invitee)_?(?:local_?)?(?:time_?zone|utc_?offset|zone|tz)(?:_?(?:name|id|offset))?$/i;
const UTC = /^(?:(?:etc\/)?(?:utc|gmt|zulu|z)|[+-]?0{1,2}(?::?00)?)$/i;

/** Whether a row names a time zone, which its times without one may be in. */
const namesZone = (row: IDataObject): boolean =>
	Object.entries(row).some(
		([name, value]) =>
			ZONE_NAME.test(name) &&
			!ZONE_OF_PERSON.test(name) &&
			!isNothing(value) &&
			!UTC.test(String(value).trim()),
	);

const readZonedTime = (value: unknown): string | null => (hasZone(value) ? readTime(value) : null);

const READERS: Record<CellKind, (value: unknown) => unknown> = {
	text: scalarText,
	number: readNumber,
	time: readTime,
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
	const given = column.fits && !column.fits(read, found) ? null : found;
	const cell = column.derive ? column.derive(read, given) : given;
	return typeof cell === 'number' ? rounded(cell) : cell;
}

/** The row as one flat row of these columns. A column without a value is null; an optional one is missing. */
function rowWith(table: Table, row: IDataObject, names: readonly string[]): IDataObject {
	const cells = names
		.map((name) => [name, cellOf(table, row, name)] as const)
		.filter(([name, cell]) => cell !== null || !table.columns[name]?.isOptional);
	return Object.fromEntries(cells);
}

/** The names of the columns that a row can show. */
export const shownColumns = ({ columns }: Table): string[] =>
	Object.keys(columns).filter((name) => !columns[name]?.isHidden);

/** The names of the columns that matter most. Those that only some rows have are among them. */
export const mainColumns = (table: Table): string[] => {
	const { columns, main } = table;
	return shownColumns(table).filter(
		(name) => !main || main.includes(name) || columns[name]?.isOptional,
	);
};

/** The row as one flat row of the table. A column without a value is null. */
export const rowOf = (table: Table, row: IDataObject): IDataObject =>
	rowWith(table, row, shownColumns(table));

/** The row with the beginnings of its long texts, where the table has a length for them. */
const withTextStarts = ({ columns }: Table, row: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(row).map(([name, cell]) => {
			const length = columns[name]?.mainLength;
			return [name, length && typeof cell === 'string' ? textStart(cell, length) : cell];
		}),
	);

/** The row with the columns that matter most, long texts cut to their beginnings, and with those that take the place of one that is null. */
export function mainRowOf(table: Table, row: IDataObject): IDataObject {
	const main = withTextStarts(table, rowWith(table, row, mainColumns(table)));
	const { instead = {} } = table;
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
