import type { IHttpRequestMethods } from 'n8n-workflow';
import { readNumber } from '../values/json';
import { readHttpDate } from '../values/timestamp';
import type { RequestFailure } from './failures/requestFailure';
import { acceptedUnread, outcomeUnknown } from './failures/requestFailure';

/** Time limits and retries of a request. */
export interface Policy {
	timeoutMs: number;
	maxRetries: number;
	/** How long after the first attempt a retry may start. */
	maxRetryTimeMs: number;
	/** When everything must have ended, in milliseconds since 1970. */
	deadline?: number;
}

export const defaultPolicy: Policy = { timeoutMs: 60_000, maxRetries: 4, maxRetryTimeMs: 120_000 };

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;

const isRepeatable = (method: IHttpRequestMethods) =>
	method === 'GET' || method === 'PUT' || method === 'DELETE';

/** Whether a status leaves open if the server has acted on the request before it failed. */
const saysLittle = (status: number) => status >= 500 || status === 408;

const mayHaveActed = ({ arrival, status = 0 }: RequestFailure['details']): boolean =>
	arrival === 'unknown' || (arrival === 'answered' && saysLittle(status));

/**
 * Whether a failed request may be sent again; nothing else decides it. A POST or PATCH that reached the platform may
 * have placed a call, and nobody must be called twice.
 */
export function mayRepeat(method: IHttpRequestMethods, { details }: RequestFailure): boolean {
	if (details.final) return false;
	// The platform has done nothing after 429, and after a request that was not sent.
	if (details.status === 429 || details.arrival === 'notSent') return true;
	return mayHaveActed(details) && isRepeatable(method);
}

/** The time in a Retry-After header, in seconds: as given, or until the given date; undefined if there is none. */
export function retryAfterSeconds(header: unknown): number | undefined {
	const text = String(header ?? '');
	const seconds = readNumber(text) ?? ((readHttpDate(text) ?? 0) - Date.now()) / 1000;
	return seconds > 0 ? seconds : undefined;
}

/**
 * The wait before the next attempt, in ms: Retry-After, if there is one, else exponential backoff with jitter, so that
 * parallel items retry at different moments.
 */
export function retryDelay(attempt: number, { details }: RequestFailure): number {
	if (details.retryAfterSeconds !== undefined) return details.retryAfterSeconds * 1000;
	return Math.min(FIRST_DELAY_MS * 2 ** attempt, MAX_DELAY_MS) * (0.5 + Math.random() / 2);
}

/** The failure to throw when a request is not repeated. A POST or PATCH that may have worked has an unknown outcome. */
export function finalFailure(
	method: IHttpRequestMethods,
	subject: string,
	failure: RequestFailure,
): RequestFailure {
	if (failure.details.isUnreadable && method !== 'GET') {
		return acceptedUnread(failure, `"${subject}"`);
	}
	return mayHaveActed(failure.details) && !isRepeatable(method)
		? outcomeUnknown(failure, `"${subject}"`)
		: failure;
}
