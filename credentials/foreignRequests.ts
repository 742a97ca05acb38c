import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { discard } from '../nodes/shared/http';
import type { RequestOptions } from './addressGuard';
import { toPlatform } from './addressGuard';
import type { Http } from './loginStep';
import { hash } from './sharedLogin';

/*
 * Requests of nodes that are not of this package, above all n8n's HTTP Request. n8n's older helper, which that node uses, logs in and sends
 * the request again after any error, a time-out too. So a call could be placed twice, and each error would cost a login.
 */

/** The last request that was sent with a credential's data. n8n reads the data anew for each request. */
export interface SentRequest {
	/** '' if the request carried none. */
	token: string;
	/** GET or HEAD: to send it again changes nothing. */
	isRead: boolean;
	/** n8n comes back after any error, and not only after status 401. */
	repeatsAnyError: boolean;
	/** Set when there was a new login after it. */
	isOver?: boolean;
}

/** No answer in this time says nothing about the session. */
const CHECK_TIMEOUT_MS = 10_000;

const sent = new WeakMap<ICredentialDataDecryptedObject, SentRequest>();
/** Checks that have not ended yet: one for all items whose requests failed at the same time. */
const pendingChecks = new Map<string, Promise<boolean>>();

/** The data of requests that were not let through. */
const refused = new WeakSet<ICredentialDataDecryptedObject>();

/** The newer helper adds this field, and repeats a request only after status 401. */
const isOfNewerHelper = (options: RequestOptions) =>
	'abortSignal' in options && options.uri === undefined;

/** The request as `toPlatform` makes it safe. Remembers a request that is refused. */
export function checkedRequest(
	data: ICredentialDataDecryptedObject,
	options: RequestOptions,
	base: URL,
): RequestOptions {
	refused.add(data);
	const request = toPlatform(options, base);
	refused.delete(data);
	return request;
}

/** Whether the last request with this data was refused here, for its address. A login would change nothing. */
export const wasRefused = (data: ICredentialDataDecryptedObject) => refused.has(data);

export const sentRequest = (data: ICredentialDataDecryptedObject) => sent.get(data);

/** @throws UserError if this is the repetition of a request that the platform may have carried out */
export function recordRequest(
	data: ICredentialDataDecryptedObject,
	options: RequestOptions,
	token: string,
): void {
	const earlier = sent.get(data);
	if (earlier?.isOver && earlier.repeatsAnyError && !earlier.isRead) throw notRepeated();
	const method = String(options.method ?? 'GET').toUpperCase();
	sent.set(data, {
		token,
		isRead: method === 'GET' || method === 'HEAD',
		repeatsAnyError: !isOfNewerHelper(options),
	});
}

const notRepeated = () =>
	new UserError('The session had expired, and this request was not sent again', {
		description:
			'A new login was made. The platform may have carried out the request before the session ended, so it is not repeated. Check on the platform whether it was carried out. If it was not, run this node again. For calls, bookings and other actions, use the Voice Agent nodes',
	});

async function isRefused(http: Http, baseUrl: string, token: string): Promise<boolean> {
	try {
		const { statusCode, body } = await http({
			method: 'GET',
			url: `${baseUrl}/mfa/status`,
			headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout: CHECK_TIMEOUT_MS,
			abortSignal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
		});
		discard(body);
		return statusCode === 401;
	} catch {
		return false;
	}
}

/** Whether the platform says that the session with which a request was sent has ended. No answer means no. */
export async function sessionHasEnded(
	http: Http,
	baseUrl: string,
	{ token }: SentRequest,
): Promise<boolean> {
	if (token === '') return true;
	const key = hash(baseUrl, token);
	let check = pendingChecks.get(key);
	if (!check) {
		check = isRefused(http, baseUrl, token).finally(() => pendingChecks.delete(key));
		pendingChecks.set(key, check);
	}
	return await check;
}
