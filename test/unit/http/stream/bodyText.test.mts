import { PassThrough, Readable } from 'node:stream';
import fc from 'fast-check';
import { TextTooLong, bodyText } from '../../../../nodes/shared/http';
import { runs } from '../../../scale.mts';

const LIMIT = 1_000;
const errorOf = async (work: Promise<unknown>) => await work.catch((error: unknown) => error);

test('is what was sent, wherever the stream is cut, also within a letter', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.string({ unit: fc.constantFrom('a', 'Ł', '€', '😀'), maxLength: 40 }),
			fc.array(fc.nat(120), { maxLength: 8 }),
			async (text, cuts) => {
				const bytes = Buffer.from(text);
				const edges = [0, ...cuts.sort((one, other) => one - other), bytes.length];
				const chunks = edges.slice(1).map((end, index) => bytes.subarray(edges[index], end));
				const stream = Readable.from(chunks.filter((chunk) => chunk.length > 0));
				expect(await bodyText(stream, { maxBytes: LIMIT })).toBe(text);
				expect(stream.destroyed).toBe(true);
			},
		),
		runs('sequences'),
	);
});

test.each([
	['a text', 'Łukasz', 'Łukasz'],
	['bytes', Buffer.from('Łukasz'), 'Łukasz'],
	['nothing', undefined, ''],
	['an empty stream', Readable.from([]), ''],
	['a byte order mark', Readable.from([Buffer.from('\uFEFF{}')]), '{}'],
	['a stream of texts', Readable.from(['a', 'b']), 'ab'],
])('is read from %s', async (_what, body, text) => {
	expect(await bodyText(body, { maxBytes: LIMIT })).toBe(text);
});

describe('the limit', () => {
	test.each([
		['a text', (size: number) => 'a'.repeat(size)],
		['bytes', (size: number) => Buffer.alloc(size, 'a')],
		['a stream', (size: number) => Readable.from([Buffer.alloc(size - 1), Buffer.alloc(1)])],
		['letters of two bytes', (size: number) => 'Ł'.repeat(size / 2)],
	])('counts the bytes of %s', async (_what, body) => {
		expect(Buffer.byteLength(await bodyText(body(LIMIT), { maxBytes: LIMIT }))).toBe(LIMIT);
		expect(await errorOf(bodyText(body(LIMIT + 2), { maxBytes: LIMIT }))).toMatchObject({
			name: 'TextTooLong',
		});
	});

	test('stops a stream without end early, and closes it', async () => {
		let sent = 0;
		const endless = new Readable({
			read() {
				sent += 1;
				this.push(Buffer.alloc(16_384, 'a'));
			},
		});
		expect(await errorOf(bodyText(endless, { maxBytes: 100_000 }))).toBeInstanceOf(TextTooLong);
		expect(endless.destroyed).toBe(true);
		expect(sent).toBeLessThan(20);
	});
});

test('a stream that breaks off is its own error', async () => {
	const broken = new PassThrough();
	broken.write('begin');
	setImmediate(() => broken.destroy(Object.assign(new Error('gone'), { code: 'ECONNRESET' })));
	await expect(bodyText(broken, { maxBytes: LIMIT })).rejects.toThrow('gone');
});
