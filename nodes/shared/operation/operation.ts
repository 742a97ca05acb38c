import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Address, Endpoint, FetchPage } from '../http';
import { addressOf, placeholdersOf } from '../http';
import type { EntityName, FileKindName, Table } from '../platform';
import type { Params } from './params';
import type { CallList, RequestParts } from './request';
import type { Awaited } from './waitFields';

/** An endpoint that only reads. */
export type ReadEndpoint = Extract<Endpoint, `GET ${string}`>;

/**
 * Reads one endpoint of the operation. @returns the body
 *
 * @param ids what fills the names in braces of the path
 * @throws RequestFailure if the platform does not answer, or refuses
 */
export type EndpointReader = (
	endpoint: ReadEndpoint,
	asked?: { ids?: Readonly<Record<string, string>>; query?: IDataObject },
) => Promise<unknown>;

/** A row of a list as an item has it, with what stands before and behind the columns of the list. */
export interface ComposedRow {
	row: IDataObject;
	before?: IDataObject;
	beside?: IDataObject;
}

/** What a list that composes its rows by itself can use. */
export interface ListAccess {
	/** Max number of rows that the user wants; undefined for all. */
	limit?: number;
	/**
	 * Reads the list, without duplicates. @throws RequestFailure
	 *
	 * @param wanted how many rows are enough; undefined for all
	 * @param keeps whether a row counts; the others are forgotten
	 */
	rows(asked: { wanted?: number; keeps?: (row: IDataObject) => boolean }): Promise<IDataObject[]>;
	/** Reads nothing but the endpoints of the operation. */
	read: EndpointReader;
	/** How many requests may be under way at a time. */
	parallel: number;
	/** Tells the user something about the rows, at the output. */
	hint(message: string): void;
}

/** Why a task could not read something. */
export interface NotRead {
	/** The status of the answer; undefined if there was none, or if its content cannot be read. */
	status?: number;
	/** What is wrong, without any text of the platform. */
	problem: string;
	/** What the answer looks like: names and types, no values. */
	outline?: string;
	/** Whether the platform says in words what is wrong. */
	hasMessage: boolean;
}

/** Reads the endpoints of a task, lists among them. To a task, an error can be an answer, too. */
export interface TaskRead extends EndpointReader {
	/** The pages of a list, read as `list` operations read them, with the same errors. */
	pages(
		endpoint: ReadEndpoint,
		asked: NonNullable<Parameters<EndpointReader>[1]> & { entity: EntityName },
	): FetchPage;
	/**
	 * What the work gives, or the RequestFailure that it ends in.
	 *
	 * @throws RequestFailure if no request can succeed: the login fails, or the platform cannot be reached
	 */
	attempt<T>(work: () => Promise<T>): Promise<T | NotRead>;
}

/**
 * Sends a request that changes something.
 *
 * @returns the answer
 * @throws RequestFailure if the platform does not answer, or refuses
 */
export type Write = (
	endpoint: Endpoint,
	asked: {
		ids?: Readonly<Record<string, string>>;
		body?: IDataObject;
		entity?: EntityName;
	},
) => Promise<unknown>;

/** What n8n itself can do for an operation, and what it knows. */
export interface InN8n {
	/** The nodes of a type that are connected before this one and were executed. */
	executedBefore(
		isWanted: (type: string) => boolean,
	): ReadonlyArray<{ name: string; parameters: IDataObject }>;
	/** Sends the answer that the request which started the workflow waits for. */
	respond(body: IDataObject): Promise<void>;
	/** The address of n8n that the addresses of all its webhooks begin with; '' if n8n does not say it. */
	webhookBase(): string;
	/** Sends a request to a webhook that is no question: its body is an empty list. @returns undefined if there is no answer */
	probe(url: string, headers: IDataObject): Promise<{ status: number; body: unknown } | undefined>;
}

/** What a task may read and write, and what n8n can do for it. */
export interface TaskAccess {
	/** Reads nothing but the endpoints of the operation. */
	read: TaskRead;
	/** Writes to nothing but the endpoints of the operation. */
	write: Write;
	n8n: InN8n;
}

