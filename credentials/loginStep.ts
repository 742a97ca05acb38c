import type { IDataObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import { outlineOf } from '../nodes/shared/http/answers/outline';
import { isRefusal } from '../nodes/shared/http/answers/refusal';
import { redirectTarget } from '../nodes/shared/http/destinations';
import type { NetworkCause } from '../nodes/shared/http/failures/networkFailure';
import { networkCauseOf } from '../nodes/shared/http/failures/networkFailure';
import { serverMessage } from '../nodes/shared/http/failures/serverMessage';
import { retryAfterSeconds } from '../nodes/shared/http/retry';
import { SecretFilter } from '../nodes/shared/http/secrets';
import { TextTooLong, discard, bodyText } from '../nodes/shared/http/stream/bodyStream';
import { isFilled, isObject, isTooDeep, parseJson } from '../nodes/shared/values/json';
import { readHttpDate } from '../nodes/shared/values/timestamp';

/** n8n's own HTTP helper. It returns the full response for every status. */
export type Http = (options: IHttpRequestOptions) => Promise<IN8nHttpFullResponse>;

/** Why the platform has not looked at what was sent, or may not have. */
export type LoginProblem =
	| NetworkCause['kind']
	| 'tooLarge'
	| 'notReached'
	| 'tooManyRequests'
	| 'unavailable'
	| 'redirected'
	| 'noLoginHere'
	| 'webPage'
	| 'locked';

/** What the platform answered to one step of a login. The token is the only secret in it. */
export interface LoginAnswer {
	problem?: LoginProblem;
	/** HTTP status; 0 if there was no answer. */
	status: number;
	/** The code of the network's error, such as ENOTFOUND; undefined if there was an answer. */
	code?: string;
	/** The access token; undefined if there is none, or if it is not clear which value it is. */
	token?: string;
	/** Whether the second factor is required (API document, "Login flow"). */
	asksForCode: boolean;
	/** Whether the platform says no: by its status, or by its text. */
	isRefused: boolean;
	/** The message of the platform; '' if there is none. */
	serverText: string;
	/** Names and types of the answer, without values. */
	outline: string;
	host: string;
	/** Scheme and host of the address that a redirect leads to; undefined if the answer is none. */
	redirectsTo?: string;
	/** The platform's clock minus ours, in seconds. */
	serverOffset: number;
	/** How long the platform asked to wait. */
	retryAfterSeconds?: number;
}

/** Time limit of one step with its whole answer, also if the answer arrives a byte at a time. */
export const LOGIN_TIMEOUT_SECONDS = 30;
export const MAX_ANSWER_BYTES = 1_000_000;

export const clockSeconds = () => Date.now() / 1000;

/** Names of the access token: the first list wins over the second. `id_token` and `refresh_token` are other tokens. */
const TOKEN_NAMES = [['access_token', 'accessToken'], ['token']];
/** Names of the flag that says: a second factor is required. */
const MFA_FLAGS = ['mfa_required', 'mfaRequired'];
/** Names of objects that can hold the token or the flag. */
const WRAPPERS = ['data', 'result', 'detail'];
/** A token becomes part of an HTTP header, and servers refuse much longer ones. */
const TOKEN = /^[\x21-\x7e]{1,8192}$/;

/** The values under these names, each once. */
function valuesIn(body: unknown, names: readonly string[]): unknown[] {
	const inner = isObject(body) ? WRAPPERS.map((name) => body[name]) : [];
	const values = [body, ...inner]
		.filter(isObject)
		.flatMap((object) => names.map((name) => object[name]));
	return [...new Set(values.filter(isFilled))];
}

function tokenIn(body: unknown): string | undefined {
	const [token, ...others] =
		TOKEN_NAMES.map((names) => valuesIn(body, names)).find(({ length }) => length > 0) ?? [];
	return typeof token === 'string' && TOKEN.test(token) && others.length === 0 ? token : undefined;
}

/** Whether the flag is set, and nothing says that it is not. */
function asksForCode(body: unknown): boolean {
	const flags = valuesIn(body, MFA_FLAGS).map((value) => String(value).toLowerCase());
	return flags.length > 0 && flags.every((flag) => flag === 'true' || flag === '1');
}

const SECRET_NAME = /token|jwt|secret|password|access/i;
/** An answer with more secrets, or longer ones in all, is not shown: to look for so many texts would take long. */
const MAX_SECRETS = 20;
const MAX_SECRETS_LENGTH = 20_000;
/** A long row of letters and digits that no person writes: a token, a hash or a key. */
const TOKEN_LIKE = /(?=[\w.~+=-]*\d)(?=[\w.~+=-]*[a-z])[\w.~+=-]{12,}/gi;

/** Texts under names such as `token`, at any depth. */
function secretsIn(value: unknown, isSecret = false): string[] {
	if (typeof value === 'string') return isSecret ? [value] : [];
	return Object.entries(value ?? {}).flatMap(([name, inner]) =>
		secretsIn(inner, isSecret || SECRET_NAME.test(name)),
	);
}

/** What of an answer may be shown. @param sent the secrets of the account, which the platform may repeat */
function shownOf(body: unknown, sent: readonly string[]) {
	const found = [...new Set(secretsIn(body))];
	if (found.length > MAX_SECRETS || found.join('').length > MAX_SECRETS_LENGTH) {
		return { serverText: '', outline: 'many tokens' };
	}
	const filter = new SecretFilter([...sent, ...found]);
	const shown = filter.texts(body);
	// The filter is applied again: a message can be JSON in a text, in which a secret looks different.
	const text = filter.text(serverMessage(shown));
	return { serverText: text.replace(TOKEN_LIKE, '***'), outline: outlineOf(shown) };
}

const LOCKED =
	/\block(ed|out)\b|\block(ed)?[\s_]out\b|too many (failed )?(login |log-?in |sign-?in )?attempts/i;

function problemOfStatus(
	status: number,
	serverText: string,
	isPage: boolean,
): LoginProblem | undefined {
	if (status === 429) return 'tooManyRequests';
	if (status === 408 || status >= 500) return 'unavailable';
	if ((status >= 300 && status < 400) || status === 404 || status === 405) return 'noLoginHere';
	if (isPage) return 'webPage';
	return status === 423 || (status >= 400 && LOCKED.test(serverText)) ? 'locked' : undefined;
}

function originOfRedirect(
	{ statusCode, headers }: IN8nHttpFullResponse,
	url: string,
): string | undefined {
	const location = String(headers.location ?? '');
	const isRedirect = statusCode >= 300 && statusCode < 400 && location !== '';
	return isRedirect && URL.canParse(location, url) ? new URL(location, url).origin : undefined;
}

function secondsOfDate(header: unknown): number {
	const milliseconds = readHttpDate(header);
	return milliseconds === undefined ? clockSeconds() : milliseconds / 1000;
}

function answerOf(
	response: IN8nHttpFullResponse,
	text: string,
	url: string,
	sent: readonly string[],
): LoginAnswer {
	const { statusCode: status, headers } = response;
	const parsed = parseJson(text);
	const body = parsed && isTooDeep(parsed.value) ? undefined : parsed ? parsed.value : text;
	const type = String(headers['content-type'] ?? '').toLowerCase();
	const isPage = !parsed && (text.trimStart().startsWith('<') || type.includes('html'));
	const shown = shownOf(body, sent);
	const redirectsTo = originOfRedirect(response, url);
	return {
		...shown,
		problem:
			redirectsTo === undefined ? problemOfStatus(status, shown.serverText, isPage) : 'redirected',
		redirectsTo,
		status,
		token: tokenIn(body),
		asksForCode: asksForCode(body),
		isRefused: status >= 400 || isRefusal(body, tokenIn(body) !== undefined),
		host: new URL(url).host,
		serverOffset: secondsOfDate(headers.date) - clockSeconds(),
		retryAfterSeconds: retryAfterSeconds(headers['retry-after']),
	};
}

/** The error holds the request, and so the password. Nothing but its code is used. */
function problemOfError(error: unknown, isTooLate: boolean): Pick<LoginAnswer, 'problem' | 'code'> {
	if (error instanceof TextTooLong) return { problem: 'tooLarge' };
	if (isTooLate) return { problem: 'timedOut' };
	const { kind, code } = networkCauseOf(error) ?? { kind: 'notReached' };
	return { problem: kind, code };
}

/** Sends a step, once more if the platform names another path of its own for it: with or without a slash at the end. */
async function sent(http: Http, options: IHttpRequestOptions): Promise<IN8nHttpFullResponse> {
	const response = await http(options);
	const { statusCode, headers, body } = response;
	const redirect = { statusCode, location: String(headers.location ?? '') };
	const target = redirectTarget(redirect, options.url, { method: 'POST' }, options.url);
	if (target === undefined) return response;
	discard(body);
	return await http({ ...options, url: target });
}

/**
 * Sends one step of a login and reads the answer.
 *
 * @param secrets what no text of the answer may show
 */
export async function loginStep(
	http: Http,
	baseUrl: string,
	path: '/auth/login' | '/mfa/verify',
	body: IDataObject,
	secrets: readonly string[],
): Promise<LoginAnswer> {
	const signal = AbortSignal.timeout(LOGIN_TIMEOUT_SECONDS * 1000);
	const options: IHttpRequestOptions = {
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
	try {
		const response = await sent(http, options);
		// After the time-out nothing more is read, also if nothing arrives.
		signal.addEventListener('abort', () => discard(response.body), { once: true });
		const text = await bodyText(response.body, { maxBytes: MAX_ANSWER_BYTES });
		return answerOf(response, text, options.url, secrets);
	} catch (error) {
		return {
			...problemOfError(error, signal.aborted),
			status: 0,
			asksForCode: false,
			isRefused: false,
			serverText: '',
			outline: '',
			host: new URL(baseUrl).host,
			serverOffset: 0,
		};
	}
}
