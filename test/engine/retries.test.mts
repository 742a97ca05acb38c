import { newRunData } from '../../harness/n8n/engine.mts';
import { credentialFor, locator, rows, runner } from '../support/nodes.mts';
import { useSkippedClock } from '../support/skippedWaits.mts';
import { useSandbox } from '../support/useSandbox.mts';

jest.mock('n8n-workflow', () =>
	jest
		.requireActual<{ workflowWithSkippedWaits: () => object }>('../support/skippedWaits.mts')
		.workflowWithSkippedWaits(),
);
const clock = useSkippedClock();

const sandbox = useSandbox({ clock: 'manual' });
let call: ReturnType<typeof runner>;
let campaign: ReturnType<typeof runner>;

beforeAll(async () => {
	call = runner('voiceAgentCall', credentialFor(sandbox));
	campaign = runner('voiceAgentCampaign', credentialFor(sandbox));
	await sandbox.api.post('/calls', { count: 1 });
	await call(getMany);
});
beforeEach(async () => {
	await sandbox.api.patch('/behaviour', { faults: [] });
	await sandbox.api.delete('/requests');
});

const advanced = { maxRetries: 3, timeout: 60 };
const makeCall = {
	resource: 'call',
	operation: 'makeCall',
	agentId: locator('agent_0001'),
	toNumber: '+12125550101',
	advanced,
};
const getMany = {
	resource: 'call',
	operation: 'getAll',
	returnAll: false,
	limit: 1,
	output: 'raw',
	advanced,
};

const injectFaults = async (...faults: object[]) =>
	await sandbox.api.patch('/behaviour', { faults });
/** Longer than any test takes. */
const NEVER_MS = 600_000;
const callCount = async () => ((await sandbox.api.get('/calls')).data as unknown[]).length;
const requestCount = async (path: string) =>
	((await sandbox.api.get('/requests')).data as Array<{ path: string }>).filter((request) =>
		request.path.includes(path),
	).length;

/** When the sandbox has so many requests to this path. */
async function asked(path: string, count: number): Promise<void> {
	while ((await requestCount(path)) < count) await new Promise(setImmediate);
}

