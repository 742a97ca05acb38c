import { camelName, type Json, type JsonObject } from '../common/json.mts';
import type { Quirks } from './behaviour.mts';

/** The conversation in which a function is asked. */
export interface Conversation {
	call_id: string;
	session_id: string;
	agent_id: string;
	direction: string;
	from_number: string | null;
	to_number: string | null;
}

/** What a platform sends to a function, before it is put on the way. */
export interface FunctionRequest {
	method: string;
	url: string;
	headers: Record<string, string>;
	/** The body, or for a method without one the query. */
	content: JsonObject;
}

const WITHOUT_BODY = ['GET', 'DELETE'];
const USER_AGENT = 'voice-agent-sandbox';
const HIDDEN = '***';

/** The request with which an agent asks a function, in the way that the quirks ask for. */
export function requestFor(
	{ name, method, url, headers }: JsonObject,
	args: JsonObject,
	conversation: Conversation,
	quirks: Quirks,
): FunctionRequest {
	return {
		method,
		url,
		headers: {
			'user-agent': USER_AGENT,
			...(quirks.functionHeaders === 'sent' && headers),
			...(hasBody(method) && { 'content-type': 'application/json' }),
		},
		content: contentOf(name, args, conversation, quirks),
	};
}

export const hasBody = (method: string): boolean => !WITHOUT_BODY.includes(method);

/** The query of a request without a body: everything at the top of its content, what is no text as JSON. */
export function queryOf(content: JsonObject): Record<string, string> {
	return Object.fromEntries(
		Object.entries(content).map(([name, value]) => [
			name,
			typeof value === 'string' ? value : JSON.stringify(value),
		]),
	);
}

/** The request as logs may show it: header values of the function's owner and values of the query are hidden. */
export function withoutSecrets(request: FunctionRequest): FunctionRequest {
	const { headers } = request;
	const shown = ([name, value]: [string, string]) => [
		name,
		isOwnHeader(name, value) ? value : HIDDEN,
	];
	return {
		...request,
		url: shownUrl(request.url),
		headers: Object.fromEntries(Object.entries(headers).map(shown)),
	};
}

const isOwnHeader = (name: string, value: string) =>
	name === 'content-type' || (name === 'user-agent' && value === USER_AGENT);

/** An address without the secrets it may have. */
function shownUrl(url: string): string {
	const address = URL.parse(url);
	// One that cannot be read is never asked.
	if (!address) return HIDDEN;
	for (const name of new Set(address.searchParams.keys())) address.searchParams.set(name, HIDDEN);
	if (address.username) address.username = HIDDEN;
	if (address.password) address.password = HIDDEN;
	return address.href;
}

function contentOf(
	name: string,
	args: JsonObject,
	conversation: Conversation,
	quirks: Quirks,
): JsonObject {
	const { functionArguments: place, functionArgumentsAs, functionEnvelope } = quirks;
	const ids = idsOf(conversation, quirks);
	const written = functionArgumentsAs === 'text' ? JSON.stringify(args) : args;
	const content = place === 'body' ? { ...ids, ...args } : { name, [place]: written, ...ids };
	return functionEnvelope === 'message' ? { message: content } : content;
}

function idsOf(conversation: Conversation, quirks: Quirks): JsonObject {
	const { call_id, session_id, agent_id } = conversation;
	const ids = { call_id, session_id, agent_id, ...numbersOf(conversation, quirks.functionCaller) };
	switch (quirks.functionIds) {
		case 'none':
			return {};
		case 'call':
			return { call: ids };
		case 'camel':
			return Object.fromEntries(
				Object.entries(ids).map(([name, value]) => [camelName(name), value]),
			);
		default:
			return ids;
	}
}

function numbersOf(conversation: Conversation, way: Quirks['functionCaller']): JsonObject {
	const { direction, from_number, to_number } = conversation;
	const caller = direction === 'inbound' ? from_number : to_number;
	const ways = {
		numbers: { direction, from_number, to_number },
		caller: { caller },
		callerNumber: { caller_number: caller },
		customer: { customer: { number: caller } },
	};
	return ways[way];
}

/** What an agent learns from a reply: a text to say and the values in it, or why there is none. */
export type Answer = { text: string; value: Json } | { reason: string };

/** Reads the reply of a function in the way that the quirks ask for. */
export function answerIn(
	{ status, text }: { status: number; text: string },
	way: Quirks['functionReply'],
): Answer {
	if (status < 200 || status > 299) return { reason: `The reply has the status ${status}` };
	if (text.trim() === '') return { reason: 'The reply is empty' };
	if (way === 'text') return { text, value: text };
	const parsed = parsedOrNone(text);
	if (parsed === undefined)
		return way === 'any' ? { text, value: text } : { reason: 'The reply is no JSON' };
	if (way === 'json') return spoken(parsed);
	const field = way === 'output' ? 'output' : 'result';
	const result = parsed?.[field];
	if (result !== undefined && result !== null) return spoken(result);
	return way === 'any' ? spoken(parsed) : { reason: `The reply has no field "${field}"` };
}

const spoken = (value: Json): Answer => ({
	text: typeof value === 'string' ? value : JSON.stringify(value),
	value,
});

function parsedOrNone(text: string): Json {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
