import type { AxiosInstance } from 'axios';
import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import writeExcelFile from 'write-excel-file/node';
import { useSandbox } from '../support/useSandbox.mts';
import { signIn } from './client.mts';

const TABLE = [
	['Mobile', 'first_name', 'last_name', 'Company'],
	['+12125550101', 'Ann', 'Lee', 'Example, Inc.'],
	['12125550102', 'Bob', '', 'Example'],
	['+12125550103', 'Zoë', 'Ødegård', ''],
	['', 'Nobody', '', ''],
];
const REJECTED = [
	{ row: 3, phone_number: '12125550102', reason: expect.stringContaining('+') },
	{ row: 5, phone_number: '', reason: 'No phone number' },
];
const csv = (delimiter: string) =>
	Buffer.from(
		'\ufeff' + TABLE.map((row) => row.map((cell) => `"${cell}"`).join(delimiter)).join('\r\n'),
	);

const sandbox = useSandbox({ clock: 'manual', resetEachTest: true });
let client: AxiosInstance;
beforeEach(async () => {
	client = await signIn(sandbox);
});

function form(content: Buffer, filename: string, fields: Record<string, string> = {}): FormData {
	const data = new FormData();
	for (const [name, value] of Object.entries(fields)) data.append(name, value);
	data.append('file', new Blob([new Uint8Array(content)]), filename);
	return data;
}

const files: Array<[string, () => Promise<Buffer> | Buffer]> = [
	['contacts.csv', () => csv(',')],
	['semicolons.csv', () => csv(';')],
	[
		'contacts.xlsx',
		() => writeExcelFile(TABLE.map((row) => row.map((cell) => cell || null))).toBuffer(),
	],
];

test.each(files)('%s becomes a campaign, its bad rows are reported', async (filename, content) => {
	const fields = { name: 'From a file', agent_id: 'agent_0002', settings: '{"max_attempts":2}' };
	const { status, data } = await client.post(
		'/campaigns/upload',
		form(await content(), filename, fields),
	);
	expect(status).toBe(201);
	expect(data).toMatchObject({
		name: 'From a file',
		status: 'pending',
		settings: { max_attempts: 2 },
		accepted: 2,
	});
	expect(data.rejected).toEqual(REJECTED);
	const { data: contacts } = await sandbox.api.get('/contacts');
	expect(contacts).toMatchObject([
		{ phone_number: '+12125550101', first_name: 'Ann', variables: { Company: 'Example, Inc.' } },
		{ phone_number: '+12125550103', first_name: 'Zoë', last_name: 'Ødegård', variables: {} },
	]);
});

test.each(files)('%s can be checked without saving', async (filename, content) => {
	const { status, data } = await client.post(
		'/campaigns/validate-excel',
		form(await content(), filename),
	);
	expect(status).toBe(200);
	expect(data).toEqual({
		valid: false,
		total_rows: 4,
		accepted: 2,
		rejected: REJECTED,
		columns: TABLE[0],
	});
	expect((await sandbox.api.get('/state')).data).toMatchObject({ campaigns: 0, contacts: 0 });
});

test('a file is appended to a campaign', async () => {
	const body = { name: 'x', agent_id: 'agent_0001', contacts: [{ phone_number: '+12125550100' }] };
	const { data: campaign } = await client.post('/campaigns/', body);
	const { data } = await client.post(
		`/campaigns/${campaign.id}/upload`,
		form(csv(','), 'more.csv'),
	);
	expect(data).toEqual({ added: 2, total: 3, accepted: 2, rejected: REJECTED });
	await client.delete(`/campaigns/${campaign.id}`);
	const late = await client.post(`/campaigns/${campaign.id}/upload`, form(csv(','), 'more.csv'));
	expect(late.status).toBe(409);
});

