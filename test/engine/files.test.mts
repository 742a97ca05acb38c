import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Sandbox } from '../../harness/sandbox.mts';
import { FILE_SAMPLES } from '../support/fileSamples.mts';
import { type FileAnswer, type FilePlatform, openFilePlatform } from '../support/filePlatform.mts';
import { credentialFor, locator, rows, runner } from '../support/nodes.mts';
import { runs, scaleOf } from '../scale.mts';

let platform: FilePlatform;
let call: ReturnType<typeof runner>;
let billing: ReturnType<typeof runner>;
let campaign: ReturnType<typeof runner>;

beforeAll(async () => {
	platform = await openFilePlatform();
	const credential = credentialFor(platform as unknown as Sandbox);
	call = runner('voiceAgentCall', credential);
	billing = runner('voiceAgentBilling', credential);
	campaign = runner('voiceAgentCampaign', credential);
});
beforeEach(() => {
	platform.requests = [];
});
afterAll(async () => await platform.close());

const options = { maxRetries: 0 };
const recording = {
	resource: 'call',
	operation: 'downloadRecording',
	sessionId: locator('session_0001'),
	outputDataFieldName: 'sound',
	options,
};
const invoice = (downloadFile: boolean): IDataObject => ({
	resource: 'invoice',
	operation: 'getPdf',
	invoiceId: locator('invoice_0001'),
	downloadFile,
	outputDataFieldName: 'pdf',
	options,
});

const WAV = Buffer.concat([
	Buffer.from('RIFF\x24\x08\x00\x00WAVEfmt ', 'latin1'),
	Buffer.alloc(200_000, 7),
]);
const PDF = Buffer.from('%PDF-1.4\n%âãÏÓ\n%%EOF\n', 'latin1');
const json = (body: unknown): FileAnswer => ({
	headers: { 'content-type': 'application/json' },
	body: JSON.stringify(body),
});
const wav: FileAnswer = { headers: { 'content-type': 'audio/wav' }, body: WAV };
const pdf: FileAnswer = { headers: { 'content-type': 'application/pdf' }, body: PDF };

const bytesOf = (item: INodeExecutionData | undefined, field: string) =>
	Buffer.from(item?.binary?.[field]?.data ?? '', 'base64');

