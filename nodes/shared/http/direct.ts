import type { IHttpRequestOptions } from 'n8n-workflow';

/*
 * Requests to this computer are not encrypted, and a proxy in the environment of n8n (HTTP_PROXY) would see the password and the token in them.
 * n8n has no option that leaves out the proxy, and a package cannot read the environment. So one request without any secret is sent to a port
 * of this computer on which nothing listens. If anything but this computer refuses it, there is a proxy. Then the platform itself is named as
 * the proxy: the request goes straight to it, with the whole address in its first line. Every server must accept that (RFC 9112, section 3.2.2),
 * but not every one does, so it is not done without need.
 */

type Http = (options: IHttpRequestOptions) => Promise<unknown>;

const CLOSED_PORT = 1;
const PROBE_TIMEOUT_MS = 5_000;

/** Whether requests to this computer go through a proxy, by the name that it has in the address. */
const proxied = new Map<string, boolean>();

interface ConnectError {
	code?: string;
	port?: number;
	cause?: ConnectError;
	errors?: ConnectError[];
}

/** Whether this computer itself has refused the connection. An error of a proxy names the port of the proxy. */
function isRefusedHere({ code, port, cause, errors = [] }: ConnectError): boolean {
	if (code === 'ECONNREFUSED' && port === CLOSED_PORT) return true;
	return [...(cause ? [cause] : []), ...errors].some(isRefusedHere);
}

async function isProxied(http: Http, { hostname }: URL): Promise<boolean> {
	try {
		await http({
			method: 'GET',
			url: `http://${hostname}:${CLOSED_PORT}/`,
			timeout: PROBE_TIMEOUT_MS,
			disableFollowRedirect: true,
		});
		return true;
	} catch (error) {
		return !isRefusedHere(error as ConnectError);
	}
}

/** Finds out, once for each process, whether requests to a platform on this computer go through a proxy. To be called before the first one. */
export async function lookForProxy(http: Http, address: string): Promise<void> {
	const url = new URL(address);
	if (url.protocol !== 'http:' || proxied.has(url.hostname)) return;
	proxied.set(url.hostname, await isProxied(http, url));
}

/** What a request to this address needs so that no proxy sees it, as far as one was found. Nothing, if it is encrypted. */
export function pastProxy(address: string | URL): Pick<IHttpRequestOptions, 'proxy'> {
	const { protocol, hostname, port } = new URL(address);
	if (protocol !== 'http:' || proxied.get(hostname) !== true) return {};
	return { proxy: { protocol: 'http', host: hostname, port: Number(port || 80) } };
}
