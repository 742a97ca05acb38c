import { Readable } from 'node:stream';
import fc from 'fast-check';
import type { IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';
import type { WantedFile } from '../../../../nodes/shared/http';
import { Client, FileDownload } from '../../../../nodes/shared/http';
import type { ReceivedFile } from '../../../../nodes/shared/http/files/fileAnswer';
import { readFileAnswer } from '../../../../nodes/shared/http/files/fileAnswer';
import { runs } from '../../../scale.mts';
import { BASE_URL, fakeCaller } from '../../../support/fakeCaller.mts';

const recording: WantedFile = { kind: 'recording', id: 's1', subject: 'Download it' };
const campaign: WantedFile = { kind: 'campaign', id: 'c1', subject: 'Export it' };
const WAV = Buffer.from('RIFF\x24\x08\x00\x00WAVEfmt ', 'latin1');

const answer = (body: string | Buffer, headers: Record<string, string> = {}) => ({
	statusCode: 200,
	headers,
	body: Readable.from([Buffer.from(body)]),
});
const URL_OF_FILE = `${BASE_URL}/calls/recording/s1`;
const read = async (
	body: string | Buffer,
	headers: Record<string, string> = {},
	wanted = recording,
	url = URL_OF_FILE,
) => await readFileAnswer(answer(body, headers) as unknown as IN8nHttpFullResponse, wanted, url);
const type = (text: string) => ({ 'content-type': text });
const attachment = { 'content-disposition': 'attachment; filename="x.json"' };
const AT_LINK = 'https://files.example.com/a/call.MP3?sign=x.wav';
const UNKNOWN = type('binary/octet-stream');

describe('an answer', () => {
	test.each<[string, string | Buffer, object, WantedFile, string, string | undefined, string]>([
		['with a type', WAV, type('audio/x-wav; rate=8000'), recording, 's1.wav', 'audio/x-wav', ''],
		['with a type that is rare', WAV, type('audio/basic'), recording, 's1', 'audio/basic', ''],
		['without a type', WAV, {}, recording, 's1', 'application/octet-stream', ''],
		['with no type but an address', WAV, {}, recording, 's1.mp3', undefined, AT_LINK],
		['with a type that says nothing', WAV, UNKNOWN, recording, 's1.mp3', undefined, AT_LINK],
		['at a page', WAV, UNKNOWN, recording, 's1', 'binary/octet-stream', `${BASE_URL}/a.mp3/b.php`],
		['with a brace in it', 'RIFF\0{"a":1}', {}, recording, 's1', 'application/octet-stream', ''],
		['a table', 'a,b', type('text/csv'), campaign, 'c1.csv', 'text/csv', ''],
		['a text', 'a,b', type('text/plain'), campaign, 'c1.txt', 'text/plain', ''],
	])('is a file: %s', async (_what, body, headers, wanted, name, mimeType, url) => {
		const received = await read(body, headers as Record<string, string>, wanted, url || undefined);
		const whole = `${wanted.kind}-${name}`;
		expect(received).toEqual({ file: { content: Buffer.from(body), name: whole, mimeType } });
	});

	test('has a name that stays in its folder, for any identifier', async () => {
		await fc.assert(
			fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (id) => {
				const { file } = (await read(WAV, type('audio/wav'), { ...recording, id })) as {
					file: ReceivedFile;
				};
				expect(file.name).toMatch(/^recording[\w.-]{0,100}\.wav$/);
			}),
			runs('values'),
		);
	});

	test.each<[string, Record<string, string>, WantedFile]>([
		['{"a":1}', type('application/json; charset=utf-8'), recording],
		['{"a":1}', type('application/problem+json'), recording],
		['\uFEFF {"a":1}', {}, recording],
		['{"a":1}', { ...type('application/json'), ...attachment }, recording],
		['{"a":1}', type('application/json'), campaign],
		['{"a":1}', UNKNOWN, campaign],
	])('is JSON: %j as %j', async (body, headers, wanted) => {
		expect(await read(body, headers, wanted)).toEqual({ json: { a: 1 } });
	});

	test.each<[string, string | Buffer, Record<string, string>, WantedFile, RegExp]>([
		['nothing', '', type('audio/wav'), recording, /empty file/],
		['nothing', '', { ...type('text/csv'), ...attachment }, campaign, /empty file/],
		['a web page', 'Log in', type('text/html; charset=utf-8'), recording, /web page/],
		['a web page', 'Log in', type('text/html'), campaign, /web page/],
		['a web page', '\n<!-- a -->\n<!DOCTYPE html><p>', type('audio/wav'), recording, /web page/],
		['a web page', '<HTML lang="en">', {}, campaign, /web page/],
		['comments', '<!---->'.repeat(1_000), type('text/plain'), recording, /a text in place/],
		['a text', 'Not ready', type('text/plain'), recording, /in place of the recording: Not ready$/],
		['a long text', 'a '.repeat(101), type('text/plain'), recording, /in place of the recording$/],
		[
			'a text that is shown',
			`${'a '.repeat(99)}aa`,
			type('text/plain'),
			recording,
			/recording: a a.*aa$/,
		],
		['XML without a text', '<Error/>', type('text/xml'), recording, /in place of the recording$/],
		['XML', '<Error>Denied</Error>', type('application/xml'), recording, /a text in place/],
	])('is an error: %s', async (_what, body, headers, wanted, message) => {
		await expect(read(body, headers, wanted)).rejects.toMatchObject({
			message: expect.stringMatching(message),
			details: { arrival: 'answered', final: true },
		});
	});

	test('of incomplete JSON may be complete the next time', async () => {
		await expect(read('{"a":', type('application/json'))).rejects.toMatchObject({
			details: { arrival: 'unknown' },
		});
	});

	test('that is refused is not read to its end', async () => {
		const body = Readable.from([Buffer.alloc(5_000, '<html>'), Buffer.alloc(5_000)]);
		const response = { ...answer(''), body } as unknown as IN8nHttpFullResponse;
		await expect(readFileAnswer(response, recording, URL_OF_FILE)).rejects.toThrow(/web page/);
		expect(body.destroyed).toBe(true);
	});
});

