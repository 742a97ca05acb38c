import type { IDataObject } from 'n8n-workflow';
import { bounds } from '../../../../nodes/VoiceAgentTrigger/bounds';
import { campaignFinished } from '../../../../nodes/VoiceAgentTrigger/events/campaignFinished';
import { newCall } from '../../../../nodes/VoiceAgentTrigger/events/newCall';
import { newBooking, newCallback } from '../../../../nodes/VoiceAgentTrigger/events/newRow';
import { Polls } from '../fakeWatch.mts';

const at = '2026-03-01T12:00:00Z';

describe('New Call', () => {
	const row = (id: string, more: IDataObject = {}): IDataObject => ({
		call_id: id,
		status: 'queued',
		agent_id: 'agent_1',
		created_at: at,
		...more,
	});

	async function begun(parameters: IDataObject) {
		const polls = new Polls(newCall, parameters);
		polls.rows = [row('old')];
		await polls.poll();
		return polls;
	}

	test('a call is emitted as the list has it, and nothing more is asked for', async () => {
		const polls = await begun({ output: 'raw' });
		polls.rows = [...polls.rows, row('one', { variables: { a: 1 } })];
		expect(await polls.poll()).toEqual([row('one', { variables: { a: 1 } })]);
		expect(polls.asked).toEqual([]);
	});

	test('Selected Fields gives these columns alone, as the actions do', async () => {
		const polls = await begun({ output: 'selectedFields', fields: ['status', 'call_id'] });
		polls.rows = [...polls.rows, row('one')];
		expect(await polls.poll()).toEqual([{ call_id: 'one', status: 'queued' }]);
		polls.parameters.fields = ['callId'];
		polls.rows = [...polls.rows, row('two')];
		await expect(polls.poll()).rejects.toThrow("There is no field 'callId'");
		polls.parameters.fields = ['call_id'];
		expect(await polls.poll()).toEqual([{ call_id: 'two' }]);
	});

	test('a call that a crash may have lost, and that another filter leaves out since then: it does not come again', async () => {
		const polls = await begun({ 'filters.agentId': 'agent_1' });
		polls.rows.push(row('one'));
		expect(await polls.poll()).toHaveLength(1);
		polls.crash();
		polls.parameters['filters.agentId'] = 'agent_2';
		expect(await polls.poll()).toEqual([]);
		polls.parameters['filters.agentId'] = 'agent_1';
		expect(await polls.poll()).toEqual([]);
	});

	test.each(['newest', 'oldest'])(
		'Fetch Test Event of a page of calls, the %s first: the latest, the last one last',
		async (order) => {
			const polls = new Polls(newCall);
			const rows = Array.from({ length: 60 }, (_entry, age) =>
				row(`c${age}`, { created_at: new Date(polls.now - age * 60_000).toISOString() }),
			);
			polls.rows = order === 'newest' ? rows : rows.toReversed();
			const ids = (await polls.samples()).map(({ call_id: id }) => id);
			expect(ids).toEqual(['c2', 'c1', 'c0']);
		},
	);

	test('the filters look at what the list says; if no call says it, that is an error', async () => {
		const polls = await begun({ 'filters.direction': 'outbound' });
		polls.rows = [...polls.rows, row('one')];
		await expect(polls.poll()).rejects.toThrow('the direction of its calls');
		polls.rows = [...polls.rows, row('two', { direction: 'out' }), row('in', { direction: 'in' })];
		expect(await polls.poll()).toMatchObject([{ call_id: 'two' }]);
	});

	test('a call that one filter leaves out tells all the same whether calls say what another looks at', async () => {
		const polls = await begun({ 'filters.agentId': 'agent_1', 'filters.direction': 'outbound' });
		polls.rows.push(row('silent', { agent_id: 'agent_2' }));
		await expect(polls.poll()).rejects.toThrow('the direction of its calls');
		polls.rows.push(row('in', { agent_id: 'agent_2', direction: 'in' }));
		expect(await polls.poll()).toEqual([]);
		polls.rows.push(row('one'));
		expect(await polls.poll()).toEqual([]);
	});
});

