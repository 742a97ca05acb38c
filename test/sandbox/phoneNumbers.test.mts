import type { AxiosInstance } from 'axios';
import { useSandbox } from '../support/useSandbox.mts';
import { signIn } from './client.mts';

const sandbox = useSandbox({ clock: 'manual', resetEachTest: true });
let client: AxiosInstance;
beforeEach(async () => {
	client = await signIn(sandbox);
});

const items = async (path: string) => (await client.get(path)).data.items;
const balance = async () => (await client.get('/billing/balance')).data.credits;

test('every agent has a line of its own', async () => {
	const { data: agent } = await client.get('/agents/agent_0002');
	const numbers = await items('/phone-numbers?agent_id=agent_0002');
	expect(numbers).toMatchObject([{ phone_number: agent.phone_number, status: 'assigned' }]);
	expect((await client.get('/phone-numbers/org-numbers')).data.total).toBe(3);
	expect((await client.get('/phone-numbers/org-unassigned')).data.total).toBe(0);
	expect((await client.get('/phone-numbers/subscriptions')).data.total).toBe(3);
});

test('a number is bought into the pool, assigned, unlinked and assigned to another agent', async () => {
	const { status, data: number } = await client.post('/phone-numbers/buy', { country: 'GB' });
	expect(status).toBe(201);
	expect(number).toMatchObject({ country: 'GB', status: 'unassigned', agent_id: null });
	expect(number.phone_number).toMatch(/^\+44207946\d{4}$/);
	expect(await balance()).toBe(100_000 - number.monthly_credits);
	expect(await items('/phone-numbers/org-unassigned')).toEqual([number]);

	const move = (operation: string, agent_id?: string) =>
		client.post(`/phone-numbers/${number.id}/${operation}`, agent_id && { agent_id });
	expect((await move('unlink')).status).toBe(409);
	expect((await move('assign', 'agent_0001')).data).toMatchObject({
		status: 'assigned',
		agent_id: 'agent_0001',
	});
	expect((await client.get('/agents/agent_0001')).data.phone_number).toBe(number.phone_number);
	expect((await move('assign', 'agent_0001')).status).toBe(200);
	const refused = await move('assign', 'agent_0002');
	expect(refused.status).toBe(409);
	expect(refused.data.message).toContain('agent_0001');
	expect((await move('unlink')).data).toMatchObject({ status: 'unassigned', agent_id: null });
	expect((await client.get('/agents/agent_0001')).data.phone_number).not.toBe(number.phone_number);
	expect((await move('assign', 'agent_0002')).status).toBe(200);
	expect((await move('assign', 'nobody')).status).toBe(404);
	expect((await client.post('/phone-numbers/nothing/unlink')).status).toBe(404);
});

test('a purchase assigns at once, or buys nothing at all', async () => {
	const buy = (body: object) => client.post('/phone-numbers/purchase', body);
	const wish = { agent_id: 'agent_0001', country: 'US', area_code: '415' };
	const { status, data: number } = await buy(wish);
	expect(status).toBe(201);
	expect(number).toMatchObject({ agent_id: 'agent_0001', status: 'assigned' });
	expect(number.phone_number).toMatch(/^\+141555501\d\d$/);
	const { phone_number: taken } = number;
	const before = await balance();
	expect((await buy({ ...wish, agent_id: 'nobody' })).status).toBe(404);
	expect((await buy({ ...wish, phone_number: taken })).status).toBe(409);
	expect((await buy({ country: 'US' })).data.detail[0].loc).toEqual(['body', 'agent_id']);
	for (const country of ['ZZ', 'us', 'USA', 1])
		expect((await buy({ ...wish, country })).data.detail[0].loc).toEqual(['body', 'country']);
	expect(await balance()).toBe(before);
	await sandbox.api.put('/balance', { credits: 99 });
	const poor = await buy(wish);
	expect(poor.status).toBe(402);
	expect(poor.data.message).toContain('100 credits');
	expect((await client.get('/phone-numbers/org-numbers')).data.total).toBe(4);
	await sandbox.api.put('/balance', { credits: 100 });
	expect((await buy({ ...wish, phone_number: '+12125550123' })).data.phone_number).toBe(
		'+12125550123',
	);
	expect(await balance()).toBe(0);
});

test('a subscription is cancelled in any state, and resumed only after that', async () => {
	const [{ id }] = await items('/phone-numbers/subscriptions');
	const post = (operation: string) =>
		client.post(`/phone-numbers/subscriptions/${id}/${operation}`);
	expect((await post('resume')).status).toBe(409);
	const { data: cancelled } = await post('cancel');
	expect(cancelled).toMatchObject({ id, status: 'cancelled', cancelled_at: expect.any(String) });
	expect((await post('cancel')).data).toEqual(cancelled);
	expect((await post('resume')).data).toMatchObject({ status: 'active', cancelled_at: null });
	expect((await client.post('/phone-numbers/subscriptions/x/cancel')).status).toBe(404);
});

test('the number of a deleted agent is released for good', async () => {
	const [{ id }] = await items('/phone-numbers?agent_id=agent_0003');
	await client.delete('/agents/agent_0003');
	expect(await items('/phone-numbers?status=released')).toMatchObject([{ id, agent_id: null }]);
	expect((await client.get('/phone-numbers/org-numbers')).data.total).toBe(2);
	const assigned = await client.post(`/phone-numbers/${id}/assign`, { agent_id: 'agent_0001' });
	expect(assigned.status).toBe(409);
	const subscriptions = await items('/phone-numbers/subscriptions');
	const ended = subscriptions.find(
		(row: { phone_number_id: string }) => row.phone_number_id === id,
	);
	expect(ended.status).toBe('cancelled');
	const resumed = await client.post(`/phone-numbers/subscriptions/${ended.id}/resume`);
	expect(resumed.status).toBe(409);
});

test('prices are listed by country and currency', async () => {
	const one = await items('/phone-numbers/pricing?country=DE&currency=EUR');
	expect(one).toEqual([
		{ country: 'DE', currency: 'EUR', monthly_credits: 150, monthly_price: 6.9 },
	]);
	expect((await items('/phone-numbers/pricing?country=DE')).length).toBe(4);
	expect((await client.get('/phone-numbers/pricing?country=germany')).status).toBe(422);
	expect((await client.get('/phone-numbers?status=nice')).status).toBe(422);
});

test('buying is for owners and admins', async () => {
	await sandbox.api.patch('/users/reader@example.com', { role: 'member' });
	const member = await signIn(sandbox, 'reader@example.com');
	expect((await member.post('/phone-numbers/buy', { country: 'US' })).status).toBe(403);
	expect((await member.get('/phone-numbers')).status).toBe(200);
	expect(await balance()).toBe(100_000);
});
