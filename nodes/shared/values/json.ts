import type { IDataObject } from 'n8n-workflow';

export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value is not empty. Empty are undefined, null, '', a list without entries and an object without fields. */
export function isFilled(value: unknown): boolean {
	if (value === undefined || value === null || value === '') return false;
	return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** The first of these fields that has a value. Names are tried in order. */
export function firstOf(row: IDataObject, names: readonly string[]): IDataObject[string] {
	for (const name of names) {
		const value = row[name];
		if (value !== undefined && value !== null && value !== '') return value;
	}
	return undefined;
}

/** A number, also if the platform sends it as text; null if it is not a number. */
export function readNumber(value: unknown): number | null {
	if (typeof value === 'string' && value.trim() === '') return null;
	const number = typeof value === 'string' ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Text for one cell of a table: objects as JSON, null for an empty value. */
export function readText(value: unknown): string | null {
	if (value === undefined || value === null || value === '') return null;
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
