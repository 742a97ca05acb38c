import type { IN8nHttpFullResponse } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { checkedBaseUrl } from './baseUrl';
import { errorText, readBody } from './body';
import type { Redirect } from './destinations';
import { MAX_REDIRECTS, linkTarget, notFollowed, redirectTarget } from './destinations';
import type { HttpRequest } from './exchange';
import { Exchange } from './exchange';
import { cancelledRequest } from './failures/networkFailure';
import {
	RequestFailure,
	adviceOnTimes,
	earlierUnknown,
	failureOfStatus,
} from './failures/requestFailure';
import type { Policy } from './retry';
import { defaultPolicy, finalFailure, mayRepeat, retryAfterSeconds, retryDelay } from './retry';
import type { SecretFilter } from './secrets';
import { NO_SECRETS } from './secrets';
import type { N8nContext } from './session';
import { Session } from './session';
import { discard } from './stream/bodyStream';

export type { HttpRequest } from './exchange';

const CANCEL_CHECK_MS = 250;
/** Time limit of a request that starts shortly before the deadline. */
const MIN_TIMEOUT_MS = 1_000;
/**
 * How often a request answered with 401 is sent again with another token. Parallel items can use up a new one first.
 */
const MAX_LOGIN_ROUNDS = 3;

/** What the repetitions of one request have in common. */
interface Attempts {
	startedAt: number;
	logins: number;
	/** The token that the platform refused at the last attempt; undefined if it refused none. */
	refusedToken?: string;
	/** Whether a login gave this token again, and the platform refused it again. A further login would, too. */
	isRefusedAgain: boolean;
	/** Whether an earlier attempt may have been carried out. */
	mayBeDone: boolean;
}

/** Reads an answer. @param url the address that it came from */
type ReadAnswer<T> = (response: IN8nHttpFullResponse, url: string) => T | Promise<T>;

function onlyFailure(error: unknown): RequestFailure {
	if (error instanceof RequestFailure) return error;
	throw error;
}

/** Sends requests for one execution of a node: URL, authentication, timeout, retries, redirects. */
export class Client {
	/** The failure of a login that is impossible. Further items fail with it, too, and do not log in again. */
	private loginFailure?: RequestFailure;
	private isStopped = false;

	constructor(
		private readonly caller: N8nContext,
		private readonly baseUrl: string,
		private readonly policy: Policy = defaultPolicy,
		/** The session of the account; undefined for the few operations that work without an account. */
		private readonly session?: Session,
	) {}

	private get timeToDeadline(): number {
		return (this.policy.deadline ?? Number.POSITIVE_INFINITY) - Date.now();
	}

	private get cancel(): AbortSignal | undefined {
		return 'getExecutionCancelSignal' in this.caller
			? this.caller.getExecutionCancelSignal()
			: undefined;
	}

	/** The address that paths are added to. */
	get address(): string {
		return this.baseUrl;
	}

	/** Tells the accounts of credentials apart; '' without one. */
	get account(): string {
		return this.session?.account ?? '';
	}

	get isCancelled(): boolean {
		return this.cancel?.aborted === true;
	}

	/** Requests that wait to be repeated are not sent any more. Those under way end normally. */
	stopWaiting(): void {
		this.isStopped = true;
	}

	/** Hides the secrets of the credential in what the platform sends. */
	private get filter(): SecretFilter {
		return this.session?.filter ?? NO_SECRETS;
	}

	/** What a JSON answer says, without the access token, and without values that are a secret of the credential. */
	hideSecrets<T>(value: T): T {
		return this.filter.data(value, JSON.stringify(value) ?? '');
	}

	/**
	 * @param read reads the answer, whose status is below 300; if the body ends too early, the attempt counts as failed
	 * @throws what `onStart` throws
	 * @throws RequestFailure, after as many retries as the policy and `mayRepeat` allow
	 */
	async send<T>(request: HttpRequest, read: ReadAnswer<T>): Promise<T> {
		return await this.sendTo(`${this.baseUrl}${request.path}`, request, read);
	}

	/**
	 * As `send`, for a file, which may lie elsewhere: at a link in an answer, or behind redirects. The token goes to the
	 * platform's own origin only. @param link what to open in place of the path; without a host, relative to the Base URL
	 */
	async download<T>(request: HttpRequest, read: ReadAnswer<T>, link?: string): Promise<T> {
		const file = { ...request, stream: true };
		if (link === undefined) return await this.send(file, read);
		const { href } = linkTarget(link, `${this.baseUrl}/`, this.baseUrl);
		return await this.sendTo(href, { ...file, query: undefined }, read);
	}

