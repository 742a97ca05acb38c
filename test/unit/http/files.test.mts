import { Readable } from 'node:stream';
import type { IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';
import type { ReceivedFile, WantedFile } from '../../../nodes/shared/http';
import { Client, FileDownload, readFileAnswer, storedFile } from '../../../nodes/shared/http';
import { BASE_URL, fakeCaller } from './fakeCaller.mts';

const recording: WantedFile = { kind: 'recording', id: 's1', subject: 'Download it' };
const campaign: WantedFile = { kind: 'campaign', id: 'c1', subject: 'Export it' };
const WAV = Buffer.from('RIFF\x24\x08\x00\x00WAVEfmt ', 'latin1');

const answer = (body: string | Buffer, headers: Record<string, string> = {}) => ({
	statusCode: 200,
	headers,
	body: Readable.from([Buffer.from(body)]),
});
const read = async (
	body: string | Buffer,
	headers: Record<string, string> = {},
	wanted = recording,
	link?: string,
) => await readFileAnswer(answer(body, headers) as unknown as IN8nHttpFullResponse, wanted, link);
const type = (text: string) => ({ 'content-type': text });
const attachment = { 'content-disposition': 'attachment; filename="x.json"' };

describe('an answer', () => {
	test.each<[string, string | Buffer, Record<string, string>, WantedFile, string, string]>([
		[
			'by its type',
			WAV,
			type('audio/x-wav; rate=8000'),
			recording,
			'recording-s1.wav',
			'audio/x-wav',
		],
		['by its bytes', WAV, {}, recording, 'recording-s1.wav', 'audio/wav'],
		[
			'by its bytes again',
			WAV,
			type('application/octet-stream'),
			recording,
			'recording-s1.wav',
			'audio/wav',
		],
		[
			'by its bytes against its type',
			WAV,
			type('text/plain'),
			recording,
			'recording-s1.wav',
			'audio/wav',
		],
		[
			'with a name',
			WAV,
			{ 'content-disposition': 'inline; filename="../a.wav"' },
			recording,
			'a.wav',
			'audio/wav',
		],
		[
			'with half a name',
			WAV,
			{ 'content-disposition': 'inline; filename=a' },
			recording,
			'a.wav',
			'audio/wav',
		],
		['a table', 'a,b', type('text/csv'), campaign, 'campaign-c1.csv', 'text/csv'],
		['a table in quotes', '"a","b"', type('text/csv'), campaign, 'campaign-c1.csv', 'text/csv'],
		['a text', 'a,b', {}, campaign, 'campaign-c1.txt', 'text/plain'],
		['a row in each line', '{"a":1}\n{"a":2}', {}, campaign, 'campaign-c1.txt', 'text/plain'],
		[
			'JSON as a file',
			'{"a":1}',
			{ ...type('application/json'), ...attachment },
			campaign,
			'x.json',
			'application/json',
		],
		[
			'a web page as a file',
			'<html>',
			{ ...type('text/html'), ...attachment },
			campaign,
			'x.json',
			'text/html',
		],
	])('is a file: %s', async (_what, body, headers, wanted, name, mimeType) => {
		const received = await read(body, headers, wanted);
		expect(received).toEqual({
			file: { content: Buffer.from(body), name, mimeType, size: Buffer.from(body).length },
		});
	});

	test('has the ending of the link if nothing else says more', async () => {
		const link = 'https://files.example.com/a/call.MP3?sign=x.wav';
		const received = await read(Buffer.from([0, 1, 0x80]), {}, recording, link);
		expect(received).toMatchObject({ file: { name: 'recording-s1.mp3', mimeType: 'audio/mpeg' } });
	});

	test.each<[string, Record<string, string>, WantedFile]>([
		['{"a":1}', type('application/json; charset=utf-8'), recording],
		['{"a":1}', type('application/problem+json'), recording],
		['\uFEFF {"a":1}', type('audio/wav'), recording],
		['{"a":1}', { ...type('application/json'), ...attachment }, recording],
		['{"a":1}', {}, recording],
		['{"a":1}', {}, campaign],
		['{"a":1}', type('text/plain'), campaign],
		['{"a":1}', type('application/json'), campaign],
	])('is JSON: %j as %j', async (body, headers, wanted) => {
		expect(await read(body, headers, wanted)).toEqual({ json: { a: 1 } });
	});

	test('may be nothing but a link', async () => {
		const link = 'https://files.example.com/1';
		expect(await read(`${link}\n`, type('text/plain'))).toEqual({ json: link });
		expect(await read(JSON.stringify(link), type('text/plain'))).toEqual({ json: link });
		await expect(read(`${link}?${'a'.repeat(2_000)}`, type('text/plain'))).rejects.toThrow(/text/);
	});

	test.each<[string, string | Buffer, Record<string, string>, WantedFile, RegExp]>([
		['nothing', '', type('audio/wav'), recording, /empty file/],
		['nothing', '', {}, campaign, /empty file/],
		['a web page', 'Log in', type('text/html; charset=utf-8'), recording, /web page/],
		['a web page', 'Log in', type('text/html'), campaign, /web page/],
		['a web page', '\n<!-- a -->\n<!DOCTYPE html><p>', type('audio/wav'), recording, /web page/],
		['a web page', '<HTML lang="en">', {}, campaign, /web page/],
		[
			'a text',
			'Not ready',
			type('audio/wav'),
			recording,
			/a text in place of the recording: Not ready/,
		],
		['a text', 'Pr\u00eat', type('text/plain'), recording, /a text in place of the recording: Pr/],
		['XML', '<Error>Denied</Error>', type('application/xml'), recording, /a text in place.*XML/],
		[
			'bytes that are called text',
			Buffer.from([0, 1, 2]),
			type('text/plain'),
			recording,
			/a text in place/,
		],
	])('is an error: %s', async (_what, body, headers, wanted, message) => {
		await expect(read(body, headers, wanted)).rejects.toMatchObject({
			message: expect.stringMatching(message),
			details: { reach: 'answered', final: true },
		});
	});

	test('of incomplete JSON may be complete the next time', async () => {
		await expect(read('{"a":', type('application/json'))).rejects.toMatchObject({
			details: { reach: 'unknown' },
		});
	});

	test('that is refused is not read to its end', async () => {
		const body = Readable.from([Buffer.alloc(5_000, '<html>'), Buffer.alloc(5_000)]);
		const response = { ...answer(''), body } as unknown as IN8nHttpFullResponse;
		await expect(readFileAnswer(response, recording)).rejects.toThrow(/web page/);
		expect(body.destroyed).toBe(true);
	});

	test.each([
		['as sent', true, '5000', 5000],
		['uncompressed', false, '5000', null],
		['without a length', true, undefined, null],
		['with a strange length', true, 'many', null],
	])('tells its size only if it is sure: %s', async (_what, isAsSent, length, expected) => {
		const body = Object.assign(
			Readable.from([WAV, Buffer.alloc(5_000 - WAV.length)]),
			isAsSent && { rawHeaders: [] },
		);
		const headers = length === undefined ? {} : { 'content-length': length };
		const response = { statusCode: 200, headers, body } as unknown as IN8nHttpFullResponse;
		const { file } = (await readFileAnswer(response, recording)) as { file: ReceivedFile };
		expect([file.size, file.content]).toEqual([expected, body]);
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
	test('stores the file and says what it is', async () => {
		const { download, stored } = downloadWith([answer(WAV)], '16 B');
		expect(await download.requested(request)).toEqual({
			json: { file_name: 'recording-s1.wav', mime_type: 'audio/wav', file_size: '16 B' },
			binary: {
				sound: { data: '', fileName: 'recording-s1.wav', mimeType: 'audio/wav', fileSize: '16 B' },
			},
		});
		expect(stored).toEqual([[WAV, 'recording-s1.wav', 'audio/wav']]);
	});

	test('has no size if n8n says none', async () => {
		const { context } = downloadWith([]);
		const file = { content: WAV, name: 'a.wav', mimeType: 'audio/wav', size: 16 };
		expect((await storedFile(context, file, 'x')).json.file_size).toBeNull();
	});

	test('follows links in answers, each from where it was found', async () => {
		const { download, sent, stored } = downloadWith([
			jsonAnswer({ recording_url: 'https://files.example.com/a/b' }),
			jsonAnswer({ url: 'c.wav' }),
			answer(WAV),
		]);
		await download.requested(request);
		expect(sent.map(({ options, credential }) => [options.url, credential])).toEqual([
			[`${BASE_URL}/calls/recording/s1`, 'voiceAgentApi'],
			['https://files.example.com/a/b', undefined],
			['https://files.example.com/a/c.wav', undefined],
		]);
		expect(stored).toHaveLength(1);
	});

	test('does not follow links for ever', async () => {
		const links = Array.from({ length: 9 }, (_, index) => jsonAnswer({ url: `/${index}` }));
		const { download, sent, stored } = downloadWith(links);
		await expect(download.requested(request)).rejects.toThrow(/another link, again and again/);
		expect([sent.length, stored.length]).toEqual([4, 0]);
	});

	test('decodes base64', async () => {
		const { download, stored } = downloadWith([
			jsonAnswer({ data: WAV.toString('base64'), file_name: '../../a', mime_type: 'audio/x-wav' }),
		]);
		await download.requested(request);
		expect(stored).toEqual([[WAV, 'a.wav', 'audio/x-wav']]);
	});

	test.each([
		['<html>', /web page/],
		['Not ready', /a text in place/],
	])('does not store base64 of %s', async (text, message) => {
		const { download, stored } = downloadWith([
			jsonAnswer({ data: Buffer.from(text).toString('base64'), mime_type: 'audio/wav' }),
		]);
		await expect(download.requested(request)).rejects.toThrow(message);
		expect(stored).toEqual([]);
	});
});
