import { TOTP } from 'otpauth';
import type { Account } from '../../../credentials/login';
import { LoginError } from '../../../nodes/shared/http';
import {
	BASE_URL,
	SECRET,
	account,
	answer,
	asksForCode,
	fakeHttp,
	logIn,
	memory,
	token,
	type Answer,
} from './fakeLogin.mts';
import { inTime } from '../../support/fakeTime.mts';

/** The beginning of a time step, in seconds. */
const STEP = 1_795_000_020;

/** What an authenticator app shows at this second. */
const codeAt = (second: number, secret = SECRET) =>
	new TOTP({ secret }).generate({ timestamp: second * 1000 });

const authenticator = (more: Partial<Account> = {}) =>
	account({ mfa: 'authenticator', authenticatorSecret: SECRET, ...more });

beforeEach(() => jest.useFakeTimers({ now: (STEP + 5) * 1000 }));
afterEach(() => jest.useRealTimers());

const errorOf = async (work: Promise<unknown>): Promise<LoginError> => {
	const error = await inTime(work.catch((caught: unknown) => caught));
	expect(error).toBeInstanceOf(LoginError);
	return error as LoginError;
};

/** Waits with the clock going on by itself. */
async function timed<T>(work: Promise<T>): Promise<{ value: T; seconds: number }> {
	const startedAt = Date.now();
	const value = await inTime(work);
	return { value, seconds: (Date.now() - startedAt) / 1000 };
}

describe('a login with a password', () => {
	test('is one request, and its token the session', async () => {
		const given = account({ backupCodes: ['a', 'b'], lastCodeTime: 7 });
		const { http, sent } = fakeHttp(token('t1'));
		expect(await logIn(http, given, memory())).toEqual({
			accessToken: 't1',
			backupCodes: ['a', 'b'],
			lastCodeTime: 7,
		});
		const [{ abortSignal, ...options } = {}] = sent;
		expect(abortSignal).toBeInstanceOf(AbortSignal);
		expect(sent).toHaveLength(1);
		expect(options).toEqual({
			method: 'POST',
			url: `${BASE_URL}/auth/login`,
			body: { email: given.email, password: 'right-password' },
			json: true,
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout: 30_000,
		});
	});

	test.each([{ email: ' ' }, { password: '' }])('is not tried with %j', async (more) => {
		const { http, sent } = fakeHttp(token('t1'));
		const error = await errorOf(logIn(http, account(more), memory()));
		expect(error.refused).toBe(true);
		expect(sent).toEqual([]);
	});
});

describe('an account that asks for a second factor', () => {
	test('gets the code of this moment', async () => {
		const given = authenticator();
		const remembered = memory();
		const { http, sent } = fakeHttp(asksForCode(), token('t2'));
		const { value, seconds } = await timed(logIn(http, given, remembered));
		expect(value).toEqual({ accessToken: 't2', backupCodes: [], lastCodeTime: STEP });
		expect(seconds).toBe(0);
		expect(sent[1]).toMatchObject({
			method: 'POST',
			url: `${BASE_URL}/mfa/verify`,
			body: { email: given.email, code: codeAt(STEP) },
		});
		expect(remembered).toMatchObject({ lastCodeTime: STEP, spent: [] });
	});

	interface Clocks {
		/** The second of the step at which it is asked. */
		second?: number;
		/** How far the platform's clock is ahead. */
		ahead?: number;
		/** The step whose code this process, or the credential, has sent last. */
		remembered?: number;
		stored?: number;
	}
	test.each<[string, Clocks, number, number]>([
		['the code of its own clock, if this is ahead', { ahead: 40 }, STEP + 30, 0],
		['the code of its own clock, if this is behind', { ahead: -10 }, STEP - 30, 0],
		['a code that has two seconds left', { second: 28 }, STEP, 0],
		['the next code, if this one has less', { second: 28.5 }, STEP + 30, 1.5],
		['never the code this process sent before', { remembered: STEP }, STEP + 30, 25],
		['never the code the credential remembers', { stored: STEP }, STEP + 30, 25],
		['never a code of the next step again', { remembered: STEP + 30 }, STEP + 60, 55],
		['the code of now after an older one', { remembered: STEP - 30, stored: STEP - 60 }, STEP, 0],
		['the code of now, if a clock was put right', { remembered: STEP + 60 }, STEP, 0],
	])('gets %s', async (_what, { second = 5, ahead, remembered, stored = 0 }, expected, waits) => {
		jest.setSystemTime((STEP + second) * 1000);
		const headers: Record<string, string> =
			ahead === undefined ? {} : { date: new Date((STEP + second + ahead) * 1000).toUTCString() };
		const { http, bodies } = fakeHttp(asksForCode(headers), token('t2'));
		const given = authenticator({ lastCodeTime: stored });
		const { value, seconds } = await timed(logIn(http, given, memory(remembered)));
		expect(bodies()[1]?.code).toBe(codeAt(expected));
		expect(seconds).toBeCloseTo(waits, 1);
		expect(value.lastCodeTime).toBe(expected);
	});

	test('is not asked at all if the secret cannot be read', async () => {
		const { http, sent } = fakeHttp(asksForCode());
		const given = authenticator({ authenticatorSecret: '1' });
		await expect(logIn(http, given, memory())).rejects.toThrow(/Base32/);
		expect(sent).toEqual([]);
		const unused = { authenticatorSecret: '1', backupCodes: ['a'], mfa: 'backupCodes' as const };
		await logIn(fakeHttp(asksForCode(), token('t')).http, account(unused), memory());
	});

	test('gets the code of the next step if the first is refused: another process may have sent it', async () => {
		const remembered = memory();
		const { http, bodies } = fakeHttp(asksForCode(), answer(401, ''), asksForCode(), token('t2'));
		const { value, seconds } = await timed(logIn(http, authenticator(), remembered));
		// The login of the other process may have ended this one, so the password is sent again.
		expect(bodies().map(({ code, password }) => [code, password !== undefined])).toEqual([
			[undefined, true],
			[codeAt(STEP), false],
			[undefined, true],
			[codeAt(STEP + 30), false],
		]);
		expect(seconds).toBe(25);
		expect(value).toMatchObject({ accessToken: 't2', lastCodeTime: STEP + 30 });
		expect(remembered.lastCodeTime).toBe(STEP + 30);
	});

	test('waits for the next step by the clock of the platform, also if only the first answer says it', async () => {
		const clock = (second: number) => ({ date: new Date((STEP + second) * 1000).toUTCString() });
		const answers = [asksForCode(clock(45)), answer(401, ''), asksForCode(clock(60)), token('t2')];
		const { http, bodies } = fakeHttp(...answers);
		const { seconds } = await timed(logIn(http, authenticator(), memory()));
		expect(seconds).toBe(15);
		expect(bodies()[3]?.code).toBe(codeAt(STEP + 60));
	});

	test('gets two codes at most, and remembers them also if both are refused', async () => {
		const remembered = memory();
		const refusal = answer(401, { message: 'Because' });
		const { http, sent } = fakeHttp(asksForCode(), refusal, asksForCode(), refusal);
		const error = await errorOf(logIn(http, authenticator(), remembered));
		expect(error.refused).toBe(true);
		expect(error.message).toMatch(/authenticator code/);
		expect(error.message).toContain('"Because"');
		expect(sent).toHaveLength(4);
		expect(remembered.lastCodeTime).toBe(STEP + 30);
	});

	test.each([
		[429, '', false],
		[500, '', false],
		[423, '', true],
		[401, { message: 'The account is locked' }, true],
		[302, '', true],
		[200, {}, true],
	])('gets no second code after status %i with %j', async (status, body, refused) => {
		const { http, sent } = fakeHttp(asksForCode(), answer(status, body));
		expect((await errorOf(logIn(http, authenticator(), memory()))).refused).toBe(refused);
		expect(sent).toHaveLength(2);
	});
});

