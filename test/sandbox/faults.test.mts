import type { AxiosInstance } from 'axios';
import { useSandbox } from '../support/useSandbox.mts';
import { failureOf, signIn } from './client.mts';

const sandbox = useSandbox({ clock: 'manual', resetEachTest: true });
let client: AxiosInstance;
beforeEach(async () => {
	client = await signIn(sandbox);
});

const inject = (...faults: object[]) => sandbox.api.patch('/behaviour', { faults });
const call = () =>
	client.post('/calls/make-call', { agent_id: 'agent_0001', to_number: '+12125550100' });
const placed = async () => (await sandbox.api.get('/calls')).data.length;

test('a status is answered as often as told, and nothing is done', async () => {
	await inject({ method: 'POST', path: '^/calls', status: 429, retryAfter: 2, times: 2 });
	const answers = [await call(), await call(), await call()];
	expect(answers.map(({ status }) => status)).toEqual([429, 429, 201]);
	expect(answers[0].headers['retry-after']).toBe('2');
	expect(answers[0].data.message).toContain('429');
	expect(await placed()).toBe(1);
});

test('a rule meets only its method and path, with or without the prefix', async () => {
	await inject(
		{ method: 'GET', path: '^/api/v1/voices/$', status: 500 },
		{ path: '^/billing', status: 502 },
	);
	expect((await client.get('/voices/')).status).toBe(500);
	expect((await client.get('/billing/balance')).status).toBe(502);
	expect((await client.get('/agents/')).status).toBe(200);
});

test('resetBefore: the connection breaks and nothing was done', async () => {
	await inject({ path: 'make-call', kind: 'resetBefore', times: 1 });
	expect(await failureOf(call())).toBe('ECONNRESET');
	expect(await placed()).toBe(0);
	expect((await call()).status).toBe(201);
});

test('resetAfter: the connection breaks although the call was placed', async () => {
	await inject({ path: 'make-call', kind: 'resetAfter', times: 1 });
	expect(await failureOf(call())).toBe('ECONNRESET');
	expect(await placed()).toBe(1);
});

test('truncate: the answer stops in the middle, of JSON and of a recording', async () => {
	await inject({ path: 'make-call', kind: 'truncate', times: 1 });
	expect(await failureOf(call())).not.toBe('answered');
	expect(await placed()).toBe(1);

	const { data: inserted } = await sandbox.api.post('/calls', { count: 1 });
	const { data } = await client.get(`/calls/${inserted.call_ids[0]}`);
	await inject({ path: 'recording', kind: 'truncate', times: 1 });
	const path = `/calls/recording/${data.session_id}`;
	expect(await failureOf(client.get(path, { responseType: 'arraybuffer' }))).not.toBe('answered');
	expect((await client.get(path)).status).toBe(200);
});

test('hang: no answer ever comes', async () => {
	await inject({ path: 'make-call', kind: 'hang', times: 1 });
	client.defaults.timeout = 300;
	expect(await failureOf(call())).toBe('ECONNABORTED');
	expect(await placed()).toBe(0);
});

test('delayAfter: the call is placed at once and the answer comes late', async () => {
	await inject({ path: 'make-call', kind: 'delayAfter', delayMs: 400 });
	const late = call();
	await new Promise((resolve) => setTimeout(resolve, 150));
	expect(await placed()).toBe(1);
	const before = performance.now();
	expect((await late).status).toBe(201);
	expect(performance.now() - before).toBeGreaterThan(100);
});

test('the seed decides which requests a probability hits: two runs are the same', async () => {
	const run = async () => {
		await sandbox.api.post('/reset', { seed: 7 });
		client = await signIn(sandbox);
		await inject({ path: 'voices', status: 503, probability: 0.4 });
		const statuses: number[] = [];
		for (let request = 0; request < 60; request++)
			statuses.push((await client.get('/voices/')).status);
		return statuses;
	};
	const first = await run();
	const failures = first.filter((status) => status === 503).length;
	expect(failures).toBeGreaterThan(12);
	expect(failures).toBeLessThan(36);
	expect(await run()).toEqual(first);
});

test('several rules with a probability: where one does not hit, the next is tried, and two runs are the same', async () => {
	const rules = [
		{ path: 'voices', kind: 'truncate', probability: 0.2 },
		{ path: 'voices', kind: 'hang', probability: 0.1 },
		{ path: 'voices', status: 401, probability: 0.2 },
		{ path: 'voices', status: 429, retryAfter: 1, probability: 0.3, times: 3 },
		{ path: 'voices', status: 500, probability: 1 },
	];
	const run = async () => {
		await sandbox.api.post('/reset', { seed: 11 });
		client = await signIn(sandbox);
		client.defaults.timeout = 200;
		await inject(...rules);
		for (let request = 0; request < 80; request++) await failureOf(client.get('/voices/'));
		const { data } = await sandbox.api.get('/requests');
		return data
			.filter(({ path }: { path: string }) => path.endsWith('/voices/'))
			.map(({ fault, status }: { fault?: string; status: number | null }) =>
				fault === 'status' ? status : fault,
			);
	};
	const first = await run();
	const counts = Object.groupBy(first, String) as Record<string, unknown[]>;
	expect(Object.keys(counts).sort()).toEqual(['401', '429', '500', 'hang', 'truncate']);
	// A rule whose probability does not hit keeps its count.
	expect(counts['429']).toHaveLength(3);
	expect(counts['500'].length).toBeGreaterThan(20);
	expect(await run()).toEqual(first);
});

test('every request is recorded, those that got no answer included', async () => {
	await sandbox.api.delete('/requests');
	await inject({ path: 'voices', kind: 'resetBefore', times: 1 });
	await failureOf(client.get('/voices/?limit=2'));
	const { data } = await client.get('/voices/?limit=2', {
		responseType: 'text',
		transformResponse: (text) => text,
	});
	const { data: requests } = await sandbox.api.get('/requests');
	const common = { method: 'GET', path: '/api/v1/voices/', query: 'limit=2' };
	expect(requests).toMatchObject([
		{ ...common, status: null, bytes: null, fault: 'resetBefore' },
		{ ...common, status: 200, bytes: Buffer.byteLength(data) },
	]);
	expect(JSON.stringify(requests)).not.toContain('Bearer');
});
