import { credentialFor, triggerFor } from '../support/nodes.mts';
import { useSandbox } from '../support/useSandbox.mts';

jest.setTimeout(240_000);

const CALLS = 1_000_000;
const BATCH = 100_000;
const SPACING_SECONDS = 30;
const MAX_REQUESTS = 3;
const MAX_BYTES = 64 * 1024;

const sandbox = useSandbox({ tokenLifetime: 1_000_000_000 });

const trigger = (event: string, parameters = {}, more = {}) =>
	triggerFor(credentialFor(sandbox), event, parameters, more);

interface Recorded {
	path: string;
	status: number;
}

/** The requests that the platform gets during `run`, without logins. */
async function requestsOf(run: () => Promise<unknown>): Promise<Recorded[]> {
	await sandbox.api.delete('/requests');
	await run();
	const { data } = await sandbox.api.get<Recorded[]>('/requests');
	return data.filter(({ path }) => !path.includes('/auth/'));
}

describe('with 1,000,000 calls on the platform', () => {
	beforeAll(async () => {
		for (let batch = 0; batch < CALLS / BATCH; batch += 1) {
			await sandbox.api.post('/calls', {
				count: BATCH,
				spacingSeconds: SPACING_SECONDS,
				created_at: Date.now() - batch * BATCH * SPACING_SECONDS * 1000,
			});
		}
		expect((await sandbox.api.get('/state')).data.calls).toBe(CALLS);
	});

	test.each([
		{ order: 'newest', dateFilter: 'ignored' },
		{ order: 'newest', dateFilter: 'refused', envelope: 'array' },
		{ order: 'oldest', dateFilter: 'ignored', envelope: 'items' },
		{ order: 'oldest', dateFilter: 'ignored', envelope: 'nested' },
		{ order: 'random', dateFilter: 'honoured', envelope: 'items' },
	])('a quiet poll costs at most 3 requests and 64 KB of state: %j', async (quirks) => {
		// The baseline is learned in an order that makes it cheap. With a random order it would take a thousand requests.
		const learned = quirks.order === 'random' ? 'newest' : quirks.order;
		await sandbox.api.patch('/behaviour', { ...quirks, order: learned });
		const calls = trigger('callEnded');
		expect(await calls.poll()).toBeNull();
		await sandbox.api.patch('/behaviour', quirks);
		await sandbox.api.post('/calls', { count: 3 });
		expect(await calls.poll()).toHaveLength(3);
		const requests = await requestsOf(async () => expect(await calls.poll()).toBeNull());
		expect(requests.length).toBeLessThanOrEqual(MAX_REQUESTS);
		expect(JSON.stringify(calls.data).length).toBeLessThanOrEqual(MAX_BYTES);
	});

	test('a list that is neither sorted nor filtered is read within the time limit of n8n, poll by poll', async () => {
		await sandbox.api.patch('/behaviour', {
			order: 'newest',
			dateFilter: 'ignored',
			envelope: 'items',
		});
		const calls = trigger('newCall', {}, { budgetMs: 6_000 });
		await calls.poll();
		await sandbox.api.patch('/behaviour', { order: 'random' });
		const offsets: number[] = [];
		for (let poll = 0; poll < 3; poll += 1) {
			await calls.poll();
			offsets.push((calls.data.state as { checkpoint: { offset: number } }).checkpoint.offset);
		}
		expect(offsets).toEqual([...new Set(offsets)].sort((a, b) => a - b));
		expect(offsets[0]).toBeGreaterThan(100);
		expect(offsets[2]).toBeLessThan(CALLS);
	});
});
