import type { IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { checkedBaseUrl } from './baseUrl';
import { errorText, readBody } from './body';
import type { Caller } from './caller';
import type { HttpRequest } from './exchange';
import { Exchange } from './exchange';
import { cancelled } from './failures/networkFailure';
import { RequestFailure, earlierUnknown, failureOfStatus } from './failures/requestFailure';
import { linkTarget } from './files/links';
import { discard } from './files/peek';
import type { Redirect } from './redirects';
import { MAX_REDIRECTS, leadsElsewhere, notFollowed, redirectTarget } from './redirects';
import type { Policy } from './retry';
import { defaultPolicy, finalFailure, mayRepeat, retryAfterSeconds, retryDelay } from './retry';
import { SecretFilter } from './secrets';
import { Session } from './session';

export type { HttpRequest } from './exchange';

const CANCEL_CHECK_MS = 250;
/** Time limit of a request that starts shortly before the deadline. */
const MIN_TIMEOUT_MS = 1_000;
/** How often a request that is answered with 401 is sent again with another token. Parallel items can use up a new token before that. */
const MAX_LOGIN_ROUNDS = 3;

const NO_SECRETS = new SecretFilter([]);

/** What the repetitions of one request have in common. */
interface Attempts {
	startedAt: number;
	logins: number;
	/** Whether an earlier attempt may have been carried out. */
	mayBeDone: boolean;
}

/** Sends requests for one execution of a node: URL, authentication, timeout, retries, redirects. */
export class Client {
	/** Set when no login is possible. Further items fail with it and do not try to log in again. */
	private loginFailure?: RequestFailure;
	private isStopped = false;

	constructor(
		private readonly caller: Caller,
		private readonly baseUrl: string,
		private readonly policy: Policy = defaultPolicy,
		/** None for the few operations that work without an account. */
		private readonly session?: Session,
		/** False for an address that is not the platform's: the token is not sent there, and what comes from there shows no secret either. */
		private readonly isPlatform = true,
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

	get isCancelled(): boolean {
		return this.cancel?.aborted === true;
	}

	/** Requests that wait to be repeated are not sent any more. Those under way end normally. */
	stopWaiting(): void {
		this.isStopped = true;
	}

	/** Cuts the secrets of the credential out of what the platform sends. */
	private get filter(): SecretFilter {
		return this.session?.filter ?? NO_SECRETS;
	}

	/** What a JSON answer says, without the secrets of the credential. */
	hideSecrets<T>(value: T): T {
		return this.filter.data(value, JSON.stringify(value) ?? '');
	}

	/**
	 * @param read reads the answer, whose status is below 300; if the body ends too early, the attempt counts as failed
	 * @throws what `beforeAttempt` throws
	 * @throws RequestFailure, after as many retries as the policy and `mayRepeat` allow
	 */
	async send<T>(
		request: HttpRequest,
		read: (response: IN8nHttpFullResponse) => T | Promise<T>,
	): Promise<T> {
		const attempts = { startedAt: Date.now(), logins: 0, mayBeDone: false };
		for (let attempt = 0; ; attempt += 1) {
			const failure = this.loginFailure ?? (this.isCancelled && cancelled(request.subject, false));
			const result = failure || (await this.attempt(request, read));
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
		if (this.loginFailure || this.isCancelled) return false;
		if (details.status === 401 && this.session && this.isPlatform) {
			attempts.logins += 1;
			if (attempts.logins <= MAX_LOGIN_ROUNDS && !this.isStopped) return true;
			this.loginFailure = failure;
			return false;
		}
		const wait = retryDelay(attempt, failure);
		const timeLeft = Math.min(
			this.policy.maxRetryTimeMs - (Date.now() - attempts.startedAt),
			this.timeToDeadline,
		);
		if (!mayRepeat(method, failure) || attempt >= this.policy.maxRetries || wait > timeLeft) {
			if (details.isLogin) this.loginFailure = failure;
			return false;
		}
		attempts.mayBeDone ||= details.status !== 429 && details.reach !== 'notSent';
		return await this.pause(wait);
	}

	private lastFailure(
		{ method, subject }: HttpRequest,
		failure: RequestFailure,
		{ mayBeDone }: Attempts,
	): RequestFailure {
		if (failure === this.loginFailure) return failure;
		if (method === 'DELETE' && mayBeDone && failure.details.status === 404) {
			return new RequestFailure(
				'Already gone',
				`An earlier attempt of "${subject}" got no answer. The platform does not know it any more`,
				{ ...failure.details, isGone: true },
			);
		}
		const last = finalFailure(method, subject, failure);
		const isOpen = mayBeDone && method !== 'GET' && last.details.reach === 'notSent';
		return isOpen ? earlierUnknown(last, `"${subject}"`) : last;
	}

	/** The failure without the secrets of the credential, in case the platform has repeated one. */
	shown(failure: RequestFailure): RequestFailure {
		const { message, description, details } = failure;
		const { filter } = this;
		const hide = (text: string | undefined) => (text === undefined ? text : filter.text(text));
		const shown = filter.text(message);
		const isClean = shown === message && filter.text(description) === description;
		const { serverText, outline } = details;
		if (isClean && hide(serverText) === serverText && hide(outline) === outline) return failure;
		return new RequestFailure(shown, filter.text(description), {
			...details,
			serverText: hide(serverText),
			outline: hide(outline),
		});
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
		let target = link && this.target(link.href, link.from ?? `${this.baseUrl}/`);
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
				async (response): Promise<{ value: T } | Redirect> => {
					const { statusCode, headers, body } = response;
					if (statusCode < 300) return { value: await read(response, url) };
					discard(body);
					return { statusCode, location: String(headers.location ?? '') };
				},
			);
			if ('value' in step) return step.value;
			if (!leadsElsewhere(step)) break;
			target = this.target(step.location, url);
		}
		throw notFollowed(request.method, request.subject);
	}

	private target(link: string, from: string): URL {
		try {
			return linkTarget(link, from, this.baseUrl);
		} catch (error) {
			throw error instanceof RequestFailure ? this.shown(error) : error;
		}
	}

	/** A client for an address that is not below the Base URL. */
	private clientAt({ origin }: URL): Client {
		const isOwn = origin === new URL(this.baseUrl).origin;
		return new Client(this.caller, origin, this.policy, this.session, isOwn);
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

	/** @returns false if the execution was cancelled while it waited, or if nothing is to be repeated any more */
	async pause(milliseconds: number): Promise<boolean> {
		const mustEnd = () => this.isCancelled || this.isStopped;
		for (let left = milliseconds; left > 0 && !mustEnd(); left -= CANCEL_CHECK_MS) {
			await sleep(Math.min(left, CANCEL_CHECK_MS));
		}
		return !mustEnd();
	}

	private async attempt<T>(
		request: HttpRequest,
		read: (response: IN8nHttpFullResponse) => T | Promise<T>,
	): Promise<{ value: T } | RequestFailure> {
		return await this.followed(request, read).catch((error: unknown) => {
			if (error instanceof RequestFailure) return error;
			throw error;
		});
	}

	/** No address is asked twice. @throws RequestFailure */
	private async followed<T>(
		request: HttpRequest,
		read: (response: IN8nHttpFullResponse) => T | Promise<T>,
	): Promise<{ value: T }> {
		const visited = new Set<string>();
		for (let url = `${this.baseUrl}${request.path}`; ;) {
			visited.add(url);
			// The address of a redirect is complete: it has the query, or is to have none.
			const isFirst = visited.size === 1;
			const step = isFirst ? request : { ...request, query: undefined };
			const answer = await this.exchange(step, url, read);
			if ('value' in answer) return answer;
			const target = redirectTarget(answer, url, request.method);
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
		read: (response: IN8nHttpFullResponse) => T | Promise<T>,
	): Promise<{ value: T } | Redirect> {
		const timeoutMs = Math.max(
			Math.min(this.policy.timeoutMs, this.timeToDeadline),
			MIN_TIMEOUT_MS,
		);
		const session = this.isPlatform ? this.session : undefined;
		const exchange = new Exchange(this.caller, request, timeoutMs, session, this.cancel);
		try {
			const response = await exchange.send(url);
			const { statusCode, headers, body } = response;
			if (statusCode === 401) await session?.renew(exchange.token);
			if (statusCode >= 300 && statusCode < 400 && !request.readsRedirects) {
				discard(body);
				return { statusCode, location: String(headers.location ?? '') };
			}
			if (statusCode >= 400) throw await this.refusal(response, request, exchange);
			if (statusCode < 200) throw this.noStatus(response);
			const value = await exchange.read(response, async () =>
				request.stream
					? await read({ ...response, headers: this.shownHeaders(response) })
					: await read(await readBody(response, exchange.signal, this.filter)),
			);
			return { value };
		} finally {
			exchange.end();
		}
	}

	/** The name and the type of a file can repeat a secret, too. */
	private shownHeaders({ headers }: IN8nHttpFullResponse): IN8nHttpFullResponse['headers'] {
		const shown = ['content-disposition', 'content-type']
			.filter((name) => headers[name] !== undefined)
			.map((name) => [name, this.filter.text(String(headers[name]))]);
		return { ...headers, ...Object.fromEntries(shown) };
	}

	/** No answer of HTTP has such a status. */
	private noStatus({ statusCode, body }: IN8nHttpFullResponse): RequestFailure {
		discard(body);
		return new RequestFailure(
			`The platform answered with status ${statusCode}, which says nothing`,
			"Check the 'Base URL' of the credential, and what is between n8n and the platform",
			{ status: statusCode, reach: 'unknown' },
		);
	}

	private async refusal(
		response: IN8nHttpFullResponse,
		{ subject }: HttpRequest,
		exchange: Exchange,
	): Promise<RequestFailure> {
		const { statusCode, headers } = response;
		// Without its text, the status says enough.
		const { text, outline } = await exchange
			.read(response, async () => await errorText(response))
			.catch(() => ({ text: '', outline: undefined }));
		const seconds = retryAfterSeconds(headers['retry-after']);
		return failureOfStatus(statusCode, text, subject, seconds, outline);
	}
}

/** A client without an account. @throws UserError if the address is not valid */
export function publicClient(caller: Caller, baseUrl: string, policy: Policy): Client {
	return new Client(caller, checkedBaseUrl(baseUrl), policy);
}

/** A client for the credential of the node that runs. */
export async function clientFor(caller: Caller, policy: Policy = defaultPolicy): Promise<Client> {
	const session = await Session.of(caller);
	return new Client(caller, checkedBaseUrl(session.baseUrl), policy, session);
}
