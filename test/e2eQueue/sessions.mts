import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../harness/n8n/publishedWorkflow.mts';
import { TOTP_SECRET } from '../support/n8nAccounts.mts';
import { type WebhookWorkflow, publishWebhook } from './workflows.mts';
import { type LoginRecord, type World, countText, countsOf, say } from './world.mts';

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

const countOf = (logins: LoginRecord[], fits: (login: LoginRecord) => boolean) =>
	logins.filter(fits).length;

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

	/** Both workers read with one credential; in the middle of it the token expires. */
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
		return {
			logins: (await world().logins()).slice(before),
			statuses: countsOf(executions.map(({ status }) => status)),
			errors: await workflow.errors(),
			perWorker: await spread(workflow),
		};
	}

	test('one account with an authenticator: no code is accepted twice, and nothing fails', async () => {
		const login = await world().createLogin('totp@example.com', {
			mfa: 'authenticator',
			authenticatorSecret: TOTP_SECRET,
		});
		const startedAt = Date.now();
		const { logins, statuses, errors, perWorker } = await readWhileTokenExpires(
			'authenticator',
			login,
			expireTokens,
		);
		const isCode = ({ step }: LoginRecord) => step === 'code';
		const accepted = countOf(logins, (entry) => isCode(entry) && entry.outcome === 'ok');
		const refused = logins.filter((entry) => isCode(entry) && entry.outcome === 'refused');
		say('authenticator', {
			'executions per worker': perWorker.join(' and '),
			executions: countText(statuses),
			'failed items': countText(errors),
			logins: accepted,
			'codes refused': countText(countsOf(refused.map(({ reason }) => String(reason)))),
			locked: countOf(logins, ({ outcome }) => outcome === 'locked'),
			seconds: Math.round((Date.now() - startedAt) / 1000),
		});

		expect(Math.min(...perWorker)).toBeGreaterThan(0);
		expect(countOf(logins, ({ outcome }) => outcome === 'locked')).toBe(0);
		expect(statuses).toEqual({ success: EXECUTIONS + 1 });
		expect(errors).toEqual({});
		// One for each worker at most, and for each login at most one code that the other worker had sent just before.
		expect(accepted).toBeGreaterThanOrEqual(1);
		expect(accepted).toBeLessThanOrEqual(2);
		expect(refused.length).toBeLessThanOrEqual(accepted);
	});

	test('a token that one worker has renewed is used by the other', async () => {
		const login = await world().createLogin('owner@example.com');
		const startedAt = Date.now();
		const { logins, statuses, errors, perWorker } = await readWhileTokenExpires(
			'renewal',
			login,
			expireWhileOneSleeps,
		);
		say('renewal', {
			'executions per worker': perWorker.join(' and '),
			executions: countText(statuses),
			'failed items': countText(errors),
			logins: logins.length,
			seconds: Math.round((Date.now() - startedAt) / 1000),
		});

		expect(Math.min(...perWorker)).toBeGreaterThan(0);
		expect(statuses).toEqual({ success: EXECUTIONS + 1 });
		expect(errors).toEqual({});
		expect(logins.map(({ outcome }) => outcome)).toEqual(['ok']);
	});
}
