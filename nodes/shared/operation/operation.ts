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
	 * Reads the list, each row once. @throws RequestFailure
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
 * Sends a request that changes something. @returns the answer
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
	/** Tests a webhook with an empty list as its body, which is no question. @returns undefined without an answer */
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
	 * Whether the row meets it; undefined if the row does not say. Of a filter that was sent, false is a proof that the
	 * platform ignores it.
	 */
	isMet(row: IDataObject): boolean | undefined;
	/** What the row says of it; empty if nothing. A list in which no row says anything cannot be filtered. */
	said?(row: IDataObject): string | number | null | undefined;
	/** The filter's name in the query. With it, a row that does not meet it is an error; without, the row is left out. */
	sentAs?: string;
}

/** What every operation has: how the editor shows it. */
interface ShownOperation {
	name: string;
	value: string;
	action: string;
	description: string;
	/** What an AI model is told: how a phone number is written, what the item has. By default n8n tells the action. */
	toolDescription?: string;
	/** What an AI model is told of parameters, by name. In a tool, the model fills in those that are left empty. */
	filledByModel?: Readonly<Record<string, string>>;
	/** Without displayOptions for resource and operation: `nodeProperties.ts` adds them. */
	fields?: readonly INodeProperties[];
	/** Entries of the Options collection that only this operation has. */
	options?: readonly INodeProperties[];
}

/** What every operation has that sends requests. */
interface Requesting extends ShownOperation {
	/** With several, the parameters decide which one is the request (by default the first); others are read for it. */
	endpoint: Endpoint | readonly [Endpoint, ...Endpoint[]];
	/** What fills the names in braces of the endpoint's path. The editor shows these fields first. */
	ids?: Readonly<Record<string, INodeProperties>>;
	/** What the answer is about, if it is something else than the resource; `none`: something of its own. */
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

/** How an answer is shown: in columns, some of them simplified; as figures; or as the platform sends it. */
type Output =
	| {
			columns: Table;
			figures?: undefined;
			/** What begins with the answer and can be waited for. Adds the switch Wait for Result. */
			waitFor?: Awaited;
	  }
	| { columns?: undefined; figures?: true; waitFor?: undefined };

/**
 * Gets one thing, or an answer to a question that may be a file. It changes nothing; errors in the answer are shown.
 */
export type ReadOperation = OneRequest &
	Output &
	Pick<Writing, 'openBody'> & {
		kind: 'read';
		/** Adds Options → Additional Query Parameters, because the API document does not show every filter. */
		openQuery?: boolean;
	};

/** Gets the rows of a list. Made with `list`. */
export interface ListOperation extends OneRequest {
	kind: 'list';
	/** The columns of the output, of which some are the simplified one. Adds the choice Output. */
	columns?: Table;
	/** The filters that are compared with rows; Limit counts those that are left. @param sent the query */
	rowFilters?(params: Params, sent: IDataObject): readonly RowFilter[];
	/**
	 * Makes the rows of the output, where the list does not say all: the first endpoint is the list, others are read
	 * beside.
	 * @throws ParameterError, RequestFailure
	 */
	compose?(access: ListAccess, params: Params): Promise<readonly ComposedRow[]>;
}

/** What is sent to change something. */
interface Writing extends Requesting {
	/** Adds Options → Additional Fields (JSON), because the API document does not show every body field. */
	openBody?: boolean;
	/** Columns that the request fills if the answer does not: who is called, for example. */
	echoes?: readonly string[];
	/** True: the operation makes a thing that has an identifier. */
	makes?: true;
	/**
	 * What the thing is when the operation is done. `stopped`: `{ cancelled: false }` in the answer says that it was not.
	 * After a DELETE it is always `stopped`.
	 */
	becomes?: 'stopped' | 'running';
}

/** Creates, changes or starts something. */
export type ActionOperation = Writing &
	OneRequest &
	Output & {
		kind: 'action';
		/**
		 * What the item is, if it is not what the platform sends: `{ deleted: true }`, as n8n asks; `cancelled` likewise.
		 */
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
	/**
	 * `always`: the item is the file. `orObject`: the answer's type says which. `linked`: the answer has a link to the
	 * file, and Download File gets it.
	 */
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
 * What needs several requests, or n8n itself. Without an endpoint it uses no account. If an endpoint changes something,
 * items wait for each other: the second reads what the first has changed.
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

/** Whether the user can say where the answer lies. It needs one request whose answer the output shows, and no file. */
export const takesPath = (operation: Operation): boolean =>
	operation.kind !== 'task' &&
	!(operation.kind === 'file' && operation.sent === 'always') &&
	!(operation.kind === 'action' && operation.answer !== undefined);

/** Whether the user can add query parameters: to every list, and where an operation says so. */
export const takesQuery = (operation: Operation): boolean =>
	operation.kind === 'list' || ('openQuery' in operation && operation.openQuery === true);
