import type { IDataObject } from 'n8n-workflow';
import { COMPANION_NAMES, OBJECT_NAMES, ROWS_NAMES, TOTAL_NAMES } from '../platform';
import { isObject } from '../values';
import { RequestFailure } from './failures/requestFailure';

/** The rows of one page, and the number of rows of the whole list if the answer has it. */
export interface Page {
	rows: IDataObject[];
	total?: number;
}

const asRows = (values: unknown[]): IDataObject[] =>
	values.map((value) => (isObject(value) ? value : { value: value as string }));

function totalIn(body: IDataObject): number | undefined {
	for (const name of TOTAL_NAMES) {
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
	return arrays.find(([name]) => ROWS_NAMES.includes(name))?.[1];
}

/**
 * Reads a list answer, whose shape the API document does not show: an array, or an object that holds one, at the top or one level down.
 *
 * @throws RequestFailure if it contains no list
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
		'The answer of the platform is not a list',
		'No array was found in the answer, at the top level or one level down. Check the Base URL of the credential',
		{ reach: 'answered', final: true },
	);
}

const hasId = (row: IDataObject) =>
	Object.keys(row).some((name) => name === 'id' || name.endsWith('_id'));

/** The content of an envelope such as `{ data: {…} }`, `{ success: true, data: {…} }` or `{ call: { call_id … } }`; undefined if there is none. */
function enveloped(body: IDataObject): IDataObject | undefined {
	const content = Object.entries(body).filter(([name]) => !COMPANION_NAMES.includes(name));
	const [name, inner] = content[0] ?? [];
	if (content.length !== 1 || name === undefined || !isObject(inner)) return undefined;
	return OBJECT_NAMES.includes(name) || hasId(inner) ? inner : undefined;
}

/** The object an answer is about, taken out of its envelope if it has one. */
export function readObject(body: unknown): IDataObject {
	if (isObject(body)) return enveloped(body) ?? body;
	if (body === undefined || body === null || body === '') return {};
	return Array.isArray(body) ? { items: body } : { message: String(body) };
}
