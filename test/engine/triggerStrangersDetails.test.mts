import { locator } from '../support/nodes.mts';
import { HOUR, idsOf, MINUTE, saidBy, useStrangePlatform } from './strangers.mts';

/*
 * What a call, a campaign and a balance look like on other platforms: what is emitted, when, and what the filters let through.
 */

jest.setTimeout(60_000);

const platform = useStrangePlatform();
const { activate, behave, change, insert, mask, pollOften, sandbox, trigger, wait } = platform;

describe('Call Ended', () => {
	const envelopes = ['data', 'dataMeta', 'named', 'success', 'jsonApi', 'parts', 'arrayOfOne'];

	test.each(envelopes)(
		'with "%s" around a single call: is emitted when the call is over, with its transcript',
		async (objectEnvelope) => {
			await behave({ objectEnvelope });
			const calls = trigger('callEnded');
			await activate(calls);
			const [open] = await insert({ count: 1, status: 'in_progress' });
			const ids = await insert({ count: 5, spacingSeconds: 1 });
			await mask(ids.slice(3), { without: ['status'], in: 'detail' });
			const items = await pollOften(calls, 3);
			expect(idsOf(items)).toEqual(ids.sort());
			await change(open, { status: 'completed', duration_seconds: 60 });
			items.push(...(await pollOften(calls, 3)));
			expect(idsOf(items)).toEqual([...ids, open].sort());
			for (const { json } of items) {
				expect(json.transcript).toMatch(/^Agent: /);
				expect(json.status).toBe('completed');
			}
		},
	);

	test.each([
		['its status', ['status']],
		['its status and its end', ['status', 'ended_at']],
		['its times, its agent and its status', ['status', 'created_at', 'ended_at', 'agent_id']],
	])(
		'of a single call without %s, which the list has: is emitted with it',
		async (_what, without) => {
			const calls = trigger('callEnded', { filters: { agentId: locator('agent_0001') } });
			await activate(calls);
			const ids = await insert({ count: 5, spacingSeconds: 1, agent_id: 'agent_0001' });
			await mask(ids, { without, in: 'detail' });
			const items = await pollOften(calls, 3);
			expect(idsOf(items)).toEqual(ids.sort());
			for (const { json } of items)
				expect(json).toMatchObject({ status: 'completed', is_over: true });
		},
	);

	test('waits for an analysis whose fields are null', async () => {
		await behave({ analysis: 'nullFields', transcriptDelaySeconds: 100_000 });
		const calls = trigger('callEnded');
		await activate(calls);
		const [id] = await insert({ count: 1 });
		const transcript = [{ role: 'agent', text: 'Hello', offset_seconds: 0 }];
		await mask([id!], { fields: { transcript }, in: 'detail' });
		expect(idsOf(await pollOften(calls, 3))).toEqual([]);
		await behave({ transcriptDelaySeconds: 0 });
		const items = await pollOften(calls, 3);
		expect(idsOf(items)).toEqual([id]);
		expect(items[0]?.json.summary).toEqual(expect.any(String));
	});

	test('does not give out a call that is never over, however long that takes', async () => {
		const calls = trigger('callEnded');
		await activate(calls);
		const [open] = await insert({ count: 1, status: 'in_progress' });
		const items = await pollOften(calls, 3);
		wait(31 * 24 * HOUR);
		items.push(...(await pollOften(calls, 3)));
		const ids = await insert({ count: 2, created_at: Date.now() });
		items.push(...(await pollOften(calls, 3)));
		expect(idsOf(items)).toEqual(ids.sort());
		expect(saidBy(calls).filter((text) => text.includes(open!)).length).toBeLessThanOrEqual(1);
	});
});

