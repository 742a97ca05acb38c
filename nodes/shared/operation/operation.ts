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

/** A row of a list, with what it has before and beside what the list says. */
export interface CompletedRow {
	row: IDataObject;
	before: IDataObject;
	beside: IDataObject;
}

/** What the rows of a list get beside the list, if the user wants it. */
export interface RowCompletion {
	/** All endpoints that it may read. */
	reads: readonly ReadEndpoint[];
	/** @throws ParameterError */
	isWanted(params: Params): boolean;
	/**
	 * @param access how many requests may be under way at a time, and what sends them
	 * @returns the rows in the order of the output
	 * @throws RequestFailure
	 */
	complete(
		access: { read: EndpointReader; parallel: number },
		rows: readonly IDataObject[],
		params: Params,
	): Promise<CompletedRow[]>;
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

/** A filter that is compared with the rows: a platform that does not know it returns others too. */
export interface FilterCheck {
	/** What the editor calls the filter. */
	label: string;
	/** False only if the row proves that the platform did not use the filter. `sent` are all filters. */
	isMet(row: IDataObject, sent: IDataObject): boolean;
}

/** A filter that is applied to the rows here, because the platform may not have it. */
export interface RowFilter {
	/** What the editor calls the filter. */
	label: string;
	/** Whether the row meets it; undefined if the row does not say what the filter looks at. */
	isMet(row: IDataObject): boolean | undefined;
	/** Whether the filter is about the row. Other rows do not meet it, whatever they say; without this function, it is about all rows. */
	isAsked?(row: IDataObject): boolean;
	/** Whom the row is about. If one of several rows about a person does not meet the filter, none of these rows does: the list is read to its end. */
	groupOf?(row: IDataObject): string | undefined;
	/** Why a row does not meet the filter that looks as if it did, to tell the user. */
	signAgainst?(row: IDataObject): string | undefined;
	/**
	 * What the error says if no row says what the filter looks at: what is wrong, and what to do. Without it, the error says that the filter must be
	 * removed.
	 */
	unsaid?: { message: string; advice: string };
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
			/** The columns of the result that is waited for, if not the usual ones. */
			resultColumns?: Table;
	  }
	| { columns?: undefined; figures?: true; waitFor?: undefined; resultColumns?: undefined };

/** Gets one thing. */
export type ReadOperation = OneRequest &
	Output & {
		kind: 'read';
		/** Adds Advanced → Additional Query Parameters, because the API document does not show every filter. */
		openQuery?: boolean;
	};

/** Gets the rows of a list. Made with `list`. */
export interface ListOperation extends OneRequest {
	kind: 'list';
	/** The columns of the output, of which some are the simplified one. Adds the choice Output. */
	columns?: Table;
	/** Filters that the platform may not know, by the name that is sent: whether a row meets them. */
	checks?: Readonly<Record<string, FilterCheck>>;
	/** Which rows are left out. Limit counts the others. */
	rowFilters?(params: Params): readonly RowFilter[];
	/** Reads what each row has beside what the list says. @throws RequestFailure */
	besideRows?(read: EndpointReader, params: Params): Promise<IDataObject>;
	/** What each row has beside what the list says. */
	completion?: RowCompletion;
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
		/** True: the operation only asks, and changes nothing. Errors in its answer are what was asked for. */
		onlyAsks?: true;
	};

/** Leads to calls: it has a list of people, some of whom may be left out of the request. */
export type CallsOperation = Writing &
	Output & {
		kind: 'calls';
		/** @throws ParameterError if the list cannot be read */
		callList(params: Params): CallList;
		/** Whether the campaign that was created is also started. @throws ParameterError */
		starts?(params: Params): boolean;
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

/** What needs several requests, or n8n itself. Without an endpoint, no account is used. */
export interface TaskOperation extends Omit<Requesting, 'endpoint'> {
	kind: 'task';
	/** All endpoints that the task may read, and write to. */
	endpoint?: Requesting['endpoint'];
	/** True: input items are worked on one after the other, because what one changes the next one reads. */
	isInOrder?: true;
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
