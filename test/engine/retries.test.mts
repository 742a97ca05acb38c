import type { Fault } from '../../harness/faultProxy.mts';
import { newRunData } from '../../harness/n8n/engine.mts';
import { until } from '../../harness/n8n/publishedWorkflow.mts';
import { credentialFor, locator, rows, runner } from '../support/nodes.mts';
import { useFaultySandbox } from '../support/useSandbox.mts';

/*
 * Many items of which some fail, in n8n-core. What happens to one request in every fault: test/faults.
 */

const sandbox = useFaultySandbox({ clock: 'manual' });
let call: ReturnType<typeof runner>;

beforeAll(() => {
	call = runner('voiceAgentCall', credentialFor(sandbox));
});
beforeEach(() => sandbox.proxy.reset());

const makeCalls = (parallelRequests: number) => ({
	resource: 'call',
	operation: 'makeCall',
	agentId: locator('agent_0001'),
	toNumber: '={{ $json.phone }}',
	options: { maxRetries: 3, timeout: 60, parallelRequests },
});
const numbersOf = (count: number) =>
	Array.from({ length: count }, (_, index) => `+1212555${1000 + index}`);
const listOf = (count: number) => rows(...numbersOf(count).map((phone) => ({ phone })));

const refuse = (more: Fault) => {
	sandbox.proxy.faults = [{ method: 'POST', path: 'make-call', status: 402, ...more }];
};
const callCount = async () => ((await sandbox.api.get('/calls')).data as unknown[]).length;
const requestCount = () =>
	sandbox.proxy.requests.filter(({ path }) => path.includes('make-call')).length;

test('"Retry On Fail" repeats only the items that were not placed', async () => {
	const more = { settings: { retryOnFail: true }, executionId: 'retry', runData: newRunData() };
	refuse({ probability: 0.5 });
	let attempts = 0;
	let output;
	while (!output && attempts < 30) {
		attempts += 1;
		output = await call(makeCalls(1), listOf(3), more).catch(() => undefined);
	}
	expect(attempts).toBeGreaterThan(1);
	expect(output?.map(({ json }) => json.contact_number)).toEqual(numbersOf(3));
	expect(await callCount()).toBe(3);
});

test.each([
	[1, 1],
	[5, 29],
])(
	'Stop, %i at a time: a failure starts nothing new, and the error says how many items were completed',
	async (parallelRequests, most) => {
		const before = await callCount();
		refuse({ times: 1 });
		await expect(call(makeCalls(parallelRequests), listOf(30))).rejects.toMatchObject({
			description: expect.stringMatching(/Row \d+ failed\. Of 30 rows: \d+ done, 1 failed/),
		});
		expect(requestCount()).toBeLessThanOrEqual(most);
		expect(await callCount()).toBe(before + requestCount() - 1);
	},
);

test('a cancelled execution starts nothing new', async () => {
	sandbox.proxy.faults = [
		{ method: 'POST', path: 'make-call', kind: 'delayAfter', delayMs: 600_000 },
	];
	const abort = new AbortController();
	const work = call(makeCalls(5), listOf(30), { abortSignal: abort.signal }).catch(() => undefined);
	await until(async () => requestCount() >= 5, 20_000);
	abort.abort();
	await work;
	expect(requestCount()).toBe(5);
});