	private async sendTo<T>(url: string, request: HttpRequest, read: ReadAnswer<T>): Promise<T> {
		const attempts: Attempts = {
			startedAt: Date.now(),
			logins: 0,
			isRefusedAgain: false,
			mayBeDone: false,
		};
		for (let attempt = 0; ; attempt += 1) {
			const failure =
				this.loginFailure ?? (this.isCancelled && cancelledRequest(request.subject, false));
			const result =
				failure || (await this.followed(url, request, read, attempts).catch(onlyFailure));
			if (!(result instanceof RequestFailure)) return result.value;
			if (!(await this.goesOn(request, result, attempt, attempts))) {
				throw this.shown(this.lastFailure(request, result, attempts));
			}
		}
	}

	/** Waits until a request that failed can be sent again. @returns false if it must not be */
	private async goesOn(
		{ method }: HttpRequest,
		failure: RequestFailure,
		attempt: number,
		attempts: Attempts,
	): Promise<boolean> {
		const { details } = failure;
		if (this.loginFailure) return false;
		if (details.status === 401 && this.session && !details.final) {
			return this.mayLogIn(failure, attempts);
		}
		const wait = retryDelay(attempt, failure);
		const isInTime = wait <= this.timeLeft(attempts);
		if (!mayRepeat(method, failure) || attempt >= this.policy.maxRetries || !isInTime) {
			if (details.isLogin) this.loginFailure = failure;
			return false;
		}
		attempts.mayBeDone ||= details.status !== 429 && details.arrival !== 'notSent';
		return await this.pause(wait);
	}

	/** Whether a request whose token was refused is sent again with another one. */
	private mayLogIn(failure: RequestFailure, attempts: Attempts): boolean {
		attempts.logins += 1;
		const isUseful = attempts.logins <= MAX_LOGIN_ROUNDS && !attempts.isRefusedAgain;
		if (isUseful && !this.isStopped) return true;
		this.loginFailure = failure;
		return false;
	}

	/** How much time is left for repetitions, in milliseconds. */
	private timeLeft({ startedAt }: Attempts): number {
		return Math.min(this.policy.maxRetryTimeMs - (Date.now() - startedAt), this.timeToDeadline);
	}

	private lastFailure(
		{ method, subject }: HttpRequest,
		failure: RequestFailure,
		{ mayBeDone }: Attempts,
	): RequestFailure {
		if (method === 'DELETE' && mayBeDone && failure.details.status === 404) {
			return new RequestFailure(
				'Already gone',
				`An earlier attempt of "${subject}" got no answer. The platform does not know it any more`,
				{ ...failure.details, isGone: true },
			);
		}
		const last = finalFailure(method, subject, failure);
		const isOpen = mayBeDone && method !== 'GET' && last.details.arrival === 'notSent';
		return isOpen ? earlierUnknown(last, `"${subject}"`) : last;
	}

	/** The failure without the secrets of the credential, in case the platform has repeated one. */
	shown(failure: RequestFailure): RequestFailure {
		const { message, description, details } = failure;
		const { filter } = this;
		const hide = (text: string | undefined) => (text === undefined ? text : filter.text(text));
		const shown = filter.text(message);
		const isClean = shown === message && filter.text(description) === description;
		const { serverText, outline, why } = details;
		const isAllClean = [serverText, outline, why].every((text) => hide(text) === text);
		if (isClean && isAllClean) return failure;
		return new RequestFailure(shown, filter.text(description), {
			...details,
			serverText: hide(serverText),
			outline: hide(outline),
			why: hide(why),
		});
	}

	/** @returns false if the execution was cancelled while it waited, or if nothing is to be repeated any more */
	async pause(milliseconds: number): Promise<boolean> {
		const mustEnd = () => this.isCancelled || this.isStopped;
		for (let left = milliseconds; left > 0 && !mustEnd(); left -= CANCEL_CHECK_MS) {
			await sleep(Math.min(left, CANCEL_CHECK_MS));
		}
		return !mustEnd();
	}

	/** No address is asked twice. @throws RequestFailure */
	private async followed<T>(
		start: string,
		request: HttpRequest,
		read: ReadAnswer<T>,
		attempts: Attempts,
	): Promise<{ value: T }> {
		const visited = new Set<string>();
		for (let url = start; ;) {
			visited.add(url);
			// The address of a redirect is complete: it has the query, or is to have none.
			const step = url === start ? request : { ...request, query: undefined };
			const answer = await this.exchange(step, url, read, attempts);
			if ('value' in answer) return answer;
			const target = redirectTarget(answer, url, request, this.baseUrl);
			if (target === undefined || visited.has(target) || visited.size > MAX_REDIRECTS) {
				throw notFollowed(request.method, request.subject, answer.statusCode);
			}
			url = target;
		}
	}

