import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import type { Http } from './loginStep';

/*
 * What other nodes, above all HTTP Request, may do with the credential: reach the platform, and do no action twice.
 * n8n's helper repeats a request after any error, also a time-out, if `preAuthentication` returns a token.
 */

/** Options of both helpers of n8n. The helper for HTTP Request names the address `uri`. */
export type RequestOptions = Omit<IHttpRequestOptions, 'url'> & { url?: unknown; uri?: unknown };

/** No answer in this time says nothing about the session. */
const CHECK_TIMEOUT_MS = 10_000;
/** Options that forbid redirects: each of n8n's two helpers knows only some of them. */
const NO_REDIRECT = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
};
/** Options that keep n8n's own connection, and require a certificate that is trusted. */
const OWN_CONNECTION = {
	agentOptions: undefined,
	rejectUnauthorized: true,
	skipSslCertificateValidation: false,
};
/** Headers that only the credential sets. A Host header can lead to another host, at a shared server or redirect. */
const OWN_HEADERS = ['authorization', 'host'];

/** The token of the last request with a credential's data. n8n reads the data anew for each request. */
const sentTokens = new WeakMap<ICredentialDataDecryptedObject, string>();

const onlyReads = ({ method }: RequestOptions) => /^(get|head)$/i.test(method ?? 'GET');

const notForPlatform = (what: string, { host }: URL) =>
	new UserError(`This credential is not for ${what}`, {
		description: `It is for ${host}. Use a URL that starts with the 'Base URL' of the credential`,
	});

const withoutOwn = (headers: RequestOptions['headers']) =>
	Object.fromEntries(
		Object.entries(headers ?? {}).filter(
			([name]) => !OWN_HEADERS.includes(name.trim().toLowerCase()),
		),
	);

/**
 * The request with its token, which goes only to the platform. What was checked is what is sent.
 * @param token '' if there is none
 * @throws UserError that names the other address
 */
export function toPlatform(options: RequestOptions, base: URL, token: string): RequestOptions {
	const { baseURL, url, uri, ...others } = options;
	const address = `${baseURL ?? ''}${String(url || uri || '')}`;
	const target = URL.canParse(address) ? new URL(address) : undefined;
	if (target?.origin !== base.origin) throw notForPlatform(target?.host || 'this address', base);
	if (others.proxy && base.protocol === 'http:')
		throw notForPlatform('a request through a proxy', base);
	// A user's list of domains can name hosts below that of the platform, and n8n would send the token there.
	const isFollowed = onlyReads(options) && !others.allowedDomains;
	return {
		...others,
		...OWN_CONNECTION,
		// The address is sent without a name and a password, which would replace the token.
		[url ? 'url' : 'uri']: `${target.origin}${target.pathname}${target.search}`,
		headers: {
			...withoutOwn(others.headers),
			...(token !== '' && { Authorization: `Bearer ${token}` }),
		},
		...(isFollowed ? { allowedDomains: base.hostname } : NO_REDIRECT),
		sendCredentialsOnCrossOriginRedirect: false,
	};
}

/**
 * As `toPlatform`, for a request of another node.
 *
 * @throws UserError also if n8n repeats an action: the platform may have carried it out
 */
export function fromOtherNode(
	data: ICredentialDataDecryptedObject,
	options: RequestOptions,
	base: URL,
	token: string,
): RequestOptions {
	const isRepetition = sentTokens.has(data);
	sentTokens.set(data, token);
	const request = toPlatform(options, base, token);
	if (!isRepetition || onlyReads(options)) return request;
	throw new UserError('The session had expired, and this request was not sent again', {
		description:
			'A new login was made. The platform may have carried out the request before the session ended, so it is not repeated. Check on the platform whether it was carried out. If it was not, run this node again. For calls, bookings and other actions, use the Voice Agent nodes',
	});
}

/** Whether a request with this data failed while its session is good: no login is made, and n8n shows the error. */
export async function isStillLoggedIn(
	http: Http,
	baseUrl: string,
	data: ICredentialDataDecryptedObject,
): Promise<boolean> {
	const token = sentTokens.get(data);
	if (!token) return false;
	const check = http({
		method: 'GET',
		url: `${baseUrl}/mfa/status`,
		headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		abortSignal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
	});
	return await check.then(
		({ statusCode }) => statusCode !== 401,
		() => true,
	);
}
