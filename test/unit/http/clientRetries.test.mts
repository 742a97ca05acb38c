import { UserError } from 'n8n-workflow';
import { Readable } from 'node:stream';
import type { CredentialUse, RequestFailure } from '../../../nodes/shared/http';
import { Client, LoginError, publicClient, useOf } from '../../../nodes/shared/http';
import {
	BASE_URL,
	fakeCaller,
	json,
	networkError,
	storedData,
	unauthorized,
} from '../../support/fakeCaller.mts';
import {
	bodyOf,
	clientWith,
	failureOf,
	get,
	outcome,
	policy,
	post,
	withFakeClock,
} from '../../support/fakeClient.mts';

withFakeClock();

const never = new Promise(() => undefined);

/** A client whose requests n8n's helper answers like this. */
function clientOn(helper: (use: CredentialUse | undefined) => Promise<unknown>, more: object = {}) {
	const fake = fakeCaller(() => json(200, {}), more);
	const answered = async (_name: string, _options: object, { credentialsDecrypted }: never) =>
		await helper(useOf((credentialsDecrypted as { data: never }).data));
	Object.assign(fake.caller.helpers, { httpRequestWithAuthentication: answered });
	return new Client(fake.caller, BASE_URL, policy, fake.session);
}

describe('what fails', () => {
	test.each([
		['a broken connection', networkError('ECONNRESET')],
		['status 500', json(500, { message: 'Broken' })],
		['status 503', json(503, '')],
		['JSON that broke off', json(200, '{"id":')],
	])('as %s is tried again where that does no harm', async (_what, failed) => {
		const { client, sent } = clientWith([failed, failed, json(200, { id: 1 })]);
		const { value, ms } = await outcome(client.send(get, bodyOf));
		expect(value).toEqual({ id: 1 });
		expect(sent).toHaveLength(3);
		// 375 and 750 milliseconds: half a second, doubled, three quarters of it.
		expect(ms).toBeGreaterThanOrEqual(1_125);
		expect(ms).toBeLessThan(2_000);
	});

	test('is tried so often and no more', async () => {
		const { client, sent } = clientWith([json(503, { message: 'Busy' })]);
		const failure = await failureOf(client.send(get, bodyOf));
		expect(failure.details).toMatchObject({ status: 503, arrival: 'answered' });
		expect(failure.message).toContain('Busy');
		expect(sent).toHaveLength(4);
	});

	test.each([
		['a broken connection', [networkError('ECONNRESET')]],
		['status 500', [json(500, '')]],
		['status 503', [json(503, '', { 'retry-after': '1' })]],
		['status 408', [json(408, '')]],
		['an answer that broke off', [json(200, '{"id":')]],
		['a broken connection after its own login', [unauthorized(), networkError('ECONNRESET')]],
		['no answer in time after its own login', [unauthorized(), never]],
	])('as %s may have placed a call: it is not sent again', async (_what, failed) => {
		const { client, sent, logins } = clientWith([...failed, json(200, {})]);
		const failure = await failureOf(client.send(post, bodyOf));
		expect(failure.details.arrival).toBe('unknown');
		expect(failure.message).toMatch(/unknown/);
		expect(failure.description).toContain('"Make a call" was sent');
		expect([sent.length, logins()]).toEqual([failed.length, failed.length - 1]);
	});

	test.each([new Error('A mistake of this package'), new UserError('Not valid')])(
		'as %s while its answer is read may have placed a call: it is not sent again',
		async (error) => {
			const { client, sent } = clientWith([json(200, { call_id: 'c1' })]);
			const read = () => {
				throw error;
			};
			expect((await failureOf(client.send(post, read))).details.arrival).toBe('unknown');
			expect(sent).toHaveLength(1);
		},
	);

	test('without an account may have been carried out, too: it is not sent again', async () => {
		const { caller, sent } = fakeCaller(async () => await never);
		const failure = await failureOf(publicClient(caller, BASE_URL, policy).send(post, bodyOf));
		expect(failure.details.arrival).toBe('unknown');
		expect(sent).toHaveLength(1);
	});

	test('to answer in time says so, and is tried again where that does no harm', async () => {
		const { client } = clientWith([never, json(200, { id: 1 })]);
		expect((await outcome(client.send(get, bodyOf))).value).toEqual({ id: 1 });
		const { message } = await failureOf(clientWith([never]).client.send(post, bodyOf));
		expect(message).toMatch(/unknown.*: The platform did not answer in time$/);
	});

	test('to say anything of its login may have been sent: it is not sent again', async () => {
		const helper = jest.fn(async () => await never);
		const failure = await failureOf(clientOn(helper).send(post, bodyOf));
		expect(failure.details.arrival).toBe('unknown');
		expect(helper).toHaveBeenCalledTimes(1);
	});

	test('before anything was sent is tried again, also a call', async () => {
		const { client, sent } = clientWith([
			networkError('ECONNREFUSED', { syscall: 'connect' }),
			json(429, ''),
			json(200, { id: 1 }),
		]);
		expect((await outcome(client.send(post, bodyOf))).value).toEqual({ id: 1 });
		expect(sent).toHaveLength(3);
	});

	test('waits as long as the platform asks', async () => {
		const { client } = clientWith([json(429, '', { 'retry-after': '7' }), json(200, {})]);
		const { ms } = await outcome(client.send(get, bodyOf));
		expect(ms).toBeGreaterThanOrEqual(7_000);
		expect(ms).toBeLessThan(7_600);
	});

	test.each([
		['more than the time for repetitions', { maxRetryTimeMs: 6_999 }],
		['what there is until the deadline', { deadline: Date.UTC(2026, 0, 1) + 6_999 }],
	])('does not wait for longer than %s', async (_what, limit) => {
		const { client, sent } = clientWith([json(429, '', { 'retry-after': '7' }), json(200, {})], {
			policy: limit,
		});
		const { error, ms } = await outcome(client.send(get, bodyOf));
		expect((error as RequestFailure).details).toMatchObject({ status: 429, retryAfterSeconds: 7 });
		expect(ms).toBeLessThan(500);
		expect(sent).toHaveLength(1);
	});

	test('counts the time for repetitions from the first attempt', async () => {
		const { client, sent } = clientWith([json(429, '', { 'retry-after': '4' })], {
			policy: { maxRetryTimeMs: 9_000 },
		});
		await failureOf(client.send(get, bodyOf));
		expect(sent).toHaveLength(3);
	});
});

