import { stringify } from 'node:querystring';
import fc from 'fast-check';
import { SecretFilter } from '../../../nodes/shared/http/secrets';
import { runs } from '../../scale.mts';

const TOKEN = 'eyJhbGciOi.J9+eyJz/dWIiOiI9.Z1f';
const PASSWORD = 'correct "horse" $1';
const AUTHENTICATOR = 'otpauth://totp/Sandbox:owner?secret=JBSWY3DPEHPK3PXP&period=30';
const filter = new SecretFilter([PASSWORD, AUTHENTICATOR, 'pin7', 'abc', ''], [TOKEN]);
const shown = <T extends object>(value: T): T => filter.data(value, JSON.stringify(value));

const base64 = (text: string) => Buffer.from(text).toString('base64');

const formsOf = (secret: string) => [secret, encodeURIComponent(secret), base64(secret)];
const TOKEN_FORMS = formsOf(TOKEN);
const OTHER_FORMS = [PASSWORD, 'JBSWY3DPEHPK3PXP'].flatMap(formsOf);
const FORMS = [...TOKEN_FORMS, ...OTHER_FORMS];

describe('secrets in an answer', () => {
	// The last letter of base64 depends on what follows.
	const hidden = /^\*\*\*\w?=*$/;

	test.each(FORMS)('%j is hidden in errors', (form) => {
		expect(filter.text(`It was ${form}`).replace('It was ', '')).toMatch(hidden);
		const [[name, value] = []] = Object.entries(filter.texts({ [form]: [`Is ${form}`] }) as object);
		expect(name).toMatch(hidden);
		expect(String(value).replace('Is ', '')).toMatch(hidden);
	});

	test('a password that is a town, and a backup code that is a part of a number, stay in what people say', () => {
		const town = new SecretFilter(['Birmingham', '25550123']);
		const call = {
			summary: 'The customer lives in Birmingham.',
			to_number: '+12125550123',
			call_id: 'call_25550123',
			duration: 125550123,
			Birmingham: { 25550123: 'Birminghamshire' },
		};
		expect(town.data(call, JSON.stringify(call))).toEqual(call);
		expect(town.data(['Birmingham', 25550123, 'QmlybWluZ2hhbQ=='], '["Birmingham"]')).toEqual([
			'***',
			'***',
			'***',
		]);
		expect(town.text('Birmingham: +12125550123')).toBe('***: +121***');
	});

	test('are found in any answer, also escaped, and nothing else is changed', () => {
		const clean = fc.jsonValue({ maxDepth: 4 });
		const place = fc.tuple(
			...[fc.constantFrom(...TOKEN_FORMS), fc.constantFrom(...FORMS)],
			...[fc.string(), fc.string()],
		);
		const answer = fc.tuple(clean, place).map(([value, [token, whole, before, after]]) => ({
			value: { value, echo: `${before}${token}${after}`, list: [{ [whole]: value, whole }] },
			token,
			whole,
		}));
		const escape = (text: string) =>
			text.replace(/[a-zA-Z+/=]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
		fc.assert(
			fc.property(answer, fc.boolean(), ({ value, token, whole }, isEscaped) => {
				const json = JSON.stringify(value);
				const sent = isEscaped
					? json.replace(/"(?:[^"\\]|\\.)*"/g, (text) => escapeInside(text, escape))
					: json;
				const result = filter.data(JSON.parse(sent), sent) as typeof value;
				expect(result.echo).not.toContain(token);
				const names = Object.keys(result.list[0] ?? {});
				const name = TOKEN_FORMS.includes(whole) ? expect.stringMatching(hidden) : whole;
				expect(names).toEqual([name, 'whole']);
				expect(JSON.stringify(Object.values(result.list[0] ?? {}))).toBe(
					JSON.stringify([value.value, '***']),
				);
				expect(JSON.stringify(result.value)).toBe(JSON.stringify(value.value));
			}),
			runs('values'),
		);
	});

	test('are found without the spaces that people write into them', () => {
		const spaced = new SecretFilter([' JBSW Y3DP-EHPK 3PXP ']);
		expect(spaced.text('Got JBSWY3DPEHPK3PXP')).toBe('Got ***');
		expect(spaced.text('Got JBSW Y3DP-EHPK 3PXP.')).toBe('Got ***.');
		// Base32 in small letters is the same secret.
		const small = new SecretFilter(['jbsw y3dp ehpk 3pxp']);
		const echo = { secret: 'JBSWY3DPEHPK3PXP' };
		expect(small.data(echo, JSON.stringify(echo))).toEqual({ secret: '***' });
	});

	test('are found as often as they come, and the longer one first if one holds another', () => {
		const long = `${TOKEN}-and-its-end`;
		for (const given of [
			[TOKEN, long],
			[long, TOKEN],
		]) {
			const both = new SecretFilter([], given);
			const text = `${long}, ${TOKEN} and ${long}`;
			expect(both.text(text)).toBe('***, *** and ***');
			expect(both.data({ text }, JSON.stringify({ text }))).toEqual({ text: '***, *** and ***' });
		}
	});

	test('that are short are cut out of errors where they stand alone, and stay in data', () => {
		expect(filter.text('pin7 is not pin77')).toBe('*** is not pin77');
		expect(filter.text('abc and abcd')).toBe('*** and abcd');
		expect(filter.texts({ pin7: ['abc', 7, null] })).toEqual({ '***': ['***', 7, null] });
		expect(shown({ word: 'pin7' })).toEqual({ word: 'pin7' });
	});
});

