import type { HttpRequest } from '../../../../nodes/shared/http';
import { Client, pagesFetcher, readRows } from '../../../../nodes/shared/http';
import { clientWith } from '../../../support/fakeClient.mts';
import { BASE_URL, fakeCaller, json } from '../../../support/fakeCaller.mts';

const request: HttpRequest = { method: 'GET', path: '/calls', subject: 'Get calls' };
const calls = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => ({
		call_id: `c${from + index}`,
		status: 'completed',
	}));

const pageOf = async (answer: unknown) =>
	await pagesFetcher(clientWith([answer]).client, request, { entity: 'call' })(100, 0);

test('404 is an error: nobody knows whether the list has no rows, or is not there', async () => {
	await expect(pageOf(json(404, { detail: 'Not Found' }))).rejects.toMatchObject({
		details: { status: 404 },
	});
});

test('a list that is refused with status 200 is an error with the text of the platform', async () => {
	const refused = json(200, { success: false, message: 'Plan too small', data: [] });
	await expect(pageOf(refused)).rejects.toThrow(/Plan too small/);
});

test.each([
	[{ success: false, data: calls(2) }],
	[{ data: { calls: [3] }, errors: ['shard 2 is down'], partial: true }],
	[{ data: calls(2), errors: [{ message: 'shard 2 is down' }] }],
])('rows beside an error are not all that there are: %j', async (answer) => {
	await expect(pageOf(json(200, answer))).rejects.toThrow(/refused the request/);
});

test('what the user adds to the query overrides limit and offset', async () => {
	const { client, sent } = clientWith([json(200, [])]);
	await pagesFetcher(client, { ...request, query: { limit: 7, tag: 'x' } })(100, 30);
	expect(sent[0]?.options.qs).toEqual({ limit: 7, offset: 30, tag: 'x' });
});

test('of one row that is asked for, it overrides nothing: it shows whether the limit is ignored', async () => {
	const rows = calls(1_000);
	const { caller, sent } = fakeCaller((_number, { qs = {} }) =>
		json(200, { items: rows.slice(0, Number(qs.limit)) }),
	);
	const client = new Client(caller, BASE_URL);
	const read = readRows(
		pagesFetcher(client, { ...request, query: { limit: 500 } }, { entity: 'call' }),
	);
	await expect(read).rejects.toThrow('same page again');
	expect(sent.map(({ options }) => options.qs?.limit)).toEqual([500, 500, 500, 1]);
});

test.each([1, 2])('%d rows of which each has an error of its own are no error', async (count) => {
	const rows = calls(count).map((row) => ({ ...row, error: 'busy', success: false }));
	expect((await pageOf(json(200, { data: rows }))).rows).toEqual(rows);
	expect((await pageOf(json(200, rows))).rows).toEqual(rows);
});
