import { isObject } from '../values';

const HIDDEN = '***';
/** A shorter one cannot be told from ordinary text. */
const MIN_LENGTH = 4;
/** One that is shorter than this is hidden in error texts only, where it stands alone. */
const SAFE_LENGTH = 8;

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** The letters that only this secret can lead to, when it stands in base64 after so many other bytes. */
function base64Of(secret: string, before: number): string {
	const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret, 'utf8')]);
	const letters = bytes.toString('base64').replace(/=+$/, '');
	const shared = bytes.length % 3 === 0 ? 0 : 1;
	return letters.slice(Math.ceil((before * 8) / 6), letters.length - shared);
}

/** The secret as it is, and as it can stand in an address or in a header. */
function formsOf(secret: string): string[] {
	if (secret.length < SAFE_LENGTH) return [secret];
	const inBase64 = [0, 1, 2].map((before) => base64Of(secret, before));
	return [
		secret,
		encodeURIComponent(secret),
		...inBase64,
		...inBase64.map((form) => form.replace(/\+/g, '-').replace(/\//g, '_')),
	];
}

/** The part of an otpauth:// address that is secret. */
function keyIn(secret: string): string[] {
	const key = /[?&]secret=([^&\s]+)/i.exec(secret)?.[1];
	return key === undefined ? [secret] : [secret, key];
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
			.flatMap(keyIn)
			.map((secret) => secret.trim())
			.filter((secret) => secret.length >= MIN_LENGTH)
			.flatMap(formsOf)
			// The longest first: one secret can contain another.
			.sort((one, other) => other.length - one.length);
		const all = [...new Set(forms)];
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