describe('backup codes', () => {
	const withCodes = (...backupCodes: string[]) => account({ mfa: 'backupCodes', backupCodes });

	test('of which none is left: not even the password is sent', async () => {
		const { http, sent } = fakeHttp(token('t1'));
		const error = await errorOf(logIn(http, withCodes('a'), memory(0, 'a')));
		expect(error.message).toMatch(/backup code/);
		expect(sent).toEqual([]);
	});

	test('that are refused are spent, too', async () => {
		const remembered = memory();
		const { http } = fakeHttp(asksForCode(), answer(400, { message: 'Because' }));
		const error = await errorOf(logIn(http, withCodes('a', 'b'), remembered));
		expect(error.refused).toBe(true);
		expect(error.message).toMatch(/backup code/);
		expect(error.message).toContain('"Because"');
		expect(remembered.spent).toEqual(['a']);
	});

	test.each<[string, Answer | Error, boolean]>([
		['429', answer(429, ''), false],
		['no connection', Object.assign(new Error(), { code: 'ECONNREFUSED' }), false],
		['503', answer(503, ''), true],
		['503 and a short Retry-After', answer(503, '', { 'retry-after': '5' }), true],
		['a time-out', Object.assign(new Error(), { code: 'ECONNABORTED' }), true],
		['a locked account', answer(423, { message: 'Because' }), true],
	])(
		'that the platform may not have looked at (%s) are not spent; the same one is next',
		async (_what, given, isPaused) => {
			const remembered = memory();
			const { http } = fakeHttp(asksForCode(), given);
			const error = await errorOf(logIn(http, withCodes('a', 'b'), remembered));
			expect(error.refused).toBe(isPaused);
			expect(error.retryAfterSeconds === 600).toBe(isPaused);
			expect(error.message.includes('sends the same code again')).toBe(isPaused);
			expect(remembered.spent).toEqual([]);
		},
	);

	test.each<[string, Answer]>([
		['400', answer(400, { message: 'Because' })],
		['no token', answer(200, {})],
		['success: false', answer(200, { success: false, access_token: 't1' })],
	])('are followed by the next one only if there is one (%s)', async (_what, given) => {
		const after = async (...codes: string[]) =>
			await errorOf(logIn(fakeHttp(asksForCode(), given).http, withCodes(...codes), memory()));
		const more = await after('a', 'b');
		expect(more.message).toMatch(/For the next 10 minutes no backup code is sent/);
		expect(more.message).toMatch(/The next attempt uses the next code of the list/);
		expect(more).toMatchObject({ refused: true, retryAfterSeconds: 600 });
		const last = await after('a');
		expect(last.message).not.toMatch(/next attempt/);
		expect(last.message).toMatch(/last code of the credential/);
	});
});
