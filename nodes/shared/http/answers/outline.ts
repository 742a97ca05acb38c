import { isObject } from '../../values/json';
import { formOfText } from '../failures/serverMessage';

const MAX_DEPTH = 4;
const MAX_FIELDS = 12;
const MAX_LENGTH = 600;

/** Whether a key is a field's name. A key that is a value (a phone number, an ID, an email address) is not shown. */
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
	if (typeof answer === 'string' && answer !== '') return formOfText(answer);
	const text = describe(answer, 0);
	return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
