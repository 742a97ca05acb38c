import type { IDataObject } from 'n8n-workflow';
import { FIELD_ERROR_NAMES, FIELD_NAMES, MESSAGE_NAMES } from '../../platform';
import { firstOf, isObject, isTooDeep, parseJson } from '../../values';

const MAX_LENGTH = 500;

/** `['body', 'contacts', 3, 'phone_number']` reads as `contacts.3.phone_number`; "body", "query" and "path" at its start mean nothing to a user. */
function fieldName(entry: IDataObject): string {
	const place: unknown = firstOf(entry, FIELD_NAMES);
	const parts = Array.isArray(place) ? place.map(String) : typeof place === 'string' ? [place] : [];
	return parts
		.filter((part, index) => index > 0 || !['body', 'query', 'path'].includes(part))
		.join('.');
}

function textIn(value: unknown): string {
	if (typeof value === 'string') return value.trim();
	if (Array.isArray(value)) {
		return value.map(textIn).filter(Boolean).join('; ');
	}
	if (!isObject(value)) return '';
	for (const key of MESSAGE_NAMES) {
		const text = textIn(value[key]);
		if (text) {
			const field = fieldName(value);
			return field ? `${field}: ${text}` : text;
		}
	}
	return '';
}

/** The detail of a validation error, which some servers send beside a general message ("Validation failed"). */
function listedFields(body: unknown): string {
	if (!isObject(body)) return '';
	for (const key of FIELD_ERROR_NAMES) {
		if (Array.isArray(body[key])) return textIn(body[key]);
		if (isObject(body[key])) {
			const entries = Object.entries(body[key]).map(([field, text]) => `${field}: ${textIn(text)}`);
			if (entries.length > 0) return entries.join('; ');
		}
	}
	return '';
}

/**
 * The message in an error body of any shape, read or still JSON text (the API document promises "a message" and does not show where); '' if
 * there is none that a person could read, for example in an HTML page.
 */
export function serverMessage(body: unknown): string {
	const parsed = typeof body === 'string' ? parseJson(body) : { value: body };
	if (!parsed) {
		const text = String(body).trim();
		return text.startsWith('<') ? '' : text.slice(0, MAX_LENGTH);
	}
	if (isTooDeep(parsed.value)) return '';
	const general = textIn(parsed.value);
	const fields = listedFields(parsed.value);
	const whole =
		fields && !general.includes(fields) ? [general, fields].filter(Boolean).join(': ') : general;
	return whole.slice(0, MAX_LENGTH);
}
