import { readFileSync } from 'node:fs';
import type { AxiosInstance } from 'axios';
import { withQuirksTable } from '../../sandbox/control/quirks/table.mts';
import { QUIRKS } from '../../sandbox/simulation/behaviour.mts';
import { useSandbox } from '../support/useSandbox.mts';
import { signIn } from './client.mts';

const sandbox = useSandbox({ clock: 'manual', resetEachTest: true });
let client: AxiosInstance;
beforeEach(async () => {
	client = await signIn(sandbox);
	await sandbox.api.post('/calls', { count: 30, spacingSeconds: 10 });
});

type Row = Record<string, unknown>;
const behave = (quirks: object) => sandbox.api.patch('/behaviour', quirks);
const list = (params: object = {}) => client.get('/calls', { params });
const ids = (rows: Row[]) => rows.map((row) => row.call_id);
const allIds = async () => ids((await list()).data.items);

test('envelopes: an object with items, a bare array, rows one level down', async () => {
	const { data: usual } = await list({ limit: 2 });
	expect(Object.keys(usual)).toEqual(['items', 'total', 'limit', 'offset']);
	await behave({ envelope: 'array' });
	expect((await list({ limit: 2 })).data).toEqual(usual.items);
	await behave({ envelope: 'nested' });
	expect((await list({ limit: 2 })).data).toEqual({ data: { rows: usual.items } });
	expect((await client.get('/billing/balance')).data).toEqual({ credits: 100_000 });
});

test('pages: capped in silence, refused above a limit', async () => {
	await behave({ pageCap: 7 });
	const { data } = await list({ limit: 20 });
	expect(data.items).toHaveLength(7);
	expect(data).toMatchObject({ total: 30, limit: 20 });
	await behave({ pageCap: null, refuseLimitAbove: 10 });
	const refused = await list({ limit: 11 });
	expect(refused.status).toBe(422);
	expect(refused.data.detail[0].loc).toEqual(['query', 'limit']);
	expect((await list({ limit: 10 })).data.items).toHaveLength(10);
});

test('paging: offset ignored, everything at once', async () => {
	const first = (await list({ limit: 5 })).data.items;
	await behave({ ignoreOffset: true });
	expect((await list({ limit: 5, offset: 10 })).data.items).toEqual(first);
	await behave({ ignoreOffset: false, ignorePaging: true });
	expect((await list({ limit: 5, offset: 10 })).data.items).toHaveLength(30);
	expect((await client.get('/voices/', { params: { limit: 1 } })).data.items).toHaveLength(8);
});

test('order: oldest first, and shuffled but still readable page by page', async () => {
	const newest = await allIds();
	await behave({ order: 'oldest' });
	expect(await allIds()).toEqual([...newest].reverse());
	await behave({ order: 'random' });
	const pages = [await list({ limit: 15 }), await list({ limit: 15, offset: 15 })];
	const shuffled = pages.flatMap(({ data }) => ids(data.items));
	expect(shuffled).not.toEqual(newest);
	expect([...shuffled].sort()).toEqual([...newest].sort());
});

test('order: by arrival, where a late row stands on top however old it is', async () => {
	const before = await allIds();
	const { data: late } = await sandbox.api.post('/calls', { count: 2, created_at: 0 });
	const arrived = late.call_ids.toReversed();
	expect(await allIds()).toEqual([...before, ...arrived]);
	await behave({ order: 'arrival' });
	expect(await allIds()).toEqual([...arrived, ...before]);
	const page = (await list({ limit: 3, offset: 1 })).data.items;
	expect(ids(page)).toEqual([arrived[1], ...before.slice(0, 2)]);
	expect((await client.get('/voices/')).data.items).toHaveLength(8);
});

test('date filter: honoured, ignored as any unknown parameter is, or refused', async () => {
	const { items } = (await list()).data;
	const [to, from] = [items[4].created_at, items[9].created_at];
	expect(ids((await list({ from, to })).data.items)).toEqual(ids(items.slice(4, 10)));
	expect((await list({ from: 'yesterday' })).status).toBe(422);

	await behave({ dateFilter: 'ignored' });
	expect((await list({ from, to })).data.items).toEqual(items);
	expect((await list({ from: 'yesterday' })).data.total).toBe(30);
	expect((await list({ agent_id: items[0].agent_id })).data.total).toBe(10);

	await behave({ dateFilter: 'refused' });
	for (const name of ['from', 'to']) {
		const { status, data } = await list({ [name]: from });
		expect(status).toBe(422);
		expect(data.detail).toEqual([{ loc: ['query', name], msg: 'is not supported' }]);
	}
	expect((await list()).data.items).toEqual(items);
	// A list without these parameters has nothing to refuse.
	expect((await client.get('/bookings', { params: { from, to } })).status).toBe(200);
	expect((await sandbox.api.get('/violations')).data).toEqual([]);
});

test.each([
	['/calls', 30],
	['/agents/', 3],
	['/campaigns/', 0],
])('rows appear at the front of %s while it is read', async (path, before) => {
	await behave({ insertWhilePaging: 2 });
	expect((await client.get(path)).data.total).toBe(before + 2);
	const { data } = await client.get(path, { params: { limit: 5, offset: 0 } });
	expect(data.total).toBe(before + 4);
	await behave({ insertWhilePaging: 0 });
	expect((await client.get(path, { params: { limit: 5 } })).data.items).toEqual(data.items);
	expect((await sandbox.api.get('/violations')).data).toEqual([]);
});

