import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { parseJson } from '../values';
import { outlineOfError } from './answers';
import { checkedBaseUrl } from './baseUrl';
import { failureOfError } from './failures/networkFailure';
import { RequestFailure, failureOfStatus } from './failures/requestFailure';
import { serverMessage } from './failures/serverMessage';
import { linkTarget } from './files/links';
import { discard } from './files/peek';
import type { Policy } from './retry';
import { defaultPolicy, finalFailure, mayRepeat, retryAfterSeconds, retryDelay } from './retry';
import { within } from './timeLimit';

export type Caller = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** One HTTP request, relative to the credential's Base URL. */
export interface HttpRequest {
	method: IHttpRequestMethods;
	path: string;
	query?: IDataObject;
	body?: IDataObject | FormData;
	/** True: the answer is a stream and is not read into memory. */
	stream?: boolean;
	/** True: an answer that is a redirect is read like any other, and not followed. */
	readsRedirects?: boolean;
	/** How an error text names this request: the operation's action. */
	subject: string;
}

const CANCEL_CHECK_MS = 250;
const MAX_REDIRECTS = 3;
/** Time limit of a request that starts shortly before the deadline. */
const MIN_TIMEOUT_MS = 1_000;
/** n8n logs in and repeats a request once by itself. Parallel items can use up the new token before that, so the request is tried again. */
const EXTRA_LOGIN_ROUNDS = 2;

/** Redirects to where a file lies. */
const FOLLOWED_BY_DOWNLOADS = new Set([301, 302, 303, 307, 308]);

/** Many platforms answer so after they have carried out a request, to show its result. */
const SHOWS_RESULT = new Set([301, 302, 303]);

function notFollowed(method: IHttpRequestMethods, subject: string, status = 0): RequestFailure {
	const mayHaveWorked = method !== 'GET' && SHOWS_RESULT.has(status);
	return new RequestFailure(
		'The platform answered with a redirect that cannot be followed',
		`"${subject}" has no result. Check the Base URL of the credential`,
		{ status: status || undefined, reach: mayHaveWorked ? 'unknown' : 'answered', final: true },
	);
}

const contentType = (response: IN8nHttpFullResponse) =>
	String(response.headers['content-type'] ?? '').toLowerCase();

/** The message in an error answer. The answer to a streamed request is a stream, of which only the beginning is read. */
async function errorText(body: unknown): Promise<string> {
	if (typeof body !== 'object' || body === null || !(Symbol.asyncIterator in body))
		return serverMessage(body);
	let text = '';
	for await (const chunk of body as AsyncIterable<Buffer>) {
		text += chunk.toString();
		if (text.length > 10_000) break;
	}
	return serverMessage(text);
}

const WEB_PAGE = /^<(?:!doctype html|html|head|body)/i;

