import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { TLSSocket, createSecureContext, setDefaultCACertificates } from 'node:tls';
import { type Certificate, validFor } from './certificate.mts';

/*
 * A platform that breaks the rules of HTTP and TLS on request. It listens on this computer only and writes down what it has read: this
 * journal is what the tests believe.
 */

/** A request that was read to its last byte. */
export interface HostileRequest {
	method: string;
	path: string;
	headers: Record<string, string>;
	body: string;
	/** The thing that it is about: `item_3`; '' if it names none. */
	id: string;
}

/**
 * What an answer tells about an action:
 * - `done` it was carried out
 * - `accepted` status 2xx, and the rest may be unreadable: success and "unknown" are both true
 * - `refused` nothing was done
 * - `again` nothing was done, and the same request may be sent again (401, 429)
 * - `elsewhere` nothing was done, and the same request may be sent to another address (307, 308)
 * - `unclear` nobody can know
 */
export type Told = 'done' | 'accepted' | 'refused' | 'again' | 'elsewhere' | 'unclear';

export interface Entry extends HostileRequest {
	told: Told;
	/** False: another origin, to which a redirect led. */
	isPlatform: boolean;
}

/** A request and how it can be answered. */
export interface Exchange {
	request: HostileRequest;
	/** What the answer is written to. With TLS, it encrypts. */
	socket: Socket;
	/** The connection below TLS; the same as `socket` without TLS. */
	raw: Socket;
	/** The body of a success. */
	success: string;
	/** Address of this platform, and of a server on another origin, without a path. */
	origin: string;
	otherOrigin: string;
}

/** Something that goes wrong. */
export interface Fault {
	name: string;
	/**
	 * When it happens: while a connection is made; when the headers of a request are there; when the whole request was read; or while nobody
	 * listens at the address.
	 */
	at: 'listen' | 'connect' | 'headers' | 'read';
	told: Told;
	/** True: a GET, PUT or DELETE succeeds when the fault happens once. */
	recovers: boolean;
	act(exchange: Exchange): unknown;
	/** For `connect`: the certificate that is shown instead of the good one. */
	certificate?: Certificate;
	/** True: it needs https. */
	isSecure?: boolean;
	/** True: only a time-out ends it. */
	isSlow?: boolean;
	/** True: some platforms say so that a list has no rows. */
	isEmptyList?: boolean;
	/** True: it is certain for the client that nothing was sent. */
	isNeverSent?: boolean;
}

export interface HostileOptions {
	/** The fault for this request; `attempt` counts the requests for this thing from 0. Undefined: a good answer. */
	faultFor?: (id: string, attempt: number) => Fault | undefined;
	/** The fault that hits the first connections after the login, whatever they are about. */
	early?: { fault: Fault; times: number };
	/** Told of each login, which has no answer then as long as nothing is healed. */
	onLogin?: () => void;
	isSecure?: boolean;
	/** Told of each request that was read, but no login, before it is answered. */
	onRead?: () => void;
}

export const HOST = '127.0.0.1';
const TOKEN = 'a-token-of-the-hostile-server-0001';
const AUTHORIZATION = `Bearer ${TOKEN}`;
/** The phone numbers and ids that the tests send end in the number of the item. */
const ID = /item_\d+/;
/** How long nobody listens after the login, for a fault of the kind `listen`. */
const AWAY_MS = 150;

const trusted = validFor(HOST);
setDefaultCACertificates([trusted.cert]);

/** Trusts further certificates, so that nothing but their date or name is wrong. */
export function trust(...certificates: Certificate[]): void {
	setDefaultCACertificates([trusted, ...certificates].map(({ cert }) => cert));
}

/** Writes a whole answer and ends the connection. */
export function answer(
	{ socket }: Pick<Exchange, 'socket'>,
	status: number | string,
	headers: Record<string, string> = {},
	body: string | Buffer = '',
): void {
	const all: Record<string, string> = {
		'Content-Type': 'application/json',
		'Content-Length': String(Buffer.byteLength(body)),
		Connection: 'close',
		...headers,
	};
	const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
	const statusLine = typeof status === 'number' ? `${status} Status` : status;
	socket.write(`HTTP/1.1 ${statusLine}\r\n${lines.join('\r\n')}\r\n\r\n`);
	socket.end(body);
}