test.each([0, 100, 199])('status %i is no answer: an action may have worked', async (status) => {
	const body = new Readable({ read: () => undefined });
	const { client, sent } = clientWith([{ ...json(status, ''), body }]);
	const failure = await failureOf(client.send(post, bodyOf));
	expect(failure.details).toMatchObject({ status, arrival: 'unknown' });
	expect(failure.message).toContain(`status ${status}`);
	expect(body.destroyed).toBe(true);
	expect(sent).toHaveLength(1);
});

test.each([
	['application/json; charset=ISO-8859-1', '{"name":"Zo\xEB"}', { name: 'Zoë' }],
	['text/plain; charset="windows-1252"', 'Zo\xEB', 'Zoë'],
	['text/plain ; charset=utf-8', ' accepted\n', 'accepted'],
	// n8n's database takes no NUL in a text.
	['text/plain', 'acc\0epted', 'accepted'],
])('an answer of the type %j is read as it says: %j', async (type, text, expected) => {
	const body = Readable.from([Buffer.from(text, 'latin1')]);
	const { client } = clientWith([json(200, body, { 'content-type': type })]);
	expect(await client.send(get, bodyOf)).toEqual(expected);
});

test('an error is read as its type says, too', async () => {
	const body = Readable.from([Buffer.from('Zo\xEB is not known', 'latin1')]);
	const { client } = clientWith([
		json(422, body, { 'content-type': 'text/plain; charset=latin1' }),
	]);
	expect((await failureOf(client.send(get, bodyOf))).message).toContain('Zoë is not known');
});

test('an error that names nothing but a field is shown with it, and its body is closed', async () => {
	const body = Readable.from([Buffer.from('{"to_number":"is not valid"} ')]);
	const { client } = clientWith([json(422, body)]);
	expect((await failureOf(client.send(get, bodyOf))).message).toContain('to_number: is not valid');
	expect(body.destroyed).toBe(true);
	const endless = new Readable({ read: () => undefined });
	endless.push(' '.repeat(70_000));
	await failureOf(clientWith([json(422, endless)]).client.send(get, bodyOf));
	expect(endless.destroyed).toBe(true);
});

