import axios from 'axios';
import type { INodeExecutionData } from 'n8n-workflow';
import type { Fault } from '../../harness/faultProxy.mts';
import type { Poller } from '../../harness/n8n/engine.mts';
import { Client } from '../../nodes/shared/http/client';
import { processStart } from '../../nodes/VoiceAgentTrigger/processStart';
import { LocalServer } from '../support/localServer.mts';
import { credentialFor, locator, triggerFor } from '../support/nodes.mts';
import { useFaultySandbox } from '../support/useSandbox.mts';

jest.mock('../../nodes/VoiceAgentTrigger/processStart', () => ({ processStart: jest.fn(() => 0) }));

/*
 * The events of the trigger inside n8n-core, on the sandbox: each is emitted once, nothing old is, and after a crash with a mark. What is strange
 * about other platforms is in test/model and test/unit/VoiceAgentTrigger, what fails in triggerErrors.test.mts, what a poll costs in triggerCost.test.mts.
 */

const MINUTE = 60_000;

/** When the process of n8n is said to have started. */
const processStartsAt = (time: number) => jest.mocked(processStart).mockReturnValue(time);

const sandbox = useFaultySandbox({ tokenLifetime: 1_000_000, resetEachTest: true });
afterEach(() => {
	jest.restoreAllMocks();
	processStartsAt(0);
});

const idsOf = (items: INodeExecutionData[] | null) =>
	(items ?? []).map(({ json }) => String(json.call_id ?? json.booking_id ?? json.id));

/** Polls until two polls in a row emit nothing. */
async function drain(trigger: Poller): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	for (let quiet = 0; quiet < 2;) {
		const batch = await trigger.poll();
		quiet = batch === null ? quiet + 1 : 0;
		items.push(...(batch ?? []));
	}
	return items;
}

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

const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();

describe('the activation', () => {
	test.each(['newCall', 'callEnded'])('%s: emits nothing that was there before', async (event) => {
		await insert({ count: 250, spacingSeconds: 10 });
		const calls = trigger(event);
		expect(await calls.poll()).toBeNull();
		expect(await calls.poll()).toBeNull();
		const [id] = await insert({ count: 1 });
		expect(idsOf(await calls.poll())).toEqual([id]);
		expect(await calls.poll()).toBeNull();
	});

	test('on an empty list loses nothing after it that is not later than Max Delay of Rows; what is older was there before', async () => {
		const calls = trigger('callEnded');
		expect(await calls.poll()).toBeNull();
		await insert({ count: 3, created_at: ago(50_000), spacingSeconds: 100_000 });
		const ids = await insert({ count: 3, created_at: ago(30), spacingSeconds: 100 });
		expect(idsOf(await drain(calls)).sort()).toEqual(ids.sort());
	});

	test('with Start From begins at that date', async () => {
		await insert({ count: 5, created_at: ago(3000), spacingSeconds: 1 });
		const wanted = await insert({ count: 5, created_at: ago(1000), spacingSeconds: 1 });
		const calls = trigger('callEnded', { options: { startFrom: ago(2000) } });
		expect(idsOf(await calls.poll())).toEqual(wanted);
		expect(await calls.poll()).toBeNull();
	});

	test.each([-24, 24])('a clock of n8n that is %i hours wrong does no harm', async (hours) => {
		await insert({ count: 900, spacingSeconds: 120 });
		const now = Date.now();
		jest.spyOn(Date, 'now').mockImplementation(() => now + hours * 60 * MINUTE);
		const calls = trigger('newCall');
		expect(await calls.poll()).toBeNull();
		expect(await calls.poll()).toBeNull();
		const ids = await insert({ count: 2, spacingSeconds: 3000 });
		expect(idsOf(await drain(calls)).sort()).toEqual(ids.sort());
	});

	test('another event starts over', async () => {
		const calls = trigger('callEnded');
		await calls.poll();
		await sandbox.api.post('/seed/bookings', { count: 5 });
		const bookings = trigger('newBooking');
		bookings.data = calls.data;
		expect(await bookings.poll()).toBeNull();
		await sandbox.api.post('/seed/bookings', { count: 2 });
		expect(await bookings.poll()).toHaveLength(2);
	});

	test('a filter that is changed emits nothing old', async () => {
		const one = trigger('callEnded', { filters: { agentId: locator('agent_0001') } });
		await one.poll();
		await insert({ count: 4, agent_id: 'agent_0002' });
		expect(await one.poll()).toBeNull();
		const other = trigger('callEnded', { filters: { agentId: locator('agent_0002') } });
		other.data = one.data;
		expect(await other.poll()).toBeNull();
		expect(
			idsOf(await (await insert({ count: 1, agent_id: 'agent_0002' }), other.poll())),
		).toHaveLength(1);
	});
});