test('New Booking: what the list of one agent has is of this agent, whether it says so or not', async () => {
	const polls = new Polls(newBooking, { 'filters.agentId': 'agent_1' });
	await polls.poll();
	polls.rows = [{ booking_id: 'a', created_at: at }];
	expect(await polls.poll()).toMatchObject([{ booking_id: 'a' }]);
	expect(await polls.samples()).toMatchObject([{ booking_id: 'a' }]);
});

describe('New Callback', () => {
	test('a row without an agent belongs to none; if no row says it, that is an error', async () => {
		const polls = new Polls(newCallback, { 'filters.agentId': 'agent_1' });
		await polls.poll();
		polls.rows = [{ id: 'a', created_at: at }];
		await expect(polls.poll()).rejects.toThrow('which agent its callbacks belong to');
		polls.rows.push({ id: 'b', agent: { id: 'agent_1' }, created_at: at });
		expect(await polls.poll()).toMatchObject([{ id: 'b' }]);
		polls.rows.push({ id: 'c', created_at: at });
		expect(await polls.poll()).toEqual([]);
	});
});

describe('Campaign Finished', () => {
	async function begun(parameters: IDataObject = {}) {
		const polls = new Polls(campaignFinished, { output: 'raw', ...parameters });
		polls.rows = [{ campaign_id: 'c0', status: 'active', agent_id: 'agent_1' }];
		await polls.poll();
		return polls;
	}

	test.each([
		['at the activation, resumed, and finished again: once', 'FFAAFF', [0, 0, 0, 0, 1, 0]],
		['after the activation', 'AFFF', [0, 1, 0, 0]],
		// One answer can be an old one.
		['and resumed in one answer only: not again', 'AFFAFAF', [0, 1, 0, 0, 0, 0, 0]],
	])('finished %s', async (_when, states, emittedBy) => {
		const polls = new Polls(campaignFinished, { output: 'raw' });
		const emitted: number[] = [];
		for (const letter of states) {
			polls.rows = [{ campaign_id: 'c0', status: letter === 'F' ? 'finished' : 'active' }];
			emitted.push((await polls.poll()).length);
		}
		expect(emitted).toEqual(emittedBy);
	});

	test('finished, and resumed before it can come again after a crash: the next time is not marked as emitted again', async () => {
		const polls = new Polls(campaignFinished, { output: 'raw' });
		const marks: number[][] = [];
		for (const letter of 'AFAAF') {
			polls.rows = [{ campaign_id: 'c0', status: letter === 'F' ? 'finished' : 'active' }];
			marks.push([(await polls.poll()).length, polls.redelivered.length]);
			if (letter === 'F') polls.crash();
		}
		expect(marks).toEqual([
			[0, 0],
			[1, 0],
			[0, 0],
			[0, 0],
			[1, 0],
		]);
	});

	test('finished at the activation, and two that are resumed in one answer only, one after the other: none comes again', async () => {
		const polls = new Polls(campaignFinished, { output: 'raw' });
		for (const states of ['FF', 'AF', 'FA', 'FF']) {
			polls.rows = [...states].map((letter, index) => ({
				campaign_id: `c${index}`,
				status: letter === 'F' ? 'finished' : 'active',
			}));
			expect(await polls.poll()).toEqual([]);
		}
	});

	test('while the credential gets another user of the organization, and the one that is known is resumed: it comes', async () => {
		const polls = new Polls(campaignFinished, { output: 'raw' });
		polls.rows = [{ campaign_id: 'c1', status: 'finished' }];
		await polls.poll();
		polls.account = 'account_2';
		polls.rows = [
			{ campaign_id: 'c1', status: 'active' },
			{ campaign_id: 'c2', status: 'finished' },
		];
		expect(await polls.poll()).toMatchObject([{ campaign_id: 'c2' }]);
		expect(polls.said).toEqual([]);
	});

	test('one item a poll, and two that finish at once: each comes in its turn', async () => {
		const polls = await begun();
		polls.batchSize = 1;
		polls.rows = ['c1', 'c2'].map((campaign_id) => ({ campaign_id, status: 'finished' }));
		expect(await polls.itemsOf(3)).toMatchObject([{ campaign_id: 'c1' }, { campaign_id: 'c2' }]);
	});

	describe('more finished ones than are remembered', () => {
		const usual = { ...bounds };
		beforeEach(() => Object.assign(bounds, { maxKnown: 2 }));
		afterEach(() => Object.assign(bounds, usual));

		test('one of them seems to be resumed in one answer: it is not forgotten, and does not come again', async () => {
			const polls = new Polls(campaignFinished, { output: 'raw' });
			const list = (first: string) =>
				['c0', 'c1', 'c2'].map((campaign_id, index) => ({
					campaign_id,
					status: index === 0 ? first : 'finished',
				}));
			for (const status of ['finished', 'active', 'finished']) {
				polls.rows = list(status);
				expect(await polls.poll()).toEqual([]);
			}
		});
	});

	test('the field that tells campaigns apart stays the one that was chosen, also if they get another one later', async () => {
		const polls = new Polls(campaignFinished, { output: 'raw' });
		polls.rows = [{ id: 'a', status: 'finished' }];
		await polls.poll();
		polls.rows = ['b', 'a'].map((id) => ({
			id,
			campaign_id: `campaign ${id}`,
			status: 'finished',
		}));
		expect(await polls.itemsOf(3)).toMatchObject([{ id: 'b' }]);
	});

	test('a status that nobody knows is said once, with its word, beside campaigns that are clear', async () => {
		const polls = await begun();
		polls.rows = [
			{ campaign_id: 'c1', status: 'shut' },
			{ campaign_id: 'sure', status: 'active' },
		];
		expect(await polls.poll()).toEqual([]);
		expect(await polls.poll()).toEqual([]);
		expect(polls.said).toEqual(['The campaign status "shut" is not known']);
		polls.rows.push({ campaign_id: 'c2', status: 'over' }, { campaign_id: 'c3', status: 'shut' });
		expect(await polls.poll()).toEqual([]);
		expect(polls.said.slice(1)).toEqual(['The campaign status "over" is not known']);
		polls.parameters['options.finishedStatuses'] = 'shut, finished';
		expect(await polls.poll()).toMatchObject([{ campaign_id: 'c1' }, { campaign_id: 'c3' }]);
	});

	test('Fetch Test Event shows the last three of the list', async () => {
		const polls = new Polls(campaignFinished, { output: 'raw' });
		const ids = ['c1', 'c2', 'c3', 'c4'];
		polls.rows = ids.map((campaign_id) => ({ campaign_id, status: 'finished' }));
		const shown = await polls.samples();
		expect(shown.map(({ campaign_id: id }) => id)).toEqual(ids.slice(1));
	});

	const sure = { campaign_id: 'sure', status: 'active' };

	test.each([
		[{ finished_at: null }, { finished_at: at }],
		[{ status: 'zzz' }, { status: 'zzz', completed_at: at }],
	])('%j, then %j', async (before, after) => {
		const polls = await begun();
		polls.rows = [{ campaign_id: 'c1', ...before }, sure];
		expect(await polls.poll()).toEqual([]);
		polls.rows = [{ campaign_id: 'c1', ...after }, sure];
		expect(await polls.poll()).toMatchObject([{ campaign_id: 'c1' }]);
	});

	test.each([
		{ status: 'zzz', progress: 120, total: 250 },
		{ status: 'zzz', completed: 10, total: 10, retries_pending: 3 },
		{ progress: { total: 5, processed: 5 } },
		{ progress: '100 %' },
	])('its progress proves nothing: %j', async (row) => {
		const polls = await begun();
		polls.rows = [{ campaign_id: 'c1', ...row }, sure];
		expect(await polls.poll()).toEqual([]);
		polls.rows = [{ campaign_id: 'c1', ...row }];
		await expect(polls.poll()).rejects.toThrow('which campaigns are finished');
	});

	test('one strange campaign does not stop the others; if none says it, that is an error', async () => {
		const polls = await begun({ 'filters.agentId': 'agent_1' });
		const strange = { campaign_id: 'x', status: { a: 1 }, agent_id: null };
		polls.rows = [strange, { campaign_id: 'c1', status: 'done', agent_id: 'agent_1' }];
		expect(await polls.poll()).toMatchObject([{ campaign_id: 'c1' }]);
		polls.rows = [strange];
		await expect(polls.poll()).rejects.toThrow('which campaigns are finished');
	});
});
