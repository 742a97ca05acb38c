import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePort } from '../../harness/ports.mts';

test('nobody gets the port of another one, also before that one listens on it', async () => {
	const ports = await Promise.all(Array.from({ length: 20 }, () => freePort()));
	ports.push(await freePort(ports[0]), await freePort(ports[0]));
	expect(new Set(ports).size).toBe(22);
});

test('a preferred port that is taken is left to who has it', async () => {
	const preferred = await freePort();
	const server = createServer().listen(preferred + 1, '127.0.0.1');
	await once(server, 'listening');
	expect(await freePort(preferred + 1)).not.toBe(preferred + 1);
	server.close();
	await once(server, 'close');
});
