import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { LocalServer } from '../support/localServer.mts';
import { credentialFor, rows, runner } from '../support/nodes.mts';
import { OwnAddress } from '../support/ownAddress.mts';
import { useSkippedClock } from '../support/skippedWaits.mts';
import { useFaultySandbox } from '../support/useSandbox.mts';

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

const BACKUP_CODES = { email: 'codes@example.com', mfa: 'backupCodes' };
/** The outcomes of a login with a second factor. */
const WITH_CODE = ['password mfa_required', 'code ok'];
const getMany = { resource: 'call', operation: 'getAll', limit: 1, output: 'raw', options: {} };

const sandbox = useFaultySandbox({ resetEachTest: true });

/** A new one for each test: the login remembers sessions and refusals by address. */
let address: OwnAddress;
beforeEach(async () => {
	address = await new OwnAddress(sandbox).start();
});
afterEach(async () => await address.stop());

const attempts = async () => (await sandbox.api.get('/logins')).data as Attempt[];
const outcomes = async () => (await attempts()).map(({ step, outcome }) => `${step} ${outcome}`);

function account(more: ICredentialDataDecryptedObject) {
	const credential = credentialFor(sandbox, { baseUrl: address.url, ...more });
	return { credential, run: runner('voiceAgentCall', credential) };
}

const continueOnError = { settings: { onError: 'continueRegularOutput' as const } };
const rowsOf = (length: number) => rows(...Array.from({ length }, (_, n) => ({ n })));
const twenty = rowsOf(20);

test('one login for many parallel items, and one for an expired token', async () => {
	const { run } = account({});
	await run(getMany, twenty);
	expect(await outcomes()).toEqual(['password ok']);
	sandbox.proxy.tokenUses = 20;
	await run(getMany, twenty);
	expect(await outcomes()).toEqual(['password ok', 'password ok']);
});

test.each([1, 20])(
	'a platform that gives one token again and again, and refuses it once by mistake: two logins for 100 calls, %i at a time',
	async (parallelRequests) => {
		let reads = 0;
		let logins = 0;
		const server = await new LocalServer(({ path }) => {
			if (path.endsWith('/auth/login')) {
				logins += 1;
				return { body: { access_token: 'the_token_of_the_account' } };
			}
			reads += 1;
			return reads === 50 ? { status: 401 } : { body: { data: [{ call_id: 'call_0001' }] } };
		}).start();
		const parameters = { ...getMany, options: { parallelRequests } };
		const output = await account({ baseUrl: server.url }).run(
			parameters,
			rowsOf(100),
			continueOnError,
		);
		await server.stop();
		expect(output.filter(({ json }) => json.call_id === 'call_0001')).toHaveLength(100);
		expect(logins).toBe(2);
	},
);

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

describe('a refused login is tried once, and the message says what to do', () => {
	test.each<[string, ICredentialDataDecryptedObject, string[], RegExp, RegExp]>([
		['wrong password', { password: 'wrong' }, ['password'], /password/, /Enter both again/],
		[
			'wrong backup code',
			{ ...BACKUP_CODES, backupCodes: 'NOT-A-CODE' },
			['password', 'code'],
			/refused the backup code/,
			/last code of the credential/,
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
		expect(seen.map(({ step }) => step)).toEqual(expected);
		await run(getMany).catch(() => undefined);
		expect(await attempts()).toHaveLength(seen.length);
	});

	test.each([
		['where no login is', () => address.url.replace('/api/v1', '/api/v9'), /No login was found/],
		['of nobody', () => 'https://no-such-host.invalid/api/v1', /could not be reached to log in/],
	])(
		'an address %s, in a credential that has worked: the same message as in a new one',
		async (_where, changed, message) => {
			const { run, credential } = account({});
			await run(getMany);
			credential.data.baseUrl = changed();
			await expect(run(getMany)).rejects.toThrow(message);
		},
	);
});

test('each login uses one backup code, which is removed from the credential', async () => {
	const backupCodes = 'SANDBOX-0001\nSANDBOX-0002\nSANDBOX-0003';
	const { run, credential } = account({ ...BACKUP_CODES, backupCodes });
	await run(getMany, twenty);
	expect(credential.data.backupCodes).toBe('SANDBOX-0002\nSANDBOX-0003');
	expect(await outcomes()).toEqual(WITH_CODE);

	// A new code is sent at the earliest after a minute.
	clock.skip(4_000_000);
	await sandbox.api.post('/clock', { skewSeconds: 4000 });
	await run(getMany, twenty);
	expect(credential.data.backupCodes).toBe('SANDBOX-0003');
	expect(await outcomes()).toEqual([...WITH_CODE, ...WITH_CODE]);
});

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
		const server = await new LocalServer((_request, response) => {
			answer(response);
			return undefined;
		}).start();
		const parameters = { ...getMany, options: { maxRetries: 0 } };
		const output = await account({ baseUrl: server.url }).run(parameters, twenty, continueOnError);
		expect(limit.mock.calls).toEqual([[30_000]]);
		limit.mockRestore();
		await server.stop();
		expect(output).toHaveLength(20);
		for (const { json } of output) expect(json.error).toMatch(message);
		expect(server.journal).toHaveLength(1);
	});
});