/** What is wrong with a text that is neither JSON nor marked as plain text; undefined if nothing is. */
function problemOfText(text: string, type: string): string | undefined {
	if (type.includes('html') || WEB_PAGE.test(text))
		return 'It is a web page. Check the Base URL of the credential: it ends in /api/v1';
	if (/^[[{]/.test(text)) return 'It is not complete, or not valid JSON. Try again later';
	if (type === '' || type.includes('json'))
		return 'It is not JSON. Check the Base URL of the credential, or try again later';
	return undefined;
}

/**
 * An answer whose body is what its JSON says. Plain text stays text. The body of an empty answer is undefined. A body that is no text was read
 * before.
 */
function readBody(response: IN8nHttpFullResponse): IN8nHttpFullResponse | RequestFailure {
	const { body, statusCode } = response;
	if (typeof body !== 'string') return response;
	const text = body.trim();
	if (text === '') return { ...response, body: undefined } as unknown as IN8nHttpFullResponse;
	const parsed = parseJson(text);
	if (parsed) return { ...response, body: parsed.value } as IN8nHttpFullResponse;
	const problem = problemOfText(text, contentType(response));
	return problem === undefined
		? response
		: new RequestFailure('The answer of the platform cannot be read', problem, {
				status: statusCode,
				reach: 'unknown',
			});
}

/** Sends requests for one execution of a node: URL, authentication, timeout, retries, redirects. */
export class Client {
	/** Set when no request is repeated any more. */
	private isStopped = false;
	/** Set when no login is possible. Further items fail with it and do not try to log in again. */
	private loginFailure?: RequestFailure;

	constructor(
		private readonly caller: Caller,
		private readonly baseUrl: string,
		private readonly policy: Policy = defaultPolicy,
		/** False for the few operations that work without an account. */
		private readonly isAuthenticated = true,
	) {}

	private get timeToDeadline(): number {
		return (this.policy.deadline ?? Number.POSITIVE_INFINITY) - Date.now();
	}

	get isCancelled(): boolean {
		return (
			'getExecutionCancelSignal' in this.caller &&
			this.caller.getExecutionCancelSignal()?.aborted === true
		);
	}

	/** From now on no request is repeated: those that wait for another attempt fail with the last one. */
	stopWaiting(): void {
		this.isStopped = true;
	}

	/**
	 * @param read reads the answer, whose status is below 300; if the body ends too early, the attempt counts as failed
	 * @throws RequestFailure, after as many retries as the policy and `mayRepeat` allow
	 */
	async send<T>(
		request: HttpRequest,
		read: (response: IN8nHttpFullResponse) => T | Promise<T>,
	): Promise<T> {
		const startedAt = Date.now();
		let logins = 0;
		for (let attempt = 0; ; attempt += 1) {
			if (this.loginFailure) throw this.loginFailure;
			const result = await this.attempt(request, read);
			if (!(result instanceof RequestFailure)) return result.value;

			if (result.details.status === 401) {
				logins += 1;
				if (logins <= EXTRA_LOGIN_ROUNDS && !this.isCancelled) continue;
				this.loginFailure = result;
				throw result;
			}
			const wait = retryDelay(attempt, result);
			const timeLeft = Math.min(
				this.policy.maxRetryTimeMs - (Date.now() - startedAt),
				this.timeToDeadline,
			);
			if (
				!mayRepeat(request.method, result) ||
				attempt >= this.policy.maxRetries ||
				wait > timeLeft
			) {
				if (result.details.isLogin) this.loginFailure = result;
				throw finalFailure(request.method, request.subject, result);
			}
			if (!(await this.pause(wait))) throw finalFailure(request.method, request.subject, result);
		}
	}

	/**
	 * As `send`, for a file, which may lie somewhere else: at a link in an answer, or behind redirects. The token is sent only to the
	 * platform's own origin, and `linkTarget` decides which addresses are opened at all.
	 *
	 * @param read gets the address that the answer came from, too
	 * @param link what to open in place of the request's path, with the address that it is relative to
	 */
	async download<T>(
		request: HttpRequest,
		read: (response: IN8nHttpFullResponse, url: string) => T | Promise<T>,
		link?: { href: string; from?: string },
	): Promise<T> {
		let target = link && linkTarget(link.href, link.from ?? `${this.baseUrl}/`, this.baseUrl);
		for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
			const url = target?.href ?? `${this.baseUrl}${request.path}`;
			const client = target ? this.clientAt(target) : this;
			const step = await client.send(
				{
					...request,
					...(target && { path: `${target.pathname}${target.search}`, query: undefined }),
					stream: true,
					readsRedirects: true,
				},
				async (response): Promise<{ value: T } | { statusCode: number; location: string }> => {
					const { statusCode, headers, body } = response;
					if (statusCode < 300) return { value: await read(response, url) };
					discard(body);
					return { statusCode, location: String(headers.location ?? '') };
				},
			);
			if ('value' in step) return step.value;
			if (!FOLLOWED_BY_DOWNLOADS.has(step.statusCode) || step.location === '') break;
			target = linkTarget(step.location, url, this.baseUrl);
		}
		throw notFollowed(request.method, request.subject);
	}

	/** A client for an address that is not below the Base URL. */
	private clientAt({ origin }: URL): Client {
		const isOwn = origin === new URL(this.baseUrl).origin;
		return new Client(this.caller, origin, this.policy, isOwn && this.isAuthenticated);
	}

	/** The query of an address in an answer, if it leads to the same path of the platform itself; undefined otherwise. */
	queryOf(link: string, path: string): IDataObject | undefined {
		const own = new URL(`${this.baseUrl}${path}`);
		if (!URL.canParse(link, own)) return undefined;
		const target = new URL(link, own);
		const plain = ({ pathname }: URL) => pathname.replace(/\/+$/, '');
		if (target.origin !== own.origin || plain(target) !== plain(own)) return undefined;
		return Object.fromEntries(target.searchParams);
	}

	/** @returns false if the execution was cancelled, or nothing is repeated any more */
	private async pause(milliseconds: number): Promise<boolean> {
		for (let left = milliseconds; left > 0; left -= CANCEL_CHECK_MS) {
			if (this.isCancelled || this.isStopped) return false;
			await sleep(Math.min(left, CANCEL_CHECK_MS));
		}
		return !this.isCancelled && !this.isStopped;
	}

	private options(request: HttpRequest, url: string): IHttpRequestOptions {
		const { method, query, body, stream } = request;
		return {
			method,
			url,
			qs: query,
			body,
			headers: { Accept: stream ? '*/*' : 'application/json' },
			// Read here and not by n8n, which rounds large whole numbers.
			encoding: stream ? 'stream' : 'text',
			returnFullResponse: true,
			// 401 must throw: that is what makes n8n log in and repeat.
			ignoreHttpStatusErrors: { ignore: true, except: [401] },
			// A followed redirect turns POST into GET, and a call that was never placed would look placed.
			disableFollowRedirect: method !== 'GET' || request.readsRedirects === true,
			sendCredentialsOnCrossOriginRedirect: false,
			timeout: Math.max(Math.min(this.policy.timeoutMs, this.timeToDeadline), MIN_TIMEOUT_MS),
		};
	}

	private async exchange(
		request: HttpRequest,
		url: string,
	): Promise<IN8nHttpFullResponse | RequestFailure> {
		const { helpers } = this.caller;
		const options = this.options(request, url);
		try {
			const response: unknown = this.isAuthenticated
				? await helpers.httpRequestWithAuthentication.call(this.caller, 'voiceAgentApi', options)
				: await helpers.httpRequest(options);
			return response as IN8nHttpFullResponse;
		} catch (error) {
			return failureOfError(error, request.subject, this.isCancelled);
		}
	}

	private async attempt<T>(
		request: HttpRequest,
		read: (response: IN8nHttpFullResponse) => T | Promise<T>,
	): Promise<{ value: T } | RequestFailure> {
		let url = `${this.baseUrl}${request.path}`;
		for (let redirects = 0; ; redirects += 1) {
			const response = await this.exchange(request, url);
			if (response instanceof RequestFailure) return response;
			const { statusCode, headers, body } = response;

			if (statusCode >= 300 && statusCode < 400 && !request.readsRedirects) {
				const target = this.redirectTarget(statusCode, String(headers.location ?? ''), url);
				if (target && redirects < MAX_REDIRECTS) {
					url = target;
					continue;
				}
				return notFollowed(request.method, request.subject, statusCode);
			}
			if (statusCode >= 400) {
				const serverText = await errorText(body);
				return failureOfStatus(
					statusCode,
					serverText,
					request.subject,
					retryAfterSeconds(headers['retry-after']),
					outlineOfError(body),
				);
			}
			const readable = request.stream ? response : readBody(response);
			if (readable instanceof RequestFailure) return readable;
			try {
				const value = request.stream ? await this.readInTime(response, read) : await read(readable);
				return { value };
			} catch (error) {
				if (error instanceof RequestFailure) return error;
				const failure = failureOfError(error, request.subject, this.isCancelled);
				// The answer had begun, so the request was sent.
				const details = { ...failure.details, reach: 'unknown' as const };
				return new RequestFailure(failure.message, failure.description, details);
			}
		}
	}

	/** A download that has not ended at the deadline is stopped. */
	private async readInTime<T>(
		response: IN8nHttpFullResponse,
		read: (response: IN8nHttpFullResponse) => T | Promise<T>,
	): Promise<T> {
		const { timeToDeadline } = this;
		const reading = (async () => await read(response))();
		if (timeToDeadline === Number.POSITIVE_INFINITY) return await reading;
		const tooLate = new RequestFailure(
			'The platform did not answer in time',
			'The file could not be downloaded within the time limit. Try again later',
			{ reach: 'unknown' },
		);
		const limit = Math.max(timeToDeadline, MIN_TIMEOUT_MS);
		return await within(limit, reading, tooLate).catch((error: unknown) => {
			const body = response.body as {
				on?: (event: 'error', listener: () => void) => void;
				destroy?: () => void;
			};
			// Nothing reads the stream any more, and an error without a listener would end the n8n process.
			body.on?.('error', () => undefined);
			body.destroy?.();
			throw error;
		});
	}

	/** Only 307 and 308 repeat the request unchanged, and it is repeated only for the same origin. */
	private redirectTarget(status: number, location: string, from: string): string | undefined {
		if ((status !== 307 && status !== 308) || location === '' || !URL.canParse(location, from))
			return undefined;
		const target = new URL(location, from);
		return target.origin === new URL(from).origin ? target.href : undefined;
	}
}

/** A client without an account. @throws UserError if the address is not valid */
export function publicClient(caller: Caller, baseUrl: string, policy: Policy): Client {
	return new Client(caller, checkedBaseUrl(baseUrl), policy, false);
}

/** A client for the credential of the node that runs. */
export async function clientFor(caller: Caller, policy: Policy = defaultPolicy): Promise<Client> {
	const credentials = await caller.getCredentials('voiceAgentApi');
	return new Client(caller, checkedBaseUrl(credentials.baseUrl), policy);
}
