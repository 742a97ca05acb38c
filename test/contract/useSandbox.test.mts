import { type Sandbox, startSandbox } from '../../harness/sandbox.mts';
import { signIn } from '../sandbox/client.mts';
import { expectNoViolations } from '../support/useSandbox.mts';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.stop());

test('a test during which the sandbox breaks its contract fails, and says how; no other one does', async () => {
	const hooks: Array<() => Promise<void>> = [];
	const register = jest
		.spyOn(globalThis, 'afterEach')
		.mockImplementation((hook) => void hooks.push(hook as () => Promise<void>));
	const atEnd = jest.spyOn(globalThis, 'afterAll').mockImplementation(() => undefined);
	expectNoViolations(() => sandbox);
	register.mockRestore();
	atEnd.mockRestore();
	const [afterTest] = hooks as [() => Promise<void>];

	const client = await signIn(sandbox);
	await afterTest();
	const { data } = await sandbox.api.post('/calls', { count: 1, analysis: {} });
	expect((await client.get(`/calls/${data.call_ids[0]}`)).status).toBe(500);
	await expect(afterTest()).rejects.toThrow(
		/The sandbox broke its contract:\ngetCall \(200\): .*summary/,
	);
	expect((await client.get('/agents/')).status).toBe(200);
	await afterTest();
});
