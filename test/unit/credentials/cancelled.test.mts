import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';
import { VoiceAgentApi } from '../../../credentials/VoiceAgentApi.credentials';
import type { Account } from '../../../credentials/login';
import { loginFor } from '../../../credentials/sharedLogin';
import { LoginError } from '../../../nodes/shared/http';
import { forUse } from '../../../nodes/shared/http/session';
import {
	BASE_URL,
	SECRET,
	account,
	answer,
	asksForCode,
	fakeHttp,
	token,
	type Answer,
} from './fakeLogin.mts';
import { inTime, turns } from '../../support/fakeTime.mts';

const STEP = 1_795_000_020;
const credential = new VoiceAgentApi();

beforeEach(() => jest.useFakeTimers({ now: STEP * 1000 }));
afterEach(() => jest.useRealTimers());

/** An account whose next login waits thirty seconds for a code. */
const waits = () =>
	account({ mfa: 'authenticator', authenticatorSecret: SECRET, lastCodeTime: STEP });

const errorOf = async (work: Promise<unknown>) => await work.catch((error: unknown) => error);
const cancelled = { name: 'LoginError', message: expect.stringContaining('cancelled') };

/** n8n's HTTP helper that answers when it is told to. */
function heldHttp(...answers: Answer[]) {
	const { http, sent } = fakeHttp(...answers);
	const gates: Array<() => void> = [];
	return {
		sent,
		http: async (options: Parameters<typeof http>[0]) => {
			const response = await http(options);
			await new Promise<void>((open) => gates.push(open));
			return response;
		},
		release: async () => {
			gates.shift()?.();
			await turns();
		},
	};
}

describe('a cancelled execution', () => {
	test('sends no password', async () => {
		const { http, sent } = fakeHttp(token('t1'));
		const error = await errorOf(loginFor(http, account(), '', AbortSignal.abort()));
		expect(error).toMatchObject(cancelled);
		expect(error).toBeInstanceOf(LoginError);
		expect(sent).toEqual([]);
	});

	test('leaves at once while a code is waited for, and no code is sent', async () => {
		const stop = new AbortController();
		const { http, sent } = fakeHttp(asksForCode(), token('t1'));
		const left = errorOf(loginFor(http, waits(), '', stop.signal));
		await turns();
		await jest.advanceTimersByTimeAsync(10_000);
		expect(sent).toHaveLength(1);
		stop.abort();
		// No time passes: it does not wait for the next look.
		expect(await left).toMatchObject(cancelled);
		await jest.advanceTimersByTimeAsync(60_000);
		await turns();
		expect(sent).toHaveLength(1);
	});

	test.each<[string, () => Account]>([
		['an authenticator', () => ({ ...waits(), lastCodeTime: 0 })],
		['backup codes', () => account({ mfa: 'backupCodes', backupCodes: ['a', 'b'] })],
	])('leaves while the password is on its way, and no code of %s is sent', async (_what, make) => {
		const stop = new AbortController();
		const { http, sent, release } = heldHttp(asksForCode(), token('t1'));
		const given = make();
		const left = errorOf(loginFor(http, given, '', stop.signal));
		await turns();
		stop.abort();
		expect(await left).toMatchObject(cancelled);
		await release();
		expect(sent).toHaveLength(1);
		// It is no failure of the login: the next execution logs in.
		const { http: next } = fakeHttp(asksForCode(), token('t2'));
		expect((await inTime(loginFor(next, given, ''))).accessToken).toBe('t2');
	});

	test('leaves while another login of the account goes on, and its own is never begun', async () => {
		const given = account();
		const first = heldHttp(token('t1'));
		const other = loginFor(first.http, given, '');
		const stop = new AbortController();
		const { http, sent } = fakeHttp(token('t2'));
		const left = errorOf(loginFor(http, { ...given, password: 'x' }, '', stop.signal));
		await turns();
		stop.abort();
		expect(await left).toMatchObject(cancelled);
		await first.release();
		expect((await other).accessToken).toBe('t1');
		await turns();
		expect(sent).toEqual([]);
	});
});