describe('a login', () => {
	test('that a token needs again is tried three times more, and then never again', async () => {
		const { client, sent } = clientWith([unauthorized()]);
		const first = await failureOf(client.send(get, bodyOf));
		expect(first.details).toMatchObject({ status: 401 });
		expect(sent.map(({ token }) => token)).toEqual(['token-0', 'token-1', 'token-2', 'token-3']);
		expect(await failureOf(client.send(get, bodyOf))).toBe(first);
		expect(sent).toHaveLength(4);
	});

	test('that worked in the end goes unnoticed, also for a call', async () => {
		const { client, sent } = clientWith([unauthorized(), unauthorized(), json(200, { id: 1 })]);
		const { value, ms } = await outcome(client.send(post, bodyOf));
		expect(value).toEqual({ id: 1 });
		expect(ms).toBeLessThan(500);
		expect(sent).toHaveLength(3);
	});

	test('that is refused stops every later request', async () => {
		const refusal = new LoginError('Wrong password', 'Enter it again', true);
		const { client, sent } = clientWith([Object.assign(new Error('wrapped'), { cause: refusal })]);
		const first = await failureOf(client.send(post, bodyOf));
		expect(first.details).toMatchObject({ isLogin: true, final: true, arrival: 'notSent' });
		expect(first.message).toContain('Wrong password');
		expect(await failureOf(client.send(get, bodyOf))).toBe(first);
		expect(sent).toHaveLength(1);
	});

	test('that cannot be done now is tried again, then stops every later request', async () => {
		const busy = new LoginError('Busy', 'Later', false, 2);
		const { client, sent } = clientWith([busy]);
		const { error, ms } = await outcome(client.send(post, bodyOf));
		expect((error as RequestFailure).details).toMatchObject({
			isLogin: true,
			retryAfterSeconds: 2,
		});
		expect(ms).toBeGreaterThanOrEqual(6_000);
		expect(sent).toHaveLength(4);
		const later = await outcome(client.send(get, bodyOf));
		expect(later.error).toBe(error);
		// Each of hundreds of items would wait.
		expect(later.ms).toBeLessThan(500);
		expect(sent).toHaveLength(4);
	});

	test('may take longer than a request, whose own time begins after it', async () => {
		const client = clientOn(async (use) => {
			use?.onLogin?.();
			await new Promise((resolve) => setTimeout(resolve, 90_000));
			use?.onStart?.();
			await new Promise((resolve) => setTimeout(resolve, 4_000));
			return json(200, { id: 1 });
		});
		expect((await outcome(client.send(post, bodyOf))).value).toEqual({ id: 1 });
	});

	test('that does not end is given up: nothing was sent', async () => {
		const client = clientOn(async (use) => {
			use?.onLogin?.();
			return await never;
		});
		const { message, details } = await failureOf(client.send(post, bodyOf));
		expect(message).toBe('The login did not end in time');
		expect(details.arrival).toBe('notSent');
	});
});

