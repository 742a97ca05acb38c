import type { IDataObject, INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { isoText, readTimestamp } from '../../values/timestamp';
import { WEB_PAGE } from './serverMessage';

/** Whether the platform can have acted on a request that failed. */
export type Arrival = 'notSent' | 'answered' | 'unknown';

export interface FailureDetails {
	/** HTTP status, if there was an answer. */
	status?: number;
	arrival: Arrival;
	/** How long the platform asked to wait, in seconds. */
	retryAfterSeconds?: number;
	/** True when a retry cannot help, for example after a refused login or a cancelled execution. */
	final?: boolean;
	/** True when the platform answered, and its answer cannot be read. */
	isUnreadable?: boolean;
	/** What the platform says, if its answer has a text. */
	serverText?: string;
	/** What the answer looks like: names and types, no values. */
	outline?: string;
	/** If it is unknown whether the request was carried out: why. */
	why?: string;
	/** True when the request was not sent because there is no session. */
	isLogin?: boolean;
	/** True when a request to delete was repeated, and the platform does not know the thing any more. */
	isGone?: boolean;
}

/** A request that failed, described for the user. Contains nothing of the request's headers or body. */
export class RequestFailure extends Error {
	override readonly name = 'RequestFailure';

	constructor(
		message: string,
		readonly description: string,
		readonly details: FailureDetails,
	) {
		super(message);
	}
}

/**
 * A login without a token. It has no `response` and no status: n8n repeats a login after an error that looks like a
 * 401, and repeated wrong logins lock accounts.
 */
export class LoginError extends Error {
	override readonly name = 'LoginError';

	/** The message holds both texts, because n8n's credential test shows nothing else. */
	constructor(
		/** What is wrong. */
		readonly summary: string,
		/** What to do. */
		readonly description: string,
		/** True: the same login would fail again. False: the platform could not answer, but may answer later. */
		readonly refused: boolean,
		/** How long no login is tried again, in seconds: what the platform asked for, or what this package waits. */
		readonly retryAfterSeconds?: number,
	) {
		super(`${summary}. ${description}`);
	}
}

/** Whether there is no login: it was refused, or the platform does not accept it. */
export const isWithoutLogin = ({ details: { isLogin, status } }: RequestFailure): boolean =>
	isLogin === true || status === 401;

/** Whether every other request would fail now, too: there is no login or connection, or the platform is busy. */
export const isAboutAll = (failure: RequestFailure): boolean =>
	isWithoutLogin(failure) ||
	failure.details.arrival === 'notSent' ||
	failure.details.status === 429;

/** What a status means, for users who do not know HTTP (API document, "Errors"). */
const ADVICE_BY_STATUS: Record<number, [message: string, advice: string]> = {
	400: ['The platform did not accept a parameter', 'Check the parameters of this item'],
	401: [
		'The platform does not accept the login',
		'Test the credential. If the test succeeds, run the workflow again: the session may have been ended elsewhere',
	],
	402: ['The credit balance is too low', 'Top up the credit balance on the platform'],
	403: [
		'This user does not have permission',
		'Ask an admin of the organization for a role with this permission, and check that the email address is verified',
	],
	404: ['Not found', 'Check the ID. It must belong to the organization of this credential'],
	409: [
		'The current state does not allow this',
		'It may already be done, or it may be a duplicate. Check the current state first',
	],
	422: ['A field is missing or not valid', 'Correct the field that the platform names'],
	429: [
		'The platform receives too many requests',
		"Run the workflow later, or with fewer requests at a time: Options → 'Parallel Requests', where the node has it",
	],
};

const PAGE_ADVICE =
	"It answered with a web page: check the 'Base URL' of the credential, and firewalls or proxies between n8n and the platform";

/** Statuses after which a filter's time may be at fault: a database of times without zones answers with 500. */
const MAY_BE_A_TIME = new Set([400, 422, 500]);
const TIME_WITH_ZONE = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/i;

/** What to set if the platform may have refused a time with a zone in a filter; '' if the query has none. */
export function adviceOnTimes(status: number, query: IDataObject = {}): string {
	if (!MAY_BE_A_TIME.has(status)) return '';
	const found = Object.entries(query).find(([, value]) => TIME_WITH_ZONE.test(String(value)));
	const time = readTimestamp(found?.[1]);
	if (!found || time === undefined) return '';
	const [name] = found;
	const plain = isoText(time).slice(0, 19);
	return `The filter '${name}' was sent with a time zone. If the platform wants none, set it under Options → 'Additional Query Parameters', such as ${name} = ${plain} (UTC)`;
}

/** The failure of a request that was answered with an error status. */
export function failureOfStatus(
	status: number,
	serverText: string,
	subject: string,
	retryAfterSeconds?: number,
	outline?: string,
): RequestFailure {
	const [message, adviceOfStatus] =
		ADVICE_BY_STATUS[status] ??
		(status >= 500
			? ['The platform has a problem of its own', 'Try again later']
			: ['The platform refused the request', 'Check the parameters of this item']);
	const isUnnamed = status === 422 && serverText === '';
	const adviceOfAnswer = isUnnamed
		? 'Check the parameters of this item. The platform does not say which field it is'
		: adviceOfStatus;
	const isLater = status >= 500 || status === 429;
	const advice =
		outline === WEB_PAGE ? `${isLater ? `${adviceOfStatus}. ` : ''}${PAGE_ADVICE}` : adviceOfAnswer;
	return new RequestFailure(
		serverText ? `${message}: ${serverText}` : `${message} (status ${status})`,
		`${advice}. (${subject}, status ${status})`,
		{ status, arrival: 'answered', retryAfterSeconds, serverText, outline },
	);
}

/** Says that a request was accepted although its answer cannot be read, so that the user does not send it again. */
export function acceptedUnread(failure: RequestFailure, subject: string): RequestFailure {
	return new RequestFailure(
		`The platform accepted ${subject}, but its answer cannot be read`,
		`It was not sent again. Check the result on the platform before you repeat it. ${failure.message}. ${failure.description}`,
		{
			...failure.details,
			arrival: 'unknown',
			why: `the platform accepted it, but its answer cannot be read. ${failure.message}`,
		},
	);
}

/** Says that an attempt before the last one may have worked, although the last one was not sent. */
export function earlierUnknown(failure: RequestFailure, subject: string): RequestFailure {
	return new RequestFailure(
		`It is unknown whether this was carried out: ${failure.message}`,
		`An earlier attempt of ${subject} got no clear answer, and it could not be repeated. Check the result on the platform, or run it again`,
		{ ...failure.details, arrival: 'unknown', why: failure.message },
	);
}

/** What an answer without a text looks like, as a sentence; '' if there is none. */
const looksOf = ({ details: { serverText = '', outline = '' } }: RequestFailure): string =>
	serverText === '' && outline !== '' ? `. The answer looks like this: ${outline}` : '';

/** Says of a call whose outcome is unknown that it may have been placed, and the one thing to do. */
export function callMayBePlaced(failure: RequestFailure): RequestFailure {
	const { message, details } = failure;
	return new RequestFailure(
		`The call may have been placed: ${details.why ?? message}`,
		`Look for it on the platform (Call: Get Many, or the dashboard) before you call this number again${looksOf(failure)}`,
		details,
	);
}

/** Says that it is unknown whether a request was carried out, so that the user checks before sending it again. */
export function outcomeUnknown(failure: RequestFailure, subject: string): RequestFailure {
	const looks = looksOf(failure);
	return new RequestFailure(
		`It is unknown whether this was carried out: ${failure.message}`,
		`${subject} was sent, but no valid answer was received. It was not sent again, because it may have worked. ` +
			`Check the result on the platform (Get Many, or the dashboard) before you repeat it${looks}`,
		{ ...failure.details, arrival: 'unknown', why: failure.message },
	);
}

const hasText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * The error that n8n shows for one item. Built from texts only: a caught error may hold the request, and so the token.
 *
 * @param progress what was completed before this error stopped the run
 */
export function asNodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
	progress = '',
): NodeApiError | NodeOperationError {
	const { message, description } = error as { message?: unknown; description?: unknown };
	const texts = {
		message: hasText(message) ? message : 'Something unexpected happened',
		description:
			[hasText(description) ? description : '', progress].filter(Boolean).join('. ') || undefined,
		itemIndex,
	};
	if (!(error instanceof RequestFailure)) return new NodeOperationError(node, texts.message, texts);
	const { status, retryAfterSeconds } = error.details;
	const answer: JsonObject = {
		message: texts.message,
		...(retryAfterSeconds !== undefined && {
			headers: { 'retry-after': String(retryAfterSeconds) },
		}),
	};
	return new NodeApiError(node, answer, {
		...texts,
		httpCode: status === undefined ? undefined : String(status),
	});
}
