import type { IHttpRequestMethods } from 'n8n-workflow';
import { RequestFailure } from './failures/requestFailure';

/** An answer that leads elsewhere. */
export interface Redirect {
	statusCode: number;
	/** Its Location header; '' if it has none. */
	location: string;
}

export const MAX_REDIRECTS = 3;

/** Redirects to where something lies that can be read. */
const LEADS_ELSEWHERE = new Set([301, 302, 303, 307, 308]);

/** These redirects say that the request was not carried out. After 301, 302 and 303 it often was, and the others say nothing. */
const ASKS_AGAIN = new Set([307, 308]);

/** Whether something that is only read is to be read somewhere else. */
export const leadsElsewhere = ({ statusCode, location }: Redirect): boolean =>
	LEADS_ELSEWHERE.has(statusCode) && location !== '';

/**
 * Where a redirect leads, if the request may be sent there: on the same origin. Only 307 and 308 repeat a request unchanged; after the
 * others, a request that does something would become one that reads.
 */
export function redirectTarget(
	redirect: Redirect,
	from: string,
	method: IHttpRequestMethods,
): string | undefined {
	const { statusCode, location } = redirect;
	const isFollowed = leadsElsewhere(redirect) && (method === 'GET' || ASKS_AGAIN.has(statusCode));
	if (!isFollowed || !URL.canParse(location, from)) return undefined;
	const target = new URL(location, from);
	return target.origin === new URL(from).origin ? target.href : undefined;
}

export function notFollowed(
	method: IHttpRequestMethods,
	subject: string,
	status?: number,
): RequestFailure {
	const mayHaveWorked = method !== 'GET' && !ASKS_AGAIN.has(status ?? 0);
	return new RequestFailure(
		'The platform answered with a redirect that cannot be followed',
		`"${subject}" has no result. Check the 'Base URL' of the credential`,
		{ status, reach: mayHaveWorked ? 'unknown' : 'answered', final: true },
	);
}
