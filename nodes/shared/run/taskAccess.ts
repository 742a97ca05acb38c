import type { IExecuteFunctions } from 'n8n-workflow';
import type { Client, Deed, Endpoint } from '../http';
import { RequestFailure, addressOf, checkedDeed, isAboutAll, pagesFetcher } from '../http';
import type {
	ResourceOperation,
	NotRead,
	EndpointReader,
	TaskAccess,
	TaskOperation,
	TaskRead,
	Write,
} from '../operation';
import { endpointsOf } from '../operation';
import { ParameterError } from '../values';
import { whatIsGone } from './failures';
import { inN8n } from './inN8n';

/** An identifier of the platform that would change the path of a request. */
const NO_ADDRESS: NotRead = {
	problem: 'its ID cannot be part of an address',
	hasMessage: false,
};

/** The message of a refusal, and of an error status, has the platform's own text. */
function problemText(message: string, status: number | undefined, serverText: string): string {
	if (status === undefined || (status < 400 && serverText === '')) return message;
	return status < 400 ? `refused with status ${status}` : `status ${status}`;
}

function whyNotRead({ message, details }: RequestFailure): NotRead {
	const { status, serverText = '', outline } = details;
	const problem = problemText(message, status, serverText);
	return { status, problem, outline, hasMessage: serverText !== '' };
}

/** Reads these endpoints, and nothing else. @param action what an error says was asked for */
function requestsOf(action: string, endpoints: readonly Endpoint[]) {
	return (...[endpoint, { ids, query = {} } = {}]: Parameters<EndpointReader>) => {
		if (!endpoints.includes(endpoint)) {
			throw new Error(`"${action}" does not name ${endpoint}`);
		}
		const request = { ...addressOf(endpoint, ids), query, subject: action };
		if (request.method !== 'GET') throw new Error(`${endpoint} does not only read`);
		return request;
	};
}

/** Reads these endpoints, and nothing else. @param action what an error says was asked for */
export function readOf(
	client: Client,
	action: string,
	endpoints: readonly Endpoint[],
): EndpointReader {
	const requestOf = requestsOf(action, endpoints);
	return async (...asked) => await client.send(requestOf(...asked), ({ body }): unknown => body);
}

/** Reads the endpoints of a task. */
function taskReadOf(client: Client, operation: ResourceOperation<TaskOperation>): TaskRead {
	const endpoints = endpointsOf(operation);
	const requestOf = requestsOf(operation.action, endpoints);
	return Object.assign(readOf(client, operation.action, endpoints), {
		pages: (...[endpoint, { entity, ...asked }]: Parameters<TaskRead['pages']>) =>
			pagesFetcher(client, requestOf(endpoint, asked), { entity }),
		attempt: async <T>(work: () => Promise<T>): Promise<T | NotRead> =>
			await work().catch((error: unknown): NotRead => {
				if (error instanceof ParameterError) return NO_ADDRESS;
				if (!(error instanceof RequestFailure) || client.isCancelled || isAboutAll(error))
					throw error;
				return whyNotRead(error);
			}),
	});
}

/** Sends the changes of a task. Each endpoint must be its own. */
function writeOf(client: Client, operation: ResourceOperation<TaskOperation>): Write {
	const { action: subject } = operation;
	return async (endpoint, { ids, body, entity }) => {
		if (!endpointsOf(operation).includes(endpoint)) {
			throw new Error(`"${subject}" does not name ${endpoint}`);
		}
		const address = addressOf(endpoint, ids);
		const becomes = address.method === 'DELETE' ? 'stopped' : undefined;
		const deed: Deed = { subject, entity, becomes };
		return await client
			.send({ ...address, body, subject }, (answer): unknown => {
				checkedDeed(answer.body, deed);
				return answer.body;
			})
			.catch((error: unknown) => ({ message: whatIsGone(error) }));
	};
}

/** What a task may read and write, and what n8n can do for it. */
export const accessFor = (
	context: IExecuteFunctions,
	client: Client,
	operation: ResourceOperation<TaskOperation>,
): TaskAccess => ({
	read: taskReadOf(client, operation),
	write: writeOf(client, operation),
	n8n: inN8n(context),
});
