import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import type { Poller, PollRun } from '../../harness/n8n/engine.mts';
import { credentialFor, triggerFor } from '../support/nodes.mts';
import { useSandbox } from '../support/useSandbox.mts';
import { HOUR, MINUTE, saidBy, SECOND, useStrangePlatform } from './strangers.mts';

/*
 * What a poll costs: requests, time of the processor, and the size of the state. The processor's time is that of this process: n8n's engine and
 * the trigger, without the platform, which is a process of its own. What was measured is written to a file; docs/trigger.md has these figures.
 */

jest.setTimeout(240_000);

const TABLE = '.cache/trigger-cost.md';
const CALLS = 1_000_000;
const BATCH = 100_000;
const SPACING_SECONDS = 30;
/** A poll reads lists for half of it. n8n gives more: here it ends polls that would read for long. */
const BUDGET_MS = 10_000;
const USUAL_BUDGET_MS = 60_000;

interface Cost {
	requests: number;
	cpuMs: number;
	stateBytes: number;
}

/** What a poll may cost. Processors differ: an activation was seen to need 0.9 to 1.9 s, a quiet poll at most 0.6 s. */
const QUIET: Cost = { requests: 12, cpuMs: 2_000, stateBytes: 64 * 1024 };
/** What is read while a poll has time for it depends on the platform. */
const WHOLE_LIST: Cost = { requests: 1_000, cpuMs: BUDGET_MS, stateBytes: 128 * 1024 };
const NO_STATE = 2;

const measured: Array<[what: string, cost: Cost]> = [];
afterAll(() => {
	const lines = measured.map(([what, { requests, cpuMs, stateBytes }]) =>
		['', what, requests, `${cpuMs} ms`, `${Math.ceil(stateBytes / 1024)} KB`, '']
			.join(' | ')
			.trim(),
	);
	mkdirSync(dirname(TABLE), { recursive: true });
	writeFileSync(
		TABLE,
		['| | Requests | Processor | State |', '|-|-|-|-|', ...lines, ''].join('\n'),
	);
});

type RequestsOf = (run: () => Promise<unknown>) => Promise<number>;

async function costOf(requestsOf: RequestsOf, { poll, data }: PolledOnce): Promise<Cost> {
	let cpuMs = 0;
	const requests = await requestsOf(async () => {
		const before = process.cpuUsage();
		await poll();
		const { user, system } = process.cpuUsage(before);
		cpuMs = Math.round((user + system) / 1000);
	});
	return { requests, cpuMs, stateBytes: JSON.stringify(data()).length };
}

interface PolledOnce {
	poll: () => Promise<unknown>;
	data: () => IDataObject;
}

const onceOf = (poller: Poller): PolledOnce => ({
	poll: async () => await poller.poll(),
	data: () => poller.data,
});

/** All polls of an activation: on a busy machine it takes several. */
const activationOf = (poller: Poller): PolledOnce => ({
	async poll() {
		const isReady = () =>
			(poller.data.state as { isReady?: boolean } | undefined)?.isReady === true;
		for (let poll = 0; poll < 10 && !isReady(); poll += 1) expect(await poller.poll()).toBeNull();
	},
	data: () => poller.data,
});

function expectWithin(what: string, cost: Cost, bound: Cost): void {
	measured.push([what, cost]);
	const names = Object.keys(bound) as Array<keyof Cost>;
	expect(
		names.filter((name) => cost[name] > bound[name]).map((name) => [name, cost[name]]),
	).toEqual([]);
}

