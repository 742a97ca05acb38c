import type { AxiosInstance } from 'axios';
import { useSandbox } from '../support/useSandbox.mts';
import { signIn } from './client.mts';

/*
 * Lists of stranger platforms: their order, their date filter, their end, pages that are wrong for a moment, and rows that are shown
 * otherwise than they are.
 */

const sandbox = useSandbox({ clock: 'manual', resetEachTest: true });
let client: AxiosInstance;
let inserted: string[];
beforeEach(async () => {
	client = await signIn(sandbox);
	const { data } = await sandbox.api.post('/calls', { count: 9, spacingSeconds: 600 });
	inserted = data.call_ids;
});

type Row = Record<string, unknown>;
const behave = (quirks: object) => sandbox.api.patch('/behaviour', quirks);
const list = async (params: object = {}, path = '/calls') =>
	(await client.get(path, { params })).data as { items: Row[]; total: number };
const idsOf = async (params: object = {}) => (await list(params)).items.map((row) => row.call_id);
const newestFirst = () => inserted.toReversed();

describe('an offset past the end', () => {
	test('answers the last page again', async () => {
		await behave({ pastEnd: 'lastPage' });
		const last = await idsOf({ limit: 4, offset: 8 });
		expect(last).toEqual(newestFirst().slice(8));
		for (const offset of [9, 12, 100_000]) expect(await idsOf({ limit: 4, offset })).toEqual(last);
		expect(await idsOf({ limit: 3, offset: 9 })).toEqual(newestFirst().slice(6));
		expect((await list({ limit: 5, offset: 1000 }, '/voices/')).items).toHaveLength(3);
		expect((await list({ limit: 5, offset: 5 }, '/bookings')).items).toEqual([]);
	});
});

describe('the order', () => {
	test('by the last change: a call that ends comes first, however old it is', async () => {
		const { data } = await sandbox.api.post('/calls', {
			count: 1,
			status: 'in_progress',
			created_at: 0,
		});
		const [open] = data.call_ids;
		await behave({ order: 'updated' });
		expect(await idsOf()).toEqual([...newestFirst(), open]);
		await sandbox.api.post('/clock', { advanceSeconds: 600 });
		await sandbox.api.put(`/calls/${open}`, { status: 'completed', duration_seconds: 60 });
		expect(await idsOf()).toEqual([open, ...newestFirst()]);
		expect((await list({}, '/voices/')).items).toHaveLength(8);
	});

	test('grouped by agent, in each group the newest first', async () => {
		const agentOf = new Map((await list()).items.map((row) => [row.call_id, row.agent_id]));
		await behave({ order: 'byAgent' });
		const groups = ['agent_0001', 'agent_0002', 'agent_0003'].map((agent) =>
			newestFirst().filter((id) => agentOf.get(id) === agent),
		);
		expect(await idsOf()).toEqual(groups.flat());
	});

	test('by another date: calls by their end, bookings by the appointment', async () => {
		await sandbox.api.put(`/calls/${inserted[3]}`, { ended_at: '2099-01-01T00:00:00Z' });
		await behave({ order: 'otherDate' });
		expect((await idsOf())[0]).toBe(inserted[3]);
		await sandbox.api.post('/seed/bookings', { count: 12, spacingSeconds: 60 });
		const { items } = await list({}, '/bookings');
		const starts = items.map((row) => String(row.starts_at));
		expect(starts).toEqual(starts.toSorted().toReversed());
	});
});

test('the date filter is about another date', async () => {
	await sandbox.api.post('/calls', { count: 1, status: 'in_progress' });
	await sandbox.api.put(`/calls/${inserted[0]}`, { ended_at: '2099-01-01T00:00:00Z' });
	await behave({ dateFilter: 'otherDate' });
	expect(await idsOf({ from: '2098-01-01T00:00:00Z' })).toEqual([inserted[0]]);
	expect(await idsOf({ from: '2000-01-01T00:00:00Z' })).toHaveLength(9);
	await sandbox.api.post('/seed/bookings', { count: 3 });
	const booked = async (from: string) => (await list({ from }, '/bookings')).items.length;
	expect([await booked('2000-01-01'), await booked('2099-01-01')]).toEqual([3, 0]);
	await behave({ dateFilter: 'honoured' });
	expect(await booked('2099-01-01')).toBe(3);
});

