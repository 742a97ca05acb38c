import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Endpoint, Upload } from '../http';
import type { EntityName, FileKindName, Table } from '../platform';
import type { ZoneClock } from '../values';
import type { Params } from './params';
import type { Preview } from './preview';

/** Why a person is not called now. */
export interface HeldBack {
	/** The rule, as the editor calls it. */
	rule: string;
	reason: string;
	/** The first moment at which all rules allow it, in ISO 8601; null if time alone does not change it. */
	next_allowed_at: string | null;
}

/** Somebody whom a request calls. */
export interface Person {
	/** Position in the input, from 1. */
	row: number;
	/** In E.164 format. */
	number: string;
	/** Of all time zones that the person can be in; a text says why they are not known. Empty if no rule needs them. */
	clocks: readonly ZoneClock[] | string;
	/** The key under which the call is recorded, if it is. */
	key?: string;
}

/** What `execution/callingRules` makes of the rules that the user added. */
export interface RulesOfCalls {
	/** Max number of calls to one number, which are counted in the call history. */
	attempts?: { calls: number; days: number };
	mostPerRun?: number;
	/** Whether a rule needs to know the time zone of a person. */
	needsZone: boolean;
	/** Why this person must not be called at this moment; undefined if it is allowed. */
	check(person: Person, now: number, earlier?: readonly number[]): HeldBack | undefined;
}

/** Whom a request calls, where the user added Calling Rules. */
export interface Calls {
	rules: RulesOfCalls;
	people: readonly Person[];
	/**
	 * The request without some of them.
	 *
	 * @param held row → why it is held back
	 */
	without(held: ReadonlyMap<number, HeldBack>): RequestParts;
}

/** What an operation makes from its parameters. Pure data: `execution` turns it into HTTP. */
export interface RequestParts {
	/** Which endpoint, if an operation has several. */
	endpoint?: Endpoint;
	query?: IDataObject;
	/** JSON body, or the form's text fields beside an upload. */
	body?: IDataObject;
	upload?: Upload;
	/** Added to the output item: what the user must know in addition to the server's answer. */
	report?: IDataObject;
	/** True: nothing is sent, and `report` is the whole output. */
	skip?: boolean;
	calls?: Calls;
}

/** How the answer becomes items. `file`: always binary. `objectOrFile`: as the server declares it. `deleted`: `{ deleted: true }`, as n8n asks, and `cancelled` likewise. `reported`: only the report, unless the platform refuses. */
export type Answer =
	'object' | 'list' | 'deleted' | 'cancelled' | 'reported' | 'file' | 'objectOrFile';

/** Why something is left out of a request. */
export interface Skipped {
	reason: string;
	/** An earlier execution began it, and it is not known how that ended. */
	outcome?: 'unknown';
}

/** What a request would act on, as an item. */
export interface ShownKey {
	json: IDataObject;
	/** The input item it is from, if not the first of the request. */
	itemIndex?: number;
}

/** Protection against acting twice on the same thing, such as calling the same number. */
export interface Deduplication {
	/** What the request acts on. Equal keys mean the same thing. */
	keys: readonly string[];
	/** How long a number counts as called: until the day ends in the workflow's time zone, for good, or until the execution ends. */
	within: 'day' | 'ever' | 'execution';
	/**
	 * The request without duplicates.
	 *
	 * @param done key → why it is skipped
	 */
	without(done: ReadonlyMap<string, Skipped>): RequestParts;
	/** What the output shows of a key on its own. */
	shown(key: string): ShownKey;
}

/** An endpoint that only reads. */
export type ReadEndpoint = Extract<Endpoint, `GET ${string}`>;

/** What the platform answered to one request of a report. An error is an answer, too. */
export type Reply =
	| { isOk: true; status: number; body: unknown }
	| {
			isOk: false;
			/** Undefined if there was no answer. */
			status?: number;
			/** What is wrong, without any text of the platform. */
			problem: string;
			/** What the answer looks like: names and types, no values. */
			outline?: string;
			/** Whether the platform says in words what is wrong. */
			hasMessage: boolean;
	  };

/**
 * Reads one endpoint of the operation.
 *
 * @param ids what fills the names in braces of the path
 * @throws RequestFailure if no request can succeed: the login fails, or the platform cannot be reached
 */
export type Read = (
	endpoint: ReadEndpoint,
	asked?: { ids?: Readonly<Record<string, string>>; query?: IDataObject },
) => Promise<Reply>;

/** As `Read`, for what must be known before something is done. @throws RequestFailure if the platform does not answer, or refuses */
export type ReadBody = (...asked: Parameters<Read>) => Promise<unknown>;

/**
 * Reads before the request, and decides whether it is sent (`skip`) and what is added to the output (`report`). Its parts take the place of those of
 * `request`.
 *
 * @throws RequestFailure; nothing was changed then
 */
export type Check = (read: ReadBody) => Promise<RequestParts>;

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
	/** Sends a request without any login to a webhook. @returns undefined if there is no answer */
	probe(url: string): Promise<{ status: number; body: unknown } | undefined>;
}

/** A filter that is compared with the rows: a platform that does not know it returns others too. */
export interface FilterCheck {
	/** What the editor calls it. */
	label: string;
	/** False only if the row proves that the platform did not use the filter. `sent` are all filters. */
	isMet(row: IDataObject, sent: IDataObject): boolean;
}

