import type { IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { isObject } from '../nodes/shared/values';

/** Options of both helpers of n8n. The older one, which n8n's HTTP Request node uses, names the address `uri`, and other things differently. */
export type RequestOptions = Omit<IHttpRequestOptions, 'url' | 'allowedDomains'> & {
	url?: unknown;
	uri?: unknown;
	/** Host names, also after a redirect. */
	allowedDomains?: string;
	agentOptions?: unknown;
	followRedirect?: boolean;
	followAllRedirects?: boolean;
	rejectUnauthorized?: boolean;
};

/** What n8n's HTTP helpers take for a whole address. They join anything else to the `baseURL`. */
const HAS_SCHEME = /^([a-z][a-z\d+\-.]*:)?\/\//i;
/** Options of a connection that say who n8n is. Others could say where the connection goes. */
const OWN_CERTIFICATE = ['ca', 'cert', 'key', 'passphrase', 'pfx'];

/** Where n8n sends a request with this address. Undefined if it cannot be read. */
function targetOf(address: unknown, baseURL: unknown, base: string): URL | undefined {
	const text = String(address).trim();
	const start = String(baseURL ?? '') || base;
	const whole = HAS_SCHEME.test(text)
		? text
		: `${start.replace(/\/+$/, '')}${text === '' ? '' : `/${text.replace(/^\//, '')}`}`;
	// `https:host` means another host with a base than without one, so there is none.
	const isWhole = /^https?:\/\//i.test(whole);
	return isWhole && URL.canParse(whole) ? new URL(whole) : undefined;
}

function refusal(what: string, base: URL): UserError {
	return new UserError(`This credential is not for ${what}`, {
		description: `It is for ${base.host}. Use a URL that starts with the 'Base URL' of the credential`,
	});
}

function checkedTarget(address: unknown, baseURL: unknown, base: URL): string {
	const target = targetOf(address, baseURL, base.href);
	if (!target) throw refusal('a request whose address cannot be read', base);
	if (target.origin !== base.origin) throw refusal(target.host, base);
	// With a name and a password in the address, these would be sent in place of the token.
	target.username = '';
	target.password = '';
	return target.href;
}

/** A `Host` header can lead a request to another host than its address does: behind a shared server, and at a redirect. */
function checkHeaders(headers: Record<string, unknown>, base: URL): void {
	const other = Object.entries(headers).find(
		([name, value]) =>
			name.trim().toLowerCase() === 'host' && String(value).trim().toLowerCase() !== base.host,
	);
	if (other) throw refusal(`a request with the header Host: ${String(other[1])}`, base);
}

function certificateIn(agentOptions: unknown) {
	if (!isObject(agentOptions)) return undefined;
	return Object.fromEntries(
		Object.entries(agentOptions).filter(([name]) => OWN_CERTIFICATE.includes(name)),
	);
}

/**
 * A request that cannot take a token anywhere but to the platform: not to another address, not through a redirect, not to a server that
 * has no valid certificate, and not unencrypted to a proxy. What was checked is what is sent.
 *
 * @throws UserError that names the other address
 */
export function toPlatform(given: RequestOptions, base: URL): RequestOptions {
	const { baseURL, url, uri, ...options } = given;
	const addresses = Object.entries({ url, uri })
		.filter(([, address]) => (address ?? '') !== '')
		.map(([name, address]) => [name, checkedTarget(address, baseURL, base)] as const);
	if (addresses.length === 0) throw refusal('a request without an address', base);
	const headers = { ...options.headers };
	checkHeaders(headers, base);
	if (options.proxy && base.protocol === 'http:') throw refusal('a request through a proxy', base);

	const agentOptions = certificateIn(options.agentOptions);
	// The user has named hosts to n8n, perhaps also hosts below that of the platform. n8n checks the first address against them, too.
	const isListed = (options.allowedDomains ?? '').trim() !== '';
	return {
		...options,
		...Object.fromEntries(addresses),
		headers,
		...(agentOptions && { agentOptions }),
		...('rejectUnauthorized' in options && { rejectUnauthorized: true }),
		...('skipSslCertificateValidation' in options && { skipSslCertificateValidation: false }),
		sendCredentialsOnCrossOriginRedirect: false,
		// At a redirect to a host below the platform's own, the HTTP library keeps the header with the token.
		...(isListed
			? { disableFollowRedirect: true, followRedirect: false, followAllRedirects: false }
			: { allowedDomains: base.hostname }),
	};
}
