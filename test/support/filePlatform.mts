import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the platform answers one request. */
export interface FileAnswer {
	status?: number;
	headers?: Record<string, string>;
	body?: Buffer | string;
	/** The connection ends after so many bytes of the body. */
	breaksAt?: number;
}

export interface FilePlatform {
	/** Base address of the API, ending in `/api/v1`. */
	url: string;
	/** Decides the answer to each request but the login; the path has its query. */
	answer: (path: string) => FileAnswer;
	/** The requests since the last reading: path and token. */
	requests: Array<{ path: string; token: string | undefined }>;
	close: () => Promise<void>;
}

/** A platform on this computer that knows the login and answers everything else as a test wants it. */
export async function openFilePlatform(): Promise<FilePlatform> {
	const reply = (
		response: ServerResponse,
		{ status = 200, headers = {}, body = '', breaksAt }: FileAnswer,
	) => {
		const bytes = Buffer.from(body);
		const isChunked = headers['transfer-encoding'] === 'chunked';
		response.writeHead(status, {
			...(!isChunked && { 'content-length': bytes.length }),
			...headers,
		});
		if (breaksAt === undefined) {
			response.end(bytes);
			return;
		}
		response.flushHeaders();
		response.write(bytes.subarray(0, breaksAt), () => setImmediate(() => response.destroy()));
	};
	const server = createServer((request: IncomingMessage, response) => {
		request.resume();
		const path = request.url ?? '';
		if (path === '/api/v1/auth/login') {
			const body = JSON.stringify({ access_token: 'token' });
			return reply(response, { headers: { 'content-type': 'application/json' }, body });
		}
		platform.requests.push({ path, token: request.headers.authorization });
		return reply(response, platform.answer(path));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const platform: FilePlatform = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
		answer: () => ({ status: 404 }),
		requests: [],
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
	return platform;
}
