import { Readable } from 'node:stream';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { Http } from '../../../credentials/loginStep';
import { loginFor } from '../../../credentials/sharedLogin';
import { LoginError } from '../../../nodes/shared/http';
import {
	BASE_URL,
	account,
	answer,
	fakeHttp,
	logIn,
	memory,
	streamed,
	token,
	type Answer,
} from './fakeLogin.mts';
import { inTime } from '../../support/fakeTime.mts';
import { runs } from '../../scale.mts';

/** The beginning of a time step of an authenticator: no code must be waited for. */
beforeEach(() => jest.useFakeTimers({ now: 1_795_000_020_000 }));
afterEach(() => jest.useRealTimers());

const withCodes = () => account({ mfa: 'backupCodes', backupCodes: ['code-1', 'code-2'] });

/** What a login ends with when its first step is answered with this, and how many requests it was. */
async function outcomeOf(first: Answer | Error, given = withCodes(), second = token('second')) {
	const { http, sent } = fakeHttp(first, second);
	const ended = await logIn(http, given, memory()).catch((error: unknown) => error);
	if (ended instanceof Error && !(ended instanceof LoginError)) throw ended;
	return {
		token: ended instanceof LoginError ? undefined : (ended as { accessToken: string }).accessToken,
		error: ended instanceof LoginError ? ended : undefined,
		requests: sent.length,
	};
}

test.each<[object]>([
	[{ accessToken: 't1', refresh_token: 't2', id_token: 't3', mfa_required: false }],
	[{ result: { access_token: 't1' }, mfa_required: null }],
	[{ success: true, data: { token: 't1', user: { id: 1, token: 't2' } } }],
	[{ token: 't2', access_token: 't1', session_token: 't3', mfa_token: 't4' }],
	[{ access_token: 't1', data: { access_token: 't1' } }],
	[{ access_token: null, token: 't1' }],
	[{ access_token: 't1', message: 'The account is locked out at midnight' }],
	[{ detail: { access_token: 't1' } }],
	[{ access_token: 't1', errors: ['Because'] }],
])('the access token is found in %j', async (body) => {
	expect(await outcomeOf(answer(200, body))).toMatchObject({ token: 't1', requests: 1 });
});

const texts = (length: number) => Array.from({ length }, (_, index) => `x${index}`);

test.each<[string, object, string]>([
	['two values', { access_token: 't1', accessToken: 't2' }, 'access_token: text'],
	['two places', { token: 't1', data: { token: 't2' } }, 'data: { token: text }'],
	['other tokens', { id_token: 't1', session_token: 't1' }, 'id_token: text'],
	['a number', { access_token: 12345678 }, 'access_token: number'],
	['a line break', { access_token: 't1\r\nX-Other: 1' }, 'access_token: text'],
	['letters of another alphabet', { token: 'tök' }, 'token: text'],
	['a text that is too long', { token: 'x'.repeat(8_193) }, 'token: text'],
	['an unknown place', { other: { access_token: 't1' } }, 'other: { access_token: text }'],
	['a list', [{ access_token: 't1' }], '[1 × { access_token: text }]'],
	['what contradicts itself', { mfa_required: true, data: { mfa_required: 0 } }, 'mfa_required'],
	['twenty tokens', { tokens: texts(20) }, 'tokens: [20 × text'],
	['more tokens than are looked for', { tokens: texts(21) }, 'many tokens'],
])('the access token is not guessed from %s', async (_what, body, outline) => {
	const { error, requests } = await outcomeOf(answer(200, body));
	expect(error?.message).toMatch(/without an access token that can be used/);
	expect(error?.message).toContain(outline);
	expect(error?.message).not.toMatch(/t1|12345678/);
	expect(requests).toBe(1);
});

