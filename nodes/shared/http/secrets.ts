import { isObject } from '../values';

const HIDDEN = '***';
/** A shorter one cannot be told from ordinary text. */
const MIN_LENGTH = 4;
/** One that is shorter than this is hidden in error texts only, where it stands alone. */
const SAFE_LENGTH = 8;

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Shorter Base64 is not looked for: it could be part of any text. */
const MIN_BASE64 = 6;

/** What of a text's Base64 stays the same wherever the text lies in what is encoded: three forms. */
function base64Of(text: string): string[] {
	const bytes = Buffer.from(text, 'utf8');
	const forms = [0, 1, 2].map((before) => {
		const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
		const firstOwn = Math.ceil((before * 8) / 6);
		return encoded.slice(firstOwn, Math.floor(((before + bytes.length) * 8) / 6));
	});
	return forms.filter(({ length }) => length >= MIN_BASE64);
}

/** The secret, the key in an otpauth:// address, and both without the spaces that people write into them. */
function partsOf(secret: string): string[] {
	const inAddress = /^otpauth:.*[?&]secret=([^&\s]+)/i.exec(secret.trim())?.[1];
	return [secret, secret.trim(), secret.replace(/[\s-]/g, ''), ...(inAddress ? [inAddress] : [])];
}

/** As it stands in a URL. Half a letter cannot stand in one. */
const inUrl = (text: string) => (/\p{Surrogate}/u.test(text) ? text : encodeURIComponent(text));

/** What to look for to find a secret: as it is, as it is meant, and in Base64, also that of addresses. */
export function secretForms(secret: string): string[] {
	return partsOf(secret).flatMap((part) => {
		const base64 = base64Of(part);
		const inAddresses = base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
		return [part, ...base64, ...inAddresses];
	});
}

const patternOf = (forms: readonly string[]): RegExp | undefined =>
	forms.length === 0
		? undefined
		: new RegExp(
				forms
					.map((form) =>
						form.length < SAFE_LENGTH ? `(?<!\\w)${escaped(form)}(?!\\w)` : escaped(form),
					)
					.join('|'),
				'g',
			);

/** Cuts known secrets out of what a platform sends. A hostile or careless one repeats what it was sent. */
export class SecretFilter {
	private readonly inTexts?: RegExp;
	private readonly inData?: RegExp;

	constructor(secrets: readonly string[]) {
		const forms = secrets
			.flatMap(secretForms)
			.filter((form) => form.trim().length >= MIN_LENGTH)
			.flatMap((form) => [form, inUrl(form)]);
		// The longest first: one secret can contain another.
		const all = [...new Set(forms)].sort((one, other) => other.length - one.length);
		this.inTexts = patternOf(all);
		this.inData = patternOf(all.filter((form) => form.length >= SAFE_LENGTH));
	}

	/** A text for an error, without secrets. */
	text(text: string): string {
		return this.inTexts ? text.replace(this.inTexts, HIDDEN) : text;
	}

	/**
	 * What a JSON text says, without secrets. One with fewer than eight characters stays: "1234" can be many things.
	 *
	 * @param json the text that it was read from: without a secret and without an escape in it, there is nothing to hide
	 */
	data<T>(value: T, json: string): T {
		if (!this.inData) return value;
		const isClean = !json.includes('\\') && json.search(this.inData) < 0;
		return isClean ? value : (this.inside(value, this.inData) as T);
	}

	private inside(value: unknown, secrets: RegExp): unknown {
		if (typeof value === 'string') return value.replace(secrets, HIDDEN);
		if (typeof value === 'number')
			return String(value).replace(secrets, HIDDEN) === HIDDEN ? HIDDEN : value;
		if (Array.isArray(value)) return value.map((entry) => this.inside(entry, secrets));
		if (!isObject(value)) return value;
		return Object.fromEntries(
			Object.entries(value).map(([key, inner]) => [
				key.replace(secrets, HIDDEN),
				this.inside(inner, secrets),
			]),
		);
	}
}
