import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import axios from 'axios';
import { freshConnections } from '../../harness/n8n/connections.mts';

/** Right after each answer this server is busy for longer than it keeps connections alive. */
const BUSY_SERVER = `
	const { stat } = require('node:fs');
	const { createServer } = require('node:http');
	const { parentPort } = require('node:worker_threads');
	const busy = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3500);
	const server = createServer((request, response) => {
		// As a callback of input and output: after it Node looks at the clock before it reads what has come.
		response.end('answered', () => setTimeout(() => stat('.', busy), 100));
	});
	server.keepAliveTimeout = 2000;
	server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

/** Asks the server, asks it again while it is busy, and returns what came of the second request. */
async function askTwice(settings: object): Promise<unknown> {
	const server = new Worker(BUSY_SERVER, { eval: true });
	const [port] = await once(server, 'message');
	const client = axios.create({ ...settings, baseURL: `http://127.0.0.1:${port}` });
	const ask = () =>
		client.get('/').then(
			({ data }) => data,
			({ code }) => code,
		);
	await ask();
	await new Promise((resolve) => setTimeout(resolve, 300));
	const second = await ask();
	await server.terminate();
	return second;
}

describe('freshConnections', () => {
	it('reach a server that was busy for longer than it keeps connections alive', async () => {
		const outcomes = await Promise.all([askTwice({}), askTwice(freshConnections)]);
		expect(outcomes).toEqual(['ECONNRESET', 'answered']);
	});
});
