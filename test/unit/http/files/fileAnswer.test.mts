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
const invoice: WantedFile = { kind: 'invoice', id: 'i1', subject: 'Get it' };

type Headers = Record<string, string>;
const type = (text: string): Headers => ({ 'content-type': text });
const attached = (text: string): Headers => ({
	...type(text),
	'content-disposition': 'attachment; filename="x.json"',
});
const answer = (body: string | Buffer, headers: Headers = {}) => ({
	statusCode: 200,
	headers,
	body: Readable.from([Buffer.from(body)]),
});
const URL_OF_FILE = `${BASE_URL}/calls/recording/s1`;
const read = async (
	body: string | Buffer,
	headers: Headers = {},
	wanted = recording,
	url = URL_OF_FILE,
) => await readFileAnswer(answer(body, headers) as unknown as IN8nHttpFullResponse, wanted, url);

const WAV = Buffer.from('RIFF\x24\x08\x00\x00WAVEfmt ', 'latin1');
const AT_LINK = 'https://files.example.com/a/call.MP3?sign=x.wav';
const UNKNOWN = type('binary/octet-stream');
const HTML = type('text/html; charset=utf-8');
const CSV = 'text/csv';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const XML_ERROR =
	'<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>';
const EXPIRED = /in place of the \w+: Request has expired/;
const long = (end: string) => `${'a '.repeat(99)}${end}`;

