import type { INodeExecutionData } from 'n8n-workflow';
import type { Poller } from '../../harness/n8n/engine.mts';
import { locator } from '../support/nodes.mts';
import { signIn } from '../sandbox/client.mts';
import { idsOf, MINUTE, saidBy, SECOND, useStrangePlatform } from './strangers.mts';

/*
 * Single rows that are wrong: one bad row holds up nobody, and a row whose fields change is emitted once.
 */

jest.setTimeout(60_000);

const platform = useStrangePlatform();
const { activate, change, faults, insert, mask, pollOften, sandbox, trigger, wait } = platform;
beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));

const iso = (offset = 0) => new Date(Date.now() + offset).toISOString();

/** All were emitted; the bad one at most once, and it was named once, as an item or in an error. */
function expectAllBut(
	bad: string,
	calls: Poller,
	items: INodeExecutionData[],
	ids: string[],
): void {
	const emitted = idsOf(items);
	const isGood = (id: string) => id !== bad;
	expect(emitted.filter(isGood)).toEqual(ids.filter(isGood).sort());
	const inItems = emitted.filter((id) => id === bad).length;
	const inErrors = saidBy(calls).filter((text) => text.includes(bad)).length;
	expect({ inItems, inErrors }).toEqual({
		inItems: Math.min(inItems, 1),
		inErrors: inItems === 0 ? 1 : Math.min(inErrors, 1),
	});
}

describe('one call that can never be read', () => {
	test.each([403, 404, 410, 422, 500])(
		'(%d) holds up none of the 90 others, and is said once with its ID',
		async (status) => {
			const calls = trigger('callEnded', {}, { budgetMs: 3_000 });
			await activate(calls);
			const ids = await insert({ count: 91, spacingSeconds: 1 });
			const bad = ids[45]!;
			await faults({ path: `^/calls/${bad}$`, status });
			expectAllBut(bad, calls, await pollOften(calls, 15), ids);
		},
	);

	test('does not keep later calls from being emitted', async () => {
		const calls = trigger('callEnded', {}, { budgetMs: 3_000 });
		await activate(calls);
		const [bad] = await insert({ count: 1 });
		await faults({ path: `^/calls/${bad}$`, status: 403 });
		for (let round = 0; round < 3; round += 1) {
			wait(2 * 60 * MINUTE);
			const created_at = Date.now();
			const ids = await insert({ count: 5, created_at, spacingSeconds: 1 });
			expect(idsOf(await pollOften(calls, 3)).filter((id) => id !== bad)).toEqual(ids.sort());
		}
	});

	test('is emitted when it can be read again', async () => {
		const calls = trigger('callEnded', {}, { budgetMs: 3_000 });
		await activate(calls);
		const [bad, ...good] = await insert({ count: 3 });
		await faults({ path: `^/calls/${bad}$`, status: 500 });
		expect(idsOf(await pollOften(calls, 3))).toEqual(good.sort());
		await faults();
		expect(idsOf(await pollOften(calls))).toEqual([bad]);
	});

	test('because of a slash in its ID: the others are emitted', async () => {
		const calls = trigger('callEnded');
		await activate(calls);
		const [bad, ...good] = await insert({ count: 10 });
		await mask([bad!], { fields: { call_id: 'call/1' }, in: 'list' });
		expectAllBut('call/1', calls, await pollOften(calls, 15), good);
	});
});

test.each(['newCall', 'callEnded'])(
	'%s: with a filter on the agent, a call without an agent is left out, and the others are emitted',
	async (event) => {
		const calls = trigger(event, { filters: { agentId: locator('agent_0002') } });
		await activate(calls);
		const [alone, ...good] = await insert({ count: 91, agent_id: 'agent_0002' });
		await mask([alone!], { fields: { agent_id: null } });
		expect(idsOf(await pollOften(calls))).toEqual(good.sort());
	},
);

