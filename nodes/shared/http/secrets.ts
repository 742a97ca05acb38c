import { isObject } from '../values';

const HIDDEN = '***';
/** One that is shorter than this is hidden in texts only, where it stands alone: "1234" can be many things. */
const SAFE_LENGTH = 8;
/** Shorter Base64 is not looked for: it could be part of any text. */
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
function partsOf(secret: string): string[] {
	const inAddress = /^otpauth:.*[?&]secret=([^&\s]+)/i.exec(secret.trim())?.[1];
	const compact = secret.replace(/[\s-]/g, '');
	return [secret, secret.trim(), compact, compact.toUpperCase(), inAddress ?? ''];
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

function formsOf(secret: string): Form[] {
	const parts = partsOf(secret).filter((part) => part.trim() !== '');
	const plain = parts.map((part) => ({
		length: part.length,
		pattern: [...part].map(patternOfLetter).join(''),
	}));
	const encoded = parts.flatMap(base64Of).filter(({ length }) => length >= MIN_BASE64);
	const base64 = encoded.map((form) => ({
		length: form.length,
		// As it is, as addresses have it, and in an address.
		pattern: form.replaceAll('/', '(?:[/_]|\\\\/|%2[fF])').replaceAll('+', '(?:[+-]|%2[bB])'),
	}));
	return [...plain, ...base64];
}

function patternOf(forms: readonly Form[], flags: string): RegExp | undefined {
	const patterns = forms.map(({ length, pattern }) =>
		length < SAFE_LENGTH ? `(?<!\\w)${pattern}(?!\\w)` : pattern,
	);
	return patterns.length === 0 ? undefined : new RegExp([...new Set(patterns)].join('|'), flags);
}

/**
 * Cuts known secrets out of what a platform sends: as they are, without spaces, and as a URL, JSON or Base64 writes them. A hostile or
 * careless platform repeats what it was sent.
 */
export class SecretFilter {
	private readonly inTexts?: RegExp;
	private readonly inData?: RegExp;

	constructor(secrets: readonly string[]) {
		// The longest first: one secret can contain another.
		const forms = secrets.flatMap(formsOf).sort((one, other) => other.length - one.length);
		this.inTexts = patternOf(forms, 'gi');
		// Exactly as it is: to look for small and capital letters takes three times as long.
		this.inData = patternOf(
			forms.filter(({ length }) => length >= SAFE_LENGTH),
			'g',
		);
	}

	/** A text for an error, without secrets. */
	text(text: string): string {
		return this.inTexts ? text.replace(this.inTexts, HIDDEN) : text;
	}

	/** An answer of which texts are shown in an error, without secrets. */
	texts(value: unknown): unknown {
		return this.inTexts ? hidden(value, this.inTexts) : value;
	}

	/**
	 * What a JSON text says, without secrets. One with fewer than eight characters stays.
	 *
	 * @param json the text that it was read from: without a secret and without an escape in it, there is nothing to hide
	 */
	data<T>(value: T, json: string): T {
		if (!this.inData) return value;
		const isClean = !json.includes('\\') && json.search(this.inData) < 0;
		return isClean ? value : (hidden(value, this.inData) as T);
	}
}

export const NO_SECRETS = new SecretFilter([]);

function hidden(value: unknown, secrets: RegExp): unknown {
	const hide = (text: string) => text.replace(secrets, HIDDEN);
	if (typeof value === 'string') return hide(value);
	if (typeof value === 'number') return hide(String(value)) === HIDDEN ? HIDDEN : value;
	if (Array.isArray(value)) return value.map((entry) => hidden(entry, secrets));
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [hide(key), hidden(inner, secrets)]),
	);
}