/** A filter that is compared with the rows of a list here: the platform may not have it, or not use it. */
export interface RowFilter {
	/** What the editor calls the filter. */
	label: string;
	/**
	 * Whether the row meets it; undefined if the row does not say what the filter looks at. Of a filter that was sent, false only if the row proves
	 * that the platform did not use it.
	 */
	isMet(row: IDataObject): boolean | undefined;
	/** What the row says of it; empty if nothing. A list in which no row says anything cannot be filtered. */
	said?(row: IDataObject): string | number | null | undefined;
	/** The name under which the platform gets the filter: then a row that does not meet it is an error. Other rows that do not are left out. */
	sentAs?: string;
}

/** What every operation has: how the editor shows it. */
interface ShownOperation {
	name: string;
	value: string;
	action: string;
	description: string;
	/** What an AI model is told about the operation: how a phone number is written, and what the item has. Without it, n8n tells the action. */
	toolDescription?: string;
	/** What an AI model is told of parameters, by their names. In the panel of a tool, the model fills these in if the user enters nothing. */
	filledByModel?: Readonly<Record<string, string>>;
	/** Without displayOptions for resource and operation: `nodeProperties.ts` adds them. */
	fields?: readonly INodeProperties[];
	/** Entries of the Options collection that only this operation has. */
	options?: readonly INodeProperties[];
	/** Entries of the Advanced collection that only this operation has. */
	advanced?: readonly INodeProperties[];
}

/** What every operation has that sends requests. */
interface Requesting extends ShownOperation {
	/** Several if the parameters decide which one is used, the first by default. The first is the request, the others may also be what is read for it. */
	endpoint: Endpoint | readonly [Endpoint, ...Endpoint[]];
	/** What fills the names in braces of the endpoint's path. The editor shows these fields first. */
	ids?: Readonly<Record<string, INodeProperties>>;
	/** What the answer is about, if not what the resource is; `none`: something of its own. Its rows or object are found by it. */
	entity?: EntityName | 'none';
	/** Input items with the same group become one request; an item without a group is a request of its own. */
	group?(params: Params): string | undefined;
	/** What to check if the platform does not find what the IDs name. */
	notFound?: string;
	/** True: the operation works without an account. No credential is used, and the Base URL is a parameter. */
	isPublic?: boolean;
}

/** An operation of one request, which its parameters make. */
interface OneRequest extends Requesting {
	/** @throws ParameterError for parameters that are missing or not valid */
	request?(params: Params): RequestParts;
}

/** How the output shows an answer: in columns, of which some are the simplified ones; as figures, rounded or not; or as the platform sends it. */
type Output =
	| {
			columns: Table;
			figures?: undefined;
			/** What begins with the answer and can be waited for. Adds the switch Wait for Result. */
			waitFor?: Awaited;
	  }
	| { columns?: undefined; figures?: true; waitFor?: undefined };

/** Gets one thing, or an answer to a question, which may be a file that is sent: nothing is changed, and an error in the answer is an answer. */
export type ReadOperation = OneRequest &
	Output &
	Pick<Writing, 'openBody'> & {
		kind: 'read';
		/** Adds Advanced → Additional Query Parameters, because the API document does not show every filter. */
		openQuery?: boolean;
	};

/** Gets the rows of a list. Made with `list`. */
export interface ListOperation extends OneRequest {
	kind: 'list';
	/** The columns of the output, of which some are the simplified one. Adds the choice Output. */
	columns?: Table;
	/** The filters that are compared with the rows. Limit counts those that are left. @param sent the query, as this package makes it */
	rowFilters?(params: Params, sent: IDataObject): readonly RowFilter[];
	/**
	 * Composes the rows of the output, where a row of the list alone does not say all: the first endpoint is the list, the others are read beside it.
	 *
	 * @throws ParameterError, RequestFailure
	 */
	compose?(access: ListAccess, params: Params): Promise<readonly ComposedRow[]>;
}

/** What is sent to change something. */
interface Writing extends Requesting {
	/** Adds Advanced → Additional Fields (JSON), because the API document does not show every body field. */
	openBody?: boolean;
	/** Columns that the request fills if the answer does not: who is called, for example. */
	echoes?: readonly string[];
	/** True: the operation makes a thing that has an identifier. */
	makes?: true;
	/**
	 * What the thing that its ID names is when it is done: a flag of the answer that is false may say then that it was not. After a DELETE it is
	 * always `stopped`.
	 */
	becomes?: 'stopped' | 'running';
}

