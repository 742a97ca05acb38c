import type { ServerResponse } from 'node:http';
import { type Answer, LocalServer, type Seen } from './localServer.mts';

/**
 * A platform with sessions. The first part of a path says how it answers: `/fail/…` with status 500, `/reset/…` by closing the connection
 * after it has read the request, `/slow/…` never. `/expired/…` and `/slowExpired/…` end the session first, the first time that they are asked.
 */
export class FaultyPlatform extends LocalServer {
	private readonly sessions = new Set<string>();
	private readonly ended = new Set<string>();
	private issued = 0;
	/** Where `/elsewhere/…` redirects to. */
	redirectsTo = '';
	/** Codes that were sent. */
	readonly codes: unknown[] = [];

	constructor() {
		super((seen, response) => this.answer(seen, response));
	}

	get logins(): number {
		return this.journal.filter(({ path }) => path === '/auth/login').length;
	}

	/** Tokens that were given out. */
	get tokens(): string[] {
		return Array.from({ length: this.issued }, (_, index) => `token-of-session-${index + 1}`);
	}

	private newSession(): Answer {
		this.issued += 1;
		const token = this.tokens.at(-1) ?? '';
		this.sessions.add(`Bearer ${token}`);
		return { body: { access_token: token } };
	}

	private answer(
		{ method, path, headers, body }: Seen,
		response: ServerResponse,
	): Answer | undefined {
		if (path === '/auth/login') {
			const needsCode = String(JSON.parse(body).email).startsWith('codes');
			return needsCode ? { body: { mfa_required: true } } : this.newSession();
		}
		if (path === '/mfa/verify') {
			this.codes.push(JSON.parse(body).code);
			return this.newSession();
		}
		const [, manner] = path.split('/');
		const key = `${method} ${path}`;
		// The first time, such a request ends the session that it came with.
		const hasEnded = /^(expired|slowExpired)$/.test(manner!) && !this.ended.has(key);
		if (hasEnded) {
			this.ended.add(key);
			this.sessions.delete(headers.authorization ?? '');
		}
		if (manner === 'slow' || (manner === 'slowExpired' && hasEnded)) return undefined;
		if (!this.sessions.has(headers.authorization ?? '')) {
			return { status: 401, body: { detail: 'The session has ended' } };
		}
		if (manner === 'fail') return { status: 500, body: { detail: 'It failed' } };
		if (manner === 'reset') {
			response.destroy();
			return undefined;
		}
		if (manner === 'elsewhere') return { status: 302, headers: { location: this.redirectsTo } };
		return { body: { done: path } };
	}
}
