/** What n8n's HTTP helper gives with `returnFullResponse`. */
export interface Answer {
	statusCode: number;
	headers: Record<string, string>;
	/** A value of JSON, a text or a file; undefined: nothing. */
	body: unknown;
}

/** Answers that look right and are not: no rows or fewer than there are, how things were a poll ago, nothing known of an identifier. */
export const DECEPTIONS = ['empty', 'noContent', 'short', 'lagging', 'unknownId'] as const;

/** What a request may meet in place of its answer. */
export const FAULTS = [
	'serverError',
	'unauthorized',
	'tooMany',
	'tooManyForAnHour',
	'truncated',
	'reset',
	'refused',
	'timeout',
	/** Status 200, and a body that says no. */
	'refusal',
	...DECEPTIONS,
] as const;

export type Fault = (typeof FAULTS)[number];

/** Faults of single requests: `times` of them in a row, from the request `at` on (the first is 0). */
export type FaultPlan = ReadonlyArray<{ at: number; times: number; fault: Fault }>;

export const isDeception = (fault: Fault): boolean =>
	(DECEPTIONS as readonly Fault[]).includes(fault);

export const answerWith = (
	statusCode: number,
	body: unknown,
	headers: Record<string, string> = {},
): Answer => ({ statusCode, headers: { 'content-type': 'application/json', ...headers }, body });

/** An error as axios throws it, with only what n8n passes on. */
export function networkError(code: string, more: object = {}): Error {
	return Object.assign(new Error(code), { code, isAxiosError: true, ...more });
}

/**
 * The answer to a request that meets this fault; undefined if it is answered, though not as it should be.
 *
 * @throws what n8n's HTTP helper throws
 */
export function failWith(fault: Fault, url: string): Answer | undefined {
	switch (fault) {
		case 'unauthorized':
			// n8n throws on this status, however the request is made: see ignoreHttpStatusErrors in the client of the nodes.
			throw Object.assign(new Error('Request failed with status code 401'), {
				isAxiosError: true,
				response: { status: 401, data: { message: 'The session has ended' } },
			});
		case 'tooMany':
			return answerWith(429, { message: 'Slow down' }, { 'retry-after': '2' });
		case 'tooManyForAnHour':
			return answerWith(429, { message: 'Slow down' }, { 'retry-after': '3600' });
		case 'serverError':
			return answerWith(500, { message: 'Something broke' });
		case 'refusal':
			return answerWith(200, { success: 0, message: 'Not now' });
		case 'reset':
			throw networkError('ECONNRESET');
		case 'refused':
			throw networkError('ECONNREFUSED', { syscall: 'connect', address: new URL(url).host });
		case 'timeout':
			throw networkError('ECONNABORTED');
		default:
			return undefined;
	}
}
