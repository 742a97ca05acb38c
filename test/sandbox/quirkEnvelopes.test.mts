import type { AxiosInstance } from 'axios';
import { without } from '../../sandbox/common/json.mts';
import { useSandbox } from '../support/useSandbox.mts';
import { signIn } from './client.mts';

/*
 * What is around rows and things, and how a list goes on: each value by example.
 */

type Row = Record<string, unknown>;

const sandbox = useSandbox({ clock: 'manual', resetEachTest: true });
let client: AxiosInstance;
beforeEach(async () => {
	client = await signIn(sandbox);
	await sandbox.api.post('/calls', { count: 9, spacingSeconds: 10 });
});

const behave = (quirks: object) => sandbox.api.patch('/behaviour', quirks);
const list = (params: object = {}, path = '/calls') => client.get(path, { params });
const ids = (rows: Row[]) => rows.map((row) => row.call_id);

test('every envelope of a list', async () => {
	const { items: rows } = (await list({ limit: 2 })).data;
	const [first, second] = ids(rows) as string[];
	const resources = rows.map(({ call_id, ...attributes }: Row) => ({
		type: 'calls',
		id: call_id,
		attributes,
	}));
	const link = expect.stringContaining(`${sandbox.url}/calls?limit=2&cursor=`);
	const expected = {
		items: { items: rows, total: 9, limit: 2, offset: 0 },
		array: rows,
		nested: { data: { rows } },
		data: { data: rows, total: 9 },
		results: { count: 9, next: link, previous: null, results: rows },
		jsonApi: { data: resources, meta: { total: 9 } },
		hal: {
			_embedded: { calls: rows },
			_links: { self: { href: `${sandbox.url}/calls?limit=2` }, next: { href: link } },
			page: { size: 2, total_elements: 9 },
		},
		mapById: { [first!]: rows[0], [second!]: rows[1] },
		ownName: { calls: rows, count: 9 },
		success: { success: true, errors: [], data: { items: rows } },
		deep: { response: { data: { rows } } },
		besideArrays: {
			filters: ['status'],
			sort: [{ field: 'created_at', order: 'desc' }],
			columns: ['call_id', 'status'],
			rows,
			total: 9,
		},
		wrappedRows: {
			items: rows.map((call: Row) => ({ call })),
			total: 9,
			limit: 2,
			offset: 0,
		},
	};
	for (const [envelope, body] of Object.entries(expected)) {
		await behave({ envelope });
		expect((await list({ limit: 2 })).data).toEqual(body);
	}
	await behave({ envelope: 'mapById' });
	expect((await list({ limit: 1 }, '/voices/')).data.items).toHaveLength(1);
	await behave({ envelope: 'ownName' });
	const [{ user_id: user }] = (await list({}, '/users/')).data.users;
	const names = {
		'/agents/meta/industries': 'industries',
		'/analytics/calls/list': 'calls',
		'/billing/invoices': 'invoices',
		'/campaigns/': 'campaigns',
		'/knowledge-base/documents': 'documents',
		[`/login-history/${user}`]: 'logins',
	};
	for (const [path, name] of Object.entries(names))
		expect(Object.keys((await list({}, path)).data)).toEqual([name, 'count']);
});

test('every envelope of a thing', async () => {
	const [{ call_id: id }] = (await list({ limit: 1 })).data.items;
	const get = async (path = `/calls/${id}`) => (await client.get(path)).data;
	const call = await get();
	const { transcript, analysis, ...others } = call;
	const attributes = without(call, 'call_id');
	const expected = {
		bare: call,
		data: { data: call },
		dataMeta: {
			data: call,
			meta: { request_id: expect.any(String) },
			links: { self: `${sandbox.url}/calls/${id}` },
		},
		named: { call },
		success: {
			success: true,
			status: 'success',
			error: null,
			data: call,
			timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
		},
		jsonApi: { data: { type: 'calls', id, attributes } },
		parts: { call: others, transcript, analysis },
		arrayOfOne: [call],
	};
	for (const [objectEnvelope, body] of Object.entries(expected)) {
		await behave({ objectEnvelope });
		expect(await get()).toEqual(body);
	}
	await behave({ objectEnvelope: 'parts' });
	expect(await get('/agents/agent_0001')).toEqual({
		agent: expect.objectContaining({ agent_id: 'agent_0001' }),
	});
	expect(await get('/billing/balance')).toEqual({ billing: { credits: 100_000 } });
	expect((await list({ limit: 1 })).data.items).toHaveLength(1);
	await behave({ dataExport: 'file' });
	expect(await get('/users/me/data-export')).toHaveProperty('exported_at');
	const login = { email: 'owner@example.com', password: 'sandbox-password' };
	expect((await client.post('/auth/login', login)).data.access_token).toEqual(expect.any(String));
});

