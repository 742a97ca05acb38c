import type { IDataObject } from 'n8n-workflow';
import { RequestFailure } from './failure';

export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The rows of one page, and how many the whole list has if the answer says so. */
export interface Page {
	rows: IDataObject[];
	total?: number;
}

const USUAL_ROW_NAMES = ['items', 'data', 'results', 'rows', 'records', 'list'];
const USUAL_TOTAL_NAMES = [
	'total',
	'total_count',
	'totalCount',
	'total_items',
	'totalItems',
	'total_results',
	'totalResults',
];

const asRows = (values: unknown[]): IDataObject[] =>
	values.map((value) => (isObject(value) ? value : { value: value as string }));

function totalIn(body: IDataObject): number | undefined {
	for (const name of USUAL_TOTAL_NAMES) {
		const value = body[name];
		const total = typeof value === 'string' && value !== '' ? Number(value) : value;
		if (typeof total === 'number' && Number.isInteger(total) && total >= 0) return total;
	}
	return undefined;
}

function rowsIn(body: IDataObject): unknown[] | undefined {
	const arrays = Object.entries(body).filter((entry): entry is [string, unknown[]] =>
		Array.isArray(entry[1]),
	);
	if (arrays.length === 1) return arrays[0]?.[1];
	return arrays.find(([name]) => USUAL_ROW_NAMES.includes(name))?.[1];
}

/**
 * Reads a list answer, whose shape the API document does not show: an array, or an object that holds one, at the top or one level down.
 *
 * @throws RequestFailure if no list can be found in it
 */
export function readPage(body: unknown): Page {
	if (Array.isArray(body)) return { rows: asRows(body) };
	if (isObject(body)) {
		const inner = Object.values(body).filter(isObject);
		for (const level of [body, ...inner]) {
			const rows = rowsIn(level);
			if (rows) return { rows: asRows(rows), total: totalIn(level) ?? totalIn(body) };
		}
		if (totalIn(body) === 0) return { rows: [], total: 0 };
	}
	throw new RequestFailure(
		'The platform answered with something that is not a list',
		'This package looks for an array in the answer, at the top or one level down, and there is none. Check the Base URL of the credential',
		{ reach: 'answered', final: true },
	);
}

/** The first of these fields that has a value. Names are tried in order. */
export function firstOf(row: IDataObject, names: readonly string[]): IDataObject[string] {
	for (const name of names) {
		const value = row[name];
		if (value !== undefined && value !== null && value !== '') return value;
	}
	return undefined;
}

/** The row's identifier: under its own name (`call_id`), as `id`, or under any name that ends in `_id` if there is just one. '' if it has none. */
export function idOf(row: IDataObject, names: readonly string[] = []): string {
	const known = firstOf(row, [...names, 'id', '_id', 'uuid']);
	if (typeof known === 'string' || typeof known === 'number') return String(known);
	return '';
}

/** A number, also where the platform sends it as text; null if it is none. */
export function readNumber(value: unknown): number | null {
	if (typeof value === 'string' && value.trim() === '') return null;
	const number = typeof value === 'string' ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Text fit for one cell of a table: objects as JSON, null for nothing. */
export function readText(value: unknown): string | null {
	if (value === undefined || value === null || value === '') return null;
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const ENVELOPE_NAMES = ['data', 'result', 'item'];
const ENVELOPE_COMPANIONS = ['success', 'ok', 'status', 'code', 'message'];

const hasId = (row: IDataObject) =>
	Object.keys(row).some((name) => name === 'id' || name.endsWith('_id'));

/** What stands in an envelope such as `{ data: {…} }`, `{ success: true, data: {…} }` or `{ call: { call_id … } }`; undefined if there is none. */
function enveloped(body: IDataObject): IDataObject | undefined {
	const content = Object.entries(body).filter(([name]) => !ENVELOPE_COMPANIONS.includes(name));
	const [name, inner] = content[0] ?? [];
	if (content.length !== 1 || name === undefined || !isObject(inner)) return undefined;
	return ENVELOPE_NAMES.includes(name) || hasId(inner) ? inner : undefined;
}

/** The object an answer is about, taken out of its envelope if it has one. */
export function readObject(body: unknown): IDataObject {
	if (isObject(body)) return enveloped(body) ?? body;
	if (body === undefined || body === null || body === '') return {};
	return Array.isArray(body) ? { items: body } : { message: String(body) };
}