describe('late rows, ties and bursts', () => {
	const allCalls = async (): Promise<string[]> =>
		(await sandbox.api.get('/calls')).data.map(({ call_id: id }: { call_id: string }) => id);

	test('are emitted once', async () => {
		await insert({ count: 180, created_at: ago(30), spacingSeconds: 60 });
		const calls = trigger('newCall', { output: 'raw' });
		expect(await calls.poll()).toBeNull();

		const before = (await allCalls()).length;
		const emitted: INodeExecutionData[] = [];
		await insert({ count: 40, spacingSeconds: 0 });
		emitted.push(...((await calls.poll()) ?? []));
		await insert({ count: 30, created_at: ago(55), spacingSeconds: 0 });
		await insert({ count: 150, created_at: ago(1), spacingSeconds: 13 });
		emitted.push(...(await drain(calls)));
		await insert({ count: 5, created_at: ago(40), spacingSeconds: 60 });
		emitted.push(...(await drain(calls)));

		const all = await allCalls();
		const ids = idsOf(emitted);
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids.sort()).toEqual(all.slice(before).sort());
	});

	test('what changed after it was emitted is not emitted again', async () => {
		const calls = trigger('newCall');
		await calls.poll();
		const [id] = await insert({ count: 1, status: 'in_progress' });
		expect(idsOf(await calls.poll())).toEqual([id]);
		await sandbox.api.put(`/calls/${id}`, { status: 'completed', duration_seconds: 30 });
		expect(await calls.poll()).toBeNull();
	});
});

describe('the other events', () => {
	const collections: Array<[string, string]> = [
		['newBooking', 'bookings'],
		['newCallback', 'callbacks'],
		['newTransfer', 'transfer-events'],
	];

	test.each(collections)('%s', async (event, collection) => {
		await sandbox.api.post(`/seed/${collection}`, { count: 130, spacingSeconds: 20 });
		const all = trigger(event);
		const ofAgent = trigger(event, { filters: { agentId: locator('agent_0002') } });
		expect(await all.poll()).toBeNull();
		expect(await ofAgent.poll()).toBeNull();
		await sandbox.api.post(`/seed/${collection}`, { count: 120, agent_id: 'agent_0001' });
		await sandbox.api.post(`/seed/${collection}`, {
			count: 4,
			agent_id: 'agent_0002',
			created_at: ago(30),
		});
		const emitted = await drain(all);
		expect(emitted).toHaveLength(124);
		expect(new Set(emitted.map(({ json }) => JSON.stringify(json))).size).toBe(124);
		expect(emitted.every(({ json }) => json.redelivered === false)).toBe(true);
		const [first] = await drain(ofAgent);
		expect(first?.json.agent_id).toBe('agent_0002');
		expect(await ofAgent.poll()).toBeNull();
	});

	test('campaignFinished: once, when its status says so, and not for one that was cancelled', async () => {
		await sandbox.api.post('/seed/campaigns', { count: 4 });
		const { data } = await sandbox.api.get('/state');
		expect(data.campaigns).toBe(4);
		const ids = ['campaign_0001', 'campaign_0002', 'campaign_0003'];
		const set = async (id: string | undefined, status: string) =>
			await sandbox.api.put(`/campaigns/${id}`, { status });
		await set(ids[0], 'finished');
		await set(ids[1], 'active');
		const any = trigger('campaignFinished');
		const one = trigger('campaignFinished', { filters: { campaignId: locator('campaign_0003') } });
		expect(await any.poll()).toBeNull();
		expect(await one.poll()).toBeNull();
		await set(ids[1], 'finished');
		await set(ids[2], 'cancelled');
		const [finished] = (await any.poll()) ?? [];
		expect(finished?.json).toMatchObject({ campaign_id: ids[1], is_finished: true });
		expect(await any.poll()).toBeNull();
		await set(ids[2], 'finished');
		expect(await one.poll()).toHaveLength(1);
		expect(await one.poll()).toBeNull();
		await set(ids[0], 'active');
		const ownWord = trigger('campaignFinished', { options: { finishedStatuses: 'Paused' } });
		await ownWord.poll();
		await set('campaign_0004', 'paused');
		expect(await ownWord.poll()).toHaveLength(1);
	});
});

