import { stringify } from 'node:querystring';
import fc from 'fast-check';
import { withoutSecrets } from '../../../credentials/secrets';
import {
	SECRET,
	account,
	answer,
	asksForCode,
	fakeHttp,
	inTime,
	logIn,
	memory,
} from './fakeLogin.mts';
import { runs } from '../../scale.mts';

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
	HTML: (text) => text.replace(/[&<>"'äŁ]/g, (letter) => `&#${letter.charCodeAt(0)};`),
	'HTML with names': (text) =>
		text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
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
	const html = text
		.replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)))
		.replaceAll('&lt;', '<')
		.replaceAll('&quot;', '"')
		.replaceAll('&amp;', '&');
	const base64 = [text, ...urls].flatMap((part) =>
		(part.match(/[\w+/-]{8,}/g) ?? []).flatMap((run) =>
			[0, 1, 2, 3].map((skip) => Buffer.from(run.slice(skip), 'base64').toString()),
		),
	);
	return [text, ...urls, json, html, ...base64].map((reading) => reading.toLowerCase());
}

const letter = fc.constantFrom(...'abcXYZ0189 !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~äŁ€😀\t');
const secrets = fc
	.string({ unit: letter, minLength: 8, maxLength: 24 })
	.filter((text) => text.trim() === text);
const around = fc.string({ unit: fc.constantFrom('k', 'm', ' ', ':'), maxLength: 5 });

test.each(Object.keys(WRITTEN))('no secret can be read from a text that holds it as %s', (way) => {
	const write = WRITTEN[way] as (text: string) => string;
	fc.assert(
		fc.property(secrets, around, around, (secret, before, after) => {
			const written = write(before + secret + after);
			const shown = String(withoutSecrets(`You sent ${written} here`, [secret]));
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

test.each([
	['within an address', `otpauth://totp/x?secret=${SECRET}&period=30`, SECRET],
	['written with spaces', 'JBSW Y3DP EHPK 3PXP', 'JBSWY3DPEHPK3PXP'],
	['written with dashes', 'jbsw-y3dp-ehpk-3pxp', 'JBSWY3DPEHPK3PXP'],
])('an authenticator secret %s is known without them', (_how, entered, secret) => {
	expect(withoutSecrets(`Not: x${secret}x`, [entered])).toBe('Not: x***x');
});

test('a long text is not shown: where it is cut could be half a secret', () => {
	expect(withoutSecrets({ message: 'a '.repeat(1_001) }, [])).toEqual({ message: '***' });
	expect(withoutSecrets({ message: 'a '.repeat(1_000) }, [])).toEqual({
		message: 'a '.repeat(1_000),
	});
});

describe('a hostile answer does not hold up n8n', () => {
	/** How often a text is looked through for a secret. */
	const looks = (body: unknown): number => {
		const searched = jest.spyOn(String.prototype, 'indexOf');
		withoutSecrets(body, ['right-password', 'another-secret']);
		const count = searched.mock.calls.length;
		searched.mockRestore();
		return count;
	};

	test('with very many tokens, or in a very long text: it is not shown, and not looked through', () => {
		const many = Array.from({ length: 20_000 }, (_, index) => ({
			token: `x${index}`,
			message: 'a',
		}));
		expect(withoutSecrets(many, ['right-password'])).toBeUndefined();
		expect(looks(many)).toBe(0);
		const long = { message: 'a'.repeat(1_000_000) };
		expect(withoutSecrets(long, ['pw'])).toEqual({ message: '***' });
		expect(looks(long)).toBe(looks({ message: null }));
	});

	test('with very many texts: each is looked through as often as one', () => {
		const texts = (length: number) => ({ texts: Array.from({ length }, () => 'right-passwor') });
		const [none, one, many] = [0, 1, 1_000].map((count) => looks(texts(count)));
		expect(Number(one)).toBeGreaterThan(Number(none));
		expect(Number(many) - Number(none)).toBe(1_000 * (Number(one) - Number(none)));
	});
});

describe('in the error of a login', () => {
	beforeEach(() => jest.useFakeTimers({ now: 1_795_000_020_000 }));
	afterEach(() => jest.useRealTimers());

	const errorFor = async (message: (code: string) => unknown, given = account()) => {
		const { http, bodies } = fakeHttp(asksForCode());
		let sent = '';
		const echoing: typeof http = async (options) => {
			const { code } = options.body as { code?: string };
			if (code === undefined) return await http(options);
			sent ||= code;
			const echo = fakeHttp(answer(401, message(sent)));
			return await echo.http(options);
		};
		const error = await inTime(
			logIn(echoing, given, memory()).catch((caught: unknown) => caught as Error),
		);
		expect(bodies()).toHaveLength(given.mfa === 'authenticator' ? 2 : 1);
		return { text: String((error as Error).message), sent };
	};

	test('the first of two codes is hidden, too', async () => {
		const given = account({ mfa: 'authenticator', authenticatorSecret: SECRET });
		const { text, sent } = await errorFor((code) => ({ message: `You sent ${code} first` }), given);
		expect(text).toContain('You sent *** first');
		expect(text).not.toContain(sent);
	});

	test('JSON in a text is read, and then looked through again', async () => {
		const given = account({ mfa: 'backupCodes', backupCodes: ['code-1'] });
		const hidden = [...given.password].map(
			(each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
		);
		const text = `{"message":"You sent ${hidden.join('')}"}`;
		const { text: shown } = await errorFor(() => JSON.stringify(text), given);
		expect(shown).not.toContain(given.password);
		expect(shown).toContain('You sent ***');
	});
});