describe('a filter', () => {
	/** What the filter let through, or undefined if an error said what is wrong with it. */
	const emittedWith = async (event: string, filters: object, add: () => Promise<unknown>) => {
		const calls = trigger(event, { filters: { ...filters } });
		await activate(calls);
		await add();
		const items = await pollOften(calls, 3).catch(() => undefined);
		return items && saidBy(calls).length === 0 ? idsOf(items) : undefined;
	};

	test.each(['newCall', 'callEnded'])(
		'%s: campaign, where each call has its campaign as an object',
		async (event) => {
			await sandbox.api.post('/seed/campaigns', { count: 2 });
			await behave({ nesting: true });
			let ids: string[] = [];
			const filters = { campaignId: locator('campaign_0001') };
			const emitted = await emittedWith(event, filters, async () => {
				ids = await insert({ count: 3, campaign_id: 'campaign_0001' });
				await insert({ count: 3, campaign_id: 'campaign_0002' });
				await insert({ count: 3 });
			});
			expect(emitted).toEqual(ids.sort());
		},
	);

	test.each(['going', 'api'])(
		'direction, where the platform has other words for it (%s)',
		async (directions) => {
			await behave({ directions });
			for (const direction of ['inbound', 'outbound']) {
				let ids: string[] = [];
				const emitted = await emittedWith('newCall', { direction }, async () => {
					ids = await insert({ count: 3, direction });
					await insert({ count: 3, direction: direction === 'inbound' ? 'outbound' : 'inbound' });
				});
				expect([direction, emitted]).toEqual([direction, ids.sort()]);
			}
		},
	);

	test('direction, where the platform has words that nobody knows: an error says so', async () => {
		const calls = trigger('newCall', { filters: { direction: 'outbound' } });
		await activate(calls);
		const ids = await insert({ count: 3 });
		await mask(ids, { fields: { direction: 'northwards' } });
		const outcome = await pollOften(calls, 3).catch((error: Error) => error);
		const said = outcome instanceof Error ? [outcome.message] : saidBy(calls);
		expect(said.join()).toMatch(/direction/i);
	});
});

describe('Campaign Finished', () => {
	const campaign = 'campaign_0001';
	const set = async (status: string) => await sandbox.api.put(`/campaigns/${campaign}`, { status });
	beforeEach(async () => await sandbox.api.post('/seed/campaigns', { count: 2 }));

	test('starts the workflow again when the campaign was resumed and is finished again', async () => {
		await set('active');
		const finished = trigger('campaignFinished');
		await activate(finished);
		for (let round = 0; round < 3; round += 1) {
			await set('finished');
			expect(idsOf(await pollOften(finished, 3))).toEqual([campaign]);
			await set('active');
			expect(idsOf(await pollOften(finished, 3))).toEqual([]);
		}
	});

	test('starts the workflow for one that was finished at the activation, resumed, and finished again', async () => {
		await set('finished');
		const finished = trigger('campaignFinished');
		await activate(finished);
		await set('active');
		expect(idsOf(await pollOften(finished, 2))).toEqual([]);
		await set('finished');
		expect(idsOf(await pollOften(finished, 3))).toEqual([campaign]);
	});

	test('is seen by the progress alone', async () => {
		const progress = { total: 10, pending: 4, in_progress: 1, done: 5, connected: 3, failed: 2 };
		const done = { ...progress, pending: 0, in_progress: 0, done: 10, connected: 8 };
		const show = async (shown: object) =>
			await mask([campaign, 'campaign_0002'], {
				without: ['status', 'started_at', 'finished_at'],
				fields: { progress: shown },
			});
		await show(progress);
		const finished = trigger('campaignFinished', { filters: { campaignId: locator(campaign) } });
		await activate(finished);
		await show(done);
		expect(idsOf(await pollOften(finished, 3))).toEqual([campaign]);
	});

	test('is seen by the end time alone', async () => {
		await set('active');
		await mask([campaign, 'campaign_0002'], { without: ['status', 'progress'] });
		const finished = trigger('campaignFinished');
		await activate(finished);
		await set('finished');
		expect(idsOf(await pollOften(finished, 3))).toEqual([campaign]);
	});
});

describe('Low Credit Balance', () => {
	test('is seen in any currency, once per crossing', async () => {
		await behave({ balance: 'currencies' });
		const low = trigger('lowCreditBalance', { threshold: 500 });
		const set = async (credits: number) => await sandbox.api.put('/balance', { credits });
		await activate(low);
		for (let round = 0; round < 2; round += 1) {
			await set(20);
			expect(await pollOften(low, 3)).toHaveLength(1);
			await set(900);
			expect(await pollOften(low, 2)).toHaveLength(0);
		}
	});
});

test('a call that ends minutes after it was first seen is emitted once, whatever the status word was before', async () => {
	const calls = trigger('callEnded');
	await activate(calls);
	const [id] = await insert({ count: 1, status: 'in_progress' });
	await mask([id!], { fields: { status: 'warming_up' } });
	const items = await pollOften(calls, 3);
	wait(10 * MINUTE);
	await mask([id!]);
	await change(id, { status: 'completed', duration_seconds: 60 });
	items.push(...(await pollOften(calls)));
	expect(idsOf(items)).toEqual([id]);
});
