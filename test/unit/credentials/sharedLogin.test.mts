import { codesLeft, lastFailure, loginFor } from '../../../credentials/sharedLogin';
import { LoginError } from '../../../nodes/shared/http';
import { account, answer, asksForCode, fakeHttp, token, type Answer } from './fakeLogin.mts';

const START = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

beforeEach(() => jest.useFakeTimers({ now: START }));
afterEach(() => jest.useRealTimers());

const later = (milliseconds: number) => jest.setSystemTime(Date.now() + milliseconds);
const errorOf = async (work: Promise<unknown>) => await work.catch((error: unknown) => error);

describe('a session', () => {
	test('that another item has just fetched is used', async () => {
		const given = account();
		const { http, sent } = fakeHttp(token('t1'), token('t2'));
		expect((await loginFor(http, given, '')).accessToken).toBe('t1');
		later(MINUTE - 1);
		expect((await loginFor(http, given, 'old')).accessToken).toBe('t1');
		expect(sent).toHaveLength(1);
		later(1);
		expect((await loginFor(http, given, 'old')).accessToken).toBe('t2');
	});

	test('that the platform gives again after it was refused is used by all for a minute', async () => {
		const given = account();
		const { http, sent } = fakeHttp(token('t1'));
		await loginFor(http, given, '');
		for (let item = 0; item < 5; item += 1) {
			expect((await loginFor(http, given, 't1')).accessToken).toBe('t1');
		}
		expect(sent).toHaveLength(2);
		later(MINUTE);
		await loginFor(http, given, 't1');
		expect(sent).toHaveLength(3);
	});

	test.each([
		{ password: 'another' },
		{ authenticatorSecret: 'MFRGG' },
		{ backupCodes: ['x'] },
		{ mfa: 'backupCodes' as const, backupCodes: ['x'] },
		{ baseUrl: 'https://other.example.com/api/v1' },
		{ email: 'somebody@example.com' },
	])('is not for who has %j', async (other) => {
		const given = account();
		const { http, sent } = fakeHttp(token('t1'), token('t2'));
		await loginFor(http, given, '');
		expect((await loginFor(http, { ...given, ...other }, '')).accessToken).toBe('t2');
		expect(sent).toHaveLength(2);
	});

	test('after a backup code was spent is found by the codes that are left, and by those before', async () => {
		const given = account({ mfa: 'backupCodes', backupCodes: ['a', 'b'] });
		const { http, sent } = fakeHttp(asksForCode(), token('t1'));
		const session = await loginFor(http, given, '');
		expect(session.backupCodes).toEqual(['b']);
		expect(await loginFor(http, { ...given, backupCodes: ['b'] }, '')).toBe(session);
		expect(await loginFor(http, given, '')).toBe(session);
		expect(sent).toHaveLength(2);
	});
});

describe('one login at a time', () => {
	test('for each account: the next spends the next backup code', async () => {
		const given = account({ mfa: 'backupCodes', backupCodes: ['a', 'b', 'c'] });
		const answers = ['t1', 't2', 't3'].flatMap((name) => [asksForCode(), token(name)]);
		const { http, bodies } = fakeHttp(...answers);
		await Promise.all([
			loginFor(http, given, ''),
			loginFor(http, { ...given, password: 'another' }, ''),
			loginFor(http, { ...given, password: 'a third' }, ''),
		]);
		expect(bodies().flatMap(({ code = [] }) => code)).toEqual(['a', 'b', 'c']);
	});

	test('whoever has entered new codes does not get the failure of the old ones', async () => {
		const given = account({ mfa: 'backupCodes', backupCodes: ['a'] });
		const { http, bodies } = fakeHttp(asksForCode(), answer(401, ''), asksForCode(), token('t2'));
		const [old, corrected] = await Promise.all([
			errorOf(loginFor(http, given, '')),
			loginFor(http, { ...given, backupCodes: ['x'] }, ''),
		]);
		expect(old).toBeInstanceOf(LoginError);
		expect(corrected.accessToken).toBe('t2');
		expect(bodies().flatMap(({ code = [] }) => code)).toEqual(['a', 'x']);
	});

	test('never the same authenticator code twice, also with another password', async () => {
		const given = account({ mfa: 'authenticator', authenticatorSecret: 'JBSWY3DPEHPK3PXP' });
		const { http, bodies } = fakeHttp(asksForCode(), token('t1'), asksForCode(), token('t2'));
		const both = Promise.all([
			loginFor(http, given, ''),
			loginFor(http, { ...given, password: 'another' }, ''),
		]);
		await jest.advanceTimersByTimeAsync(MINUTE);
		const [first, second] = await both;
		expect(second.lastCodeTime).toBe(first.lastCodeTime + 30);
		expect(bodies()[1]?.code).not.toBe(bodies()[3]?.code);
	});
});

