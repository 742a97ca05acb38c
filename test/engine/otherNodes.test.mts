import type { IExecuteFunctions, INodeType } from 'n8n-workflow';
import { VoiceAgentApi } from '../../credentials/VoiceAgentApi.credentials';
import { StoredCredential, runNode } from '../../harness/n8n/engine.mts';
import { FaultyPlatform } from '../support/faultyPlatform.mts';
import { LocalServer } from '../support/localServer.mts';

/*
 * Another node with this credential, by the helper of n8n that its HTTP Request node uses. The node itself is played in test/e2e.
 */

const platform = new FaultyPlatform();
const other = new LocalServer(() => ({ body: {} }));
beforeAll(async () => {
	await platform.start();
	await other.start();
});
afterAll(async () => {
	await platform.stop();
	await other.stop();
});
beforeEach(() => {
	platform.journal.length = 0;
	other.journal.length = 0;
});

let accounts = 0;
const credentialOf = () => {
	accounts += 1;
	return new StoredCredential(new VoiceAgentApi(), {
		baseUrl: platform.url,
		email: `other${accounts}@example.com`,
		password: 'p',
		mfa: 'none',
	});
};

async function ask(options: object, credential = credentialOf()): Promise<string> {
	const node = {
		description: { name: 'other', properties: [], credentials: [{ name: 'voiceAgentApi' }] },
		async execute(this: IExecuteFunctions) {
			const answer: unknown = await this.helpers.requestWithAuthentication.call(
				this,
				'voiceAgentApi',
				{ json: true, followAllRedirects: true, timeout: 1_000, ...options },
			);
			return [[{ json: { answer } }]];
		},
	} as unknown as INodeType;
	return await runNode({ node, credential, parameters: {} }).then(
		(items) => JSON.stringify(items),
		(error: Error) =>
			`${error.message} ${String((error as { description?: unknown }).description)}`,
	);
}

const METHODS = ['POST', 'PATCH', 'PUT', 'DELETE', 'GET'];
const seen = (path: string) => Object.values(platform.counts(path)).reduce((a, b) => a + b, 0);

describe.each(METHODS)('a %s of another node', (method) => {
	const isAction = method !== 'GET';

	test.each(['fail', 'reset', 'slow'])('that is answered with %s is sent once', async (manner) => {
		const path = `/${manner}/${method}`;
		await ask({ method, uri: `${platform.url}${path}` });
		expect(seen(path)).toBe(1);
		expect(platform.logins).toBe(1);
	});

	test('whose session has ended is repeated only if it reads, and the next one works', async () => {
		const credential = credentialOf();
		const path = `/expired/${method}`;
		const first = await ask({ method, uri: `${platform.url}${path}` }, credential);
		expect(first).toMatch(isAction ? /this request was not sent again/ : /done/);
		expect(seen(path)).toBe(isAction ? 1 : 2);
		expect(await ask({ method, uri: `${platform.url}${path}` }, credential)).toMatch(/done/);
		expect(platform.logins).toBe(2);
	});

	test('to another origin is not sent', async () => {
		expect(await ask({ method, uri: `${other.url}/calls` })).toContain(
			'This credential is not for',
		);
		expect(other.journal).toEqual([]);
		expect(platform.logins).toBe(1);
	});

	test('that is redirected takes the token nowhere, and an action ends there', async () => {
		platform.redirectsTo = `${other.url}/after`;
		await ask({ method, uri: `${platform.url}/elsewhere/${method}` });
		expect(other.journal.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
		expect(other.journal).toHaveLength(isAction ? 0 : 1);
		platform.redirectsTo = `${platform.url}/ok/${method}`;
		await ask({ method, uri: `${platform.url}/elsewhere/${method}` });
		expect(seen(`/ok/${method}`)).toBe(isAction ? 0 : 1);
	});
});