test('ids: called id instead of their specific name, only where they identify the resource', async () => {
	const { data: usual } = await list({ limit: 1 });
	const [{ call_id, ...others }] = usual.items;
	await behave({ idName: 'id' });
	expect((await list({ limit: 1 })).data.items).toEqual([{ id: call_id, ...others }]);
	const { data: call } = await client.get(`/calls/${call_id}`);
	expect(call).toMatchObject({ id: call_id, agent_id: expect.any(String) });
	expect(call.call_id).toBeUndefined();
	expect((await client.get('/agents/agent_0001')).data).toMatchObject({ id: 'agent_0001' });
	const placed = await client.post('/calls/make-call', {
		agent_id: 'agent_0001',
		to_number: '+12125550100',
	});
	expect(placed.data.id).toEqual(expect.any(String));
});

test('timestamps: without zone, with an offset, as seconds, as milliseconds, or missing', async () => {
	const created = async () => (await list({ limit: 1 })).data.items[0].created_at;
	const usual: string = await created();
	const expected = {
		isoNoZone: usual.replace('Z', ''),
		seconds: Math.floor(Date.parse(usual) / 1000),
		milliseconds: Date.parse(usual),
		missing: undefined,
	};
	for (const [timestamps, value] of Object.entries(expected)) {
		await behave({ timestamps });
		expect(await created()).toEqual(value);
	}
	await behave({ timestamps: 'isoOffset' });
	expect(await created()).toMatch(/\+02:00$/);
	expect(Date.parse(await created())).toBe(Date.parse(usual));
});

test('timestamps: missing in some rows, always the same ones', async () => {
	const usual: Row[] = (await list()).data.items;
	await behave({ timestamps: 'mixed' });
	const mixed: Row[] = (await list()).data.items;
	const undated = mixed.filter((row) => row.created_at === undefined);
	expect(undated.length).toBeGreaterThan(3);
	expect(undated.length).toBeLessThan(20);
	for (const row of undated) expect(Object.keys(row).join()).not.toContain('_at');
	const dated = mixed.filter((row) => row.created_at !== undefined);
	expect(dated).toEqual(usual.filter(({ call_id }) => ids(dated).includes(call_id)));

	const { data: call } = await client.get(`/calls/${undated[0].call_id}`);
	expect(call.ended_at).toBeUndefined();
	await behave({ idName: 'id' });
	const renamed: Row[] = (await list()).data.items;
	expect(renamed.filter((row) => row.created_at === undefined).map(({ id }) => id)).toEqual(
		ids(undated),
	);
});

test('numbers: as strings, everywhere', async () => {
	await behave({ numbersAsStrings: true });
	const { data } = await list({ limit: 1 });
	expect(data).toMatchObject({ total: '30', limit: '1' });
	expect(data.items[0].duration_seconds).toMatch(/^\d+$/);
	expect((await client.get('/billing/balance')).data).toEqual({ credits: '100000' });
});

test('errors: every shape still says what is wrong', async () => {
	const message = (await client.get('/calls/nothing')).data.message;
	const shapes = {
		message: { message },
		detail: { detail: message },
		detailList: { detail: [{ loc: [], msg: message }] },
		error: { error: message },
		errors: { errors: [{ message }] },
		title: { title: message, status: 404 },
	};
	for (const [errorShape, body] of Object.entries(shapes)) {
		await behave({ errorShape });
		expect((await client.get('/calls/nothing')).data).toEqual(body);
	}
	await behave({ errorShape: 'html' });
	const { data, headers, status } = await client.get('/calls/nothing');
	expect(status).toBe(404);
	expect(headers['content-type']).toContain('text/html');
	expect(data).toContain(message);
});

test('latency is added to every request', async () => {
	await behave({ latencyMs: 150 });
	const before = performance.now();
	await client.get('/billing/balance');
	expect(performance.now() - before).toBeGreaterThanOrEqual(145);
});

test('what is set can be seen, a misspelt name is refused, and a reset forgets it all', async () => {
	await behave({ envelope: 'array', faults: [{ status: 503, times: 2 }] });
	expect((await sandbox.api.get('/behaviour')).data).toMatchObject({
		envelope: 'array',
		order: 'newest',
		faults: [{ kind: 'status', status: 503, times: 2, probability: 1 }],
	});
	for (const slip of [
		{ evelope: 'array' },
		{ envelope: 'list' },
		{ dateFilter: 'maybe' },
		{ faults: [{ path: '(' }] },
		{ faults: [{}] },
	]) {
		const answer = await sandbox.api.patch('/behaviour', slip, { validateStatus: () => true });
		expect(answer.status).toBe(400);
	}
	await sandbox.reset();
	const defaults = Object.entries(QUIRKS).map(([name, [first]]) => [name, first]);
	expect((await sandbox.api.get('/behaviour')).data).toEqual({
		...Object.fromEntries(defaults),
		faults: [],
	});
});

test('every value of every quirk can be set, and nothing else; the control API names them all', async () => {
	const { data: catalogue } = await sandbox.api.get('/quirks');
	expect(
		Object.entries<{ values: unknown[] }>(catalogue).map(([name, { values }]) => [name, values]),
	).toEqual(Object.entries(QUIRKS));
	for (const [name, values] of Object.entries(QUIRKS)) {
		for (const value of values) expect((await behave({ [name]: value })).data[name]).toEqual(value);
		const refused = { [name]: 'no such value' };
		const answer = await sandbox.api.patch('/behaviour', refused, { validateStatus: () => true });
		expect([name, answer.status]).toEqual([name, 400]);
	}
});

test('the README has the table of all quirks (npm run docs writes it)', () => {
	const page = readFileSync('sandbox/README.md', 'utf8');
	expect(withQuirksTable(page)).toBe(page);
});
