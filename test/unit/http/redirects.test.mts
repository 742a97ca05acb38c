import { BASE_URL, json } from '../../support/fakeCaller.mts';
import {
	bodyOf,
	clientWith,
	failureOf,
	get,
	post,
	withFakeClock,
} from '../../support/fakeClient.mts';

withFakeClock();

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

	test('is not followed if the request may not leave any more', async () => {
		const { client, sent } = clientWith([to(`${BASE_URL}/calls/make-call/`), json(200, { id: 1 })]);
		const late = new Error('Too late');
		const onStart = jest.fn().mockImplementationOnce(() => undefined);
		onStart.mockImplementation(() => {
			throw late;
		});
		await expect(client.send({ ...post, onStart }, bodyOf)).rejects.toBe(late);
		expect(sent).toHaveLength(1);
	});

	test.each([
		['to another host', to('https://evil.example.com/api/v1/calls/make-call')],
		['to another port', to('https://voice.example.com:8443/api/v1/calls/make-call')],
		['to plain http', to('http://voice.example.com/api/v1/calls/make-call')],
		['that leaves the host to a path', to('//evil.example.com/calls')],
		['to nothing readable', to('http://')],
		['without an address', json(307, '')],
		['that turns POST into GET (301)', to(`${BASE_URL}/calls/make-call/`, 301)],
		['that turns POST into GET (302)', to(`${BASE_URL}/calls/make-call/`, 302)],
		['that turns POST into GET (303)', to(`${BASE_URL}/calls/make-call/`, 303)],
		['status 300', to(`${BASE_URL}/calls/make-call/`, 300)],
	])('%s is not followed, and not tried again', async (_what, answer) => {
		const { client, sent } = clientWith([answer, json(200, { id: 1 })]);
		const failure = await failureOf(client.send(post, bodyOf));
		const { statusCode: status } = answer;
		// A platform that shows the result of a request elsewhere has carried it out.
		const arrival = status === 307 || status === 308 ? 'answered' : 'unknown';
		expect(failure.details).toMatchObject({ status, arrival, final: true });
		expect(failure.message).toMatch(arrival === 'unknown' ? /unknown.*redirect/ : /redirect/);
		expect(sent).toHaveLength(1);
	});

	test.each(['PATCH', 'PUT', 'DELETE'] as const)(
		'may follow on a %s that worked',
		async (method) => {
			const { client, sent } = clientWith([to(`${BASE_URL}/calls/1`, 302)]);
			const { details } = await failureOf(client.send({ ...post, method }, bodyOf));
			expect(details).toMatchObject({ arrival: 'unknown', final: true });
			expect(sent).toHaveLength(1);
		},
	);

	test.each([301, 302, 303, 307, 308])('with %i is followed by what only reads', async (status) => {
		const { client, sent } = clientWith([
			to('/api/v1/calls/?limit=10&page=1', status),
			json(200, { id: 1 }),
		]);
		expect(await client.send({ ...get, query: { limit: 10 } }, bodyOf)).toEqual({ id: 1 });
		expect(sent.map(({ options }) => [options.url, options.qs])).toEqual([
			[`${BASE_URL}/calls`, { limit: 10 }],
			[`${BASE_URL}/calls/?limit=10&page=1`, undefined],
		]);
	});

	test.each([
		to('https://evil.example.com/api/v1/calls', 302),
		to(`${BASE_URL}/calls/`, 300),
		to(`${BASE_URL}/calls/`, 304),
	])('of a request that reads leads nowhere else', async (answer) => {
		const { client, sent } = clientWith([answer]);
		const failure = await failureOf(client.send(get, bodyOf));
		expect(failure.details).toMatchObject({ arrival: 'answered', final: true });
		expect(failure.description).toContain("Check the 'Base URL'");
		expect(sent).toHaveLength(1);
	});
});
