import { createHash } from 'node:crypto';
import { type JsonObject, without } from '../../sandbox/common/json.mts';
import { QUIRKS } from '../../sandbox/simulation/behaviour.mts';
import { clientOf, PASSWORD } from './client.mts';
import { type Row, useOwner } from './owner.mts';

/*
 * Quirks. What the nodes make of each is judged in test/quirks. Here: that each of them shows, for a quirk that changes nothing would let
 * every node pass there.
 */

const owner = useOwner();
const { sandbox, behave } = owner;

/** Quirks that show elsewhere, and in which file of this folder. */
const ELSEWHERE = [
	/^function/, // functionRequests.test.mts
	/^latencyMs$/, // test/engine
	/^(tokenUses|transcriptDelaySeconds)$/, // suites
];

const refusalOf = async (change: object) =>
	(await sandbox.api.patch('/behaviour', change, { validateStatus: () => true })).status;

describe('what can be set', () => {
	test('every value of every quirk, and nothing else', async () => {
		for (const [name, values] of Object.entries(QUIRKS)) {
			for (const value of values) expect((await behave({ [name]: value }))[name]).toEqual(value);
			expect([name, await refusalOf({ [name]: 'no such value' })]).toEqual([name, 400]);
		}
	});

	test('a misspelt quirk or fault is refused, and a reset forgets all that is set', async () => {
		const usual = await owner.control('/behaviour');
		await behave({ envelope: 'array', faults: [{ status: 503, times: 2 }] });
		expect(await owner.control('/behaviour')).toMatchObject({
			envelope: 'array',
			faults: [{ kind: 'status', status: 503, times: 2, probability: 1 }],
		});
		for (const slip of [{ evelope: 'array' }, { faults: [{ path: '(' }] }, { faults: [{}] }])
			expect(await refusalOf(slip)).toBe(400);
		await owner.restart();
		expect(await owner.control('/behaviour')).toEqual(usual);
		const defaults = Object.entries(QUIRKS).map(([name, [first]]) => [name, first]);
		expect(usual).toEqual({ ...Object.fromEntries(defaults), faults: [] });
	});
});

/** Quirks without which another one would not show. */
const BESIDE: Record<string, object> = { pastEnd: { total: 'none' } };

