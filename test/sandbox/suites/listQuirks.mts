import { type JsonObject, without } from '../../../sandbox/common/json.mts';
import { specified } from '../../support/contract.mts';
import { type Owner, type Row } from '../owner.mts';

/*
 * Quirks of lists: what is around rows and things, how a list goes on, in which order, by which filters; pages and rows that are wrong.
 */

export function listQuirksSuite(owner: Owner): void {
	const { sandbox, behave } = owner;
	let inserted: string[];
	beforeEach(async () => {
		const { data } = await sandbox.api.post('/calls', { count: 9, spacingSeconds: 600 });
		inserted = data.call_ids;
	});

	const list = async (params: object = {}, path = '/calls') => await owner.get(path, params);
	const statusOf = async (params: object, path = '/calls') =>
		(await owner.client.get(path, { params })).status;
	const ids = (rows: Row[]) => rows.map((row) => row.call_id);
	const idsOf = async (params: object = {}) => ids((await list(params)).items);
	const newestFirst = () => inserted.toReversed();

	test('every envelope of a list', async () => {
		const { items: rows } = await list({ limit: 2 });
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
			wrappedRows: { items: rows.map((call: Row) => ({ call })), total: 9, limit: 2, offset: 0 },
		};
		for (const [envelope, body] of Object.entries(expected)) {
			await behave({ envelope });
			expect(await list({ limit: 2 })).toEqual(body);
		}
		await behave({ envelope: 'ownName' });
		for (const [path, name] of [
			['/agents/meta/industries', 'industries'],
			['/analytics/calls/list', 'calls'],
			['/knowledge-base/documents', 'documents'],
		])
			expect(Object.keys(await list({}, path))).toEqual([name, 'count']);
	});

	test('every envelope of a thing', async () => {
		const [id] = inserted;
		const get = async (path = `/calls/${id!}`) => await owner.get(path);
		const call = await get();
		const { transcript, analysis, ...others } = call;
		const self = `${sandbox.url}/calls/${id!}`;
		const expected = {
			bare: call,
			data: { data: call },
			dataMeta: { data: call, meta: { request_id: expect.any(String) }, links: { self } },
			named: { call },
			success: {
				success: true,
				status: 'success',
				error: null,
				data: call,
				timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
			},
			jsonApi: { data: { type: 'calls', id, attributes: without(call, 'call_id') } },
			parts: { call: others, transcript, analysis },
			arrayOfOne: [call],
		};
		for (const [objectEnvelope, body] of Object.entries(expected)) {
			await behave({ objectEnvelope });
			expect(await get()).toEqual(body);
		}
		await behave({ objectEnvelope: 'parts' });
		expect(await get('/billing/balance')).toEqual({ billing: { credits: 100_000 } });
		expect((await list({ limit: 1 })).items).toHaveLength(1);
		await behave({ dataExport: 'file' });
		expect(await get('/users/me/data-export')).toHaveProperty('exported_at');
	});

	test('a page without rows, and a list without rows', async () => {
		const page = { items: [], total: 0, limit: 50, offset: 0 };
		const expected: Record<string, [status: number, body: unknown, pastTheEnd: number]> = {
			envelope: [200, page, 200],
			null: [200, null, 200],
			noContent: [204, '', 204],
			emptyObject: [200, {}, 200],
			rowsNull: [200, { ...page, items: null }, 200],
			notFound: [404, { detail: 'Not Found' }, 200],
		};
		for (const [emptyList, [status, body, pastTheEnd]] of Object.entries(expected)) {
			await behave({ emptyList });
			const answer = await owner.client.get('/campaigns/');
			expect([emptyList, answer.status, answer.data]).toEqual([emptyList, status, body]);
			expect([emptyList, await statusOf({ offset: 9 })]).toEqual([emptyList, pastTheEnd]);
			expect((await list()).items).toHaveLength(9);
		}
	});

	describe('how a list goes on', () => {
		test('totals: none, of the page, or whatever the filters', async () => {
			const filter = { agent_id: 'agent_0001', limit: 2 };
			for (const [total, expected] of Object.entries({
				exact: 3,
				none: undefined,
				ofPage: 2,
				ofTable: 9,
			})) {
				if (total !== 'exact') await behave({ total });
				expect((await list(filter)).total).toBe(expected);
			}
			await behave({ total: 'none', envelope: 'results' });
			expect(await list(filter)).not.toHaveProperty('count');
		});

		test('offsets: numbers of pages from zero or from one', async () => {
			const all = newestFirst();
			for (const [offsetMeans, starts] of [
				['pagesFromZero', [0, 4, 16]],
				['pagesFromOne', [0, 0, 4]],
			] as const) {
				await behave({ offsetMeans });
				for (const [index, offset] of [0, 1, offsetMeans === 'pagesFromOne' ? 2 : 4].entries())
					expect(await idsOf({ limit: 4, offset })).toEqual(
						all.slice(starts[index]!, starts[index]! + 4),
					);
			}
		});

		test('an offset past the end: refused, or the last page again', async () => {
			for (const pastEnd of [400, 404, 416, 422]) {
				await behave({ pastEnd });
				expect(await statusOf({ offset: 9 })).toBe(pastEnd);
				expect(await statusOf({ limit: 1, offset: 9 }, '/voices/')).toBe(pastEnd);
				expect(await statusOf({ offset: 8 })).toBe(200);
				expect(await statusOf({}, '/campaigns/')).toBe(200);
			}
			await behave({ pastEnd: 'lastPage' });
			for (const offset of [8, 9, 12, 100_000])
				expect(await idsOf({ limit: 4, offset })).toEqual(newestFirst().slice(8));
			expect((await list({ limit: 5, offset: 5 }, '/bookings')).items).toEqual([]);
		});

		test.each<[string, (answer: { data: JsonObject; headers: Row }) => string | undefined | null]>([
			['absolute', ({ data }) => data.next],
			['relative', ({ data }) => data.next && `${new URL(sandbox.url).origin}${data.next}`],
			['header', ({ headers }) => /<(.*)>; rel="next"/.exec(String(headers.link))?.[1]],
			[
				'cursor',
				({ data: { next_cursor: cursor } }) =>
					cursor && `${sandbox.url}/calls?limit=4&offset=3&cursor=${cursor}`,
			],
		])('next: %s, whatever the offset means', async (nextLinks, nextOf) => {
			await behave({ ignoreOffset: true, nextLinks });
			const rows: unknown[] = [];
			let address: string | undefined | null = `${sandbox.url}/calls?limit=4&direction=outbound`;
			while (address) {
				const answer: { data: JsonObject; headers: object } = await owner.client.get(address);
				rows.push(...ids(answer.data.items));
				address = nextOf(answer as never);
			}
			expect(rows).toEqual(newestFirst());
			expect(await statusOf({ cursor: 'x' })).toBe(422);
		});

		test('next: foreign', async () => {
			await behave({ nextLinks: 'foreign' });
			expect((await list({ limit: 4 })).next).toMatch(/^https:\/\/platform\.example\.com\/api/);
		});
	});

	describe('the order', () => {
		test('shuffled, but still readable page by page', async () => {
			await behave({ order: 'random' });
			const pages = [...(await idsOf({ limit: 5 })), ...(await idsOf({ limit: 5, offset: 5 }))];
			expect(pages).not.toEqual(newestFirst());
			expect(pages.toSorted()).toEqual(inserted.toSorted());
		});

		test('by arrival, where a late row stands on top however old it is', async () => {
			const { data: late } = await sandbox.api.post('/calls', { count: 2, created_at: 0 });
			const arrived = late.call_ids.toReversed();
			expect(await idsOf()).toEqual([...newestFirst(), ...arrived]);
			await behave({ order: 'arrival' });
			expect(await idsOf()).toEqual([...arrived, ...newestFirst()]);
		});

		test('by the last change: a call that ends comes first, however old it is', async () => {
			const open = { count: 1, status: 'in_progress', created_at: 0 };
			const [id] = (await sandbox.api.post('/calls', open)).data.call_ids;
			await behave({ order: 'updated' });
			expect(await idsOf()).toEqual([...newestFirst(), id]);
			await owner.advance(600);
			await sandbox.api.put(`/calls/${id}`, { status: 'completed', duration_seconds: 60 });
			expect(await idsOf()).toEqual([id, ...newestFirst()]);
		});

		test('grouped by agent, in each group the newest first', async () => {
			const calls: Row[] = (await list()).items;
			await behave({ order: 'byAgent' });
			const groups = ['agent_0001', 'agent_0002', 'agent_0003'].map((agent) =>
				ids(calls.filter(({ agent_id }) => agent_id === agent)),
			);
			expect(await idsOf()).toEqual(groups.flat());
		});

		test('by another date: calls by their end, bookings by the appointment', async () => {
			await sandbox.api.put(`/calls/${inserted[3]!}`, { ended_at: '2099-01-01T00:00:00Z' });
			await behave({ order: 'otherDate' });
			expect((await idsOf())[0]).toBe(inserted[3]);
			await sandbox.api.post('/seed/bookings', { count: 12, spacingSeconds: 60 });
			const starts = (await owner.rows('/bookings')).map((row) => String(row.starts_at));
			expect(starts).toEqual(starts.toSorted().toReversed());
		});
	});

	describe('filters', () => {
		test('of dates: ignored as any unknown parameter is, refused, or about another date', async () => {
			const { items } = await list();
			const [to, from] = [items[2].created_at, items[5].created_at];
			expect(await idsOf({ from, to })).toEqual(newestFirst().slice(2, 6));

			await behave({ dateFilter: 'ignored' });
			expect((await list({ from, to })).items).toEqual(items);
			expect((await list({ from: 'yesterday' })).total).toBe(9);
			expect((await list({ agent_id: 'agent_0001' })).total).toBe(3);

			await behave({ dateFilter: 'refused' });
			for (const name of ['from', 'to'])
				expect((await list({ [name]: from })).detail).toEqual([
					{ loc: ['query', name], msg: 'is not supported' },
				]);
			// A list without these parameters has nothing to refuse.
			expect(await statusOf({ from, to }, '/bookings')).toBe(200);

			await sandbox.api.put(`/calls/${inserted[0]!}`, { ended_at: '2099-01-01T00:00:00Z' });
			await sandbox.api.post('/seed/bookings', { count: 3 });
			await behave({ dateFilter: 'otherDate' });
			expect(await idsOf({ from: '2098-01-01T00:00:00Z' })).toEqual([inserted[0]]);
			expect((await list({ from: '2099-01-01' }, '/bookings')).items).toEqual([]);
		});

		test('of everything else: ignored', async () => {
			const total = async (params: object, path?: string) => (await list(params, path)).total;
			expect(await total({ call_id: inserted[0] })).toBe(1);
			await behave({ filters: 'ignored' });
			expect(await total({ call_id: inserted[0] })).toBe(9);
			expect(await total({ status: 'failed' })).toBe(9);
			expect(await total({ from: '2099-01-01T00:00:00' })).toBe(0);
			expect(await total({ agent_id: 'agent_0001' }, '/phone-numbers')).toBe(3);
		});
	});

	test('a page is wrong once: without rows, ending in the middle, or from a copy that lags behind', async () => {
		for (const [fault, params, shown] of [
			[{ kind: 'emptyPage' }, {}, []],
			[{ kind: 'shortPage' }, { limit: 4, offset: 4 }, newestFirst().slice(4, 6)],
			[{ kind: 'lag', rows: 2 }, {}, newestFirst().slice(2)],
		] as const) {
			await behave({ faults: [{ path: '^/calls', times: 2, ...fault }] });
			expect((await owner.get(`/calls/${inserted[0]!}`)).call_id).toBe(inserted[0]);
			const { items, total } = await list(params);
			const offset = 'offset' in params ? params.offset : 0;
			expect([ids(items), total]).toEqual([shown, offset + shown.length]);
			expect(await idsOf()).toEqual(newestFirst());
		}
	});

	describe('rows that are shown otherwise than they are', () => {
		const mask = (of: unknown[], how: object) => sandbox.api.put('/masks', { ids: of, ...how });

		test('with other values and without some fields, until the mask is taken away', async () => {
			const path = `/calls/${inserted[0]!}`;
			const usual = await owner.get(path);
			const fields = { created_at: null, queued_at: 'x' };
			await mask(inserted.slice(0, 2), { fields, without: ['credits'] });
			expect(await owner.get(path)).toEqual({ ...without(usual, 'credits'), ...fields });
			const shown = (await owner.rows('/calls')).filter((row) => row.queued_at === 'x');
			expect(ids(shown)).toEqual([inserted[1], inserted[0]]);
			await mask([inserted[0]], {});
			expect(await owner.get(path)).toEqual(usual);
			await owner.restart();
			await sandbox.api.post('/calls', { count: 2 });
			expect((await owner.get(`/calls/${inserted[1]!}`)).queued_at).toBeUndefined();
		});

		test('in the list or in the single call only, and before the other quirks', async () => {
			const id = inserted[8]!;
			const both = async () => [
				(await list()).items[0].status,
				(await owner.get(`/calls/${id}`)).status,
			];
			await mask([id], { without: ['status'], in: 'detail' });
			expect(await both()).toEqual(['completed', undefined]);
			await mask([id], { fields: { status: 'gone' }, in: 'list' });
			expect(await both()).toEqual(['gone', 'completed']);
			await mask([id], { fields: { created_at: '2026-01-01T12:00:00.000Z' } });
			await behave({ names: 'camel', timestamps: 'milliseconds' });
			expect((await list()).items[0].createdAt).toBe(Date.parse('2026-01-01T12:00:00Z'));
		});
	});

	test('every list is paged, and follows every quirk', async () => {
		for (const collection of [
			'agent-documents agent-versions agents bookings callbacks campaigns custom-functions documents',
			'invoices login-history phone-numbers transactions transfer-events users',
		].flatMap((names) => names.split(' ')))
			await sandbox.api.post(`/seed/${collection}`, { count: 7 });
		const [{ id }] = (await owner.rows('/campaigns/')) as [{ id: string }];
		await sandbox.api.post(`/campaigns/${id}/contacts`, { count: 7 });
		const user = (await owner.rows('/users/')).find(({ email }) => email === 'owner@example.com')!;
		const named: Record<string, string> = { agent_id: 'agent_0001', id, user_id: user.user_id };
		const usual = await owner.control('/behaviour');
		for (const { operationId, path, definition } of specified.filter(
			(one) => one.definition['x-list'],
		)) {
			const url = path.replace(/\{(\w+)\}/g, (_, name: string) => named[name]!);
			const read = async (quirks: object = {}, params: object = {}) => {
				await behave({ ...usual, ...quirks });
				return await owner.get(url, { limit: 1000, ...params });
			};
			const { items, total, ...page } = await read();
			expect([operationId, total, page]).toEqual([
				operationId,
				items.length,
				{ limit: 1000, offset: 0 },
			]);
			expect(total).toBeGreaterThan(operationId === 'listOrganizations' ? 0 : 4);
			const pages = [];
			for (let offset = 0; offset < total; offset += 3)
				pages.push(...(await read({}, { limit: 3, offset })).items);
			expect(pages).toEqual(items);
			const rows = async (quirks: object, params?: object) => (await read(quirks, params)).items;
			expect(await read({ envelope: 'array' })).toEqual(items);
			expect(await rows({ order: 'oldest' })).toEqual(items.toReversed());
			expect(await rows({ pageCap: 2 })).toEqual(items.slice(0, 2));
			expect(await rows({ ignoreOffset: true }, { offset: 3 })).toEqual(items);
			expect(await rows({ ignorePaging: true }, { limit: 1, offset: 3 })).toEqual(items);
			expect((await read({ refuseLimitAbove: 10 }, { limit: 11 })).detail[0].loc).toEqual([
				'query',
				'limit',
			]);
			const idName: string | undefined = definition['x-id'];
			if (idName)
				expect((await rows({ idName: 'id' })).map((row: Row) => row.id)).toEqual(
					items.map((row: Row) => row[idName]),
				);
			if (definition['x-list'] !== 'catalogue')
				expect((await read({ insertWhilePaging: 2 })).total).toBe(total + 2);
		}
	}, 60_000);
}
