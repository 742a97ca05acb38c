import { Agent } from 'node:http';
import axios, { type AxiosError } from 'axios';
import type { JsonObject } from '../common/json.mts';
import type { FunctionRequest } from './functionRequest.mts';

/** How a request to a function ended. */
export type RequestEnd =
	| { outcome: 'replied'; status: number; text: string }
	| { outcome: 'timeout' }
	| { outcome: 'unreachable'; reason: string };

const WEB = /^https?:$/;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const MOST_BYTES = 1024 * 1024;

/** Whether a function is asked: with POST, at an address on this machine. No other is. */
export function isAsked({ method, url }: JsonObject): boolean {
	const address = URL.parse(url);
	return (
		method === 'POST' &&
		address !== null &&
		WEB.test(address.protocol) &&
		LOOPBACK.test(address.hostname)
	);
}

/** An address on this machine accepts or refuses at once. Node gives up after 250 ms, also if it is this process that has no time. */
const CONNECTED_WITHIN_MS = 60_000;

// A connection of its own for each request: one that is kept can end just when the next request is sent.
const httpAgent = new Agent({
	keepAlive: false,
	autoSelectFamilyAttemptTimeout: CONNECTED_WITHIN_MS,
});

/**
 * Sends a request to an address on loopback, and waits so many milliseconds for the whole reply. Redirects are not followed, proxies not
 * used, and the name `localhost` is not looked up.
 */
export async function sendToFunction(
	{ url, content }: FunctionRequest,
	patienceMs: number,
	cancelled: AbortSignal,
): Promise<RequestEnd> {
	const patience = AbortSignal.timeout(patienceMs);
	try {
		const { status, data } = await axios.request<string>({
			method: 'POST',
			url,
			headers: { 'user-agent': 'voice-agent-sandbox', 'content-type': 'application/json' },
			data: JSON.stringify(content),
			signal: AbortSignal.any([patience, cancelled]),
			lookup: (_host, _options, done) => done(null, ['127.0.0.1', '::1']),
			proxy: false,
			maxRedirects: 0,
			maxContentLength: MOST_BYTES,
			responseType: 'text',
			transformResponse: (text) => text,
			validateStatus: () => true,
			httpAgent,
		});
		return { outcome: 'replied', status, text: data };
	} catch (error) {
		if (patience.aborted) return { outcome: 'timeout' };
		const { code, message } = error as AxiosError;
		return { outcome: 'unreachable', reason: code ?? message };
	}
}
