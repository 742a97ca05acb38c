import type { AxiosInstance } from 'axios';
import { useSandbox } from '../support/useSandbox.mts';
import { sampleNumbers, signIn } from './client.mts';

const sandbox = useSandbox({ clock: 'manual', tokenLifetime: 1_000_000, resetEachTest: true });
let client: AxiosInstance;
beforeEach(async () => {
	client = await signIn(sandbox);
});

const advance = (advanceSeconds: number) => sandbox.api.post('/clock', { advanceSeconds });
const inSeconds = async (seconds: number) =>
	new Date(Date.parse((await sandbox.api.get('/state')).data.now) + seconds * 1000).toISOString();
const create = async (seconds: number, others = {}) =>
	await client.post('/callbacks/', {
		agent_id: 'agent_0001',
		phone_number: '+12125550101',
		scheduled_at: await inSeconds(seconds),
		...others,
	});

test('a callback is kept at its time, and no longer upcoming then', async () => {
	const { status, data: callback } = await create(3600, { first_name: 'Zoë', notes: 'Prices' });
	expect(status).toBe(201);
	expect(callback).toMatchObject({ status: 'scheduled', call_id: null, first_name: 'Zoë' });
	expect((await client.get('/callbacks/')).data.items).toEqual([callback]);
	await advance(3599);
	expect((await sandbox.api.get('/calls')).data).toHaveLength(0);
	await advance(2);
	expect((await sandbox.api.get('/calls')).data).toMatchObject([
		{ to_number: '+12125550101', agent_id: 'agent_0001', variables: { notes: 'Prices' } },
	]);
	expect((await client.get('/callbacks/')).data.total).toBe(0);
	expect((await client.delete(`/callbacks/${callback.id}`)).status).toBe(409);
});

test('a callback is moved and cancelled, and never calls at its old time', async () => {
	const { data: moved } = await create(60);
	const path = `/callbacks/${moved.id}`;
	const later = await inSeconds(600);
	const { data } = await client.patch(`${path}/reschedule`, { scheduled_at: later });
	expect(data.scheduled_at).toBe(later);
	await advance(120);
	expect((await sandbox.api.get('/calls')).data).toHaveLength(0);
	expect((await client.delete(path)).data).toMatchObject({ id: moved.id, status: 'cancelled' });
	expect((await client.delete(path)).status).toBe(409);
	const again = await client.patch(`${path}/reschedule`, { scheduled_at: await inSeconds(900) });
	expect(again.status).toBe(409);
	await advance(1000);
	expect((await sandbox.api.get('/calls')).data).toHaveLength(0);
	expect((await client.delete('/callbacks/nothing')).status).toBe(404);
});

test('what cannot be kept is refused', async () => {
	const past = await create(-1);
	expect(past.status).toBe(422);
	expect(past.data.detail[0].loc).toEqual(['body', 'scheduled_at']);
	expect((await create(60, { scheduled_at: 'tomorrow' })).status).toBe(422);
	expect((await create(60, { phone_number: '212 555 0101' })).status).toBe(422);
	expect((await create(60, { agent_id: 'nobody' })).status).toBe(404);
	const { data } = await create(60);
	const earlier = { scheduled_at: await inSeconds(-60) };
	expect((await client.patch(`/callbacks/${data.id}/reschedule`, earlier)).status).toBe(422);
	await client.delete('/agents/agent_0001');
	expect((await client.get('/callbacks/')).data.total).toBe(0);
});

test('some calls are transferred to a person', async () => {
	for (const [index, to_number] of sampleNumbers(100).entries())
		await client.post('/calls/make-call', {
			agent_id: `agent_000${1 + (index % 2)}`,
			to_number,
		});
	await advance(600);
	const { data: all } = await client.get('/transfer-events');
	expect(all.total).toBeGreaterThan(0);
	expect(all.total).toBeLessThan(30);
	const totals = [];
	for (const agent of ['agent_0001', 'agent_0002', 'agent_0003'])
		totals.push((await client.get(`/agents/${agent}/transfer-events`)).data.total);
	expect(totals[0] + totals[1]).toBe(all.total);
	expect(totals[2]).toBe(0);
	const { data: call } = await client.get(`/calls/${all.items[0].call_id}`);
	expect(call).toMatchObject({ status: 'completed', session_id: all.items[0].session_id });
	expect((await client.get('/agents/nobody/transfer-events')).status).toBe(404);
});
