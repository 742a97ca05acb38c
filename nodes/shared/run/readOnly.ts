import type { Client, Endpoint } from '../http';
import { RequestFailure, addressOf, pagesFetcher } from '../http';
import type { Known, NotRead, Read, ReportRead, RequestOperation } from '../operation';
import { endpointsOf } from '../operation';
import { ParameterError } from '../values';

/** An identifier of the platform that would change the path of a request. */
const NO_ADDRESS: NotRead = {
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

function notRead({ message, details }: RequestFailure): NotRead {
	const { status, serverText = '', outline } = details;
	const problem = problemOf(message, status, serverText);
	return { status, problem, outline, hasMessage: serverText !== '' };
}

/** Nothing but GET, and only these endpoints. @param action what an error says was asked for */
function requestsOf(action: string, endpoints: readonly Endpoint[]) {
	return (...[endpoint, { ids, query = {} } = {}]: Parameters<Read>) => {
		if (!endpoints.includes(endpoint)) {
			throw new Error(`"${action}" does not name ${endpoint}`);
		}
		const request = { ...addressOf(endpoint, ids), query, subject: action };
		if (request.method !== 'GET') throw new Error(`${endpoint} does not only read`);
		return request;
	};
}

/** Nothing but GET, and only these endpoints. @param action what an error says was asked for */
export function readOf(client: Client, action: string, endpoints: readonly Endpoint[]): Read {
	const requestOf = requestsOf(action, endpoints);
	return async (...asked) => await client.send(requestOf(...asked), ({ body }): unknown => body);
}

/** Reads for a report. */
export function reportReadOf(client: Client, operation: Known<RequestOperation>): ReportRead {
	const endpoints = endpointsOf(operation);
	const requestOf = requestsOf(operation.action, endpoints);
	return Object.assign(readOf(client, operation.action, endpoints), {
		pages: (...[endpoint, { entity, ...asked }]: Parameters<ReportRead['pages']>) =>
			pagesFetcher(client, requestOf(endpoint, asked), { entity }),
		attempt: async <T>(work: () => Promise<T>): Promise<T | NotRead> =>
			await work().catch((error: unknown): NotRead => {
				if (error instanceof ParameterError) return NO_ADDRESS;
				if (!(error instanceof RequestFailure) || client.isCancelled || isForAll(error))
					throw error;
				return notRead(error);
			}),
	});
}

const NOTHING_DONE = 'Nothing was changed';

/** Reads before an action. A failure says that the action was not sent. */
export function checkReadOf(client: Client, operation: Known<RequestOperation>): Read {
	const read = readOf(client, operation.action, endpointsOf(operation));
	return async (...asked) => {
		return await read(...asked).catch((error: unknown) => {
			if (!(error instanceof RequestFailure)) throw error;
			const { message, description, details } = error;
			throw new RequestFailure(message, `${description}. ${NOTHING_DONE}`, {
				...details,
				reach: 'notSent',
			});
		});
	};
}
