import { once } from 'node:events';
import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import { credentialFor, locator, rows, runner } from '../support/nodes.mts';
import { type OwnAddress, openOwnAddress } from '../support/ownAddress.mts';
import { useSkippedClock } from '../support/skippedWaits.mts';
import { useSandbox } from '../support/useSandbox.mts';

jest.mock('n8n-workflow', () =>
	jest
		.requireActual<{ workflowWithSkippedWaits: () => object }>('../support/skippedWaits.mts')
		.workflowWithSkippedWaits(),
);
const clock = useSkippedClock();

interface Attempt {
	email: string;
	step: 'password' | 'code';
	outcome: string;
}

const TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const getMany = {
	resource: 'call',
	operation: 'getAll',
	returnAll: false,
	limit: 1,
	output: 'raw',
	options: {},
};

const sandbox = useSandbox({ resetEachTest: true });

/** A new one for each test: the login remembers sessions and refusals by address. */
let address: OwnAddress;
beforeEach(async () => {
	address = await openOwnAddress(sandbox);
});
afterEach(async () => await address.close());

const attempts = async () => (await sandbox.api.get('/logins')).data as Attempt[];
const outcomes = async () => (await attempts()).map(({ step, outcome }) => `${step} ${outcome}`);

function account(more: ICredentialDataDecryptedObject) {
	const credential = credentialFor(sandbox, { baseUrl: address.url, ...more });
	return { credential, run: runner('voiceAgentCall', credential) };
}

const continueOnError = { settings: { onError: 'continueRegularOutput' as const } };
const twenty = rows(...Array.from({ length: 20 }, (_, n) => ({ n })));

test('one login for many parallel items', async () => {
	const { run } = account({});
	await run(getMany, twenty);
	expect(await outcomes()).toEqual(['password ok']);
});

test('one login for an expired token, for any number of items', async () => {
	const { run, credential } = account({});
	await run(getMany);
	credential.data.accessToken = 'a token that has expired';
	await run(getMany, twenty);
	expect(
		(await outcomes()).filter((outcome) => outcome === 'password ok').length,
	).toBeLessThanOrEqual(2);
});

test('a platform whose login is down gets one login and its retries for the whole run', async () => {
	await sandbox.api.patch('/behaviour', {
		faults: [{ method: 'POST', path: '/auth/login', kind: 'status', status: 503 }],
	});
	const { run } = account({});
	const parameters = { ...getMany, advanced: { maxRetries: 1, parallelRequests: 5 } };
	const output = await run(parameters, twenty, continueOnError);
	expect(
		output.every(({ json }) => String(json.error).includes('could not process the login')),
	).toBe(true);
	const requests = (await sandbox.api.get('/requests')).data as Array<{ path: string }>;
	expect(requests.filter(({ path }) => path.includes('/auth/login')).length).toBeLessThanOrEqual(
		10,
	);
});

test('editing the credential ends the old session: the token of one account never serves another', async () => {
	const { run, credential } = account({});
	await run(getMany);
	credential.data.email = 'reader@example.com';
	await run(getMany, twenty);
	expect((await attempts()).map(({ email, outcome }) => `${email} ${outcome}`)).toEqual([
		'owner@example.com ok',
		'reader@example.com ok',
	]);
	credential.data.password = 'wrong';
	await expect(run(getMany)).rejects.toThrow(/refused the email address or the password/);
});

test('a credential with a wrong password does not use the token of the right one', async () => {
	await account({}).run(getMany);
	await expect(account({ password: 'wrong' }).run(getMany)).rejects.toThrow(
		/refused the email address or the password/,
	);
});

