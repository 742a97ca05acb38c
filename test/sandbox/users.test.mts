import type { AxiosInstance } from 'axios';
import { useSandbox } from '../support/useSandbox.mts';
import { clientOf, PASSWORD, signIn } from './client.mts';

const sandbox = useSandbox({ clock: 'manual', resetEachTest: true });
let client: AxiosInstance;
beforeEach(async () => {
	client = await signIn(sandbox);
});

const login = (email: string, password = PASSWORD) =>
	clientOf(sandbox).post('/auth/login', { email, password });
const idOf = async (email: string): Promise<string> => {
	const { data } = await client.get('/users/');
	return data.items.find((user: { email: string }) => user.email === email).user_id;
};
const mails = async () => (await sandbox.api.get('/mails')).data;

test('the organization is seen and its profile changed', async () => {
	const { data: list } = await client.get('/organisations/');
	expect(list).toMatchObject({ total: 1, items: [{ name: 'Example Organization' }] });
	const path = `/organisations/${list.items[0].id}`;
	expect((await client.get(path)).data).toEqual(list.items[0]);
	const { data } = await client.patch(path, {
		website: 'https://example.com',
		size: 12,
		credits: 9,
	});
	expect(data).toMatchObject({
		name: 'Example Organization',
		website: 'https://example.com',
		size: 12,
	});
	expect(data.credits).toBeUndefined();
	expect((await client.get('/billing/balance')).data.credits).toBe(100_000);
	expect((await client.patch(path, { name: '' })).status).toBe(422);
	expect((await client.patch(path, {})).status).toBe(422);
	expect((await client.get('/organisations/nothing')).status).toBe(404);
	const reader = await signIn(sandbox, 'reader@example.com');
	expect((await reader.get(path)).status).toBe(200);
	expect((await reader.patch(path, { name: 'x' })).status).toBe(403);
});

test('an admin changes role, status and profile of a user', async () => {
	const path = `/users/${await idOf('reader@example.com')}`;
	const reader = await signIn(sandbox, 'reader@example.com');
	expect((await reader.post('/agents/', { name: 'x' })).status).toBe(403);
	const { data } = await client.patch(path, {
		role: 'member',
		first_name: 'Zoë',
		profile: { phone: '+12125550101' },
	});
	expect(data).toMatchObject({
		role: 'member',
		first_name: 'Zoë',
		profile: { phone: '+12125550101' },
	});
	expect((await reader.post('/agents/', { name: 'x' })).status).toBe(201);
	expect((await reader.patch(path, { role: 'admin' })).status).toBe(403);
	expect((await reader.post('/auth/invite', { email: 'new@example.com' })).status).toBe(403);

	expect((await client.patch(path, { status: 'suspended' })).data.status).toBe('suspended');
	expect((await reader.get('/agents/')).status).toBe(401);
	expect((await login('reader@example.com')).status).toBe(403);
	await client.patch(path, { status: 'active' });
	expect((await login('reader@example.com')).status).toBe(200);

	expect((await client.patch(path, { role: 'king' })).data.detail[0].loc).toEqual(['body', 'role']);
	expect((await client.patch(path, {})).status).toBe(422);
	expect((await client.patch('/users/nobody', { role: 'admin' })).status).toBe(404);
	const owner = `/users/${await idOf('owner@example.com')}`;
	expect((await client.patch(owner, { role: 'member' })).status).toBe(409);
	expect((await client.patch(owner, { status: 'suspended' })).status).toBe(409);
	await client.patch(path, { role: 'owner' });
	expect((await client.patch(owner, { role: 'admin' })).status).toBe(200);
});

test('an invited teammate chooses a password and starts with reading', async () => {
	const { status, data } = await client.post('/auth/invite', { email: 'New@example.com' });
	expect(status).toBe(201);
	expect(data).toMatchObject({ email: 'new@example.com', role: 'read_only', status: 'invited' });
	expect((await client.post('/auth/invite', { email: 'new@example.com' })).status).toBe(409);
	expect((await client.post('/auth/invite', { email: 'other@example.com' })).status).toBe(409);
	expect((await client.post('/auth/invite', { email: 'nobody' })).status).toBe(422);
	expect((await login('new@example.com', '')).status).toBe(422);

	const [{ to, token }] = await mails();
	expect(to).toBe('new@example.com');
	const reset = { token, new_password: 'a-new-password' };
	expect((await clientOf(sandbox).post('/auth/reset-password', reset)).status).toBe(200);
	expect((await login('new@example.com', reset.new_password)).status).toBe(200);
	expect((await client.get(`/users/${data.user_id}`)).data).toMatchObject({
		status: 'active',
		email_verified: true,
	});
});

test('sign-ins are remembered, also those that were refused', async () => {
	const userId = await idOf('owner@example.com');
	await login('owner@example.com', 'wrong');
	const { data } = await client.get(`/login-history/${userId}`);
	expect(data.items).toMatchObject([
		{ step: 'password', success: false, reason: 'wrong_password' },
		{ step: 'password', success: true, reason: null },
	]);
	expect((await client.get('/login-history/nobody')).status).toBe(404);
});

test('personal data is exported as JSON or as a file, without secrets', async () => {
	await client.patch('/agents/agent_0001/prompt', { instructions: 'x' });
	const { data, headers } = await client.get('/users/me/data-export');
	expect(data).toMatchObject({
		user: { email: 'owner@example.com' },
		organization: { name: 'Example Organization' },
		login_history: [{ success: true }],
		changes: [{ agent_id: 'agent_0001', version: 2 }],
	});
	expect(headers['content-disposition']).toBeUndefined();
	expect(JSON.stringify(data)).not.toMatch(/hash|secret|backup/);
	await sandbox.api.patch('/behaviour', { dataExport: 'file' });
	const file = await client.get('/users/me/data-export');
	expect(file.headers['content-disposition']).toBe('attachment; filename="personal-data.json"');
});

test('whoever erases the own data is anonymous, and out', async () => {
	const reader = await signIn(sandbox, 'reader@example.com');
	const second = await signIn(sandbox, 'reader@example.com');
	const userId = await idOf('reader@example.com');
	expect((await reader.delete('/users/me/erase')).status).toBe(200);
	for (const gone of [reader, second]) expect((await gone.get('/agents/')).status).toBe(401);
	expect((await login('reader@example.com')).status).toBe(401);
	const { data } = await client.get(`/users/${userId}`);
	expect(data).toMatchObject({ status: 'erased', first_name: null, profile: {} });
	expect(data.email).not.toContain('reader');
	expect((await client.get(`/login-history/${userId}`)).data.total).toBe(0);
	expect((await client.patch(`/users/${userId}`, { status: 'active' })).status).toBe(409);
	expect((await client.post('/auth/invite', { email: 'reader@example.com' })).status).toBe(201);
});