describe('a token that the platform refuses', () => {
	test('is replaced by the one that another process has stored, without a login', async () => {
		const { client, sent, stored } = clientWith([unauthorized(), json(200, { id: 1 })]);
		stored.accessToken = 'token-of-another-process';
		expect(await client.send(post, bodyOf)).toEqual({ id: 1 });
		expect(sent.map(({ token }) => token)).toEqual(['token-0', 'token-of-another-process']);
	});

	test('is not sent again while n8n looks, once for all items, for the one that it has stored', async () => {
		const getCredentials = jest.fn(async () => {
			await new Promise((resolve) => setTimeout(resolve, 1_000));
			return { ...storedData };
		});
		const answers = [...Array.from({ length: 5 }, () => unauthorized()), json(200, { id: 1 })];
		const { client, sent } = clientWith(answers, { caller: { getCredentials } });
		const items = Array.from({ length: 5 }, async () => await client.send(post, bodyOf));
		expect((await outcome(Promise.all(items))).value).toEqual(items.map(() => ({ id: 1 })));
		const tokens = sent.map(({ token }) => token);
		expect(tokens).toEqual([...items.map(() => 'token-0'), ...items.map(() => 'token-1')]);
		expect(getCredentials).toHaveBeenCalledTimes(1);
	});

	test('is not taken up again from a request that began before', async () => {
		const { session } = fakeCaller(() => json(200, {}));
		const use = { refusedToken: '' };
		const earlier = session.credentialFor(use);
		await session.renew('token-0');
		expect(session.keep(earlier, { refusedToken: '' })).toBe('token-0');
		expect(session.credentialFor(use).data?.accessToken).toBe('');
		expect(use.refusedToken).toBe('token-0');
	});

	test('that is refused once more, when there is a new one, changes nothing: n8n may still have an older one', async () => {
		const getCredentials = jest.fn(async () => ({
			...storedData,
			accessToken: 'token-of-yesterday',
		}));
		const { session } = fakeCaller(() => json(200, {}), { getCredentials });
		const use = { refusedToken: '' };
		session.keep({ ...session.credentialFor(use), data: { accessToken: 'token-1' } }, use);
		await session.renew('token-0');
		expect(session.credentialFor({ refusedToken: '' }).data?.accessToken).toBe('token-1');
		expect(getCredentials).not.toHaveBeenCalled();
	});

	test('is used once more if a login gives it again, and a second refusal is an error', async () => {
		const caller = { tokenOfLogin: () => 'token-0' };
		const once = clientWith([unauthorized(), json(200, { id: 1 })], { caller });
		for (let item = 0; item < 5; item += 1) await once.client.send(post, bodyOf);
		expect(once.sent.map(({ token }) => token)).toEqual(Array(6).fill('token-0'));
		expect(once.logins()).toBe(1);

		const twice = clientWith([unauthorized()], { caller });
		const failure = await failureOf(twice.client.send(post, bodyOf));
		expect(failure.details).toMatchObject({ status: 401 });
		expect(await failureOf(twice.client.send(get, bodyOf))).toBe(failure);
		expect([twice.sent.length, twice.logins()]).toEqual([2, 1]);
	});
});

describe('a request to delete', () => {
	const remove = { ...get, method: 'DELETE' as const };

	test('that is repeated and finds nothing says that it is already gone', async () => {
		const { client } = clientWith([json(503, ''), json(404, { message: 'Not found' })]);
		const failure = await failureOf(client.send(remove, bodyOf));
		expect(failure.details).toMatchObject({ isGone: true, status: 404 });
		expect(failure.message).toBe('Already gone');
	});

	const unreached = networkError('ECONNREFUSED', { syscall: 'connect' });

	test.each(['DELETE', 'PUT'] as const)(
		'or change (%s) whose repetition cannot be sent may have worked',
		async (method) => {
			const { client } = clientWith([json(503, ''), unreached]);
			const failure = await failureOf(client.send({ ...remove, method }, bodyOf));
			expect(failure.details.arrival).toBe('unknown');
			expect(failure.message).toMatch(/^It is unknown whether this was carried out: .*reached/);
			expect(failure.description).toContain('An earlier attempt of "Get calls"');
		},
	);

	test('whose repetition finds no login may have worked', async () => {
		const refusal = new LoginError('Wrong password', 'Enter it again', true);
		const { client } = clientWith([json(503, ''), refusal]);
		const failure = await failureOf(client.send(remove, bodyOf));
		expect(failure.details).toMatchObject({ isLogin: true, arrival: 'unknown' });
		expect(failure.message).toMatch(/^It is unknown .* carried out: .*Wrong password/);
	});

	test('whose repetition is refused says why', async () => {
		const { client } = clientWith([json(503, ''), json(403, '')]);
		const failure = await failureOf(client.send(remove, bodyOf));
		expect(failure.details).toMatchObject({ status: 403, arrival: 'answered' });
		expect(failure.message).toMatch(/^This user does not have permission/);
	});

	test.each([[[json(404, '')]], [[json(429, ''), json(404, '')]], [[unreached, json(404, '')]]])(
		'that finds nothing at its first real attempt fails',
		async (answers) => {
			const { client } = clientWith(answers);
			expect((await failureOf(client.send(remove, bodyOf))).details.isGone).toBeUndefined();
		},
	);
});

