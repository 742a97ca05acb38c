import { createServer } from 'node:net';

function isFree(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(false));
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
	});
}

/** The first free port on 127.0.0.1 from this one on. */
export async function freePort(from: number, taken: readonly number[] = []): Promise<number> {
	for (let port = from; port < 65_536; port += 1) {
		if (!taken.includes(port) && (await isFree(port))) return port;
	}
	throw new Error(`There is no free port from ${from} on`);
}