describe('Fetch Test Event', () => {
	const events = ['newCall', 'callEnded', 'newBooking', 'newCallback', 'newTransfer'];

	test.each(events)('%s: the latest real ones, and the state stays', async (event) => {
		await insert({ count: 150, created_at: ago(60), spacingSeconds: 60 });
		for (const collection of ['bookings', 'callbacks', 'transfer-events']) {
			await sandbox.api.post(`/seed/${collection}`, {
				count: 150,
				created_at: ago(60),
				spacingSeconds: 60,
			});
		}
		const manual = trigger(event, { output: 'allColumns' }, { mode: 'manual' });
		const items = (await manual.poll()) ?? [];
		expect(manual.data).toEqual({});
		expect(items).toHaveLength(3);
		const times = items.map(({ json }) => Date.parse(String(json.created_at)));
		expect(Math.max(...times)).toBeGreaterThan(Date.now() - 62 * MINUTE);
		expect(Math.min(...times)).toBeGreaterThan(Date.now() - 64 * MINUTE);
	});

	test.each([
		['newCall', 'There is no call yet'],
		['callEnded', 'No call has ended yet'],
		['newBooking', 'There is no booking yet'],
		['newCallback', 'There is no pending callback'],
		['newTransfer', 'No call was transferred yet'],
		['campaignFinished', 'No campaign is finished yet'],
	])('%s: says what to do when there is nothing', async (event, message) => {
		const error = await trigger(event, {}, { mode: 'manual' })
			.poll()
			.catch((failure: Error) => failure);
		expect(error).toMatchObject({ message, description: expect.stringContaining('fetch again') });
	});

	test('figureCrossesLimit and campaignFinished', async () => {
		const figure = trigger('figureCrossesLimit', {}, { mode: 'manual' });
		const [balance] = (await figure.poll()) ?? [];
		expect(balance?.json).toMatchObject({ value: 100_000, limit: 100, redelivered: false });
		expect(figure.data).toEqual({});
		await sandbox.api.post('/seed/campaigns', { count: 1 });
		await sandbox.api.put('/campaigns/campaign_0001', { status: 'finished' });
		const [campaign] = (await trigger('campaignFinished', {}, { mode: 'manual' }).poll()) ?? [];
		expect(campaign?.json.campaign_id).toBe('campaign_0001');
	});
});