test.each<[number, unknown]>([
	[200, { mfa_required: true, mfa_token: 't1', token: 't2', access_token: 't3' }],
	[200, { data: { mfa_required: 'True' } }],
	[403, { detail: { mfaRequired: 'true' } }],
	[200, { success: false, mfa_required: true }],
	[401, { mfa_required: 1, detail: 'Unauthorized' }],
])('a code is sent after status %i with %j', async (status, body) => {
	expect(await outcomeOf(answer(status, body))).toMatchObject({ token: 'second', requests: 2 });
	const { error } = await outcomeOf(answer(status, body), account());
	expect(error?.message).toMatch(/requires a second factor/);
});

test.each<[number, object, string]>([
	[401, { message: 'MFA code required', code: 'MFA_REQUIRED' }, '"MFA code required"'],
	[401, { mfa_required: 'optional' }, ''],
])('no code is sent because of a text: status %i with %j', async (status, body, said) => {
	const { error, requests } = await outcomeOf(answer(status, body));
	expect([error?.refused, requests]).toEqual([true, 1]);
	expect(error?.message).toContain(said);
});

describe('a redirect of a login', () => {
	const ELSEWHERE = 'https://voice2.example.com:8443';
	const redirect = (status: number, location: string) => answer(status, '<html>', { location });

	test.each([
		[302, `${ELSEWHERE}/api/v1/auth/login?email=a`, ELSEWHERE],
		[308, `${ELSEWHERE}/api/v1/auth/login`, ELSEWHERE],
		[301, '/login', new URL(BASE_URL).origin],
	])('%i to %s is named, and not followed', async (status, location, origin) => {
		const { error, requests } = await outcomeOf(redirect(status, location));
		expect(requests).toBe(1);
		expect(error).toMatchObject({
			summary: `The platform answered the login with a redirect to ${origin}`,
			description: expect.stringContaining(`for example ${origin}/api/v1`),
			refused: true,
		});
		expect(error?.message).not.toMatch(/email|No login was found/);
	});

	test.each([
		[307, `${BASE_URL}/auth/login/`],
		[308, '/api/v1/auth/login/'],
	])('%i to %s is followed: with or without a slash at the end', async (status, location) => {
		const { http, sent } = fakeHttp(redirect(status, location), token('t1'));
		expect((await logIn(http, account(), memory())).accessToken).toBe('t1');
		const [{ url } = {}, second] = sent;
		expect(url).toBe(`${BASE_URL}/auth/login`);
		expect(second).toEqual({ ...sent[0], url: `${BASE_URL}/auth/login/` });
		expect(sent).toHaveLength(2);
	});

	test.each([299, 400])('a location beside status %i is none', async (status) => {
		const given = answer(status, { access_token: 't1' }, { location: ELSEWHERE });
		const { token: found, error } = await outcomeOf(given);
		expect(found).toBe(status < 300 ? 't1' : undefined);
		expect(error?.summary ?? '').not.toContain('redirect');
	});
});

