import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import type { Sandbox } from '../../harness/sandbox.mts';

export interface OwnAddress {
	/** Base address of the platform's API, ending in `/api/v1`. */
	url: string;
	close: () => Promise<void>;
}

/** Another address of the same sandbox: what the package remembers of an address does not apply to it. */
export async function openOwnAddress(sandbox: Sandbox): Promise<OwnAddress> {
	const { hostname, port, pathname } = new URL(sandbox.url);
	const sockets = new Set<Socket>();
	const server = createServer((incoming) => {
		const outgoing = connect(Number(port), hostname);
		for (const socket of [incoming, outgoing]) {
			sockets.add(socket);
			// If one end closes, the other one is closed too.
			socket.on('error', () => {});
			socket.once('close', () => {
				sockets.delete(socket);
				incoming.destroy();
				outgoing.destroy();
			});
		}
		incoming.pipe(outgoing).pipe(incoming);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
		close: async () => {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, 'close');
		},
	};
}
