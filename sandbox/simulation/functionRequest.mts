import type { Json, JsonObject } from '../common/json.mts';
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

/** What a platform sends to a function with POST, before it is put on the way. */
export interface FunctionRequest {
	url: string;
	content: JsonObject;
}

const HIDDEN = '***';

/** The request with which an agent asks a function, in the way that the quirks ask for. */
export function requestFor(
	{ name, url }: JsonObject,
	args: JsonObject,
	conversation: Conversation,
	{ functionArguments }: Pick<Quirks, 'functionArguments'>,
): FunctionRequest {
	return { url, content: { name, [functionArguments]: args, ...conversation } };
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
