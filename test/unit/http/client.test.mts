import { Readable } from 'node:stream';
import type { HttpRequest, Policy } from '../../../nodes/shared/http';
import {
	Client,
	LoginError,
	RequestFailure,
	clientFor,
	publicClient,
} from '../../../nodes/shared/http';
import { BASE_URL, fakeCaller, json, networkError, unauthorized } from './fakeCaller.mts';

const policy: Policy = { timeoutMs: 5_000, maxRetries: 3, maxRetryTimeMs: 60_000 };
const get: HttpRequest = { method: 'GET', path: '/calls', subject: 'Get calls' };
const post: HttpRequest = {
	method: 'POST',
	path: '/calls/make-call',
	body: { to_number: '+12125550123' },
	subject: 'Make a call',
};
const bodyOf = ({ body }: { body: unknown }) => body;

beforeEach(() => {
	jest.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
	jest.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

/** Runs the work to its end while the clock goes on by itself. */
async function outcome<T>(work: Promise<T>): Promise<{ value?: T; error?: unknown; ms: number }> {
	const startedAt = Date.now();
	let ended: { value?: T; error?: unknown } | undefined;
	void work.then(
		(value) => (ended = { value }),
		(error: unknown) => (ended = { error }),
	);
	for (let step = 0; step < 2_000 && !ended; step += 1) await jest.advanceTimersByTimeAsync(250);
	if (!ended) throw new Error('The work came to no end');
	return { ...ended, ms: Date.now() - startedAt };
}

const failureOf = async (work: Promise<unknown>): Promise<RequestFailure> => {
	const { error } = await outcome(work);
	expect(error).toBeInstanceOf(RequestFailure);
	return error as RequestFailure;
};

/** A client that gets these answers, one after the other; the last again and again. */
function clientWith(answers: unknown[], more: { policy?: Partial<Policy>; caller?: object } = {}) {
	const { caller, sent } = fakeCaller((number) => {
		const answer = answers[Math.min(number, answers.length - 1)];
		if (answer instanceof Error) throw answer;
		return answer;
	}, more.caller);
	return { client: new Client(caller, BASE_URL, { ...policy, ...more.policy }), sent };
}

describe('a request', () => {
	test('goes to the Base URL, with the credential, and asks for the whole answer', async () => {
		const { client, sent } = clientWith([json(200, { id: 1 })]);
		const query = { limit: 10 };
		expect(await client.send({ ...get, query }, bodyOf)).toEqual({ id: 1 });
		expect(sent).toEqual([
			{
				credential: 'voiceAgentApi',
				options: {
					method: 'GET',
					url: `${BASE_URL}/calls`,
					qs: query,
					body: undefined,
					headers: { Accept: 'application/json' },
					returnFullResponse: true,
					ignoreHttpStatusErrors: { ignore: true, except: [401] },
					disableFollowRedirect: false,
					sendCredentialsOnCrossOriginRedirect: false,
					timeout: 5_000,
				},
			},
		]);
	});

	test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
		'%s is not led elsewhere by the HTTP client',
		async (method) => {
			const { client, sent } = clientWith([json(200, {})]);
			await client.send({ ...post, method }, bodyOf);
			expect(sent[0]?.options).toMatchObject({
				method,
				body: post.body,
				disableFollowRedirect: true,
			});
		},
	);

	test('for a file takes any type, as a stream', async () => {
		const { client, sent } = clientWith([json(200, Readable.from(['x']))]);
		await client.send({ ...get, stream: true }, bodyOf);
		expect(sent[0]?.options).toMatchObject({ encoding: 'stream', headers: { Accept: '*/*' } });
	});

	test('has no longer than there is until the deadline, but a second', async () => {
		const timeouts = [];
		for (const left of [60_000, 3_000, 10, -5_000]) {
			const deadline = Date.now() + left;
			const { client, sent } = clientWith([json(200, {})], { policy: { deadline } });
			await client.send(get, bodyOf);
			timeouts.push(sent[0]?.options.timeout);
		}
		expect(timeouts).toEqual([5_000, 3_000, 1_000, 1_000]);
	});

	test('of a node has the credential of the node', async () => {
		const { caller, sent } = fakeCaller(() => json(200, {}));
		const client = await clientFor(caller);
		await client.send(get, bodyOf);
		expect(sent[0]).toMatchObject({
			credential: 'voiceAgentApi',
			options: { url: `${BASE_URL}/calls`, timeout: 60_000 },
		});
	});

	test('asks n8n for the credential under its name', async () => {
		const getCredentials = jest.fn(async () => ({ baseUrl: BASE_URL }));
		await clientFor(fakeCaller(() => json(200, {}), { getCredentials }).caller);
		expect(getCredentials).toHaveBeenCalledWith('voiceAgentApi');
	});

	test('without an account carries no credential, and its address is checked', async () => {
		const { caller, sent } = fakeCaller(() => json(200, {}));
		await publicClient(caller, `${BASE_URL}/`, policy).send(get, bodyOf);
		expect(sent[0]?.credential).toBeUndefined();
		expect(sent[0]?.options.url).toBe(`${BASE_URL}/calls`);
		expect(() => publicClient(caller, 'http://voice.example.com', policy)).toThrow(/https/);
	});
});

describe('a redirect', () => {
	const to = (location: string, statusCode = 307) => json(statusCode, '', { location });

	test.each([307, 308])('with %i is followed at the same address, as it was', async (status) => {
		const { client, sent } = clientWith([
			to(`${BASE_URL}/calls/make-call/`, status),
			json(200, { id: 1 }),
		]);
		expect(await client.send(post, bodyOf)).toEqual({ id: 1 });
		expect(sent.map(({ options }) => [options.method, options.url, options.body])).toEqual([
			['POST', `${BASE_URL}/calls/make-call`, post.body],
			['POST', `${BASE_URL}/calls/make-call/`, post.body],
		]);
	});

	test('may name a path alone', async () => {
		const { client, sent } = clientWith([to('/api/v2/calls'), to('./more'), json(200, {})]);
		await client.send(post, bodyOf);
		expect(sent.map(({ options }) => options.url).slice(1)).toEqual([
			'https://voice.example.com/api/v2/calls',
			'https://voice.example.com/api/v2/more',
		]);
	});

	test.each([
		['to another host', to('https://evil.example.com/api/v1/calls/make-call')],
		['to a part of the host', to('https://example.com/api/v1/calls/make-call')],
		['to another port', to('https://voice.example.com:8443/api/v1/calls/make-call')],
		['to plain http', to('http://voice.example.com/api/v1/calls/make-call')],
		['that leaves the host to a path', to('//evil.example.com/calls')],
		['to nothing readable', to('http://')],
		['that turns POST into GET (301)', to(`${BASE_URL}/calls/make-call/`, 301)],
		['that turns POST into GET (302)', to(`${BASE_URL}/calls/make-call/`, 302)],
		['that turns POST into GET (303)', to(`${BASE_URL}/calls/make-call/`, 303)],
		['status 300', to(`${BASE_URL}/calls/make-call/`, 300)],
		['status 399', to(`${BASE_URL}/calls/make-call/`, 399)],
	])('%s is not followed, and not tried again', async (_what, answer) => {
		const { client, sent } = clientWith([answer, json(200, { id: 1 })]);
		const failure = await failureOf(client.send(post, bodyOf));
		const { statusCode: status } = answer;
		expect(failure.details).toEqual({ status, reach: 'answered', final: true });
		expect(failure.message).toMatch(/redirect/);
		expect(sent).toHaveLength(1);
	});

	test('that goes in a circle ends after three', async () => {
		const { client, sent } = clientWith([to(`${BASE_URL}/calls/make-call`)]);
		expect((await failureOf(client.send(post, bodyOf))).details.final).toBe(true);
		expect(sent).toHaveLength(4);
	});
});

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
		expect(failure.details).toMatchObject({ status: 503, reach: 'answered' });
		expect(failure.message).toContain('Busy');
		expect(sent).toHaveLength(4);
	});

	test.each([0, 1])('is tried %i more times if that is what the policy says', async (maxRetries) => {
		const { client, sent } = clientWith([json(503, '')], { policy: { maxRetries } });
		await failureOf(client.send(get, bodyOf));
		expect(sent).toHaveLength(1 + maxRetries);
	});

	test.each([
		['a broken connection', networkError('ECONNRESET')],
		['status 500', json(500, '')],
		['an answer that broke off', json(200, '{"id":')],
	])('as %s may have placed a call: it is not sent again', async (_what, failed) => {
		const { client, sent } = clientWith([failed, json(200, {})]);
		const failure = await failureOf(client.send(post, bodyOf));
		expect(failure.details.reach).toBe('unknown');
		expect(failure.message).toMatch(/unknown/);
		expect(sent).toHaveLength(1);
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

	test.each([
		['just the time for repetitions', { maxRetryTimeMs: 7_000 }],
		['just the time until the deadline', { deadline: Date.UTC(2026, 0, 1) + 7_000 }],
	])('waits %s', async (_what, limit) => {
		const { client, sent } = clientWith([json(429, '', { 'retry-after': '7' }), json(200, {})], {
			policy: limit,
		});
		expect((await outcome(client.send(get, bodyOf))).error).toBeUndefined();
		expect(sent).toHaveLength(2);
	});

	test('counts the time for repetitions from the first attempt', async () => {
		const { client, sent } = clientWith([json(429, '', { 'retry-after': '4' })], {
			policy: { maxRetryTimeMs: 9_000 },
		});
		await failureOf(client.send(get, bodyOf));
		expect(sent).toHaveLength(3);
	});

	test.each([400, 402, 403, 404, 409, 418, 422])(
		'with status %i is told at once',
		async (status) => {
			const { client, sent } = clientWith([json(status, { message: 'Because' })]);
			const failure = await failureOf(client.send(get, bodyOf));
			expect(failure.details).toMatchObject({ status, reach: 'answered' });
			expect(failure.message).toContain('Because');
			expect(sent).toHaveLength(1);
		},
	);
});