/** Answers the first request so, and those for the link behind it with `file`. */
const platformHas = (first: FileAnswer, file: FileAnswer = wav) => {
	platform.answer = (path) => (/^\/api\/v1\/(calls|billing|campaigns)\//.test(path) ? first : file);
};

describe('a recording', () => {
	test.each<[string, () => FileAnswer]>([
		['as the answer', () => wav],
		['without a type', () => ({ body: WAV })],
		[
			'as unknown bytes',
			() => ({ ...wav, headers: { 'content-type': 'application/octet-stream' } }),
		],
		[
			'compressed',
			() => ({ headers: { ...wav.headers, 'content-encoding': 'gzip' }, body: gzipSync(WAV) }),
		],
		['in pieces', () => ({ ...wav, headers: { ...wav.headers, 'transfer-encoding': 'chunked' } })],
		['behind a link', () => json({ recording_url: '/files/1.wav' })],
		['behind a whole link', () => json({ data: { url: new URL('/files/1', platform.url).href } })],
		['behind a redirect', () => ({ status: 302, headers: { location: '/files/1' } })],
		['in base64', () => json({ session_id: 's1', audio: WAV.toString('base64'), format: 'wav' })],
		['in a data URL', () => json({ url: `data:audio/wav;base64,${WAV.toString('base64')}` })],
	])('%s arrives whole, named after the call', async (_how, first) => {
		platformHas(first());
		const [item] = await call(recording);
		expect(item?.binary?.sound).toMatchObject({
			fileName: 'recording-session_0001.wav',
			mimeType: 'audio/wav',
			fileExtension: 'wav',
		});
		expect(bytesOf(item, 'sound').equals(WAV)).toBe(true);
		expect(item?.json).toMatchObject({ file_name: 'recording-session_0001.wav' });
		expect(platform.requests.every(({ token }) => token === 'Bearer token')).toBe(true);
	});

	test.each<[string, FileAnswer, RegExp]>([
		['nothing', { headers: { 'content-type': 'audio/wav' }, body: '' }, /empty file/],
		['status 204', { status: 204 }, /empty file/],
		['a web page', { headers: { 'content-type': 'text/html' }, body: '<html>Log in' }, /web page/],
		['a web page that is called a recording', { ...wav, body: '<!doctype html>' }, /web page/],
		['a text', { headers: { 'content-type': 'text/plain' }, body: 'Not ready' }, /Not ready/],
		['JSON without a file', json({ session_id: 'secret', status: 'processing' }), /no recording/],
		[
			'a refusal',
			json({ success: false, message: 'Not recorded' }),
			/refused the request: Not recorded/,
		],
		['bad base64', json({ audio: `${WAV.toString('base64').slice(0, 80)}?` }), /no recording/],
		['two links', json({ recording_url: '/1', audio_url: '/2' }), /not clear which file/],
		['a link to plain http', json({ url: 'http://files.example.com/1.wav' }), /https/],
		['a link to the network of n8n', json({ url: 'https://169.254.169.254/1' }), /private network/],
		[
			'a redirect there',
			{ status: 302, headers: { location: 'https://10.0.0.1/' } },
			/private network/,
		],
		['a file that breaks off', { ...wav, breaksAt: 100_000 }, /interrupted/],
		['a file that breaks off at its beginning', { ...wav, breaksAt: 20 }, /interrupted/],
		[
			'pieces that break off',
			{ headers: { ...wav.headers, 'transfer-encoding': 'chunked' }, body: WAV, breaksAt: 100_000 },
			/interrupted/,
		],
		[
			'a compressed file that breaks off',
			{
				headers: { ...wav.headers, 'content-encoding': 'gzip' },
				body: gzipSync(WAV, { level: 0 }),
				breaksAt: 100_000,
			},
			/interrupted/,
		],
		[
			'JSON that breaks off',
			{ ...json({ audio: WAV.toString('base64') }), breaksAt: 50_000 },
			/interrupted/,
		],
	])('is no recording: %s', async (_what, first, message) => {
		platformHas(first);
		const work = call(recording);
		await expect(work).rejects.toThrow(message);
		await expect(work).rejects.not.toThrow(/secret/);
		expect(platform.requests).toHaveLength(1);
	});

	test('that breaks off is requested again', async () => {
		let requests = 0;
		platform.answer = () => ((requests += 1) === 1 ? { ...wav, breaksAt: 50_000 } : wav);
		const [item] = await call({ ...recording, options: { maxRetries: 1 } });
		expect([requests, bytesOf(item, 'sound').equals(WAV)]).toEqual([2, true]);
	});
});

describe('an invoice', () => {
	test.each([
		['invoices/1.pdf', '/api/v1/invoices/1.pdf'],
		['/api/v1/invoices/1.pdf', '/api/v1/invoices/1.pdf'],
		['/files/1.pdf?sign=a%20b', '/files/1.pdf?sign=a%20b'],
	])('is behind the link %s', async (link, path) => {
		platformHas(json({ invoice_pdf: link, status: 'failed' }), pdf);
		const [item] = await billing(invoice(true));
		expect(item?.json).toEqual({ invoice_pdf: link, status: 'failed' });
		expect(item?.binary?.pdf).toMatchObject({
			fileName: 'invoice-invoice_0001.pdf',
			mimeType: 'application/pdf',
		});
		expect(bytesOf(item, 'pdf').equals(PDF)).toBe(true);
		expect(platform.requests[1]).toEqual({ path, token: 'Bearer token' });
	});

	test('is the answer itself', async () => {
		platformHas(pdf);
		const [item] = await billing(invoice(true));
		expect(bytesOf(item, 'pdf').equals(PDF)).toBe(true);
		const [without] = await billing(invoice(false));
		expect(without?.binary).toBeUndefined();
		expect(without?.json).toEqual({
			file_name: 'invoice-invoice_0001.pdf',
			mime_type: 'application/pdf',
			file_size: PDF.length,
			message: expect.stringContaining('Download File'),
		});
	});

	test('of which only the link is wanted is not downloaded', async () => {
		platformHas(json({ url: 'http://files.example.com/1.pdf' }));
		const [item] = await billing(invoice(false));
		expect(item?.json).toEqual({ url: 'http://files.example.com/1.pdf' });
		expect(platform.requests).toHaveLength(1);
	});
});

test('an export is named after its campaign', async () => {
	platformHas({ headers: { 'content-type': 'text/csv' }, body: 'phone,outcome\n' });
	const parameters = {
		resource: 'campaign',
		operation: 'export',
		campaignId: locator('={{ $json.id }}'),
		outputDataFieldName: 'data',
		options,
	};
	const items = await campaign(parameters, rows({ id: 'campaign_0001' }, { id: 'campaign_0002' }));
	expect(items.map(({ binary }) => binary?.data?.fileName)).toEqual([
		'campaign-campaign_0001.csv',
		'campaign-campaign_0002.csv',
	]);
});

/** Ways to send a file, each with what it is called there. */
type Way = (file: { bytes: Buffer; mimeType: string }) => { first: FileAnswer; file?: FileAnswer };
const WAYS: Way[] = [
	({ bytes, mimeType }) => ({ first: { headers: { 'content-type': mimeType }, body: bytes } }),
	({ bytes }) => ({
		first: { headers: { 'content-type': 'application/octet-stream' }, body: bytes },
	}),
	({ bytes }) => ({ first: { headers: { 'content-type': 'text/plain' }, body: bytes } }),
	({ bytes }) => ({ first: { body: bytes } }),
	({ bytes }) => ({ first: json({ result: { audio_url: '/f/1' } }), file: { body: bytes } }),
	({ bytes }) => ({ first: { status: 307, headers: { location: '/f/1' } }, file: { body: bytes } }),
	({ bytes, mimeType }) => ({
		first: json({ recording: { data: bytes.toString('base64'), mime_type: mimeType } }),
	}),
	({ bytes, mimeType }) => ({ first: json(`data:${mimeType};base64,${bytes.toString('base64')}`) }),
];

test('whichever way a file comes: exactly its bytes with its type, or an error', async () => {
	const outcomes = { files: 0, errors: 0 };
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(...FILE_SAMPLES.filter(({ head }) => head[0] !== 0xff)),
			fc.uint8Array({ minLength: 1, maxLength: 3_000 }),
			fc.constantFrom(...WAYS),
			fc.option(fc.double({ min: 0, max: 0.99, noNaN: true }), { freq: 2 }),
			fc.constantFrom('none', 'first', 'file'),
			async ({ head, mimeType, ending }, more, way, cut, cutWhat) => {
				const bytes = Buffer.concat([head, more]);
				const answers = way({ bytes, mimeType });
				const isCut =
					cut !== null && cutWhat !== 'none' && answers[cutWhat as 'first'] !== undefined;
				const broken = isCut && (answers[cutWhat as 'first']?.body?.length ?? 0) > 0;
				if (broken) {
					const answer = answers[cutWhat as 'first'] as FileAnswer;
					answer.breaksAt = Math.floor((answer.body?.length ?? 0) * cut);
				}
				platformHas(answers.first, answers.file);
				const result = await call(recording).then(
					([item]) => item,
					(error: Error) => error,
				);
				if (broken) {
					outcomes.errors += 1;
					expect(result).toBeInstanceOf(Error);
					return;
				}
				if (result instanceof Error) throw result;
				outcomes.files += 1;
				expect(bytesOf(result, 'sound').equals(bytes)).toBe(true);
				expect(result?.binary?.sound).toMatchObject({
					mimeType,
					fileName: `recording-session_0001.${ending}`,
				});
			},
		),
		runs('sequences'),
	);
	expect(Math.min(outcomes.files, outcomes.errors)).toBeGreaterThan(scaleOf('sequences') / 8);
});