describe('with 1,000,000 calls on the platform', () => {
	const sandbox = useSandbox({ tokenLifetime: 1_000_000_000 });
	const behave = async (quirks: object) => {
		await sandbox.api.patch('/behaviour', { total: 'rows', dateFilter: 'ignored', ...quirks });
	};
	const insert = async (fields: object) => await sandbox.api.post('/calls', fields);
	const trigger = (more: Partial<PollRun> = {}) =>
		triggerFor(credentialFor(sandbox), 'callEnded', {}, { budgetMs: BUDGET_MS, ...more });
	const requestsOf: RequestsOf = async (run) => {
		await sandbox.api.delete('/requests');
		await run();
		const { data } = await sandbox.api.get<Array<{ path: string }>>('/requests');
		return data.filter(({ path }) => !path.includes('/auth/')).length;
	};
	const cost = async (poller: Poller) => await costOf(requestsOf, onceOf(poller));

	beforeAll(async () => {
		// The oldest first, so that the order of arrival is that of the times.
		for (let batch = CALLS / BATCH - 1; batch >= 0; batch -= 1) {
			await insert({
				count: BATCH,
				agent_id: batch % 2 === 0 ? 'agent_0001' : 'agent_0002',
				spacingSeconds: SPACING_SECONDS,
				created_at: Date.now() - batch * BATCH * SPACING_SECONDS * SECOND,
			});
		}
		// One that is not over, as there are at any time.
		await insert({ count: 1, status: 'in_progress' });
		expect((await sandbox.api.get('/state')).data.calls).toBe(CALLS + 1);
	});

	const insertLate = async () => {
		const created_at = Date.now() - 30 * MINUTE;
		await insert({ count: 20, created_at, spacingSeconds: 20 });
	};
	const sorted: Array<[list: string, quirks: object, activation: number, quiet: number]> = [
		['the newest first', { order: 'newest' }, 130, QUIET.requests],
		['the oldest first, with totals', { order: 'oldest' }, 60, QUIET.requests],
		['the oldest first, without totals', { order: 'oldest', total: 'none' }, 180, 60],
		['what arrived last first', { order: 'arrival' }, 130, QUIET.requests],
	];

	test.each(sorted)('%s: the activation, and a quiet poll', async (list, quirks, first, quiet) => {
		await behave(quirks);
		const calls = trigger({ budgetMs: USUAL_BUDGET_MS });
		const activation = await costOf(requestsOf, activationOf(calls));
		expectWithin(`${list}: activation`, activation, { ...QUIET, requests: first });
		await insert({ count: 3 });
		expect(await calls.poll()).toHaveLength(3);
		await insertLate();
		expect(await calls.poll()).toHaveLength(20);
		expectWithin(`${list}: quiet poll`, await cost(calls), { ...QUIET, requests: quiet });
	});

	test('neither sorted nor with a date filter: a poll reads as much as it has time for', async () => {
		await behave({ order: 'random' });
		const calls = trigger();
		expectWithin('not sorted: first poll of the activation', await cost(calls), WHOLE_LIST);
		const offsets = [offsetOf(calls)];
		expectWithin('not sorted: second poll of the activation', await cost(calls), WHOLE_LIST);
		offsets.push(offsetOf(calls));
		expect(offsets[0]).toBeGreaterThan(1_000);
		expect(offsets[1]).toBeGreaterThan(offsets[0] ?? 0);
	});

	// To learn what is there takes two thousand requests in these orders. So it is learned in another one.
	test.each([
		[
			'not sorted, with a date filter that works',
			{ order: 'random', dateFilter: 'honoured' },
			QUIET,
		],
		['not sorted, without a date filter', { order: 'random' }, WHOLE_LIST],
		['grouped by agent', { order: 'byAgent' }, { ...QUIET, requests: 12 }],
	])('%s: a quiet poll', async (list, quirks, bound) => {
		await behave({ order: 'newest' });
		const activated = trigger({ budgetMs: USUAL_BUDGET_MS });
		await activationOf(activated).poll();
		const calls = trigger();
		calls.data = activated.data;
		await behave(quirks);
		await calls.poll();
		expectWithin(`${list}: quiet poll`, await cost(calls), bound);
		expectWithin(`${list}: next quiet poll`, await cost(calls), bound);
	});

	test.each(['newest', 'oldest', 'random'])('Fetch Test Event (%s)', async (order) => {
		await behave({ order });
		const bound = { requests: 40, cpuMs: 3_000, stateBytes: NO_STATE };
		expectWithin(`Fetch Test Event (${order})`, await cost(trigger({ mode: 'manual' })), bound);
	});
});

/** How far the reading of the whole list has come. */
const offsetOf = ({ data }: Poller): number =>
	(data.state as { pass?: { offset: number } } | undefined)?.pass?.offset ?? 0;

describe('2,000 calls an hour with a status that nobody knows', () => {
	const platform = useStrangePlatform();

	test('20 polls in three hours', async () => {
		await platform.behave({ statusWords: 'unknown' });
		const calls = platform.trigger('callEnded');
		await platform.activate(calls);
		const interval = (3 * HOUR) / 20;
		const count = Math.round((2000 * interval) / HOUR);
		const costs: Cost[] = [];
		for (let poll = 0; poll < 20; poll += 1) {
			platform.wait(interval);
			// Without an end, their status alone could tell that they are over.
			const spacingSeconds = interval / SECOND / count;
			await platform.insert({
				count,
				status: 'in_progress',
				created_at: Date.now(),
				spacingSeconds,
			});
			costs.push(await costOf(platform.requestsOf, onceOf(calls)));
		}
		const most = (name: keyof Cost) => Math.max(...costs.map((cost) => cost[name]));
		expectWithin(
			'2,000 calls an hour with an unknown status, the most of 20 polls',
			{ requests: most('requests'), cpuMs: most('cpuMs'), stateBytes: most('stateBytes') },
			{ requests: 110, cpuMs: 5_000, stateBytes: 192 * 1024 },
		);
		const said = saidBy(calls).filter((text) => text.startsWith('Nobody can say whether calls'));
		expect(said).toHaveLength(1);
		expect(said[0]).toContain('Ended Statuses');
	});
});
