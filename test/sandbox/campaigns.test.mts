import type { AxiosInstance } from 'axios';
import { useSandbox } from '../support/useSandbox.mts';
import { sampleNumbers, signIn } from './client.mts';

type Status = 'pending' | 'active' | 'paused' | 'finished' | 'cancelled';

const sandbox = useSandbox({ clock: 'manual', tokenLifetime: 1_000_000, resetEachTest: true });
let client: AxiosInstance;
beforeEach(async () => {
	client = await signIn(sandbox);
});

const advance = (advanceSeconds: number) => sandbox.api.post('/clock', { advanceSeconds });
const get = async (id: string) => (await client.get(`/campaigns/${id}`)).data;

async function create(numbers: string[], settings?: object): Promise<string> {
	const contacts = numbers.map((phone_number, index) => ({
		phone_number,
		first_name: `Contact ${index}`,
		variables: { index },
	}));
	const body = { name: 'Monday', agent_id: 'agent_0001', contacts, settings };
	const { status, data } = await client.post('/campaigns/', body);
	expect(status).toBe(201);
	return data.id;
}

async function createWith(status: Status): Promise<string> {
	const id = await create(sampleNumbers(1));
	if (status === 'cancelled') await client.delete(`/campaigns/${id}`);
	if (['active', 'paused', 'finished'].includes(status))
		await client.patch(`/campaigns/${id}/start`);
	if (status === 'paused') await client.patch(`/campaigns/${id}/pause`);
	if (status === 'finished') await advance(600);
	expect((await get(id)).status).toBe(status);
	return id;
}

const STATUSES: Status[] = ['pending', 'active', 'paused', 'finished', 'cancelled'];
const CONTACTS = { contacts: [{ phone_number: '+12125550150' }] };
const OPERATIONS: Array<
	[string, Status[], (id: string) => Promise<{ status: number; data: never }>, string?]
> = [
	['start', ['pending'], (id) => client.patch(`/campaigns/${id}/start`), 'active'],
	['pause', ['active'], (id) => client.patch(`/campaigns/${id}/pause`), 'paused'],
	['resume', ['paused'], (id) => client.patch(`/campaigns/${id}/resume`), 'active'],
	['cancel', STATUSES, (id) => client.delete(`/campaigns/${id}`), 'cancelled'],
	['rerun', ['finished'], (id) => client.post(`/campaigns/${id}/rerun`)],
	[
		'update',
		['pending', 'active', 'paused'],
		(id) => client.put(`/campaigns/${id}`, { name: 'New' }),
	],
	[
		'append to',
		['pending', 'active', 'paused'],
		(id) => client.post(`/campaigns/${id}/contacts`, CONTACTS),
	],
];

describe.each(OPERATIONS)('to %s a campaign', (_name, allowed, operate, becomes) => {
	test.each(STATUSES)('that is %s', async (status) => {
		const id = await createWith(status);
		const answer = await operate(id);
		if (allowed.includes(status)) {
			expect(answer.status).toBeLessThan(300);
			expect((await get(id)).status).toBe(becomes ?? status);
		} else {
			expect(answer.status).toBe(409);
			expect(answer.data['message']).toContain(status);
			expect((await get(id)).status).toBe(status);
		}
	});
});

test('an unknown campaign or agent is a 404', async () => {
	for (const [, , operate] of OPERATIONS) expect((await operate('nothing')).status).toBe(404);
	for (const path of ['', '/numbers', '/analytics', '/export']) {
		expect((await client.get(`/campaigns/nothing${path}`)).status).toBe(404);
	}
	const body = { name: 'x', agent_id: 'nothing', contacts: [{ phone_number: '+12125550100' }] };
	expect((await client.post('/campaigns/', body)).status).toBe(404);
});

test('every bad number of a contact list is named', async () => {
	const numbers = ['+12125550100', '12125550101', '+12125550102', 'Ann', ''];
	const contacts = numbers.map((phone_number) => ({ phone_number }));
	const body = { name: 'x', agent_id: 'agent_0001', contacts };
	const { status, data } = await client.post('/campaigns/', body);
	expect(status).toBe(422);
	expect(data.detail.map((entry: { loc: unknown }) => entry.loc)).toEqual(
		[1, 3, 4].map((index) => ['body', 'contacts', index, 'phone_number']),
	);
	expect((await sandbox.api.get('/state')).data.campaigns).toBe(0);
});

