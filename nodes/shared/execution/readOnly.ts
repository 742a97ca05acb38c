import type { Client, Endpoint } from '../http';
import { RequestFailure, addressOf, pagesFetcher, refusalIn } from '../http';
import type {
	Known,
	NotRead,
	Read,
	ReadBody,
	Reply,
	ReportRead,
	RequestOperation,
} from '../operation';
import { endpointsOf } from '../operation';
import { ParameterError } from '../values';

/** An identifier of the platform that would change the path of a request. */
const NO_ADDRESS: NotRead = {
	isOk: false,
	problem: 'its ID cannot be part of an address',
	hasMessage: false,
};

/** Whether every other request would fail as this one did. */
const isForAll = ({ details }: RequestFailure): boolean =>
	details.isLogin === true || details.status === 401 || details.reach === 'notSent';

/** The message of a refusal, and of an error status, has the platform's own text. */
function problemOf(message: string, status: number | undefined, serverText: string): string {
	if (status === undefined || (status < 400 && serverText === '')) return message;
	return status < 400 ? `refused with status ${status}` : `status ${status}`;
}

function replyOf({ message, details }: RequestFailure): NotRead {
	const { status, serverText = '', outline } = details;
	return {
		isOk: false,
		status,
		problem: problemOf(message, status, serverText),
		outline,
		hasMessage: serverText !== '',
	};
}

type Answer = Extract<Reply, { isOk: true }>;

type Asked = Parameters<Read>;

/** Nothing but GET, and only these endpoints. @param action what an error says was asked for */
function requestsOf(action: string, endpoints: readonly Endpoint[]) {
	return (...[endpoint, { ids, query = {} } = {}]: Asked) => {
		if (!endpoints.includes(endpoint)) {
			throw new Error(`"${action}" does not name ${endpoint}`);
		}
		const request = { ...addressOf(endpoint, ids), query, subject: action };
		if (request.method !== 'GET') throw new Error(`${endpoint} does not only read`);
		return request;
	};
}

/**
 * Nothing but GET, and only these endpoints.
 *
 * @param action what an error says was asked for
 * @throws RequestFailure
 */
export function getterOf(client: Client, action: string, endpoints: readonly Endpoint[]) {
	const requestOf = requestsOf(action, endpoints);
	return async (...asked: Asked): Promise<Answer> =>
		await client.send(requestOf(...asked), ({ statusCode, body }) => ({
			isOk: true,
			status: statusCode,
			body,
		}));
}

/** Reads for a report. */
export function readerOf(client: Client, operation: Known<RequestOperation>): ReportRead {
	const endpoints = endpointsOf(operation);
	const requestOf = requestsOf(operation.action, endpoints);
	const get = getterOf(client, operation.action, endpoints);
	const attempt = async <T>(work: () => Promise<T>): Promise<T | NotRead> =>
		await work().catch((error: unknown): NotRead => {
			if (error instanceof ParameterError) return NO_ADDRESS;
			if (!(error instanceof RequestFailure) || client.isCancelled || isForAll(error)) throw error;
			return replyOf(error);
		});
	const read = async (...asked: Asked): Promise<Reply> =>
		await attempt(async () => await get(...asked));
	return Object.assign(read, {
		pages: (...[endpoint, { entity, ...asked }]: Parameters<ReportRead['pages']>) =>
			pagesFetcher(client, requestOf(endpoint, asked), { entity }),
		attempt,
	});
}

const NOTHING_DONE = 'Nothing was changed';

/** Reads before an action. A failure says that the action was not sent. */
export function checkReaderOf(client: Client, operation: Known<RequestOperation>): ReadBody {
	const get = getterOf(client, operation.action, endpointsOf(operation));
	return async (...asked) => {
		const answer = await get(...asked).catch((error: unknown) => {
			if (!(error instanceof RequestFailure)) throw error;
			const { message, description, details } = error;
			throw new RequestFailure(message, `${description}. ${NOTHING_DONE}`, {
				...details,
				reach: 'notSent',
			});
		});
		const refusal = refusalIn(answer.body, operation.action, false);
		if (refusal) throw refusal;
		return answer.body;
	};
}
