import { Readable } from 'node:stream';
import type { HttpRequest } from '../../../nodes/shared/http';
import { RequestFailure, publicClient } from '../../../nodes/shared/http';
import { BASE_URL, type Sent, fakeCaller, json } from '../../support/fakeCaller.mts';
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

describe('a request', () => {
	test('goes to the Base URL, with the credential, and asks for the whole answer', async () => {
		const { client, sent } = clientWith([json(200, { id: 1 })]);
		const query = { limit: 10 };
		expect(await client.send({ ...get, query }, bodyOf)).toEqual({ id: 1 });
		expect(sent).toEqual([
			{
				credential: 'voiceAgentApi',
				token: 'token-0',
				options: {
					method: 'GET',
					url: `${BASE_URL}/calls`,
					qs: query,
					body: undefined,
					headers: { Accept: 'application/json' },
					encoding: 'stream',
					returnFullResponse: true,
					ignoreHttpStatusErrors: true,
					disableFollowRedirect: true,
					sendCredentialsOnCrossOriginRedirect: false,
					timeout: 5_000,
					abortSignal: expect.any(AbortSignal),
				},
			},
		]);
	});

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

	test.each([
		['was answered', json(200, {})],
		['failed', json(404, '')],
	])('that %s leaves no timer behind', async (_what, answer) => {
		await outcome(clientWith([answer]).client.send(get, bodyOf));
		await jest.advanceTimersByTimeAsync(1_000);
		expect(jest.getTimerCount()).toBe(0);
	});

	test('without an account carries no credential, and its address is checked', async () => {
		const { caller, sent } = fakeCaller(() => json(200, {}));
		const client = publicClient(caller, `${BASE_URL}/`, policy);
		expect(client.address).toBe(BASE_URL);
		await client.send(get, bodyOf);
		expect(sent[0]?.credential).toBeUndefined();
		expect(sent[0]?.options.url).toBe(`${BASE_URL}/calls`);
		expect(() => publicClient(caller, 'http://voice.example.com', policy)).toThrow(/https/);
	});
});

describe('an answer', () => {
	test.each([
		['of a web page', '<html></html>', 'text/html; charset=utf-8', /web page/, 'a web page'],
		['of a web page without a type', '<!DOCTYPE html><p>', '', /web page/, 'a web page'],
		['whose type is wrong', 'OK', 'application/json', /not JSON/, 'text'],
		['of text without a type', 'OK', '', /not JSON/, 'text'],
		['of lines', '{"a":1}\n{"a":2}', '', /one JSON value/, 'several JSON values, one in each line'],
		['that broke off', '{"a":', 'Application/JSON', /not complete/, 'text'],
	])('%s cannot be read', async (_what, body, type, word, outline) => {
		const answer = { statusCode: 200, headers: { 'content-type': type }, body };
		const { client } = clientWith([answer], { policy: { maxRetries: 0 } });
		const failure = await failureOf(client.send(get, bodyOf));
		expect(failure.details).toEqual({ status: 200, arrival: 'unknown', outline });
		expect(failure.description).toMatch(word);
		// Nobody is told to try an action again.
		const { description } = await failureOf(client.send(post, bodyOf));
		expect(description).toContain(`before you repeat it. The answer looks like this: ${outline}`);
	});

	test.each(['', ' \n'])('without any text is empty: %j', async (body) => {
		for (const type of ['', 'application/json', 'text/html']) {
			const { client } = clientWith([{ statusCode: 204, headers: { 'content-type': type }, body }]);
			expect(await client.send(get, bodyOf)).toBeUndefined();
		}
	});

	test('that is too large is not read to its end, and an action is not sent again', async () => {
		let megabytes = 0;
		const megabyte = Buffer.alloc(1024 * 1024, ' ');
		function* endless() {
			for (;;) {
				megabytes += 1;
				yield megabyte;
			}
		}
		const { client, sent } = clientWith([json(200, Readable.from(endless()))]);
		const failure = await failureOf(client.send(post, bodyOf));
		expect(failure.message).toMatch(/cannot be read|too large/);
		expect(failure.details).toMatchObject({ arrival: 'unknown', final: true });
		expect(sent).toHaveLength(1);
		expect(megabytes).toBeLessThan(70);
	});

	test.each([210, 100_000])('that is nested %i deep cannot be read', async (depth) => {
		const body = `{"data":${'['.repeat(depth)}${']'.repeat(depth)}}`;
		const { client, sent } = clientWith([json(200, body)], { policy: { maxRetries: 0 } });
		const failure = await failureOf(client.send(post, bodyOf));
		expect(failure.details.arrival).toBe('unknown');
		expect(sent).toHaveLength(1);
		const { description } = await failureOf(client.send(get, bodyOf));
		expect(description).toMatch(/nested too deeply/);
	});

	test('that repeats what was sent is shown without it', async () => {
		const echo = { authorization: 'Bearer token-0', body: 'correct horse' };
		const { client } = clientWith([
			json(200, echo),
			json(422, { message: 'Refused: Bearer token-0, correct horse' }),
		]);
		expect(await client.send(get, bodyOf)).toEqual({
			authorization: 'Bearer token-0',
			body: '***',
		});
		const failure = await failureOf(client.send(get, bodyOf));
		expect(`${failure.message} ${failure.description} ${failure.details.serverText}`).not.toMatch(
			/token-0|horse/,
		);
		// A secret at the end of what is shown is not cut in two.
		const long = clientWith([json(422, { message: `${'x'.repeat(490)} correct horse` })]);
		expect((await failureOf(long.client.send(get, bodyOf))).details.serverText).toMatch(/^x+ \*+$/);
		// What was read from a file, as it came.
		expect(client.hideSecrets({ password: 'correct horse' })).toEqual({ password: '***' });
	});

	test.each(['message', 'description', 'serverText', 'outline', 'why'])(
		'about which a failure says too much is shown without it: %s',
		async (part) => {
			const { client } = clientWith([json(200, {})]);
			const texts = { message: 'No', description: 'Do this', [part]: 'You are correct horse' };
			const { message, description, ...rest } = { ...texts, status: 422 };
			const failure = new RequestFailure(message, description, { ...rest, arrival: 'unknown' });
			const shown = client.shown(failure);
			expect({ ...shown.details, message: shown.message, description: shown.description }).toEqual({
				...{ ...texts, status: 422, arrival: 'unknown' },
				[part]: 'You are ***',
			});
		},
	);

	test('of n8n that repeats what was sent is shown without it', async () => {
		const { client } = clientWith([new Error('Not a header: Bearer token-0')]);
		expect((await failureOf(client.send(get, bodyOf))).message).toBe('Not a header: Bearer ***');
	});

	test('that its reader refuses is not asked for again', async () => {
		const { client, sent } = clientWith([json(200, { id: 1 })]);
		const refusal = new RequestFailure('Not a list', '', { arrival: 'answered', final: true });
		const read = () => {
			throw refusal;
		};
		expect(await failureOf(client.send(get, read))).toBe(refusal);
		expect(sent).toHaveLength(1);
	});
});