describe('a refused login is tried once, and the message says what to do', () => {
	test.each<[string, ICredentialDataDecryptedObject, string[], RegExp, RegExp]>([
		['wrong password', { password: 'wrong' }, ['password refused'], /password/, /Enter both again/],
		[
			'unknown user',
			{ email: 'nobody@example.com' },
			['password refused'],
			/password/,
			/Enter both again/,
		],
		[
			'unverified email',
			{ email: 'unverified@example.com' },
			['password unverified'],
			/does not allow this user to log in/,
			/verification email/,
		],
		[
			'MFA not set up here',
			{ email: 'totp@example.com' },
			['password mfa_required'],
			/second factor/,
			/Authenticator Secret/,
		],
		[
			'wrong authenticator secret',
			{
				email: 'totp@example.com',
				mfa: 'authenticator',
				authenticatorSecret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
			},
			['password mfa_required', 'code refused', 'password mfa_required', 'code refused'],
			/refused the authenticator code/,
			/Check the 'Authenticator Secret'/,
		],
		[
			'wrong backup code',
			{ email: 'codes@example.com', mfa: 'backupCodes', backupCodes: 'NOT-A-CODE' },
			['password mfa_required', 'code refused'],
			/refused the backup code/,
			/last code of the credential/,
		],
		[
			'no backup code left',
			{ email: 'codes@example.com', mfa: 'backupCodes', backupCodes: '' },
			[],
			/no unused backup code/,
			/Create new codes/,
		],
	])('%s', async (_name, more, expected, message, advice) => {
		const { run } = account(more);
		const output = await run(getMany, twenty, continueOnError);
		expect(output).toHaveLength(20);
		for (const { json } of output) {
			expect(json.error).toMatch(message);
			expect(json.description).toMatch(advice);
		}
		const seen = await attempts();
		expect(seen.map(({ step }) => step)).toEqual(expected.map((entry) => entry.split(' ')[0]));
		await run(getMany).catch(() => undefined);
		expect(await attempts()).toHaveLength(seen.length);
	});

	test.each([
		[
			'a secret that cannot be read',
			{ mfa: 'authenticator', authenticatorSecret: 'not base32!' },
			/Authenticator Secret/,
		],
		['no password', { password: '' }, /no email address or no password/],
	])('%s: nothing is sent at all', async (_name, more, message) => {
		await expect(account(more).run(getMany)).rejects.toThrow(message);
		expect(await attempts()).toEqual([]);
	});

	test('plain http to another host', async () => {
		const { run } = account({ baseUrl: 'http://api.example.com/api/v1' });
		await expect(run(getMany)).rejects.toThrow(/must start with https/);
	});

	test('an address without a login', async () => {
		const { run } = account({ baseUrl: address.url.replace('/api/v1', '/api/v9') });
		await expect(run(getMany)).rejects.toThrow(/No login was found at the 'Base URL'/);
	});
});

describe('authenticator codes', () => {
	const totp = {
		email: 'totp@example.com',
		mfa: 'authenticator',
		authenticatorSecret: TOTP_SECRET,
	};

	test('log in', async () => {
		expect(await account(totp).run(getMany)).toEqual(expect.any(Array));
		expect(await outcomes()).toEqual(['password mfa_required', 'code ok']);
	});

	test.each([300, -300])('log in with a clock %i seconds off', async (skewSeconds) => {
		await sandbox.api.post('/clock', { skewSeconds });
		await account(totp).run(getMany);
		expect(await outcomes()).toEqual(['password mfa_required', 'code ok']);
	});

	test('a code is never sent twice: the second login waits for the next one', async () => {
		const { run } = account(totp);
		await sandbox.api.patch('/behaviour', { tokenUses: 1 });
		await run(getMany);
		// It waits up to 30 seconds. The platform takes the codes beside that of its own clock, too.
		await run(getMany);
		expect(await outcomes()).toEqual([
			'password mfa_required',
			'code ok',
			'password mfa_required',
			'code ok',
		]);
	});
});

describe('backup codes', () => {
	test('each login uses one, which is removed from the credential', async () => {
		const backupCodes = 'SANDBOX-0001\nSANDBOX-0002\nSANDBOX-0003';
		const { run, credential } = account({
			email: 'codes@example.com',
			mfa: 'backupCodes',
			backupCodes,
		});
		await run(getMany, twenty);
		expect(credential.data.backupCodes).toBe('SANDBOX-0002\nSANDBOX-0003');
		expect(await outcomes()).toEqual(['password mfa_required', 'code ok']);

		// A new code is sent at the earliest after a minute.
		clock.skip(4_000_000);
		await sandbox.api.post('/clock', { skewSeconds: 4000 });
		await run(getMany, twenty);
		expect(credential.data.backupCodes).toBe('SANDBOX-0003');
		expect(await outcomes()).toEqual([
			'password mfa_required',
			'code ok',
			'password mfa_required',
			'code ok',
		]);
	});
});

/** A platform that answers each path as told and counts what it was asked. */
async function openPlatform(
	answers: Record<string, [status: number, body: unknown, headers?: Record<string, string>]>,
) {
	const asked: Array<{ path: string; body: IDataObject; at: number }> = [];
	const server = createServer((request, response) => {
		void (async () => {
			const path = String(request.url).replace('/api/v1', '').replace(/\?.*/, '');
			const body = request.method === 'POST' ? ((await json(request)) as IDataObject) : {};
			asked.push({ path, body, at: Date.now() });
			const [status, answer, headers] = answers[path] ?? [404, { detail: 'Not Found' }];
			response.writeHead(status, { 'content-type': 'application/json', ...headers });
			response.end(JSON.stringify(answer));
		})();
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
		logins: () => asked.filter(({ path }) => path === '/auth/login').length,
		/** Milliseconds between the requests, by the clock of the nodes. */
		pauses: () => asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? 0)),
		codes: () => asked.filter(({ path }) => path === '/mfa/verify').map(({ body }) => body.code),
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}