describe('n8n saves the state of a poll after it has ended', () => {
	/** A trigger that has just emitted three calls, and its state before and after that. */
	async function emitted(options = {}) {
		const calls = trigger('callEnded', { options });
		expect(await calls.poll()).toBeNull();
		expect(await calls.poll()).toBeNull();
		const ids = await insert({ count: 3 });
		const before = structuredClone(calls.data);
		expect(idsOf(await calls.poll()).sort()).toEqual(ids.sort());
		return { calls, ids, before, after: calls.data };
	}
	const marksOf = (items: INodeExecutionData[] | null) =>
		(items ?? []).map(({ json }) => json.redelivered);

	test('a poll that begins before that emits nothing, and nothing is lost', async () => {
		const { calls, before, after } = await emitted();
		calls.data = structuredClone(before);
		const [next] = await insert({ count: 1 });
		expect(await calls.poll()).toBeNull();
		calls.data = after;
		const items = await calls.poll();
		expect([idsOf(items), marksOf(items)]).toEqual([[next], [false]]);
	});

	test.each([
		['redeliver', 1, 2],
		['skip', 9, 11],
	])('what it has dropped comes again, marked (%s)', async (afterRestart, soon, late) => {
		const { calls, ids, before } = await emitted({ afterRestart });
		calls.data = structuredClone(before);
		later(soon * MINUTE);
		expect(await calls.poll()).toBeNull();
		const [next] = await insert({ count: 1 });
		later((late - soon) * MINUTE);
		const items = await calls.poll();
		expect(idsOf(items).sort()).toEqual([...ids, next].sort());
		expect(marksOf(items)).toEqual(idsOf(items).map((id) => id !== next));
		expect(await calls.poll()).toBeNull();
	});

	test('a figure that n8n has dropped at the first poll comes again, marked', async () => {
		const figure = trigger('figureCrossesLimit', { creditLimit: 200_000 });
		expect(marksOf(await figure.poll())).toEqual([false]);
		figure.data = {};
		later(2 * MINUTE);
		expect(marksOf(await figure.poll())).toEqual([true]);
		expect(await figure.poll()).toBeNull();
	});
});