describe('an error that comes as a stream', () => {
	test.each([
		['an object', ['{"mess', 'age":"No recording"}']],
		['text', ['No recording']],
	])('is read: %s', async (_what, chunks) => {
		const body = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
		const { client } = clientWith([json(404, body)]);
		const { message } = await failureOf(client.send({ ...get, stream: true }, bodyOf));
		expect(message).toMatch(/: No recording$/);
	});

	test('and breaks off is still an answer: a call was refused', async () => {
		const body = new Readable({ read: () => body.destroy(new Error('Broken')) });
		const { client } = clientWith([json(403, body)]);
		const { message, details } = await failureOf(client.send(post, bodyOf));
		expect(message).toBe('This user does not have permission (status 403)');
		expect(details).toMatchObject({ status: 403, arrival: 'answered', serverText: '' });
	});
});

describe('what another host sends', () => {
	const href = 'https://files.example.com/1.pdf';
	const request: HttpRequest = { ...get, path: '/calls/recording/s1' };

	test('shows no secret in a type or an error, and gets no token', async () => {
		const named = clientWith([json(200, 'file', { 'content-type': 'audio/token-0 wav' })]);
		const name = await named.client.download(request, ({ headers }) => headers, href);
		expect(name['content-type']).toBe('audio/token-0 wav');
		expect(named.sent[0]?.credential).toBeUndefined();

		const refused = clientWith([json(403, { message: 'Not for correct horse' })]);
		const failure = await failureOf(refused.client.download(request, bodyOf, href));
		expect(failure.message).toContain('Not for ***');
	});

	test.each([
		['password', 'correct horse', '***'],
		['type', 'audio/wav', 'audio/wav'],
		['type', undefined, undefined],
	])('in place of a type, a %s: %s', async (_what, type, shown) => {
		const headers = { 'content-type': type as string };
		const { client } = clientWith([{ ...json(200, 'file'), headers }]);
		const received = await client.download(request, (answer) => answer.headers, href);
		expect(received['content-type']).toBe(shown);
	});

	test.each([
		[href, 403, /may have expired/],
		['/files/1.pdf', 410, /may have expired/],
		[href, 500, /^Try again later/],
		[href, 503, /^Try again later/],
		[href, 429, /^Run the workflow later/],
		[href, 401, /may have expired/],
		// The file itself, without a link.
		[undefined, 403, /^Ask an admin .* role with this permission/],
	])('at the link %s with status %d says what to do', async (link, status, advice) => {
		const { client } = clientWith([json(status, { message: 'No' })]);
		const failure = await failureOf(client.download(request, bodyOf, link));
		expect(failure.description).toMatch(advice);
	});

	test('without a text says its status', async () => {
		const { client } = clientWith([json(403, '')]);
		const { message } = await failureOf(client.download(request, bodyOf, href));
		expect(message).toBe('The link to the file cannot be read: status 403');
	});

	test('as 401 leads to no login, and other requests go on', async () => {
		const { client, sent, logins } = clientWith([json(401, ''), json(200, { id: 1 })]);
		const { details } = await failureOf(client.download(request, bodyOf, href));
		expect(details).toMatchObject({ status: 401, arrival: 'answered' });
		expect([sent.length, logins()]).toEqual([1, 0]);
		expect(await client.send(get, bodyOf)).toEqual({ id: 1 });
	});

	test('as 503 is asked for again', async () => {
		const { client } = clientWith([json(503, ''), json(200, 'file')]);
		const { value } = await outcome(client.download(request, bodyOf, href));
		expect(value).toBe('file');
	});
});

