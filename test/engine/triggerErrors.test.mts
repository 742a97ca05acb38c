import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { NodeApiError } from 'n8n-workflow';
import type { Fault } from '../../harness/faultProxy.mts';
import { Client } from '../../nodes/shared/http/client';
import { Limit } from '../../nodes/shared/http/limits';
import { credentialFor, triggerFor } from '../support/nodes.mts';
import { OwnAddress } from '../support/ownAddress.mts';
import { useFaultySandbox } from '../support/useSandbox.mts';

const projectRequire = createRequire(join(process.cwd(), 'package.json'));
const n8nRequire = createRequire(projectRequire.resolve('n8n/package.json'));
/** How n8n's durable engine decides when to poll again after an error. */
const { pollFailureFromError } = n8nRequire('./dist/workflows/triggers/poll-backoff-policy.js') as {
	pollFailureFromError: (
		error: Error,
		now: Date,
	) => { cause?: string; retryAfterMs: number | null };
};

const sandbox = useFaultySandbox({ resetEachTest: true });
// Between two attempts of a request no time passes.
beforeEach(() => jest.spyOn(Client.prototype, 'pause').mockResolvedValue(true));
afterEach(() => jest.restoreAllMocks());

type PollError = NodeApiError & { failure?: { cause: string; retryAfterMs?: number } };

const trigger = (parameters = {}, more = {}) =>
	triggerFor(credentialFor(sandbox), 'callEnded', parameters, { budgetMs: 3_000, ...more });

/** A trigger that has polled once. */
const begun = async (parameters = {}, more = {}) => {
	const calls = trigger(parameters, more);
	await calls.poll();
	return calls;
};

const errorOf = async (poll: Promise<unknown>): Promise<PollError> => {
	const error = await poll.then(
		() => undefined,
		(failure: PollError) => failure,
	);
	expect(error).toBeDefined();
	return error as PollError;
};

const faults = (...rules: Fault[]) => {
	sandbox.proxy.faults = rules;
};

test('an error names an option as the screen does', async () => {
	const { message } = await errorOf(trigger({ options: { batchSize: 0 } }).poll());
	expect(message).toMatch(/^'Max Items per Execution' "0"/);
});

describe("a platform that is down, with n8n's default engine", () => {
	const down = { path: '^/calls', status: 500 };
	const budgetMs = 300_000;

	test('is one failed execution, and not one at every poll; nothing is lost', async () => {
		const calls = await begun({}, { budgetMs });
		const { data } = await sandbox.api.post('/calls', { count: 2 });
		faults(down);
		expect((await errorOf(calls.poll())).httpCode).toBe('500');
		const before = JSON.stringify(calls.data);
		expect([await calls.poll(), await calls.poll()]).toEqual([null, null]);
		expect(JSON.stringify(calls.data)).toBe(before);
		expect(calls.errors).toEqual([]);
		faults();
		const ids = ((await calls.poll()) ?? []).map(({ json }) => json.call_id);
		expect(ids.sort()).toEqual(data.call_ids.sort());
	});

	test('is reported again when the reason changes, and after a poll that worked', async () => {
		const calls = await begun({}, { budgetMs });
		faults(down);
		await errorOf(calls.poll());
		expect(await calls.poll()).toBeNull();
		for (let time = 0; time < 2; time += 1) {
			faults({ ...down, status: 403 });
			expect((await errorOf(calls.poll())).httpCode).toBe('403');
			faults();
			await calls.poll();
		}
	});

	test('is reported at each new activation, and for each workflow', async () => {
		const calls = await begun({}, { budgetMs });
		const other = await begun({}, { budgetMs, workflowId: 'other' });
		faults(down);
		await errorOf(calls.poll());
		await errorOf(other.poll());
		const again = trigger({}, { budgetMs });
		again.data = calls.data;
		for (let poll = 0; poll < 2; poll += 1) {
			expect(await again.poll()).toBeNull();
			expect(again.errors).toHaveLength(1);
		}
		await errorOf(trigger({}, { budgetMs }).poll());
	});

	test('with the durable engine, each poll fails, and n8n itself waits longer each time', async () => {
		const calls = await begun();
		faults(down);
		await errorOf(calls.poll());
		await errorOf(calls.poll());
	});
});