describe('a fault of one page', () => {
	const inject = (fault: object) => behave({ faults: [{ path: '^/calls', times: 1, ...fault }] });

	test('it has no rows', async () => {
		await inject({ kind: 'emptyPage' });
		expect(await list()).toMatchObject({ items: [], total: 0 });
		expect(await idsOf()).toEqual(newestFirst());
	});

	test('the list ends in the middle of it', async () => {
		await inject({ kind: 'shortPage' });
		const { items, total } = await list({ limit: 4, offset: 4 });
		expect([items.map((row) => row.call_id), total]).toEqual([newestFirst().slice(4, 6), 6]);
		expect(await idsOf()).toEqual(newestFirst());
	});

	test('it comes from a copy that lags behind', async () => {
		await inject({ kind: 'lag', rows: 2 });
		const { items, total } = await list();
		expect([items.map((row) => row.call_id), total]).toEqual([newestFirst().slice(2), 7]);
		expect(await idsOf()).toEqual(newestFirst());
	});

	test('what is no page stays as it is', async () => {
		await inject({ kind: 'emptyPage' });
		expect((await client.get(`/calls/${inserted[0]}`)).data.call_id).toBe(inserted[0]);
	});
});

describe('rows that are shown otherwise than they are', () => {
	const mask = (...ids: unknown[]) => ({
		as: async (mask: object) => await sandbox.api.put('/masks', { ids, ...mask }),
	});

	test('with other values and without some fields, until the mask is taken away', async () => {
		const id = inserted[0]!;
		const { data: usual } = await client.get(`/calls/${id}`);
		await mask(id, inserted[1]).as({
			fields: { created_at: null, queued_at: 'x' },
			without: ['credits'],
		});
		const { data: masked } = await client.get(`/calls/${id}`);
		const { credits, ...others } = usual;
		expect(masked).toEqual({ ...others, created_at: null, queued_at: 'x' });
		expect(credits).toEqual(expect.any(Number));
		const shown = (await list()).items.filter((row) => row.queued_at === 'x');
		expect(shown.map((row) => row.call_id)).toEqual([inserted[1], id]);
		expect(await idsOf()).toEqual(newestFirst());
		await mask(id).as({});
		expect((await client.get(`/calls/${id}`)).data).toEqual(usual);
		await sandbox.reset();
		client = await signIn(sandbox);
		await sandbox.api.post('/calls', { count: 2 });
		expect((await client.get(`/calls/${inserted[1]}`)).data.queued_at).toBeUndefined();
	});

	test('in the list or in the single call only', async () => {
		const id = inserted[8]!;
		await mask(id).as({ without: ['status'], in: 'detail' });
		expect((await list()).items[0]!.status).toBe('completed');
		expect((await client.get(`/calls/${id}`)).data.status).toBeUndefined();
		await mask(id).as({ fields: { status: 'gone' }, in: 'list' });
		expect((await list()).items[0]!.status).toBe('gone');
		expect((await client.get(`/calls/${id}`)).data.status).toBe('completed');
	});

	test('before the other quirks', async () => {
		await mask(inserted[8]).as({ fields: { created_at: '2026-01-01T12:00:00.000Z' } });
		await behave({ names: 'camel', timestamps: 'milliseconds' });
		expect((await list()).items[0]!.createdAt).toBe(Date.parse('2026-01-01T12:00:00Z'));
	});
});

test('the balance in two currencies: calls are paid from the second', async () => {
	await sandbox.api.put('/balance', { credits: 7 });
	await behave({ balance: 'currencies' });
	expect((await client.get('/billing/balance')).data).toEqual({
		balances: [
			{ currency: 'EUR', balance: 1_000_000 },
			{ currency: 'USD', balance: 7 },
		],
	});
});

test('an analysis that is not there yet, directions and local times in other words', async () => {
	await sandbox.api.put(`/calls/${inserted[8]}`, { analysis: null, direction: 'inbound' });
	const { items } = await list({ limit: 2 });
	await behave({ analysis: 'nullFields', directions: 'going', timestamps: 'isoLocal' });
	const [open, written] = (await list({ limit: 2 })).items;
	const none = { summary: null, sentiment: null, outcome: null, success: null, fields: null };
	expect([open!.analysis, open!.direction]).toEqual([none, 'incoming']);
	expect([written!.analysis, written!.direction]).toEqual([items[1]!.analysis, 'outgoing']);
	expect(open!.created_at).not.toMatch(/Z$/);
	expect(Date.parse(`${open!.created_at}-05:00`)).toBe(Date.parse(String(items[0]!.created_at)));
	await behave({ directions: 'api' });
	expect((await list({ limit: 1 })).items[0]!.direction).toBe('inbound-api');
});
