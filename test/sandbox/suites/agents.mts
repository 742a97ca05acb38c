import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import writeExcelFile from 'write-excel-file/node';
import { without } from '../../../sandbox/common/json.mts';
import { type Owner, type Row } from '../owner.mts';

/*
 * Agents with all that they have, and files on their way in and out.
 */

export function agentsSuite(owner: Owner): void {
	const { control } = owner;
	const AGENT = '/agents/agent_0001';

	test('each version keeps the agent as it was, and brings it back', async () => {
		const { agent_id } = (await owner.client.post('/agents/', { name: 'Changing' })).data;
		const path = `/agents/${agent_id}`;
		const given = (agent: Row) =>
			without(agent, 'agent_id', 'version', 'created_at', 'updated_at', 'phone_number');
		const states: Row[] = [await owner.get(path)];
		for (const fields of [{ instructions: 'Be kind' }, { voice_id: 'v2', temperature: 1 }])
			states.push((await owner.client.put(path, fields)).data);
		for (const state of states) {
			const version = await owner.get(`${path}/versions/${state.version}`);
			expect(version.configuration).toEqual(given(state));
			const restored = await owner.client.post(`${path}/versions/${state.version}/restore`);
			expect(given(restored.data)).toEqual(given(state));
		}
	});

	test('a custom function has a name of its own in its agent, and an https address', async () => {
		const { client } = owner;
		const path = `${AGENT}/custom-functions/`;
		const body = { name: 'check_stock', url: 'https://example.com/stock', method: 'GET' };
		const { data: made } = await client.post(path, body);
		expect(made).toMatchObject({ ...body, agent_id: 'agent_0001' });
		expect((await client.post(path, body)).status).toBe(409);
		expect((await client.post('/agents/agent_0002/custom-functions/', body)).status).toBe(201);
		for (const url of ['http://example.com', 'https://', 'example.com'])
			expect((await client.post(path, { ...body, url })).data.detail[0].loc).toEqual([
				'body',
				'url',
			]);
		const { data: second } = await client.post(path, { ...body, name: 'other' });
		expect((await client.put(`${path}${second.id}`, { name: 'check_stock' })).status).toBe(409);
		expect((await client.get(`/agents/agent_0003/custom-functions/${made.id}`)).status).toBe(404);
	});

	function form(content: Buffer, filename: string, fields: Record<string, string> = {}): FormData {
		const data = new FormData();
		for (const [name, value] of Object.entries(fields)) data.append(name, value);
		data.append('file', new Blob([new Uint8Array(content)], { type: 'application/pdf' }), filename);
		return data;
	}

	describe('documents', () => {
		const upload = (content: Buffer, filename: string, fields?: Record<string, string>) =>
			owner.client.post('/knowledge-base/upload', form(content, filename, fields));

		test('one is kept byte by byte, under its name', async () => {
			const content = Buffer.from([0, 255, 13, 10, 128, 1]);
			const { data: document } = await upload(content, 'Preisliste Größe.pdf');
			expect(document).toMatchObject({
				name: 'Preisliste Größe.pdf',
				content_type: 'application/pdf',
				size: 6,
				sha256: createHash('sha256').update(content).digest('hex'),
			});
			expect((await upload(content, 'b.pdf', { name: 'Named' })).data.name).toBe('Named');
		});

		test('what is no file is refused', async () => {
			const text = new FormData();
			text.append('file', 'just text');
			for (const body of [text, new FormData(), { file: 'x' }])
				expect((await owner.client.post('/knowledge-base/upload', body)).status).toBe(422);
		});
	});

	describe('files of contacts', () => {
		const TABLE = [
			['Mobile', 'first_name', 'last_name', 'Company'],
			['+12125550101', 'Ann', 'Lee', 'Example, Inc.'],
			['12125550102', 'Bob', '', 'Example'],
			['+12125550103', 'Zoë', 'Ødegård', ''],
			['', 'Nobody', '', ''],
		];
		const rejected = [
			{ row: 3, phone_number: '12125550102', reason: expect.stringContaining('+') },
			{ row: 5, phone_number: '', reason: 'No phone number' },
		];
		const csv = () =>
			Buffer.from('\ufeff' + TABLE.map((row) => `"${row.join('","')}"`).join('\r\n'));
		const fields = { name: 'From a file', agent_id: 'agent_0002' };
		const upload = async (data: FormData) => await owner.client.post('/campaigns/upload', data);

		test.each<[string, () => Promise<Buffer> | Buffer]>([
			['contacts.csv', csv],
			[
				'contacts.xlsx',
				() => writeExcelFile(TABLE.map((row) => row.map((cell) => cell || null))).toBuffer(),
			],
		])(
			'%s becomes a campaign, is checked and appended; bad rows are reported',
			async (name, file) => {
				const content = await file();
				const checked = await owner.client.post('/campaigns/validate-excel', form(content, name));
				const report = { accepted: 2, rejected };
				expect(checked.data).toEqual({ valid: false, total_rows: 4, columns: TABLE[0], ...report });
				expect(await control('/state')).toMatchObject({ campaigns: 0, contacts: 0 });
				const { data } = await upload(
					form(content, name, { ...fields, settings: '{"max_attempts":2}' }),
				);
				expect(data).toMatchObject({ status: 'pending', settings: { max_attempts: 2 }, ...report });
				expect(await control('/contacts')).toMatchObject([
					{
						phone_number: '+12125550101',
						first_name: 'Ann',
						variables: { Company: 'Example, Inc.' },
					},
					{ phone_number: '+12125550103', last_name: 'Ødegård', variables: {} },
				]);
				const append = async () =>
					await owner.client.post(`/campaigns/${data.id}/upload`, form(content, name));
				expect((await append()).data).toEqual({ added: 2, total: 4, ...report });
				await owner.client.delete(`/campaigns/${data.id}`);
				expect((await append()).status).toBe(409);
			},
		);

		test.each<[string, string[], FormData]>([
			['no text', ['file'], form(Buffer.from([0xff, 0xfe, 0x00, 0x80]), 'x.csv', fields)],
			['nobody left', ['file'], form(Buffer.from('phone\n123\n'), 'x.csv', fields)],
			['no JSON', ['settings'], form(csv(), 'x.csv', { ...fields, settings: '{' })],
		])('a form with %s is refused with the field that is wrong', async (_what, loc, data) => {
			const { status, data: answer } = await upload(data);
			expect([status, answer.detail?.[0].loc]).toEqual([422, ['body', ...loc]]);
		});

		test('results are exported as CSV, JSON and XLSX with the same rows, and without formulas', async () => {
			const { data: campaign } = await upload(form(csv(), 'x.csv', fields));
			const contact = { phone_number: '+12125550104', first_name: '=1+1' };
			await owner.client.post(`/campaigns/${campaign.id}/contacts`, { contacts: [contact] });
			await owner.client.patch(`/campaigns/${campaign.id}/start`);
			await owner.advance(900);
			const path = `/campaigns/${campaign.id}/export`;
			const rows: Row[] = await owner.get(path, { format: 'json' });
			const numbers = ['+12125550101', '+12125550103', '+12125550104'];
			expect(rows.map(({ phone_number }) => phone_number)).toEqual(numbers);
			expect(rows[0]).toMatchObject({ first_name: 'Ann', Company: 'Example, Inc.', attempts: 1 });
			const { data: text, headers } = await owner.client.get(path);
			expect(headers['content-disposition']).toBe(`attachment; filename="${campaign.id}.csv"`);
			const fromCsv: Row[] = parse(text, { columns: true });
			expect(fromCsv.map(({ call_id }) => call_id)).toEqual(rows.map(({ call_id }) => call_id));
			expect(fromCsv[2]).toMatchObject({ first_name: "'=1+1" });
			const sheet = await owner.client.get(path, {
				params: { format: 'xlsx' },
				responseType: 'arraybuffer',
			});
			const [header, ...cells] = await readSheet(Buffer.from(sheet.data));
			const fromXlsx = cells.map((row) =>
				Object.fromEntries(row.map((cell, index) => [header![index], String(cell ?? '')])),
			);
			// A workbook says that a text is a text.
			expect(JSON.stringify(fromXlsx)).toBe(JSON.stringify(fromCsv).replaceAll(`"'`, '"'));
		});
	});
}
