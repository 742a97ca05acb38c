import { type Sandbox } from '../../harness/sandbox.mts';
import { expectNoViolations } from '../support/useSandbox.mts';

test('a test during which the sandbox breaks its contract fails, and says how; no other one does', async () => {
	const violations: object[] = [];
	const sandbox = { api: { get: async () => ({ data: violations }) } } as unknown as Sandbox;
	const hooks: Array<() => Promise<void>> = [];
	const register = jest
		.spyOn(globalThis, 'afterEach')
		.mockImplementation((hook) => void hooks.push(hook as () => Promise<void>));
	const atEnd = jest.spyOn(globalThis, 'afterAll').mockImplementation(() => undefined);
	expectNoViolations(() => sandbox);
	register.mockRestore();
	atEnd.mockRestore();
	const [afterTest] = hooks as [() => Promise<void>];

	await afterTest();
	violations.push({ operationId: 'getCall', status: 200, reason: 'analysis has no summary' });
	await expect(afterTest()).rejects.toThrow(
		'The sandbox broke its contract:\ngetCall (200): analysis has no summary',
	);
	await afterTest();
});
