import { randomBytes } from 'node:crypto';
import type { Clock } from '../simulation/clock.mts';

/** What a token stands for. */
export interface Session {
	email: string;
	/** In milliseconds. */
	expiresAt: number;
}

/** The tokens that logins gave. They are kept in memory, so a restart ends them all. */
export class Sessions {
	/** Every token ever issued, so that a test can search logs and databases for them. */
	readonly issuedTokens: string[] = [];
	#sessions = new Map<string, Session>();
	#clock: Clock;
	#lifetimeSeconds: number;

	constructor(clock: Clock, lifetimeSeconds: number) {
		this.#clock = clock;
		this.#lifetimeSeconds = lifetimeSeconds;
	}

	/** A new token for that user. */
	open(email: string): string {
		const token = randomBytes(32).toString('base64url');
		const expiresAt = this.#clock.now() + this.#lifetimeSeconds * 1000;
		this.#sessions.set(token, { email, expiresAt });
		this.issuedTokens.push(token);
		return token;
	}

	/** The session that an Authorization header names. */
	find(authorization: string | undefined): Session | undefined {
		const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
		return token === undefined ? undefined : this.#sessions.get(token);
	}

	/** Ends the session of that token. */
	end(authorization: string): void {
		this.#sessions.delete(authorization.replace(/^Bearer /i, ''));
	}

	/** Ends every session of that user. */
	endAllOf(email: string): void {
		for (const [token, session] of this.#sessions)
			if (session.email.toLowerCase() === email) this.#sessions.delete(token);
	}

	/** Ends every session; the issued tokens stay known. */
	clear(): void {
		this.#sessions.clear();
	}
}