/** What a good platform answers, by the path of the request. */
export function successFor({ method, path, id }: HostileRequest): string {
	const row = {
		call_id: id,
		session_id: `session_${id}`,
		status: 'completed',
		to_number: '+12125550123',
	};
	if (path.includes('make-call')) return JSON.stringify({ ...row, status: 'queued' });
	if (path.includes('/campaigns/')) {
		return JSON.stringify(
			method === 'PATCH'
				? { campaign_id: id, name: 'Renewals', status: 'active' }
				: { message: 'Contacts added', added: 1 },
		);
	}
	if (method === 'DELETE') return JSON.stringify({ message: 'Deleted' });
	if (path.includes('/knowledge-base/'))
		return JSON.stringify({ kb_id: id, name: 'Price list', status: 'ready' });
	return JSON.stringify(path.includes('/calls?') ? { calls: [row], total: 1 } : row);
}

interface Head {
	method: string;
	path: string;
	headers: Record<string, string>;
}

function headOf(text: string): Head {
	const [first = '', ...lines] = text.split('\r\n');
	const [method = '', path = ''] = first.split(' ');
	const headers = Object.fromEntries(
		lines.map((line) => {
			const colon = line.indexOf(':');
			return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
		}),
	);
	return { method, path, headers };
}

/** The body behind the head; undefined while it is not complete. */
function bodyOf({ headers }: Head, bytes: Buffer): string | undefined {
	if (headers['transfer-encoding'] !== 'chunked') {
		const length = Number(headers['content-length'] ?? 0);
		return bytes.length < length ? undefined : bytes.subarray(0, length).toString('latin1');
	}
	const text = bytes.toString('latin1');
	return text.endsWith('0\r\n\r\n') ? text : undefined;
}

export class HostileServer {
	readonly journal: Entry[] = [];
	/** Connections that faults of the kinds `connect` and `headers` have hit. */
	brokenConnections = 0;
	/** Requests to log in that were read. */
	logins = 0;
	/** Tokens and passwords that arrived at the other origin. */
	readonly leaked: string[] = [];
	private readonly sockets = new Set<Socket>();
	private readonly attempts = new Map<string, number>();
	private readonly servers: Server[] = [];
	private origin = '';
	private otherOrigin = '';
	private wentAway = 0;
	private readonly timers: NodeJS.Timeout[] = [];
	private isGood = false;
	private readonly openLogins: Exchange[] = [];

	constructor(private readonly options: HostileOptions) {}

	get url(): string {
		return `${this.origin}/api/v1`;
	}

	async start(): Promise<this> {
		const scheme = this.options.isSecure ? 'https' : 'http';
		this.origin = `${scheme}://${HOST}:${await this.listen(true)}`;
		this.otherOrigin = `http://${HOST}:${await this.listen(false)}`;
		return this;
	}

	/** From now on, nothing goes wrong. */
	async heal(): Promise<void> {
		this.isGood = true;
		for (const exchange of this.openLogins) this.letIn(exchange);
		this.timers.forEach(clearTimeout);
		const [server] = this.servers;
		if (!server || server.listening) return;
		server.listen(Number(new URL(this.origin).port), HOST);
		await once(server, 'listening');
	}

	async close(): Promise<void> {
		this.timers.forEach(clearTimeout);
		for (const socket of this.sockets) socket.destroy();
		await Promise.all(
			this.servers.map(async (server) => {
				if (!server.listening) return;
				server.close();
				await once(server, 'close');
			}),
		);
	}

	private async listen(isPlatform: boolean): Promise<number> {
		const server = createServer((socket) => this.accept(socket, isPlatform));
		this.servers.push(server);
		server.listen(0, HOST);
		await once(server, 'listening');
		return (server.address() as AddressInfo).port;
	}

	/** Stops listening for a moment: connections are refused. */
	private goAway(times: number): void {
		if (this.isGood || this.wentAway > 0) return;
		this.wentAway += 1;
		const [server] = this.servers;
		if (!server) return;
		const { port } = server.address() as AddressInfo;
		server.close();
		if (times > 1) return;
		this.timers.push(setTimeout(() => server.listen(port, HOST), AWAY_MS));
	}

