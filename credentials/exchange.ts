import type { IDataObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import type { NetworkCause } from '../nodes/shared/http';
import { networkCauseOf, outlineOf, retryAfterSeconds, serverMessage } from '../nodes/shared/http';
import { readTimestamp } from '../nodes/shared/values';
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
}

export const LOGIN_TIMEOUT_SECONDS = 30;

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

/** @param secrets what no error may show, beside what is sent */
export async function post(
	http: Http,
	baseUrl: string,
	path: string,
	body: IDataObject,
	secrets: readonly string[],
): Promise<Answer | NoAnswer> {
	const options: IHttpRequestOptions = {
		method: 'POST',
		url: `${baseUrl}${path}`,
		body,
		json: true,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: LOGIN_TIMEOUT_SECONDS * 1000,
	};
	let response: IN8nHttpFullResponse;
	try {
		response = await http(options);
	} catch (error) {
		// The error holds the request, and so the password. Nothing but its code is used.
		return { cause: networkCauseOf(error), host: new URL(baseUrl).host };
	}
	const shown = withoutSecrets(response.body, secrets);
	return {
		status: response.statusCode,
		body: response.body,
		serverText: isWebPage(response) ? '' : serverMessage(shown),
		outline: isWebPage(response) ? 'a web page' : outlineOf(shown),
		isWebPage: isWebPage(response),
		serverSeconds: secondsOfDate(response.headers.date),
		retryAfterSeconds: retryAfterSeconds(response.headers['retry-after']),
	};
}
