import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Address, Client, Doubt, Expected, Policy, Upload } from '../http';
import { RequestFailure } from '../http';
import type {
	ListOperation,
	ResourceOperation,
	Params,
	RequestParts,
	RowFilter,
	Wait,
} from '../operation';

/** Whom one request calls. The run knows no more of them than this. */
export interface CallRequest {
	/** What is sent beside them, and where to. */
	readonly request: RequestParts;
	/** Why it cannot be sent. */
	readonly problem?: Error;
	/** Whether it is certain already that nobody of it is called. Then it needs no address. */
	readonly isLeft: boolean;
	/** Whether its problem lies in rows, such as a number that is not valid, and not in a parameter. */
	readonly isProblemOfRows: boolean;
	/** True: the request itself places the call. False: the platform calls later, as it does for a campaign. */
	readonly placesCall: boolean;
	/** What is sent of its people. Another try of the same request is known by it. */
	readonly content: unknown;
}

/** How the requests of a run are sent. */
export interface Transport {
	client: Client;
	policy: Policy;
	/** Most requests at a time. */
	parallel: number;
	/** Whether the first failure stops the run. */
	stopOnError: boolean;
}

/** A request whose parameters have been checked. Its people are added right before it is sent. */
export interface RequestDraft extends Address {
	query: IDataObject;
	/** JSON body, or the form's text fields beside a file. */
	body: IDataObject;
	file?: { upload: Upload; content: IBinaryData };
	/** What the output item has beside the answer: who of the people is not sent. */
	report: IDataObject;
}

/** Which rows of a list are wanted, and how they are composed. */
export interface ListedRows {
	/** Max number of rows; undefined for all. */
	limit?: number;
	rowFilters: readonly RowFilter[];
	compose?: ListOperation['compose'];
}

/** How an answer becomes items. */
export interface OutputShape {
	/** What the answer is about, and where the rows or the thing lie in it. */
	expected: Expected;
	/** Whether the output has columns. Then an answer about something else is an error. */
	isSimplified: boolean;
	/** The row as the output has it. */
	simplify(row: IDataObject): IDataObject;
	/** The rows of an answer with figures, one item each. */
	figureRows?(answer: IDataObject): IDataObject[];
	/** The binary field for the file; undefined if the output has none. */
	fileField?: string;
}

/** One request of a run, or one task, with how its answer becomes items. */
export interface Job {
	operation: ResourceOperation;
	params: Params;
	/** The input items that the job is made from. */
	itemIndexes: number[];
	draft: RequestDraft;
	/** Whom the request calls; undefined if it calls nobody. */
	calls?: CallRequest;
	/** What is wanted of a list; undefined if the request reads none. */
	list?: ListedRows;
	output: OutputShape;
	/** How long to wait, if the answer is only the beginning and its result is waited for. */
	wait?: Wait;
	/** True: the campaign that the request creates is also started. */
	startsCreated?: boolean;
}

/** What a request led to that did not fail. */
export interface JobResult {
	items: INodeExecutionData[];
	/** Why nothing was sent: a calling rule holds somebody back, or everybody on the list is skipped. */
	notSent?: 'held back' | 'skipped';
	/** What the answer is about, as the platform sends it, if more is waited for, or started. */
	answer?: IDataObject;
	/** The request as it was sent, if its result is waited for. */
	sent?: Job;
	/** What the answer leaves in doubt, although it counts as done. */
	doubt?: Doubt;
}

/** What a request led to. Sending an action again could call a person twice. */
export type Outcome = JobResult | Error;

/** Whether the platform may have done what a request asked for, although it failed. */
export const mayHaveWorked = (error: unknown): error is RequestFailure =>
	error instanceof RequestFailure && error.details.arrival === 'unknown';

/** Whether it is not known if a request has placed a call. */
export const isUnknown = (result?: Outcome): boolean =>
	result && 'items' in result ? result.doubt?.isUnknown === true : mayHaveWorked(result);

/** A job, or why there can be none. */
export type Planned = {
	itemIndexes: number[];
	/** Whom the request would call, if that could be read. */
	calls?: CallRequest;
} & ({ job: Job } | { error: Error });

/** The requests of a run that can be made. */
export const jobsOf = (planned: readonly Planned[]): Job[] =>
	planned.flatMap((entry) => ('job' in entry ? [entry.job] : []));

/** Whether a request does something that cannot be undone. */
export const isAction = ({ draft: { method } }: Job): boolean =>
	method === 'POST' || method === 'PATCH';

/** How n8n pairs an item with the input items that it was made from. */
export const pairedWith = (itemIndexes: readonly number[]): INodeExecutionData['pairedItem'] =>
	itemIndexes.length === 1 ? { item: itemIndexes[0] ?? 0 } : itemIndexes.map((item) => ({ item }));