describe('a copy that lags behind', () => {
	test('does not know a call under way for once: it is emitted when it ends', async () => {
		const calls = trigger('callEnded');
		await activate(calls);
		const [id] = await insert({ count: 1, status: 'in_progress' });
		expect(idsOf(await pollOften(calls, 2))).toEqual([]);
		await faults(
			{ path: '^/calls$', kind: 'lag', rows: 1, times: 1 },
			{ path: `^/calls/${id}$`, status: 404, times: 1 },
		);
		wait(10 * MINUTE);
		expect(idsOf(await pollOften(calls, 2))).toEqual([]);
		await change(id, { status: 'completed', duration_seconds: 60 });
		expect(idsOf(await pollOften(calls))).toEqual([id]);
	});

	test('does not know a call that has just ended: it is emitted all the same', async () => {
		const calls = trigger('callEnded');
		await activate(calls);
		const [id] = await insert({ count: 1 });
		await faults({ path: `^/calls/${id}$`, status: 404, times: 1 });
		expect(idsOf(await pollOften(calls))).toEqual([id]);
	});

	test('shows new calls in one answer and not in the next: each is emitted once', async () => {
		const calls = trigger('newCall');
		await insert({ count: 30, created_at: Date.now() - 5 * MINUTE, spacingSeconds: 10 });
		await activate(calls);
		const ids = await insert({ count: 8, spacingSeconds: 1 });
		const items = await pollOften(calls, 1);
		await faults({ path: '^/calls$', kind: 'lag', rows: 12, times: 1 });
		items.push(...(await pollOften(calls)));
		expect(idsOf(items)).toEqual(ids.sort());
	});
});

describe('a row whose ID', () => {
	test('comes later, while another name has it already: it is emitted once', async () => {
		const calls = trigger('newCall', { output: 'raw' });
		await activate(calls);
		const [id] = await insert({ count: 1 });
		await mask([id!], { fields: { call_id: null, id: 'row-1' } });
		const items = await pollOften(calls, 2);
		await mask([id!], { fields: { id: 'row-1' } });
		items.push(...(await pollOften(calls)));
		expect(items).toHaveLength(1);
	});

	test('stands beside one that all rows share: each is emitted once', async () => {
		await insert({ count: 20, created_at: Date.now() - MINUTE });
		await platform.behave({ idName: 'tenant' });
		const calls = trigger('newCall');
		await activate(calls);
		const ids = await insert({ count: 12, spacingSeconds: 1 });
		expect(idsOf(await pollOften(calls))).toEqual(ids.sort());
	});
});

describe('a row whose time', () => {
	test('comes later is emitted once', async () => {
		await insert({ count: 50, created_at: Date.now() - MINUTE, spacingSeconds: 10 });
		const calls = trigger('newCall');
		await activate(calls);
		const ids = await insert({ count: 40 });
		const without = ['created_at', 'started_at', 'ended_at'];
		await mask(ids, { without });
		const items = await pollOften(calls, 2);
		await mask(ids);
		items.push(...(await pollOften(calls)));
		expect(idsOf(items)).toEqual(ids.sort());
	});

	test.each([
		['replaced 20 seconds later', 'created_at', 20 * SECOND],
		['replaced two hours later', 'created_at', 120 * MINUTE],
		['set back by two hours', 'created_at', -120 * MINUTE],
		['first that of the queue, then that of the dialing', 'initiated_at', 20 * SECOND],
		[
			'first that of the queue, then that of the dialing, hours later',
			'initiated_at',
			180 * MINUTE,
		],
	])('is %s is emitted once', async (_how, name, shift) => {
		await insert({ count: 50, created_at: Date.now() - 2 * MINUTE, spacingSeconds: 10 });
		const calls = trigger('newCall');
		await activate(calls);
		const ids = await insert({ count: 40 });
		const without = ['created_at', 'started_at', 'ended_at'];
		const first = name === 'created_at' ? 'created_at' : 'queued_at';
		await mask(ids, { without, fields: { [first]: iso() } });
		const items = await pollOften(calls, 1);
		wait(Math.abs(shift));
		await mask(ids, { without, fields: { [name]: iso(shift > 0 ? 0 : 2 * shift) } });
		const more = await insert({ count: 5, created_at: Date.now() });
		items.push(...(await pollOften(calls)));
		expect(idsOf(items)).toEqual([...ids, ...more].sort());
	});

	test('is that of a callback which is put off: it is emitted once', async () => {
		const client = await signIn(sandbox);
		await sandbox.api.post('/seed/callbacks', { count: 5 });
		const callbacks = trigger('newCallback');
		const hide = async () => {
			const { data } = await sandbox.api.get<Array<{ id: string }>>('/callbacks');
			const ids = data.map(({ id }) => id);
			await mask(ids, { without: ['created_at', 'updated_at'] });
			return ids;
		};
		await hide();
		await activate(callbacks);
		await sandbox.api.post('/seed/callbacks', { count: 3 });
		const ids = await hide();
		const items = await pollOften(callbacks, 2);
		for (const [index, id] of ids.entries()) {
			const scheduled_at = iso((50 + index) * 60 * MINUTE);
			await client.patch(`/callbacks/${id}/reschedule`, { scheduled_at });
		}
		items.push(...(await pollOften(callbacks)));
		expect(idsOf(items)).toEqual(ids.slice(5).sort());
	});
});
