import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import axios from 'axios';
import { freshConnections } from '../../harness/n8n/connections.mts';

/*
 * A server that was busy for longer than it keeps connections alive closes them before it reads the next request, which then fails with
 * ECONNRESET. No request may need a connection that was used before.
 */
test.each([
	['its own', freshConnections, 3],
	['the one before, without these settings: so the test would notice', {}, 1],
])('each request has %s connection', async (_which, settings, count) => {
	let connections = 0;
	const server = createServer((_request, response) => response.end('answered'));
	server.on('connection', () => (connections += 1)).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const client = axios.create({ ...settings, baseURL });
	for (let request = 0; request < 3; request += 1) {
		expect((await client.get('/')).data).toBe('answered');
	}
	server.closeAllConnections();
	server.close();
	expect(connections).toBe(count);
});
