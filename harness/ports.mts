import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import getPort, { portNumbers } from 'get-port';

/*
 * A port is found some seconds before the server takes it. So that nothing comes in between, each process has ports of its own, below those
 * that the system gives to outgoing connections, and gets none of them twice. It listens on the first of them as long as it runs: so another
 * process sees that they are taken.
 */
const FIRST_PORT = 10_000;
const PORTS_OF_A_PROCESS = 200;
const PROCESSES = 50;
let own: Promise<number> | undefined;

/** @returns the first of the ports that are now this process's own */
async function takePorts(): Promise<number> {
	for (let place = 0; place < PROCESSES; place += 1) {
		const first = FIRST_PORT + ((process.pid + place) % PROCESSES) * PORTS_OF_A_PROCESS;
		const sign = createServer().unref();
		if (await listens(sign, first)) return first + 1;
	}
	throw new Error(`Each of ${PROCESSES} groups of ports from ${FIRST_PORT} on is taken`);
}

/** @returns a free port on 127.0.0.1 that nobody else in this process gets: the preferred one, or the next to it, if it is free */
export async function freePort(preferred?: number): Promise<number> {
	const first = preferred ?? (await (own ??= takePorts()));
	const port = portNumbers(first, first + PORTS_OF_A_PROCESS - 2);
	return await getPort({ host: '127.0.0.1', port, reserve: true });
}

/** @returns whether the server listens on this port of 127.0.0.1 now; it does not if another one does */
async function listens(server: Server, port: number): Promise<boolean> {
	server.listen(port, '127.0.0.1');
	return await once(server, 'listening').then(
		() => true,
		() => false,
	);
}

/** Whether nobody listens on this port of 127.0.0.1. */
export async function isFree(port: number): Promise<boolean> {
	const server = createServer();
	const isListening = await listens(server, port);
	if (isListening) await new Promise((resolve) => server.close(resolve));
	return isListening;
}
