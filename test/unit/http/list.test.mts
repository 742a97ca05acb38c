import type { ListRequest } from '../../../nodes/shared/http';
import { Identity, RequestFailure, pagesFetcher, readRows } from '../../../nodes/shared/http';
import { clientWith } from './fakeClient.mts';
import { BASE_URL, fakeCaller, json } from './fakeCaller.mts';
import { Client } from '../../../nodes/shared/http';

const request: ListRequest = { method: 'GET', path: '/calls', subject: 'Get calls', hasIds: false };
const calls = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => ({
		call_id: `c${from + index}`,
		status: 'completed',
	}));

const pageOf = async (answers: unknown[], more: Partial<ListRequest> = {}, offset = 0) =>
	await pagesFetcher(
		clientWith(answers).client,
		{ ...request, ...more },
		{ entity: 'call' },
	)(100, offset);

describe('404 on a list', () => {
	const missing = json(404, { detail: 'Not Found' });
	const page = (body: string) => ({ statusCode: 404, headers: {}, body });

	test('is an empty list', async () => {
		expect(await pageOf([missing])).toEqual({ rows: [] });
	});

	test.each<[string, unknown, Partial<ListRequest>, number]>([
		['of one agent: the agent may not exist', missing, { hasIds: true }, 0],
		['behind the end', missing, {}, 100],
		['with a web page: the address is wrong', page('<title>Not Found</title>'), {}, 0],
		['with a text: it may be that of another server', page('404 page not found'), {}, 0],
		['that is a 403', json(403, { detail: 'No' }), {}, 0],
	])('is an error %s', async (_what, answer, more, offset) => {
		await expect(pageOf([answer], more, offset)).rejects.toBeInstanceOf(RequestFailure);
	});
});

test('a list that is refused with status 200 is an error with the text of the platform', async () => {
	const refused = json(200, { success: false, message: 'Plan too small', data: [] });
	await expect(pageOf([refused])).rejects.toThrow(/Plan too small/);
});

test.each([
	[{ success: false, data: calls(2) }],
	[{ data: { calls: [3] }, errors: ['shard 2 is down'], partial: true }],
	[{ data: calls(2), errors: [{ message: 'shard 2 is down' }] }],
])('rows beside an error are not all that there are: %j', async (answer) => {
	await expect(pageOf([json(200, answer)])).rejects.toThrow(/refused the request/);
});

test('no rows with a total are a page without rows: a list that begins so is an error at its end', async () => {
	const none = json(200, { items: null, total: 72 });
	expect(await pageOf([none])).toMatchObject({ rows: [], total: 72 });
});

test.each([
	['items 0-1/237', {}, 237],
	['items 0-1/*', {}, undefined],
	['items 0-1/237', { total: 9 }, 9],
])('Content-Range %s beside %j: the list has %j rows', async (header, beside, total) => {
	const page = await pageOf([
		json(200, { items: calls(2), ...beside }, { 'content-range': header }),
	]);
	expect(page.total).toBe(total);
});

describe('a Link header', () => {
	const linkIn = async (link: string, body: unknown = calls(2)) =>
		await pageOf([json(200, body, { link })]);

	test.each([
		`<${BASE_URL}/calls?page=2>; rel="next"`,
		`<${BASE_URL}/calls?page=1>; rel="prev", <${BASE_URL}/calls?page=2>; rel="next"`,
		`<${BASE_URL}/calls?page=2> ; title="x"; rel=next`,
		`</api/v1/calls?page=2>;REL="NEXT"`,
	])('%s names the next page', async (link) => {
		expect(await linkIn(link)).toMatchObject({ next: { page: '2' } });
	});

	test.each([
		'',
		`<${BASE_URL}/calls?page=2>; rel="prev"`,
		`<${BASE_URL}/calls?page=2>; rel="nextish"`,
		`<${BASE_URL}/calls?page=2>, rel="next"`,
		`<https://other.example.com/api/v1/calls?page=2>; rel="next"`,
	])('%s does not', async (link) => {
		expect((await linkIn(link)).next).toBeUndefined();
	});

	test('is read only if the answer names no page itself', async () => {
		const body = { items: calls(2), next: '?page=3' };
		expect(await linkIn(`<${BASE_URL}/calls?page=2>; rel="next"`, body)).toMatchObject({
			next: { page: '3' },
		});
	});
});

test('what the user adds to the query overrides limit and offset', async () => {
	const { client, sent } = clientWith([json(200, [])]);
	await pagesFetcher(client, { ...request, query: { limit: 7, tag: 'x' } })(100, 30);
	expect(sent[0]?.options.qs).toEqual({ limit: 7, offset: 30, tag: 'x' });
});

describe('a link to the next page', () => {
	/** A platform whose first page has this link; what it leads to is the second. */
	const read = async (link: unknown) => {
		const { caller, sent } = fakeCaller((_number, { qs = {} }) => {
			const isSecond = qs.cursor === 'two';
			if (isSecond) return json(200, { items: calls(3, 5), next: null });
			return json(200, { items: Number(qs.offset) > 4 ? [] : calls(5), next: link });
		});
		const client = new Client(caller, BASE_URL);
		const pages = pagesFetcher(client, { ...request, query: { tag: 'x' } }, { entity: 'call' });
		const rows = await readRows(pages, { identity: new Identity('call') }).catch(
			(error: unknown) => error,
		);
		const urls = new Set(sent.map(({ options }) => options.url));
		return { rows, urls, queries: sent.map(({ options }) => options.qs) };
	};

	test.each([`${BASE_URL}/calls?cursor=two`, '/api/v1/calls/?cursor=two', '?cursor=two'])(
		'%s is followed, with the filters',
		async (link) => {
			const { rows, urls, queries } = await read(link);
			expect(rows).toEqual(calls(8));
			expect([...urls]).toEqual([`${BASE_URL}/calls`]);
			expect(queries[1]).toEqual({ tag: 'x', limit: 100, cursor: 'two' });
		},
	);

	test.each([
		'https://other.example.com/api/v1/calls?cursor=two',
		'/api/v1/users?cursor=two',
		'//other.example.com/api/v1/calls?cursor=two',
		'http://voice.example.com/api/v1/calls?cursor=two',
		'http://[',
	])('%s is not', async (link) => {
		const { urls, queries } = await read(link);
		expect([...urls]).toEqual([`${BASE_URL}/calls`]);
		expect(queries.some((query) => query?.cursor === 'two')).toBe(false);
	});
});

test.each([1, 2])('%d rows of which each has an error of its own are no error', async (count) => {
	const rows = calls(count).map((row) => ({ ...row, error: 'busy', success: false }));
	expect((await pageOf([json(200, { data: rows })])).rows).toEqual(rows);
	expect((await pageOf([json(200, rows)])).rows).toEqual(rows);
});