describe('what shows', () => {
	let requests: Array<() => Promise<unknown>>;

	/** The same requests, in each of which some of the quirks show. */
	beforeEach(async () => {
		const minutes = { spacingSeconds: 600 };
		const fields = { status: 'completed', duration_seconds: 65 };
		const first = { count: 9, created_at: '2026-09-01T09:30:00Z', ...fields, ...minutes };
		const { data } = await sandbox.api.post('/calls', first);
		const late = { count: 1, created_at: 0, status: 'in_progress' };
		const { data: open } = await sandbox.api.post('/calls', late);
		const change = (index: number, how: object) =>
			sandbox.api.put(`/calls/${data.call_ids[index]}`, how);
		await change(0, { recordingBytes: 100 });
		await owner.advance(600);
		await change(6, { ended_at: '2099-01-01T00:00:00Z' });
		await owner.advance(600);
		await change(4, { status: 'no_answer' });
		await sandbox.api.post('/seed/invoices', { count: 1 });
		await sandbox.api.post('/seed/bookings', { count: 12, spacingSeconds: 60 });
		await sandbox.api.put('/balance', { credits: 0 });
		const call = await owner.get(`/calls/${data.call_ids[0]}`);
		const [invoice] = await owner.rows('/billing/invoices');
		const path = ['/calls?limit=4', '/calls?limit=4&offset=4', '/calls?limit=4&offset=1'];
		path.push('/calls?limit=4&offset=40', '/calls', '/voices/?limit=1', '/bookings');
		path.push('/calls?status=no_answer', '/calls?from=2090-01-01T00:00:00Z', '/campaigns/');
		path.push(`/calls/${call.call_id}`, `/calls/${open.call_ids[0]}`, '/calls/nothing');
		path.push(`/calls/recording/${call.session_id}`, `/billing/invoices/${invoice!.id}/pdf`);
		path.push('/billing/balance', '/users/me/data-export');
		const login = (email: string) => () =>
			clientOf(sandbox).post('/auth/login', { email, password: PASSWORD });
		const toCall = { agent_id: 'agent_0001', to_number: '+12125550101' };
		requests = [
			...path.map((address) => () => owner.client.get(address)),
			() => owner.client.post('/calls/make-call', toCall),
			login('owner@example.com'),
			login('totp@example.com'),
		];
	});

	/** A short text that stands for all answers. What is new in each answer is left out. */
	async function shown(quirks: object): Promise<string> {
		await behave(quirks);
		const answers = await Promise.all(requests.map(async (request) => (await request()) as Row));
		const text = JSON.stringify(
			answers.map(({ status, data, headers }) => {
				const { link, 'content-type': type, 'content-disposition': name } = headers as Row;
				// The export of personal data tells of each login.
				const body = JSON.stringify(data).includes('login_history') ? 'export' : data;
				return [status, body, link, type, name];
			}),
		);
		const lasting = text
			.replaceAll(/("(?:\w*[tT]oken|request_id|timestamp)":)"[^"]*"/g, '$1')
			.replaceAll(/((?:cursor|key|signature|token)=)[^"&]*/g, '$1');
		return createHash('sha256').update(lasting).digest('hex');
	}

	test('no two values of a quirk are answered alike', async () => {
		const usual = without(await owner.control('/behaviour'), 'faults');
		expect(await shown({})).toBe(await shown(usual));
		const alike: unknown[] = [];
		for (const [name, values] of Object.entries(QUIRKS)) {
			if (ELSEWHERE.some((quirks) => quirks.test(name))) continue;
			const answers = new Map<string, unknown>();
			for (const value of values) {
				const text = await shown({ ...usual, ...BESIDE[name], [name]: value });
				if (answers.has(text)) alike.push([name, value, answers.get(text)]);
				answers.set(text, value);
			}
		}
		expect(alike).toEqual([]);
	}, 120_000);
});

describe('calls that are shown otherwise than they are', () => {
	let inserted: string[];
	beforeEach(async () => {
		const { data } = await sandbox.api.post('/calls', { count: 9, spacingSeconds: 600 });
		inserted = data.call_ids;
	});
	const ids = (rows: Row[]) => rows.map((row) => row.call_id);

	test('a page is wrong once: without rows, ending in the middle, or from a copy that lags behind', async () => {
		const newestFirst = inserted.toReversed();
		for (const [fault, params, shown] of [
			[{ kind: 'emptyPage' }, {}, []],
			[{ kind: 'shortPage' }, { limit: 4, offset: 4 }, newestFirst.slice(4, 6)],
			[{ kind: 'lag', rows: 2 }, {}, newestFirst.slice(2)],
		] as const) {
			await behave({ faults: [{ path: '^/calls', times: 2, ...fault }] });
			expect((await owner.get(`/calls/${inserted[0]!}`)).call_id).toBe(inserted[0]);
			const { items, total } = await owner.get('/calls', params);
			const offset = 'offset' in params ? params.offset : 0;
			expect([ids(items), total]).toEqual([shown, offset + shown.length]);
			expect(ids(await owner.rows('/calls'))).toEqual(newestFirst);
		}
	});

	test('with other values and without some fields, in the list, in the single call or in both, before the quirks', async () => {
		const mask = (of: unknown[], how: object) => sandbox.api.put('/masks', { ids: of, ...how });
		const [id, other] = inserted as [string, string];
		const views = async () => [
			(await owner.rows('/calls')).find(({ call_id }) => call_id === id)!.status,
			(await owner.get(`/calls/${id}`)).status,
		];
		const usual: JsonObject = await owner.get(`/calls/${id}`);
		const fields = { created_at: null, queued_at: 'x' };
		await mask([id, other], { fields, without: ['credits'] });
		expect(await owner.get(`/calls/${id}`)).toEqual({ ...without(usual, 'credits'), ...fields });
		const masked = (await owner.rows('/calls')).filter((row) => row.queued_at === 'x');
		expect(ids(masked).toSorted()).toEqual([id, other].toSorted());
		await mask([id], { without: ['status'], in: 'detail' });
		expect(await views()).toEqual([usual.status, undefined]);
		await mask([id], { fields: { status: 'gone' }, in: 'list' });
		expect(await views()).toEqual(['gone', usual.status]);
		await mask([id], { fields: { created_at: '2026-01-01T12:00:00.000Z' } });
		await behave({ names: 'camel', timestamps: 'milliseconds' });
		expect((await owner.get(`/calls/${id}`)).createdAt).toBe(Date.parse('2026-01-01T12:00:00Z'));
		await behave({ names: 'snake', timestamps: 'iso' });
		await mask([id], {});
		expect(await owner.get(`/calls/${id}`)).toEqual(usual);
	});
});
