import type { Client, Endpoint } from '../http';
import { RequestFailure, addressOf, refusalIn } from '../http';
import type { Known, Read, ReadBody, Reply, RequestOperation } from '../operation';
import { endpointsOf } from '../operation';
import { ParameterError } from '../values';

/** An identifier of the platform that would change the path of a request. */
const NO_ADDRESS: Reply = {
	isOk: false,
	problem: 'its ID cannot be part of an address',
	hasMessage: false,
};

/** Whether every other request would fail as this one did. */
const isForAll = ({ details }: RequestFailure): boolean =>
	details.isLogin === true || details.status === 401 || details.reach === 'notSent';

function replyOf({ message, details }: RequestFailure): Reply {
	const { status, serverText = '', outline } = details;
	return {
		isOk: false,
		status,
		// The message of an error status holds the platform's own text.
		problem: status === undefined || status < 400 ? message : `status ${status}`,
		outline,
		hasMessage: serverText !== '',
	};
}

type Answer = Extract<Reply, { isOk: true }>;

/**
 * Nothing but GET, and only these endpoints.
 *
 * @param action what an error says was asked for
 * @throws RequestFailure
 */
export function getterOf(client: Client, action: string, endpoints: readonly Endpoint[]) {
	return async (...[endpoint, { ids, query = {} } = {}]: Parameters<Read>): Promise<Answer> => {
		if (!endpoints.includes(endpoint)) {
			throw new Error(`"${action}" does not name ${endpoint}`);
		}
		const request = { ...addressOf(endpoint, ids), query, subject: action };
		if (request.method !== 'GET') throw new Error(`${endpoint} does not only read`);
		return await client.send(request, ({ statusCode, body }) => ({
			isOk: true,
			status: statusCode,
			body,
		}));
	};
}

/** Reads for a report. */
export function readerOf(client: Client, operation: Known<RequestOperation>): Read {
	const get = getterOf(client, operation.action, endpointsOf(operation));
	return async (...asked) =>
		await get(...asked).catch((error: unknown): Reply => {
			if (error instanceof ParameterError) return NO_ADDRESS;
			if (!(error instanceof RequestFailure) || client.isCancelled || isForAll(error)) throw error;
			return replyOf(error);
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