describe('an answer', () => {
	test.each<[string, string | Buffer, Headers, WantedFile, string, string | undefined, string]>([
		['with a type', WAV, type('audio/x-wav; rate=8000'), recording, 's1.wav', 'audio/x-wav', ''],
		['with a type in capitals', WAV, type('Audio/WAV'), recording, 's1.wav', 'audio/wav', ''],
		['with a type that is rare', WAV, type('audio/basic'), recording, 's1', 'audio/basic', ''],
		['without a type', WAV, {}, recording, 's1', 'application/octet-stream', ''],
		['with no type but an address', WAV, {}, recording, 's1.mp3', undefined, AT_LINK],
		['with a type that says nothing', WAV, UNKNOWN, recording, 's1.mp3', undefined, AT_LINK],
		['at a page', WAV, UNKNOWN, recording, 's1', 'binary/octet-stream', `${BASE_URL}/a.mp3/b.php`],
		['with a brace in it', 'RIFF\0{"a":1}', {}, recording, 's1', 'application/octet-stream', ''],
		['a table', '"Name","Phone"\n"{a","1"', type(CSV), campaign, 'c1.csv', CSV, ''],
		['an attached table', '[a],b\n', attached(CSV), campaign, 'c1.csv', CSV, ''],
		['a text', 'a,b', type('text/plain'), campaign, 'c1.txt', 'text/plain', ''],
	])('is a file: %s', async (_what, body, headers, wanted, name, mimeType, url) => {
		const received = await read(body, headers, wanted, url || undefined);
		const whole = `${wanted.kind}-${name}`;
		expect(received).toEqual({ file: { content: Buffer.from(body), name: whole, mimeType } });
	});

	test.each<[string, string | Buffer, Headers, WantedFile]>([
		['a PDF with other bytes', Buffer.from('%PDF-1.4\n\xe2\xe3', 'latin1'), {}, invoice],
		['a PDF that is a text', '%PDF-1.4\n…', type('application/pdf'), invoice],
		['a PDF of a campaign', '%PDF-1.4\n…', type('application/pdf'), campaign],
		['a workbook', 'PK\x03\x04\x14\0', type(XLSX), campaign],
		['a table of an old Excel', 'a;b\n', type('application/vnd.ms-excel'), campaign],
		['a table without a type', 'a,b\n', {}, campaign],
		['XML', '<calls/>', type('application/xml'), campaign],
	])('is a file: %s', async (_what, body, headers, wanted) => {
		expect(await read(body, headers, wanted)).toHaveProperty('file');
	});

	test('is called by what it is, where nothing has an identifier', async () => {
		const { file } = (await read(WAV, type('audio/wav'), { ...recording, id: '' })) as {
			file: ReceivedFile;
		};
		expect(file.name).toBe('recording.wav');
	});

	test('has a name that stays in its folder, for any identifier', async () => {
		await fc.assert(
			fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (id) => {
				const { file } = (await read(WAV, type('audio/wav'), { ...recording, id })) as {
					file: ReceivedFile;
				};
				expect(file.name).toMatch(/^recording[\w.-]{0,100}\.wav$/);
			}),
			{ ...runs('values'), examples: [['s'.repeat(300)]] },
		);
	});

	test.each<[string, Headers, WantedFile]>([
		['{"a":1}', type('application/json; charset=utf-8'), recording],
		['{"a":1}', type('application/problem+json'), recording],
		['\uFEFF {"a":1}', {}, recording],
		['{"a":1}', attached('application/json'), recording],
		['{"a":1}', UNKNOWN, campaign],
		['{"a":1}', attached(XLSX), campaign],
		['{"a":1}', attached(CSV), campaign],
		['{"a":1}', type('text/plain'), campaign],
		['{"a":1}', type('application/pdf'), invoice],
	])('is JSON: %j as %j', async (body, headers, wanted) => {
		expect(await read(body, headers, wanted)).toEqual({ json: { a: 1 } });
	});

	test.each<[string, string | Buffer, Headers, WantedFile, RegExp]>([
		['nothing', '', type('audio/wav'), recording, /empty file/],
		['nothing', '', attached(CSV), campaign, /empty file/],
		['nothing', '', type('application/json'), recording, /empty file/],
		['a web page', 'Log in', HTML, recording, /web page/],
		['a web page', '\n<!-- a -->\n<!DOCTYPE html><p>', type('audio/wav'), recording, /web page/],
		['a web page', '<HTML lang="en">', {}, campaign, /web page/],
		['comments', '<!---->'.repeat(1_000), type('text/plain'), recording, /a text in place/],
		['a text', 'Not ready', type('text/plain'), recording, /in place of the recording: Not ready$/],
		['a long text', long('aaa'), type('text/plain'), recording, /in place of the recording$/],
		['a text that is shown', long('aa'), type('text/plain'), recording, /recording: a a.*aa$/],
		['XML without a text', '<Error/>', type('text/xml'), recording, /in place of the recording$/],
		['an archive', 'PK\x03\x04\x14\0', type('application/pdf'), invoice, /no PDF in place/],
		['a text', 'Not paid', type('application/pdf'), invoice, /place of the invoice: Not paid/],
		['a text about a PDF', 'No %PDF-', {}, invoice, /place of the invoice: No %PDF-/],
		['a text', 'Not ready', attached(XLSX), campaign, /place of the campaign: Not ready/],
		['a text', 'Not ready', type('application/zip'), campaign, /place of the campaign: Not ready/],
		['XML', XML_ERROR, attached(CSV), campaign, EXPIRED],
		['XML', XML_ERROR, {}, campaign, EXPIRED],
	])('is an error: %s, %j as %j', async (_what, body, headers, wanted, message) => {
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

describe('bytes that are text are no sound, whatever the header says', () => {
	const SOUND_TYPES = ['audio/mpeg', 'audio/wav', 'application/octet-stream', '', 'video/mp4'];
	const isFile = async (body: string | Buffer, header: string, wanted = recording) =>
		await read(body, type(header), wanted).then(
			(answered) => 'file' in answered,
			() => false,
		);

	test('a text', async () => {
		const letters = fc.string({ unit: fc.constantFrom(...'aZ 09.,:{}[]"<>/äß日語\n') });
		const known = ['{"detail":"Recording not ready"}', XML_ERROR, 'Not found', '[]', '""', '<p>'];
		const text = fc.oneof(
			letters.map((rest) => `N${rest}`),
			fc.constantFrom(...known),
		);
		// With a byte order mark, and after white space.
		const before = fc.constantFrom('', '\uFEFF', '\r\n\t ');
		await fc.assert(
			fc.asyncProperty(
				before,
				text,
				fc.constantFrom(...SOUND_TYPES),
				async (mark, said, header) => {
					expect(await isFile(mark + said, header)).toBe(false);
					expect(await isFile(mark + said, header, invoice)).toBe(false);
				},
			),
			runs('values'),
		);
	});

	test('a text, also if its first bytes end within a letter', async () => {
		for (const text of [`N${'ä'.repeat(600)}`, 'ä'.repeat(600)])
			for (const header of SOUND_TYPES) expect(await isFile(text, header)).toBe(false);
	});

	const wave = (sample: (n: number) => number) => Array.from({ length: 1000 }, (_, n) => sample(n));

	test.each<[string, Buffer]>([
		['WAV', WAV],
		['MP3 without a tag', Buffer.from('fffb9064000000000000', 'hex')],
		['AMR', Buffer.from('#!AMR\n\x3c\x00\x10', 'latin1')],
		['silence in 8 bits', Buffer.alloc(2000, 0x80)],
		['silence in 16 bits', Buffer.alloc(2000, 0)],
		['silence in A-law', Buffer.alloc(2000, 0xd5)],
		['silence in µ-law', Buffer.alloc(2000, 0xff)],
		['a quiet A-law', Buffer.from(wave((n) => (n % 2 ? 0xd4 : 0x55)))],
		['quiet 16 bits', Buffer.from(new Int16Array(wave((n) => 90 * Math.sin(n / 9))).buffer)],
	])('and a sound is one: %s', async (_what, sound) => {
		for (const header of SOUND_TYPES) expect(await isFile(sound, header)).toBe(true);
	});
});

/** A client with these answers, and what is stored. */
function downloadWith(answers: Array<ReturnType<typeof answer>>) {
	const stored: unknown[] = [];
	const { caller, sent, session } = fakeCaller((number) => answers[number]);
	const prepareBinaryData = async (content: unknown) => {
		stored.push(content);
		return { mimeType: 'audio/mpeg', fileSize: '2 kB' };
	};
	Object.assign(caller.helpers, { prepareBinaryData });
	const policy = { timeoutMs: 1, maxRetries: 0, maxRetryTimeMs: 1 };
	const client = new Client(caller, BASE_URL, policy, session);
	const context = caller as IExecuteFunctions;
	return { download: new FileDownload(context, client, recording, 'sound'), sent, stored };
}
const request = { method: 'GET', path: '/calls/recording/s1', subject: 'Download it' } as const;

describe('a download', () => {
	test.each<[string, number, RegExp]>([
		['{"detail":"Not ready"}', 200, /recording: Not ready/],
		[XML_ERROR, 200, EXPIRED],
		['Try later', 202, /in place of the recording: Try later/],
		['{"message":"In work"}', 202, /link to the recording: In work/],
		['{"message":"Not for correct horse"}', 200, /link to the recording: Not for \*\*\*$/],
	])('shows what the platform says: %s with status %i', async (body, statusCode, message) => {
		const said = { ...answer(body, type('audio/mpeg')), statusCode };
		const { download, stored } = downloadWith([said]);
		await expect(download.requested(request)).rejects.toMatchObject({
			message: expect.stringMatching(message),
			details: { arrival: 'answered', final: true },
		});
		expect(stored).toEqual([]);
	});

	test('says what n8n takes the file for, if the platform does not', async () => {
		const link = answer(JSON.stringify({ url: AT_LINK }), type('application/json'));
		const { download, stored } = downloadWith([link, answer(WAV, UNKNOWN)]);
		expect(await download.requested(request)).toMatchObject({
			json: { file_name: 'recording-s1.mp3', mime_type: 'audio/mpeg', file_size: '2 kB' },
			binary: { sound: { mimeType: 'audio/mpeg' } },
		});
		expect(stored).toEqual([WAV]);
	});

	test('does not follow a link behind a link', async () => {
		const links = ['{"url":"/1"}', '{"url":"/2"}'];
		const { download, sent, stored } = downloadWith(
			links.map((link) => answer(link, type('application/json'))),
		);
		await expect(download.requested(request)).rejects.toThrow(/leads to JSON and not to a file/);
		expect([sent.length, stored.length]).toEqual([2, 0]);
	});
});