test.each([
	['finds nothing', json(404, ''), /^Not found/],
	['cannot be sent', networkError('ECONNREFUSED', { syscall: 'connect' }), /^The platform cannot/],
])('a request that reads, and whose repetition %s, says so', async (_what, second, message) => {
	const { client } = clientWith([json(503, ''), second]);
	expect((await failureOf(client.send(get, bodyOf))).message).toMatch(message);
});

describe('a cancelled execution, or a stopped run', () => {
	const cancellable = () => {
		const abort = new AbortController();
		return { abort, caller: { getExecutionCancelSignal: () => abort.signal } };
	};

	test.each(['cancelled', 'stopped'])('ends a wait at once: %s', async (how) => {
		const { abort, caller } = cancellable();
		const { client, sent } = clientWith([json(429, '', { 'retry-after': '50' })], { caller });
		setTimeout(() => (how === 'cancelled' ? abort.abort() : client.stopWaiting()), 3_000);
		const { error, ms } = await outcome(client.send(post, bodyOf));
		expect((error as RequestFailure).details.status).toBe(429);
		expect(ms).toBeLessThan(4_000);
		expect(sent).toHaveLength(1);
		expect(client.isCancelled).toBe(how === 'cancelled');
	});

	test('sends nothing with another token after a stop', async () => {
		const { client, sent } = clientWith([unauthorized(), json(200, {})]);
		const work = failureOf(client.send(post, bodyOf));
		client.stopWaiting();
		expect((await work).details.status).toBe(401);
		expect(sent).toHaveLength(1);
	});

	test('sends nothing after a wait that has just ended', async () => {
		const { abort, caller } = cancellable();
		const { client, sent } = clientWith([json(429, '', { 'retry-after': '0.2' })], { caller });
		setTimeout(() => abort.abort(), 100);
		await failureOf(client.send(get, bodyOf));
		expect(sent).toHaveLength(1);
	});

	test('sends nothing more', async () => {
		const { abort, caller } = cancellable();
		abort.abort();
		const { client, sent } = clientWith([json(200, {})], { caller });
		const failure = await failureOf(client.send(post, bodyOf));
		expect(failure.details).toMatchObject({ arrival: 'notSent', final: true });
		expect(sent).toHaveLength(0);
	});

	test('ends a request within a second, and leaves the outcome of a call open', async () => {
		const { abort, caller } = cancellable();
		const { client, sent } = clientWith([never], { caller });
		setTimeout(() => abort.abort(), 1_000);
		const { error, ms } = await outcome(client.send(post, bodyOf));
		expect((error as RequestFailure).details).toMatchObject({ arrival: 'unknown', final: true });
		expect((error as RequestFailure).message).toMatch(/: The execution was cancelled$/);
		expect(ms).toBeLessThan(2_000);
		expect((sent[0]?.options.abortSignal as AbortSignal).aborted).toBe(true);
	});

	test('is why a request ended, also if n8n ends it first', async () => {
		const { abort, caller } = cancellable();
		const { caller: n8n, session } = fakeCaller(() => {
			abort.abort();
			throw networkError('ERR_CANCELED');
		}, caller);
		const { message, details } = await failureOf(
			new Client(n8n, BASE_URL, policy, session).send(get, bodyOf),
		);
		expect(message).toBe('The execution was cancelled');
		expect(details).toMatchObject({ arrival: 'unknown', final: true });
	});

	test('ends while the credential logs in: then nothing was sent', async () => {
		const { abort, caller } = cancellable();
		const client = clientOn(async (use) => {
			use?.onLogin?.();
			return await never;
		}, caller);
		setTimeout(() => abort.abort(), 1_000);
		const { error, ms } = await outcome(client.send(post, bodyOf));
		expect((error as RequestFailure).details).toMatchObject({ arrival: 'notSent', final: true });
		expect((error as RequestFailure).message).toBe('The execution was cancelled');
		expect(ms).toBeLessThan(2_000);
	});

	test('asks for no further login', async () => {
		const { abort, caller } = cancellable();
		const fake = fakeCaller(() => {
			abort.abort();
			return unauthorized();
		}, caller);
		await failureOf(new Client(fake.caller, BASE_URL, policy, fake.session).send(get, bodyOf));
		expect(fake.sent).toHaveLength(1);
	});
});