describe('a call is never placed twice', () => {
	test.each([
		['the connection breaks after the call was placed', { kind: 'resetAfter' }, 1],
		['the answer is truncated', { kind: 'truncate' }, 1],
		[
			'no answer comes in the time that a request has',
			{ kind: 'delayAfter', delayMs: NEVER_MS },
			1,
		],
		['the platform fails with 500', { kind: 'status', status: 500 }, 0],
		['a gateway fails with 504', { kind: 'status', status: 504 }, 0],
		['the connection breaks before anything is done', { kind: 'resetBefore' }, 0],
	])('%s', async (_name, fault, placed) => {
		const before = await callCount();
		await injectFaults({ method: 'POST', path: 'make-call', ...fault });
		const work = expect(call(makeCall)).rejects.toMatchObject({
			message: expect.stringContaining('unknown whether this was carried out'),
			description: expect.stringContaining('before you repeat it'),
		});
		await asked('make-call', 1);
		if (fault.kind === 'delayAfter') clock.skip(60_000);
		await work;
		expect(await callCount()).toBe(before + placed);
		expect(await requestCount('make-call')).toBeLessThanOrEqual(1);
	});

	test('"Retry On Fail" of the node does not send it again either', async () => {
		const before = await callCount();
		await injectFaults({ method: 'POST', path: 'make-call', kind: 'resetAfter', times: 1 });
		const settings = { retryOnFail: true };
		const more = { settings, executionId: 'retry-1', runData: newRunData() };
		await expect(call(makeCall, undefined, more)).rejects.toThrow(/unknown whether/);
		await expect(call(makeCall, undefined, more)).rejects.toThrow(/unknown whether/);
		expect(await callCount()).toBe(before + 1);
	});

	test('"Retry On Fail" repeats only the items that were not placed', async () => {
		const before = await callCount();
		const list = rows(
			{ phone: '+12125550101' },
			{ phone: '+12125550102' },
			{ phone: '+12125550103' },
		);
		const parameters = {
			...makeCall,
			toNumber: '={{ $json.phone }}',
			advanced: { ...advanced, parallelRequests: 1 },
		};
		const more = { settings: { retryOnFail: true }, executionId: 'retry-2', runData: newRunData() };
		await injectFaults({
			method: 'POST',
			path: 'make-call',
			kind: 'status',
			status: 402,
			probability: 0.5,
		});
		let attempts = 0;
		let output;
		while (!output && attempts < 30) {
			attempts += 1;
			output = await call(parameters, list, more).catch(() => undefined);
		}
		expect(attempts).toBeGreaterThan(1);
		expect(output?.map(({ json }) => json.contact_number)).toEqual([
			'+12125550101',
			'+12125550102',
			'+12125550103',
		]);
		expect(await callCount()).toBe(before + 3);
	});

	test('"Retry On Fail" recognizes an item whose expressions have another value each time', async () => {
		const before = await callCount();
		await injectFaults({ method: 'POST', path: 'make-call', kind: 'resetAfter', times: 1 });
		const variables = { pairs: [{ name: 'drawn', value: '={{ Math.random() }}' }] };
		const more = { settings: { retryOnFail: true }, executionId: 'retry-3', runData: newRunData() };
		for (let attempt = 0; attempt < 3; attempt += 1) {
			await expect(call({ ...makeCall, variables }, undefined, more)).rejects.toThrow(
				/unknown whether/,
			);
		}
		expect(await callCount()).toBe(before + 1);
	});

	test('another run of the node in the same execution is a new call with Call Every Time', async () => {
		const before = await callCount();
		const settings = { retryOnFail: true };
		const everyTime = { ...makeCall, options: { repeatedNumbers: 'always' } };
		const more = { settings, executionId: 'loop', runData: newRunData() };
		await call(everyTime, undefined, { ...more, runIndex: 0 });
		await call(everyTime, undefined, { ...more, runIndex: 1 });
		expect(await callCount()).toBe(before + 2);
	});

	test('a campaign is not started again when the outcome is unknown', async () => {
		const parameters = {
			resource: 'campaign',
			operation: 'create',
			campaignName: 'Once',
			agentId: locator('agent_0001'),
			contactsFrom: 'json',
			contactsJson: [{ phone_number: '+12125550101' }],
			output: 'simplified',
			advanced,
		};
		const [created] = await campaign(parameters);
		await injectFaults({ method: 'PATCH', path: 'start', kind: 'resetAfter' });
		const start = {
			resource: 'campaign',
			operation: 'start',
			campaignId: locator(String(created?.json.campaign_id)),
			advanced,
		};
		await expect(campaign(start)).rejects.toThrow(/unknown whether/);
		expect(await requestCount('/start')).toBeLessThanOrEqual(1);
	});
});

describe('what may be repeated is repeated', () => {
	test.each([
		['429', { kind: 'status', status: 429, retryAfter: 0.1 }],
		['429 without Retry-After', { kind: 'status', status: 429 }],
	])('a call after %s, placed once', async (_name, fault) => {
		const before = await callCount();
		await injectFaults({ method: 'POST', path: 'make-call', times: 2, ...fault });
		await call(makeCall);
		expect(await callCount()).toBe(before + 1);
	});

	test.each([
		['500', { kind: 'status', status: 500 }],
		['503', { kind: 'status', status: 503 }],
		['a reset', { kind: 'resetAfter' }],
		['a truncated answer', { kind: 'truncate' }],
		['a time-out', { kind: 'delayAfter', delayMs: NEVER_MS }],
	])('a list after %s', async (_name, fault) => {
		await injectFaults({ method: 'GET', path: '/calls', times: 1, ...fault });
		const work = call(getMany);
		await asked('/calls', 1);
		if (fault.kind === 'delayAfter') clock.skip(60_000);
		expect(await work).toHaveLength(1);
		expect(await requestCount('/calls')).toBe(2);
	});

	test('a login after 503', async () => {
		await injectFaults({
			method: 'POST',
			path: '/auth/login',
			kind: 'status',
			status: 503,
			times: 1,
		});
		const otherUser = runner(
			'voiceAgentCall',
			credentialFor(sandbox, { email: 'reader@example.com' }),
		);
		expect(await otherUser(getMany)).toHaveLength(1);
	});
});