const invoice: WantedFile = { kind: 'invoice', id: 'i1', subject: 'Get it' };
const XLSX = type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
const XML_ERROR =
	'<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>';

/** Every way to write a text, with what stands in front of it. */
const ENCODED: Record<string, (text: string) => Buffer> = {
	'UTF-8': (text) => Buffer.from(text),
	'UTF-8 with a mark': (text) => Buffer.from(`\uFEFF${text}`),
	'UTF-8 after white space': (text) => Buffer.from(`\r\n\t ${text}`),
};
const SOUND_TYPES = ['audio/mpeg', 'audio/wav', 'application/octet-stream', '', 'video/mp4'];

/** Beginnings of sounds. */
const SOUNDS: Record<string, Buffer> = {
	WAV,
	'MP3 with a tag': Buffer.from('ID3\x03\0\0\0\0\x0f\x76TIT2', 'latin1'),
	'MP3 without a tag': Buffer.from('fffb9064000000000000', 'hex'),
	'MP3 with a checksum': Buffer.from('fffa906400f00000', 'hex'),
	AAC: Buffer.from('fff15080027ffcde', 'hex'),
	Ogg: Buffer.from('OggS\0\x02\0\0\0\0', 'latin1'),
	FLAC: Buffer.from('fLaC\0\0\0\x22', 'latin1'),
	AMR: Buffer.from('#!AMR\n\x3c\x00\x10', 'latin1'),
	AU: Buffer.from('.snd\0\0\0\x18', 'latin1'),
	MP4: Buffer.from('\0\0\0\x20ftypM4A ', 'latin1'),
	WebM: Buffer.from('1a45dfa39f4286810142f7', 'hex'),
	'silence in 8 bits': Buffer.alloc(2000, 0x80),
	'silence in 16 bits': Buffer.alloc(2000, 0),
	'silence in A-law': Buffer.alloc(2000, 0xd5),
	'silence in µ-law': Buffer.alloc(2000, 0xff),
	'a quiet A-law': Buffer.from(Array.from({ length: 2000 }, (_, n) => (n % 2 ? 0xd4 : 0x55))),
	'a quiet one in 16 bits': Buffer.from(
		new Int16Array(Array.from({ length: 1000 }, (_, n) => 90 * Math.sin(n / 9))).buffer,
	),
};

describe('bytes that are text are no sound, whatever the header says', () => {
	const isFile = async (body: Buffer, headers: Record<string, string>, wanted = recording) =>
		await read(body, headers, wanted).then(
			(answered) => 'file' in answered,
			() => false,
		);

	test.each(Object.keys(ENCODED))('a text in %s', async (encoding) => {
		const write = ENCODED[encoding]!;
		const letters = fc.string({ unit: fc.constantFrom(...'aZ 09.,:{}[]"<>/äß日語\n') });
		const text = letters.map((rest) => `N${rest}`);
		const known = ['{"detail":"Recording not ready"}', XML_ERROR, 'Not found', '[]', '""', '<p>'];
		await fc.assert(
			fc.asyncProperty(
				fc.oneof(text, fc.constantFrom(...known)),
				fc.constantFrom(...SOUND_TYPES),
				async (written, header) => {
					expect(await isFile(write(written), type(header))).toBe(false);
					expect(await isFile(write(written), type(header), invoice)).toBe(false);
				},
			),
			runs('values'),
		);
	});

	test.each(Object.keys(SOUNDS))('and a sound is one: %s', async (name) => {
		for (const header of SOUND_TYPES) {
			expect(await isFile(SOUNDS[name]!, type(header))).toBe(true);
		}
	});

	test.each<[string, Buffer, number, RegExp]>([
		[
			'JSON',
			ENCODED['UTF-8']!('{"detail":"Recording not ready"}'),
			200,
			/recording: Recording not ready/,
		],
		['XML', Buffer.from(XML_ERROR), 200, /in place of the recording: Request has expired/],
		['a text', Buffer.from('Not found'), 200, /in place of the recording: Not found/],
		['a text with status 202', Buffer.from('Try later'), 202, /place of the recording: Try later/],
		[
			'JSON with status 202',
			Buffer.from('{"message":"In work"}'),
			202,
			/link to the recording: In work/,
		],
	])('the message of the platform is shown: %s', async (_what, body, statusCode, message) => {
		const { download, stored } = downloadWith([
			{ ...answer(body, type('audio/mpeg')), statusCode },
		]);
		await expect(download.requested(request)).rejects.toMatchObject({
			message: expect.stringMatching(message),
			details: { arrival: 'answered', final: true },
		});
		expect(stored).toEqual([]);
	});
});

