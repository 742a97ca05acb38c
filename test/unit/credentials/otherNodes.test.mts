import fc from 'fast-check';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { type RequestOptions, toPlatform } from '../../../credentials/otherNodes';
import { VoiceAgentApi } from '../../../credentials/VoiceAgentApi.credentials';
import { runs } from '../../scale.mts';
import { BASE_URL, account, answer, streamed, type Answer } from './fakeLogin.mts';

const credential = new VoiceAgentApi();

/** A platform with sessions that end; it writes down what it is asked. */
function platform() {
	const journal: string[] = [];
	let logins = 0;
	let status: Answer | Error = answer(200, {});
	const isOver = new Set<unknown>();
	const respond = ({ method, url, headers }: IHttpRequestOptions): Answer => {
		journal.push(`${method} ${String(url).replace(BASE_URL, '')}`);
		if (String(url).endsWith('/auth/login')) {
			logins += 1;
			return answer(200, { access_token: `t${logins}` });
		}
		if (String(url).endsWith('/mfa/verify')) return answer(200, { access_token: `t${logins}` });
		if (isOver.has(headers?.Authorization)) return answer(401, {});
		if (status instanceof Error) throw status;
		return status;
	};
	return {
		journal,
		http: async (options: IHttpRequestOptions) => streamed(respond(options)),
		end: (token: string) => isOver.add(`Bearer ${token}`),
		/** What it answers for `GET /mfa/status`. */
		willSay: (next: Answer | Error) => {
			status = next;
		},
	};
}

type Platform = ReturnType<typeof platform>;

const stored = (more: IDataObject = {}) => {
	const { email, password, baseUrl } = account();
	return { email, password, baseUrl, accessToken: '', ...more } as ICredentialDataDecryptedObject;
};

const logIn = async ({ http }: Platform, data: ICredentialDataDecryptedObject) =>
	await credential.preAuthentication.call(
		{ helpers: { httpRequest: http } } as unknown as IHttpRequestHelper,
		data,
	);

/**
 * n8n's helper for its HTTP Request node, as far as the credential sees it: logs in without a token, and again after any error; sends the
 * request again if that gave a token.
 */
async function olderHelper(
	world: Platform,
	store: ICredentialDataDecryptedObject,
	options: object,
	send: (token: unknown) => void,
): Promise<void> {
	const data = { ...store };
	const preAuthentication = async () => {
		const output = await logIn(world, data);
		if (output.accessToken === undefined) return false;
		Object.assign(store, output);
		Object.assign(data, output);
		return true;
	};
	const request = async () => {
		const sent = await credential.authenticate(data, options as IHttpRequestOptions);
		send(sent.headers?.Authorization);
	};
	if (data.accessToken === '') await preAuthentication();
	try {
		await request();
	} catch (error) {
		if (!(await preAuthentication())) throw error;
		await request();
	}
}

const start = Date.now();
afterEach(() => jest.restoreAllMocks());

const URI = `${BASE_URL}/calls`;
const failing = (message: string, times = 99) => {
	const tokens: unknown[] = [];
	return {
		tokens,
		send: (token: unknown) => {
			tokens.push(token);
			if (tokens.length <= times) throw new Error(message);
		},
	};
};

