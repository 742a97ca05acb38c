import { type Socket, connect } from 'node:net';
import axios from 'axios';
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

/** Changes one object of an answer before it is sent on. */
type Rename = (row: Record<string, unknown>) => Record<string, unknown>;

/**
 * Another address of the sandbox, at which the platform uses other names: for names that the package knows and the sandbox does not use.
 *
 * @param rename is called for every object of every answer, at any depth; all answers must be JSON
 */
export const addressWithOtherNames = (sandbox: Sandbox, rename: Rename) =>
	new LocalServer(async ({ method, headers, body }, response) => {
		const { status, data } = await axios.request<string>({
			method,
			url: new URL(String(response.req.url), sandbox.url).href,
			headers: headers as Record<string, string>,
			data: body === '' ? undefined : body,
			responseType: 'text',
			transformResponse: (text: string) => text,
			validateStatus: () => true,
		});
		const renamed: unknown = JSON.parse(data, (_key, value: unknown) =>
			typeof value === 'object' && value !== null && !Array.isArray(value)
				? rename(value as Record<string, unknown>)
				: value,
		);
		return { status, body: renamed };
	});