describe('what a retry cannot change is reported immediately', () => {
	test.each([
		[400, 'parameter'],
		[402, 'balance'],
		[403, 'does not have permission'],
		[404, 'Not found'],
		[409, 'state'],
		[422, 'field'],
	])('status %i', async (status, word) => {
		await injectFaults({ method: 'POST', path: 'make-call', kind: 'status', status });
		await expect(call(makeCall)).rejects.toMatchObject({
			httpCode: String(status),
			message: expect.stringContaining(word),
		});
		expect(await requestCount('make-call')).toBe(1);
	});

	test('a pause longer than the user allows is not made', async () => {
		await injectFaults({
			method: 'POST',
			path: 'make-call',
			kind: 'status',
			status: 429,
			retryAfter: 600,
		});
		await expect(call(makeCall)).rejects.toMatchObject({ httpCode: '429' });
		expect(await requestCount('make-call')).toBe(1);
	});

	test('a platform that cannot be reached', async () => {
		const nowhere = runner(
			'voiceAgentCall',
			credentialFor({ ...sandbox, url: 'http://127.0.0.1:9/api/v1' }),
		);
		await expect(nowhere({ ...makeCall, advanced: { maxRetries: 0 } })).rejects.toMatchObject({
			message: expect.stringContaining('could not be reached'),
			description: expect.stringContaining('Base URL'),
		});
	});
});

describe('Stop and Continue', () => {
	const list = rows(
		...Array.from({ length: 30 }, (_, index) => ({ phone: `+1212555${1000 + index}` })),
	);
	const parameters = {
		...makeCall,
		toNumber: '={{ $json.phone }}',
		advanced: { ...advanced, parallelRequests: 5 },
	};

	test.each([
		[1, 1],
		[5, 29],
	])(
		'Stop, %i at a time: a failure starts nothing new, and the error says how many items were completed',
		async (parallelRequests, most) => {
			const before = await callCount();
			await injectFaults({
				method: 'POST',
				path: 'make-call',
				kind: 'status',
				status: 402,
				times: 1,
			});
			const at = { ...parameters, advanced: { ...advanced, parallelRequests } };
			await expect(call(at, list)).rejects.toMatchObject({
				description: expect.stringMatching(/Row \d+ failed\. Of 30 rows: \d+ done, 1 failed/),
			});
			expect(await requestCount('make-call')).toBeLessThanOrEqual(most);
			expect(await callCount()).toBe(before + (await requestCount('make-call')) - 1);
		},
	);

	test('Continue: every other item is done, the failed one is paired', async () => {
		const before = await callCount();
		await injectFaults({
			method: 'POST',
			path: 'make-call',
			kind: 'status',
			status: 402,
			times: 1,
		});
		const output = await call(parameters, list, { settings: { onError: 'continueRegularOutput' } });
		expect(await callCount()).toBe(before + 29);
		expect(output).toHaveLength(30);
		expect(output.filter(({ json }) => json.error !== undefined)).toHaveLength(1);
	});

	test('a cancelled execution starts nothing new', async () => {
		const abort = new AbortController();
		await injectFaults({
			method: 'POST',
			path: 'make-call',
			kind: 'delayAfter',
			delayMs: NEVER_MS,
		});
		const work = call(parameters, list, { abortSignal: abort.signal }).catch(() => undefined);
		await asked('make-call', 5);
		abort.abort();
		await work;
		expect(await requestCount('make-call')).toBe(5);
	});
});