/** Creates, changes or starts something. */
export type ActionOperation = Writing &
	OneRequest &
	Output & {
		kind: 'action';
		/** What the item is, if not what the platform sends: `{ deleted: true }`, as n8n asks, and `cancelled` likewise. */
		answer?: 'deleted' | 'cancelled';
	};

/** Leads to calls: it has a list of people, some of whom may be left out of the request. */
export type CallsOperation = Writing &
	Output & {
		kind: 'calls';
		/** @throws ParameterError if the list cannot be read */
		callList(params: Params): CallList;
	};

/** Gets a file. */
export interface FileOperation extends OneRequest {
	kind: 'file';
	/** Which file the answer is or leads to. */
	file: FileKindName;
	/** `always`: the item is the file. `orObject`: as the platform declares its answer. `linked`: the answer is about the file, with a link to it, and the switch Download File gets it. */
	sent: 'always' | 'orObject' | 'linked';
	openQuery?: boolean;
}

/** An item that a task makes. */
export interface TaskItem {
	json: IDataObject;
	/** The text file that the item has beside its JSON. */
	file?: { field: string; name: string; text: string };
}

/**
 * What needs several requests, or n8n itself. Without an endpoint, no account is used. If one of its endpoints changes something, its input items are
 * worked on one after the other: the next one reads what the one before has changed.
 */
export interface TaskOperation extends Omit<Requesting, 'endpoint'> {
	kind: 'task';
	/** All endpoints that the task may read, and write to. */
	endpoint?: Requesting['endpoint'];
	/**
	 * @returns the items; undefined: the input items go on unchanged
	 * @throws ParameterError, RequestFailure
	 */
	task(access: TaskAccess, params: Params): Promise<TaskItem[] | undefined>;
}

/** One thing a user can do: what the editor shows and what is sent, in one object. */
export type Operation =
	ReadOperation | ListOperation | ActionOperation | CallsOperation | FileOperation | TaskOperation;

/** What a resource keeps with each of its operations. */
interface Kept {
	/** Every field that the editor shows for the operation, in this order. */
	shown: readonly INodeProperties[];
	/** What the answers of the operation are about; undefined if that is no thing of the platform. */
	entity?: EntityName;
}

/** An operation of a resource. */
export type ResourceOperation<Kind extends Operation = Operation> = Kind extends Operation
	? Omit<Kind, 'entity'> & Kept
	: never;

export interface Resource {
	name: string;
	value: string;
	operations: readonly ResourceOperation[];
}

/** The endpoints an operation may call. */
export function endpointsOf({ endpoint }: Pick<Operation, 'endpoint'>): readonly Endpoint[] {
	return typeof endpoint === 'string' ? [endpoint] : (endpoint ?? []);
}

/** Whether an operation sends nothing but requests that read. */
export const onlyReads = (operation: Pick<Operation, 'endpoint'>): boolean =>
	endpointsOf(operation).every((endpoint) => endpoint.startsWith('GET '));

/** What fills the names in braces of its paths. */
export const idsOf = ({
	ids = {},
}: Pick<Operation, 'ids'>): Readonly<Record<string, INodeProperties>> => ids;

/** @throws Error when a workflow names a resource or operation this version does not have */
export function findOperation(
	resources: readonly Resource[],
	resource: string,
	operation: string,
): ResourceOperation {
	const found = resources
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === operation);
	if (found) return found;
	throw new Error(
		`This version of the node has no operation "${operation}" for the resource "${resource}"`,
	);
}

/**
 * Method and path of one request of an operation.
 *
 * @param endpoint which one, if the operation has several; by default the first
 * @throws ParameterError for an identifier that is empty or would change the path
 */
export function addressOfOperation(
	operation: Pick<Operation, 'action' | 'endpoint' | 'ids'>,
	params: Params,
	endpoint: Endpoint | undefined = endpointsOf(operation)[0],
): Address {
	if (!endpoint) throw new Error(`"${operation.action}" sends no request`);
	const ids = placeholdersOf(endpoint).map((name) => {
		const field = idsOf(operation)[name];
		if (!field) throw new Error(`No field fills {${name}} of ${endpoint}`);
		return [name, params.id(field.name)];
	});
	return addressOf(endpoint, Object.fromEntries(ids));
}