test('a page without rows, and a list without rows', async () => {
	const expected: Record<string, [status: number, body: unknown, pastTheEnd: number]> = {
		envelope: [200, { items: [], total: 0, limit: 50, offset: 0 }, 200],
		null: [200, null, 200],
		noContent: [204, '', 204],
		emptyObject: [200, {}, 200],
		rowsNull: [200, { items: null, total: 0, limit: 50, offset: 0 }, 200],
		notFound: [404, { detail: 'Not Found' }, 200],
	};
	for (const [emptyList, [status, body, pastTheEnd]] of Object.entries(expected)) {
		await behave({ emptyList });
		const answer = await list({}, '/campaigns/');
		expect([emptyList, answer.status, answer.data]).toEqual([emptyList, status, body]);
		expect([emptyList, (await list({ offset: 9 })).status]).toEqual([emptyList, pastTheEnd]);
		expect((await list()).data.items).toHaveLength(9);
	}
});

test('totals: none, of the page, or whatever the filters', async () => {
	const filter = { agent_id: 'agent_0001', limit: 2 };
	const total = async () => (await list(filter)).data.total;
	expect(await total()).toBe(3);
	for (const [value, expected] of Object.entries({ none: undefined, ofPage: 2, ofTable: 9 })) {
		await behave({ total: value });
		expect(await total()).toBe(expected);
	}
	await behave({ total: 'none', envelope: 'results' });
	expect((await list(filter)).data).not.toHaveProperty('count');
});

test('offsets: numbers of pages from zero or from one', async () => {
	const all = ids((await list()).data.items);
	const page = async (offset: number) => ids((await list({ limit: 4, offset })).data.items);
	await behave({ offsetMeans: 'pagesFromZero' });
	expect([await page(0), await page(1), await page(4)]).toEqual([
		all.slice(0, 4),
		all.slice(4, 8),
		[],
	]);
	await behave({ offsetMeans: 'pagesFromOne' });
	expect([await page(0), await page(1), await page(2)]).toEqual([
		all.slice(0, 4),
		all.slice(0, 4),
		all.slice(4, 8),
	]);
});

test.each([400, 404, 416, 422])('an offset past the end: %i', async (pastEnd) => {
	await behave({ pastEnd });
	expect((await list({ offset: 9 })).status).toBe(pastEnd);
	expect((await list({ limit: 1, offset: 9 }, '/voices/')).status).toBe(pastEnd);
	expect((await list({ offset: 8 })).data.items).toHaveLength(1);
	expect((await list({}, '/campaigns/')).data.total).toBe(0);
});

test('links and cursors lead through the whole list, whatever the offset means', async () => {
	const all = ids((await list()).data.items);
	const follow = async (nextOf: (answer: { data: Row; headers: Row }) => string | undefined) => {
		const rows: unknown[] = [];
		let address: string | undefined = `${sandbox.url}/calls?limit=4&direction=outbound`;
		while (address) {
			const answer: { data: Row & { items: Row[] }; headers: Row } = await client.get(address);
			rows.push(...ids(answer.data.items));
			address = nextOf(answer as never);
		}
		return rows;
	};
	await behave({ ignoreOffset: true, nextLinks: 'absolute' });
	expect(await follow(({ data }) => data.next as string)).toEqual(all);
	await behave({ nextLinks: 'relative' });
	const { origin } = new URL(sandbox.url);
	expect(
		await follow(({ data }) => (data.next ? `${origin}${data.next as string}` : undefined)),
	).toEqual(all);
	await behave({ nextLinks: 'header' });
	expect(
		await follow(({ headers }) => /<(.*)>; rel="next"/.exec(String(headers.link))?.[1]),
	).toEqual(all);
	await behave({ nextLinks: 'cursor' });
	expect(
		await follow(({ data }) =>
			data.next_cursor
				? `${sandbox.url}/calls?limit=4&offset=3&cursor=${data.next_cursor as string}`
				: undefined,
		),
	).toEqual(all);
	expect((await list({ cursor: 'x' })).status).toBe(422);
	await behave({ nextLinks: 'foreign' });
	expect((await list({ limit: 4 })).data.next).toMatch(/^https:\/\/platform\.example\.com\/api/);
});

test('the other filters: ignored', async () => {
	const [{ call_id: id }] = (await list()).data.items;
	const total = async (params: object, path?: string) => (await list(params, path)).data.total;
	expect(await total({ call_id: id })).toBe(1);
	await behave({ filters: 'ignored' });
	expect(await total({ call_id: id })).toBe(9);
	expect(await total({ status: 'failed' })).toBe(9);
	expect(await total({ from: '2099-01-01T00:00:00' })).toBe(0);
	expect(await total({ agent_id: 'agent_0001' }, '/phone-numbers')).toBe(3);
});
