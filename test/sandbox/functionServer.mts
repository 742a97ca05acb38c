import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request that reached the server. */
export interface Received {
	method: string;
	path: string;
	query: Record<string, string>;
	headers: IncomingHttpHeaders;
	body: string;
	/** Of the body; undefined if it is none. */
	json: never;
}

/** What the server replies with, and after how many milliseconds. */
export interface Reply {
	status?: number;
	body?: string;
	headers?: Record<string, string>;
	afterMs?: number;
}

/** A webhook on loopback, as somebody has whose agent asks functions. */
export class FunctionServer {
	received: Received[] = [];
	/** The reply to each request, in order; the last one goes on. */
	reply: (request: Received, index: number) => Reply = () => ({});
	#server: Server;

	private constructor() {
		this.#server = createServer(async (request, response) => {
			const chunks: Buffer[] = [];
			for await (const chunk of request) chunks.push(chunk as Buffer);
			const received = this.#received(request, Buffer.concat(chunks).toString());
			this.received.push(received);
			const {
				status = 200,
				body = '{"result":"Yes"}',
				headers,
				afterMs = 0,
			} = this.reply(received, this.received.length - 1);
			setTimeout(() => response.writeHead(status, headers).end(body), afterMs).unref();
		});
	}

	static async start(): Promise<FunctionServer> {
		const started = new FunctionServer();
		await new Promise<void>((done) => started.#server.listen(0, '127.0.0.1', done));
		return started;
	}

	get port(): number {
		return (this.#server.address() as AddressInfo).port;
	}

	get url(): string {
		return `http://127.0.0.1:${this.port}/webhook/ask`;
	}

	reset(): void {
		this.received = [];
		this.reply = () => ({});
	}

	async stop(): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise((done) => this.#server.close(done));
	}

	#received(
		{
			method = '',
			url = '',
			headers,
		}: { method?: string; url?: string; headers: IncomingHttpHeaders },
		body: string,
	): Received {
		const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
		return {
			method,
			path: pathname,
			query: Object.fromEntries(searchParams),
			headers,
			body,
			json: (body === '' ? undefined : JSON.parse(body)) as never,
		};
	}
}
