import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { LocalServer } from './localServer.mts';

/** A request as a server saw it. */
export interface Seen {
	method: string;
	/** Without `/api/v1`. */
	path: string;
	authorization?: string;
	/** '' if it was not answered. */
	status: number | '';
}

const API = '/api/v1';

/** A server on this computer that answers every request with status 200, and writes down what it was sent. */
export class Bystander extends LocalServer {
	readonly journal: Seen[] = [];
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

	protected override async serve(
		request: IncomingMessage,
		response: ServerResponse,
	): Promise<void> {
		const seen: Seen = {
			method: String(request.method),
			path: String(request.url).replace(API, ''),
			authorization: request.headers.authorization,
			status: '',
		};
		this.journal.push(seen);
		const body: unknown = request.method === 'POST' ? await json(request).catch(() => ({})) : {};
		response.setHeader('content-type', 'application/json');
		response.once('finish', () => {
			seen.status = response.statusCode;
		});
		this.answer(seen, body as Record<string, unknown>, response);
	}

	protected answer(_seen: Seen, _body: Record<string, unknown>, response: ServerResponse): void {
		response.end('{}');
	}
}

/**
 * A platform with sessions. The first part of a path says how it answers: `/fail/…` with status 500, `/reset/…` by closing the connection
 * after it has read the request, `/slow/…` never. `/expired/…` and `/slowExpired/…` end the session first, the first time that they are asked.
 */
export class FaultyPlatform extends Bystander {
	private readonly sessions = new Set<string>();
	private readonly ended = new Set<string>();
	private issued = 0;
	/** Where `/elsewhere/…` redirects to. */
	redirectsTo = '';
	/** Codes that were sent. */
	readonly codes: unknown[] = [];

	get logins(): number {
		return this.journal.filter(({ path }) => path === '/auth/login').length;
	}

	/** Tokens that were given out. */
	get tokens(): string[] {
		return Array.from({ length: this.issued }, (_, index) => `token-of-session-${index + 1}`);
	}

	private newSession(): { access_token: string } {
		this.issued += 1;
		const token = this.tokens.at(-1) ?? '';
		this.sessions.add(`Bearer ${token}`);
		return { access_token: token };
	}

	/** Whether this request ends the session that it came with. */
	private endsSession({ method, path, authorization = '' }: Seen): boolean {
		const key = `${method} ${path}`;
		if (!/^\/(expired|slowExpired)\//.test(path) || this.ended.has(key)) return false;
		this.ended.add(key);
		this.sessions.delete(authorization);
		return true;
	}

	protected override answer(
		seen: Seen,
		body: Record<string, unknown>,
		response: ServerResponse,
	): void {
		const say = (status: number, text: object) => {
			response.statusCode = status;
			response.end(JSON.stringify(text));
		};
		const { path, authorization = '' } = seen;
		if (path === '/auth/login') {
			const needsCode = String(body.email).startsWith('codes');
			return say(200, needsCode ? { mfa_required: true } : this.newSession());
		}
		if (path === '/mfa/verify') {
			this.codes.push(body.code);
			return say(200, this.newSession());
		}
		const hasEnded = this.endsSession(seen);
		const [, manner] = path.split('/');
		if (manner === 'slow' || (manner === 'slowExpired' && hasEnded)) return;
		if (!this.sessions.has(authorization)) return say(401, { detail: 'The session has ended' });
		if (manner === 'fail') return say(500, { detail: 'It failed' });
		if (manner === 'reset') return void response.destroy();
		if (manner === 'elsewhere') response.setHeader('location', this.redirectsTo);
		say(manner === 'elsewhere' ? 302 : 200, { done: path });
	}
}
