import type { IDataObject } from 'n8n-workflow';
import type { Endpoint, Upload } from '../http';
import type { ParameterError } from '../values';

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
}

/** Why somebody is left out of a request: it would be a second call. */
export interface Skipped {
	reason: string;
	/** An earlier execution began it, and it is not known how that ended. */
	outcome?: 'unknown';
}

/** Why a person is not called now. */
export interface HeldBack {
	/** The rule, as the editor calls it. */
	rule: string;
	reason: string;
	/** The first moment at which all rules allow it, in ISO 8601; null if time alone does not change it. */
	next_allowed_at: string | null;
}

/** Who is left out of a request, by row. */
export interface LeftOut {
	skipped: ReadonlyMap<number, Skipped>;
	/** Undefined: there are no calling rules. */
	held?: ReadonlyMap<number, HeldBack>;
}

/** What a run would do with a row. `not_sent`: nothing, because of another row. `not_known`: the row is not read here. */
export type Would = 'call' | 'duplicate' | 'held_back' | 'not_valid' | 'not_sent' | 'not_known';

/** Why a row is not called, as far as the row and its list alone say it. */
export interface Ruling {
	would: Exclude<Would, 'call' | 'held_back'>;
	reason: string;
}

/** A row of a list of people. */
export interface ListedRow {
	/** Position in the input or in the list, from 1. */
	row: number;
	/** The input item it is from, among those of the request, from 0. */
	position: number;
	/** What an item about it shows. */
	json: IDataObject;
}

/** Somebody who can be called. */
export interface Callee extends ListedRow {
	/** In E.164 format. */
	number: string;
	/** Its place among the `rows` of the list. */
	index: number;
	/** What is sent for it. @throws ParameterError */
	sent(): IDataObject;
}

/** A row that cannot be called. */
export interface NotCallable extends ListedRow {
	ruling: Ruling;
	/** What an error says that is about this row. */
	error?: ParameterError;
}

/** Whose instructions a call follows: the agent, or the one of the campaign. */
export interface Caller {
	agentId?: string;
	campaignId?: string;
}

/** The people whom one request is about, and the request. */
export interface CallList {
	/** Everybody on the list, also who cannot be called, in the order of the input. */
	people: ReadonlyArray<Callee | NotCallable>;
	/** The rows that they are read from. A calling rule may name one of their columns. */
	rows: readonly IDataObject[];
	caller: Caller;
	/** What happens to their numbers; `call` by default. */
	deed?: Deduplication['deed'];
	/** The columns that were found, as a dry run shows them. */
	columns?: IDataObject;
	/** What the user must know of the list, in sentences for the panel. */
	notes?: readonly string[];
	/**
	 * The request for all of the list but those who are left out.
	 *
	 * @throws ParameterError for parameters that are missing or not valid
	 */
	requestFor(left: LeftOut): RequestParts;
}

export const isCallee = (person: Callee | NotCallable): person is Callee => 'number' in person;

/** What a request acts on, so that nothing is done twice. */
export interface Deduplication {
	/** Equal keys mean the same thing. */
	keys: readonly string[];
	/** How long a number counts as called: until the day ends in the workflow's time zone, for good, or until the execution ends. */
	within: 'day' | 'ever' | 'execution';
	/** For texts: whether a number is called, or sent to a campaign that calls it later. */
	deed: 'call' | 'campaign';
}
