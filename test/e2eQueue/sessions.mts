import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../harness/n8n/publishedWorkflow.mts';
import { TOTP_SECRET } from '../support/n8nAccounts.mts';
import { type WebhookWorkflow, publishWebhook } from './workflows.mts';
import { type World, countsOf } from './world.mts';

const EXECUTIONS = 8;
/** 200 for each of two workers. */
const ITEMS = 50;
/** So that both workers are at it for some seconds: an execution sends 10 requests at a time. */
const LATENCY_MS = 600;
/** Longer than a token of the sandbox is valid. */
const LATER_SECONDS = 2 * 3600;
const WITHIN_MS = 120_000;
/** So short that n8n does not take the worker that sleeps for one that is gone. */
const LOGIN_WITHIN_MS = 10_000;
const STORED_AFTER_MS = 1_500;

const getCalls = { resource: 'call', operation: 'getAll', limit: 1, options: {} };
const rowsOfNothing = (count: number) => [...Array(count).keys()].map((index) => ({ index }));

export function sessionsPart(world: () => World): void {
	let skewSeconds = 0;

	afterAll(async () => {
		world().sandbox.proxy.latencyMs = 0;
		await world().sandbox.api.post('/clock', { skewSeconds: 0 });
	});

	/** Every token that the platform has given is refused from this moment on. */
	async function expireTokens(): Promise<void> {
		skewSeconds += LATER_SECONDS;
		await world().sandbox.api.post('/clock', { skewSeconds });
	}

	/** How many executions of this workflow each worker has run. */
	async function spread(workflow: WebhookWorkflow): Promise<number[]> {
		const ids = new Set((await workflow.executions()).map(({ id }) => String(id)));
		const { queue } = world();
		return queue.workers.map(
			(worker) => queue.executionsOf(worker).filter((id) => ids.has(id)).length,
		);
	}

	/** One worker sleeps when the token expires, and wakes up when the other has logged in. */
	async function expireWhileOneSleeps(): Promise<void> {
		const [sleeper] = world().queue.workers;
		const before = (await world().logins()).length;
		sleeper?.freeze();
		try {
			await expireTokens();
			await until(async () => (await world().logins()).length > before, LOGIN_WITHIN_MS);
			// The platform has noted the login a moment before n8n stores the token.
			await pause(STORED_AFTER_MS);
		} finally {
			sleeper?.wake();
		}
	}

	/** Both workers read with one credential; in the middle of it the token expires. Nothing fails. @returns the logins meanwhile */
	async function readWhileTokenExpires(
		path: string,
		credential: { id: string; name: string },
		expire: () => Promise<void>,
	) {
		const workflow = await publishWebhook(world().queue, path, {
			parameters: getCalls,
			credential,
		});
		await workflow.execute(rowsOfNothing(1), WITHIN_MS);
		const before = (await world().logins()).length;
		const requests = await world().requests();
		world().sandbox.proxy.latencyMs = LATENCY_MS;
		await Promise.all(
			Array.from({ length: EXECUTIONS }, async () => await workflow.start(rowsOfNothing(ITEMS))),
		);
		await until(async () => (await world().requests()) > requests + ITEMS, WITHIN_MS);
		await expire();
		const executions = await workflow.untilOver(EXECUTIONS + 1, WITHIN_MS);
		expect(Math.min(...(await spread(workflow)))).toBeGreaterThan(0);
		const statuses = countsOf(executions.map(({ status }) => status));
		expect([statuses, await workflow.errors()]).toEqual([{ success: EXECUTIONS + 1 }, {}]);
		return (await world().logins()).slice(before);
	}

	test('one account with an authenticator: no code is accepted twice, and nothing fails', async () => {
		const login = await world().createLogin('totp@example.com', {
			mfa: 'authenticator',
			authenticatorSecret: TOTP_SECRET,
		});
		const logins = await readWhileTokenExpires('authenticator', login, expireTokens);
		expect(logins.filter(({ outcome }) => outcome === 'locked')).toEqual([]);
		const codes = countsOf(
			logins.filter(({ step }) => step === 'code').map(({ outcome }) => outcome),
		);
		const { ok = 0, refused = 0 } = codes;
		// One for each worker at most, and for each login at most one code that the other worker had sent just before.
		expect(ok).toBeGreaterThanOrEqual(1);
		expect(ok).toBeLessThanOrEqual(2);
		expect(refused).toBeLessThanOrEqual(ok);
	});

	test('a token that one worker has renewed is used by the other', async () => {
		const login = await world().createLogin('owner@example.com');
		const logins = await readWhileTokenExpires('renewal', login, expireWhileOneSleeps);
		expect(logins.map(({ outcome }) => outcome)).toEqual(['ok']);
	});
}