const asciiJson = (text: string) =>
	JSON.stringify(text).replace(
		/[\u0080-\uffff]/g,
		(letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
const lowerCodes = (text: string) => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());

/** Ways to write a text, as a server or a library does. */
const WRITTEN: Record<string, (text: string) => string> = {
	plain: (text) => text,
	'upper case': (text) => text.toUpperCase(),
	'a part of a URL': encodeURIComponent,
	'a part of a URL in lower case': (text) => lowerCodes(encodeURIComponent(text)),
	'a form': (text) => stringify({ field: text }),
	'a form of a browser': (text) => new URLSearchParams({ field: text }).toString(),
	JSON: (text) => JSON.stringify(text),
	'JSON in ASCII': asciiJson,
	'JSON with \\/': (text) => JSON.stringify(text).replaceAll('/', '\\/'),
	Base64: (text) => Buffer.from(text).toString('base64'),
	'Base64 for URLs': (text) => Buffer.from(text).toString('base64url'),
	'Base64 in a URL': (text) => encodeURIComponent(Buffer.from(text).toString('base64')),
};

function attempt(read: () => string): string {
	try {
		return read();
	} catch {
		return '';
	}
}

/** What somebody could read out of a text. */
function readings(text: string): string[] {
	const urls = [text, text.replaceAll('+', ' ')].map((part) =>
		attempt(() => decodeURIComponent(part)),
	);
	const json = attempt(() => String(JSON.parse(`"${text.replaceAll(/(?<!\\)"/g, '')}"`)));
	const base64 = [text, ...urls].flatMap((part) =>
		(part.match(/[\w+/-]{8,}/g) ?? []).flatMap((run) =>
			[0, 1, 2, 3].map((skip) => Buffer.from(run.slice(skip), 'base64').toString()),
		),
	);
	return [text, ...urls, json, ...base64].map((reading) => reading.toLowerCase());
}

const letters = fc.constantFrom(...'abcXYZ0189 !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~äŁ€😀\t');
const anySecret = fc
	.string({ unit: letters, minLength: 8, maxLength: 24 })
	.filter((text) => text.trim() === text);
const around = fc.string({ unit: fc.constantFrom('k', 'm', ' ', ':'), maxLength: 5 });

test.each(Object.keys(WRITTEN))('no secret can be read from a text that holds it as %s', (way) => {
	const write = WRITTEN[way] as (text: string) => string;
	fc.assert(
		fc.property(anySecret, around, around, (secret, before, after) => {
			const written = write(before + secret + after);
			const shown = new SecretFilter([secret]).text(`You sent ${written} here`);
			for (const reading of readings(shown)) expect(reading).not.toContain(secret.toLowerCase());
			expect(shown).toMatch(/^You sent .* here$/s);
		}),
		runs('values'),
	);
});

test('the test would notice: without the secret, each way can be read', () => {
	for (const write of Object.values(WRITTEN)) {
		const shown = `You sent ${write('k: p/w "ä+1 m')} here`;
		expect(readings(shown).some((reading) => reading.includes('p/w "ä+1'))).toBe(true);
	}
});

/** Escapes the letters of a JSON text that are not part of an escape already. */
function escapeInside(text: string, escape: (plain: string) => string): string {
	return text.replace(/\\(?:u[\da-f]{4}|.)|[^\\]/gi, (part) =>
		part.startsWith('\\') ? part : escape(part),
	);
}