describe('a platform that answers otherwise', () => {
	type Platform = Awaited<ReturnType<typeof openPlatform>>;
	let platform: Platform;
	const open = async (...given: Parameters<typeof openPlatform>) => {
		platform = await openPlatform(...given);
		return platform;
	};
	afterEach(async () => await platform.close());

	const items = (count: number) => rows(...Array.from({ length: count }, (_, n) => ({ n })));
	const withAdvanced = (advanced: IDataObject) => ({ ...getMany, advanced });
	const tenCodes = Array.from({ length: 10 }, (_, n) => `CODE-000${n}`);

	test.each(['', 'an expired one'])(
		'one login for 200 items if the answer holds no token; the token before was "%s"',
		async (accessToken) => {
			const { url, logins } = await open({
				'/auth/login': [200, { session: 'yes' }],
				'/calls': [401, { detail: 'Expired' }],
			});
			const { run } = account({ baseUrl: url, accessToken });
			const output = await run(getMany, items(200), continueOnError);
			expect(output).toHaveLength(200);
			for (const { json: row } of output) expect(row.error).toMatch(/without an access token/);
			expect(logins()).toBe(1);
			await run(getMany, items(5), continueOnError);
			expect(logins()).toBe(1);
		},
	);

	test.each<[string, Record<string, string>, IDataObject, number]>([
		['and asks to wait for five minutes', { 'retry-after': '300' }, {}, 1],
		['and there are no retries', {}, { maxRetries: 0 }, 1],
		['and asks to wait for a second, twice', { 'retry-after': '1' }, { maxRetries: 2 }, 3],
	])('few logins for 100 items if it is busy (429) %s', async (_what, headers, advanced, most) => {
		const { url, logins, pauses } = await open({
			'/auth/login': [429, { detail: 'Slow down' }, headers],
		});
		const { run } = account({ baseUrl: url });
		const output = await run(withAdvanced(advanced), items(100), continueOnError);
		expect(output).toHaveLength(100);
		for (const { json: row } of output) expect(row.error).toMatch(/could not process the login/);
		expect(logins()).toBe(most);
		for (const pause of pauses()) expect(pause).toBeGreaterThanOrEqual(1_000);
	});

	test('one login and its retries for 100 items if it is down', async () => {
		const { url, logins } = await open({ '/auth/login': [503, ''] });
		const { run } = account({ baseUrl: url });
		await run(withAdvanced({ maxRetries: 2, parallelRequests: 20 }), items(100), continueOnError);
		expect(logins()).toBe(3);
	});

	test.each<[string, [number, unknown]]>([
		['holds no token', [200, { ok: true }]],
		['is a refusal', [401, { detail: 'Expired' }]],
		['is an error', [500, '']],
	])('one of ten backup codes for 200 items if the answer %s', async (_what, answer) => {
		const { url, codes, logins } = await open({
			'/auth/login': [200, { mfa_required: true }],
			'/mfa/verify': answer,
		});
		const { run, credential } = account({
			baseUrl: url,
			mfa: 'backupCodes',
			backupCodes: tenCodes.join('\n'),
		});
		const output = await run(getMany, items(200), continueOnError);
		expect(output).toHaveLength(200);
		for (const { json: row } of output) expect(row.description).toMatch(/no backup code is sent/);
		await run(getMany, items(5), continueOnError);
		expect(codes()).toEqual([tenCodes[0]]);
		expect(logins()).toBe(1);
		const left = answer[0] === 500 ? tenCodes : tenCodes.slice(1);
		expect(credential.data).toMatchObject({ accessToken: '', backupCodes: left.join('\n') });
	});

	test('one of ten backup codes if the new token is refused each time', async () => {
		const { url, codes } = await open({
			'/auth/login': [200, { mfa_required: true }],
			'/mfa/verify': [200, { access_token: 'new-token' }],
			'/calls': [401, { detail: 'Not this one' }],
		});
		const { run } = account({
			baseUrl: url,
			mfa: 'backupCodes',
			backupCodes: tenCodes.join('\n'),
		});
		const output = await run(getMany, items(200), continueOnError);
		for (const { json: row } of output) expect(row.error).toMatch(/Not this one/);
		expect(codes()).toEqual([tenCodes[0]]);
	});

	test('MFA that is asked for with 401, and a token under another name', async () => {
		const { url, codes } = await open({
			'/auth/login': [401, { detail: { mfa_required: true, message: 'Enter the code' } }],
			'/mfa/verify': [200, { data: { token: 'new-token' } }],
			'/calls': [200, { data: [] }],
		});
		const { run, credential } = account({
			baseUrl: url,
			mfa: 'backupCodes',
			backupCodes: tenCodes.join('\n'),
		});
		await run(getMany, items(3));
		expect(codes()).toEqual([tenCodes[0]]);
		expect(credential.data.accessToken).toBe('new-token');
	});

	test('a server that is not there', async () => {
		const { url } = await open({});
		await platform.close();
		const { run } = account({ baseUrl: url });
		await expect(run(withAdvanced({ maxRetries: 0 }))).rejects.toThrow(/connection was refused/);
		await open({});
	});
});

