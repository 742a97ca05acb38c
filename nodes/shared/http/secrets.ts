import { isObject } from '../values/json';

const HIDDEN = '***';
/** A shorter secret is hidden in texts only, as a word of its own: "1234" can be many things. */
const SAFE_LENGTH = 8;
/** The fewest letters of Base64 that are looked for. Shorter Base64 could be part of any text. */
const MIN_BASE64 = 6;

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** `\u00fc`, as JSON in ASCII writes a letter; two of them for a letter outside the basic plane. */
const inAsciiJson = (letter: string) =>
	letter
		.split('')
		.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
		.join('');

const inUrl = (letter: string) => Buffer.from(letter, 'utf8').toString('hex').replace(/../g, '%$&');

/** What matches one letter: as it is, in a URL and in JSON. */
function patternOfLetter(letter: string): string {
	if (/\w/.test(letter)) return letter;
	const inJson = [JSON.stringify(letter).slice(1, -1), inAsciiJson(letter), `\\${letter}`];
	const inUrls = [inUrl(letter), inUrl(letter).toUpperCase(), ...(letter === ' ' ? ['+'] : [])];
	const forms = [...inJson, ...inUrls, letter].sort((a, b) => b.length - a.length);
	return `(?:${[...new Set(forms)].map(escaped).join('|')})`;
}

/** The secret, the key in an otpauth:// address, and Base32 without the spaces that people write into it. */
function secretForms(secret: string): string[] {
	const inAddress = /^otpauth:.*[?&]secret=([^&\s]+)/i.exec(secret.trim())?.[1];
	const compact = secret.replace(/[\s-]/g, '');
	const parts = [secret, secret.trim(), compact, compact.toUpperCase(), inAddress ?? ''];
	return parts.filter((part) => part.trim() !== '');
}

/** What of a text's Base64 stays the same wherever the text lies in what is encoded: three forms. */
function base64Of(text: string): string[] {
	const bytes = Buffer.from(text, 'utf8');
	return [0, 1, 2].map((before) => {
		const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
		const firstOwn = Math.ceil((before * 8) / 6);
		return encoded.slice(firstOwn, Math.floor(((before + bytes.length) * 8) / 6));
	});
}

/** Something to look for: how long it is, and what matches it. */
interface Form {
	length: number;
	pattern: string;
}

/** Whether a form is long enough to be looked for in data. */
const isSafe = ({ length }: { length: number }) => length >= SAFE_LENGTH;

/** The forms of all secrets, the longest first, because one secret can contain another. */
const formsOf = (secrets: readonly string[]): Form[] =>
	secrets.flatMap(formsOfOne).sort((one, other) => other.length - one.length);

const plainForm = (text: string): Form => ({
	length: text.length,
	pattern: [...text].map(patternOfLetter).join(''),
});

/** Base64 as it is, as addresses have it, and in an address. */
const base64Form = (text: string): Form => ({
	length: text.length,
	pattern: text.replaceAll('/', '(?:[/_]|\\\\/|%2[fF])').replaceAll('+', '(?:[+-]|%2[bB])'),
});

function formsOfOne(secret: string): Form[] {
	const parts = secretForms(secret);
	const encoded = parts.flatMap(base64Of).filter(({ length }) => length >= MIN_BASE64);
	return [...parts.map(plainForm), ...encoded.map(base64Form)];
}

/** What matches a text that is a secret and nothing else. */
function wholePattern(secrets: readonly string[]): RegExp | undefined {
	const parts = secrets.flatMap(secretForms).filter(isSafe);
	const encoded = parts.map((part) => Buffer.from(part, 'utf8').toString('base64'));
	const forms = [
		...parts.map(plainForm),
		...encoded.map((text) => base64Form(text.replace(/=+$/, ''))),
	];
	const patterns = [...new Set(forms.map(({ pattern }) => pattern))];
	return patterns.length === 0
		? undefined
		: new RegExp(`^(?:${patterns.join('|')})(?:=|%3[dD]){0,2}$`);
}

function patternOf(forms: readonly Form[], flags: string): RegExp | undefined {
	const patterns = forms.map(({ length, pattern }) =>
		isSafe({ length }) ? pattern : `(?<!\\w)${pattern}(?!\\w)`,
	);
	return patterns.length === 0 ? undefined : new RegExp([...new Set(patterns)].join('|'), flags);
}

/**
 * Hides secrets that a platform sends back: as they are, without spaces, and as a URL, JSON or Base64 writes them. In
 * data, a password may be a word of the caller, so only a value that is the whole secret is hidden.
 *   password "sunny", data "A sunny day" -> stays; data "sunny" -> hidden; an access token or a text -> hidden anywhere
 */
export class SecretFilter {
	private readonly inTexts?: RegExp;
	private readonly inData?: RegExp;
	private readonly wholeInData?: RegExp;
	private readonly tokensInData?: RegExp;

	/** @param tokens access tokens, which no person writes: secrets, too */
	constructor(secrets: readonly string[], tokens: readonly string[] = []) {
		const forms = formsOf([...secrets, ...tokens]);
		this.inTexts = patternOf(forms, 'gi');
		// In data, a secret is looked for exactly as it is: ignoring case would take three times as long.
		this.inData = patternOf(forms.filter(isSafe), 'g');
		this.wholeInData = wholePattern([...secrets, ...tokens]);
		this.tokensInData = patternOf(formsOf(tokens).filter(isSafe), 'g');
	}

	/** A text for an error, without secrets. */
	text(text: string): string {
		return this.inTexts ? text.replace(this.inTexts, HIDDEN) : text;
	}

	/** An answer of which texts are shown in an error, without secrets. */
	texts(value: unknown): unknown {
		const { inTexts } = this;
		if (!inTexts) return value;
		const hide = (text: string) => text.replace(inTexts, HIDDEN);
		return mapped(value, hide, hide);
	}

	/**
	 * What becomes an item: without the access token, and without values that are a secret of eight characters or more.
	 * @param text what the value was read from: if it has no secret and no escape, the value is clean
	 */
	data<T>(value: T, text: string): T {
		const { inData, wholeInData, tokensInData } = this;
		if (!inData || (!text.includes('\\') && text.search(inData) < 0)) return value;
		const withoutToken = (part: string) =>
			tokensInData ? part.replace(tokensInData, HIDDEN) : part;
		const hide = (part: string) => (wholeInData?.test(part) ? HIDDEN : withoutToken(part));
		return mapped(value, hide, withoutToken) as T;
	}
}

export const NO_SECRETS = new SecretFilter([]);

/** A copy of a value in which the texts, the names of fields, and the numbers that would be hidden, are replaced. */
function mapped(
	value: unknown,
	ofText: (text: string) => string,
	ofKey: (key: string) => string,
): unknown {
	if (typeof value === 'string') return ofText(value);
	if (typeof value === 'number') return ofText(String(value)) === HIDDEN ? HIDDEN : value;
	if (Array.isArray(value)) return value.map((entry) => mapped(entry, ofText, ofKey));
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [ofKey(key), mapped(inner, ofText, ofKey)]),
	);
}
