import type { IBinaryData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { checkedUpload, formWithFile } from '../../../../nodes/shared/http';
import { ParameterError } from '../../../../nodes/shared/values';

const MIB = 1024 * 1024;
const upload = { binaryField: 'sheet', partName: 'file' };

/** n8n's binary store, with one file of this size. */
function storeOf(fileSize: number, content = 'phone\n+12125550101\n') {
	const used: string[] = [];
	const helpers = {
		getBinaryMetadata: async (id: string) => {
			used.push(`size of ${id}`);
			return { fileSize };
		},
		getBinaryStream: async (id: string) => {
			used.push(`stream of ${id}`);
			return (async function* () {
				yield Buffer.from(content);
			})();
		},
		getBinaryDataBuffer: async (itemIndex: number, field: string) => {
			used.push(`copy of ${field} in ${itemIndex}`);
			return Buffer.from(content);
		},
	};
	return { context: { helpers } as unknown as IExecuteFunctions, used };
}

const csv: IBinaryData = { data: '', mimeType: 'text/csv', fileName: 'list.csv', id: 'store:1' };

/** What the HTTP client sees of a file part. */
interface Part {
	name: string;
	type: string;
	size: number;
	stream(): AsyncIterable<Uint8Array>;
}

async function read(part: Part): Promise<string> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of part.stream()) chunks.push(chunk);
	return Buffer.concat(chunks).toString();
}

describe('a form', () => {
	test.each([100, 5 * MIB])(
		'with %i bytes leaves out what is empty; objects are JSON',
		async (fileSize) => {
			const empty = { no: undefined, none: null, empty: '' };
			const fields = { ...empty, zero: 0, never: false, object: { a: 1 }, list: ['x'] } as never;
			const form = await formWithFile(storeOf(fileSize).context, 0, upload, csv, fields);
			const texts = [...form.entries()].filter(([name]) => name !== 'file');
			expect(Object.fromEntries(texts)).toEqual({
				zero: '0',
				never: 'false',
				object: '{"a":1}',
				list: '["x"]',
			});
		},
	);

	test('copies a small file of its item', async () => {
		const { context, used } = storeOf(100);
		const form = await formWithFile(context, 3, upload, csv, { name: 'Renewals' });
		expect(form.get('name')).toBe('Renewals');
		const part = form.get('file') as File;
		expect([part.name, part.type]).toEqual(['list.csv', 'text/csv']);
		expect(await part.text()).toContain('+12125550101');
		expect(used.filter((what) => what.startsWith('copy'))).toEqual(['copy of sheet in 3']);
		const unnamed = { ...csv, fileName: undefined, fileExtension: 'csv' };
		const other = await formWithFile(context, 3, upload, unnamed, {});
		expect(other.get('file')).toHaveProperty('name', 'file.csv');
	});

	test('streams a large file, and again if it is sent again', async () => {
		const { context, used } = storeOf(4 * MIB, 'much');
		const form = await formWithFile(context, 0, upload, csv, { name: 'Renewals' });
		expect(form).not.toBeInstanceOf(FormData);
		// What axios takes a form by.
		expect(Object.prototype.toString.call(form)).toBe('[object FormData]');
		expect(used.every((what) => what === 'size of store:1')).toBe(true);
		expect([...form].map(([name]) => name)).toEqual(['name', 'file']);
		const part = [...form.entries()][1]?.[1] as unknown as Part;
		expect(part).toMatchObject({ name: 'list.csv', type: 'text/csv', size: 4 * MIB });
		expect([await read(part), await read(part)]).toEqual(['much', 'much']);
		expect(used.filter((what) => what === 'stream of store:1')).toHaveLength(2);
		expect(used.some((what) => what.startsWith('copy'))).toBe(false);
	});
});

describe('a file to upload', () => {
	const item = (binary?: Record<string, IBinaryData>): INodeExecutionData => ({ json: {}, binary });
	const sheets = { ...upload, fileTypes: ['csv', 'xlsx'] };

	test('is what the field holds', () => {
		expect(checkedUpload(item({ other: { ...csv }, sheet: csv }), upload)).toBe(csv);
		expect(checkedUpload(item({ sheet: csv }), sheets)).toBe(csv);
		expect(checkedUpload(item({ sheet: csv }), { ...upload, fileTypes: [] })).toBe(csv);
	});

	test.each([undefined, item(), item({})])('must be there: %j', (given) => {
		expect(() => checkedUpload(given, upload)).toThrow(ParameterError);
		expect(() => checkedUpload(given, upload)).toThrow(/sheet/);
		expect(() => checkedUpload(given, upload)).toThrow(
			expect.objectContaining({ description: expect.stringMatching(/node before/) }),
		);
	});

	const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

	test.each([
		[{ fileName: 'LIST.CSV' }, 'LIST.CSV'],
		[{ fileName: 'list.csv', mimeType: 'application/vnd.ms-excel' }, 'list.csv'],
		[{ fileName: 'list.xlsx', mimeType: 'text/csv' }, 'list.xlsx'],
		[{ fileName: 'list', fileExtension: 'csv' }, 'list.csv'],
		[{ fileName: undefined, fileExtension: 'XLSX' }, 'file.xlsx'],
		[{ fileName: 'Leads 2026.11', fileExtension: '11', mimeType: 'text/csv' }, 'Leads 2026.11.csv'],
		[{ fileName: 'contacts', mimeType: 'Text/CSV; charset=utf-8' }, 'contacts.csv'],
		[{ fileName: 'contacts', mimeType: 'application/csv' }, 'contacts.csv'],
		[{ fileName: undefined, mimeType: XLSX }, 'file.xlsx'],
		[{ fileName: 'list.csv.exe', fileExtension: 'exe' }, undefined],
		[{ fileName: 'csv' }, undefined],
		[{ fileName: 'list', mimeType: 'text/plain' }, undefined],
		[{ fileName: undefined }, undefined],
	])('is known by its ending or its media type: %j as %j', (more, name) => {
		const file = { data: '', mimeType: 'application/octet-stream', ...more };
		const check = () => checkedUpload(item({ sheet: file }), sheets);
		if (name) {
			expect(check()).toEqual({ ...file, fileName: name });
			return;
		}
		expect(check).toThrow(ParameterError);
		expect(check).toThrow(more.fileName ?? 'sheet');
		expect(check).toThrow(
			expect.objectContaining({ description: expect.stringContaining('.csv or .xlsx') }),
		);
	});
});
