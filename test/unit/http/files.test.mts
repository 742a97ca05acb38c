import { Readable } from 'node:stream';
import fc from 'fast-check';
import type { IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';
import { fileItem, mimeTypeOf, textOf } from '../../../nodes/shared/http';
import { fileNameOf } from '../../../nodes/shared/http/files';

describe('a file name', () => {
	test.each([
		['attachment; filename="call.wav"', 'call.wav'],
		['attachment; filename=call.wav', 'call.wav'],
		['attachment; filename = call.wav ; size=5', 'call.wav'],
		['attachment; FILENAME="a b.wav"; size=5', 'a b.wav'],
		['attachment; filename="semi;colon.wav"', 'semi;colon.wav'],
		['attachment; filename="quote\\"d.wav"', 'quote"d.wav'],
		['attachment; filename=" call.wav "', 'call.wav'],
		["attachment; filename*=UTF-8''%C3%BCbung.wav", 'übung.wav'],
		["attachment; filename*=UTF-8'en'a%20b.wav; size=5", 'a b.wav'],
		["attachment; filename* = iso-8859-1'' a.wav ", 'a.wav'],
		['attachment; filename="plain.wav"; filename*=UTF-8\'\'extended.wav', 'extended.wav'],
		["attachment; filename*=UTF-8''50%.wav", '50%.wav'],
		["attachment; filename*=''x.wav", 'x.wav'],
		['attachment', ''],
		['', ''],
		[undefined, ''],
		[null, ''],
	])('of %j is %j', (header, expected) => {
		expect(fileNameOf(header)).toBe(expected);
	});

	test.each([
		['filename="../../etc/passwd"', '__.._etc_passwd'],
		['filename="..\\\\..\\\\run.bat"', '__.._run.bat'],
		['filename="/etc/passwd"', '_etc_passwd'],
		['filename=".bashrc"', '_bashrc'],
		['filename=".."', '_'],
		["filename*=UTF-8''..%2F..%2Fetc%2Fpasswd", '__.._etc_passwd'],
		["filename*=UTF-8''a%00b%0Ac.wav", 'a_b_c.wav'],
		['filename=a/b/c.wav', 'a_b_c.wav'],
		['filename="a.b.wav"', 'a.b.wav'],
	])('of %j stays in its folder: %j', (header, expected) => {
		expect(fileNameOf(header)).toBe(expected);
	});

	test('stays in its folder, whatever the platform sends', () => {
		const alphabet = fc.constantFrom(
			'.',
			'/',
			'\\',
			'\u0000',
			'\r',
			'a',
			'ü',
			' ',
			'%',
			"'",
			'"',
			';',
		);
		const name = fc.oneof(fc.string({ unit: alphabet }), fc.string({ unit: 'binary' }));
		const header = fc.oneof(
			name.map((text) => `attachment; filename="${text.replace(/["\\]/g, '\\$&')}"`),
			name.map((text) => `attachment; filename=${text}`),
			fc
				.string({ unit: alphabet })
				.map((text) => `attachment; filename*=UTF-8''${encodeURIComponent(text)}`),
		);
		fc.assert(
			fc.property(header, (text) => {
				const read = fileNameOf(text);
				expect(read).not.toMatch(/[/\\\p{Cc}]/u);
				expect(read).not.toMatch(/^\./);
			}),
			{ seed: 1, numRuns: 500 },
		);
	});

	test('is read back as it was written', () => {
		const name = fc
			.string({ unit: fc.constantFrom(...'abcü% ;"\'-_') })
			.map((text) => `x${text}.wav`);
		fc.assert(
			fc.property(name, (text) => {
				const quoted = text.replaceAll('"', '\\"');
				const encoded = encodeURIComponent(text).replaceAll("'", '%27');
				expect(fileNameOf(`attachment; filename="${quoted}"`)).toBe(text);
				expect(fileNameOf(`attachment; filename*=UTF-8''${encoded}`)).toBe(text);
			}),
			{ seed: 1 },
		);
	});
});

test.each([
	['audio/wav', 'audio/wav'],
	[' Audio/WAV ; rate=8000', 'audio/wav'],
	['', ''],
	[undefined, ''],
])('the type in %j is %j', (header, expected) => {
	expect(mimeTypeOf(header)).toBe(expected);
});

describe('the item of a file', () => {
	const itemOf = async (headers: Record<string, string>, fileSize?: string) => {
		const prepareBinaryData = jest.fn(
			async (_body: unknown, fileName: string, mimeType: string) => ({
				data: '',
				fileName,
				mimeType,
				fileSize,
			}),
		);
		const context = { helpers: { prepareBinaryData } } as unknown as IExecuteFunctions;
		const body = Readable.from(['RIFF']);
		const response = { statusCode: 200, headers, body } as unknown as IN8nHttpFullResponse;
		const item = await fileItem(context, response, 'recording', 'recording-1');
		expect(prepareBinaryData).toHaveBeenCalledWith(body, item.json.file_name, item.json.mime_type);
		return item;
	};

	test('says what the platform says of it', async () => {
		const headers = {
			'content-type': 'audio/wav; rate=8000',
			'content-disposition': 'attachment; filename="../call.wav"',
		};
		const file = { data: '', fileName: '__call.wav', mimeType: 'audio/wav', fileSize: '4 B' };
		expect(await itemOf(headers, '4 B')).toEqual({
			json: { file_name: '__call.wav', mime_type: 'audio/wav', file_size: '4 B' },
			binary: { recording: file },
		});
	});

	test('has a name and a type even if the platform gives none', async () => {
		expect((await itemOf({})).json).toEqual({
			file_name: 'recording-1',
			mime_type: 'application/octet-stream',
			file_size: null,
		});
	});
});

test('a streamed text is read whole, wherever it is cut', async () => {
	const bytes = Buffer.from('Grüße, 日本');
	await fc.assert(
		fc.asyncProperty(fc.integer({ min: 0, max: bytes.length }), async (cut) => {
			const body = Readable.from([bytes.subarray(0, cut), bytes.subarray(cut)]);
			const response = { body } as unknown as IN8nHttpFullResponse;
			expect(await textOf(response)).toBe('Grüße, 日本');
		}),
		{ seed: 1, numRuns: 20 },
	);
});
