import { Readable } from 'node:stream';
import { Client } from '../../../nodes/shared/http';
import { BASE_URL, fakeCaller } from './fakeCaller.mts';

const policy = { timeoutMs: 10_000, maxRetries: 0, maxRetryTimeMs: 10_000 };
const request = { method: 'GET', path: '/file', stream: true, subject: 'Download' } as const;

let timeOut: AbortController;
let limits: number[];

beforeEach(() => {
	jest.useFakeTimers({ now: Date.UTC(2026, 0, 1), doNotFake: ['nextTick', 'queueMicrotask'] });
	timeOut = new AbortController();
	limits = [];
	// Its clock is the platform's, which fake timers do not reach.
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
		limits.push(milliseconds);
		return timeOut.signal;
	});
});
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

/** Gives this body whatever is asked. `timeLeft` until the deadline, in milliseconds. */
function clientFor(body: unknown, timeLeft?: number): Client {
	const { caller } = fakeCaller(() => ({ statusCode: 200, headers: {}, body }));
	const deadline = timeLeft === undefined ? undefined : Date.now() + timeLeft;
	return new Client(caller, BASE_URL, { ...policy, deadline });
}

async function sizeOf({ body }: { body: unknown }): Promise<number> {
	let size = 0;
	for await (const chunk of body as Readable) size += (chunk as Buffer).length;
	return size;
}

const endless = () => {
	const body = new Readable({ read: () => undefined });
	body.push('the beginning');
	return body;
};

describe('a file that is streamed', () => {
	it('breaks off at the deadline', async () => {
		const body = endless();
		const reading = clientFor(body, 5_000).send(request, sizeOf);
		const failed = expect(reading).rejects.toMatchObject({ details: { reach: 'unknown' } });
		await Promise.resolve();
		await new Promise(process.nextTick);
		timeOut.abort();
		await failed;
		expect(limits).toEqual([5_000]);
		expect(body.destroyed).toBe(true);
	});

	it('does not end n8n with an error that comes too late', async () => {
		const body = endless();
		const reading = clientFor(body, 5_000).send(request, () => new Promise(() => undefined));
		const failed = expect(reading).rejects.toMatchObject({ details: { reach: 'unknown' } });
		await new Promise(process.nextTick);
		timeOut.abort();
		await failed;
		expect(() => body.emit('error', new Error('late'))).not.toThrow();
	});

	it('may not be a stream at all', async () => {
		const reading = clientFor('text', 5_000).send(request, () => new Promise(() => undefined));
		const failed = expect(reading).rejects.toMatchObject({ details: { reach: 'unknown' } });
		await new Promise(process.nextTick);
		timeOut.abort();
		await failed;
	});

	it('gets a second even at the deadline, and is left alone when it was read in time', async () => {
		const body = new Readable({ read: () => undefined });
		const answer = await clientFor(body, 100).send(request, () => 'read');
		timeOut.abort();
		await new Promise(process.nextTick);
		expect([answer, body.destroyed, limits]).toEqual(['read', false, [1_000]]);
	});

	it('is broken off when its reader fails', async () => {
		const body = endless();
		const reading = clientFor(body, 5_000).send(request, () => {
			throw new Error('no room');
		});
		await expect(reading).rejects.toThrow('no room');
		expect(body.destroyed).toBe(true);
	});

	it('is read to its end otherwise, with no limit', async () => {
		const body = Readable.from([Buffer.alloc(1000), Buffer.alloc(500)]);
		expect(await clientFor(body).send(request, sizeOf)).toBe(1500);
		expect(limits).toEqual([]);
	});
});
