import { isObject } from '../../values';

const MAX_DEPTH = 4;
const MAX_FIELDS = 12;
const MAX_LENGTH = 600;

/** Whether a key is the name of a field. One that is a value, such as a phone number, an ID or an email address, is not shown. */
export const isFieldName = (key: string): boolean =>
	/^[@$\w][\w.:-]{0,40}$/.test(key) && key.replace(/\D/g, '').length < 4;

function typeOf(value: unknown): string {
	if (value === null || value === undefined) return 'null';
	if (typeof value === 'string') return value === '' ? 'empty text' : 'text';
	return typeof value === 'boolean' ? 'true/false' : typeof value;
}

function describe(value: unknown, depth: number): string {
	if (Array.isArray(value)) {
		if (value.length === 0) return '[]';
		return `[${value.length} × ${depth >= MAX_DEPTH ? '…' : describe(value[0], depth + 1)}]`;
	}
	if (!isObject(value)) return typeOf(value);
	const names = Object.keys(value);
	if (names.length === 0) return '{}';
	if (depth >= MAX_DEPTH) return '{ … }';
	const shown = names
		.slice(0, MAX_FIELDS)
		.map((name) => `${isFieldName(name) ? name : '…'}: ${describe(value[name], depth + 1)}`);
	if (names.length > shown.length) shown.push(`and ${names.length - shown.length} more`);
	return `{ ${shown.join(', ')} }`;
}

/** The shape of an answer for an error text: names and types, no values. An answer can hold personal data. */
export function outlineOf(answer: unknown): string {
	const text = describe(answer, 0);
	return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/** The shape of the body of an error, also if it is still text; undefined if it has not been read. */
export function outlineOfError(body: unknown): string | undefined {
	if (typeof body === 'object' && body !== null && Symbol.asyncIterator in body) return undefined;
	if (typeof body !== 'string') return outlineOf(body);
	const text = body.trim();
	if (text.startsWith('<')) return 'a web page';
	try {
		return outlineOf(JSON.parse(text));
	} catch {
		return outlineOf(text);
	}
}
