import { type Execution, outputOf, rowsOf } from '../../../harness/n8n/executions.mts';
import { PublishedWorkflow, until } from '../../../harness/n8n/publishedWorkflow.mts';
import { endedCalls } from '../../samples/report.mts';
import { sandboxCredential } from '../../../harness/samples/samples.mts';
import type { TestN8n } from '../../../harness/n8n/testN8n.mts';
import { type Step, chain } from '../../support/n8nSteps.mts';
import { useSandbox } from '../../support/useSandbox.mts';

const TRIGGER = 'When it happens';
const WITHIN_MS = 120_000;

const EVENTS = [
	'newCall',
	'callEnded',
	'newBooking',
	'newCallback',
	'newTransfer',
	'campaignFinished',
	'figureCrossesLimit',
] as const;
type Event = (typeof EVENTS)[number];

const SOUND = 'recording';

/** n8n refuses a schedule that polls more than once a minute, but takes several of them. */
const OFTEN = Array.from({ length: 12 }, (_, index) => ({
	mode: 'custom',
	cronExpression: `${index * 5} * * * * *`,
}));

/** A trigger of the package that polls often. */
export const polling = (name: string, parameters: object): Step => ({
	name,
	type: 'n8n-nodes-voice-agent.voiceAgentTrigger',
	parameters: { pollTimes: { item: OFTEN }, ...parameters },
});

const emittedBy = (executions: Execution[]) =>
	executions.flatMap((execution) => rowsOf(execution, TRIGGER));

export function triggerSuite(world: () => TestN8n): void {
	const workflows = new Map<Event, PublishedWorkflow>();

	// Before their sandbox stops.
	afterAll(async () => {
		for (const workflow of workflows.values()) await workflow.unpublish();
	});

	/** A sandbox of its own, so that the test knows every row in it. */
	const platform = useSandbox({ speed: 60 });
	let credential: { id: string; name: string };

	beforeAll(async () => {
		const name = 'Trigger sandbox';
		const { data } = sandboxCredential(platform.url);
		credential = { id: await world().createCredential(name, data), name };
	});

	async function createWorkflow(event: Event): Promise<PublishedWorkflow> {
		const sound = { downloadRecording: true, outputDataFieldName: SOUND };
		const trigger = polling(TRIGGER, { event, ...(event === 'callEnded' && sound) });
		const end = { name: 'End', type: 'n8n-nodes-base.noOp', parameters: {} };
		const workflow = chain(`On ${event}`, [end], credential, trigger);
		const id = await world().createWorkflow(workflow);
		return new PublishedWorkflow(world().rest, id);
	}

	const idsIn = async (list: string, id: string): Promise<string[]> =>
		(await platform.api.get(`/${list}`)).data.map((row: Record<string, string>) => row[id]);

	test('each of the seven events starts its workflow for what is new, and for nothing else', async () => {
		const { api } = platform;
		await api.post('/calls', { count: 5 });
		for (const list of ['bookings', 'callbacks', 'transfer-events', 'campaigns']) {
			await api.post(`/seed/${list}`, { count: 3 });
		}
		await api.put('/campaigns/campaign_0001', { status: 'finished' });
		await Promise.all(
			EVENTS.map(async (event) => {
				const workflow = await createWorkflow(event);
				workflows.set(event, workflow);
				await workflow.publish();
			}),
		);
		const lists = [
			['newCall', 'calls', 'call_id'],
			['callEnded', 'calls', 'call_id'],
			['newBooking', 'bookings', 'booking_id'],
			['newCallback', 'callbacks', 'id'],
			['newTransfer', 'transfers', 'transfer_id'],
		] as const;
		const before = new Map<Event, string[]>();
		for (const [event, list, id] of lists) before.set(event, await idsIn(list, id));

		await api.post('/calls', { count: 2 });
		for (const list of ['bookings', 'callbacks', 'transfer-events']) {
			await api.post(`/seed/${list}`, { count: 2 });
		}
		await api.put('/campaigns/campaign_0002', { status: 'finished' });
		await api.put('/balance', { credits: 50 });

		const runs = async (event: Event) => (await workflows.get(event)?.executions()) ?? [];
		const silent = new Set<Event>(EVENTS);
		const haveAllRun = async () => {
			for (const event of silent) {
				const counts = await workflows.get(event)?.counts();
				if (counts && counts.over > 0) silent.delete(event);
			}
			return silent.size === 0;
		};
		await until(haveAllRun, WITHIN_MS);
		expect([...silent]).toEqual([]);

		for (const [event, list, id] of lists) {
			const rows = emittedBy(await runs(event));
			const isNew = (value: string) => !before.get(event)?.includes(value);
			const fresh = (await idsIn(list, id)).filter(isNew);
			expect(fresh.length).toBeGreaterThan(1);
			expect([event, rows.map((row) => row[id]).sort()]).toEqual([event, fresh.sort()]);
			expect(rows.every(({ redelivered }) => redelivered === false)).toBe(true);
		}
		// The file of a trigger is stored before there is an execution; it must still be there for the workflow.
		const [ended] = await runs('callEnded');
		const sounds = outputOf(ended!, TRIGGER).map(({ binary }) => Object(binary?.[SOUND]));
		expect(sounds.length).toBeGreaterThan(1);
		for (const { id, mimeType } of sounds) {
			expect(mimeType).toBe('audio/wav');
			const { data } = await world().rest.get('/binary-data', {
				params: { id, action: 'download', mimeType },
				responseType: 'arraybuffer',
			});
			expect(Buffer.from(data).toString('latin1', 0, 4)).toBe('RIFF');
		}
		expect(emittedBy(await runs('campaignFinished'))).toEqual([
			expect.objectContaining({ campaign_id: 'campaign_0002', redelivered: false }),
		]);
		const [balance, ...others] = emittedBy(await runs('figureCrossesLimit'));
		expect(balance).toMatchObject({ value: 50, value_before: 100_000, limit: 100 });
		expect(others).toEqual([]);
	});

	test('"Fetch Test Event" shows the latest real calls, and does not change the state', async () => {
		const workflow = workflows.get('callEnded')!;
		const before = await workflow.details();
		expect(before.staticData).not.toBeNull();
		const execution = await world().execute(workflow.id, TRIGGER);
		expect(execution.status).toBe('success');
		const latest = (await endedCalls(platform.api)).at(-1);
		expect(rowsOf(execution, TRIGGER).map(({ call_id }) => call_id)).toContain(latest?.call_id);
		expect((await workflow.details()).staticData).toEqual(before.staticData);
	});
}
