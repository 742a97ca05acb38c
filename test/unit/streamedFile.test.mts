import { Readable } from 'node:stream';
import type { IPollFunctions } from 'n8n-workflow';
import { Client } from '../../nodes/shared/http';

const BASE_URL = 'https://voice.example.com/api/v1';
const policy = { timeoutMs: 10_000, maxRetries: 4, maxRetryTimeMs: 10_000 };
const request = { method: 'GET', path: '/file', stream: true, subject: 'Download' } as const;

/** A client that gets this body as the answer to every request. */
function clientFor(body: Readable, deadline?: number): Client {
	const httpRequestWithAuthentication = async () => ({
		statusCode: 200,
		headers: {},
		body,
	});
	const caller = { helpers: { httpRequestWithAuthentication } } as unknown as IPollFunctions;
	return new Client(caller, BASE_URL, { ...policy, deadline });
}

async function sizeOf({ body }: { body: unknown }): Promise<number> {
	let size = 0;
	for await (const chunk of body as Readable) size += (chunk as Buffer).length;
	return size;
}

describe('a file that is streamed', () => {
	it('is aborted at the deadline', async () => {
		const endless = new Readable({ read: () => undefined });
		endless.push('the beginning');
		const startedAt = Date.now();
		await expect(clientFor(endless, startedAt + 1_200).send(request, sizeOf)).rejects.toMatchObject(
			{ message: 'The platform did not answer in time', details: { reach: 'unknown' } },
		);
		expect(endless.destroyed).toBe(true);
		expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1_000);
	});

	it('is not aborted when it was read in time', async () => {
		const body = new Readable({ read: () => undefined });
		const answer = await clientFor(body, Date.now() + 100).send(request, () => 'read');
		await new Promise((resolve) => setTimeout(resolve, 1_200));
		expect([answer, body.destroyed]).toEqual(['read', false]);
	});

	it('is read to its end otherwise', async () => {
		const body = Readable.from([Buffer.alloc(1000), Buffer.alloc(500)]);
		expect(await clientFor(body).send(request, sizeOf)).toBe(1500);
	});
});
