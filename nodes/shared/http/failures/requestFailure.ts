/** Whether the platform can have acted on a request that failed. */
export type Reach = 'notSent' | 'answered' | 'unknown';

export interface FailureDetails {
	/** HTTP status, if there was an answer. */
	status?: number;
	reach: Reach;
	/** How long the platform asked to wait, in seconds. */
	retryAfterSeconds?: number;
	/** True when no repetition helps: a refused login, a cancelled execution. */
	final?: boolean;
	/** True when the request was not sent because there is no session. */
	isLogin?: boolean;
}

/** A request that failed, told in words for a person. Holds nothing of the request's headers or body. */
export class RequestFailure extends Error {
	override readonly name = 'RequestFailure';

	constructor(
		message: string,
		readonly description: string,
		readonly details: FailureDetails,
	) {
		super(message);
	}
}

/** What a status means to somebody who does not read HTTP (API document, "Errors"). */
const ADVICE_BY_STATUS: Record<number, [message: string, advice: string]> = {
	400: ['The platform could not use a parameter', 'Check the parameters of this item'],
	401: [
		'The platform does not accept the login',
		'Test the credential. If it works, the session may have been ended elsewhere: run again',
	],
	402: ['The credit balance does not allow this', 'Top up the balance on the platform'],
	403: [
		'This user may not do that',
		'Ask an admin of the organization for a role that may, and check that the e-mail address is verified',
	],
	404: ['Not found', 'Check the ID. It must belong to the organization of this credential'],
	409: [
		'The current state does not allow this',
		'It may be done already, or a duplicate. Look at the current state first',
	],
	422: ['A field is missing or malformed', 'Correct the field that the platform names'],
	429: [
		'The platform receives too many requests',
		'Lower Parallel Requests under Options, or run later',
	],
};

/** The failure of a request that was answered with an error status. */
export function failureOfStatus(
	status: number,
	said: string,
	subject: string,
	retryAfterSeconds?: number,
): RequestFailure {
	const [message, advice] =
		ADVICE_BY_STATUS[status] ??
		(status >= 500
			? ['The platform failed', 'Try again later']
			: ['The platform refused the request', 'Check the parameters of this item']);
	return new RequestFailure(
		said ? `${message}: ${said}` : `${message} (status ${status})`,
		`${advice}. (${subject}, status ${status})`,
		{ status, reach: 'answered', retryAfterSeconds },
	);
}

/** Says that a request which changes something may or may not have been carried out, so that nobody simply sends it again. */
export function outcomeUnknown(failure: RequestFailure, subject: string): RequestFailure {
	return new RequestFailure(
		`It is unknown whether this was carried out: ${failure.message}`,
		`${subject} was sent, but no proper answer came back. It was not sent again, because it may have worked. ` +
			'Look it up on the platform (Get Many, or the dashboard) before you repeat it',
		{ ...failure.details, reach: 'unknown' },
	);
}
