import type { IBinaryData, IDataObject } from 'n8n-workflow';
import type { Address, Expected, Upload } from '../http';
import type {
	Calls,
	Deduplication,
	FoundOperation,
	Preview,
	Read,
	ReadBody,
	RequestParts,
	RowFilter,
	Skipped,
	Wait,
} from '../operation';
import { ParameterError } from '../values';

/** A request that is ready to be sent. Its parameters have been checked. */
export interface Draft extends Address {
	query: IDataObject;
	/** JSON body, or the form's text fields beside a file. */
	body: IDataObject;
	file?: { upload: Upload; content: IBinaryData };
	/** Added to the output item. */
	report: IDataObject;
	/** True: nothing is sent, and `report` is the whole output. */
	skip: boolean;
	calls?: Calls;
}

/** One request of a run, with how its answer becomes items. */
export interface Job {
	operation: FoundOperation;
	/** The input items it is made from. */
	itemIndexes: number[];
	draft: Draft;
	/** The same request with other parts, to send it without its duplicates. */
	draftOf(parts: RequestParts): Draft;
	deduplication?: Deduplication;
	/** Key → why it is left out, for duplicates within the run. */
	skipped?: ReadonlyMap<string, Skipped>;
	/** Reads before the request, and gives the request that is to be sent in place of `draft`. */
	check?(read: ReadBody): Promise<Draft>;
	/** Makes the output of what it reads, in place of a request. */
	report?(read: Read): Promise<IDataObject[]>;
	/** Max number of rows of a list; undefined for all. */
	limit?: number;
	/** The binary field for the file; undefined if the output has none. */
	outputField?: string;
	/** What the answer is about, and where it lies in it. */
	expected: Expected;
	/** Whether the output has columns. Then an answer about something else is an error. */
	isSimplified: boolean;
	/** @throws RequestFailure if a row shows that the platform did not use a filter */
	checkRow(row: IDataObject): void;
	/** What the rows of a list are compared with. */
	rowFilters: readonly RowFilter[];
	/** The row as the output has it. */
	simplify(row: IDataObject): IDataObject;
	/** Set if the answer is only the beginning, and its result is waited for. */
	wait?: Wait;
}

/** Whether a request does something that cannot be undone. */
export const isAction = ({ draft: { method } }: Job): boolean =>
	method === 'POST' || method === 'PATCH';

/** Whether what a job acts on is remembered. */
export const mustClaim = (job: Job): boolean =>
	isAction(job) && job.deduplication !== undefined && job.deduplication.keys.length > 0;

/** A job whose numbers are remembered. */
export type ClaimedJob = Job & { deduplication: Deduplication };

/**
 * The jobs whose numbers are remembered, and for how long: the same for all of them.
 *
 * @throws ParameterError if it is not the same
 */
export function claimedOf(jobs: readonly Job[]): {
	within?: Deduplication['within'];
	claimed: ClaimedJob[];
} {
	const claimed = jobs.filter((job): job is ClaimedJob => mustClaim(job));
	const within = claimed[0]?.deduplication.within;
	if (claimed.every((job) => job.deduplication.within === within)) return { within, claimed };
	throw new ParameterError(
		"'Duplicate Numbers' is not the same for all items",
		'Nothing was sent. Choose the same for all items, or separate them with an IF node before this one. Call Every Time can be beside another choice',
	);
}

/** What is left to send of a job. */
export function draftWithout(
	{ deduplication, draft, draftOf }: Job,
	skipped: ReadonlyMap<string, Skipped>,
): Draft {
	return deduplication && skipped.size > 0 ? draftOf(deduplication.without(skipped)) : draft;
}

/** A job, or why there can be none. */
export type Planned = {
	itemIndexes: number[];
	/** What a dry run shows of it. @throws ParameterError if its rows cannot be read */
	preview(): Preview | undefined;
} & ({ job: Job } | { error: Error });
