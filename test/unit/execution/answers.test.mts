import { Readable } from 'node:stream';
import type { IBinaryData, IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { Operation } from '../../../nodes/shared/operation';
import { CAMPAIGN, mainRowOf, rowOf } from '../../../nodes/shared/platform';
import { json, operationOf, rows, run } from './fakeContext.mts';

const field = (name: string): INodeProperties => ({
	displayName: name,
	name,
	type: 'string',
	default: '',
});
const file = (text: string, headers: Record<string, string>) => ({
	statusCode: 200,
	headers,
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

describe('a request', () => {
	test('has the path, the query and the body of the operation', async () => {
		const operation = operationOf({
			endpoint: ['GET /things/{id}', 'PUT /things/{id}/more'],
			ids: { id: field('thingId') },
			request: () => ({ endpoint: 'PUT /things/{id}/more', query: { a: 1 }, body: { b: 2 } }),
		});
		const { sent, urls } = await run(operation, { parameters: { thingId: 'ü' } }, () =>
			json(200, {}),
		);
		expect(urls).toEqual(['/things/%C3%BC/more']);
		expect(sent[0]?.options).toMatchObject({ method: 'PUT', qs: { a: 1 }, body: { b: 2 } });
	});

	test('is the first endpoint with nothing in it, if the operation says no more', async () => {
		const { sent, urls } = await run(operationOf({ endpoint: ['GET /a', 'GET /b'] }), {}, () =>
			json(200, {}),
		);
		expect(urls).toEqual(['/a']);
		expect(sent[0]?.options).toMatchObject({ method: 'GET', qs: {}, body: undefined });
	});

	test('reads a chosen thing by its value', async () => {
		const operation = operationOf({ endpoint: 'GET /things/{id}', ids: { id: field('thingId') } });
		const parameters = { thingId: { __rl: true, mode: 'list', value: 't1' } };
		expect((await run(operation, { parameters }, () => json(200, {}))).urls).toEqual([
			'/things/t1',
		]);
	});

	test('reads every chosen thing so, whatever reads it', async () => {
		const operation = operationOf({
			request: (params) => ({ query: { n: params.json('n') as number } }),
		});
		const parameters = { n: { __rl: true, mode: 'id', value: '7' } };
		const { sent } = await run(operation, { parameters }, () => json(200, {}));
		expect(sent[0]?.options.qs).toEqual({ n: 7 });
	});

	test('takes what the user adds, which wins over the fields, where the operation is open', async () => {
		const request = () => ({ query: { a: 1, b: 1 }, body: { c: 1, d: 1 } });
		const parameters = {
			additionalQuery: { pairs: [{ name: 'b', value: '2' }] },
			additionalFieldsJson: '{"d":2}',
		};
		const sentBy = async (more: Partial<Operation>) => {
			const { sent } = await run(operationOf({ request, ...more }), { parameters }, () =>
				json(200, {}),
			);
			return [sent[0]?.options.qs, sent[0]?.options.body];
		};
		expect(await sentBy({ openQuery: true })).toEqual([
			{ a: 1, b: '2' },
			{ c: 1, d: 1 },
		]);
		expect(await sentBy({ openBody: true })).toEqual([
			{ a: 1, b: 1 },
			{ c: 1, d: 2 },
		]);
		expect(await sentBy({})).toEqual([
			{ a: 1, b: 1 },
			{ c: 1, d: 1 },
		]);
	});

	test('has dates in the zone of the workflow, and names a parameter as the screen does', async () => {
		const from: INodeProperties = { ...field('from'), displayName: 'Beginning' };
		const operation = operationOf({
			fields: [from],
			request: (params) => ({ query: { from: params.timestamp('from') } }),
		});
		const good = await run(operation, { parameters: { from: '2026-07-31T09:00' } }, () =>
			json(200, {}),
		);
		expect(good.sent[0]?.options.qs).toEqual({ from: '2026-07-31T07:00:00.000Z' });
		const bad = await run(operation, { parameters: { from: 'soon' } }, () => json(200, {}));
		expect(bad.error?.message).toMatch(/Beginning/);
	});

	test('with a file is a form', async () => {
		const upload = { binaryField: 'data', partName: 'file', fileTypes: ['csv'] };
		const operation = operationOf({ request: () => ({ upload, body: { name: 'x' } }) });
		const data: IBinaryData = { data: '', mimeType: 'text/csv', fileName: 'list.csv' };
		const items = [
			{ json: {}, binary: { data } },
			{ json: {}, binary: { data } },
		];
		const good = await run(operation, { items }, () => json(200, {}));
		const forms = good.bodies as FormData[];
		expect(forms.map((form) => form.get('name'))).toEqual(['x', 'x']);
		const texts = forms.map(async (form) => await (form.get('file') as File).text());
		expect(await Promise.all(texts)).toEqual(['data of 0', 'data of 1']);
		const half = [{ json: {}, binary: { data } }, { json: {} }];
		const second = await run(operation, { items: half }, () => json(200, {}));
		expect([second.sent, second.error?.message]).toEqual([
			[],
			expect.stringMatching(/Row 2.*no file/),
		]);
		const bad = await run(operation, { items: rows({}) }, () => json(200, {}));
		expect([bad.sent, bad.error?.message]).toEqual([[], expect.stringMatching(/no file/)]);
	});
});

describe('the answer', () => {
	test('of an object is an item, out of its envelope', async () => {
		expect(await itemsOf(operationOf(), json(200, { data: { id: 1 } }))).toEqual([
			{ json: { id: 1 } },
		]);
	});

	test('has what the operation reports beside it', async () => {
		const operation = operationOf({ request: () => ({ report: { row: 3 } }) });
		expect(await itemsOf(operation, json(200, { id: 1 }))).toEqual([{ json: { id: 1, row: 3 } }]);
	});

	test('is the report alone where nothing is to be sent', async () => {
		const operation = operationOf({ request: () => ({ report: { why: 'x' }, skip: true }) });
		const { items, sent } = await run(operation, {}, () => json(200, {}));
		expect(items[0]?.json).toEqual({ why: 'x' });
		expect(sent).toEqual([]);
	});

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
		expect(await shown(operationOf(), 'allColumns')).toEqual(row);
	});

	test.each(['both', 'constructor', 'Raw'])('in an Output "%s" is refused', async (output) => {
		const { error, sent } = await run(
			operationOf({ columns: CAMPAIGN }),
			{ parameters: { output } },
			() => json(200, {}),
		);
		expect(error?.message).toContain(`Output "${output}" is not known`);
		expect(sent).toEqual([]);
	});

	test.each([
		['', { deleted: true }],
		[{}, { deleted: true }],
		[{ message: 'gone' }, { message: 'gone' }],
	])('to a deletion of %j is %j', async (body, expected) => {
		const operation = operationOf({ endpoint: 'DELETE /things', answer: 'deleted' });
		expect(await itemsOf(operation, json(200, body))).toEqual([{ json: expected }]);
	});
});

describe('a list', () => {
	const list = operationOf({
		endpoint: 'GET /things',
		answer: 'list',
		columns: CAMPAIGN,
		entity: 'campaign',
	});
	const all = Array.from({ length: 120 }, (_, index) => ({ campaign_id: `c${index}`, id: 'same' }));
	const page = (_number: number, { qs = {} }: { qs?: IDataObject }) =>
		json(200, all.slice(Number(qs.offset), Number(qs.offset) + Number(qs.limit)));

	test.each<[IDataObject, number]>([
		[{}, 50],
		[{ limit: 7 }, 7],
		[{ returnAll: true }, 120],
		[{ returnAll: true, limit: 7 }, 120],
		[{ returnAll: false, limit: 110 }, 110],
	])('%j gives %i rows, each flat', async (parameters, count) => {
		const { items } = await run(list, { parameters }, page);
		expect(items.map(({ json: row }) => row.campaign_id)).toEqual(
			all.slice(0, count).map(({ campaign_id }) => campaign_id),
		);
		expect(Object.keys(items[0]?.json ?? {})).toEqual(Object.keys(mainRowOf(CAMPAIGN, {})));
	});

	test('needs a limit of one or more', async () => {
		expect((await run(list, { parameters: { limit: 0 } }, page)).error?.message).toMatch(/limit/i);
	});

	test('asks for pages, and what the user enters wins', async () => {
		const operation = { ...list, request: () => ({ query: { limit: 5, status: 'x' } }) };
		const { sent } = await run(operation, { parameters: { limit: 5 } }, page);
		expect(sent[0]?.options.qs).toEqual({ limit: 5, offset: 0, status: 'x' });
	});

	test('is the only answer that has a limit', async () => {
		expect(await itemsOf(operationOf(), json(200, { id: 1 }), { limit: 0 })).toHaveLength(1);
	});
});

describe('a file', () => {
	const wav = { 'content-type': 'audio/wav' };
	const output = { outputDataFieldName: 'sound' };

	test('is put into the field the user names, under a name of its own', async () => {
		const operation = operationOf({ endpoint: 'GET /recording', answer: 'file', value: 'do' });
		const { items, sent } = await run(operation, { items: rows({}, {}), parameters: output }, () =>
			file('RIFF', wav),
		);
		expect(items.map(({ json: { file_name } }) => file_name)).toEqual(['do-1', 'do-2']);
		expect(Object.keys(items[0]?.binary ?? {})).toEqual(['sound']);
		expect(sent[0]?.options.encoding).toBe('stream');
	});

	test('is one whatever its type', async () => {
		const operation = operationOf({ endpoint: 'GET /export', answer: 'file' });
		const [item] = await itemsOf(
			operation,
			file('[]', { 'content-type': 'application/json' }),
			output,
		);
		expect(item?.binary?.sound).toMatchObject({ mimeType: 'application/json' });
	});

	test('needs a field to go into', async () => {
		for (const answer of ['file', 'objectOrFile'] as const) {
			const { error, sent } = await run(operationOf({ answer }), {}, () => file('RIFF', wav));
			expect([error?.message, sent]).toEqual([expect.stringMatching(/empty/), []]);
		}
	});

	const either = operationOf({ endpoint: 'GET /results', answer: 'objectOrFile' });

	test.each([
		['by its type', { 'content-type': 'text/csv' }],
		['without a type', {}],
		['by its name', { 'content-type': 'application/json', 'content-disposition': 'attachment' }],
	])('may be the answer: %s', async (_how, headers) => {
		const [item] = await itemsOf(either, file('a,b', headers as Record<string, string>), output);
		expect(Object.keys(item?.binary ?? {})).toEqual(['sound']);
	});

	test.each([
		['{"data":{"id":1}}', [{ id: 1 }]],
		['[{"id":1},{"id":2}]', [{ id: 1 }, { id: 2 }]],
		['[{"id":1},7]', [{ id: 1 }]],
	])('may be none: %s', async (text, expected) => {
		const headers = { 'content-type': 'application/json; charset=utf-8' };
		const { items, urls, sent } = await run(either, { parameters: output }, () =>
			file(text, headers),
		);
		expect(items.map(({ json: row }) => row)).toEqual(expected);
		expect([urls, sent[0]?.options.encoding]).toEqual([['/results'], 'stream']);
	});

	test('may be behind a link, which is followed if the user wants it', async () => {
		const operation = operationOf({ endpoint: 'GET /invoice', linkedFile: true });
		const answer = (number: number) =>
			number === 0
				? json(200, { id: 'i1', pdf_url: 'https://files.example.com/i1.pdf' })
				: file('%PDF', { 'content-type': 'application/pdf' });
		const parameters = { downloadFile: true, ...output };
		const { items, sent } = await run(operation, { parameters }, answer);
		expect(items[0]?.json).toEqual({ id: 'i1', pdf_url: 'https://files.example.com/i1.pdf' });
		expect(items[0]?.binary?.sound).toMatchObject({ mimeType: 'application/pdf' });
		expect(sent[1]?.options).toMatchObject({
			method: 'GET',
			url: 'https://files.example.com/i1.pdf',
			encoding: 'stream',
		});
		const without = await run(operation, {}, answer);
		expect([without.sent.length, without.items[0]?.binary]).toEqual([1, undefined]);
	});

	test.each([[{}], [{ url: 7 }]])('cannot be behind %j', async (answer) => {
		const operation = operationOf({ endpoint: 'GET /invoice', linkedFile: true });
		const parameters = { downloadFile: true, ...output };
		const { error, sent } = await run(operation, { parameters }, () => json(200, answer));
		expect(error?.message).toMatch(/link/);
		expect(sent).toHaveLength(1);
	});
});