describe('a login that fails says why', () => {
	const NOT_HERE = /No login was found at the 'Base URL'/;
	const WEB_PAGE = /A web page answered the login/;
	const LOCKED = /has locked this account\. .*Wait until the lock ends, or ask an admin/;
	const UNAVAILABLE = /could not process the login/;
	const REFUSED = /refused the email address or the password/;
	const NOT_ACCEPTED = /did not accept the email address or the pass/;

	test.each<[number, unknown, RegExp]>([
		[404, { detail: 'User not found' }, /No login was found at.*"User not found".*the email/],
		// A Base URL that is wrong says nothing about the email address.
		[404, '404 page not found', /No login was found at(?!.*email)/],
		[405, '<html>', NOT_HERE],
		[300, '', NOT_HERE],
		[399, { message: 'Because' }, NOT_HERE],
		[200, '<html>', WEB_PAGE],
		[403, ' <!DOCTYPE html>', WEB_PAGE],
		[429, { message: 'Too many attempts' }, UNAVAILABLE],
		[503, '<html>', /could not process the login \(status 503\).*later/],
		[500, { message: 'Because' }, /status 500\).*"Because"/],
		[408, '', UNAVAILABLE],
		[423, '', LOCKED],
		[400, { message: 'Account is locked' }, LOCKED],
		[401, { message: 'lockout' }, LOCKED],
		[401, { message: 'Lock out' }, LOCKED],
		[401, { message: 'Locked_out until noon' }, LOCKED],
		[401, { message: 'Too many failed log-in attempts' }, LOCKED],
		[401, { message: 'Too many signin attempts' }, LOCKED],
		[403, { code: 'ACCOUNT_LOCKED', message: 'Too many attempts' }, LOCKED],
		[401, { message: 'The door is blocked' }, REFUSED],
		[401, { message: 'Because' }, /password.*"Because"/],
		[422, { detail: [{ loc: ['body', 'email'], msg: 'not valid' }] }, /"email: not valid"/],
		[400, '', NOT_ACCEPTED],
		[422, '', NOT_ACCEPTED],
		[409, { message: 'Conflict' }, /refused the login \(status 409\)/],
		[200, { success: false, message: 'Because' }, /the login \(status 200\).*"Because"/],
		[200, { ok: false, token: 't1' }, /refused the login \(status 200\)/],
		[403, { message: 'Not from here' }, /does not allow this user.*Usually the email.*an admin/],
	])('status %i with %j', async (status, body, text) => {
		const { error, requests } = await outcomeOf(answer(status, body));
		expect(error?.message).toMatch(text);
		expect(error?.refused).toBe(![408, 429, 500, 503].includes(status));
		expect(requests).toBe(1);
	});

	test('a web page by its type', async () => {
		const { error } = await outcomeOf(answer(200, 'Hello', { 'content-type': 'Text/HTML' }));
		expect(error?.message).toMatch(WEB_PAGE);
	});

	test('an answer that is too large, or never ends', async () => {
		const given = async (body: Readable) => {
			const http = (async () => ({ statusCode: 200, headers: {}, body })) as unknown as Http;
			return (await logIn(http, account(), memory()).catch(
				(error: unknown) => error,
			)) as LoginError;
		};
		const large = Readable.from(Array.from({ length: 1_001 }, () => Buffer.alloc(1_000, ' ')));
		const error = await given(large);
		expect(error).toMatchObject({ refused: true });
		expect(error.message).toMatch(/answer to the login is too large\. .* more than 1 MB/);

		const timer = new AbortController();
		jest.spyOn(AbortSignal, 'timeout').mockReturnValue(timer.signal);
		const silent = new Readable({ read: () => void Promise.resolve().then(() => timer.abort()) });
		const late = await given(silent);
		jest.restoreAllMocks();
		expect(late).toMatchObject({ refused: false });
		expect(late.message).toMatch(/did not answer the login in time\. .* within 30 seconds/);
		expect(silent.destroyed).toBe(true);
	});

	test('for a locked account: it is not tried again for ten minutes, or as long as the platform says', async () => {
		const locked = async (headers?: Record<string, string>) =>
			(await outcomeOf(answer(423, '', headers))).error;
		expect(await locked()).toMatchObject({ refused: true, retryAfterSeconds: 600 });
		expect(await locked({ 'retry-after': '900' })).toMatchObject({ retryAfterSeconds: 900 });
	});

	const failed = (code: string, more: object = {}) =>
		Object.assign(new Error('wrapped'), { cause: Object.assign(new Error(), { code, ...more }) });
	test.each<[string, Error, boolean, RegExp]>([
		['expired', failed('CERT_HAS_EXPIRED'), true, /not trusted \(CERT_HAS_EXPIRED\)/],
		['self-signed', failed('DEPTH_ZERO_SELF_SIGNED_CERT'), true, /NODE_EXTRA_CA_CERTS/],
		['no TLS', failed('EPROTO'), false, /may not be an https server/],
		['no name', failed('ENOTFOUND'), false, /no connection was made.*DNS/],
		['no connect', failed('ETIMEDOUT', { syscall: 'connect' }), false, /no connection was made/],
		['time-out', failed('ECONNABORTED'), false, /did not answer the login in time/],
		['reset', failed('ECONNRESET'), false, /was interrupted during the login/],
		['something else', new Error('other'), false, /could not be reached to log in\. No answer/],
	])('without an answer: %s', async (_what, error, refused, text) => {
		const outcome = await outcomeOf(error);
		expect(outcome.error?.message).toMatch(text);
		expect(outcome.error?.message).toContain('voice.example.com');
		expect(outcome.error).toMatchObject({ refused, retryAfterSeconds: undefined });
	});
});

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
const MANY = Array.from('tK7'.repeat(9), (each, index) => each + index);

