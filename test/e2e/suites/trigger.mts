import { type Execution, outputOf, rowsOf } from '../../../harness/n8n/executions.mts';
import { PublishedWorkflow, until } from '../../../harness/n8n/publishedWorkflow.mts';
import { endedCalls } from '../../../harness/samples/report.mts';
import { sandboxCredential } from '../../../harness/samples/samples.mts';
import { CALLS_TO_CRM, TRIGGER, callsToCrm } from '../../../harness/samples/trials/callsToCrm.mts';
import type { TestN8n } from '../../../harness/n8n/testN8n.mts';
import { untilQuiet } from '../../support/n8nSteps.mts';
import { useSandbox } from '../../support/useSandbox.mts';

/** n8n polls once a minute; the rest is for what it does before and after. */
const WITHIN_MS = 120_000;

const EVENTS = [
	'newCall',
	'callEnded',
	'newBooking',
	'newCallback',
	'newTransfer',
	'campaignFinished',
	'lowCreditBalance',
] as const;
type Event = (typeof EVENTS)[number];

const SOUND = 'recording';

const emittedBy = (executions: Execution[]) =>
	executions.flatMap((execution) => rowsOf(execution, TRIGGER));

export function triggerSuite(world: () => TestN8n): void {
	const published: PublishedWorkflow[] = [];

	// Before their sandbox stops.
	afterAll(async () => {
		for (const workflow of published) await workflow.unpublish();
	});

	/** A sandbox of its own, so that the test knows every row in it. */
	const platform = useSandbox({ speed: 60 });
	let credential: { id: string; name: string };
	const toCrm = () => new PublishedWorkflow(world().rest, CALLS_TO_CRM);

	async function publish(workflow: PublishedWorkflow) {
		await workflow.publish();
		published.push(workflow);
	}

	beforeAll(async () => {
		const name = 'Trigger sandbox';
		const id = await world().createCredential(
			name,
			sandboxCredential(platform.url).data as Record<string, string>,
		);
		credential = { id, name };
	});

	async function createWorkflow(event: Event): Promise<PublishedWorkflow> {
		const id = await world().createWorkflow({
			name: `On ${event}`,
			nodes: [
				{
					id: 'trigger',
					name: TRIGGER,
					type: 'n8n-nodes-voice-agent.voiceAgentTrigger',
					typeVersion: 1,
					position: [0, 0],
					parameters: {
						event,
						pollTimes: { item: [{ mode: 'everyMinute' }] },
						...(event === 'callEnded' && { downloadRecording: true, outputDataFieldName: SOUND }),
					},
					credentials: { voiceAgentApi: credential },
				},
				{
					id: 'end',
					name: 'End',
					type: 'n8n-nodes-base.noOp',
					typeVersion: 1,
					position: [220, 0],
					parameters: {},
				},
			],
			connections: { [TRIGGER]: { main: [[{ node: 'End', type: 'main', index: 0 }]] } },
		});
		return new PublishedWorkflow(world().rest, id);
	}

	const idsIn = async (list: string, id: string): Promise<string[]> =>
		(await platform.api.get(`/${list}`)).data.map((row: Record<string, string>) => row[id]);

	async function expectSaved(count: number) {
		const { sandbox, database } = world();
		const isSaved = async () => (await database.calls()).length >= count;
		expect(await until(isSaved, WITHIN_MS)).toBe(true);
		await until(async () => (await toCrm().counts()).underWay === 0, WITHIN_MS);
		const executions = await toCrm().executions();
		expect(executions.filter(({ status }) => status !== 'success')).toEqual([]);
		const figures = await callsToCrm.judge({ executions, world: { sandbox, database } });
		expect(figures).toMatchObject({ calls: count, disagreements: [] });
	}

	test('"Calls to CRM" saves every ended call in the table, once', async () => {
		await untilQuiet(world());
		const ended = await endedCalls(world().sandbox.api);
		expect(ended.length).toBeGreaterThan(700);
		await publish(toCrm());
		await expectSaved(ended.length);
	});

	test('"Fetch Test Event" shows the latest real calls, and does not change the state', async () => {
		const before = await toCrm().details();
		const calls = await world().database.calls();
		expect(before.staticData).not.toBeNull();

		const execution = await world().execute(CALLS_TO_CRM, TRIGGER);
		expect(execution.status).toBe('success');
		const shown = rowsOf(execution, TRIGGER);
		const latest = (await endedCalls(world().sandbox.api)).at(-1);
		expect(shown.map(({ call_id }) => call_id)).toContain(latest?.call_id);
		for (const { call_id } of shown) {
			expect(calls.map((call) => call.call_id)).toContain(call_id);
		}

		expect((await toCrm().details()).staticData).toEqual(before.staticData);
	});

	test('a call that is emitted again updates its own row', async () => {
		const before = await world().database.calls();
		const execution = await world().execute(CALLS_TO_CRM, TRIGGER);
		expect(rowsOf(execution, 'Save call').length).toBeGreaterThan(0);
		expect(await world().database.calls()).toEqual(before);
	});

	test('each of the seven events starts its workflow for what is new, and for nothing else', async () => {
		const { api } = platform;
		// For the test after this one, which waits for the same minute.
		await world().sandbox.api.post('/calls', { count: 3 });
		await api.post('/calls', { count: 5 });
		for (const list of ['bookings', 'callbacks', 'transfer-events', 'campaigns']) {
			await api.post(`/seed/${list}`, { count: 3 });
		}
		await api.put('/campaigns/campaign_0001', { status: 'finished' });
		const workflows = new Map<Event, PublishedWorkflow>();
		for (const event of EVENTS) {
			const workflow = await createWorkflow(event);
			await publish(workflow);
			workflows.set(event, workflow);
		}
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
		const [balance, ...others] = emittedBy(await runs('lowCreditBalance'));
		expect(JSON.stringify(balance)).toContain('50');
		expect(others).toEqual([]);
	});

	test('"Calls to CRM" saves what is new, and nothing a second time', async () => {
		await expectSaved((await endedCalls(world().sandbox.api)).length);
		expect((await toCrm().counts()).over).toBeGreaterThan(1);
	});
}