test('forms that are no use are refused with the field that is wrong', async () => {
	const fields = { name: 'x', agent_id: 'agent_0001' };
	const cases: Array<[FormData, unknown[]]> = [
		[form(Buffer.from([0xff, 0xfe, 0x00, 0x80]), 'x.csv', fields), ['body', 'file']],
		[form(Buffer.from('PK\x03\x04 not a workbook'), 'x.xlsx', fields), ['body', 'file']],
		[form(Buffer.from('name\nAnn\n'), 'x.csv', fields), ['body', 'file']],
		[form(Buffer.from('phone\n123\n'), 'x.csv', fields), ['body', 'file']],
		[form(Buffer.alloc(0), 'x.csv', fields), ['body', 'file']],
		[form(csv(','), 'x.csv', { agent_id: 'agent_0001' }), ['body', 'name']],
		[form(csv(','), 'x.csv', { ...fields, settings: '{' }), ['body', 'settings']],
		[
			form(csv(','), 'x.csv', { ...fields, settings: '{"max_attempts":"2"}' }),
			['body', 'settings', 'max_attempts'],
		],
	];
	for (const [data, loc] of cases) {
		const answer = await client.post('/campaigns/upload', data);
		expect({ status: answer.status, loc: answer.data.detail?.[0].loc }).toEqual({
			status: 422,
			loc,
		});
	}
	const plain = await client.post('/campaigns/upload', { ...fields, file: 'phone\n+12125550100' });
	expect(plain.status).toBe(422);
	const text = new FormData();
	for (const [name, value] of Object.entries({ ...fields, file: 'phone' }))
		text.append(name, value);
	expect((await client.post('/campaigns/upload', text)).status).toBe(422);
	expect((await sandbox.api.get('/violations')).data).toEqual([]);
});

test('a CSV file holds no formulas, and phone numbers as they are', async () => {
	const campaign = await client.post('/campaigns/', {
		name: 'x',
		agent_id: 'agent_0001',
		contacts: [
			{
				phone_number: '+12125550101',
				first_name: '=1+1',
				variables: { '@note': '-2+3', sum: '-2.5' },
			},
		],
	});
	const { data } = await client.get(`/campaigns/${campaign.data.id}/export`);
	expect(parse(data, { columns: true })).toMatchObject([
		{ phone_number: '+12125550101', first_name: "'=1+1", "'@note": "'-2+3", sum: '-2.5' },
	]);
});

test('results are exported as CSV, JSON and XLSX with the same rows', async () => {
	const fields = { name: 'x', agent_id: 'agent_0001' };
	const { data: campaign } = await client.post(
		'/campaigns/upload',
		form(csv(','), 'x.csv', fields),
	);
	await client.patch(`/campaigns/${campaign.id}/start`);
	await sandbox.api.post('/clock', { advanceSeconds: 900 });
	const path = `/campaigns/${campaign.id}/export`;

	const { data: rows } = await client.get(path, { params: { format: 'json' } });
	expect(rows).toMatchObject([
		{ phone_number: '+12125550101', first_name: 'Ann', Company: 'Example, Inc.', attempts: 1 },
		{ phone_number: '+12125550103', attempts: 1 },
	]);
	const text = await client.get(path);
	expect(text.headers['content-type']).toBe('text/csv; charset=utf-8');
	expect(text.headers['content-disposition']).toBe(`attachment; filename="${campaign.id}.csv"`);
	const fromCsv = parse(text.data, { columns: true });
	const sheet = await client.get(path, { params: { format: 'xlsx' }, responseType: 'arraybuffer' });
	const [header, ...cells] = await readSheet(Buffer.from(sheet.data));
	const fromXlsx = cells.map((row) =>
		Object.fromEntries(row.map((cell, index) => [header[index], String(cell ?? '')])),
	);
	expect(fromXlsx).toEqual(fromCsv);
	expect(fromCsv.map((row) => (row as Record<string, string>)['call_id'])).toEqual(
		rows.map((row: { call_id: string }) => row.call_id),
	);
	expect((await client.get(path, { params: { format: 'pdf' } })).status).toBe(422);
});