test.each<[string, unknown]>([
	['the password', { message: 'Wrong password: RIGHT-password' }],
	['another code', { message: 'Because of code-2' }],
	['a token below', { message: 'Because of abcdefgh', tokens: { list: ['abcdefgh'] } }],
	['many tokens', { message: 'Because of tK7', tokens: MANY }],
	['a token without end', { message: 'Because of tK7', token: 'tK7 '.repeat(200_000) }],
	['a JWT', { message: `Because of ${JWT}` }],
	['a key whose digit comes late', { message: 'Because of abcdefghijkl9mno' }],
	['a key whose letter comes late', { message: 'Because of 01234567890123abc' }],
	['a name', { 'right-password': 1, message: 'Because' }],
	['the end of a long text', { message: `${'Because '.repeat(62)}right-password` }],
])('what the platform repeats of a secret is not shown: %s', async (_what, body) => {
	for (const status of [200, 401, 403, 404, 503]) {
		const { error } = await outcomeOf(answer(status, body));
		expect(error?.message).not.toMatch(
			/right-pass|code-2|tK7|abcdefgh|123abc|eyJzdWIi|0123456789abcdef|c2lnbmF/i,
		);
	}
});

/*
 * Random answers. `{password}` and `{code}` in a text are what the request has sent: a platform may repeat it.
 */

const FLAGS = ['mfa_required', 'mfaRequired'];
const SAYING = [
	...['Wrong {password}', 'Code {code} is not valid', 'MFA_REQUIRED', 'MFA code required'],
	...['Not Found', 'User not found', 'Account locked', 'ok', ''],
];
const STATUSES = [
	200, 200, 200, 201, 204, 302, 400, 401, 403, 404, 408, 409, 422, 423, 429, 500, 503,
];

const tokens = fc.stringMatching(/^tK[0-9][A-Za-z0-9._-]{9,30}$/);

interface Case {
	status: number;
	body: unknown;
}

const value = fc.oneof(
	{ weight: 3, arbitrary: tokens },
	fc.constantFrom(...SAYING),
	fc.constantFrom(true, false, null, 0, 1, 'true', 'a b'),
);
const name = fc.constantFrom(
	...['access_token', 'accessToken', 'token', 'id_token', 'mfa_token', ...FLAGS],
	...['message', 'detail', 'error', 'code', 'success', 'status', '{password}', '{code}'],
);
const flat = fc.dictionary(name, value, { maxKeys: 4 });
const nested = fc
	.tuple(
		flat,
		fc.dictionary(fc.constantFrom('data', 'result', 'detail', 'errors'), flat, { maxKeys: 2 }),
	)
	.map(([outer, inner]) => ({ ...outer, ...inner }));
const anything = fc
	.tuple(
		fc.constantFrom(...STATUSES),
		fc.oneof(
			{ weight: 6, arbitrary: nested },
			fc.constantFrom(...SAYING),
			fc.constantFrom('<html>{password}</html>', null, undefined, 7, []),
			fc.array(flat, { maxLength: 2 }),
			tokens,
		),
	)
	.map(([status, body]): Case => ({ status, body }));
const giving = fc
	.tuple(nested, tokens)
	.map(([body, access_token]) => ({ status: 200, body: { ...body, access_token } }));
const asking = nested.map((body) => ({ status: 200, body: { ...body, mfa_required: true } }));

/** The texts of an answer, each with the name above it. */
function textsIn(given: unknown, above = ''): Array<[name: string, text: string]> {
	if (typeof given === 'string') return [[above, given]];
	if (typeof given !== 'object' || given === null) return [];
	return Object.entries(given).flatMap(([key, inner]) =>
		textsIn(inner, Array.isArray(given) ? above : key),
	);
}

