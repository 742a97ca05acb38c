import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { INodeExecutionData } from 'n8n-workflow';
import type { Sandbox } from '../../harness/sandbox.mts';
import { type Answer, LOGGED_IN, LocalServer } from '../support/localServer.mts';
import { credentialFor, locator, runner } from '../support/nodes.mts';
import { runs } from '../scale.mts';

/** How the platform answers everything but the login. */
let answerTo: (path: string) => Answer;
const platform = new LocalServer(({ path }) =>
	path === '/auth/login' ? LOGGED_IN : answerTo(path),
);
let call: ReturnType<typeof runner>;

beforeAll(async () => {
	await platform.start();
	call = runner('voiceAgentCall', credentialFor(platform as unknown as Sandbox));
});
beforeEach(() => void platform.journal.splice(0));
afterAll(async () => await platform.stop());

const advanced = { maxRetries: 0 };
const recording = {
	resource: 'call',
	operation: 'downloadRecording',
	sessionId: locator('session_0001'),
	outputDataFieldName: 'sound',
	options: advanced,
};
const json = (body: unknown): Answer => ({ body: JSON.stringify(body) });
const bytesOf = (item: INodeExecutionData | undefined, field: string) =>
	Buffer.from(item?.binary?.[field]?.data ?? '', 'base64');

/** Answers the first request so, and those for the link behind it with `file`. */
const platformHas = (first: Answer, file: Answer = first) => {
	answerTo = (path) => (/^\/(calls|billing|campaigns)\//.test(path) ? first : file);
};

/** A way to send a file, and the answer that has its bytes. */
type Way = (file: { bytes: Buffer; mimeType: string; ending: string }) => {
	first: Answer;
	file?: Answer;
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
] as const;

/** No recording is a text: that would be read as an answer about it. */
const contents = fc.uint8Array({ maxLength: 3_000 }).map((bytes) => [0, 0, ...bytes]);

test.each(Object.entries(WAYS))(
	'a file that comes %s: exactly its bytes with its type, or an error if it breaks off',
	async (_how, way) => {
		const outcomes = { files: 0, errors: 0 };
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...TYPES),
				contents,
				fc.constantFrom('none', 'first', 'file'),
				fc.double({ min: 0, max: 0.99, noNaN: true }),
				async ([mimeType, ending], content, cut, place) => {
					const bytes = Buffer.from(content);
					const { first, file } = way({ bytes, mimeType, ending });
					const broken = cut === 'file' || first.body === undefined ? (file ?? first) : first;
					const { length } = broken.body as Buffer | string;
					if (cut !== 'none') broken.breaksAt = Math.floor(length * place);
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
					expect(
						platform.journal.every(
							({ path, headers }) =>
								path === '/auth/login' || headers.authorization === 'Bearer token',
						),
					).toBe(true);
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
