/**
 * A login that did not end with a token.
 *
 * It has no `response` and no status on purpose: n8n repeats a login after an error that looks like a 401, and repeated wrong logins
 * lock accounts.
 */
export class LoginError extends Error {
	override readonly name = 'LoginError';

	/** The message holds both texts, because n8n's credential test shows nothing else. */
	constructor(
		/** What is wrong. */
		readonly summary: string,
		/** What to do. */
		readonly description: string,
		/** True: the same login would fail again. False: the platform could not answer, but may answer later. */
		readonly refused: boolean,
		/** How long no login is tried again, in seconds: what the platform asked for, or what this package waits. */
		readonly retryAfterSeconds?: number,
	) {
		super(`${summary}. ${description}`);
	}
}