describe('a poll that fails', () => {
	test.each<[Fault, string | undefined, object]>([
		[{ status: 429, retryAfter: 120 }, '429', { cause: 'rate-limited', retryAfterMs: 120_000 }],
		[{ status: 402 }, '402', { cause: 'quota-exhausted' }],
		[{ status: 500 }, '500', { cause: 'temporarily-unavailable' }],
		[{ kind: 'truncate' }, undefined, { cause: 'temporarily-unavailable' }],
		[{ kind: 'resetBefore' }, undefined, { cause: 'temporarily-unavailable' }],
		[{ status: 401 }, '401', { cause: 'credential-invalid' }],
		[{ status: 403 }, '403', { cause: 'configuration-invalid' }],
	])(
		'%j: says why, so that n8n knows how long to pause, and loses nothing',
		async (fault, httpCode, failure) => {
			const calls = await begun();
			const before = JSON.stringify(calls.data);
			const { data } = await sandbox.api.post('/calls', { count: 2 });
			faults({ path: '^/calls', ...fault });
			const error = await errorOf(calls.poll());
			expect(error.failure).toEqual(failure);
			expect(pollFailureFromError(error, new Date())).toMatchObject({
				retryAfterMs: null,
				...failure,
			});
			expect(error.httpCode ?? undefined).toBe(httpCode);
			expect(error.description).toEqual(expect.any(String));
			expect(JSON.stringify(calls.data)).toBe(before);
			faults();
			const ids = (await calls.poll())?.map(({ json }) => json.call_id).sort();
			expect(ids).toEqual(data.call_ids.sort());
		},
	);

	test('a time-out too, within the time limit of n8n', async () => {
		const calls = await begun({ options: { timeout: 1 } });
		faults({ path: '^/calls', kind: 'hang' });
		const error = await errorOf(calls.poll());
		expect(error.message).toMatch(/did not answer in time/);
		expect(error.failure).toEqual({ cause: 'temporarily-unavailable' });
	});

	test('a refused login says what to do, and is no reason to try again soon', async () => {
		const credential = credentialFor(sandbox, { password: 'wrong' });
		const error = await errorOf(triggerFor(credential, 'callEnded').poll());
		expect(error.message).toMatch(/password|refused/i);
		expect(error.failure).toEqual({ cause: 'credential-invalid' });
		// n8n does not retry the activation of a workflow if the error contains that word.
		expect(error.message).not.toContain('Authorization');
	});

	test.each(['init', 'leadershipChange', 'activate', 'update'] as const)(
		'while n8n activates (%s) a trigger that worked before is reported, and does not prevent that n8n schedules it',
		async (activation) => {
			const calls = await begun();
			const activated = trigger({}, { activation, budgetMs: undefined });
			activated.data = calls.data;
			await sandbox.api.post('/calls', { count: 1 });
			faults({ path: '^/calls', status: 403 });
			expect(await activated.poll()).toBeNull();
			expect(activated.errors).toMatchObject([{ failure: { cause: 'configuration-invalid' } }]);
			expect(await activated.poll()).toBeNull();
			expect(activated.errors).toHaveLength(1);
			faults();
			expect(await activated.poll()).toHaveLength(1);
		},
	);

	test('in the durable scheduler, which makes a context for each poll, is thrown', async () => {
		const calls = await begun();
		const scheduled = trigger({}, { activation: 'update', budgetMs: 36_000 });
		scheduled.data = calls.data;
		faults({ path: '^/calls', status: 403 });
		await expect(scheduled.poll()).rejects.toThrow(/does not have permission/);
		expect(scheduled.errors).toEqual([]);
	});

	test.each([
		['the activation of a trigger that worked before', true, 300_000, 11_500],
		['the activation of a new trigger', false, 300_000, 61_500],
		['a poll of the durable scheduler', true, 36_000, 37_500],
	])('%s does not wait for a login that hangs', async (_name, isKnown, budgetMs, limit) => {
		// An address of its own: the login for this account keeps hanging there.
		const address = await new OwnAddress(sandbox).start();
		const credential = () => credentialFor(sandbox, { baseUrl: address.url });
		const calls = triggerFor(credential(), 'callEnded');
		if (isKnown) await calls.poll();
		const more = { activation: 'update', workflowId: `slow-${limit}`, budgetMs } as const;
		const stuck = triggerFor(credential(), 'callEnded', {}, more);
		stuck.data = calls.data;
		faults({ path: '^/calls', status: 401 }, { path: '^/auth/login', kind: 'hang' });

		const { start } = Limit.prototype;
		const soon = jest.spyOn(Limit.prototype, 'start').mockImplementation(function (
			this: Limit,
			milliseconds,
		) {
			start.call(this, milliseconds === limit ? 500 : milliseconds);
		});
		const outcome = await stuck.poll().catch((error: Error) => error);
		expect(soon.mock.calls).toContainEqual([limit]);
		await address.stop();

		// Thrown, or reported where an error would end the trigger.
		expect(outcome ?? stuck.errors[0]).toMatchObject({
			message: 'The platform did not answer in time',
			failure: { cause: 'temporarily-unavailable' },
		});
	});

	test('at the first activation prevents the activation', async () => {
		faults({ path: '^/calls', status: 403 });
		await expect(trigger().poll()).rejects.toThrow(/does not have permission/);
	});

	test('a wrong parameter is an error before anything is sent', async () => {
		const error = await errorOf(trigger({ options: { startFrom: 'tomorrow-ish' } }).poll());
		expect(error.message).toMatch(/'Start From' "tomorrow-ish" is not a date/);
		expect(error.failure).toEqual({ cause: 'configuration-invalid' });
		expect(sandbox.proxy.requests).toEqual([]);
	});
});

test('while a poll of a replaced workflow is running, the new workflow sets its baseline, and emits nothing that the old one has emitted', async () => {
	sandbox.proxy.latencyMs = 50;
	const old = trigger({}, { budgetMs: 30_000 });
	const replaced = trigger({}, { budgetMs: 30_000 });
	expect(await Promise.all([old.poll(), replaced.poll()])).toEqual([null, null]);
	await sandbox.api.post('/calls', { count: 5 });
	const [items, none] = await Promise.all([old.poll(), replaced.poll()]);
	expect(items).toHaveLength(5);
	expect(none).toBeNull();
	// What the old one has emitted is not emitted once more, unless n8n turns out to have dropped it.
	expect(await replaced.poll()).toBeNull();
});