describe('a download', () => {
	const file: HttpRequest = { ...get, path: '/calls/recording/s1' };
	const to = (location: string, statusCode = 302) => json(statusCode, '', { location });
	const requestsOf = (sent: Sent[]) =>
		sent.map(({ options, credential }) => [options.url, credential !== undefined]);

	test.each([
		['https://voice.example.com/files/1.pdf?sign=a%20b#page', true],
		['/files/1.pdf', true],
		['files/1.pdf', true],
		['https://files.example.com/1.pdf?sign=a', false],
		['//files.example.com/1.pdf', false],
		['https://voice.example.com:8443/1.pdf', false],
	])('of %s: with the credential %p', async (href, isOwn) => {
		const { client, sent } = clientWith([json(200, 'file')]);
		expect(await client.download({ ...file, query: { a: 1 } }, bodyOf, href)).toBe('file');
		const { origin, pathname, search } = new URL(href, `${BASE_URL}/`);
		expect(requestsOf(sent)).toEqual([[`${origin}${pathname}${search}`, isOwn]]);
		expect(sent[0]?.options.qs).toBeUndefined();
	});

	test('of a link to the platform logs in again', async () => {
		const { client, logins } = clientWith([json(401, ''), json(200, 'file')]);
		expect(await client.download(file, bodyOf, '/files/1.pdf')).toBe('file');
		expect(logins()).toBe(1);
	});

	test('follows a redirect and sends the credential to the platform alone', async () => {
		const { client, sent } = clientWith([
			to('../files/1'),
			to('https://files.example.com/a/1', 307),
			to('2'),
			json(200, 'file'),
		]);
		expect(await client.download({ ...file, query: { a: 1 } }, bodyOf)).toBe('file');
		expect(requestsOf(sent)).toEqual([
			[`${BASE_URL}/calls/recording/s1`, true],
			[`${BASE_URL}/calls/files/1`, true],
			['https://files.example.com/a/1', false],
			['https://files.example.com/a/2', false],
		]);
		const queries = sent.map(({ options }) => options.qs);
		expect(queries).toEqual([{ a: 1 }, undefined, undefined, undefined]);
	});

	test.each([
		['304', to('/1.pdf', 304)],
		['to plain http', to('http://voice.example.com/1.pdf')],
		['to a private network', to('https://10.0.0.1/1.pdf')],
	])('does not follow a redirect %s', async (_what, answer) => {
		const { client, sent } = clientWith([answer, json(200, 'file')]);
		const failure = await failureOf(client.download(file, bodyOf));
		expect(failure.details).toMatchObject({ arrival: 'answered', final: true });
		expect(sent).toHaveLength(1);
	});

	test('ends after three redirects, asks no address twice, and reads none of them', async () => {
		let discarded = 0;
		const body = { unshift: 1, read: 1, on: () => undefined, destroy: () => (discarded += 1) };
		const answers = [1, 2, 3, 4, 5].map((index) => ({ ...to(`/files/${index}`), body }));
		const { client, sent } = clientWith(answers);
		expect((await failureOf(client.download(file, bodyOf))).message).toMatch(/redirect/);
		expect([sent.length, discarded]).toEqual([4, 4]);
		const circle = clientWith([to(`${BASE_URL}/calls/recording/s1`)]);
		expect((await failureOf(circle.client.download(file, bodyOf))).message).toMatch(/redirect/);
		expect(circle.sent).toHaveLength(1);
	});
});
