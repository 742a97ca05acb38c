import { Readable } from 'node:stream';
import { Client } from '../../../../nodes/shared/http';
import { BASE_URL, fakeCaller } from '../../../support/fakeCaller.mts';

const policy = { timeoutMs: 10_000, maxRetries: 0, maxRetryTimeMs: 10_000 };
const request = { method: 'GET', path: '/file', stream: true, subject: 'Download' } as const;

beforeEach(() => {
	jest.useFakeTimers({ now: Date.UTC(2026, 0, 1), doNotFake: ['nextTick', 'queueMicrotask'] });
});
afterEach(() => jest.useRealTimers());

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

/** A body whose connection has received so many bytes. */
const received = (body: Readable, bytesRead: number) =>
	Object.assign(body, { socket: { bytesRead } });

const failed = (reading: Promise<unknown>) =>
	expect(reading).rejects.toMatchObject({ details: { arrival: 'unknown' } });

describe('a file that is streamed', () => {
	it.each([
		['at the time limit', undefined, 9_900, 10_200],
		['at the deadline', 5_000, 4_900, 5_200],
		['a second after the deadline at least', 100, 900, 1_200],
	])('breaks off %s', async (_when, timeLeft, early, late) => {
		const body = endless();
		const reading = failed(clientFor(body, timeLeft).send(request, sizeOf));
		await jest.advanceTimersByTimeAsync(early);
		expect(body.destroyed).toBe(false);
		await jest.advanceTimersByTimeAsync(late - early);
		await reading;
		expect(body.destroyed).toBe(true);
	});

	it('may take longer as long as enough of it arrives', async () => {
		const body = received(endless(), 0);
		const reading = failed(clientFor(body).send(request, sizeOf));
		for (let kilobytes = 64; kilobytes <= 640; kilobytes += 64) {
			await jest.advanceTimersByTimeAsync(9_000);
			received(body, kilobytes * 1024);
		}
		expect(body.destroyed).toBe(false);
		// A byte a second is not enough.
		for (let second = 0; second < 11; second += 1) {
			received(body, 640 * 1024 + second);
			await jest.advanceTimersByTimeAsync(1_000);
		}
		await reading;
		expect(body.destroyed).toBe(true);
	});

	it('is the only answer that may take longer', async () => {
		const body = received(endless(), 0);
		const reading = failed(clientFor(body).send({ ...request, stream: false }, sizeOf));
		await jest.advanceTimersByTimeAsync(9_000);
		received(body, 64 * 1024);
		await jest.advanceTimersByTimeAsync(1_200);
		expect(body.destroyed).toBe(true);
		await reading;
	});

	it('does not end n8n with an error that comes too late', async () => {
		const body = endless();
		const reading = failed(
			clientFor(body, 5_000).send(request, () => new Promise(() => undefined)),
		);
		await jest.advanceTimersByTimeAsync(5_200);
		await reading;
		expect(() => body.emit('error', new Error('late'))).not.toThrow();
	});

	it('is broken off when its reader fails', async () => {
		const body = endless();
		const reading = clientFor(body, 5_000).send(request, () => {
			throw new Error('no room');
		});
		await expect(reading).rejects.toThrow('no room');
		expect(body.destroyed).toBe(true);
	});
});