/** A server that answers every request with these bytes after the head. */
async function openServer(answer: (response: ServerResponse) => void) {
	let requests = 0;
	const server = createServer((_request, response) => {
		requests += 1;
		response.setHeader('content-type', 'application/json');
		answer(response);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
		requests: () => requests,
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}

describe('a server that answers a login without end', () => {
	const flood = (response: ServerResponse) => {
		const more = () => {
			while (!response.destroyed && response.write(Buffer.alloc(65_536, ' ')));
			if (!response.destroyed) response.once('drain', more);
		};
		more();
	};
	/** The time for a login is over when some bytes have come. */
	const timeIsOver = new AbortController();
	const drip = (response: ServerResponse) => {
		let bytes = 0;
		const next = () => {
			if (response.destroyed) return;
			bytes += 1;
			if (bytes === 20) timeIsOver.abort();
			response.write(' ', () => setImmediate(next));
		};
		next();
	};

	test.each<[string, (response: ServerResponse) => void, RegExp]>([
		['more than it can hold', flood, /answer to the login is too large/],
		[
			'a little that grows when it is unpacked',
			(response) => {
				response.setHeader('content-encoding', 'gzip');
				response.end(gzipSync(Buffer.alloc(50_000_000, ' ')));
			},
			/answer to the login is too large/,
		],
		[
			'100,000 lists in each other',
			(response) => response.end(`${'['.repeat(100_000)}${']'.repeat(100_000)}`),
			/without an access token/,
		],
		[
			'100,000 lists in a text',
			(response) => response.end(JSON.stringify(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)),
			/without an access token/,
		],
		['half a text', (response) => response.end('{"access_token": "abc'), /without an access token/],
		[
			'half of what it announced',
			(response) => {
				response.setHeader('content-length', '100');
				response.write('{"access_token":', () => response.destroy());
			},
			/interrupted during the login/,
		],
		// The last one: for it, the time is over.
		['a byte at a time', drip, /did not answer the login in time/],
	])('%s: one login for all items, which ends', async (_what, answer, message) => {
		const limit = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(timeIsOver.signal);
		const { url, requests, close } = await openServer(answer);
		const parameters = { ...getMany, advanced: { maxRetries: 0 } };
		const output = await account({ baseUrl: url }).run(parameters, twenty, continueOnError);
		expect(limit.mock.calls).toEqual([[30_000]]);
		limit.mockRestore();
		await close();
		expect(output).toHaveLength(20);
		for (const { json } of output) expect(json.error).toMatch(message);
		expect(requests()).toBe(1);
	});
});

test('no error contains a secret', async () => {
	const { run, credential } = account({
		email: 'codes@example.com',
		mfa: 'backupCodes',
		backupCodes: 'SECRET-CODE',
		password: 'wrong-secret-password',
	});
	const [refused] = await run(getMany, undefined, continueOnError);
	const loggedIn = account({});
	const missing = {
		resource: 'call',
		operation: 'get',
		callId: locator('missing'),
		output: 'simplified',
		options: {},
	};
	const [failed] = await loggedIn.run(missing, undefined, continueOnError);
	const token = String(loggedIn.credential.data.accessToken);
	expect(token.length).toBeGreaterThan(20);
	for (const item of [refused, failed]) {
		const text = JSON.stringify(item, (_key, value: unknown) =>
			value instanceof Error
				? { ...value, message: value.message, stack: value.stack, cause: value.cause }
				: value,
		);
		for (const secret of [
			'wrong-secret-password',
			'SECRET-CODE',
			'sandbox-password',
			token,
			'Bearer',
			String(credential.data.password),
		]) {
			expect(text).not.toContain(secret);
		}
	}
});
