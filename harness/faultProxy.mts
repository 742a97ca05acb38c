import { once } from 'node:events';
import {
	type IncomingMessage,
	type ServerResponse,
	createServer,
	request as requestOf,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { drawsFrom } from './draws.mts';
import { type SandboxOptions, type SandboxProcess, startSandbox } from './sandbox.mts';

/*
 * What goes wrong between n8n and the platform: a proxy in front of a sandbox. The sandbox itself keeps the word of the document. Other ways to
 * answer are in test/platform/manners.mts.
 */

const HOST = '127.0.0.1';
/** As the sandbox: a client that keeps its connections finds them open. */
const KEPT_OPEN_MS = 72_000;
const EXPIRED = 'The access token has expired';

/** What goes wrong, and for which requests. */
export interface Fault {
	/** All, if left out. */
	method?: string;
	/** Regular expression, matched against the path with and without `/api/v1`; all, if left out. */
	path?: string;
	/**
	 * Not carried out: a `status` (the default), `resetBefore`, `hang`. Carried out: `resetAfter`, `truncate` (half of the answer),
	 * `delayAfter`.
	 */
	kind?: 'status' | 'resetBefore' | 'hang' | 'resetAfter' | 'truncate' | 'delayAfter';
	status?: number;
	retryAfter?: number | string;
	delayMs?: number;
	/** From 0 to 1; always, if left out. */
	probability?: number;
	/** How many more requests meet it; no limit, if left out. */
	times?: number;
}

/** A request as the proxy saw it. */
export interface SeenRequest {
	method: string;
	path: string;
	query: string;
	/** Null if it was not answered. */
	status: number | null;
	/** What went wrong, if anything did. */
	fault?: Fault['kind'];
}

/** An address of a platform at which requests fail as they are told to. */
export class FaultProxy {
	/** For each request they are tried in order, and the first that hits is played. */
	faults: Fault[] = [];
	/** How much later every request arrives. */
	latencyMs = 0;
	/** A token expires after so many requests. */
	tokenUses = Infinity;
	readonly requests: SeenRequest[] = [];
	/** How many requests there have been since the start. */
	total = 0;
	private readonly server = createServer((incoming, response) => {
		void this.serve(incoming, response).catch(() => response.destroy());
	});
	private readonly platform: URL;
	private readonly uses = new Map<string, number>();
	private draw = drawsFrom(1);

	private constructor(platform: string) {
		this.platform = new URL(platform);
	}

	static async before(platform: string): Promise<FaultProxy> {
		const proxy = new FaultProxy(platform);
		proxy.server.keepAliveTimeout = KEPT_OPEN_MS;
		proxy.server.listen(0, HOST);
		await once(proxy.server, 'listening');
		return proxy;
	}

	/** The base address of the platform's API. */
	get url(): string {
		const { port } = this.server.address() as AddressInfo;
		return `http://${HOST}:${port}${this.platform.pathname}`;
	}

	/** Nothing goes wrong any more, and nothing was seen. */
	reset(): void {
		Object.assign(this, { faults: [], latencyMs: 0, tokenUses: Infinity, draw: drawsFrom(1) });
		this.requests.length = 0;
		this.uses.clear();
	}

	stop(): void {
		this.server.close();
		this.server.closeAllConnections();
	}

	private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
		const [path = '', query = ''] = (incoming.url ?? '').split('?');
		const seen: SeenRequest = { method: incoming.method ?? '', path, query, status: null };
		this.requests.push(seen);
		this.total += 1;
		response.once('finish', () => (seen.status = response.statusCode));
		const body = await buffer(incoming);
		await pause(this.latencyMs, undefined, { ref: false });
		const fault = this.faultFor(seen);
		const { kind = 'status' } = fault ?? {};
		if (fault) seen.fault = kind;

		if (kind === 'resetBefore') incoming.socket.resetAndDestroy();
		else if (fault && kind === 'status') await refuse(response, fault);
		else if (this.isSpent(incoming.headers.authorization))
			await refuse(response, { status: 401 }, EXPIRED);
		else if (kind !== 'hang') await this.carryOut(incoming, body, response, fault);
	}

	/** Lets the platform do it, and passes on its answer, or what the fault leaves of it. */
	private async carryOut(
		incoming: IncomingMessage,
		body: Buffer,
		response: ServerResponse,
		fault: Fault | undefined,
	): Promise<void> {
		const { url, method } = incoming;
		const sent = requestOf({
			host: this.platform.hostname,
			port: this.platform.port,
			path: url,
			method,
			headers: {
				...contentHeaders(incoming),
				connection: 'close',
				'content-length': body.length,
			},
		}).end(body);
		const [answer] = (await once(sent, 'response')) as [IncomingMessage];
		const status = answer.statusCode ?? 502;
		if (fault?.kind === undefined) {
			response.writeHead(status, contentHeaders(answer));
			answer.pipe(response);
			return;
		}
		const content = await buffer(answer);
		if (fault.kind === 'delayAfter') await pause(fault.delayMs, undefined, { ref: false });
		if (fault.kind === 'resetAfter') {
			incoming.socket.resetAndDestroy();
			return;
		}
		response.writeHead(status, { ...contentHeaders(answer), 'content-length': content.length });
		if (fault.kind === 'delayAfter') response.end(content);
		else response.write(content.subarray(0, content.length / 2), () => response.destroy());
	}

	private isSpent(token: string | undefined): boolean {
		if (token === undefined) return false;
		const uses = this.uses.get(token) ?? 0;
		this.uses.set(token, uses + 1);
		return uses >= this.tokenUses;
	}

	private faultFor({ method, path }: SeenRequest): Fault | undefined {
		const own = path.replace(this.platform.pathname, '');
		const fault = this.faults.find((one) => {
			if (one.times === 0 || (one.method ?? method) !== method) return false;
			const pattern = new RegExp(one.path ?? '');
			if (!pattern.test(path) && !pattern.test(own)) return false;
			return one.probability === undefined || this.draw() < one.probability;
		});
		if (fault?.times !== undefined) fault.times -= 1;
		return fault;
	}
}

/** The headers without those that are about one connection. */
const contentHeaders = ({ headers }: IncomingMessage) =>
	Object.fromEntries(
		Object.entries(headers).filter(([name]) => !['connection', 'transfer-encoding'].includes(name)),
	);

async function refuse(
	response: ServerResponse,
	{ status = 500, retryAfter, delayMs }: Fault,
	message = `Injected fault: status ${status}`,
): Promise<void> {
	await pause(delayMs, undefined, { ref: false });
	if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
	response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
	response.end(JSON.stringify({ message }));
}

/** A sandbox that its clients reach through a proxy. Its control API is its own. */
export interface FaultySandbox extends SandboxProcess {
	proxy: FaultProxy;
}

export async function startFaultySandbox(options?: SandboxOptions): Promise<FaultySandbox> {
	const sandbox = await startSandbox(options);
	const proxy = await FaultProxy.before(sandbox.url);
	return {
		...sandbox,
		url: proxy.url,
		proxy,
		reset: async () => {
			proxy.reset();
			await sandbox.reset();
		},
		stop: async () => {
			proxy.stop();
			await sandbox.stop();
		},
	};
}
