import type { AxiosInstance } from 'axios';
import { useSandbox } from '../support/useSandbox.mts';
import { signIn } from './client.mts';

const sandbox = useSandbox({ clock: 'manual', resetEachTest: true });
let client: AxiosInstance;
beforeEach(async () => {
	client = await signIn(sandbox);
});

const AGENT = '/agents/agent_0001';

test('every change of an agent makes a version that can be seen and restored', async () => {
	const { data: made } = await client.post('/agents/', {
		name: 'Ada',
		tone: 'warm',
		industry: 'retail',
	});
	const path = `/agents/${made.agent_id}`;
	expect(made).toMatchObject({ version: 1, tone: 'warm' });
	const { data: changed } = await client.put(path, { name: 'Bea', tone: 'cool', agent_id: 'x' });
	expect(changed).toMatchObject({ agent_id: made.agent_id, name: 'Bea', tone: 'cool', version: 2 });
	expect(changed.industry).toBe('retail');
	const { data: prompted } = await client.patch(`${path}/prompt`, { instructions: 'Be brief.' });
	expect(prompted).toMatchObject({ instructions: 'Be brief.', version: 3 });

	const { data: restored } = await client.post(`${path}/versions/1/restore`);
	expect(restored).toMatchObject({ name: 'Ada', tone: 'warm', instructions: null, version: 4 });
	const { data: history } = await client.get(`${path}/versions`);
	expect(history.items.map(({ version, change }: never) => [version, change])).toEqual([
		[4, 'Restored version 1'],
		[3, 'Changed instructions'],
		[2, 'Changed name, tone, agent_id'],
		[1, 'Created'],
	]);
	const { data: second } = await client.get(`${path}/versions/2`);
	expect(second).toMatchObject({
		version: 2,
		changed_by: 'owner@example.com',
		configuration: { name: 'Bea', tone: 'cool' },
	});
	for (const version of ['5', '0', 'first', '1.0'])
		expect((await client.get(`${path}/versions/${version}`)).status).toBe(404);
	expect((await client.post(`${path}/versions/9/restore`)).status).toBe(404);
	expect((await client.put(path, {})).status).toBe(422);
	expect((await client.put(path, { name: '' })).data.detail[0].loc).toEqual(['body', 'name']);
	expect((await client.patch(`${path}/prompt`, {})).status).toBe(422);
});

test('a deleted agent is gone, with its number, its campaigns and its callbacks', async () => {
	const { data: agent } = await client.get(AGENT);
	const contacts = [{ phone_number: '+12125550101' }];
	const { data: campaign } = await client.post('/campaigns/', {
		name: 'x',
		agent_id: agent.agent_id,
		contacts,
	});
	expect((await client.delete(AGENT)).status).toBe(200);
	expect((await client.get(AGENT)).status).toBe(404);
	expect((await client.delete(AGENT)).status).toBe(404);
	const { data: left } = await client.get('/agents/');
	expect(left.items.map(({ agent_id }: never) => agent_id)).toEqual(['agent_0003', 'agent_0002']);
	expect((await client.get(`/campaigns/${campaign.id}`)).data.status).toBe('cancelled');
	const call = { agent_id: agent.agent_id, to_number: '+12125550101' };
	expect((await client.post('/calls/make-call', call)).status).toBe(404);
});

test('industries and use cases can be selected, one by the other', async () => {
	const { data: industries } = await client.get('/agents/meta/industries');
	expect(industries.items[0]).toEqual({ id: expect.any(String), name: expect.any(String) });
	const { data: all } = await client.get('/agents/meta/use-cases');
	const { data: some } = await client.get('/agents/meta/use-cases?industry=healthcare');
	expect(some.total).toBeLessThan(all.total);
	for (const { industries: fitting } of some.items) expect(fitting).toContain('healthcare');
	expect((await client.get('/agents/meta/use-cases?industry=mining')).data.total).toBe(0);
});

