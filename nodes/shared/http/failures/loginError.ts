/**
 * A login that did not end with a token.
 *
 * It carries no `response` and no status on purpose: n8n repeats a login that looks like a 401, and a repeated wrong login
 * locks accounts.
 */
export class LoginError extends Error {
	override readonly name = 'LoginError';

	/** The message holds both texts, because n8n's credential test shows nothing else. */
	constructor(
		/** What is wrong. */
		readonly summary: string,
		/** What to do. */
		readonly description: string,
		/** True: the platform said no, and asking again would get the same no. False: it could not answer, later it may. */
		readonly refused: boolean,
		/** How long the platform asked to wait, in seconds. */
		readonly retryAfterSeconds?: number,
	) {
		super(`${summary}. ${description}`);
	}
}
