import { once } from 'node:events';
import {
	type IncomingHttpHeaders,
	type IncomingMessage,
	type ServerResponse,
	createServer,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const API = '/api/v1';

/** A request as the server read it. */
export interface Seen {
	method: string;
	/** With its query, without `/api/v1`. */
	path: string;
	headers: IncomingHttpHeaders;
	body: string;
	/** '' if it was not answered. */
	status: number | '';
}

export interface Answer {
	status?: number;
	headers?: Record<string, string>;
	/** A text or bytes are sent as they are, everything else as JSON. */
	body?: unknown;
	/** The connection ends after so many bytes of the body. */
	breaksAt?: number;
}

/** What a request is answered with. Undefined: it writes the answer itself, or there is none. */
export type Answers = (
	request: Seen,
	response: ServerResponse,
) => Answer | undefined | Promise<Answer>;

/** What a platform answers to a login. */
export const LOGGED_IN: Answer = { body: { access_token: 'token' } };

const bytesOf = (body: unknown): Buffer =>
	Buffer.isBuffer(body)
		? body
		: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));

/** A server on this computer, at a free port. It writes down what it was sent, and a function answers. */
export class LocalServer {
	readonly journal: Seen[] = [];
	private readonly server = createServer((request, response) => void this.serve(request, response));

	constructor(private readonly answers: Answers) {}

	async start(): Promise<this> {
		this.server.listen(0, '127.0.0.1');
		await once(this.server, 'listening');
		return this;
	}

	get origin(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	/** Base address of the platform's API. */
	get url(): string {
		return `${this.origin}${API}`;
	}

	/** How often each request with this beginning of a path came: `POST /calls/1`. */
	counts(beginning: string): Record<string, number> {
		const counts: Record<string, number> = {};
		for (const { method, path } of this.journal) {
			if (!path.startsWith(beginning)) continue;
			const name = `${method} ${path}`;
			counts[name] = (counts[name] ?? 0) + 1;
		}
		return counts;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		this.server.close();
		await once(this.server, 'close');
	}

	private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const seen: Seen = {
			method: String(request.method),
			path: String(request.url).replace(API, ''),
			headers: request.headers,
			body: await text(request),
			status: '',
		};
		this.journal.push(seen);
		response.once('finish', () => {
			seen.status = response.statusCode;
		});
		response.setHeader('content-type', 'application/json');
		const answer = await this.answers(seen, response);
		if (answer) send(answer, response);
	}
}

function send(
	{ status = 200, headers = {}, body = '', breaksAt }: Answer,
	response: ServerResponse,
) {
	const bytes = bytesOf(body);
	if (breaksAt === undefined) {
		response.writeHead(status, headers).end(bytes);
		return;
	}
	const isChunked = headers['transfer-encoding'] === 'chunked';
	response.writeHead(status, {
		...(!isChunked && { 'content-length': bytes.length }),
		...headers,
	});
	response.flushHeaders();
	response.write(bytes.subarray(0, breaksAt), () => setImmediate(() => response.destroy()));
}