describe('a request of another node that fails', () => {
	test.each<[string, string, Answer | Error]>([
		['POST', 'a good session', answer(200, {})],
		['GET', 'a good session', answer(200, {})],
		['POST', 'nothing', new Error('no connection')],
		['POST', 'no permission', answer(403, {})],
		['GET', 'an error of the platform', answer(500, {})],
		['DELETE', 'a redirect', answer(302, '', { location: 'https://evil.example.com' })],
	])('%s: it is not repeated, and costs no login, after %s', async (method, _what, said) => {
		const world = platform();
		world.willSay(said);
		const store = stored();
		const { tokens, send } = failing('status 500');
		// A signal alone does not make it a request of the newer helper.
		const options = { uri: URI, method, abortSignal: new AbortController().signal };
		await expect(olderHelper(world, store, options, send)).rejects.toThrow(/500/);
		expect(tokens).toEqual(['Bearer t1']);
		expect(world.journal).toEqual(['POST /auth/login', 'GET /mfa/status']);
		expect(store.accessToken).toBe('t1');
	});

	test.each(['GET', undefined, 'get', 'HEAD', 'POST', 'DELETE', 'PATCH', 'PUT'])(
		'after the session has ended: a %s is repeated only if it reads; the new session is stored',
		async (method) => {
			const world = platform();
			const store = stored();
			await olderHelper(world, store, { uri: URI, method }, () => undefined);
			world.end('t1');
			const { tokens, send } = failing('status 401', 1);
			const work = olderHelper(world, store, { uri: URI, method }, send);
			if (/get|head/i.test(method ?? 'GET')) {
				await work;
				expect(tokens).toEqual(['Bearer t1', 'Bearer t2']);
			} else {
				await expect(work).rejects.toThrow(/was not sent again/);
				await expect(work).rejects.toMatchObject({
					description: expect.stringContaining('Check on the platform'),
				});
				expect(tokens).toEqual(['Bearer t1']);
			}
			expect(store.accessToken).toBe('t2');
			const next = failing('', 0);
			await olderHelper(world, store, { uri: URI, method }, next.send);
			expect(next.tokens).toEqual(['Bearer t2']);
		},
	);
});

test.each(['GET', 'POST'])(
	'a %s for another host is not sent, and costs no login and no code, however old the session is',
	async (method) => {
		const world = platform();
		const store = stored({ mfa: 'backupCodes', backupCodes: 'a b c', accessToken: '' });
		await olderHelper(world, store, { uri: URI }, () => undefined);
		const { backupCodes } = store;
		world.journal.length = 0;
		for (const minutes of [10, 20]) {
			jest.spyOn(Date, 'now').mockReturnValue(start + minutes * 60_000);
			const { tokens, send } = failing('', 0);
			const options = { uri: 'https://other.example.com/calls', method };
			const work = olderHelper(world, store, options, send);
			await expect(work).rejects.toThrow('This credential is not for other.example.com');
			expect(tokens).toEqual([]);
		}
		expect(new Set(world.journal)).toEqual(new Set(['GET /mfa/status']));
		expect(store).toMatchObject({ accessToken: 't1', backupCodes });
	},
);

test('the question whether a session is still good follows no redirect with the token, and has an end', async () => {
	const world = platform();
	const asked: IHttpRequestOptions[] = [];
	const http = async (options: IHttpRequestOptions) => {
		asked.push(options);
		return await world.http(options);
	};
	const { send } = failing('status 500');
	await expect(olderHelper({ ...world, http }, stored(), { uri: URI }, send)).rejects.toThrow(
		/500/,
	);
	expect(asked[1]).toMatchObject({
		headers: { Accept: 'application/json', Authorization: 'Bearer t1' },
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		abortSignal: expect.any(AbortSignal),
	});
});

const BASE = new URL('https://voice.example.com/api/v1');
const X = 'https://voice.example.com/x';
const sentTo = (options: object) => toPlatform(options as RequestOptions, BASE, 't');

const LOCAL = new URL('http://127.0.0.1:4000/api/v1');

