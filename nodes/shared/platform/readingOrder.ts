import type { IDataObject } from 'n8n-workflow';
import { snakeCase } from './names';

/** What a field says, by its name. The first that fits counts. */
const MEANINGS = {
	who: /^(.*_)?(name|email|phone)$|^((phone|contact|customer|to|from)_)?number$|^(title|label)$/,
	added: /^(created|added)_(at|time|date|on)$/,
	changed: /^(last_)?(updated|modified|changed)_(at|time|date|on)$/,
	when: /^(.*_)?(at|time|date|timestamp)$/,
	status: /^(.*_)?(status|state|outcome)$|^is_/,
	id: /^_?(.*_)?(id|ids|uuid)$/,
	long: /^(.*_)?(transcript(_start)?|instructions|prompt|configuration|config|snapshot|parameters|headers)$/,
} as const;

type FieldMeaning = keyof typeof MEANINGS | 'other';

/** The order in which people read a row. */
const ORDER: readonly FieldMeaning[] = [
	'who',
	'when',
	'status',
	'other',
	'added',
	'changed',
	'id',
	'long',
];

function fieldMeaning(name: string): FieldMeaning {
	const written = snakeCase(name);
	const found = Object.entries(MEANINGS).find(([, names]) => names.test(written));
	return (found?.[0] as FieldMeaning | undefined) ?? 'other';
}

const positionOf = (name: string): number => ORDER.indexOf(fieldMeaning(name));
const isLast = (name: string): boolean => positionOf(name) >= ORDER.indexOf('id');

/**
 * A row without a table of columns, in the order in which people read. Every field stays. The names alone decide, so
 * rows with the same fields have the same order.
 */
export function inReadingOrder(row: IDataObject): IDataObject {
	const fields = Object.entries(row).map((field) => ({ field, place: positionOf(field[0]) }));
	fields.sort((one, other) => one.place - other.place);
	return Object.fromEntries(fields.map(({ field }) => field));
}

/** A row with what is reported beside it. Identifiers and long texts come last; a first identifier stays first. */
export function withReport(row: IDataObject, report: IDataObject): IDataObject {
	if (Object.keys(report).length === 0) return row;
	const [first] = Object.keys(row);
	const staysLast = (name: string) => name !== first && isLast(name);
	const all = Object.entries({ ...row, ...report });
	const own = all.filter(([name]) => !staysLast(name));
	return Object.fromEntries([...own, ...all.filter(([name]) => staysLast(name))]);
}

/** The row, with the values of another row in those of these columns that are empty. */
export function filledIn(
	row: IDataObject,
	elsewhere: IDataObject,
	columns: readonly string[],
): IDataObject {
	const filled = { ...row };
	for (const name of columns) if (filled[name] === null) filled[name] = elsewhere[name] ?? null;
	return filled;
}
