import type { AxiosInstance } from 'axios';
import { specified } from '../support/contract.mts';
import { useSandbox } from '../support/useSandbox.mts';
import { signIn } from './client.mts';

const COUNT = 7;
const COLLECTIONS = [
	'agent-documents',
	'agent-versions',
	'agents',
	'bookings',
	'callbacks',
	'calls',
	'campaigns',
	'custom-functions',
	'documents',
	'invoices',
	'login-history',
	'phone-numbers',
	'transactions',
	'transfer-events',
	'users',
];
const lists = specified.filter(({ definition }) => definition['x-list']);

const sandbox = useSandbox({ clock: 'manual' });
let client: AxiosInstance;
let ids: Record<string, string>;
beforeAll(async () => {
	client = await signIn(sandbox);
	for (const collection of COLLECTIONS)
		await sandbox.api.post(`/seed/${collection}`, { count: COUNT });
	const { data: campaigns } = await client.get('/campaigns/');
	const [{ id }] = campaigns.items;
	await sandbox.api.post(`/campaigns/${id}/contacts`, { count: COUNT });
	const { data: users } = await client.get('/users/?limit=1000');
	const owner = users.items.find((user: { email: string }) => user.email === 'owner@example.com');
	ids = { agent_id: 'agent_0001', id, user_id: owner.user_id };
});
afterEach(() =>
	sandbox.api.patch('/behaviour', {
		envelope: 'items',
		order: 'newest',
		pageCap: null,
		refuseLimitAbove: null,
		ignoreOffset: false,
		ignorePaging: false,
		insertWhilePaging: 0,
		idName: 'specific',
	}),
);

test.each(
	lists.map(({ operationId, path, definition }) => [operationId, path, definition] as const),
)('%s is paged, and follows every quirk', async (operationId, path, definition) => {
	const url = path.replace(/\{(\w+)\}/g, (_, name) => ids[name]);
	const behave = (quirks: object) => sandbox.api.patch('/behaviour', quirks);
	const read = async (params: object = {}) =>
		(await client.get(url, { params: { limit: 1000, ...params } })).data;
	const all = await read();
	expect(all).toMatchObject({ total: all.items.length, limit: 1000, offset: 0 });
	expect(all.total).toBeGreaterThan(operationId === 'listOrganizations' ? 0 : 4);

	const pages = [];
	for (let offset = 0; offset < all.total; offset += 3)
		pages.push(...(await read({ limit: 3, offset })).items);
	expect(pages).toEqual(all.items);
	expect((await read({ offset: all.total })).items).toEqual([]);
	expect((await client.get(`${url}?limit=0`)).status).toBe(422);
	expect((await client.get(`${url}?offset=-1`)).status).toBe(422);

	await behave({ envelope: 'array' });
	expect(await read()).toEqual(all.items);
	await behave({ envelope: 'nested' });
	expect(await read()).toEqual({ data: { rows: all.items } });
	await behave({ envelope: 'items', order: 'oldest' });
	expect((await read()).items).toEqual([...all.items].reverse());
	await behave({ order: 'newest', pageCap: 2 });
	expect((await read()).items).toEqual(all.items.slice(0, 2));
	await behave({ pageCap: null, refuseLimitAbove: 10 });
	expect((await client.get(`${url}?limit=11`)).status).toBe(422);
	await behave({ refuseLimitAbove: null, ignoreOffset: true });
	expect((await read({ offset: 3 })).items).toEqual(all.items);
	await behave({ ignoreOffset: false, ignorePaging: true });
	expect((await read({ limit: 1, offset: 3 })).items).toEqual(all.items);

	const idName = definition['x-id'];
	if (idName) {
		await behave({ ignorePaging: false, idName: 'id' });
		const { items } = await read();
		expect(items.map((row: { id: string }) => row.id)).toEqual(
			all.items.map((row: Record<string, string>) => row[idName]),
		);
	}
	if (definition['x-list'] === 'catalogue') return;
	await behave({ ignorePaging: false, idName: 'specific', insertWhilePaging: 2 });
	expect((await read()).total).toBe(all.total + 2);
});

test('collections are filled for the agent that is named, and unknown ones are refused', async () => {
	await sandbox.api.post('/seed/custom-functions', { count: 2, agent_id: 'agent_0003' });
	const path = '/agents/agent_0003/custom-functions/';
	const { data: functions } = await client.get(path);
	expect(functions.total).toBe(2);
	await client.delete(`${path}${functions.items[1].id}`);
	await sandbox.api.post('/seed/custom-functions', { count: 1, agent_id: 'agent_0003' });
	expect((await client.get(path)).data.total).toBe(2);
	const users = await client.get('/users/?limit=1000');
	const filled = users.data.items.findLast(({ email }: { email: string }) => /^sample/.test(email));
	const someone = await signIn(sandbox, filled.email);
	expect((await someone.get('/agents/')).status).toBe(200);
	const post = (collection: string, body: object) =>
		sandbox.api.post(`/seed/${collection}`, body, { validateStatus: () => true });
	expect((await post('gifts', { count: 1 })).status).toBe(404);
	expect((await post('users', {})).status).toBe(400);
	expect((await post('callbacks', { count: 1, agent_id: 'nobody' })).status).toBe(404);
});
