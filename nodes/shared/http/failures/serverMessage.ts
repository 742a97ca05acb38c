import type { IDataObject } from 'n8n-workflow';
import {
	ERROR_ASIDE_NAMES,
	FIELD_ERROR_NAMES,
	FIELD_NAMES,
	MESSAGE_NAMES,
} from '../../platform/answers';
import { nameSet, plainName } from '../../platform/names';
import { isObject, isTooDeep, parseJson } from '../../values/json';

const MAX_LENGTH = 500;
const MAX_DEPTH = 5;
/** What an error calls a page that is made for people. */
export const WEB_PAGE = 'a web page';
const fieldErrors = nameSet(FIELD_ERROR_NAMES);
const aside = nameSet(ERROR_ASIDE_NAMES);
/** Names before a field's name that say where it is in the request or the answer, and mean nothing to a user. */
const OUTER = nameSet([
	...['', '#', 'body', 'query', 'path', 'data', 'attributes', 'error'],
	...['non_field_errors', ...FIELD_ERROR_NAMES],
]);

/** The values under these names, in the order of the names, in any spelling. */
export function valuesUnder(object: IDataObject, names: readonly string[]): unknown[] {
	const entries = new Map(Object.entries(object).map(([name, value]) => [plainName(name), value]));
	return names.map((name) => entries.get(plainName(name)));
}

/** `['body', 'contacts', 3, 'phone_number']` reads as `contacts.3.phone_number`. */
function fieldPath(parts: readonly string[]): string {
	const first = parts.findIndex((part) => !OUTER.has(part));
	return parts.slice(first < 0 ? parts.length : first).join('.');
}

/** What an entry is about: a name, the names that lead to it, or a JSON pointer. A request's path is no field. */
function fieldName(entry: IDataObject): string {
	const source = valuesUnder(entry, ['source']).find(isObject);
	if (source) return fieldName(source);
	const isPlace = (value: unknown) => typeof value === 'string' || Array.isArray(value);
	const place = valuesUnder(entry, FIELD_NAMES).find(isPlace);
	if (Array.isArray(place)) return fieldPath(place.map(String));
	const parts = String(place ?? '').split('/');
	const isPointer = parts.length === 1 || (parts[0] === '' && OUTER.has(parts[1] ?? ''));
	return isPointer && !/(error|exception)$/i.test(String(place)) ? fieldPath(parts) : '';
}

function messageIn(value: unknown): string {
	if (typeof value === 'string') return value.trim();
	if (Array.isArray(value)) {
		return value.map(messageIn).filter(Boolean).join('; ');
	}
	if (!isObject(value)) return '';
	const text = valuesUnder(value, MESSAGE_NAMES).map(messageIn).find(Boolean);
	const field = text === undefined ? '' : fieldName(value);
	return field ? `${field}: ${text}` : (text ?? '');
}

/** Every text with the field that it is about: `to_number: is not valid`. @param path names that lead to the value */
function fieldTexts(value: unknown, path: readonly string[]): string[] {
	if (path.length > MAX_DEPTH) return [];
	const field = fieldPath(path);
	const text = messageIn(value);
	if (text !== '') return [field === '' || text.startsWith(field) ? text : `${field}: ${text}`];
	const entries = Object.entries(isObject(value) || Array.isArray(value) ? value : {});
	return entries
		.filter(([name]) => !aside.has(name))
		.flatMap(([name, inner]) => fieldTexts(inner, [...path, name]));
}

/** The details of a validation error, which some servers send beside a general message ("Validation failed"). */
function listedFields(body: unknown): string {
	if (!isObject(body)) return '';
	const inner = [body.error, body.data].filter(isObject);
	return (
		[body, ...inner]
			.flatMap((object) => Object.entries(object))
			.filter(([name, value]) => fieldErrors.has(name) && typeof value === 'object')
			.map(([name, value]) => fieldTexts(value, [name]).join('; '))
			.find(Boolean) ?? ''
	);
}

/** The text of an error in XML, or the title of a web page; '' if there is none. */
function textOfMarkup(markup: string): string {
	const texts =
		/<(?:\w{1,20}:)?(?:message|faultstring|reason|detail|description|title)(?:\s[^<>]{0,200})?>([^<]{1,500})</i;
	return texts.exec(markup)?.[1]?.trim() ?? '';
}

/**
 * The message for people in an error body of any shape, read or still text; '' if there is none.
 *   { detail: [{ loc: ["body", "phone"], msg: "invalid" }] } -> phone: invalid
 * @param isError true: the status is an error, so each text counts, also under a field's name
 */
export function serverMessage(body: unknown, isError = false): string {
	const parsed = typeof body === 'string' ? parseJson(body) : { value: body };
	if (!parsed) {
		const text = String(body).trim();
		return (text.startsWith('<') ? textOfMarkup(text) : text).slice(0, MAX_LENGTH);
	}
	const { value } = parsed;
	if (isTooDeep(value)) return '';
	const general = messageIn(value);
	const fields = listedFields(value);
	const whole =
		fields && !general.includes(fields) ? [general, fields].filter(Boolean).join(': ') : general;
	const shown = whole === '' && isError ? fieldTexts(value, []).join('; ') : whole;
	return shown.slice(0, MAX_LENGTH);
}

/** How an error names the form of a text that is no JSON. Comments end as early as they can: a long text stays fast. */
export function formOfText(text: string, type = ''): string {
	const head = text.slice(0, 1024);
	const isPage = /^\s*(?:<!--(?:(?!-->)[^])*-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i;
	if (type.includes('html') || isPage.test(head)) return WEB_PAGE;
	if (/^\s*</.test(head)) return 'XML';
	if (/^\s*[[{].*[\]}]\s*\n\s*[[{]/.test(head)) return 'several JSON values, one in each line';
	const [first, second] = head.split(/\r?\n/).map((line) => line.split(/[,;\t]/).length);
	return Number(first) > 1 && first === second ? 'a table (CSV)' : 'text';
}
