import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { credentialFor, locator, rows, runner } from '../support/nodes.mts';
import { useSandbox } from '../support/useSandbox.mts';

/*
 * A proxy in n8n's environment, and a platform on this computer without encryption: whoever runs the proxy must see neither password nor
 * token. The requests are those of n8n's own helpers.
 */

const sandbox = useSandbox();
let seen: string[] = [];
/** Says yes to everything. */
const proxy = createServer((request, response) => {
	const parts: Buffer[] = [];
	request.on('data', (part: Buffer) => parts.push(part));
	request.on('end', () => {
		const head = JSON.stringify(request.headers);
		seen.push(`${request.method} ${request.url} ${head} ${Buffer.concat(parts).toString()}`);
		response.setHeader('content-type', 'application/json').end('{"access_token":"of the proxy"}');
	});
});

beforeAll(async () => {
	await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
	await new Promise((resolve) => proxy.close(resolve));
});

/** The tests themselves ask the sandbox without it. */
async function withProxy<T>(work: () => Promise<T>): Promise<T> {
	const before = process.env.HTTP_PROXY;
	process.env.HTTP_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
	return await work().finally(() => {
		if (before === undefined) delete process.env.HTTP_PROXY;
		else process.env.HTTP_PROXY = before;
	});
}

const makeCall = {
	resource: 'call',
	operation: 'makeCall',
	agentId: locator('agent_0001'),
	toNumber: '={{ $json.phone }}',
	options: {},
};
const called = async () =>
	(await sandbox.api.get<Array<{ to_number: string }>>('/calls')).data.map(
		({ to_number: number }) => number,
	);

/** One for each name of this computer, because it is looked at once for each. */
test.each([
	['127.0.0.1', '+12125550161'],
	['localhost', '+12125550162'],
])('with HTTP_PROXY, requests to %s go past it', async (host, phone) => {
	seen = [];
	const baseUrl = sandbox.url.replace(/127\.0\.0\.1|localhost/, host);
	const calls = runner('voiceAgentCall', credentialFor(sandbox, { baseUrl }));
	const [call] = await withProxy(async () => await calls(makeCall, rows({ phone })));
	expect(call?.json).toMatchObject({ contact_number: phone });
	expect(await called()).toContain(phone);
	// One request without secrets shows that there is a proxy.
	expect(seen).toEqual([expect.stringContaining(`GET http://${host}:1/`)]);
	expect(seen.join()).not.toMatch(/password|bearer|authorization/i);
});

test('without a proxy, nothing is named as one', async () => {
	await jest.isolateModulesAsync(async () => {
		const { lookForProxy, pastProxy } = await import('../../nodes/shared/http/direct');
		const refused = Object.assign(new Error('connect ECONNREFUSED'), {
			code: 'ECONNREFUSED',
			errors: [{ code: 'ECONNREFUSED', port: 1 }],
		});
		await lookForProxy(async () => await Promise.reject(refused), sandbox.url);
		expect(pastProxy(sandbox.url)).toEqual({});
		await lookForProxy(async () => ({}), 'https://voice.example.com/api/v1');
		expect(pastProxy('https://voice.example.com/api/v1')).toEqual({});
	});
});

test.each([
	['answers', async () => ({})],
	['refuses', async () => await Promise.reject({ code: 'ECONNREFUSED', port: 3128 })],
	['says nothing', async () => await Promise.reject({ code: 'ECONNABORTED' })],
])('a proxy that %s is one', async (_what, http) => {
	await jest.isolateModulesAsync(async () => {
		const { lookForProxy, pastProxy } = await import('../../nodes/shared/http/direct');
		await lookForProxy(http, 'http://[::1]:3000/api/v1');
		const itself = { protocol: 'http', host: '[::1]', port: 3000 };
		expect(pastProxy('http://[::1]:3000/api/v1')).toEqual({ proxy: itself });
	});
});