	private accept(raw: Socket, isPlatform: boolean): void {
		this.sockets.add(raw);
		raw.on('error', () => undefined);
		raw.once('close', () => this.sockets.delete(raw));
		const fault = isPlatform ? this.earlyFault('connect') : undefined;
		if (fault && !fault.certificate) {
			void fault.act(this.exchange({ method: '', path: '', headers: {}, body: '', id: '' }, raw));
			return;
		}
		const isSecure = isPlatform && this.options.isSecure === true;
		const socket = isSecure ? this.secured(raw, fault?.certificate ?? trusted) : raw;
		this.read(socket, raw, isPlatform);
	}

	private secured(raw: Socket, { cert, key }: Certificate): Socket {
		const socket = new TLSSocket(raw, {
			isServer: true,
			secureContext: createSecureContext({ cert, key }),
		});
		socket.on('error', () => undefined);
		return socket;
	}

	/** The fault for the next connection or request after the login, if there is one of this kind. */
	private earlyFault(at: Fault['at']): Fault | undefined {
		const { early } = this.options;
		if (this.isGood || early?.fault.at !== at || this.logins === 0) return undefined;
		if (this.brokenConnections >= early.times) return undefined;
		this.brokenConnections += 1;
		return early.fault;
	}

	private exchange(request: HostileRequest, socket: Socket, raw = socket): Exchange {
		const { origin, otherOrigin } = this;
		return { request, socket, raw, success: successFor(request), origin, otherOrigin };
	}

	private read(socket: Socket, raw: Socket, isPlatform: boolean): void {
		let bytes = Buffer.alloc(0);
		let head: Head | undefined;
		let isAnswered = false;
		socket.on('data', (chunk: Buffer) => {
			// What follows an early answer is read and dropped.
			if (isAnswered) return;
			bytes = Buffer.concat([bytes, chunk]);
			const end = bytes.indexOf('\r\n\r\n');
			if (end < 0) return;
			if (!head) {
				head = headOf(bytes.subarray(0, end).toString('latin1'));
				const fault = head.path.endsWith('/auth/login') ? undefined : this.earlyFault('headers');
				if (fault && isPlatform) {
					isAnswered = true;
					void fault.act(this.exchange({ ...head, body: '', id: '' }, socket, raw));
					return;
				}
			}
			const body = bodyOf(head, bytes.subarray(end + 4));
			if (body === undefined) return;
			isAnswered = true;
			const id = ID.exec(`${head.path} ${body}`)?.[0] ?? '';
			this.serve(this.exchange({ ...head, body, id }, socket, raw), isPlatform);
		});
	}

	private serve(exchange: Exchange, isPlatform: boolean): void {
		const { request } = exchange;
		if (request.path.endsWith('/auth/login')) {
			this.logIn(exchange);
			return;
		}
		const { authorization = '' } = request.headers;
		if (!isPlatform && authorization !== '') this.leaked.push(authorization);
		const fault = this.faultFor(request, isPlatform);
		const told = fault?.told ?? (authorization === AUTHORIZATION || !isPlatform ? 'done' : 'again');
		this.journal.push({ ...request, told, isPlatform });
		this.options.onRead?.();
		if (fault) void fault.act(exchange);
		else if (told === 'done') answer(exchange, 200, {}, exchange.success);
		else answer(exchange, 401);
	}

	private faultFor({ id, path }: HostileRequest, isPlatform: boolean): Fault | undefined {
		// The address that a redirect led to is a good one.
		if (this.isGood || !isPlatform || path.includes('moved=')) return undefined;
		const attempt = this.attempts.get(id) ?? 0;
		this.attempts.set(id, attempt + 1);
		return this.options.faultFor?.(id, attempt);
	}

	private logIn(exchange: Exchange): void {
		this.logins += 1;
		if (this.options.onLogin && !this.isGood) {
			this.openLogins.push(exchange);
			this.options.onLogin();
			return;
		}
		const { early } = this.options;
		if (early?.fault.at === 'listen') this.goAway(early.times);
		this.letIn(exchange);
	}

	private letIn(exchange: Exchange): void {
		answer(exchange, 200, {}, JSON.stringify({ access_token: TOKEN }));
	}
}
