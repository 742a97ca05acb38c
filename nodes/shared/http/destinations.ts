import type { IHttpRequestMethods } from 'n8n-workflow';
import { isLoopback } from './baseUrl';
import type { HttpRequest } from './exchange';
import { RequestFailure } from './failures/requestFailure';

/*
 * Where an answer of the platform may lead a request: by a redirect, or by a link to a file.
 */

/** An answer that redirects its request. */
export interface Redirect {
	statusCode: number;
	/** The Location header of the answer; '' if it has none. */
	location: string;
}

export const MAX_REDIRECTS = 3;

/** Statuses that redirect a reading request to another address. */
const LEADS_ELSEWHERE = new Set([301, 302, 303, 307, 308]);

/** Redirects that say that the request was not carried out. After 301, 302 and 303 it often was. */
const ASKS_AGAIN = new Set([307, 308]);

/**
 * Where a redirect leads, if the request may be sent there: to the same origin, or for a file where a link may lead.
 * Only 307 and 308 repeat a request unchanged; after the others, a POST would become a GET.
 * @throws RequestFailure as `linkTarget`
 */
export function redirectTarget(
	{ statusCode, location }: Redirect,
	from: string,
	{ method, stream }: Pick<HttpRequest, 'method' | 'stream'>,
	baseUrl: string,
): string | undefined {
	const isFollowed = method === 'GET' ? LEADS_ELSEWHERE : ASKS_AGAIN;
	if (!isFollowed.has(statusCode) || location === '') return undefined;
	if (stream) return linkTarget(location, from, baseUrl).href;
	const target = URL.canParse(location, from) ? new URL(location, from) : undefined;
	return target?.origin === new URL(from).origin ? target.href : undefined;
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
		{ status, arrival: mayHaveWorked ? 'unknown' : 'answered', final: true },
	);
}

/** Hosts inside a private network, or without a certificate: a number, a name without a dot, a local name. */
const PRIVATE_HOST =
	/^(?:\[.*\]|\d+(?:\.\d+){3}|[^.]+|.+\.(?:localhost|local|localdomain|internal|intranet|private|corp|lan|home|svc|home\.arpa))\.?$/i;

function networkOf({ hostname }: URL): 'loopback' | 'private' | 'public' {
	if (isLoopback(hostname)) return 'loopback';
	return PRIVATE_HOST.test(hostname) ? 'private' : 'public';
}

function refusedLink(summary: string, link: URL): RequestFailure {
	// The link is shown without its query: a signature in it can open the file. A `data:` link leads to no host.
	const place =
		link.host === '' ? 'to no web address' : `to ${link.protocol}//${link.host}${link.pathname}`;
	return new RequestFailure(
		summary,
		`The link leads ${place}. Nothing was requested there. Check the 'Base URL' of the credential, or ask the platform's support`,
		{ arrival: 'answered', final: true },
	);
}

/**
 * Where a link leads, as in a browser: `/files/1.pdf` from the host's root, `files/1.pdf` from the answer's address.
 * @param from what a link without a host is relative to
 * @throws RequestFailure unless a file of the platform can be there: https, and a host that the internet reaches
 */
export function linkTarget(link: string, from: string, baseUrl: string): URL {
	if (!URL.canParse(link, from)) {
		throw new RequestFailure(
			'The link to the file is not a valid web address',
			"The platform sent a link that cannot be read. Turn off 'Download File', if there is such a switch, to see the answer",
			{ arrival: 'answered', final: true },
		);
	}
	const target = new URL(link, from);
	target.hash = '';
	const base = new URL(baseUrl);
	if (target.username || target.password) {
		throw refusedLink('The link to the file contains a user name, so it is not followed', target);
	}
	if (target.origin === base.origin && target.protocol === base.protocol) return target;
	if (target.protocol !== 'https:') {
		throw refusedLink(
			`The link to the file begins with ${target.protocol} and not with https://, so it is not followed`,
			target,
		);
	}
	// A platform in a private network keeps its files in that network.
	const network = networkOf(target);
	if (network !== 'public' && network !== networkOf(base)) {
		throw refusedLink(
			'The link to the file leads to a private network, so it is not followed',
			target,
		);
	}
	return target;
}