describe('a request to the platform', () => {
	test.each([
		[{ url: ' https://VOICE.example.com:443/a b ' }, 'https://voice.example.com/a%20b'],
		[{ url: '/mfa/status', baseURL: BASE.href }, `${BASE.href}/mfa/status`],
		[{ url: `${X}?callback=https://evil.example.com#a` }, `${X}?callback=https://evil.example.com`],
		[{ url: new URL(X) }, X],
		[{ url: 'https://me:pw@voice.example.com/x' }, X],
	])('%j is sent as it was checked', (options, url) => {
		const sent = sentTo(options);
		expect(sent.url).toBe(url);
		expect(sent).not.toHaveProperty('baseURL');
	});

	test.each([undefined, 'GET', 'head'])('that reads (%s) follows redirects', (method) => {
		const asked = { sendCredentialsOnCrossOriginRedirect: true, url: X, method };
		expect(sentTo(asked)).toMatchObject({
			sendCredentialsOnCrossOriginRedirect: false,
			allowedDomains: 'voice.example.com',
		});
	});

	test.each([
		{ method: 'POST' },
		{ method: 'delete' },
		{ method: 'PATCH' },
		{ method: 'GET', allowedDomains: '*.example.com' },
	])('follows no redirect otherwise: %j', (given) => {
		const asked = { url: X, followRedirect: true, followAllRedirects: true, ...given };
		expect(sentTo(asked)).toMatchObject({
			...given,
			disableFollowRedirect: true,
			followRedirect: false,
			followAllRedirects: false,
		});
	});

	test('needs a certificate that is trusted, and has a connection of its own', () => {
		const agentOptions = { host: 'evil.example.com', rejectUnauthorized: false };
		const lax = { url: X, rejectUnauthorized: false, skipSslCertificateValidation: true };
		expect(sentTo({ ...lax, agentOptions })).toMatchObject({
			agentOptions: undefined,
			rejectUnauthorized: true,
			skipSslCertificateValidation: false,
		});
	});

	test('may go through a proxy only encrypted', () => {
		const proxy = 'http://proxy.example.com:3128';
		expect(sentTo({ url: X, proxy })).toMatchObject({ proxy });
		expect(() => toPlatform({ url: `${LOCAL.href}/x`, proxy: proxy as never }, LOCAL, 't')).toThrow(
			/proxy/,
		);
	});
});

describe('a request to somewhere else is refused', () => {
	test.each<[object]>([
		[{ uri: 'https://evil.example.com/api/v1/calls' }],
		[{ url: '@evil.example.com/x', baseURL: 'https://voice.example.com' }],
		[{ url: 'https://evil.example.com/x', uri: X }],
		[{ url: 'https://voice.example.com:443@evil.example.com/' }],
		[{ url: 'https://voice.example.com./' }],
		[{ url: 'https://voice.example.com:8443/api/v1' }],
		[{ url: 'http://voice.example.com/api/v1' }],
		[{ url: '/calls', baseURL: '/relative' }],
		[{ url: ['https://evil.example.com/'] }],
		[{ url: { toString: () => 'https://evil.example.com/' } }],
		[{ url: '' }],
		[{ host: 'voice.example.com', path: '/x' }],
	])('%j', (options) => {
		expect(() => sentTo(options)).toThrow(UserError);
		expect(() => sentTo(options)).toThrow(/This credential is not for/);
		const description: unknown = expect.stringContaining('It is for voice.example.com.');
		expect(() => sentTo(options)).toThrow(expect.objectContaining({ description }));
	});

	test('and an address that changes is read once', () => {
		const toString = jest.fn(() => 'https://evil.example.com/x').mockReturnValueOnce(X);
		expect(sentTo({ url: { toString } }).url).toBe(X);
	});

	test('whatever is written around it: what is sent is on the own host, also without a base', () => {
		const schemes = 'https:|http:|HTTPS:|/|//|\\|@|:|:443|:80|.|?|#|%2f|%40|\t|\n| |a';
		const hosts = 'voice.example.com|evil.example.com|VOICE.example.com|127.0.0.1|[::1]';
		const piece = fc.constantFrom(...`${schemes}|${hosts}`.split('|'));
		const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
		const options = fc.record(
			{ url: text, uri: text, baseURL: fc.oneof(text, fc.constant(BASE.href)) },
			{ requiredKeys: [] },
		);
		fc.assert(
			fc.property(options, (given) => {
				let sent: RequestOptions;
				try {
					sent = sentTo(given);
				} catch (error) {
					expect(error).toBeInstanceOf(UserError);
					return;
				}
				expect('baseURL' in sent).toBe(false);
				// The older helper takes `url` before `uri`, the newer one takes `url` alone.
				for (const address of [sent.url, sent.url ?? sent.uri]) {
					if (address === undefined) continue;
					expect(new URL(String(address)).origin).toBe(BASE.origin);
					expect(new URL(String(address)).username).toBe('');
				}
			}),
			runs('values'),
		);
	});
});