describe('an answer', () => {
	test.each([
		['of a web page', '<html></html>', 'text/html; charset=utf-8', /web page/],
		['without a type', 'OK', '', /broke off/],
		['that broke off', '{"a":', 'Application/JSON', /broke off/],
	])('%s cannot be read', async (_what, body, type, word) => {
		const answer = { statusCode: 200, headers: { 'content-type': type }, body };
		const { client } = clientWith([answer], { policy: { maxRetries: 0 } });
		const failure = await failureOf(client.send(get, bodyOf));
		expect(failure.details).toEqual({ status: 200, reach: 'unknown' });
		expect(failure.description).toMatch(word);
	});

	test('without any type or text is empty', async () => {
		const { client } = clientWith([{ statusCode: 204, headers: {}, body: '' }]);
		expect(await client.send(get, bodyOf)).toBe('');
	});

	test('without a type, with text, cannot be read', async () => {
		const { client } = clientWith([{ statusCode: 200, headers: {}, body: 'x' }], {
			policy: { maxRetries: 0 },
		});
		expect((await failureOf(client.send(get, bodyOf))).details.reach).toBe('unknown');
	});

	test('of plain text, and of an object with any type, is read', async () => {
		const text = { statusCode: 200, headers: { 'content-type': 'text/plain' }, body: 'accepted' };
		expect(await clientWith([text]).client.send(get, bodyOf)).toBe('accepted');
		const object = { statusCode: 200, headers: { 'content-type': 'text/html' }, body: { a: 1 } };
		expect(await clientWith([object]).client.send(get, bodyOf)).toEqual({ a: 1 });
	});

	test('that is a file is not looked into', async () => {
		const file = { statusCode: 200, headers: { 'content-type': 'text/html' }, body: '<html>' };
		expect(await clientWith([file]).client.send({ ...get, stream: true }, bodyOf)).toBe('<html>');
	});

	test('that its reader refuses is not asked for again', async () => {
		const { client, sent } = clientWith([json(200, { id: 1 })]);
		const refusal = new RequestFailure('Not a list', '', { reach: 'answered', final: true });
		const failure = await failureOf(
			client.send(get, () => {
				throw refusal;
			}),
		);
		expect(failure).toBe(refusal);
		expect(sent).toHaveLength(1);
	});

	test('that breaks off while it is read is asked for again', async () => {
		const { client, sent } = clientWith([json(200, { id: 1 })]);
		let reads = 0;
		const { value } = await outcome(
			client.send(get, async () => {
				reads += 1;
				if (reads === 1) throw networkError('ECONNRESET');
				return 'read';
			}),
		);
		expect(value).toBe('read');
		expect(sent).toHaveLength(2);
	});
});