describe('a login that several executions share', () => {
	test('goes on for those that are not cancelled', async () => {
		const given = waits();
		const { http, sent } = fakeHttp(asksForCode(), asksForCode(), token('t1'));
		const stops = [new AbortController(), new AbortController(), new AbortController()];
		const [first, second, third] = stops.map(async ({ signal }) =>
			errorOf(loginFor(http, given, '', signal)),
		);
		await turns();
		stops[0]?.abort();
		stops[2]?.abort();
		expect([await first, await third]).toMatchObject([cancelled, cancelled]);
		expect(await inTime(second as Promise<unknown>)).toMatchObject({ accessToken: 't1' });
		// The one that began it has left: another one sends the password again, and one code is sent for all.
		expect(sent).toHaveLength(3);
	});

	test('is begun again for somebody who came in the moment in which it ended for the others', async () => {
		const given = waits();
		const stop = new AbortController();
		const { http } = fakeHttp(asksForCode(), asksForCode(), token('t1'));
		const left = errorOf(loginFor(http, given, '', stop.signal));
		await turns();
		const arrivals: Array<Promise<unknown>> = [];
		// The login looks at the signal once more, and ends: somebody comes just then.
		jest.spyOn(stop.signal, 'aborted', 'get').mockImplementation(() => {
			void Promise.resolve().then(() => {
				if (arrivals.length === 0) arrivals.push(loginFor(http, given, ''));
			});
			return true;
		});
		stop.abort();
		await left;
		await jest.advanceTimersByTimeAsync(200);
		await turns();
		expect(arrivals).toHaveLength(1);
		expect(await inTime(arrivals[0] as Promise<unknown>)).toMatchObject({ accessToken: 't1' });
	});
});

describe('what a node tells its credential', () => {
	const entered = (more: object = {}) => {
		const { baseUrl, email, password } = account();
		return { baseUrl, email, password, accessToken: '', ...more } as ICredentialDataDecryptedObject;
	};
	const preAuthentication = async (
		data: ICredentialDataDecryptedObject,
		http: ReturnType<typeof fakeHttp>['http'],
	) =>
		await credential.preAuthentication.call(
			{ helpers: { httpRequest: http } } as unknown as IHttpRequestHelper,
			data,
		);

	test('the credential says when it logs in and when the request has its token', async () => {
		const said: string[] = [];
		const data = forUse(entered(), {
			refusedToken: '',
			onLogin: () => said.push('login'),
			onStart: () => said.push('start'),
		});
		const { http, release } = heldHttp(token('t1'));
		const login = preAuthentication(data, http);
		expect(said).toEqual(['login']);
		await turns();
		await release();
		Object.assign(data, await login);
		const elsewhere = credential.authenticate(data, { url: 'https://other.example.com/calls' });
		await expect(elsewhere).rejects.toThrow(/not for other/);
		expect(said).toEqual(['login']);
		await credential.authenticate(data, { url: `${BASE_URL}/calls` });
		expect(said).toEqual(['login', 'start']);
	});

	test('the refused token is not taken again', async () => {
		const data = entered();
		const { http } = fakeHttp(token('t1'), token('t2'));
		const get = async (refusedToken: string) =>
			(await preAuthentication(forUse(data, { refusedToken }), http)).accessToken;
		expect(await get('')).toBe('t1');
		expect(await get('')).toBe('t1');
		expect(await get('t1')).toBe('t2');
	});

	test('a cancelled request stores nothing, also if a backup code was used before', async () => {
		const data = entered({ mfa: 'backupCodes', backupCodes: 'a b' });
		const { http } = fakeHttp(asksForCode(), answer(200, {}));
		await preAuthentication(data, http);
		const use = { refusedToken: '', signal: AbortSignal.abort() };
		await expect(preAuthentication(forUse(data, use), http)).rejects.toMatchObject(cancelled);
	});
});
