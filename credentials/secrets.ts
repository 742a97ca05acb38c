import { isObject } from '../nodes/shared/values';

const HIDDEN = '***';
const MAX_DEPTH = 6;
/** A secret shorter than this is hidden only as a whole word. Otherwise single letters would vanish from every text. */
const MIN_LENGTH = 4;
/** A long row of letters and digits that no person writes: a token, a hash or a key. */
const TOKEN_LIKE =
	/[\w+/=-]{10,}(\.[\w+/=-]{6,}){2,}|(?=[\w+=-]*\d)(?=[\w+=-]*[a-z])[\w+=-]{24,}/gi;
/** A text that is nothing but such a row, also a shorter one: a server may answer with the bare token. */
const BARE_TOKEN = /^(?=.*\d)(?=.*[a-z])[\w.~+=-]{12,}$/i;
const SECRET_NAME = /token|jwt|secret|password|access/i;

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

function patternOf(secret: string): RegExp {
	const pattern = escaped(secret);
	return new RegExp(secret.length < MIN_LENGTH ? `(?<!\\w)${pattern}(?!\\w)` : pattern, 'gi');
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
 * replaced. A platform may repeat in its message what it was sent.
 */
export function withoutSecrets(body: unknown, secrets: readonly string[]): unknown {
	const patterns = [...secrets, ...secretsIn(body)]
		.filter((secret) => secret.trim() !== '')
		.sort((one, other) => other.length - one.length)
		.map(patternOf);
	const hide = (text: string) =>
		BARE_TOKEN.test(text)
			? HIDDEN
			: patterns
					.reduce((shown, pattern) => shown.replace(pattern, HIDDEN), text)
					.replace(TOKEN_LIKE, HIDDEN);
	return mapped(body, hide);
}
