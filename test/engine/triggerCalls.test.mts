import type { INodeExecutionData } from 'n8n-workflow';
import { processStart } from '../../nodes/VoiceAgentTrigger/processStart';
import { credentialFor, locator, triggerFor } from '../support/nodes.mts';
import { openAddressWithOtherNames } from '../support/otherNames.mts';
import { useSandbox } from '../support/useSandbox.mts';

jest.mock('../../nodes/VoiceAgentTrigger/processStart', () => ({ processStart: jest.fn(() => 0) }));

jest.setTimeout(60_000);

/** When the process of n8n is said to have started. */
const processStartsAt = (time: number) => jest.mocked(processStart).mockReturnValue(time);

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const sandbox = useSandbox({ tokenLifetime: 1_000_000_000, resetEachTest: true });
afterEach(() => jest.restoreAllMocks());

const idsOf = (items: INodeExecutionData[] | null) =>
	(items ?? []).map(({ json }) => String(json.call_id));

async function insert(fields: object): Promise<string[]> {
	return (await sandbox.api.post('/calls', fields)).data.call_ids;
}

const trigger = (event: string, parameters = {}, more = {}) =>
	triggerFor(credentialFor(sandbox), event, parameters, more);

/** The clock that the trigger sees, so many milliseconds ahead. */
const later = (milliseconds: number) => {
	const now = Date.now();
	jest.spyOn(Date, 'now').mockImplementation(() => now + milliseconds);
};

