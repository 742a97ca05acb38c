import fc from 'fast-check';
import {
	fileNameOf,
	mimeTypeOf,
	ownFileName,
	safeFileName,
	withEnding,
} from '../../../nodes/shared/http/files/fileName';
import { runs } from '../../scale.mts';

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
		['attachment; filename="plain.wav"; filename*=UTF-8\'\'%2E%2E%2F', 'plain.wav'],
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
		['filename="../../etc/passwd"', 'passwd'],
		['filename="..\\\\..\\\\run.bat"', 'run.bat'],
		['filename="/etc/passwd"', 'passwd'],
		['filename="folder/"', ''],
		['filename=".bashrc"', 'bashrc'],
		['filename=".."', ''],
		['filename="call.wav. ."', 'call.wav'],
		["filename*=UTF-8''..%2F..%2Fetc%2Fpasswd", 'passwd'],
		["filename*=UTF-8''a%00b%0Ac.wav", 'a_b_c.wav'],
		['filename=a/b/c.wav', 'c.wav'],
		['filename="a.b.wav"', 'a.b.wav'],
		['filename="invoice\u202Efdp.exe"', 'invoicefdp.exe'],
		["filename*=UTF-8''%E2%81%A6a%D8%9C.wav", 'a.wav'],
	])('of %j stays in its folder and shows what it is: %j', (header, expected) => {
		expect(fileNameOf(header)).toBe(expected);
	});

	test.each([
		[`${'a'.repeat(300)}.wav`, `${'a'.repeat(196)}.wav`],
		[`${'日'.repeat(100)}.wav`, `${'日'.repeat(65)}.wav`],
		[`${'😀'.repeat(100)}`, '😀'.repeat(50)],
		[`a.${'b'.repeat(300)}`, `a.${'b'.repeat(198)}`],
		['a\uD800b.wav', 'a_b.wav'],
	])('is short enough for every file system, and keeps its ending', (name, expected) => {
		expect(safeFileName(name)).toBe(expected);
	});

	test('is safe, whatever the platform sends', () => {
		const part = fc.constantFrom(
			...[
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
				'\u202E',
				'\u2067',
				'😀',
				'\uDC00',
			],
		);
		const name = fc.oneof(fc.string({ unit: part, maxLength: 400 }), fc.string({ unit: 'binary' }));
		const header = fc.oneof(
			name.map((text) => `attachment; filename="${text.replace(/["\\]/g, '\\$&')}"`),
			name.map((text) => `attachment; filename=${text}`),
			fc
				.string({ unit: fc.constantFrom('.', '/', '\\', '\u0000', 'a', '\u202E', '%', ' ') })
				.map((text) => `attachment; filename*=UTF-8''${encodeURIComponent(text)}`),
		);
		fc.assert(
			fc.property(header, (text) => {
				const read = fileNameOf(text);
				expect(read).not.toMatch(/[/\\\p{Cc}\p{Cs}\p{Bidi_Control}]/u);
				expect(read).not.toMatch(/^[.\s]|[.\s]$/);
				expect(Buffer.byteLength(read)).toBeLessThanOrEqual(200);
			}),
			runs('values'),
		);
	});

	test('is read back as it was written', () => {
		const name = fc
			.string({ unit: fc.constantFrom(...'abcü% ;"\'-_'), maxLength: 50 })
			.map((text) => `x${text}.wav`);
		fc.assert(
			fc.property(name, (text) => {
				const quoted = text.replaceAll('"', '\\"');
				const encoded = encodeURIComponent(text).replaceAll("'", '%27');
				expect(fileNameOf(`attachment; filename="${quoted}"`)).toBe(text);
				expect(fileNameOf(`attachment; filename*=UTF-8''${encoded}`)).toBe(text);
			}),
			runs('values'),
		);
	});
});

test.each([
	['call', 'wav', 'call.wav'],
	['call.mp3', 'wav', 'call.mp3'],
	['call.MP3', 'wav', 'call.MP3'],
	['v1.2', 'pdf', 'v1.2.pdf'],
	['a.3gp', 'wav', 'a.3gp'],
	['a.something-else', 'wav', 'a.something-else.wav'],
])('%j gets the ending %j only if it has none: %j', (name, ending, expected) => {
	expect(withEnding(name, ending)).toBe(expected);
});

test.each([
	['session_0001', 'recording-session_0001.wav'],
	['', 'recording.wav'],
	['a/../b', 'recording-a_.._b.wav'],
	['x'.repeat(300), `recording-${'x'.repeat(186)}.wav`],
])('the name for %j is %j', (id, expected) => {
	expect(ownFileName('recording', id, 'wav')).toBe(expected);
});

test.each([
	['audio/wav', 'audio/wav'],
	[' Audio/WAV ; rate=8000', 'audio/wav'],
	['', ''],
	[undefined, ''],
])('the type in %j is %j', (header, expected) => {
	expect(mimeTypeOf(header)).toBe(expected);
});