describe('an error that comes as a stream', () => {
	const said = async (...chunks: string[]) => {
		const body = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
		const { client } = clientWith([json(404, body)]);
		return (await failureOf(client.send({ ...get, stream: true }, bodyOf))).message;
	};

	test.each([
		['an object', ['{"mess', 'age":"No recording"}']],
		['a list', [' [{"message":"No recording"}]']],
		['text', ['No recording']],
	])('is read: %s', async (_what, chunks) => {
		const message = await said(...chunks);
		expect(message).toMatch(/: No recording$/);
	});

	test('is taken as it is if it broke off', async () => {
		expect(await said('{"message": "No rec')).toMatch(/: \{"message": "No rec$/);
	});

	test('is read at its beginning only', async () => {
		const chunk = 'x'.repeat(5_000);
		let chunks = 0;
		async function* endless() {
			for (;;) {
				chunks += 1;
				yield Buffer.from(chunk);
			}
		}
		const { client } = clientWith([json(404, endless())]);
		await failureOf(client.send({ ...get, stream: true }, bodyOf));
		expect(chunks).toBe(3);
	});

	test.each([[null], ['Not here'], [{ message: 'Not here' }]])('may be %j', async (body) => {
		const { client } = clientWith([json(404, body)]);
		const { message } = await failureOf(client.send({ ...get, stream: true }, bodyOf));
		expect(message).toMatch(body === null ? /404/ : /: Not here$/);
	});
});

describe('a login', () => {
	test('that a token needs again is tried three times, and then never more', async () => {
		const { client, sent } = clientWith([unauthorized()]);
		const first = await failureOf(client.send(get, bodyOf));
		expect(first.details).toMatchObject({ status: 401 });
		expect(sent).toHaveLength(3);
		expect(await failureOf(client.send(get, bodyOf))).toBe(first);
		expect(sent).toHaveLength(3);
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
		expect(first.details).toMatchObject({ isLogin: true, final: true, reach: 'notSent' });
		expect(first.message).toContain('Wrong password');
		expect(await failureOf(client.send(get, bodyOf))).toBe(first);
		expect(sent).toHaveLength(1);
	});

	test('that cannot be done now is tried again, then stops every later request', async () => {
		const busy = new LoginError('Busy', 'Later', false, 2);
		const { client, sent } = clientWith([busy]);
		const { error, ms } = await outcome(client.send(post, bodyOf));
		expect((error as RequestFailure).details).toMatchObject({ isLogin: true, retryAfterSeconds: 2 });
		expect(ms).toBeGreaterThanOrEqual(6_000);
		expect(sent).toHaveLength(4);
		expect(await failureOf(client.send(get, bodyOf))).toBe(error);
		expect(sent).toHaveLength(4);
	});

	test('is not needed anew after another failure', async () => {
		const { client, sent } = clientWith([json(404, ''), json(200, { id: 1 })]);
		await failureOf(client.send(get, bodyOf));
		expect(await client.send(get, bodyOf)).toEqual({ id: 1 });
		expect(sent).toHaveLength(2);
	});
});

describe('a cancelled execution', () => {
	const cancellable = () => {
		const abort = new AbortController();
		return { abort, caller: { getExecutionCancelSignal: () => abort.signal } };
	};

	test('ends a wait at once', async () => {
		const { abort, caller } = cancellable();
		const { client, sent } = clientWith([json(429, '', { 'retry-after': '50' })], { caller });
		setTimeout(() => abort.abort(), 3_000);
		const { error, ms } = await outcome(client.send(get, bodyOf));
		expect((error as RequestFailure).details.status).toBe(429);
		expect(ms).toBeLessThan(4_000);
		expect(sent).toHaveLength(1);
		expect(client.isCancelled).toBe(true);
	});

	test('sends nothing after a wait that has just ended', async () => {
		const { abort, caller } = cancellable();
		const { client, sent } = clientWith([json(429, '', { 'retry-after': '0.2' })], { caller });
		setTimeout(() => abort.abort(), 100);
		await failureOf(client.send(get, bodyOf));
		expect(sent).toHaveLength(1);
	});

	test('leaves the outcome of a call open', async () => {
		const { abort, caller } = cancellable();
		const { client } = clientWith([networkError('ERR_CANCELED')], { caller });
		abort.abort();
		const failure = await failureOf(client.send(post, bodyOf));
		expect(failure.details).toMatchObject({ reach: 'unknown', final: true });
	});

	test('asks for no further login', async () => {
		const { abort, caller } = cancellable();
		abort.abort();
		const { client, sent } = clientWith([unauthorized()], { caller });
		await failureOf(client.send(get, bodyOf));
		expect(sent).toHaveLength(1);
	});

	test('is nothing that a trigger or a drop-down knows of', () => {
		expect(clientWith([]).client.isCancelled).toBe(false);
		const caller = { getExecutionCancelSignal: () => undefined };
		expect(clientWith([], { caller }).client.isCancelled).toBe(false);
	});
});

describe('a download', () => {
	const link = (path: string): HttpRequest => ({ ...get, path, stream: true });

	test.each([
		['https://voice.example.com/files/1.pdf?sign=a%20b#page', true],
		['/files/1.pdf', true],
		['https://files.example.com/1.pdf?sign=a', false],
		['http://voice.example.com/1.pdf', false],
	])('of %s: with the credential %p', async (path, isOwn) => {
		const { client, sent } = clientWith([json(200, 'file')]);
		expect(await client.download(link(path), bodyOf)).toBe('file');
		const target = new URL(path, BASE_URL);
		expect(sent[0]?.options.url).toBe(`${target.origin}${target.pathname}${target.search}`);
		expect(sent[0]?.credential).toBe(isOwn ? 'voiceAgentApi' : undefined);
	});

	test('is as patient as the client', async () => {
		const { client, sent } = clientWith([json(503, '')], {
			policy: { maxRetries: 1, timeoutMs: 2_000 },
		});
		await failureOf(client.download(link('/1.pdf'), bodyOf));
		expect(sent.map(({ options }) => options.timeout)).toEqual([2_000, 2_000]);
	});
});
