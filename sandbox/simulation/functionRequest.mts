import { Agent } from 'node:http';
import axios, { type AxiosError } from 'axios';
import type { Json, JsonObject } from '../common/json.mts';

/** The conversation in which a function is asked. */
export interface Conversation {
	call_id: string;
	session_id: string;
	agent_id: string;
	direction: string;
	from_number: string | null;
	to_number: string | null;
}

/** What a platform sends to a function with POST, before it is put on the way. */
export interface FunctionRequest {
	url: string;
	content: JsonObject;
}

const HIDDEN = '***';

/** The request with which an agent asks a function. */
export function requestFor(
	{ name, url }: JsonObject,
	args: JsonObject,
	conversation: Conversation,
): FunctionRequest {
	return { url, content: { name, arguments: args, ...conversation } };
}

/** The request as logs may show it: without the secrets that an address may have. */
export function withoutSecrets(request: FunctionRequest): FunctionRequest {
	const address = URL.parse(request.url);
	// One that cannot be read is never asked.
	if (!address) return { ...request, url: HIDDEN };
	for (const name of new Set(address.searchParams.keys())) address.searchParams.set(name, HIDDEN);
	if (address.username) address.username = HIDDEN;
	if (address.password) address.password = HIDDEN;
	return { ...request, url: address.href };
}

/** What an agent learns from a reply: a text to say and the values in it, or why there is none. */
export type Answer = { text: string; value: Json } | { reason: string };

/** Reads the reply of a function: the field `result` of a JSON object. */
export function answerIn({ status, text }: { status: number; text: string }): Answer {
	if (status < 200 || status > 299) return { reason: `The reply has the status ${status}` };
	const result = resultIn(text);
	if (result === undefined || result === null)
		return { reason: 'The reply is no JSON object with a field "result"' };
	return { text: typeof result === 'string' ? result : JSON.stringify(result), value: result };
}

function resultIn(text: string): Json {
	try {
		return JSON.parse(text)?.result;
	} catch {
		return undefined;
	}
}

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
