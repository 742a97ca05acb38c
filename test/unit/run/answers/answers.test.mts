import { Readable } from 'node:stream';
import type { IBinaryData, IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { Operation } from '../../../../nodes/shared/operation';
import { CAMPAIGN, REQUESTED_CALL, mainRowOf, rowOf } from '../../../../nodes/shared/platform';
import { json, operationOf, rows, run } from '../../../support/fakeContext.mts';
import type { Some } from '../../../support/fakeContext.mts';

const field = (name: string): INodeProperties => ({
	displayName: name,
	name,
	type: 'string',
	default: '',
});
const accept = () => json(200, {});
const file = (text: string, type?: string) => ({
	statusCode: 200,
	headers: type === undefined ? {} : { 'content-type': type },
	body: Readable.from([Buffer.from(text)]),
});
const itemsOf = async (
	operation: Operation,
	answer: unknown,
	parameters: IDataObject = {},
): Promise<INodeExecutionData[]> => {
	const { items, error } = await run(operation, { parameters }, () => answer);
	if (error) throw error;
	return items.map(({ json: row, binary }) => (binary ? { json: row, binary } : { json: row }));
};
/** The first request of an operation. */
const sentBy = async (operation: Operation, parameters: IDataObject) =>
	(await run(operation, { parameters }, accept)).sent[0]?.options;

describe('a request', () => {
	test('has the path, the query and the body of the operation', async () => {
		const operation = operationOf({
			endpoint: ['GET /things/{id}', 'PUT /things/{id}/more'],
			ids: { id: field('thingId') },
			request: () => ({ endpoint: 'PUT /things/{id}/more', query: { a: 1 }, body: { b: 2 } }),
		});
		const sent = await sentBy(operation, { thingId: 'ü' });
		expect(sent).toMatchObject({ method: 'PUT', qs: { a: 1 }, body: { b: 2 } });
		expect(sent?.url).toMatch(/\/things\/%C3%BC\/more$/);
	});

	test('reads every chosen thing so, whatever reads it', async () => {
		const operation = operationOf({
			request: (params) => ({ query: { n: params.json('n') as number } }),
		});
		const parameters = { n: { __rl: true, mode: 'id', value: '7' } };
		expect((await sentBy(operation, parameters))?.qs).toEqual({ n: 7 });
	});

	test('takes what the user adds, which wins over the fields, where the operation is open', async () => {
		const request = () => ({ query: { a: 1, b: 1 }, body: { c: 1, d: 1 } });
		const parameters = {
			options: {
				additionalQuery: { pairs: [{ name: 'b', value: '2' }] },
				additionalFieldsJson: '{"d":2}',
			},
		};
		const withMore = async (more: Some) => {
			const sent = await sentBy(operationOf({ request, ...more }), parameters);
			return [sent?.qs, sent?.body];
		};
		const [query, body] = [
			{ a: 1, b: 1 },
			{ c: 1, d: 1 },
		];
		expect(await withMore({ openQuery: true })).toEqual([{ a: 1, b: '2' }, body]);
		expect(await withMore({ openBody: true })).toEqual([query, { c: 1, d: 2 }]);
		expect(await withMore({})).toEqual([query, body]);
	});

	test('has dates in the zone of the workflow, and names a parameter as the screen does', async () => {
		const from: INodeProperties = { ...field('from'), displayName: 'Beginning' };
		const operation = operationOf({
			fields: [from],
			request: (params) => ({ query: { from: params.timestamp('from') } }),
		});
		const good = await sentBy(operation, { from: '2026-07-31T09:00' });
		expect(good?.qs).toEqual({ from: '2026-07-31T07:00:00.000Z' });
		const bad = await run(operation, { parameters: { from: 'soon' } }, accept);
		expect(bad.error?.message).toMatch(/Beginning/);
	});

	test('with a file is a form', async () => {
		const upload = { binaryField: 'data', partName: 'file', fileTypes: ['csv'] };
		const operation = operationOf({ request: () => ({ upload, body: { name: 'x' } }) });
		const data: IBinaryData = { data: '', mimeType: 'text/csv', fileName: 'list.csv' };
		const item = { json: {}, binary: { data } };
		const good = await run(operation, { items: [item, item] }, accept);
		const forms = good.bodies as FormData[];
		expect(forms.map((form) => form.get('name'))).toEqual(['x', 'x']);
		const texts = forms.map(async (form) => await (form.get('file') as File).text());
		expect(await Promise.all(texts)).toEqual(['data of 0', 'data of 1']);
		const second = await run(operation, { items: [item, { json: {} }] }, accept);
		expect(second.error?.message).toMatch(/Row 2.*no file/);
		const bad = await run(operation, { items: rows({}) }, accept);
		expect(bad.error?.message).toMatch(/no file/);
		expect([...second.sent, ...bad.sent]).toEqual([]);
	});
});

describe('the answer', () => {
	test('is flat where the operation has columns, unless the user wants it raw', async () => {
		const row = { id: 'c1', status: 'finished' };
		const operation = operationOf({ columns: CAMPAIGN });
		const shown = async (from: Operation, output?: string) =>
			(await itemsOf(from, json(200, row), output === undefined ? {} : { output }))[0]?.json;
		expect(await shown(operation)).toEqual(mainRowOf(CAMPAIGN, row));
		expect(await shown(operation, '')).toEqual(mainRowOf(CAMPAIGN, row));
		expect(await shown(operation, 'simplified')).toEqual(mainRowOf(CAMPAIGN, row));
		expect(await shown(operation, 'allColumns')).toEqual(rowOf(CAMPAIGN, row));
		expect(await shown(operation, 'raw')).toEqual(row);
		const selected = { output: 'selectedFields', fields: ['status', 'campaign_id'] };
		expect(await itemsOf(operation, json(200, row), selected)).toEqual([
			{ json: { campaign_id: 'c1', status: 'finished' } },
		]);
		expect(await shown(operationOf(), 'allColumns')).toEqual(row);
	});

	test.each([
		[[], /'Fields'|fields/i],
		[['status', 'colour'], /no field 'colour'/],
	])('with the Selected Fields %j is refused before anything is sent', async (fields, message) => {
		const operation = operationOf({ endpoint: 'POST /calls', columns: CAMPAIGN });
		const parameters = { output: 'selectedFields', fields };
		const { error, sent } = await run(operation, { parameters }, accept);
		expect(error?.message).toMatch(message);
		expect(sent).toEqual([]);
	});

	test('has what the request says where the answer does not say it, unless the user wants it raw', async () => {
		const operation = operationOf({
			columns: REQUESTED_CALL,
			echoes: ['contact_name', 'contact_number', 'to_number'],
			request: () => ({ body: { to_number: '+12125550123', first_name: 'Ada', status: 'over' } }),
		});
		const shown = async (answer: IDataObject, output: string) =>
			(await itemsOf(operation, json(200, answer), { output }))[0]?.json;
		expect(await shown({ call_id: 'c1' }, 'simplified')).toEqual({
			contact_name: 'Ada',
			contact_number: '+12125550123',
			// What was asked for is not what is.
			status: null,
			agent_id: null,
			session_id: null,
			call_id: 'c1',
		});
		const said = { call_id: 'c1', to_number: '+12125550199', status: 'queued' };
		const { to_number: contact_number, ...others } = said;
		expect(await shown(said, 'simplified')).toMatchObject({ ...others, contact_number });
		const empty = { call_id: 'c1', to_number: null };
		expect(await shown(empty, 'raw')).toEqual(empty);
	});

	test('of figures is rows of a table, rounded, unless the user wants it raw', async () => {
		const hours = [
			{ hour: 9, seconds: 61.6666667 },
			{ hour: 10, seconds: 5 },
		];
		const figures = { connect_rate: 0.8333333, hours };
		const shown = async (from: Operation, output: string) =>
			(await itemsOf(from, json(200, figures), { output })).map((item) => item.json);
		const operation = operationOf({ figures: true });
		expect(await shown(operation, 'simplified')).toEqual([
			{ hour: 9, seconds: 61.667, connect_rate: 0.833 },
			{ hour: 10, seconds: 5, connect_rate: 0.833 },
		]);
		expect(await shown(operation, 'allColumns')).toEqual(await shown(operation, 'simplified'));
		expect(await shown(operation, 'raw')).toEqual([figures]);
		expect(await shown(operationOf(), 'simplified')).toEqual([figures]);
		const { error } = await run(operation, { parameters: { output: 'both' } }, accept);
		expect(error?.message).toBe('\'Output\' "both" is not known');
	});

	test.each([[''], [{}], [{ message: 'Deleted' }], [{ id: 'a1', status: 'deleted' }]])(
		'to a deletion of %j is that it was deleted',
		async (body) => {
			const operation = operationOf({ endpoint: 'DELETE /things', answer: 'deleted' });
			expect(await itemsOf(operation, json(200, body))).toEqual([{ json: { deleted: true } }]);
		},
	);

	test.each<['deleted' | 'cancelled' | undefined, IDataObject]>([
		['deleted', { deleted: true }],
		['cancelled', { cancelled: true }],
		[undefined, {}],
	])('%s, to a repeated DELETE that finds nothing, says that it is gone', async (answer, more) => {
		const operation = operationOf({ endpoint: 'DELETE /things', answer });
		const { items } = await run(operation, {}, (number) =>
			number === 0 ? json(502, {}) : json(404, { message: 'No such thing' }),
		);
		expect(items.map(({ json: row }) => row)).toEqual([
			{ ...more, message: expect.stringMatching(/^Already gone\./) },
		]);
	});
});

describe('an answer that is not about the thing', () => {
	const campaigns = (endpoint: 'PATCH /campaigns/{id}/start' | 'GET /campaigns/{id}') =>
		operationOf({ endpoint, ids: { id: field('a') }, entity: 'campaign', columns: CAMPAIGN });

	test('of an action is the output as it is, not a row of nulls', async () => {
		const row = { message: 'started' };
		const start = campaigns('PATCH /campaigns/{id}/start');
		expect(await itemsOf(start, json(200, row), { a: 'c1' })).toEqual([{ json: row }]);
	});

	test('of a read is an error, unless the user wants it raw', async () => {
		const operation = campaigns('GET /campaigns/{id}');
		const row = { data: { foo: 1 } };
		const other = json(200, row);
		await expect(itemsOf(operation, other, { a: 'c1' })).rejects.toThrow(/cannot be read/);
		expect(await itemsOf(operation, other, { a: 'c1', output: 'raw' })).toEqual([{ json: row }]);
	});
});

/** A list of what is red, by a filter that the platform is asked for. */
const redThings = operationOf({
	endpoint: 'GET /things',
	kind: 'list',
	request: () => ({ query: { color: 'red' } }),
	rowFilters: (_params, sent) => [
		{
			label: 'Color',
			isMet: ({ color }) => (color === undefined ? undefined : color === sent.color),
			sentAs: 'color',
		},
	],
});

test('a list whose platform does not know a filter is an error that says what to set', async () => {
	const things = [
		{ id: 1, color: 'red' },
		{ id: 2, color: 'blue' },
	];
	await expect(itemsOf(redThings, json(200, things), { limit: 2 })).rejects.toMatchObject({
		message: expect.stringContaining("does not use the filter 'Color'"),
		description: expect.stringContaining("Options → 'Additional Query Parameters'"),
	});
});

test('a list of which no row says what a filter looks at is an error, also if some rows rightly have none', async () => {
	const operation = operationOf({
		endpoint: 'GET /things',
		kind: 'list',
		rowFilters: () => [
			{
				label: 'Owner',
				said: ({ owner }) => owner as string | undefined,
				isMet: ({ owner }) => (owner === undefined ? undefined : owner === 'Ada'),
			},
		],
	});
	const of = async (...things: IDataObject[]) => await itemsOf(operation, json(200, things));
	expect(await of({ owner: 'Bob' }, { id: 2 })).toEqual([]);
	await expect(of({ owner: '' }, { id: 2 })).rejects.toThrow(/does not say the 'Owner'/);
});

test.each<[what: string, things: IDataObject[], options: IDataObject]>([
	['rows that do not say it', [{ id: 1 }, { id: 2, color: 'red' }], {}],
	[
		'what the user asks for in its place',
		[{ id: 1, color: 'blue' }],
		{ additionalQuery: { pairs: [{ name: 'color', value: 'blue' }] } },
	],
])('no platform is said to ignore a filter because of %s', async (_what, things, options) => {
	const items = await itemsOf(redThings, json(200, things), { limit: 2, options });
	expect(items.map(({ json: row }) => row.id)).toEqual(things.map(({ id }) => id));
});

const list = operationOf({
	endpoint: 'GET /things',
	kind: 'list',
	columns: CAMPAIGN,
	entity: 'campaign',
});
const all = Array.from({ length: 120 }, (_, index) => ({
	campaign_id: `c${index}`,
	id: 'same',
	name: 'Renewals',
}));
const page = (_number: number, { qs = {} }: { qs?: IDataObject }) =>
	json(200, all.slice(Number(qs.offset), Number(qs.offset) + Number(qs.limit)));

test.each<[IDataObject, number]>([
	[{}, 50],
	[{ limit: 7 }, 7],
	[{ returnAll: true }, 120],
	[{ returnAll: true, limit: 7 }, 120],
	[{ returnAll: false, limit: 110 }, 110],
])(
	'a list: %j gives %i rows, each flat, asks for no more, and says nothing beside them',
	async (parameters, count) => {
		const { items, sent, hints } = await run(list, { parameters }, page);
		expect(Number(sent[0]?.options.qs?.limit)).toBeLessThanOrEqual(count);
		expect(hints).toEqual([]);
		expect(items.map(({ json: row }) => row.campaign_id)).toEqual(
			all.slice(0, count).map(({ campaign_id }) => campaign_id),
		);
		expect(Object.keys(items[0]?.json ?? {})).toEqual(Object.keys(mainRowOf(CAMPAIGN, {})));
	},
);

describe('a file', () => {
	const WAV = 'RIFF\0\0\0\0WAVEfmt ';
	const WAV_TYPE = 'audio/wav';
	const JSON_TYPE = 'application/json; charset=utf-8';
	const output = { outputDataFieldName: 'sound' };
	const recording = operationOf({
		endpoint: 'GET /recording/{session_id}',
		ids: { session_id: field('sessionId') },
		kind: 'file',
		sent: 'always',
		file: 'recording',
	});

	test('is put into the field the user names, and is named after what it is about', async () => {
		const parameters = (index: number) => ({ ...output, sessionId: `s ${index}` });
		const setting = { items: rows({}, {}), parameters };
		const { items, sent } = await run(recording, setting, () => file(WAV, WAV_TYPE));
		const names = items.map(({ json: { file_name } }) => file_name);
		expect(names).toEqual(['recording-s_0.wav', 'recording-s_1.wav']);
		expect(Object.keys(items[0]?.binary ?? {})).toEqual(['sound']);
		expect(sent[0]?.options.encoding).toBe('stream');
	});

	test.each([
		['"https://files.example.com/r.wav"'],
		['{"id":"r1","url":"https://files.example.com/r.wav"}'],
	])('is all that the item is about, also behind the link in %s', async (text) => {
		const parameters = { ...output, sessionId: 's1' };
		const { items, sent } = await run(recording, { parameters }, (number) =>
			number === 0 ? file(text, JSON_TYPE) : file(WAV, WAV_TYPE),
		);
		expect(items[0]?.json).toMatchObject({ file_name: 'recording-s1.wav', mime_type: 'audio/wav' });
		expect(items[0]?.json).not.toHaveProperty('url');
		expect(Object.keys(items[0]?.binary ?? {})).toEqual(['sound']);
		expect(sent[1]?.options.url).toBe('https://files.example.com/r.wav');
	});

	test('needs a field to go into', async () => {
		for (const sent of ['always', 'orObject'] as const) {
			const operation = operationOf({ kind: 'file', sent, file: 'campaign' });
			const result = await run(operation, {}, () => file(WAV, WAV_TYPE));
			expect([result.error?.message, result.sent]).toEqual([expect.stringMatching(/empty/), []]);
		}
	});

	const either = operationOf({
		endpoint: 'GET /results',
		kind: 'file',
		sent: 'orObject',
		file: 'campaign',
	});

	test.each(['text/csv', undefined])('may be the answer, with the type %s', async (type) => {
		const [item] = await itemsOf(either, file('a,b', type), output);
		expect(Object.keys(item?.binary ?? {})).toEqual(['sound']);
	});

	test.each([
		['{"data":{"id":1}}', [{ id: 1 }]],
		['[{"id":1},{"id":2}]', [{ id: 1 }, { id: 2 }]],
		['[{"id":1},7]', [{ id: 1 }, { value: 7 }]],
	])('may be none: %s', async (text, expected) => {
		const { items, urls, sent } = await run(either, { parameters: output }, () =>
			file(text, JSON_TYPE),
		);
		expect(items.map(({ json: row }) => row)).toEqual(expected);
		expect([urls, sent[0]?.options.encoding]).toEqual([['/results'], 'stream']);
	});

	test('that is not ready is what the platform says in its place; a refusal is an error', async () => {
		const ofCampaign = operationOf({ ...either, entity: 'campaign' } as Some);
		const shown = (text: string) => itemsOf(ofCampaign, file(text, JSON_TYPE), output);
		expect(await shown('{"message":"Queued"}')).toEqual([{ json: { message: 'Queued' } }]);
		await expect(shown('{"success":false,"message":"No such run"}')).rejects.toThrow(/No such run/);
	});

	test('that is a list, and not what Response Path leads to, is an error', async () => {
		const parameters = { ...output, options: { responsePath: 'data' } };
		const rowsOf = (text: string) => itemsOf(either, file(text, JSON_TYPE), parameters);
		await expect(rowsOf('[{"id":1}]')).rejects.toThrow(/data/);
		expect(await rowsOf('{"data":{"id":1}}')).toEqual([{ json: { id: 1 } }]);
	});

	const invoice = operationOf({
		endpoint: 'GET /invoices/{id}/pdf',
		ids: { id: field('invoiceId') },
		kind: 'file',
		sent: 'linked',
		file: 'invoice',
	});
	const download = { downloadFile: true, invoiceId: 'i1', ...output };
	const PDF = '%PDF-1.4 …';
	const PDF_TYPE = 'application/pdf';

	test('may be behind a link, which is followed if the user wants it', async () => {
		const row = { id: 'i1', pdf_url: 'https://files.example.com/i1.pdf' };
		const answer = (number: number) =>
			number === 0 ? file(JSON.stringify({ data: row }), JSON_TYPE) : file(PDF, PDF_TYPE);
		const { items, sent } = await run(invoice, { parameters: download }, answer);
		expect(items[0]?.json).toEqual(row);
		const sound = { mimeType: PDF_TYPE, fileName: 'invoice-i1.pdf' };
		expect(items[0]?.binary).toMatchObject({ sound });
		const link = { method: 'GET', url: row.pdf_url, encoding: 'stream' };
		expect(sent[1]?.options).toMatchObject(link);
		const without = await run(invoice, { parameters: { invoiceId: 'i1' } }, answer);
		expect(without.sent).toHaveLength(1);
		expect(without.items[0]?.json).toEqual(row);
		expect(without.items[0]).not.toHaveProperty('binary');
	});

	test('the access token in a link is not shown, and the link is followed as it is', async () => {
		const tokenOfLogin = () => 'access-token-1';
		const pdf_url = `https://files.example.com/i1.pdf?key=${tokenOfLogin()}`;
		const setting = { parameters: download, login: () => undefined, tokenOfLogin };
		const { items, sent } = await run(invoice, setting, (number) =>
			number === 0 ? file(JSON.stringify({ id: 'i1', pdf_url }), JSON_TYPE) : file(PDF, PDF_TYPE),
		);
		expect(items[0]?.json.pdf_url).toBe('https://files.example.com/i1.pdf?key=***');
		expect(sent[1]?.options.url).toBe(pdf_url);
	});

	test('may come in place of the link to it', async () => {
		const { items } = await run(invoice, { parameters: download }, () => file(PDF, PDF_TYPE));
		expect(items[0]?.json).toMatchObject({ file_name: 'invoice-i1.pdf' });
		expect(items[0]?.binary?.sound).toMatchObject({ mimeType: PDF_TYPE });
		const body = Readable.from([Buffer.alloc(5_000, PDF)]);
		const answer = { ...file(PDF, PDF_TYPE), body };
		const without = await run(invoice, { parameters: { invoiceId: 'i1' } }, () => answer);
		expect(without.items[0]?.binary).toBeUndefined();
		expect(without.items[0]?.json).toEqual({
			file_name: 'invoice-i1.pdf',
			mime_type: 'application/pdf',
			message: expect.stringMatching(/Download File/),
		});
		expect(body.destroyed).toBe(true);
	});

	test.each([
		['{}', /no link/],
		['{"url":7}', /no link/],
		['{"success":false,"message":"No such month"}', /No such month/],
	])('cannot be behind %s', async (text, message) => {
		const { error, sent } = await run(invoice, { parameters: download }, () =>
			file(text, JSON_TYPE),
		);
		expect(error?.message).toMatch(message);
		expect(sent).toHaveLength(1);
	});
});