describe('a file is what its type promises', () => {
	test.each<[string, string | Buffer, Record<string, string>, WantedFile]>([
		['a PDF', '%PDF-1.4\n…', type('application/pdf'), invoice],
		['a PDF with other bytes', Buffer.from('%PDF-1.4\n\xe2\xe3', 'latin1'), {}, invoice],
		['a workbook', 'PK\x03\x04\x14\0', XLSX, campaign],
		['a table', '"Name","Phone"\n"{a","1"', type('text/csv'), campaign],
		['a table as an attachment', '[a],b\n', { ...type('text/csv'), ...attachment }, campaign],
		['a table of an old Excel', 'a;b\n', type('application/vnd.ms-excel'), campaign],
		['a table without a type', 'a,b\n', {}, campaign],
		['XML', '<calls/>', type('application/xml'), campaign],
	])('%s is one', async (_what, body, headers, wanted) => {
		expect(await read(body, headers, wanted)).toHaveProperty('file');
	});

	test.each<[string, string | Buffer, Record<string, string>, WantedFile, RegExp]>([
		['an archive', 'PK\x03\x04\x14\0', type('application/pdf'), invoice, /no PDF in place/],
		['a text', 'Not paid', type('application/pdf'), invoice, /place of the invoice: Not paid/],
		['a text about a PDF', 'No %PDF-', {}, invoice, /place of the invoice: No %PDF-/],
		['a text', 'Not ready', XLSX, campaign, /place of the campaign: Not ready/],
		['a text', 'Not ready', { ...XLSX, ...attachment }, campaign, /place of the campaign: Not re/],
		['a text', 'Not ready', type('application/zip'), campaign, /place of the campaign: Not ready/],
		['XML', XML_ERROR, type('text/csv'), campaign, /place of the campaign: Request has expired/],
		['XML', XML_ERROR, { ...type('text/csv'), ...attachment }, campaign, /Request has expired/],
		['XML', XML_ERROR, {}, campaign, /place of the campaign: Request has expired/],
	])('%s is none: %j as %j', async (_what, body, headers, wanted, message) => {
		await expect(read(body, headers, wanted)).rejects.toThrow(message);
	});

	test.each([
		[XLSX, campaign],
		[{ ...XLSX, ...attachment }, campaign],
		[type('text/csv'), campaign],
		[{ ...type('text/csv'), ...attachment }, campaign],
		[type('text/plain'), campaign],
		[type('application/pdf'), invoice],
	])('JSON is JSON: as %j', async (headers, wanted) => {
		expect(await read('{"detail":"Not ready"}', headers, wanted)).toEqual({
			json: { detail: 'Not ready' },
		});
	});
});

/** A client with these answers, and what is stored. */
function downloadWith(answers: Array<ReturnType<typeof answer>>, fileSize?: string) {
	const stored: unknown[][] = [];
	const { caller, sent, session } = fakeCaller((number) => answers[number]);
	const prepareBinaryData = async (content: unknown, fileName: string, mimeType: string) => {
		stored.push([content, fileName, mimeType]);
		return { data: '', fileName, mimeType, fileSize };
	};
	Object.assign(caller.helpers, { prepareBinaryData });
	const policy = { timeoutMs: 1, maxRetries: 0, maxRetryTimeMs: 1 };
	const client = new Client(caller, BASE_URL, policy, session);
	const context = caller as IExecuteFunctions;
	return { download: new FileDownload(context, client, recording, 'sound'), context, sent, stored };
}
const jsonAnswer = (body: unknown) => answer(JSON.stringify(body), type('application/json'));
const request = { method: 'GET', path: '/calls/recording/s1', subject: 'Download it' } as const;

describe('a download', () => {
	test('does not follow a link behind a link', async () => {
		const { download, sent, stored } = downloadWith([
			jsonAnswer({ url: '/1' }),
			jsonAnswer({ url: '/2' }),
		]);
		await expect(download.requested(request)).rejects.toThrow(/leads to JSON and not to a file/);
		expect([sent.length, stored.length]).toEqual([2, 0]);
	});
});