describe('Figure Crosses a Limit', () => {
	test('the rates of an agent, with the figure before and now', async () => {
		const talk = (success: boolean) => ({
			agent_id: 'agent_0001',
			analysis: {
				summary: 'A talk',
				sentiment: 'positive',
				outcome: 'booked',
				success,
				fields: {},
			},
		});
		const ofAgent = { of: 'agent', agentId: locator('agent_0001'), crosses: 'below' };
		const success = trigger('figureCrossesLimit', { ...ofAgent, figure: 'successRate' });
		const answered = trigger('figureCrossesLimit', { ...ofAgent, figure: 'answerRate' });
		// Without calls there is no rate.
		expect([await success.poll(), await answered.poll()]).toEqual([null, null]);
		await insert({ count: 1, ...talk(true) });
		await insert({ count: 3, agent_id: 'agent_0002', status: 'no_answer' });
		expect([await success.poll(), await answered.poll()]).toEqual([null, null]);
		await insert({ count: 3, ...talk(false) });
		const [item] = (await success.poll()) ?? [];
		const crossed = { value_before: 1, value: 0.25, limit: 0.4, agent_id: 'agent_0001', days: 7 };
		expect(item?.json).toMatchObject({ figure: 'Success Rate', ...crossed });
		expect([await success.poll(), await answered.poll()]).toEqual([null, null]);
		await insert({ count: 12, agent_id: 'agent_0001', status: 'no_answer' });
		const [silent] = (await answered.poll()) ?? [];
		expect(silent?.json).toMatchObject({ figure: 'Answer Rate', ...crossed });
	});
});

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
		expect(item?.json.transcript_start).toMatch(/^Agent: /);
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

	test('is deferred until the transcript is there, or Wait for Transcript has passed', async () => {
		const calls = trigger('callEnded', { options: { waitMinutes: 3 } });
		await calls.poll();
		const [spoken, silent] = [
			...(await insert({ count: 1, transcript: [], analysis: null })),
			...(await insert({ count: 1, status: 'no_answer' })),
		];
		expect(idsOf(await calls.poll())).toEqual([silent]);
		expect(await calls.poll()).toBeNull();
		later(2 * MINUTE);
		expect(await calls.poll()).toBeNull();
		later(2 * MINUTE);
		const [item] = (await calls.poll()) ?? [];
		expect(item?.json).toMatchObject({ call_id: spoken, transcript_start: null });
		expect(await calls.poll()).toBeNull();
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

	test('a platform that becomes too busy in the middle: what was found is emitted, the rest with the next poll', async () => {
		const calls = trigger('callEnded', {}, { budgetMs: 3_000 });
		await calls.poll();
		const ids = await insert({ count: 30, spacingSeconds: 1 });
		sandbox.proxy.faults = ids
			.slice(15)
			.map((id) => ({ path: `^/calls/${id}$`, status: 429, retryAfter: 60 }));
		expect(idsOf(await calls.poll()).sort()).toEqual(ids.slice(0, 15).sort());
		await expect(calls.poll()).rejects.toThrow(/too many requests/);
		sandbox.proxy.faults = [];
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
		const recordingsFail = (...faults: Fault[]) => {
			sandbox.proxy.faults = faults;
		};

		// Between two attempts of a request no time passes.
		beforeEach(() => jest.spyOn(Client.prototype, 'pause').mockResolvedValue(true));

		test.each([500, 410])(
			'(%d) delays no other call, and its own no longer than Wait for Transcript',
			async (status) => {
				const calls = trigger('callEnded', parameters, { budgetMs: 2_000 });
				await calls.poll();
				const [broken] = await insert({ count: 1, duration_seconds: 5 });
				const { data } = await sandbox.api.get<Array<{ session_id: string }>>('/calls');
				recordingsFail({ path: `/calls/recording/${data[0]?.session_id}`, status });
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

		test('because the platform refuses this one delays its call no longer, also if no other is new', async () => {
			const calls = trigger('callEnded', parameters);
			await calls.poll();
			const [broken] = await insert({ count: 1, duration_seconds: 5 });
			const { data } = await sandbox.api.get<Array<{ session_id: string }>>('/calls');
			recordingsFail({ path: `/calls/recording/${data[0]?.session_id}`, status: 403 });
			const [good] = await insert({ count: 1, duration_seconds: 5 });
			expect(idsOf(await calls.poll())).toEqual([good]);
			later(11 * MINUTE);
			expect(idsOf(await calls.poll())).toEqual([broken]);
		});

		test('because the platform sends its error as a sound is asked for again', async () => {
			let isReady = false;
			const address = new LocalServer(async ({ method, path, headers, body }, response) => {
				if (path.startsWith('/calls/recording/') && !isReady) {
					const type = { 'content-type': 'audio/mpeg' };
					return { headers: type, body: '{"detail":"Recording not ready"}' };
				}
				const { status, data, ...answer } = await axios.request<Buffer>({
					...{ method, headers: headers as Record<string, string>, data: body || undefined },
					url: new URL(String(response.req.url), sandbox.url).href,
					responseType: 'arraybuffer',
					validateStatus: () => true,
				});
				return {
					status,
					headers: { 'content-type': String(answer.headers['content-type']) },
					body: data,
				};
			});
			await address.start();
			const credential = credentialFor(sandbox, { baseUrl: address.url });
			const calls = triggerFor(credential, 'callEnded', parameters);
			await calls.poll();
			const ids = await insert({ count: 1, duration_seconds: 5 });
			expect(await calls.poll()).toBeNull();
			isReady = true;
			later(9 * MINUTE);
			const items = (await calls.poll()) ?? [];
			await address.stop();
			expect(idsOf(items)).toEqual(ids);
			expect(items[0]?.binary?.sound?.mimeType).toBe('audio/wav');
		});

		test('because of a missing permission: all calls come without it after Wait for Transcript', async () => {
			const calls = trigger('callEnded', parameters);
			await calls.poll();
			const ids = await insert({ count: 2, duration_seconds: 5 });
			recordingsFail({ path: '/calls/recording/', status: 403 });
			expect(await calls.poll()).toBeNull();
			later(11 * MINUTE);
			expect(idsOf(await calls.poll()).sort()).toEqual([...ids].sort());
		});
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

	test('a restart later than the crash window redelivers nothing', async () => {
		const { calls } = await emitThree({ afterRestart: 'redeliver', emitAgainMinutes: 4 });
		restart(5 * MINUTE);
		expect(await calls.poll()).toBeNull();
	});

	test('Skip redelivers nothing', async () => {
		const { calls } = await emitThree({ afterRestart: 'skip' });
		restart();
		expect(await calls.poll()).toBeNull();
	});

	test('a low balance and a finished campaign are redelivered', async () => {
		processStartsAt(Date.now() - 1);
		const low = trigger('figureCrossesLimit', { creditLimit: 500 });
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