	/**
	 * @returns what was read, or where the platform redirects to
	 * @throws RequestFailure
	 */
	private async exchange<T>(
		request: HttpRequest,
		url: string,
		read: ReadAnswer<T>,
		attempts: Attempts,
	): Promise<{ value: T } | Redirect> {
		const timeoutMs = Math.max(
			Math.min(this.policy.timeoutMs, this.timeToDeadline),
			MIN_TIMEOUT_MS,
		);
		const session = this.isOwn(url) ? this.session : undefined;
		const exchange = new Exchange(this.caller, request, timeoutMs, session, this.cancel);
		try {
			const response = await exchange.send(url);
			const { statusCode, headers, body } = response;
			if (statusCode === 401 && session) {
				attempts.isRefusedAgain = attempts.refusedToken === exchange.token;
				attempts.refusedToken = exchange.token;
				await session.renew(exchange.token);
			}
			if (statusCode >= 300 && statusCode < 400) {
				discard(body);
				return { statusCode, location: String(headers.location ?? '') };
			}
			if (statusCode >= 400) throw await this.refusal(response, request, exchange, url);
			if (statusCode < 200) throw this.noStatus(response);
			const value = await exchange.read(response, async () =>
				request.stream
					? await read({ ...response, headers: this.shownHeaders(response) }, url)
					: await read(await this.withBody(response), url),
			);
			return { value };
		} finally {
			exchange.end();
		}
	}

	/** Whether an address is one of the platform: only there the token is sent. */
	private isOwn(url: string): boolean {
		return new URL(url).origin === new URL(this.baseUrl).origin;
	}

	private async withBody(response: IN8nHttpFullResponse): Promise<IN8nHttpFullResponse> {
		const body = await readBody(response, response.body, this.filter);
		return { ...response, body } as IN8nHttpFullResponse;
	}

	/** The type of a file becomes a part of its item, and can repeat the token. */
	private shownHeaders({ headers }: IN8nHttpFullResponse): IN8nHttpFullResponse['headers'] {
		const type = headers['content-type'];
		return type === undefined
			? headers
			: { ...headers, 'content-type': this.filter.data(String(type), String(type)) };
	}

	/** No answer of HTTP has such a status. */
	private noStatus({ statusCode, body }: IN8nHttpFullResponse): RequestFailure {
		discard(body);
		return new RequestFailure(
			`The platform answered with status ${statusCode}, which says nothing`,
			"Check the 'Base URL' of the credential, and what is between n8n and the platform",
			{ status: statusCode, arrival: 'unknown' },
		);
	}

	private async refusal(
		response: IN8nHttpFullResponse,
		{ subject, notFound, path, query, stream }: HttpRequest,
		exchange: Exchange,
		url: string,
	): Promise<RequestFailure> {
		const { statusCode, headers } = response;
		// If its text cannot be read, the status of the answer says enough.
		const { text, outline } = await exchange
			.read(response, async () => await errorText(response, this.filter))
			.catch(() => ({ text: '', outline: undefined }));
		const seconds = retryAfterSeconds(headers['retry-after']);
		const { message, description, details } = failureOfStatus(
			statusCode,
			text,
			subject,
			seconds,
			outline,
		);
		const adviceOnRequest = statusCode === 404 ? notFound : adviceOnTimes(statusCode, query);
		const advice = [adviceOnRequest, description].filter(Boolean).join('. ');
		const isLink = stream && url !== `${this.baseUrl}${path}` && statusCode !== 401;
		if (this.isOwn(url) && !isLink) return new RequestFailure(message, advice, details);
		const isExpired = statusCode < 500 && statusCode !== 429;
		return new RequestFailure(
			`The link to the file cannot be read: ${text || `status ${statusCode}`}`,
			isExpired
				? `It may have expired. Run this again to get a new link. (${subject}, status ${statusCode})`
				: description,
			// A login changes nothing for another host.
			{ ...details, ...(statusCode === 401 && { final: true }) },
		);
	}
}

/** A client without an account. @throws UserError if the address is not valid */
export function publicClient(caller: N8nContext, baseUrl: string, policy: Policy): Client {
	return new Client(caller, checkedBaseUrl(baseUrl), policy);
}

/** A client for the credential of the node that runs. */
export async function clientFor(
	caller: N8nContext,
	policy: Policy = defaultPolicy,
): Promise<Client> {
	const session = await Session.of(caller);
	return new Client(caller, checkedBaseUrl(session.baseUrl), policy, session);
}