test('a built-in tool is set up, disabled and removed', async () => {
	const { data: tools } = await client.get('/builtin-tools/');
	const [{ tool_id: toolId }] = tools.items;
	const states = '/builtin-tools/agent/agent_0001';
	const path = `${states}/${toolId}`;
	expect((await client.delete(path)).status).toBe(404);
	const on = await client.put(path, { enabled: true, configuration: { to: '+12125550199' } });
	expect(on.data).toMatchObject({
		tool_id: toolId,
		enabled: true,
		configuration: { to: '+12125550199' },
	});
	const off = await client.put(path, { enabled: false });
	expect(off.data).toMatchObject({ enabled: false, configuration: { to: '+12125550199' } });
	expect((await client.get(states)).data.total).toBe(tools.total);
	expect((await client.get('/builtin-tools/agent/agent_0002')).data.items[0].updated_at).toBeNull();
	expect((await client.delete(path)).status).toBe(200);
	expect((await client.get(states)).data.items[0]).toMatchObject({
		enabled: false,
		configuration: {},
	});
	expect((await client.put(path, { enabled: 'yes' })).status).toBe(422);
	expect((await client.put(path, {})).status).toBe(422);
	expect((await client.put(`${states}/nothing`, { enabled: true })).status).toBe(404);
});

test('custom functions are made, changed and deleted, each name once', async () => {
	const path = `${AGENT}/custom-functions/`;
	const body = {
		name: 'check_stock',
		url: 'https://example.com/stock',
		method: 'GET',
		headers: { 'x-shop': '7' },
		parameters: { type: 'object', properties: { item: { type: 'string' } } },
	};
	const { data: made, status } = await client.post(path, body);
	expect(status).toBe(201);
	expect(made).toMatchObject({ ...body, agent_id: 'agent_0001', description: null });
	expect((await client.post(path, body)).status).toBe(409);
	expect((await client.post('/agents/agent_0002/custom-functions/', body)).status).toBe(201);
	for (const url of ['http://example.com', 'https://', 'example.com']) {
		const { data } = await client.post(path, { name: 'other', url });
		expect(data.detail[0]).toEqual({
			loc: ['body', 'url'],
			msg: expect.stringContaining('https://'),
		});
	}
	const { data: changed } = await client.put(`${path}${made.id}`, { description: 'Asks the shop' });
	expect(changed).toMatchObject({ ...body, description: 'Asks the shop' });
	const { data: second } = await client.post(path, { name: 'other', url: body.url });
	expect((await client.put(`${path}${second.id}`, { name: 'check_stock' })).status).toBe(409);
	expect((await client.get(path)).data.total).toBe(2);
	expect((await client.get(`/agents/agent_0003/custom-functions/${made.id}`)).status).toBe(404);
	expect((await client.delete(`${path}${made.id}`)).status).toBe(200);
	expect((await client.get(`${path}${made.id}`)).status).toBe(404);
});

test('success outcomes of the post-call analysis are among its outcomes', async () => {
	const path = `${AGENT}/post-call-analysis`;
	const unset = { prompt: null, outcomes: [], success_outcomes: [], notification_emails: [] };
	expect((await client.get(path)).data).toEqual({ agent_id: 'agent_0001', ...unset });
	const wanted = { outcomes: ['sold', 'lost'], success_outcomes: ['sold'] };
	expect((await client.put(path, { ...wanted, prompt: 'Was it sold?' })).data).toMatchObject(
		wanted,
	);
	const emails = { notification_emails: ['sales@example.com'] };
	expect((await client.put(path, emails)).data).toMatchObject({ ...wanted, ...emails });
	for (const bad of [{ success_outcomes: ['sold', 'won'] }, { outcomes: ['lost'] }]) {
		const { status, data } = await client.put(path, bad);
		expect(status).toBe(422);
		expect(data.detail[0].loc.slice(0, 2)).toEqual(['body', 'success_outcomes']);
	}
	const { data } = await client.put(path, { notification_emails: ['nobody'] });
	expect(data.detail[0].loc).toEqual(['body', 'notification_emails', 0]);
	expect((await client.get(path)).data).toMatchObject({
		...wanted,
		...emails,
		prompt: 'Was it sold?',
	});
});