describe('Call Ended', () => {
	test('is emitted once, when the call is over, with transcript and analysis', async () => {
		const calls = trigger('callEnded');
		await calls.poll();
		const [id] = await insert({ count: 1, status: 'queued' });
		expect(await calls.poll()).toBeNull();
		await sandbox.api.put(`/calls/${id}`, { status: 'in_progress' });
		expect(await calls.poll()).toBeNull();
		await sandbox.api.put(`/calls/${id}`, { status: 'completed', duration_seconds: 60 });
		const [item] = (await calls.poll()) ?? [];
		expect(item?.json).toMatchObject({
			call_id: id,
			status: 'completed',
			is_over: true,
			redelivered: false,
		});
		expect(item?.json.transcript).toMatch(/^Agent: /);
		expect(item?.json.summary).toEqual(expect.any(String));
		expect(await calls.poll()).toBeNull();
	});

	test('a call that was in progress at the activation is emitted when it is over', async () => {
		const [id] = await insert({ count: 1, status: 'in_progress' });
		const calls = trigger('callEnded');
		expect(await calls.poll()).toBeNull();
		await sandbox.api.put(`/calls/${id}`, { status: 'no_answer' });
		expect(idsOf(await calls.poll())).toEqual([id]);
	});

	test('a long call is found after it has left the lookback window', async () => {
		const calls = trigger('callEnded', { options: { lookbackMinutes: 5 } });
		await calls.poll();
		const old = new Date(Date.now() - 4 * MINUTE).toISOString();
		const [id] = await insert({ count: 1, status: 'in_progress', created_at: old });
		expect(await calls.poll()).toBeNull();
		await insert({ count: 300, spacingSeconds: 0, created_at: Date.now() + 20 * MINUTE });
		later(30 * MINUTE);
		expect(await calls.poll()).toHaveLength(300);
		await sandbox.api.put(`/calls/${id}`, { status: 'completed', duration_seconds: 60 });
		later(33 * MINUTE);
		expect(idsOf(await calls.poll())).toEqual([id]);
	});

	test('is deferred until the transcript is there, or Wait for Transcript has passed', async () => {
		await sandbox.api.patch('/behaviour', { transcriptDelaySeconds: 100_000 });
		const calls = trigger('callEnded', { options: { waitMinutes: 3 } });
		await calls.poll();
		const [spoken, silent] = [
			...(await insert({ count: 1 })),
			...(await insert({ count: 1, status: 'no_answer' })),
		];
		expect(idsOf(await calls.poll())).toEqual([silent]);
		expect(await calls.poll()).toBeNull();
		later(2 * MINUTE);
		expect(await calls.poll()).toBeNull();
		later(2 * MINUTE);
		const [item] = (await calls.poll()) ?? [];
		expect(item?.json).toMatchObject({ call_id: spoken, transcript: null });
		expect(await calls.poll()).toBeNull();
	});

	test('is emitted as soon as the transcript is there', async () => {
		await sandbox.api.patch('/behaviour', { transcriptDelaySeconds: 100_000 });
		const calls = trigger('callEnded');
		await calls.poll();
		const [id] = await insert({ count: 1 });
		expect(await calls.poll()).toBeNull();
		await sandbox.api.patch('/behaviour', { transcriptDelaySeconds: 0 });
		expect(idsOf(await calls.poll())).toEqual([id]);
	});

	test('statuses the package does not know can be named', async () => {
		const calls = trigger('callEnded', { options: { endedStatuses: 'Ringing, busy' } });
		await calls.poll();
		const [ringing] = await insert({ count: 1, status: 'ringing' });
		const [completed] = await insert({ count: 1, status: 'completed', duration_seconds: 0 });
		expect(idsOf(await calls.poll())).toEqual([ringing]);
		await sandbox.api.put(`/calls/${completed}`, { status: 'busy' });
		expect(idsOf(await calls.poll())).toEqual([completed]);
	});

	test('one call that the platform cannot send does not delay the others', async () => {
		const calls = trigger('callEnded', { options: { waitMinutes: 5 } });
		await calls.poll();
		const ids = await insert({ count: 3, spacingSeconds: 1 });
		await sandbox.api.patch('/behaviour', {
			faults: [{ path: `^/calls/${ids[1]}$`, kind: 'truncate' }],
		});
		jest.spyOn(Math, 'random').mockReturnValue(0);
		expect(idsOf(await calls.poll())).toEqual([ids[0], ids[2]]);
		later(6 * MINUTE);
		const [item] = (await calls.poll()) ?? [];
		expect(item?.json.call_id).toBe(ids[1]);
	});

	test('a platform that becomes too busy in the middle: what was found is emitted, the rest with the next poll', async () => {
		const calls = trigger('callEnded', {}, { budgetMs: 3_000 });
		await calls.poll();
		const ids = await insert({ count: 30, spacingSeconds: 1 });
		await sandbox.api.patch('/behaviour', {
			faults: ids.slice(15).map((id) => ({ path: `^/calls/${id}$`, status: 429, retryAfter: 60 })),
		});
		expect(idsOf(await calls.poll()).sort()).toEqual(ids.slice(0, 15).sort());
		await expect(calls.poll()).rejects.toThrow(/too many requests/);
		await sandbox.api.patch('/behaviour', { faults: [] });
		expect(idsOf(await calls.poll()).sort()).toEqual(ids.slice(15).sort());
	});

	test('filters: agent, campaign, direction and outcome', async () => {
		const first = await insert({ count: 1, direction: 'inbound', campaign_id: null });
		const wanted = {
			agentId: locator('agent_0002'),
			direction: 'inbound',
			outcome: 'Interested, booked',
		};
		const calls = trigger('callEnded', { filters: wanted });
		await calls.poll();
		const analysis = (outcome: string) => ({
			summary: 'A summary',
			sentiment: 'positive',
			outcome,
			success: true,
			fields: {},
		});
		const base = {
			count: 1,
			agent_id: 'agent_0002',
			direction: 'inbound',
			analysis: analysis('interested'),
		};
		const [good] = await insert(base);
		await insert({ ...base, agent_id: 'agent_0001' });
		await insert({ ...base, direction: 'outbound' });
		await insert({ ...base, analysis: analysis('not interested') });
		const [other] = await insert({ ...base, analysis: analysis('BOOKED') });
		expect(idsOf(await calls.poll()).sort()).toEqual([good, other].sort());
		expect(await calls.poll()).toBeNull();
		expect(first).toHaveLength(1);
	});

	test.each([
		['in the list and in the call', () => true],
		['in the call only', (row: object) => 'transcript' in row],
	])(
		'the filter Outcome reads an analysis that is called post_call_analysis, %s',
		async (_where, isShown) => {
			const address = await openAddressWithOtherNames(sandbox, ({ analysis, ...row }) => ({
				...row,
				...(analysis !== undefined && isShown(row) && { post_call_analysis: analysis }),
			}));
			const credential = credentialFor(sandbox, { baseUrl: address.url });
			const calls = triggerFor(credential, 'callEnded', { filters: { outcome: 'booked' } });
			await calls.poll();
			const insertWith = async (outcome: string) => {
				const analysis = { summary: 'A talk', sentiment: 'positive', outcome, success: true };
				return await insert({ count: 1, analysis: { ...analysis, fields: {} } });
			};
			await insertWith('not interested');
			const [booked] = await insertWith('booked');
			const items = await calls.poll();
			await address.close();
			expect(items?.map(({ json }) => [json.call_id, json.outcome, json.summary])).toEqual([
				[booked, 'booked', 'A talk'],
			]);
		},
	);

	test.each([
		['in the list too', () => true],
		['in the single call only', (row: object) => 'transcript' in row],
	])('status words that nobody knows: the end time decides, %s', async (_where, hasEnd) => {
		const words: Record<string, string> = { in_progress: 'phase 2', completed: 'phase 3' };
		const address = await openAddressWithOtherNames(sandbox, (row) => {
			const { ended_at: end, status, ...rest } = row;
			if (!('call_id' in row) || typeof status !== 'string') return row;
			return { ...rest, status: words[status] ?? status, ...(hasEnd(row) && { ended_at: end }) };
		});
		const calls = triggerFor(credentialFor(sandbox, { baseUrl: address.url }), 'callEnded');
		await calls.poll();
		const [ended] = await insert({ count: 1, status: 'completed', duration_seconds: 60 });
		const [open] = await insert({ count: 1, status: 'in_progress' });
		const items = (await calls.poll()) ?? [];
		expect(items.map(({ json }) => [json.call_id, json.status, json.is_over])).toEqual([
			[ended, 'phase 3', true],
		]);
		expect(await calls.poll()).toBeNull();
		await sandbox.api.put(`/calls/${open}`, { status: 'completed', duration_seconds: 60 });
		later(5 * MINUTE);
		expect(idsOf(await calls.poll())).toEqual([open]);
		await address.close();
	});

	test('the full call, with its recording as a file', async () => {
		const calls = trigger('callEnded', {
			output: 'raw',
			downloadRecording: true,
			outputDataFieldName: 'sound',
		});
		await calls.poll();
		const [spoken] = await insert({ count: 1, duration_seconds: 5 });
		const [silent] = await insert({ count: 1, status: 'busy' });
		const items = (await calls.poll()) ?? [];
		const one = items.find(({ json }) => json.call_id === spoken);
		expect(one?.json.transcript).toEqual(
			expect.arrayContaining([expect.objectContaining({ role: 'agent' })]),
		);
		expect(one?.binary?.sound?.mimeType).toBe('audio/wav');
		expect(items.find(({ json }) => json.call_id === silent)?.binary).toBeUndefined();
	});

	describe('a recording that cannot be downloaded', () => {
		const parameters = { downloadRecording: true, outputDataFieldName: 'sound' };
		const recordingsFail = async (...faults: object[]) =>
			await sandbox.api.patch('/behaviour', { faults });

		beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));

		test.each([500, 410])(
			'(%d) delays no other call, and its own no longer than Wait for Transcript',
			async (status) => {
				const calls = trigger('callEnded', parameters, { budgetMs: 2_000 });
				await calls.poll();
				const [broken] = await insert({ count: 1, duration_seconds: 5 });
				const { data } = await sandbox.api.get<Array<{ session_id: string }>>('/calls');
				await recordingsFail({ path: `/calls/recording/${data[0]?.session_id}`, status });
				expect(await calls.poll()).toBeNull();

				const [good] = await insert({ count: 1, duration_seconds: 5 });
				const first = (await calls.poll()) ?? [];
				expect(idsOf(first)).toEqual([good]);
				expect(first[0]?.binary?.sound?.mimeType).toBe('audio/wav');
				later(9 * MINUTE);
				expect(await calls.poll()).toBeNull();
				later(2 * MINUTE);
				const last = (await calls.poll()) ?? [];
				expect(idsOf(last)).toEqual([broken]);
				expect(last[0]?.binary).toBeUndefined();
				expect(await calls.poll()).toBeNull();
			},
		);

		test('because of a missing permission is an error, and no call is emitted without it', async () => {
			const calls = trigger('callEnded', parameters);
			await calls.poll();
			const ids = await insert({ count: 2, duration_seconds: 5 });
			await recordingsFail({ path: '/calls/recording/', status: 403 });
			await expect(calls.poll()).rejects.toThrow(/does not have permission/);
			await recordingsFail();
			expect(idsOf(await calls.poll()).sort()).toEqual([...ids].sort());
		});
	});

	test('Start From reaches back, in bounded batches, each call once', async () => {
		await insert({ count: 2500, spacingSeconds: 10 });
		const startFrom = new Date(Date.now() - 30_000 * SECOND).toISOString();
		const calls = trigger('callEnded', { options: { startFrom, batchSize: 700 } });
		const sizes: number[] = [];
		const ids = new Set<string>();
		for (let items = await calls.poll(); items; items = await calls.poll()) {
			sizes.push(items.length);
			idsOf(items).forEach((id) => ids.add(id));
		}
		expect(Math.max(...sizes)).toBe(700);
		expect(ids.size).toBe(2500);
	});
});