/** A filter that is applied to the rows here, because the platform may not have it. */
export interface RowFilter {
	/** What the editor calls it. */
	label: string;
	/** Whether the row meets it; undefined if the row does not say what the filter looks at. */
	isMet(row: IDataObject): boolean | undefined;
	/** Whether it is about the row. Other rows do not meet it, and it is no matter what they say; without it, all are asked. */
	isAsked?(row: IDataObject): boolean;
	/** For the error, if no row says it: what is wrong, and what to do. Without it, that the filter must be removed. */
	unsaid?: { message: string; advice: string };
}

/** One thing a user can do: what the editor shows and what is sent, in one object. */
export interface Operation {
	name: string;
	value: string;
	action: string;
	description: string;
	/** What an AI model is told about the operation; without it, n8n tells the action. */
	toolDescription?: string;
	/** Several if the parameters decide which one is used, the first by default; or all that a report reads; or the one of the request, then all that its check reads. None if it is carried out in n8n. */
	endpoint?: Endpoint | readonly [Endpoint, ...Endpoint[]];
	/** What fills the names in braces of the endpoint's path. The editor shows these fields first. */
	ids?: Readonly<Record<string, INodeProperties>>;
	/** Without displayOptions for resource and operation: `properties.ts` adds them. */
	fields?: readonly INodeProperties[];
	/** Entries of the Options collection that only this operation has. */
	options?: readonly INodeProperties[];
	request?(params: Params): RequestParts;
	answer?: Answer;
	/** Makes the output of several requests, all of which only read, in place of one request. Each row becomes an item. */
	report?(read: Read, params: Params, n8n: InN8n): Promise<IDataObject[]>;
	/** Carried out in n8n, once for all input items and without a request. Its output is its input. @throws ParameterError */
	carryOut?(params: Params, n8n: InN8n): Promise<void>;
	/** For what depends on what the platform says first. Undefined: nothing to read; `request` is sent. @throws ParameterError */
	check?(params: Params): Check | undefined;
	/** The columns of the output, of which some are the simplified one. Adds the choice Output. */
	columns?: Table;
	/** Columns that the request fills if the answer does not: who is called, for example. */
	echoes?: readonly string[];
	/** The answer is figures that the platform computed. Adds the choice Output: they are rounded, or as they are. */
	figures?: boolean;
	/** What the answer is about, if not what the resource is; `none`: something of its own. Its rows or object are found by it. */
	entity?: EntityName | 'none';
	/** Filters that the platform may not know, by the name that is sent: whether a row meets them. */
	checks?: Readonly<Record<string, FilterCheck>>;
	/** Which rows of a list are left out. Limit counts the others. */
	rowFilters?(params: Params): readonly RowFilter[];
	/** Adds Options → Additional Fields (JSON), because the API document does not show every body field. */
	openBody?: boolean;
	/** Adds Options → Additional Query Parameters, because the API document does not show every filter. */
	openQuery?: boolean;
	/** Works without an account: no credential is used, and the Base URL is a parameter. */
	isPublic?: boolean;
	/** The answer can have a link to a file. Adds the "Download File" switch. */
	linkedFile?: boolean;
	/** Which file the answer is or leads to; needed with `linkedFile`, and where `answer` is a file. */
	file?: FileKindName;
	/** Input items with the same group become one request; an item without a group is a request of its own. */
	group?(params: Params): string | undefined;
	deduplication?(params: Params, parts: RequestParts): Deduplication | undefined;
	/** The rows of a request, also of one that cannot be sent. Adds the option Dry Run. @throws ParameterError if they cannot be read */
	preview?(params: Params): Preview;
	/** What its answer is the beginning of. Adds the switch Wait for Result. */
	waitFor?: 'call' | 'campaign';
}

export interface Resource {
	name: string;
	value: string;
	/** What the answers of its operations are about. */
	entity?: EntityName;
	operations: readonly Operation[];
}

/** What the answer of an operation is about; undefined if it is something of its own. */
export function entityOf(
	{ entity }: Pick<Operation, 'entity'>,
	resource: Pick<Resource, 'entity'>,
): EntityName | undefined {
	return entity === 'none' ? undefined : (entity ?? resource.entity);
}

/** The endpoints an operation may call. */
export function endpointsOf({ endpoint }: Operation): readonly Endpoint[] {
	if (endpoint === undefined) return [];
	return typeof endpoint === 'string' ? [endpoint] : endpoint;
}

/** All fields of the editor: those that fill the path, then the others. A field of `ids` that is also in `fields` keeps its place there. */
export function fieldsOf({ ids = {}, fields = [] }: Operation): readonly INodeProperties[] {
	return [...Object.values(ids).filter((field) => !fields.includes(field)), ...fields];
}

/** An operation that was found, with what its answer is about. */
export type FoundOperation = Omit<Operation, 'entity'> & { entity?: EntityName };

/** @throws Error when a workflow names a resource or operation this version does not have */
export function findOperation(
	resources: readonly Resource[],
	resource: string,
	operation: string,
): FoundOperation {
	for (const candidate of resources.filter(({ value }) => value === resource)) {
		const found = candidate.operations.find(({ value }) => value === operation);
		if (found) return { ...found, entity: entityOf(found, candidate) };
	}
	throw new Error(
		`This version of the node has no operation "${operation}" for the resource "${resource}"`,
	);
}
