import { type Socket, connect } from 'node:net';
import type { Sandbox } from '../../harness/sandbox.mts';
import { LocalServer } from './localServer.mts';

/** Another address of the same sandbox: what the package remembers of an address does not apply to it. */
export class OwnAddress extends LocalServer {
	constructor(private readonly sandbox: Sandbox) {
		super(() => undefined);
	}

	protected override accept(incoming: Socket): void {
		const { hostname, port } = new URL(this.sandbox.url);
		const outgoing = connect(Number(port), hostname);
		for (const socket of [incoming, outgoing]) {
			// If one end closes, the other one is closed too.
			socket.on('error', () => {});
			socket.once('close', () => {
				incoming.destroy();
				outgoing.destroy();
			});
		}
		incoming.pipe(outgoing).pipe(incoming);
	}
}
