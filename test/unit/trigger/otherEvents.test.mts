import type { IDataObject } from 'n8n-workflow';
import { campaignFinished } from '../../../nodes/VoiceAgentTrigger/events/campaignFinished';
import { newCall } from '../../../nodes/VoiceAgentTrigger/events/newCall';
import { newCallback } from '../../../nodes/VoiceAgentTrigger/events/newRow';
import { Polls } from './fakeWatch.mts';

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

	test.each([403, 404, 500])(
		'Raw: a call whose details answer %d is emitted as the list has it, after ten minutes',
		async (status) => {
			const polls = await begun({ output: 'raw' });
			polls.rows = [...polls.rows, row('bad'), row('good')];
			polls.detail = (id) =>
				id === 'bad' ? { status } : { body: row(id, { variables: { a: 1 } }) };
			expect(await polls.poll()).toEqual([row('good', { variables: { a: 1 } })]);
			expect(await polls.poll()).toEqual([]);
			const later = [];
			for (let count = 0; count < 15; count += 1) later.push(...(await polls.poll(2)));
			expect(later).toMatchObject([{ call_id: 'bad', status: 'queued' }]);
			expect(polls.said).toHaveLength(1);
		},
	);

	test('a filter that only the details could answer: given up after three days, with an error', async () => {
		const polls = await begun({ 'filters.direction': 'outbound' });
		polls.rows = [...polls.rows, row('bad'), row('good')];
		polls.detail = (id) =>
			id === 'bad' ? { status: 500 } : { body: row(id, { direction: 'out' }) };
		expect(await polls.poll()).toMatchObject([{ call_id: 'good' }]);
		for (let hour = 0; hour < 110; hour += 1) expect(await polls.poll(60)).toEqual([]);
		expect(polls.said).toEqual([
			expect.stringContaining('details of call "bad"'),
			expect.stringContaining('Gave up on call "bad"'),
		]);
	});

	test('every call fails that the platform could send before: the poll fails, and they come later', async () => {
		const polls = await begun({ output: 'raw' });
		polls.rows = [...polls.rows, row('good')];
		polls.detail = (id) => ({ body: row(id) });
		await polls.poll();
		polls.rows = [...polls.rows, row('one'), row('two')];
		polls.detail = () => ({ status: 403 });
		for (let poll = 0; poll < 20; poll += 1) await expect(polls.poll()).rejects.toThrow('403');
		polls.detail = (id) => ({ body: row(id) });
		expect(await polls.poll()).toHaveLength(2);
	});

	test('details never hide what the list knows', async () => {
		const polls = await begun({ output: 'raw' });
		polls.rows = [...polls.rows, row('one')];
		polls.detail = () => ({
			body: { data: { id: 'one', agent_id: null, status: null, extra: 1 } },
		});
		expect(await polls.poll()).toEqual([{ ...row('one'), id: 'one', extra: 1 }]);
	});
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

	test('finished, resumed and finished again: twice', async () => {
		const polls = await begun();
		const emitted: number[] = [];
		for (const status of [
			'finished',
			'finished',
			'active',
			'active',
			'finished',
			null,
			'finished',
		]) {
			polls.rows = [
				{ campaign_id: 'c0', status },
				{ campaign_id: 'sure', status: 'active' },
			];
			emitted.push((await polls.poll()).length);
		}
		expect(emitted).toEqual([1, 0, 0, 0, 1, 0, 0]);
	});

	test.each([
		[{ finished_at: null }, { finished_at: at }],
		[{ status: 'zzz' }, { status: 'zzz', completed_at: at }],
	])('%j, then %j', async (before, after) => {
		const polls = await begun();
		const sure = { campaign_id: 'sure', status: 'active' };
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
		const sure = { campaign_id: 'sure', status: 'active' };
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
