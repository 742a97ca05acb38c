import { secretForms } from '../nodes/shared/http';
import { isObject } from '../nodes/shared/values';
import { readingsOf } from './readings';

const HIDDEN = '***';
const MAX_DEPTH = 6;
/** A secret shorter than this is hidden only as a whole word. Otherwise single letters would vanish from every text. */
const MIN_LENGTH = 4;
/** A long row of letters and digits that no person writes: a token, a hash or a key. */
const TOKEN_LIKE =
	/[\w+/=-]{10,}(\.[\w+/=-]{6,}){2,}|(?=[\w+=-]*\d)(?=[\w+=-]*[a-z])[\w+=-]{24,}/gi;
/** A text that is nothing but such a row, also a shorter one: a server may answer with the bare token. */
const BARE_TOKEN = /^(?=.*\d)(?=.*[a-z])[\w.~+=-]{12,}$/i;
/** A longer text is not shown: it could hold a secret where it is cut, and to look through it takes long. */
const MAX_TEXT = 2_000;
/** An answer with more texts under names such as `token` is not shown. */
const MAX_FOUND = 20;
const SECRET_NAME = /token|jwt|secret|password|access/i;

/** Letters whose small form is longer stay as they are, so that every letter keeps its place. */
const lower = (text: string) =>
	text.replace(/[^a-z\d]/g, (letter) => {
		const small = letter.toLowerCase();
		return small.length === letter.length ? small : letter;
	});

const isInWord = (text: string, start: number, end: number) =>
	/\w/.test(text.charAt(start - 1)) || /\w/.test(text.charAt(end));

/** Where a form of a secret stands in a reading of a text. */
function* placesOf(form: string, reading: string): Generator<[start: number, end: number]> {
	for (let at = reading.indexOf(form); at >= 0; at = reading.indexOf(form, at + 1)) {
		const end = at + form.length;
		if (form.length >= MIN_LENGTH || !isInWord(reading, at, end)) yield [at, end];
	}
}

/** The text without these forms, also where they are encoded. */
function withoutForms(text: string, forms: readonly string[]): string {
	const isHidden = new Uint8Array(text.length);
	for (const reading of readingsOf(text)) {
		const letters = lower(reading.text);
		for (const form of forms) {
			for (const [start, end] of placesOf(form, letters)) {
				isHidden.fill(1, reading.from[start], reading.to[end - 1]);
			}
		}
	}
	let shown = '';
	isHidden.forEach((hidden, index) => {
		if (!hidden) shown += text.charAt(index);
		else if (!isHidden[index - 1]) shown += HIDDEN;
	});
	return shown;
}

/** Texts under names such as `token`, at any depth. */
function secretsIn(value: unknown, name = '', depth = 0): string[] {
	if (typeof value === 'string') return SECRET_NAME.test(name) ? [value] : [];
	if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
	return Object.entries(value).flatMap(([key, inner]) => {
		const ownName = Array.isArray(value) ? name : key;
		return secretsIn(inner, SECRET_NAME.test(name) ? name : ownName, depth + 1);
	});
}

function mapped(value: unknown, hide: (text: string) => string, depth = 0): unknown {
	if (typeof value === 'string') return hide(value);
	if (typeof value === 'number') return hide(String(value)) === String(value) ? value : HIDDEN;
	if (depth > MAX_DEPTH) return undefined;
	if (Array.isArray(value)) return value.map((entry) => mapped(entry, hide, depth + 1));
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [hide(key), mapped(inner, hide, depth + 1)]),
	);
}

/**
 * A copy of an answer that can be shown in an error: the secrets that were sent, what is called a token, and what looks like one, are
 * replaced. A platform may repeat in its message what it was sent, also
 * encoded.
 */
export function withoutSecrets(body: unknown, secrets: readonly string[]): unknown {
	const found = [...new Set(secretsIn(body))];
	if (found.length > MAX_FOUND) return undefined;
	const forms = [...secrets, ...found].flatMap(secretForms).filter((form) => form.trim() !== '');
	const known = [...new Set(forms.map(lower))];
	const hide = (text: string) =>
		text.length > MAX_TEXT || BARE_TOKEN.test(text)
			? HIDDEN
			: withoutForms(text, known).replace(TOKEN_LIKE, HIDDEN);
	return mapped(body, hide);
}
