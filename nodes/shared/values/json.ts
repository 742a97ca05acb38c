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

/** What the data itself has under a name; what every object inherits, such as `constructor`, is no data. */
export const ownValue = (data: unknown, name: string): unknown =>
	typeof data === 'object' && data !== null && Object.hasOwn(data, name)
		? (data as IDataObject)[name]
		: undefined;

/** Decimal notation: no exponent, no other base, no sign but a minus, no comma. */
const DECIMAL = /^-?\d+(\.\d+)?$/;

/**
 * A number, also from a text in decimal notation; null for anything else, and for whole numbers that are not exact
 * (2^53 and more).
 */
export function readNumber(value: unknown): number | null {
	const isNumber =
		typeof value === 'number' || (typeof value === 'string' && DECIMAL.test(value.trim()));
	const number = isNumber ? Number(value) : Number.NaN;
	const isExact = !Number.isInteger(number) || Number.isSafeInteger(number);
	return Number.isFinite(number) && isExact ? number : null;
}

/** The start of a text in JSON, or a whole number of 16 digits or more. */
const TEXT_OR_LONG_NUMBER = /"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** Where the text that starts at this quotation mark ends, in valid JSON. */
function endOfText(json: string, start: number): number {
	for (let end = json.indexOf('"', start + 1); ; end = json.indexOf('"', end + 1)) {
		let escapes = 0;
		while (json[end - 1 - escapes] === '\\') escapes += 1;
		if (escapes % 2 === 0) return end + 1;
	}
}

/** Valid JSON with quotation marks around the whole numbers that JavaScript would round. */
function withExactNumbers(json: string): string {
	const parts: string[] = [];
	let copied = 0;
	const pattern = new RegExp(TEXT_OR_LONG_NUMBER);
	for (let found = pattern.exec(json); found; found = pattern.exec(json)) {
		const [digits] = found;
		if (digits === '"') {
			pattern.lastIndex = endOfText(json, found.index);
		} else if (!Number.isSafeInteger(Number(digits))) {
			parts.push(json.slice(copied, found.index), `"${digits}"`);
			copied = pattern.lastIndex;
		}
	}
	return parts.join('') + json.slice(copied);
}

/** A NUL in JSON, as its escape says it. An escaped backslash before `u0000` is none. */
const NUL_IN_JSON = /(?<!\\)((?:\\\\)*)\\u0000/g;

/**
 * What a JSON text says, without any NUL, which PostgreSQL refuses; undefined if it is not complete JSON. Whole numbers
 * from 2^53 on stay texts with all digits: as a number, an ID would become somebody else's.
 */
export function parseJson(json: string): { value: unknown } | undefined {
	const text = json.includes('\\u0000') ? json.replace(NUL_IN_JSON, '$1') : json;
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return undefined;
	}
	return { value: /\d{16}/.test(text) ? JSON.parse(withExactNumbers(text)) : value };
}

/** An object, also if it is sent as JSON text. */
export function objectIn(value: unknown): IDataObject | undefined {
	if (isObject(value)) return value;
	if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return undefined;
	const parsed = parseJson(value)?.value;
	return isObject(parsed) ? parsed : undefined;
}

/** Data that was read elsewhere, without any NUL. A number stays one: digits that it has lost are not made a text. */
export function withoutNul<T extends object>(data: T): T {
	const json = JSON.stringify(data);
	return json.includes('\\u0000') ? (JSON.parse(json.replace(NUL_IN_JSON, '$1')) as T) : data;
}

/** No answer of a platform is nested like this. n8n cannot store an item that is. */
const MAX_NESTING = 200;

/** Whether a value is nested more deeply than any answer about calls. */
export function isTooDeep(value: unknown, depth = 0): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return depth > MAX_NESTING || Object.values(value).some((inner) => isTooDeep(inner, depth + 1));
}

/** The data with its fields in alphabetical order, at any depth. Lists keep their order. */
export function withSortedFields(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withSortedFields);
	if (!isObject(value)) return value;
	const names = Object.keys(value).sort();
	return Object.fromEntries(names.map((name) => [name, withSortedFields(value[name])]));
}

/** Data as one text, which is the same for the same data: the order of fields does not count, that of lists does. */
export const canonical = (data: unknown): string =>
	JSON.stringify(withSortedFields(data)) ?? 'null';

/** The data with each of its texts changed, at any depth. Names of fields stay. */
export function withTexts(value: unknown, change: (text: string) => string): unknown {
	if (typeof value === 'string') return change(value);
	if (Array.isArray(value)) return value.map((entry) => withTexts(entry, change));
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [name, withTexts(inner, change)]),
	);
}

/**
 * Values for a prompt's placeholders: `42` -> `"42"`, `true` -> `"true"`, because platforms may only take texts. Texts,
 * lists and objects stay.
 */
export const promptValues = (values: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(values).map(([name, value]) => [
			name,
			typeof value === 'number' || typeof value === 'boolean' ? String(value) : value,
		]),
	);

/** Text for one cell of a table: objects as JSON, null for an empty value. */
export function readText(value: unknown): string | null {
	if (value === undefined || value === null || value === '') return null;
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
