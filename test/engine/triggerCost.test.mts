import type { Poller, PollRun } from '../../harness/n8n/engine.mts';
import { scaleOf } from '../scale.mts';
import { credentialFor, triggerFor } from '../support/nodes.mts';
import { useSandbox } from '../support/useSandbox.mts';

/*
 * What a poll costs: requests, and the size of the state. Neither grows with a list that is sorted. The time that it takes is measured by
 * bench/trigger.mts, and its memory by test/unit/VoiceAgentTrigger/reading/readingMemory.test.mts.
 */

const MINUTE = 60_000;
const CALLS = scaleOf('rowsOfLongLists');
const SPACING_SECONDS = 30;
const KB = 1024;

interface Cost {
	requests: number;
	stateBytes: number;
}

const QUIET: Cost = { requests: 8, stateBytes: 64 * KB };
const NO_STATE = 2;

const sandbox = useSandbox({ tokenLifetime: 1_000_000_000 });
const insert = async (fields: object) => await sandbox.api.post('/calls', fields);
const trigger = (event: string, options = {}, more: Partial<PollRun> = {}) =>
	triggerFor(credentialFor(sandbox), event, { options }, { budgetMs: 600_000, ...more });

async function costOf(poller: Poller, poll: () => Promise<unknown> = async () => poller.poll()) {
	await sandbox.api.delete('/requests');
	await poll();
	const { data } = await sandbox.api.get<Array<{ path: string }>>('/requests');
	const requests = data.filter(({ path }) => !path.includes('/auth/')).length;
	return { requests, stateBytes: JSON.stringify(poller.data).length };
}

async function activate(poller: Poller): Promise<void> {
	expect(await poller.poll()).toBeNull();
	expect(poller.data.state).toBeDefined();
}

function expectWithin(cost: Cost, bound: Cost): void {
	const names = Object.keys(bound) as Array<keyof Cost>;
	const missed = names.filter((name) => cost[name] > bound[name]);
	expect(missed.map((name) => [name, cost[name], bound[name]])).toEqual([]);
}

describe(`with ${CALLS} calls on the platform`, () => {
	/** In ten parts, the oldest first, so that the order of arrival is that of the times. */
	beforeAll(async () => {
		const count = CALLS / 10;
		for (let part = 9; part >= 0; part -= 1) {
			await insert({
				count,
				agent_id: part % 2 === 0 ? 'agent_0001' : 'agent_0002',
				spacingSeconds: SPACING_SECONDS,
				created_at: Date.now() - part * count * SPACING_SECONDS * 1000,
			});
		}
		// One that is not over, as there are at any time.
		await insert({ count: 1, status: 'in_progress' });
		expect((await sandbox.api.get('/state')).data.calls).toBe(CALLS + 1);
	});

	test('the activation, and a quiet poll', async () => {
		const calls = trigger('callEnded');
		const activation = await costOf(calls, async () => await activate(calls));
		expectWithin(activation, { ...QUIET, requests: 30 });
		await insert({ count: 3 });
		expect(await calls.poll()).toHaveLength(3);
		await insert({ count: 20, created_at: Date.now() - 30 * MINUTE, spacingSeconds: 20 });
		expect(await calls.poll()).toHaveLength(20);
		expectWithin(await costOf(calls), QUIET);
	});

	test('Fetch Test Event', async () => {
		const cost = await costOf(trigger('callEnded', {}, { mode: 'manual' }));
		expectWithin(cost, { requests: 40, stateBytes: NO_STATE });
	});

	test('a backlog is emitted in bounded batches, each row once', async () => {
		const count = scaleOf('rowsOfBacklogs');
		const batchSize = count / 10;
		const calls = trigger('newCall', { batchSize });
		await activate(calls);
		await insert({ count, spacingSeconds: 0.01 });
		const emitted: unknown[] = [];
		for (let items = await calls.poll(); items; items = await calls.poll()) {
			expect(items.length).toBeLessThanOrEqual(batchSize);
			emitted.push(...items.map(({ json }) => json.call_id));
		}
		expect([emitted.length, new Set(emitted).size]).toEqual([count, count]);
	});
});