describe('after a crash', () => {
	/** A process that starts now, with the state that n8n had saved. */
	const restart = (milliseconds = 0) => {
		later(milliseconds);
		processStartsAt(Date.now());
	};

	async function emitThree(options = {}, event = 'callEnded') {
		processStartsAt(Date.now() - 1);
		const calls = trigger(event, { options });
		await calls.poll();
		const ids = await insert({ count: 3, spacingSeconds: 60 });
		expect(await calls.poll()).toHaveLength(3);
		await new Promise((resolve) => setTimeout(resolve, 5));
		return { calls, ids };
	}

	test.each(['newCall', 'callEnded'])(
		'%s: what was emitted shortly before is redelivered once, with the mark',
		async (event) => {
			const { calls, ids } = await emitThree({}, event);
			const [extra] = await insert({ count: 1 });
			restart();
			const items = (await calls.poll()) ?? [];
			const marks = Object.fromEntries(items.map(({ json }) => [json.call_id, json.redelivered]));
			expect(marks).toEqual({
				...Object.fromEntries(ids.map((id) => [id, true])),
				[String(extra)]: false,
			});
			expect(await calls.poll()).toBeNull();
		},
	);

	test('a crash after the redelivery redelivers once more', async () => {
		const { calls } = await emitThree();
		restart(10);
		expect(await calls.poll()).toHaveLength(3);
		restart(20);
		expect((await calls.poll())?.map(({ json }) => json.redelivered)).toEqual([true, true, true]);
	});

	test('the same process redelivers nothing', async () => {
		const { calls } = await emitThree();
		later(5 * MINUTE);
		expect(await calls.poll()).toBeNull();
	});

	test('a restart later than the crash window redelivers nothing', async () => {
		const { calls } = await emitThree({ afterCrash: 'redeliver', crashWindowMinutes: 4 });
		restart(5 * MINUTE);
		expect(await calls.poll()).toBeNull();
	});

	test('Skip redelivers nothing', async () => {
		const { calls } = await emitThree({ afterCrash: 'skip' });
		restart();
		expect(await calls.poll()).toBeNull();
	});

	test('calls from long ago are redelivered too, and only those', async () => {
		await insert({ count: 400, spacingSeconds: 3600 });
		processStartsAt(Date.now() - 1);
		const startFrom = new Date(Date.now() - 300 * 60 * MINUTE - 1000).toISOString();
		const calls = trigger('newCall', { options: { startFrom } });
		const first = idsOf(await calls.poll());
		expect(await calls.poll()).toBeNull();
		await new Promise((resolve) => setTimeout(resolve, 5));
		restart();
		expect(idsOf(await calls.poll())).toEqual(first);
		expect(await calls.poll()).toBeNull();
	});

	test('a low balance and a finished campaign are redelivered', async () => {
		processStartsAt(Date.now() - 1);
		const low = trigger('lowCreditBalance', { threshold: 500 });
		const finished = trigger('campaignFinished');
		await sandbox.api.post('/seed/campaigns', { count: 1 });
		await sandbox.api.put('/campaigns/campaign_0001', { status: 'active' });
		await low.poll();
		await finished.poll();
		await sandbox.api.put('/balance', { credits: 10 });
		await sandbox.api.put('/campaigns/campaign_0001', { status: 'finished' });
		expect(await low.poll()).toHaveLength(1);
		expect(await finished.poll()).toHaveLength(1);
		await new Promise((resolve) => setTimeout(resolve, 5));
		restart();
		expect((await low.poll())?.[0]?.json.redelivered).toBe(true);
		expect((await finished.poll())?.[0]?.json.redelivered).toBe(true);
		expect(await low.poll()).toBeNull();
		expect(await finished.poll()).toBeNull();
	});
});
