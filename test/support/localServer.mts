import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { IDataObject } from 'n8n-workflow';

/** A server on this computer, at a free port. */
export abstract class LocalServer {
	private readonly server = createServer((request, response) => void this.serve(request, response));

	protected abstract serve(request: IncomingMessage, response: ServerResponse): Promise<void>;

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
		return `${this.origin}/api/v1`;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		this.server.close();
		await once(this.server, 'close');
	}
}

/** What a platform of a test answers: JSON, or a text as it is. */
export interface Answer {
	status?: number;
	body: unknown;
}

/** A platform that reads and writes JSON. */
export abstract class JsonServer extends LocalServer {
	/** @param path with what follows the origin, as it was sent */
	protected abstract answer(method: string, path: string, body: IDataObject): Answer;

	protected override async serve(request: IncomingMessage, response: ServerResponse) {
		const sent = await text(request);
		const body = (sent ? JSON.parse(sent) : {}) as IDataObject;
		const answer = this.answer(request.method ?? '', request.url ?? '', body);
		response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' });
		response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
	}
}
