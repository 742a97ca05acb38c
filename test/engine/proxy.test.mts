import { LocalServer } from '../support/localServer.mts';
import { credentialFor, locator, rows, runner } from '../support/nodes.mts';
import { useSandbox } from '../support/useSandbox.mts';

/*
 * A proxy in n8n's environment, and a platform on this computer without encryption: whoever runs the proxy must see neither password nor
 * token. The requests are those of n8n's own helpers.
 */

const sandbox = useSandbox();
/** Says yes to everything. */
const proxy = new LocalServer(() => ({ body: { access_token: 'of the proxy' } }));
beforeAll(async () => void (await proxy.start()));
afterAll(async () => await proxy.stop());

/** The tests themselves ask the sandbox without it. */
async function withProxy<T>(work: () => Promise<T>): Promise<T> {
	const before = process.env.HTTP_PROXY;
	process.env.HTTP_PROXY = proxy.origin;
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
	proxy.journal.length = 0;
	const baseUrl = sandbox.url.replace(/127\.0\.0\.1|localhost/, host);
	const calls = runner('voiceAgentCall', credentialFor(sandbox, { baseUrl }));
	const [call] = await withProxy(async () => await calls(makeCall, rows({ phone })));
	expect(call?.json).toMatchObject({ contact_number: phone });
	expect(await called()).toContain(phone);
	// One request without secrets shows that there is a proxy.
	expect(proxy.journal).toMatchObject([{ method: 'GET', path: `http://${host}:1/` }]);
	expect(JSON.stringify(proxy.journal)).not.toMatch(/password|bearer|authorization/i);
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