describe('a refused login', () => {
	test('is not asked again for a minute, and says how long', async () => {
		const given = account();
		const { http, sent } = fakeHttp(answer(401, ''), token('t1'));
		const refusal = (await errorOf(loginFor(http, given, ''))) as LoginError;
		expect(refusal).toBeInstanceOf(LoginError);
		expect(refusal.message).not.toMatch(/not tried again now/);
		later(MINUTE - 20_000);
		const again = (await errorOf(loginFor(http, given, ''))) as LoginError;
		expect(again).toMatchObject({ summary: refusal.summary, refused: true, retryAfterSeconds: 20 });
		expect(again.message).toMatch(/not tried again now.* in 20 seconds, or after a change/);
		later(19_999);
		expect(await errorOf(loginFor(http, given, ''))).toMatchObject({
			message: expect.stringContaining('in 1 second,'),
		});
		expect(sent).toHaveLength(1);
		later(1);
		expect((await loginFor(http, given, '')).accessToken).toBe('t1');
	});

	test('is none after status 503 or an error: it is tried again after 1, 2, 4 seconds', async () => {
		const down = answer(503, '');
		const given = account();
		const { http, sent } = fakeHttp(down, new Error('no connection'), down, token('t1'));
		for (const [count, seconds] of [1, 2, 4].entries()) {
			const error = await errorOf(loginFor(http, given, ''));
			expect(error).toMatchObject({ refused: false, retryAfterSeconds: seconds });
			expect(sent).toHaveLength(count + 1);
			later(seconds * 1000 - 1);
			const again = await errorOf(loginFor(http, given, ''));
			expect(again).toMatchObject({ retryAfterSeconds: 1 });
			expect(again).toMatchObject({ message: expect.stringMatching(/again in 1 second$/) });
			expect(sent).toHaveLength(count + 1);
			later(1);
		}
		expect((await loginFor(http, given, '')).accessToken).toBe('t1');
		// What failed before a success does not count.
		later(MINUTE);
		const { http: broken } = fakeHttp(down);
		expect(await errorOf(loginFor(broken, given, 't1'))).toMatchObject({ retryAfterSeconds: 1 });
	});

	test.each([
		['5', 5],
		['100000', 3_600],
		['0', 60],
		[undefined, 60],
	])('with status 429 and Retry-After %s waits %i seconds', async (header, seconds) => {
		const given = account();
		const headers = header === undefined ? undefined : { 'retry-after': header };
		const { http, sent } = fakeHttp(answer(429, '', headers), token('t1'));
		const error = await errorOf(loginFor(http, given, ''));
		expect(error).toMatchObject({ refused: false, retryAfterSeconds: seconds });
		later(seconds * 1000 - 1);
		await errorOf(loginFor(http, given, ''));
		expect(sent).toHaveLength(1);
		later(1);
		expect((await loginFor(http, given, '')).accessToken).toBe('t1');
	});

	test('is forgotten after five minutes: the next one that cannot be done is the first', async () => {
		const given = account();
		const { http } = fakeHttp(answer(503, ''));
		await errorOf(loginFor(http, given, ''));
		later(MINUTE);
		expect(await errorOf(loginFor(http, given, ''))).toMatchObject({ retryAfterSeconds: 2 });
		later(5 * MINUTE);
		expect(await errorOf(loginFor(http, given, ''))).toMatchObject({ retryAfterSeconds: 1 });
	});

	test('is known until a login succeeds', async () => {
		const given = account();
		const { http } = fakeHttp(answer(401, ''), token('t1'));
		expect(lastFailure(given)).toBeUndefined();
		const refusal = await errorOf(loginFor(http, given, ''));
		expect(lastFailure(given)).toBe(refusal);
		later(MINUTE);
		await loginFor(http, given, '');
		expect(lastFailure(given)).toBeUndefined();
	});
});

describe('backup codes', () => {
	const withCodes = (...backupCodes: string[]) => account({ mfa: 'backupCodes', backupCodes });

	test.each<[string, Answer | Error]>([
		['a refusal', answer(401, '')],
		['no token', answer(200, {})],
		['a time-out', Object.assign(new Error(), { code: 'ECONNABORTED' })],
	])('after %s none is sent for ten minutes', async (_what, given) => {
		const used = withCodes('a', 'b', 'c');
		const { http, sent } = fakeHttp(asksForCode(), given, asksForCode(), given);
		await errorOf(loginFor(http, used, ''));
		later(10 * MINUTE - 1);
		expect(await errorOf(loginFor(http, used, ''))).toBeInstanceOf(LoginError);
		later(-7 * MINUTE);
		const early = (await errorOf(loginFor(http, used, ''))) as LoginError;
		expect(early.message).toContain('in 8 minutes, or after a change of the credential');
		later(7 * MINUTE);
		// n8n may have stored the list without the code that was used.
		const stored = { ...used, backupCodes: codesLeft(used) };
		expect(await errorOf(loginFor(http, stored, ''))).toBeInstanceOf(LoginError);
		expect(sent).toHaveLength(2);
		later(1);
		await errorOf(loginFor(http, used, ''));
		expect(sent).toHaveLength(4);
	});

	test('a new token that is refused is not replaced for a minute', async () => {
		const used = withCodes('a', 'b', 'c');
		const { http, bodies } = fakeHttp(asksForCode(), token('t1'), asksForCode(), token('t2'));
		await loginFor(http, used, '');
		later(MINUTE - 1);
		expect((await loginFor(http, used, 't1')).accessToken).toBe('t1');
		later(1);
		expect((await loginFor(http, used, 't1')).accessToken).toBe('t2');
		expect(bodies().map(({ code }) => code)).toEqual([undefined, 'a', undefined, 'b']);
	});
});

test('five hundred sessions are remembered, those that were fetched last', async () => {
	const count = async (given: ReturnType<typeof account>, name: string) => {
		const { http, sent } = fakeHttp(token(name));
		await loginFor(http, given, '');
		return sent.length;
	};
	const first = account();
	const second = account();
	await count(first, 'first');
	await count(second, 'second');
	const third = account();
	await count(third, 'third');
	for (let other = 0; other < 497; other += 1) await count(account(), 'other');
	expect(await count(first, 'first')).toBe(0);
	await count(account(), 'more');
	expect(await count(second, 'second')).toBe(0);
	expect(await count(first, 'first')).toBe(1);
	// One that was fetched anew is among the last, too.
	later(MINUTE);
	expect(await count(third, 'third')).toBe(1);
	await count(account(), 'more');
	expect(await count(third, 'third')).toBe(0);
});
