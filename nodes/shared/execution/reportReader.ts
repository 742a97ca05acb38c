import type { Client } from '../http';
import { RequestFailure, addressOf } from '../http';
import type { FoundOperation, Read, Reply } from '../operation';
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

/** Reads for a report: nothing but GET, and only the endpoints that the operation names. */
export function readerOf(client: Client, operation: FoundOperation): Read {
	return async (endpoint, { ids, query = {} } = {}) => {
		if (!endpointsOf(operation).includes(endpoint)) {
			throw new Error(`"${operation.action}" does not name ${endpoint}`);
		}
		const send = async (): Promise<Reply> => {
			const request = { ...addressOf(endpoint, ids), query, subject: operation.action };
			if (request.method !== 'GET') throw new Error(`${endpoint} does not only read`);
			return await client.send(request, ({ statusCode, body }) => ({
				isOk: true,
				status: statusCode,
				body,
			}));
		};
		return await send().catch((error: unknown): Reply => {
			if (error instanceof ParameterError) return NO_ADDRESS;
			if (!(error instanceof RequestFailure) || client.isCancelled || isForAll(error)) throw error;
			return replyOf(error);
		});
	};
}
