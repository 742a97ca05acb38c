import type {
	IDataObject,
	IHttpRequestMethods,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import { checkedIdentifier } from '../values/address';
import {
	cancelledRequest,
	failureOfError,
	noAnswerInTime,
	noLoginInTime,
} from './failures/networkFailure';
import { RequestFailure } from './failures/requestFailure';
import { Limit } from './limits';
import type { N8nContext, CredentialUse, Session } from './session';
import { discard } from './stream/bodyStream';

/** An endpoint as the API document writes it, character for character: `GET /calls/{call_id}`. */
export type Endpoint = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

/** Method and path of one request. */
export interface Address {
	method: IHttpRequestMethods;
	path: string;
}

/** The names in braces of a path template. */
export function placeholdersOf(endpoint: Endpoint): string[] {
	return [...endpoint.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
}

/**
 * Method and path of a request. Only here do identifiers become part of a URL: `{id}` and `c/1` -> an error.
 * @param ids name in braces → identifier
 * @throws ParameterError for an identifier that is empty or would change the path
 */
export function addressOf(
	endpoint: Endpoint,
	ids: Readonly<Record<string, unknown>> = {},
): Address {
	const [method, template] = endpoint.split(' ') as [IHttpRequestMethods, string];
	const path = template.replace(/\{(\w+)\}/g, (_braces, name: string) =>
		encodeURIComponent(checkedIdentifier(ids[name], name)),
	);
	return { method, path };
}

/** One HTTP request, relative to the credential's Base URL. */
export interface HttpRequest extends Address {
	query?: IDataObject;
	body?: IDataObject | FormData;
	/** True: the answer is a file. It is streamed, and may exceed the time-out as long as enough of it arrives. */
	stream?: boolean;
	/** Called after the login, right before the bytes of an attempt leave. What it throws ends the request. */
	onStart?(): void;
	/** How an error text names this request: the operation's action. */
	subject: string;
	/** What to check if there is no such thing, before what is checked for any ID. */
	notFound?: string;
}

/** A login can take this long before the request itself begins: password, next code, code. */
const MAX_LOGIN_MS = 100_000;

function requestOptions(
	{ method, query, body, stream }: HttpRequest,
	url: string,
	timeoutMs: number,
): IHttpRequestOptions {
	return {
		method,
		url,
		qs: query,
		body,
		headers: { Accept: stream ? '*/*' : 'application/json' },
		// The answer is read as a stream: n8n limits neither its size nor the time of an answer that has begun.
		encoding: 'stream',
		returnFullResponse: true,
		// 401 is handled here: n8n would log in, although another process may already have done so.
		ignoreHttpStatusErrors: true,
		// n8n would turn POST into GET: a call would look placed that was not. It would also leave the origin.
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
		timeout: timeoutMs,
	};
}

/** One request and its whole answer, with a limit to both. */
export class Exchange {
	/** The token that the request was sent with; '' if it has none. */
	token = '';
	private readonly limit: Limit;
	/** Whether the credential logs in: then the request has not left n8n, or the platform has refused it. */
	private isLoggingIn = false;
	/** What `onStart` has thrown. n8n wraps what a credential throws. */
	private refusal?: Error;

	constructor(
		private readonly caller: N8nContext,
		private readonly request: HttpRequest,
		private readonly timeoutMs: number,
		/** The session of the account; undefined for a request without an account. */
		private readonly session: Session | undefined,
		private readonly cancel: AbortSignal | undefined,
	) {
		this.limit = new Limit(cancel);
	}

	get signal(): AbortSignal {
		return this.limit.signal;
	}

	/** Ends the limits. It must be called when the answer was read, or when nobody will read it. */
	end(): void {
		this.limit.end();
	}

	/** @throws what `onStart` throws; RequestFailure if there is no answer. The body of an answer is a stream */
	async send(url: string): Promise<IN8nHttpFullResponse> {
		const options = requestOptions(this.request, url, this.timeoutMs);
		const work = this.session ? this.authenticated(options, this.session) : this.plain(options);
		return await this.limit
			.race(work as Promise<IN8nHttpFullResponse>, ({ body }) => discard(body))
			.catch((error: unknown) => {
				throw this.refusal ?? this.failureOf(error);
			});
	}

	/**
	 * Reads an answer within the limit.
	 * @throws RequestFailure: that of `read`, or one with an unknown outcome, because the answer had begun
	 */
	async read<T>({ body }: IN8nHttpFullResponse, read: () => T | Promise<T>): Promise<T> {
		if (this.request.stream) this.limit.follow(body);
		return await this.limit.race((async () => await read())()).catch((error: unknown) => {
			discard(body);
			if (error instanceof RequestFailure) throw error;
			const { message, description, details } = this.failureOf(error);
			throw new RequestFailure(message, description, { ...details, arrival: 'unknown' });
		});
	}

	private failureOf(error: unknown): RequestFailure {
		const { subject } = this.request;
		const wasSent = !this.isLoggingIn;
		if (this.cancel?.aborted) return cancelledRequest(subject, wasSent);
		if (this.limit.reason === 'time') return wasSent ? noAnswerInTime() : noLoginInTime();
		return failureOfError(error, subject, wasSent);
	}

	/** The bytes are about to leave. @throws what `onStart` of the request throws */
	private start(): void {
		this.isLoggingIn = false;
		try {
			this.request.onStart?.();
		} catch (error) {
			this.refusal = error as Error;
		}
		if (this.refusal) throw this.refusal;
		this.limit.start(this.timeoutMs);
	}

	private async plain(options: IHttpRequestOptions): Promise<unknown> {
		this.start();
		const { helpers } = this.caller;
		return await helpers.httpRequest({ ...options, abortSignal: this.signal });
	}

	private async authenticated(options: IHttpRequestOptions, session: Session): Promise<unknown> {
		const { helpers } = this.caller;
		this.limit.start(this.timeoutMs + MAX_LOGIN_MS);
		const use: CredentialUse = {
			signal: this.cancel,
			refusedToken: '',
			onLogin: () => {
				this.isLoggingIn = true;
			},
			onStart: () => {
				this.token = session.keep(credentialsDecrypted, use);
				this.start();
			},
		};
		const credentialsDecrypted = session.credentialFor(use);
		// n8n's helper takes the signal from what it is called on.
		const context = Object.create(this.caller, {
			getExecutionCancelSignal: { value: () => this.signal },
		}) as N8nContext;
		const response: unknown = await helpers.httpRequestWithAuthentication.call(
			context,
			'voiceAgentApi',
			{ ...options, abortSignal: this.signal },
			{ credentialsDecrypted },
		);
		return response;
	}
}
