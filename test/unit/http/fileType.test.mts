import fc from 'fast-check';
import { fileTypeOf, isProven, isText, typeSaid } from '../../../nodes/shared/http/files/fileType';
import { FILE_SAMPLES } from '../../support/fileSamples.mts';
import { runs } from '../../scale.mts';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const WAV = bytes('RIFF\0\0\0\0WAVE');
const ZIP = bytes('PK\u0003\u0004');
const UNKNOWN = bytes('\u0000\u0001\u0080');
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

test.each(FILE_SAMPLES)('the first bytes prove $mimeType', ({ head, mimeType, ending }) => {
	for (const declared of ['', 'application/octet-stream']) {
		expect(fileTypeOf(head, declared, ['', ''])).toEqual({ mimeType, ending });
	}
	expect(isProven(head)).toBe(head[0] !== 0xff);
});

test.each<[string, Buffer, string, string[], string, string]>([
	['what is declared', UNKNOWN, 'audio/basic', ['x.wav'], 'audio/basic', 'au'],
	['what is declared, in other words', WAV, 'audio/x-wav', [], 'audio/x-wav', 'wav'],
	['what the bytes prove', WAV, 'audio/mpeg', [], 'audio/wav', 'wav'],
	['the bytes, for a type nobody knows', WAV, 'audio/x-something', [], 'audio/wav', 'wav'],
	['a type nobody knows', UNKNOWN, 'audio/x-something', ['/1.mp3'], 'audio/x-something', 'mp3'],
	[
		'a type nobody knows, with no name',
		UNKNOWN,
		'audio/x-something',
		[],
		'audio/x-something',
		'bin',
	],
	['a table is a zip, too', ZIP, XLSX, [], XLSX, 'xlsx'],
	['a table is a zip, by its name', ZIP, '', ['x.xlsx'], XLSX, 'xlsx'],
	['a zip is no recording', ZIP, 'audio/wav', ['x.wav'], 'application/zip', 'zip'],
	['an empty zip', bytes('PK\u0005\u0006'), '', [], 'application/zip', 'zip'],
	['the name', UNKNOWN, '', ['x.mp3', '/y.ogg'], 'audio/mpeg', 'mp3'],
	['the link', UNKNOWN, 'binary/octet-stream', ['', '/y.ogg'], 'audio/ogg', 'ogg'],
	['no page', UNKNOWN, '', ['', '/download.php'], 'application/octet-stream', 'bin'],
	['text', bytes('a,b\r\n1,2'), '', [], 'text/plain', 'txt'],
	['text with a name', bytes('a,b'), '', ['x.csv'], 'text/csv', 'csv'],
	['nothing', UNKNOWN, '', [], 'application/octet-stream', 'bin'],
])('%s', (_what, head, declared, names, mimeType, ending) => {
	expect(fileTypeOf(head, declared, names)).toEqual({ mimeType, ending });
});

test.each<[string, string | undefined]>([
	['audio/wav', 'audio/wav'],
	[' Audio/WAV; rate=8000', 'audio/wav'],
	['wav', 'audio/wav'],
	['.MP3', 'audio/mpeg'],
	['recording', undefined],
	['', undefined],
	['application/octet-stream', undefined],
	['a/b/c', undefined],
])('a field with %j says %j', (text, expected) => {
	expect(typeSaid(text)).toBe(expected);
});

test('text may be cut in the middle of a character', () => {
	const text = Buffer.from('Grüße, 日本 😀\r\n\t');
	for (let cut = 0; cut <= text.length; cut += 1) expect(isText(text.subarray(0, cut))).toBe(true);
	expect(isText(bytes('a\u0000b'))).toBe(false);
	expect(isText(bytes('Gr\u00fc\u00dfe'))).toBe(false);
});

test('bytes that prove a type have it under every declared type and name', () => {
	const proven = FILE_SAMPLES.filter(({ head }) => isProven(head));
	fc.assert(
		fc.property(
			fc.constantFrom(...proven),
			fc.constantFrom(
				...FILE_SAMPLES.map(({ mimeType }) => mimeType),
				'text/plain',
				'audio/x-y',
				'',
			),
			fc.uint8Array({ maxLength: 50 }),
			({ head, mimeType }, declared, more) => {
				const read = fileTypeOf(Buffer.concat([head, more]), declared, []);
				const families: string[][] = [
					['audio/mp4', 'video/mp4'],
					['video/webm', 'audio/webm'],
				];
				const allowed = families.find((family) => family.includes(mimeType)) ?? [mimeType];
				expect(allowed).toContain(read.mimeType);
			},
		),
		runs('values'),
	);
});
