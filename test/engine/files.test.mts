import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Sandbox } from '../../harness/sandbox.mts';
import { type FileAnswer, FilePlatform } from '../support/filePlatform.mts';
import { credentialFor, locator, rows, runner } from '../support/nodes.mts';
import { runs } from '../scale.mts';

const platform = new FilePlatform();
let call: ReturnType<typeof runner>;
let billing: ReturnType<typeof runner>;
let campaign: ReturnType<typeof runner>;

beforeAll(async () => {
	await platform.start();
	const credential = credentialFor(platform as unknown as Sandbox);
	call = runner('voiceAgentCall', credential);
	billing = runner('voiceAgentBilling', credential);
	campaign = runner('voiceAgentCampaign', credential);
});
beforeEach(() => void platform.journal.splice(0));
afterAll(async () => await platform.stop());

const advanced = { maxRetries: 0 };
const recording = {
	resource: 'call',
	operation: 'downloadRecording',
	sessionId: locator('session_0001'),
	outputDataFieldName: 'sound',
	advanced,
};
const invoice = (downloadFile: boolean): IDataObject => ({
	resource: 'invoice',
	operation: 'getPdf',
	invoiceId: locator('invoice_0001'),
	downloadFile,
	outputDataFieldName: 'pdf',
	advanced,
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
	platform.has = (path) => (/^\/(calls|billing|campaigns)\//.test(path) ? first : file);
};

describe('a recording', () => {
	test('is named after its call, also in JSON', async () => {
		platformHas(wav);
		const [item] = await call(recording);
		expect(item?.binary?.sound).toMatchObject({ fileExtension: 'wav' });
		expect(item?.json).toMatchObject({ file_name: 'recording-session_0001.wav' });
		expect(bytesOf(item, 'sound').equals(WAV)).toBe(true);
	});

	test('that breaks off is requested again', async () => {
		let requests = 0;
		platform.has = () => ((requests += 1) === 1 ? { ...wav, breaksAt: 50_000 } : wav);
		const [item] = await call({ ...recording, advanced: { maxRetries: 1 } });
		expect([requests, bytesOf(item, 'sound').equals(WAV)]).toEqual([2, true]);
	});
});

describe('an invoice', () => {
	test.each([
		['invoices/1.pdf', '/invoices/1.pdf'],
		['/api/v1/invoices/1.pdf', '/invoices/1.pdf'],
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
		expect(platform.requests[1]).toMatchObject({ path, authorization: 'Bearer token' });
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
		advanced,
	};
	const items = await campaign(parameters, rows({ id: 'campaign_0001' }, { id: 'campaign_0002' }));
	expect(items.map(({ binary }) => binary?.data?.fileName)).toEqual([
		'campaign-campaign_0001.csv',
		'campaign-campaign_0002.csv',
	]);
});

/** A way to send a file, and the answer that has its bytes. */
type Way = (file: { bytes: Buffer; mimeType: string; ending: string }) => {
	first: FileAnswer;
	file?: FileAnswer;
};
const typed = (mimeType: string, more: object = {}) => ({ 'content-type': mimeType, ...more });
const WAYS: Record<string, Way> = {
	'as the answer': ({ bytes, mimeType }) => ({ first: { headers: typed(mimeType), body: bytes } }),
	compressed: ({ bytes, mimeType }) => ({
		first: { headers: typed(mimeType, { 'content-encoding': 'gzip' }), body: gzipSync(bytes) },
	}),
	'in pieces': ({ bytes, mimeType }) => ({
		first: { headers: typed(mimeType, { 'transfer-encoding': 'chunked' }), body: bytes },
	}),
	'behind a link': ({ bytes, mimeType }) => ({
		first: json({ result: { audio_url: '/f/1' } }),
		file: { headers: typed(mimeType), body: bytes },
	}),
	'behind a whole link, which alone has its type': ({ bytes, ending }) => ({
		first: json({ data: { url: new URL(`/f/1.${ending}?sign=a`, platform.url).href } }),
		file: { headers: typed('binary/octet-stream'), body: bytes },
	}),
	'behind a redirect': ({ bytes, mimeType }) => ({
		first: { status: 307, headers: { location: '/f/1' } },
		file: { headers: typed(mimeType), body: bytes },
	}),
};

/** Types of files, each with its usual ending. */
const TYPES = [
	['audio/wav', 'wav'],
	['audio/mpeg', 'mp3'],
	['audio/ogg', 'ogg'],
	['audio/mp4', 'm4a'],
	['application/pdf', 'pdf'],
] as const;

test.each(Object.entries(WAYS))(
	'a file that comes %s: exactly its bytes with its type, or an error if it breaks off',
	async (_how, way) => {
		const outcomes = { files: 0, errors: 0 };
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...TYPES),
				fc.uint8Array({ minLength: 1, maxLength: 3_000 }),
				fc.constantFrom('none', 'first', 'file'),
				fc.double({ min: 0, max: 0.99, noNaN: true }),
				async ([mimeType, ending], content, cut, place) => {
					const bytes = Buffer.from(content);
					const { first, file } = way({ bytes, mimeType, ending });
					const broken = cut === 'file' || first.body === undefined ? (file ?? first) : first;
					if (cut !== 'none') broken.breaksAt = Math.floor((broken.body?.length ?? 0) * place);
					platform.journal.splice(0);
					platformHas(first, file);
					const result = await call(recording).then(
						([item]) => item,
						(error: Error) => error,
					);
					if (cut !== 'none') {
						outcomes.errors += 1;
						expect(result).toBeInstanceOf(Error);
						expect(String(result)).toMatch(/interrupted/);
						return;
					}
					if (result instanceof Error) throw result;
					outcomes.files += 1;
					expect(bytesOf(result, 'sound').equals(bytes)).toBe(true);
					expect(platform.requests.every((one) => one.authorization === 'Bearer token')).toBe(true);
					expect(result?.binary?.sound).toMatchObject({
						mimeType,
						fileName: `recording-session_0001.${ending}`,
					});
				},
			),
			{ ...runs('sequences'), numRuns: Math.ceil(runs('sequences').numRuns / 6) },
		);
		if (runs('sequences').numRuns > 1)
			expect(Math.min(outcomes.files, outcomes.errors)).toBeGreaterThan(0);
	},
);
