import type { Poller, PollRun } from '../../harness/n8n/engine.mts';
import { scaleOf } from '../scale.mts';
import { credentialFor, triggerFor } from '../support/nodes.mts';
import { useSandbox } from '../support/useSandbox.mts';

/*
 * What a poll costs: requests, and the size of the state. Neither grows with a list that is sorted. The time that it takes is measured by
 * bench/trigger.mts, and its memory by test/unit/trigger/readingMemory.test.mts.
 */

const MINUTE = 60_000;
const CALLS = scaleOf('rowsOfLongLists');
const UNSORTED_CALLS = scaleOf('rowsOfUnsortedLists');
const SPACING_SECONDS = 30;
const KB = 1024;

interface Cost {
	requests: number;
	stateBytes: number;
}

const QUIET: Cost = { requests: 8, stateBytes: 64 * KB };
/** Everything is read, 1,000 rows a request, of which the page before has one; then the end, and the first row. */
const WHOLE_LIST: Cost = {
	requests: Math.max(Math.ceil(UNSORTED_CALLS / 999) + 2, 22),
	stateBytes: 128 * KB,
};
const NO_STATE = 2;

const sandbox = useSandbox({ tokenLifetime: 1_000_000_000 });
const behave = async (quirks: object) => {
	await sandbox.api.patch('/behaviour', { total: 'rows', dateFilter: 'ignored', ...quirks });
};
const insert = async (fields: object) => await sandbox.api.post('/calls', fields);
const trigger = (event: string, options = {}, more: Partial<PollRun> = {}) =>
	triggerFor(credentialFor(sandbox), event, { options }, { budgetMs: 600_000, ...more });

/** Calls in ten parts, the oldest first, so that the order of arrival is that of the times. */
async function fill(calls: number): Promise<void> {
	await sandbox.api.post('/reset');
	const count = calls / 10;
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
	expect((await sandbox.api.get('/state')).data.calls).toBe(calls + 1);
}

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

afterEach(() => jest.restoreAllMocks());

describe(`with ${CALLS} calls on the platform`, () => {
	beforeAll(async () => await fill(CALLS));

	const insertLate = async () =>
		await insert({ count: 20, created_at: Date.now() - 30 * MINUTE, spacingSeconds: 20 });

	const sorted: Array<[list: string, quirks: object, activation: number, quiet: number]> = [
		['the newest first', { order: 'newest' }, 30, QUIET.requests],
		['what arrived last first', { order: 'arrival' }, 30, QUIET.requests],
	];
	test.each(sorted)('%s: the activation, and a quiet poll', async (_list, quirks, first, quiet) => {
		await behave(quirks);
		const calls = trigger('callEnded');
		const activation = await costOf(calls, async () => await activate(calls));
		expectWithin(activation, { ...QUIET, requests: first });
		await insert({ count: 3 });
		expect(await calls.poll()).toHaveLength(3);
		await insertLate();
		expect(await calls.poll()).toHaveLength(20);
		expectWithin(await costOf(calls), { ...QUIET, requests: quiet });
	});

	test.each(['newest', 'random'])('Fetch Test Event (%s)', async (order) => {
		await behave({ order });
		const cost = await costOf(trigger('callEnded', {}, { mode: 'manual' }));
		expectWithin(cost, { requests: 40, stateBytes: NO_STATE });
	});

	test('a backlog is emitted in bounded batches, each row once', async () => {
		await behave({ order: 'newest' });
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

describe(`with ${UNSORTED_CALLS} calls`, () => {
	beforeAll(async () => await fill(UNSORTED_CALLS));

	test('the oldest first: the activation reads everything, and a quiet poll its end', async () => {
		await behave({ order: 'oldest' });
		const calls = trigger('callEnded');
		expectWithin(await costOf(calls, async () => await activate(calls)), WHOLE_LIST);
		await insert({ count: 3 });
		expect(await calls.poll()).toHaveLength(3);
		await insert({ count: 20, created_at: Date.now() - 30 * MINUTE, spacingSeconds: 20 });
		expect(await calls.poll()).toHaveLength(20);
		expectWithin(await costOf(calls), QUIET);
	});

	test('in no order, and not any more as before: a quiet poll', async () => {
		await behave({ order: 'newest' });
		const calls = trigger('callEnded');
		await activate(calls);
		await behave({ order: 'random' });
		// A poll has minutes, which a busy machine needs for a million rows.
		jest.spyOn(Date, 'now').mockReturnValue(Date.now());
		await calls.poll();
		expectWithin(await costOf(calls), WHOLE_LIST);
	});
});
