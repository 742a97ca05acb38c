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
		/** True: the platform refused the login, and would refuse it again. False: it could not answer, but may answer later. */
		readonly refused: boolean,
		/** How long the platform asked to wait, in seconds. */
		readonly retryAfterSeconds?: number,
	) {
		super(`${summary}. ${description}`);
	}
}
