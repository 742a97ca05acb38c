import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Socket, isIP } from 'node:net';
import { TLSSocket, createSecureContext, setDefaultCACertificates } from 'node:tls';
import { generate } from 'selfsigned';
import { HOST, LocalServer, type Seen } from '../support/localServer.mts';

/*
 * A platform that breaks the rules of HTTP and TLS on request: it writes to the socket itself, because no HTTP server cuts a connection, sends
 * half of a body or a header that lies. It writes down what it has read: this journal is what the tests believe.
 */

/** Made when the tests start: no key lies in the repository, and none can run out. */
interface Certificate {
	cert: string;
	key: string;
}

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

/** A certificate signed by its own key. Who trusts it, trusts it as an authority, too. @param host or an address */
async function selfSigned(host: string, fromDay: number, toDay: number): Promise<Certificate> {
	const name = isIP(host) ? { type: 7 as const, ip: host } : { type: 2 as const, value: host };
	const { cert, private: key } = await generate([{ name: 'commonName', value: host }], {
		keyType: 'ec',
		algorithm: 'sha256',
		notBeforeDate: inDays(fromDay),
		notAfterDate: inDays(toDay),
		extensions: [{ name: 'subjectAltName', altNames: [name] }],
	});
	return { cert, key };
}

export const validFor = async (host: string) => await selfSigned(host, -1, 30);
export const expiredFor = async (host: string) => await selfSigned(host, -30, -1);

/** A request that was read to its last byte. */
export interface HostileRequest {
	method: string;
	path: string;
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
	/** Path and query, as they were sent. */
	address: string;
	/** What the answer is written to. With TLS, it encrypts. */
	socket: Socket;
	/** The connection below TLS; the same as `socket` without TLS. */
	raw: Socket;
	/** The body of a success. */
	success: string;
	/** Address of a server on another origin, without a path. */
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
	certificate?: Promise<Certificate>;
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

const TOKEN = 'a-token-of-the-hostile-server-0001';
const AUTHORIZATION = `Bearer ${TOKEN}`;
/** The phone numbers and ids that the tests send end in the number of the item. */
const ID = /item_\d+/;
/** How long nobody listens after the login, for a fault of the kind `listen`. */
const AWAY_MS = 150;

const trusted = validFor(HOST);
let trusting = Promise.resolve();

/** Trusts further certificates, so that nothing but their date or name is wrong. */
export function trust(...certificates: Array<Promise<Certificate>>): void {
	trusting = Promise.all([trusted, ...certificates]).then((all) =>
		setDefaultCACertificates(all.map(({ cert }) => cert)),
	);
}
trust();

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
function successFor({ method, path, id }: HostileRequest): string {
	const row = {
		...{ call_id: id, session_id: `session_${id}` },
		...{ status: 'completed', to_number: '+12125550123' },
	};
	const answers: Array<[isMeant: boolean, body: object]> = [
		[path.includes('make-call'), { ...row, status: 'queued' }],
		[method === 'PATCH', { campaign_id: id, name: 'Renewals', status: 'active' }],
		[path.includes('/campaigns/'), { message: 'Contacts added', added: 1 }],
		[method === 'DELETE', { message: 'Deleted' }],
		[path.includes('/knowledge-base/'), { kb_id: id, name: 'Price list', status: 'ready' }],
		[path.includes('/calls?'), { calls: [row], total: 1 }],
		[true, row],
	];
	return JSON.stringify(answers.find(([isMeant]) => isMeant)![1]);
}

const isLogin = (path = '') => path.endsWith('/auth/login');

export class HostileServer extends LocalServer {
	/** What was read, without logins. */
	readonly entries: Entry[] = [];
	/** Connections that faults of the kinds `connect` and `headers` have hit. */
	brokenConnections = 0;
	/** Requests to log in that were read. */
	private logins = 0;
	/** Tokens and passwords that arrived at the other origin. */
	readonly leaked: string[] = [];
	private readonly attempts = new Map<string, number>();
	/** A good server, to which a redirect can lead. */
	private readonly other = new LocalServer((seen, response) => this.serveElsewhere(seen, response));
	/** The connection below each that encrypts. */
	private readonly below = new WeakMap<Socket, Socket>();
	private comesBack: NodeJS.Timeout | undefined;
	private isGood = false;
	private readonly openLogins: Exchange[] = [];

