import type { INodeExecutionData } from 'n8n-workflow';
import type { Poller } from '../../harness/n8n/engine.mts';
import { processStart } from '../../nodes/VoiceAgentTrigger/processStart';
import { credentialFor, locator, triggerFor } from '../support/nodes.mts';
import { useSandbox } from '../support/useSandbox.mts';

jest.mock('../../nodes/VoiceAgentTrigger/processStart', () => ({ processStart: jest.fn(() => 0) }));

/*
 * The events of the trigger inside n8n-core, on the sandbox: each is emitted once, nothing old is, and after a crash with a mark. What is strange
 * about other platforms is in test/model and test/unit/VoiceAgentTrigger, what fails in triggerErrors.test.mts, what a poll costs in triggerCost.test.mts.
 */

const MINUTE = 60_000;

/** When the process of n8n is said to have started. */
const processStartsAt = (time: number) => jest.mocked(processStart).mockReturnValue(time);

const sandbox = useSandbox({ tokenLifetime: 1_000_000, resetEachTest: true });
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
		await insert({ count: 1, agent_id: 'agent_0002' });
		expect(await other.poll()).toHaveLength(1);
	});
});

describe('the other events', () => {
	test.each([
		['newBooking', 'bookings'],
		['newCallback', 'callbacks'],
		['newTransfer', 'transfer-events'],
	])(
		'%s: each new row once, those of an agent alone with the filter',
		async (event, collection) => {
			const seed = async (fields: object) => await sandbox.api.post(`/seed/${collection}`, fields);
			await seed({ count: 130, spacingSeconds: 20 });
			const all = trigger(event);
			const ofAgent = trigger(event, { filters: { agentId: locator('agent_0002') } });
			expect([await all.poll(), await ofAgent.poll()]).toEqual([null, null]);
			await seed({ count: 120, agent_id: 'agent_0001' });
			await seed({ count: 4, agent_id: 'agent_0002', created_at: ago(30) });
			const ids = idsOf(await drain(all));
			expect([ids.length, new Set(ids).size]).toEqual([124, 124]);
			const items = await drain(ofAgent);
			expect(items.map(({ json }) => json.agent_id)).toEqual(Array(4).fill('agent_0002'));
		},
	);

	test('campaignFinished: once, when its status says so, and not for one that was cancelled', async () => {
		await sandbox.api.post('/seed/campaigns', { count: 2 });
		const set = async (id: string, status: string) =>
			await sandbox.api.put(`/campaigns/${id}`, { status });
		await set('campaign_0001', 'active');
		const any = trigger('campaignFinished');
		const one = trigger('campaignFinished', { filters: { campaignId: locator('campaign_0002') } });
		expect([await any.poll(), await one.poll()]).toEqual([null, null]);
		await set('campaign_0001', 'finished');
		await set('campaign_0002', 'cancelled');
		const finished = { campaign_id: 'campaign_0001', is_finished: true };
		expect(await any.poll()).toMatchObject([{ json: finished }]);
		expect([await any.poll(), await one.poll()]).toEqual([null, null]);
		await set('campaign_0002', 'finished');
		expect(await one.poll()).toHaveLength(1);
	});
});

describe('Fetch Test Event', () => {
	const events = ['newCall', 'callEnded', 'newBooking', 'newCallback', 'newTransfer'];

	test.each(events)('%s: the latest real ones, and the state stays', async (event) => {
		const seeded = { count: 150, created_at: ago(60), spacingSeconds: 60 };
		await insert(seeded);
		for (const collection of ['bookings', 'callbacks', 'transfer-events']) {
			await sandbox.api.post(`/seed/${collection}`, seeded);
		}
		const manual = trigger(event, { output: 'allColumns' }, { mode: 'manual' });
		const items = (await manual.poll()) ?? [];
		expect(manual.data).toEqual({});
		expect(items).toHaveLength(3);
		const times = items.map(({ json }) => Date.parse(String(json.created_at)));
		expect(Math.max(...times)).toBeGreaterThan(Date.now() - 62 * MINUTE);
		expect(Math.min(...times)).toBeGreaterThan(Date.now() - 64 * MINUTE);
	});
});

describe('n8n saves the state of a poll after it has ended', () => {
	const marksOf = (items: INodeExecutionData[] | null) =>
		(items ?? []).map(({ json }) => json.redelivered);

	test('what it has dropped comes again, marked, and with Skip not before the time of a crash is over', async () => {
		const calls = trigger('callEnded', { options: { afterRestart: 'skip' } });
		await calls.poll();
		const ids = await insert({ count: 3 });
		const before = structuredClone(calls.data);
		expect(await calls.poll()).toHaveLength(3);
		calls.data = before;
		later(9 * MINUTE);
		expect(await calls.poll()).toBeNull();
		const [next] = await insert({ count: 1 });
		later(2 * MINUTE);
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

test('Figure Crosses a Limit: the rates of an agent, with the figure before and now', async () => {
	const insertTalks = async (count: number, success: boolean) => {
		const analysis = { summary: 'A talk', sentiment: 'positive', outcome: 'booked', success };
		await insert({ count, agent_id: 'agent_0001', analysis: { ...analysis, fields: {} } });
	};
	const ofAgent = { of: 'agent', agentId: locator('agent_0001') };
	const success = trigger('figureCrossesLimit', { ...ofAgent, figure: 'successRate' });
	const answered = trigger('figureCrossesLimit', { ...ofAgent, figure: 'answerRate' });
	const both = async () =>
		[await success.poll(), await answered.poll()].map((items) => items?.[0]?.json ?? null);
	// Without calls there is no rate.
	expect(await both()).toEqual([null, null]);
	await insertTalks(1, true);
	await insert({ count: 3, agent_id: 'agent_0002', status: 'no_answer' });
	expect(await both()).toEqual([null, null]);
	await insertTalks(3, false);
	const crossed = { value_before: 1, value: 0.25, limit: 0.4, agent_id: 'agent_0001', days: 7 };
	expect(await both()).toMatchObject([{ figure: 'Success Rate', ...crossed }, null]);
	await insert({ count: 12, agent_id: 'agent_0001', status: 'no_answer' });
	expect(await both()).toMatchObject([null, { figure: 'Answer Rate', ...crossed }]);
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

	test('statuses the package does not know can be named', async () => {
		const calls = trigger('callEnded', { options: { endedStatuses: 'Ringing, busy' } });
		await calls.poll();
		const [ringing] = await insert({ count: 1, status: 'ringing' });
		const [completed] = await insert({ count: 1, status: 'completed', duration_seconds: 0 });
		expect(idsOf(await calls.poll())).toEqual([ringing]);
		await sandbox.api.put(`/calls/${completed}`, { status: 'busy' });
		expect(idsOf(await calls.poll())).toEqual([completed]);
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
});

test.each(['newCall', 'callEnded'])(
	'%s: what was emitted shortly before a crash is redelivered once, with the mark',
	async (event) => {
		processStartsAt(Date.now() - 1);
		const calls = trigger(event);
		await calls.poll();
		const ids = await insert({ count: 3, spacingSeconds: 60 });
		expect(await calls.poll()).toHaveLength(3);
		later(5);
		processStartsAt(Date.now());
		const [extra] = await insert({ count: 1 });
		const items = (await calls.poll()) ?? [];
		const marks = items.map(({ json }) => [json.call_id, json.redelivered]);
		expect(marks.sort()).toEqual([...ids.map((id) => [id, true]), [extra, false]].sort());
		expect(await calls.poll()).toBeNull();
	},
);
