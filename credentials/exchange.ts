import type { IDataObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import type { NetworkCause } from '../nodes/shared/http';
import {
	TextNotRead,
	lookForProxy,
	networkCauseOf,
	outlineOf,
	pastProxy,
	retryAfterSeconds,
	serverMessage,
	textOf,
} from '../nodes/shared/http';
import { parseJson, readTimestamp } from '../nodes/shared/values';
import { withoutSecrets } from './secrets';

/** n8n's own HTTP helper. It returns the full response for every status. */
export type Http = (options: IHttpRequestOptions) => Promise<IN8nHttpFullResponse>;

/** What the platform answered to one step of a login. */
export interface Answer {
	status: number;
	/** As it came. May hold secrets: no error may show it. */
	body: unknown;
	/** The message of the platform, without secrets; '' if there is none. */
	serverText: string;
	/** Names and types of the answer, without values and secrets. */
	outline: string;
	isWebPage: boolean;
	/** The clock of the platform. */
	serverSeconds: number;
	/** How long the platform asked to wait. */
	retryAfterSeconds?: number;
}

/** A step of a login that got no answer. */
export interface NoAnswer {
	/** Undefined if it is not known. */
	cause?: NetworkCause;
	host: string;
	/** True: more came than a login can answer. */
	isTooLarge?: boolean;
}

/** For one step with its whole answer, also if this arrives a byte at a time. */
export const LOGIN_TIMEOUT_SECONDS = 30;
export const MAX_ANSWER_BYTES = 1_000_000;

export const clockSeconds = () => Date.now() / 1000;

function secondsOfDate(header: unknown): number {
	const milliseconds = readTimestamp(header);
	return milliseconds === undefined ? clockSeconds() : milliseconds / 1000;
}

function isWebPage({ headers, body }: IN8nHttpFullResponse): boolean {
	if (typeof body !== 'string') return false;
	return (
		body.trimStart().startsWith('<') ||
		String(headers['content-type'] ?? '')
			.toLowerCase()
			.includes('html')
	);
}

/** JSON as data, anything else as the text that it is. */
function bodyOf(text: string): unknown {
	const parsed = parseJson(text);
	return parsed ? parsed.value : text;
}

/** What of an answer may be shown. */
function shownOf(response: IN8nHttpFullResponse, secrets: readonly string[]) {
	if (isWebPage(response)) return { serverText: '', outline: 'a web page' };
	const shown = withoutSecrets(response.body, secrets);
	// Once more: a message can be JSON in a text, in which a secret looks different.
	const serverText = String(withoutSecrets(serverMessage(shown), secrets));
	return { serverText, outline: outlineOf(shown) };
}

/** The answer with its whole body. @throws what the connection or the reading throws */
async function received(
	http: Http,
	options: IHttpRequestOptions,
	signal: AbortSignal,
): Promise<IN8nHttpFullResponse> {
	const response = await http(options);
	const text = await textOf(response.body, { maxBytes: MAX_ANSWER_BYTES, signal });
	return { ...response, body: bodyOf(text) as IN8nHttpFullResponse['body'] };
}

function noAnswer(error: unknown, baseUrl: string, isTooLate: boolean): NoAnswer {
	const { host } = new URL(baseUrl);
	if (error instanceof TextNotRead && error.reason === 'tooLarge') {
		return { host, isTooLarge: true };
	}
	if (isTooLate) return { host, cause: { kind: 'timedOut', code: 'ETIMEDOUT' } };
	// The error holds the request, and so the password. Nothing but its code is used.
	return { host, cause: networkCauseOf(error) };
}

/** @param secrets what no error may show, beside what is sent */
export async function post(
	http: Http,
	baseUrl: string,
	path: string,
	body: IDataObject,
	secrets: readonly string[],
): Promise<Answer | NoAnswer> {
	await lookForProxy(http, baseUrl);
	const signal = AbortSignal.timeout(LOGIN_TIMEOUT_SECONDS * 1000);
	const options: IHttpRequestOptions = {
		...pastProxy(baseUrl),
		method: 'POST',
		url: `${baseUrl}${path}`,
		body,
		json: true,
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: LOGIN_TIMEOUT_SECONDS * 1000,
		abortSignal: signal,
	};
	let response: IN8nHttpFullResponse;
	try {
		response = await received(http, options, signal);
	} catch (error) {
		return noAnswer(error, baseUrl, signal.aborted);
	}
	return {
		...shownOf(response, secrets),
		status: response.statusCode,
		body: response.body,
		isWebPage: isWebPage(response),
		serverSeconds: secondsOfDate(response.headers.date),
		retryAfterSeconds: retryAfterSeconds(response.headers['retry-after']),
	};
}
