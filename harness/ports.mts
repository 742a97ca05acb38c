import { once } from 'node:events';
import { createServer } from 'node:net';
import getPort, { portNumbers } from 'get-port';

/*
 * A port is found some seconds before the server takes it. So that nothing comes in between, each process has ports of its own, below those
 * that the system gives to outgoing connections, and gets none of them twice.
 */
const FIRST_PORT = 10_000;
const PORTS_OF_A_PROCESS = 200;
const PROCESSES = 50;

/** @returns a free port on 127.0.0.1 that nobody else in this process gets: the preferred one, or the next to it, if it is free */
export async function freePort(preferred?: number): Promise<number> {
	const first = preferred ?? FIRST_PORT + (process.pid % PROCESSES) * PORTS_OF_A_PROCESS;
	const port = portNumbers(first, first + PORTS_OF_A_PROCESS - 1);
	return await getPort({ host: '127.0.0.1', port, reserve: true });
}

/** Whether nobody listens on this port of 127.0.0.1. */
export async function isFree(port: number): Promise<boolean> {
	const server = createServer().listen(port, '127.0.0.1');
	const isListening = await once(server, 'listening').then(
		() => true,
		() => false,
	);
	if (isListening) await new Promise((resolve) => server.close(resolve));
	return isListening;
}
