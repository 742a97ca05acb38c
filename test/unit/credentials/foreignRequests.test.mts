import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { VoiceAgentApi } from '../../../credentials/VoiceAgentApi.credentials';
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

describe.each(['POST', 'GET', 'DELETE'])('a %s of another node that fails', (method) => {
	test('is not repeated while the session is good, and costs no login', async () => {
		const world = platform();
		const store = stored();
		const { tokens, send } = failing('status 500');
		// A signal alone does not make it a request of the newer helper.
		const options = { uri: URI, method, abortSignal: new AbortController().signal };
		await expect(olderHelper(world, store, options, send)).rejects.toThrow(/500/);
		expect(tokens).toEqual(['Bearer t1']);
		expect(world.journal).toEqual(['POST /auth/login', 'GET /mfa/status']);
		expect(store.accessToken).toBe('t1');
	});

	test.each<[string, Answer | Error]>([
		['nothing', new Error('no connection')],
		['status 500', answer(500, '')],
		['status 403', answer(403, '')],
		['a redirect', answer(302, '', { location: 'https://evil.example.com' })],
	])('is not repeated if the platform then answers with %s', async (_what, said) => {
		const world = platform();
		world.willSay(said);
		const { tokens, send } = failing('a time-out');
		await expect(olderHelper(world, stored(), { uri: URI, method }, send)).rejects.toThrow(
			/time-out/,
		);
		expect(tokens).toHaveLength(1);
	});

	test('after the session has ended is repeated only if it is a GET; the new session is stored', async () => {
		const world = platform();
		const store = stored();
		await olderHelper(world, store, { uri: URI, method }, () => undefined);
		world.end('t1');
		const { tokens, send } = failing('status 401', 1);
		const work = olderHelper(world, store, { uri: URI, method }, send);
		if (method === 'GET') {
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
	});
});

test.each([undefined, 'get', 'HEAD'])('%s is a request that only reads', async (method) => {
	const world = platform();
	const store = stored();
	await olderHelper(world, store, { uri: URI }, () => undefined);
	world.end('t1');
	const { tokens, send } = failing('status 401', 1);
	await olderHelper(world, store, { uri: URI, method }, send);
	expect(tokens).toHaveLength(2);
});

test('an older helper that names the address `url` is known, too', async () => {
	const world = platform();
	const { tokens, send } = failing('a time-out');
	const options = { url: URI, method: 'POST' };
	await expect(olderHelper(world, stored(), options, send)).rejects.toThrow(/time-out/);
	expect(tokens).toHaveLength(1);
});

test('the newer helper comes only after status 401: a login, no check, and the request is repeated', async () => {
	const world = platform();
	const { tokens, send } = failing('status 401', 1);
	const options = { url: URI, method: 'POST', abortSignal: undefined };
	await olderHelper(world, stored(), options, send);
	expect(tokens).toEqual(['Bearer t1', 'Bearer t2']);
	expect(world.journal).toEqual(['POST /auth/login', 'POST /auth/login']);
});

test('many items that fail at once ask once, and log in once', async () => {
	const world = platform();
	const store = stored();
	await olderHelper(world, store, { uri: URI }, () => undefined);
	world.end('t1');
	world.journal.length = 0;
	const before = { ...store };
	await Promise.all(
		Array.from({ length: 20 }, async () => {
			await olderHelper(world, { ...before }, { uri: URI }, failing('status 401', 1).send);
		}),
	);
	expect(world.journal).toEqual(['GET /mfa/status', 'POST /auth/login']);
});

test('a request that went without a token, after the user changed the password, is not repeated either', async () => {
	const world = platform();
	const store = stored();
	await olderHelper(world, store, { uri: URI }, () => undefined);
	store.password = 'new';
	const { tokens, send } = failing('status 401', 1);
	const work = olderHelper(world, store, { uri: URI, method: 'POST' }, send);
	await expect(work).rejects.toThrow(/was not sent again/);
	expect(tokens).toEqual([undefined]);
	expect(store.accessToken).toBe('t2');
});

test('errors spend no backup code', async () => {
	const world = platform();
	const store = stored({ mfa: 'backupCodes', backupCodes: 'a b c', accessToken: '' });
	await olderHelper(world, store, { uri: URI }, () => undefined);
	const codes = store.backupCodes;
	const start = Date.now();
	for (let item = 1; item <= 3; item += 1) {
		// A session that is not fresh any more: it would be replaced.
		jest.spyOn(Date, 'now').mockReturnValue(start + item * 600_000);
		const { send } = failing('status 404');
		await expect(olderHelper(world, store, { uri: URI }, send)).rejects.toThrow(/404/);
	}
	jest.restoreAllMocks();
	expect(store.backupCodes).toBe(codes);
});

test('a request for another host costs no login and no code, however old the session is', async () => {
	const world = platform();
	const store = stored({ mfa: 'backupCodes', backupCodes: 'a b c', accessToken: '' });
	await olderHelper(world, store, { uri: URI }, () => undefined);
	const { backupCodes } = store;
	world.journal.length = 0;
	const start = Date.now();
	for (let item = 1; item <= 3; item += 1) {
		jest.spyOn(Date, 'now').mockReturnValue(start + item * 600_000);
		const { tokens, send } = failing('', 0);
		const work = olderHelper(world, store, { uri: 'https://other.example.com/calls' }, send);
		await expect(work).rejects.toThrow('This credential is not for other.example.com');
		expect(tokens).toEqual([]);
	}
	jest.restoreAllMocks();
	expect(world.journal).toEqual([]);
	expect(store).toMatchObject({ accessToken: 't1', backupCodes });
});

test('the question whether a session is still good needs no whole answer, and follows no redirect with the token', async () => {
	const world = platform();
	const asked: IHttpRequestOptions[] = [];
	const bodies: Array<{ destroyed?: boolean }> = [];
	const http = async (options: IHttpRequestOptions) => {
		const response = await world.http(options);
		asked.push(options);
		bodies.push(response.body as { destroyed?: boolean });
		return response;
	};
	const { send } = failing('status 500');
	await expect(olderHelper({ ...world, http }, stored(), { uri: URI }, send)).rejects.toThrow(
		/500/,
	);
	expect(asked[1]).toMatchObject({
		headers: { Accept: 'application/json', Authorization: 'Bearer t1' },
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		abortSignal: expect.any(AbortSignal),
	});
	expect(bodies[1]?.destroyed).toBe(true);
});

test('a test of the credential logs in, with any token', async () => {
	const world = platform();
	const data = stored({ accessToken: 'old' });
	expect(await logIn(world, data)).toMatchObject({ accessToken: 't1' });
	expect(world.journal).toEqual(['POST /auth/login']);
});
