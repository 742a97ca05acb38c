import type { ServerResponse } from 'node:http';
import { Bystander, type Seen } from './faultyPlatform.mts';

/** How the platform answers one request. */
export interface FileAnswer {
	status?: number;
	headers?: Record<string, string>;
	body?: Buffer | string;
	/** The connection ends after so many bytes of the body. */
	breaksAt?: number;
}

/** A platform on this computer that knows the login and answers everything else as a test wants it. */
export class FilePlatform extends Bystander {
	/** Decides the answer to each request but the login. */
	has: (path: string) => FileAnswer = () => ({ status: 404 });

	/** The requests but the login. */
	get requests(): Seen[] {
		return this.journal.filter(({ path }) => path !== '/auth/login');
	}

	protected override answer({ path }: Seen, _body: object, response: ServerResponse): void {
		if (path === '/auth/login') {
			response.end(JSON.stringify({ access_token: 'token' }));
			return;
		}
		const { status = 200, headers = {}, body = '', breaksAt } = this.has(path);
		const bytes = Buffer.from(body);
		const isChunked = headers['transfer-encoding'] === 'chunked';
		response.removeHeader('content-type');
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
	}
}
