import type { AxiosInstance } from 'axios';
import { useSandbox } from '../support/useSandbox.mts';
import { signIn } from './client.mts';

const sandbox = useSandbox({ clock: 'manual', resetEachTest: true });
let client: AxiosInstance;
beforeEach(async () => {
	client = await signIn(sandbox);
});

type Row = Record<string, string>;
const fill = (collection: string, body: object) =>
	sandbox.api.post(`/seed/${collection}`, body, { validateStatus: () => true });

test.each([
	['bookings', '/bookings', '/bookings', 'booking_id'],
	['callbacks', '/callbacks/', '/callbacks', 'id'],
	['transfer-events', '/transfer-events', '/transfers', 'transfer_id'],
])('%s are added at the time given, and listed in order of arrival', async (...names) => {
	const [collection, path, control, idName] = names;
	const end = Date.parse('2026-03-01T12:00:00Z');
	await fill(collection, { count: 2 });
	await fill(collection, { count: 3, spacingSeconds: 60, created_at: end });
	await fill(collection, { count: 1, created_at: new Date(end - 5000).toISOString() });

	const { now } = (await sandbox.api.get('/state')).data;
	const past = [120, 60, 0, 5].map((seconds) => new Date(end - seconds * 1000).toISOString());
	const { data: listed } = await sandbox.api.get(control);
	expect(listed.map((row: Row) => row.created_at)).toEqual([now, now, ...past]);

	const shown: Row[] = (await client.get(path)).data.items;
	const moments = Object.fromEntries(shown.map((row) => [row[idName], row.created_at]));
	expect(listed).toEqual(
		listed.map((row: Row) => ({ [idName]: row[idName], created_at: moments[row[idName]] })),
	);
	expect(Object.keys(moments)).toHaveLength(6);
});

test('calls too; other collections have no times to give, and a misspelt name is refused', async () => {
	const end = '2026-03-01T12:00:00.000Z';
	await fill('calls', { count: 2, created_at: end, spacingSeconds: 1 });
	const { data } = await client.get('/calls');
	expect(data.items.map((row: Row) => row.created_at)).toEqual([end, '2026-03-01T11:59:59.000Z']);
	for (const [collection, body] of [
		['invoices', { count: 1, created_at: end }],
		['users', { count: 1, spacingSeconds: 0 }],
		['bookings', { count: 1, created_at: 'yesterday' }],
		['bookings', { count: 1, spacingSeconds: -1 }],
	] as const)
		expect((await fill(collection, body)).status).toBe(400);
	expect((await sandbox.api.get('/bookings')).data).toEqual([]);
});

test('a campaign is put into any state without dialling', async () => {
	const contacts = [{ phone_number: '+12125550101' }, { phone_number: '+12125550102' }];
	const campaign = { name: 'Monday', agent_id: 'agent_0001', contacts };
	const { id } = (await client.post('/campaigns/', campaign)).data;
	const put = async (status: string) =>
		(await sandbox.api.put(`/campaigns/${id}`, { status })).data;
	const { now } = (await sandbox.api.get('/state')).data;

	expect(await put('active')).toMatchObject({ started_at: now, finished_at: null });
	await sandbox.api.post('/clock', { advanceSeconds: 60 });
	const finished = await put('finished');
	expect(finished).toMatchObject({ status: 'finished', started_at: now });
	expect(Date.parse(finished.finished_at)).toBe(Date.parse(now) + 60_000);
	expect((await client.get(`/campaigns/${id}`)).data).toEqual(finished);
	expect(await put('pending')).toMatchObject({ started_at: null, finished_at: null });
	expect((await sandbox.api.get('/calls')).data).toEqual([]);

	const refused = async (campaign: string, status: string) =>
		(await sandbox.api.put(`/campaigns/${campaign}`, { status }, { validateStatus: () => true }))
			.status;
	expect(await refused('nothing', 'finished')).toBe(404);
	expect(await refused(id, 'done')).toBe(400);
});
