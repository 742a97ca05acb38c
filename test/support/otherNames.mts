import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import axios from 'axios';
import type { Sandbox } from '../../harness/sandbox.mts';
import type { OwnAddress } from './ownAddress.mts';

/** Changes one object of an answer before it is sent on. */
export type Rename = (row: Record<string, unknown>) => Record<string, unknown>;

/**
 * Another address of the sandbox, at which the platform uses other names: for names that the package knows and the sandbox does not use.
 *
 * @param rename is called for every object of every answer, at any depth; all answers must be JSON
 */
export async function openAddressWithOtherNames(
	sandbox: Sandbox,
	rename: Rename,
): Promise<OwnAddress> {
	const { origin, pathname } = new URL(sandbox.url);

	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const parts: Buffer[] = [];
		for await (const part of request) parts.push(part as Buffer);
		const { status, data } = await axios.request<string>({
			method: request.method,
			url: `${origin}${request.url}`,
			headers: request.headers as Record<string, string>,
			data: parts.length > 0 ? Buffer.concat(parts) : undefined,
			responseType: 'text',
			transformResponse: (text: string) => text,
			validateStatus: () => true,
		});
		const renamed = JSON.parse(data, (_key, value: unknown) =>
			typeof value === 'object' && value !== null && !Array.isArray(value)
				? rename(value as Record<string, unknown>)
				: value,
		);
		response.writeHead(status, { 'content-type': 'application/json' });
		response.end(JSON.stringify(renamed));
	}

	const server = createServer((request, response) => void answer(request, response));
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