test('two hundred contacts are dialled to the end, each once', async () => {
	const numbers = sampleNumbers(200);
	const id = await create(numbers);
	await client.patch(`/campaigns/${id}/start`);
	await advance(60);
	const { progress } = await get(id);
	expect(progress.total).toBe(200);
	expect(progress.pending).toBe(139);
	expect(progress.pending + progress.in_progress + progress.done).toBe(200);

	await advance(3600);
	const campaign = await get(id);
	expect(campaign).toMatchObject({
		status: 'finished',
		progress: { pending: 0, in_progress: 0, done: 200 },
	});
	const { data: calls } = await sandbox.api.get('/calls');
	expect(calls.map((call: { to_number: string }) => call.to_number)).toEqual(numbers);
	expect((await client.get('/calls', { params: { campaign_id: id } })).data.total).toBe(200);

	const rows = (await client.get(`/campaigns/${id}/numbers`, { params: { limit: 1000 } })).data
		.items;
	expect(rows).toHaveLength(200);
	const connected = rows.filter((row: { status: string }) => row.status === 'completed');
	expect(campaign.progress).toMatchObject({
		connected: connected.length,
		failed: 200 - connected.length,
	});
	const { data: one } = await client.get(`/calls/${rows[0].call_id}`);
	expect(one).toMatchObject({
		session_id: rows[0].session_id,
		to_number: rows[0].phone_number,
		variables: rows[0].variables,
	});

	const { data: analytics } = await client.get(`/campaigns/${id}/analytics`);
	const seconds = connected.reduce(
		(sum: number, row: { duration_seconds: number }) => sum + row.duration_seconds,
		0,
	);
	expect(analytics).toMatchObject({
		total_contacts: 200,
		called: 200,
		attempts: 200,
		connected: connected.length,
	});
	expect(analytics.connect_rate).toBeCloseTo(connected.length / 200);
	expect(analytics.average_duration_seconds).toBeCloseTo(seconds / connected.length);
	const outcomes: number[] = Object.values(analytics.outcomes);
	expect(outcomes.reduce((sum, n) => sum + n, 0)).toBe(200);
	expect((await sandbox.api.get('/violations')).data).toEqual([]);
});

test('nobody is dialled more often than max_attempts, nor again once reached', async () => {
	const id = await create(sampleNumbers(60), { max_attempts: 3, calls_per_minute: 600 });
	await client.patch(`/campaigns/${id}/start`);
	await advance(3600);
	const rows = (await client.get(`/campaigns/${id}/numbers`, { params: { limit: 100 } })).data
		.items;
	for (const { status, attempts } of rows) {
		expect(attempts).toBeGreaterThanOrEqual(1);
		expect(attempts).toBeLessThanOrEqual(3);
		if (status !== 'completed') expect(attempts).toBe(3);
	}
	const attempts = rows.reduce((sum: number, row: { attempts: number }) => sum + row.attempts, 0);
	expect(attempts).toBeGreaterThan(60);
	expect((await sandbox.api.get('/calls')).data).toHaveLength(attempts);
	expect((await get(id)).status).toBe('finished');
});

test('a pause stops the dialling and a resume takes it up; added contacts are dialled too', async () => {
	const id = await create(sampleNumbers(10));
	await client.patch(`/campaigns/${id}/start`);
	await advance(3);
	await client.patch(`/campaigns/${id}/pause`);
	await advance(3600);
	expect((await get(id)).progress).toMatchObject({ pending: 6, in_progress: 0, done: 4 });
	const { data: added } = await client.post(`/campaigns/${id}/contacts`, CONTACTS);
	expect(added).toEqual({ added: 1, total: 11 });
	await client.patch(`/campaigns/${id}/resume`);
	await advance(3600);
	expect(await get(id)).toMatchObject({ status: 'finished', progress: { done: 11 } });
	expect((await sandbox.api.get('/calls')).data).toHaveLength(11);
});

test('a rerun is a pending copy with the same contacts', async () => {
	const id = await createWith('finished');
	const { status, data } = await client.post(`/campaigns/${id}/rerun`);
	expect(status).toBe(201);
	expect(data).toMatchObject({ status: 'pending', progress: { total: 1, pending: 1 } });
	expect(data.id).not.toBe(id);
	const { data: list } = await client.get('/campaigns/');
	expect(list.items.map((campaign: { id: string }) => campaign.id)).toEqual([data.id, id]);
});

test('settings are merged, checked, and no campaign dials on an empty account', async () => {
	const id = await create(sampleNumbers(3), { max_attempts: 2 });
	const refused = await client.put(`/campaigns/${id}`, { settings: { max_attempts: 0 } });
	expect(refused.data.detail[0].loc).toEqual(['body', 'settings', 'max_attempts']);
	const { data } = await client.put(`/campaigns/${id}`, { settings: { voicemail: false } });
	expect(data.settings).toEqual({ max_attempts: 2, voicemail: false });
	await sandbox.api.put('/balance', { credits: 0 });
	await client.patch(`/campaigns/${id}/start`);
	await advance(10);
	expect((await get(id)).status).toBe('paused');
	expect((await sandbox.api.get('/calls')).data).toEqual([]);
});
