import { credentialFor, triggerFor } from '../support/nodes.mts';
import { useSandbox } from '../support/useSandbox.mts';

jest.setTimeout(120_000);

const sandbox = useSandbox({ tokenLifetime: 1_000_000_000, resetEachTest: true });

const trigger = (event: string, parameters = {}, more = {}) =>
	triggerFor(credentialFor(sandbox), event, parameters, more);

describe('a backlog', () => {
	test('of 50,000 rows is emitted in bounded batches, each row once', async () => {
		const calls = trigger('newCall', { options: { batchSize: 5000 } });
		await calls.poll();
		await sandbox.api.post('/calls', { count: 50_000, spacingSeconds: 2 });
		const ids = new Set<unknown>();
		let emitted = 0;
		for (let items = await calls.poll(); items; items = await calls.poll()) {
			expect(items.length).toBeLessThanOrEqual(5000);
			emitted += items.length;
			items.forEach(({ json }) => ids.add(json.call_id));
		}
		expect([emitted, ids.size]).toEqual([50_000, 50_000]);
	});

	test('is read on where the poll before stopped, after the time ran out', async () => {
		await sandbox.api.patch('/behaviour', {
			order: 'random',
			dateFilter: 'ignored',
			pageCap: 10,
			latencyMs: 20,
		});
		const calls = trigger('newCall', {}, { budgetMs: 600 });
		await calls.poll();
		const { data } = await sandbox.api.post('/calls', { count: 600, spacingSeconds: 1 });
		const emitted: unknown[] = [];
		let polls = 0;
		for (; emitted.length < 600 && polls < 60; polls += 1) {
			emitted.push(...((await calls.poll()) ?? []).map(({ json }) => json.call_id));
		}
		expect(emitted.sort()).toEqual(data.call_ids.sort());
		expect(polls).toBeGreaterThan(3);
	});
});