	constructor(private readonly options: HostileOptions) {
		super((seen, response) => this.meet(seen, response));
	}

	override get origin(): string {
		return this.options.isSecure ? super.origin.replace('http:', 'https:') : super.origin;
	}

	override async start(): Promise<this> {
		await trusting;
		await this.other.start();
		return await super.start();
	}

	/** From now on, nothing goes wrong. */
	async heal(): Promise<void> {
		this.isGood = true;
		for (const exchange of this.openLogins) this.letIn(exchange);
		clearTimeout(this.comesBack);
		if (!this.listener.listening) await super.start();
	}

	override async stop(): Promise<void> {
		clearTimeout(this.comesBack);
		await Promise.all([this.other.stop(), super.stop()]);
	}

	/** Stops listening for a moment: connections are refused. */
	private goAway(times: number): void {
		if (this.isGood || !this.listener.listening || this.comesBack) return;
		this.listener.close();
		if (times > 1) return;
		this.comesBack = setTimeout(() => void super.start(), AWAY_MS);
	}

	protected override accept(raw: Socket): void {
		raw.on('error', () => undefined);
		const fault = this.earlyFault('connect');
		if (fault && !fault.certificate)
			void fault.act(this.exchange({ method: '', path: '', id: '' }, raw));
		else if (this.options.isSecure) void this.encrypt(raw, fault?.certificate ?? trusted);
		else super.accept(raw);
	}

	private async encrypt(raw: Socket, certificate: Promise<Certificate>): Promise<void> {
		const { cert, key } = await certificate;
		const secureContext = createSecureContext({ cert, key });
		const socket = new TLSSocket(raw, { isServer: true, secureContext });
		this.below.set(socket, raw);
		socket.on('error', () => undefined);
		socket.once('secure', () => super.accept(socket));
	}

	/** The fault for the next connection or request after the login, if there is one of this kind. */
	private earlyFault(at: Fault['at']): Fault | undefined {
		const { early } = this.options;
		if (this.isGood || early?.fault.at !== at || this.logins === 0) return undefined;
		if (this.brokenConnections >= early.times) return undefined;
		this.brokenConnections += 1;
		return early.fault;
	}

	private exchange(request: HostileRequest, socket: Socket, address = ''): Exchange {
		const { origin: otherOrigin } = this.other;
		const raw = this.below.get(socket) ?? socket;
		return { request, address, socket, raw, success: successFor(request), otherOrigin };
	}

	protected override isRead = (request: IncomingMessage): boolean => {
		const { method = '', url: path = '', socket } = request;
		const fault = isLogin(path) ? undefined : this.earlyFault('headers');
		if (!fault) return true;
		// What follows an early answer is read and dropped.
		request.resume();
		void fault.act(this.exchange({ method, path, id: '' }, socket));
		return false;
	};

	private exchangeOf({ method, path, body }: Seen, { req }: ServerResponse): Exchange {
		const id = ID.exec(`${path} ${body}`)?.[0] ?? '';
		return this.exchange({ method, path, id }, req.socket, req.url);
	}

	private meet(seen: Seen, response: ServerResponse): undefined {
		const exchange = this.exchangeOf(seen, response);
		const { request } = exchange;
		if (isLogin(request.path)) {
			this.logIn(exchange);
			return;
		}
		const fault = this.faultFor(request);
		const isKnown = seen.headers.authorization === AUTHORIZATION;
		const told = fault?.told ?? (isKnown ? 'done' : 'again');
		this.enter({ ...request, told, isPlatform: true });
		if (fault) void fault.act(exchange);
		else if (isKnown) answer(exchange, 200, {}, exchange.success);
		else answer(exchange, 401);
	}

	private serveElsewhere(seen: Seen, response: ServerResponse): undefined {
		const { authorization } = seen.headers;
		if (authorization) this.leaked.push(authorization);
		const exchange = this.exchangeOf(seen, response);
		this.enter({ ...exchange.request, told: 'done', isPlatform: false });
		answer(exchange, 200, {}, exchange.success);
	}

	private enter(entry: Entry): void {
		this.entries.push(entry);
		this.options.onRead?.();
	}

	private faultFor({ id, path }: HostileRequest): Fault | undefined {
		// The address that a redirect led to is a good one.
		if (this.isGood || path.includes('moved=')) return undefined;
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
