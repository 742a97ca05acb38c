import type { IHttpRequestMethods } from 'n8n-workflow';
import type { RequestFailure } from './failures/requestFailure';
import { outcomeUnknown } from './failures/requestFailure';

/** How patient a request is. */
export interface Policy {
	timeoutMs: number;
	maxRetries: number;
	/** Counted from the first attempt; no repetition starts after it. */
	maxRetryTimeMs: number;
	/** The moment, in milliseconds since 1970, by which everything must have ended. */
	deadline?: number;
}

export const defaultPolicy: Policy = { timeoutMs: 60_000, maxRetries: 4, maxRetryTimeMs: 120_000 };

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;

const isRepeatable = (method: IHttpRequestMethods) =>
	method === 'GET' || method === 'PUT' || method === 'DELETE';

/**
 * Whether a failed request may be sent again. The one place where this is decided: a POST or PATCH that reached the platform may have
 * placed a call or started a campaign, and a person must not be called twice.
 */
export function mayRepeat(method: IHttpRequestMethods, { details }: RequestFailure): boolean {
	if (details.final) return false;
	// 429 and 401 are answers of a platform that did nothing; a request that was never sent did nothing either.
	if (details.status === 429 || details.reach === 'notSent') return true;
	if (details.reach === 'answered' && (details.status ?? 0) < 500) return false;
	return isRepeatable(method);
}

/** What a Retry-After header asks for: seconds, or the time until a date; undefined if it asks for nothing. */
export function retryAfterSeconds(header: unknown): number | undefined {
	const text = String(header ?? '');
	const seconds = /^\d+(\.\d+)?$/.test(text)
		? Number(text)
		: (Date.parse(text) - Date.now()) / 1000;
	return seconds > 0 ? seconds : undefined;
}

/** How long to wait before the next attempt, in milliseconds: Retry-After if the platform gave one; otherwise back-off with jitter, so that parallel items do not return in step. */
export function retryDelay(attempt: number, { details }: RequestFailure): number {
	if (details.retryAfterSeconds !== undefined) return details.retryAfterSeconds * 1000;
	return Math.min(FIRST_DELAY_MS * 2 ** attempt, MAX_DELAY_MS) * (0.5 + Math.random() / 2);
}

/** What is thrown when a request is not repeated: a POST or PATCH that may have worked has an unknown outcome. */
export function finalFailure(
	method: IHttpRequestMethods,
	subject: string,
	failure: RequestFailure,
): RequestFailure {
	const { reach, status = 0 } = failure.details;
	const mayHaveWorked = reach === 'unknown' || (reach === 'answered' && status >= 500);
	return mayHaveWorked && !isRepeatable(method) ? outcomeUnknown(failure, `"${subject}"`) : failure;
}