const filled = (body: unknown, sent: IDataObject): unknown =>
	body === undefined
		? undefined
		: JSON.parse(
				JSON.stringify(body)
					.replaceAll('{password}', String(sent.password ?? sent.code))
					.replaceAll('{code}', String(sent.code ?? sent.password)),
			);

function platform(first: Case, second: Case) {
	const sent: IDataObject[] = [];
	const http: Http = async ({ url, body }) => {
		const request = body as IDataObject;
		sent.push(request);
		const { status, body: template } = String(url).endsWith('/auth/login') ? first : second;
		return streamed(answer(status, filled(template, request)));
	};
	return { http, sent };
}

const secretText = fc.stringMatching(/^[A-Za-z0-9!?$%.*+-]{6,20}$/);
const scenario = fc.record({
	first: fc.oneof(giving, asking, anything),
	second: fc.oneof(giving, anything),
	mfa: fc.constantFrom('none' as const, 'authenticator' as const, 'backupCodes' as const),
	password: secretText.map((text) => `pW9${text}`),
	codes: fc.uniqueArray(
		secretText.map((text) => `cD7${text}`),
		{ minLength: 1, maxLength: 3 },
	),
});

/** Whether a flag in the answer asks for a code. */
const mayAskForCode = (body: unknown): boolean => {
	const text = JSON.stringify(body) ?? '';
	return FLAGS.some((flag) => new RegExp(`"${flag}":("true"|true|"1"|1)`).test(text));
};

const tokenNamesIn = ({ body }: Case, accessToken: string) =>
	textsIn(body)
		.filter(([, text]) => text === accessToken)
		.map(([above]) => above);

test('for any answers: the true token or an error without secrets; one password for each code, at most one code of a kind, for 200 items', async () => {
	await fc.assert(
		fc.asyncProperty(scenario, async ({ first, second, mfa, password, codes }) => {
			const given = account({
				mfa,
				password,
				backupCodes: codes,
				authenticatorSecret: 'JBSWY3DPEHPK3PXP',
			});
			const { http, sent } = platform(first, second);
			const items = Array.from(
				{ length: 200 },
				async () => await loginFor(http, given, '').catch((error: unknown) => error),
			);
			const outcomes = new Set(await inTime(Promise.all(items)));
			const [outcome] = outcomes;
			expect(outcomes.size).toBe(1);
			// The next item of the same run asks again.
			const next = await loginFor(http, given, '').catch((error: unknown) => error);

			const sentCodes = sent.filter(({ code }) => code !== undefined);
			// Each further code needs the password again.
			const passwords = sent.filter((body) => body.password !== undefined);
			expect(passwords).toHaveLength(Math.max(sentCodes.length, 1));
			// A refused authenticator code is followed by that of the next step, never by itself.
			expect(sentCodes.length).toBeLessThanOrEqual(mfa === 'authenticator' ? 2 : 1);
			expect(new Set(sentCodes.map(({ code }) => code)).size).toBe(sentCodes.length);
			if (sentCodes.length > 0) expect(mayAskForCode(first.body)).toBe(true);

			if (outcome instanceof LoginError) {
				const secrets = [
					password,
					'JBSWY3DPEHPK3PXP',
					...codes,
					...sentCodes.map(({ code }) => String(code)),
					...[first, second].flatMap(({ body }) =>
						textsIn(body)
							.map(([, text]) => text)
							.filter((text) => text.startsWith('tK')),
					),
				];
				for (const error of [outcome, next as LoginError]) {
					const shown = `${error.message} ${error.summary} ${error.description}`;
					for (const secret of secrets)
						expect(shown.toLowerCase()).not.toContain(secret.toLowerCase());
				}
			} else {
				const { accessToken } = outcome as { accessToken: string };
				expect(next).toBe(outcome);
				const source = sentCodes.length > 0 ? second : first;
				expect(tokenNamesIn(source, accessToken)).toEqual(
					expect.arrayContaining([expect.stringMatching(/^(access_?token|token)$/i)]),
				);
			}
		}),
		runs('logins'),
	);
});
