import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { discard, peek } from '../../../../nodes/shared/http/stream/bodyStream';
import { runs } from '../../../scale.mts';

const whole = async (content: unknown) =>
	Buffer.isBuffer(content) ? content.toString() : await text(content as Readable);

test('the beginning is seen and the body stays whole, wherever it is cut', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 9 })),
			fc.integer({ min: 1, max: 20 }),
			fc.boolean(),
			async (chunks, wanted, isSlow) => {
				const body = new PassThrough();
				const writing = (async () => {
					for (const chunk of chunks) {
						body.write(chunk);
						if (isSlow) await new Promise(setImmediate);
					}
					body.end();
				})();
				const { head, content } = await peek(body, wanted);
				const expected = chunks.join('');
				expect(head.toString()).toBe(expected.slice(0, wanted));
				expect(await whole(content)).toBe(expected);
				await writing;
			},
		),
		runs('sequences'),
	);
});

test('the body is not read further than needed', async () => {
	let sent = 0;
	const body = new Readable({
		read() {
			sent += 1;
			this.push(Buffer.alloc(16_384, 'a'));
		},
	});
	const { head, content } = await peek(body, 1024);
	expect([head.length, content]).toEqual([1024, body]);
	expect(sent).toBeLessThan(8);
	discard(body);
	expect(body.destroyed).toBe(true);
});

test.each([
	['an error', (body: PassThrough) => body.destroy(new Error('gone')), 'gone'],
	['its end', (body: PassThrough) => body.destroy(), 'not complete'],
])('a body that breaks off with %s is an error', async (_what, breakOff, message) => {
	const body = new PassThrough();
	body.write('begin');
	const peeking = peek(body, 1024);
	setImmediate(() => breakOff(body));
	await expect(peeking).rejects.toThrow(message);
	await expect(peek(body, 1024)).rejects.toThrow('not complete');
});
