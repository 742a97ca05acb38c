import { once } from 'node:events';
import {
	type IncomingHttpHeaders,
	type IncomingMessage,
	type ServerResponse,
	createServer as createHttpServer,
} from 'node:http';
import { type Socket, createServer } from 'node:net';
import { text } from 'node:stream/consumers';

export const HOST = '127.0.0.1';
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

function isInUse(error: NodeJS.ErrnoException): false {
	if (error.code === 'EADDRINUSE') return false;
	throw error;
}

/*
 * Ports below those that systems give away as free, and above those of harness/ports: a server that has stopped finds its port free when it starts
 * again. Each process has ports of its own, and each server of a file another one, because what was remembered about one address must not be taken
 * for another server.
 */
const PORTS_OF_A_PROCESS = 1_000;
const FIRST_PORT = 20_000 + (process.pid % 12) * PORTS_OF_A_PROCESS;
let servers = 0;

/**
 * A server on this computer, at a port that no other server of this file has had. It writes down what it was sent, and a function answers. What
 * goes wrong before there is a whole request is made by those who extend it: to the connection, or when the headers are there.
 */
export class LocalServer {
	readonly journal: Seen[] = [];
	protected readonly listener = createServer((socket) => {
		this.sockets.add(socket);
		socket.once('close', () => this.sockets.delete(socket));
		this.accept(socket);
	});
	private readonly http = createHttpServer((request, response) => {
		if (this.isRead(request)) void this.serve(request, response);
	});
	private readonly sockets = new Set<Socket>();

	/** @param port without it, one that is free */
	constructor(
		private readonly answers: Answers,
		private port = 0,
	) {}

	/** Listens, at the same port again after it has stopped. */
	async start(): Promise<this> {
		if (this.port > 0) await this.listen(this.port);
		while (this.port === 0) {
			const port = FIRST_PORT + (servers++ % PORTS_OF_A_PROCESS);
			const isFree = await this.listen(port).then(() => true, isInUse);
			if (isFree) this.port = port;
		}
		return this;
	}

	private async listen(port: number): Promise<void> {
		this.listener.listen(port, HOST);
		await once(this.listener, 'listening');
	}

	get origin(): string {
		return `http://${HOST}:${this.port}`;
	}

	/** Base address of the platform's API. */
	get url(): string {
		return `${this.origin}${API}`;
	}

	/** How often each request with this beginning of a path came: `POST /calls/1`. */
	counts(beginning: string): Record<string, number> {
		const seen = this.journal.filter(({ path }) => path.startsWith(beginning));
		const byName = Object.groupBy(seen, ({ method, path }) => `${method} ${path}`);
		return Object.fromEntries(Object.entries(byName).map(([name, all]) => [name, all!.length]));
	}

	async stop(): Promise<void> {
		for (const socket of this.sockets) socket.destroy();
		if (!this.listener.listening) return;
		this.listener.close();
		await once(this.listener, 'close');
	}

	/** Understands HTTP on a connection. */
	protected accept(socket: Socket): void {
		this.http.emit('connection', socket);
	}

	/** Whether a request, of which the headers are there, is read and answered. */
	protected isRead: (request: IncomingMessage) => boolean = () => true;

	private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const body = await text(request).catch(() => undefined);
		// The client has left.
		if (body === undefined) return;
		const seen: Seen = {
			method: String(request.method),
			path: String(request.url).replace(API, ''),
			headers: request.headers,
			body,
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

function send({ status = 200, headers = {}, body = '', breaksAt }: Answer, to: ServerResponse) {
	const isPlain = typeof body === 'string' || Buffer.isBuffer(body);
	const bytes = Buffer.from(isPlain ? (body as string) : JSON.stringify(body));
	if (breaksAt === undefined) {
		to.writeHead(status, headers).end(bytes);
		return;
	}
	const isChunked = headers['transfer-encoding'] === 'chunked';
	to.writeHead(status, { ...(!isChunked && { 'content-length': bytes.length }), ...headers });
	to.flushHeaders();
	to.write(bytes.subarray(0, breaksAt), () => setImmediate(() => to.destroy()));
}
