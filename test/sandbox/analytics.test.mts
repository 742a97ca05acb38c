import type { AxiosInstance } from 'axios';
import { useSandbox } from '../support/useSandbox.mts';
import { sampleNumbers, signIn } from './client.mts';

type Row = Record<string, never>;

const sandbox = useSandbox({ clock: 'manual', tokenLifetime: 1_000_000 });
let client: AxiosInstance;
let campaignId: string;
beforeAll(async () => {
	client = await signIn(sandbox);
	const [first, ...others] = sampleNumbers(150);
	await client.post('/calls/make-call', { agent_id: 'agent_0002', to_number: first });
	const { data } = await client.post('/campaigns/', {
		name: 'x',
		agent_id: 'agent_0001',
		contacts: others.map((phone_number) => ({ phone_number })),
		settings: { max_attempts: 2, retry_delay_seconds: 60 },
	});
	campaignId = data.id;
	await client.patch(`/campaigns/${campaignId}/start`);
	await sandbox.api.post('/clock', { advanceSeconds: 2000 });
	await sandbox.api.post('/calls', {
		count: 5,
		created_at: '2020-02-03T10:00:00Z',
		status: 'busy',
	});
	await sandbox.api.post('/calls', {
		count: 2,
		created_at: '2020-02-04T23:30:00Z',
		direction: 'inbound',
		duration_seconds: 90,
		analysis: {
			summary: '',
			sentiment: 'negative',
			outcome: 'complaint',
			success: false,
			fields: { topic: 'Größe', urgent: true },
		},
	});
});

const get = async (name: string, params: object = {}) =>
	(await client.get(`/analytics/${name}`, { params })).data;
const callsOf = async (params: object = {}): Promise<Row[]> =>
	(await client.get('/calls', { params: { limit: 1000, ...params } })).data.items;
const february = { start_date: '2020-02-03', end_date: '2020-02-04' };

test('the summary is that of the calls that are there', async () => {
	const { data: recent } = await client.get('/calls?limit=1000&from=2021-01-01');
	const connected = recent.items.filter((call: Row) => call['status'] === 'completed');
	const successful = connected.filter((call: Row) => call['analysis']['success']);
	const summary = await get('calls/summary');
	expect(summary).toMatchObject({
		total_calls: recent.total,
		connected_calls: connected.length,
		successful_calls: successful.length,
		success_rate: successful.length / connected.length,
		directions: { inbound: 0, outbound: recent.total },
	});
	expect(await get('calls/summary', { days: 30 })).toMatchObject({ total_calls: recent.total });
	expect(await get('calls/summary', february)).toMatchObject({
		total_calls: 7,
		connected_calls: 2,
		average_duration_seconds: 90,
		directions: { inbound: 2, outbound: 5 },
		statuses: { busy: 5, completed: 2 },
	});
	const one = await get('calls/summary', { agent_id: 'agent_0002' });
	expect(one.total_calls).toBe(1);
	const campaign = await get('calls/summary', { campaign_id: campaignId });
	expect(campaign.total_calls).toBe(recent.total - 1);
	expect((await get('calls/summary', { agent_id: 'nobody' })).total_calls).toBe(0);
});

test('attempts are counted, and the hours of the week in which they were made', async () => {
	const attempts = await get('calls/attempts', { campaign_id: campaignId });
	expect(attempts.attempts.map(({ attempt }: never) => attempt)).toEqual([1, 2]);
	expect(attempts.attempts[0].calls).toBe(149);
	expect(attempts.attempts[1].calls).toBe(149 - attempts.attempts[0].connected);
	const { heatmap } = await get('calls/attempts', february);
	expect(heatmap).toEqual([
		{ weekday: 1, hour: 10, calls: 5, connected: 0, connect_rate: 0 },
		{ weekday: 2, hour: 23, calls: 2, connected: 2, connect_rate: 1 },
	]);
});

test('sentiments, outcomes, trends and agents add up', async () => {
	const connected = (await callsOf({ from: '2021-01-01' })).filter(
		(call) => call['status'] === 'completed',
	);
	const { total_calls, sentiments } = await get('calls/sentiment');
	expect(total_calls).toBe(connected.length);
	const felt = Object.fromEntries(sentiments.map((row: Row) => [row['sentiment'], row['calls']]));
	const positive = connected.filter((call) => call['analysis']['sentiment'] === 'positive');
	expect(felt.positive).toBe(positive.length);

	const { agents: funnels } = await get('calls/outcomes', february);
	const complaints = funnels.map(({ outcomes }: { outcomes: Row }) => outcomes['complaint'] ?? 0);
	expect(complaints.reduce((sum: number, n: number) => sum + n, 0)).toBe(2);

	const trends = await get('calls/time-trends', february);
	expect(trends.days).toEqual([
		{ date: '2020-02-03', calls: 5, connected: 0, average_duration_seconds: 0 },
		{ date: '2020-02-04', calls: 2, connected: 2, average_duration_seconds: 90 },
	]);
	expect(trends.busiest_hours[0]).toEqual({ hour: 10, calls: 5 });

	const { agents } = await get('calls/agents');
	expect(agents.map(({ agent_id }: never) => agent_id)).toEqual(['agent_0001', 'agent_0002']);
	const total = agents.reduce((sum: number, row: Row) => sum + row['connected_calls'], 0);
	expect(total).toBe(connected.length);
});

test('the calls behind the figures are listed', async () => {
	const all = await get('calls/list', february);
	expect(all).toMatchObject({ total: 7, limit: 50, offset: 0 });
	const some = await get('calls/list', { ...february, status: 'busy', limit: 2, offset: 4 });
	expect(some).toMatchObject({ total: 5, items: [{ status: 'busy' }] });
});

test('custom fields are discovered and counted', async () => {
	const keys = await get('custom-fields/keys', february);
	expect(keys.items).toEqual([
		{ key: 'topic', calls: 2 },
		{ key: 'urgent', calls: 2 },
	]);
	const distribution = await get('custom-fields/distribution', { ...february, key: 'topic' });
	expect(distribution).toMatchObject({
		key: 'topic',
		total_calls: 2,
		values: [{ value: 'Größe', calls: 2, share: 1 }],
	});
	expect((await get('custom-fields/keys')).total).toBeGreaterThan(2);
	expect((await get('custom-fields/distribution', { key: 'nothing' })).values).toEqual([]);
});

test.each([
	[{ days: 7, ...february }, 'days'],
	[{ start_date: '2020-02-03' }, 'end_date'],
	[{ end_date: '2020-02-03' }, 'start_date'],
	[{ start_date: '2020-02-04', end_date: '2020-02-03' }, 'end_date'],
	[{ days: 0 }, 'days'],
	[{ days: 'week' }, 'days'],
	[{ start_date: 'monday', end_date: '2020-02-03' }, 'start_date'],
])('the period %j is refused', async (params, field) => {
	for (const name of [
		'summary',
		'attempts',
		'sentiment',
		'outcomes',
		'time-trends',
		'agents',
		'list',
	]) {
		const { status, data } = await client.get(`/analytics/calls/${name}`, { params });
		expect(status).toBe(422);
		expect(data.detail[0].loc).toEqual(['query', field]);
	}
	for (const name of ['keys', 'distribution']) {
		const { status } = await client.get(`/analytics/custom-fields/${name}`, {
			params: { ...params, key: 'topic' },
		});
		expect(status).toBe(422);
	}
	expect((await client.get('/analytics/custom-fields/distribution')).status).toBe(422);
});
