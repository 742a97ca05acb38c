import type { IDataObject } from 'n8n-workflow';
import type { Endpoint, Upload } from '../http';
import type { NotCalledReason } from '../values';

/** What an operation makes from its parameters. Pure data: `run` turns it into HTTP. */
export interface RequestParts {
	/** Which endpoint, if an operation has several. */
	endpoint?: Endpoint;
	query?: IDataObject;
	/** JSON body, or the form's text fields beside an upload. */
	body?: IDataObject;
	upload?: Upload;
	/** True: the campaign that the request creates is also started. */
	startsCreated?: boolean;
}

/** Why a person is not called: `duplicate`, of row 1. */
export interface Grounds {
	because: NotCalledReason;
	/** What completes it in a cell: `of row 1`. */
	of?: string;
	/** What was seen and what to do, in sentences. */
	description: string;
}

/** What a cell says of it: `duplicate of row 1`. */
export const reasonIn = ({ because, of }: Grounds): string =>
	of === undefined ? because : `${because} ${of}`;

/** Why a person is not called now, by one of the calling rules. */
export interface HeldBack extends Grounds {
	/** The rule, as the editor calls it. */
	rule: string;
	/** The first moment at which all rules allow it, in ISO 8601; null if time alone does not change it. */
	next_allowed_at: string | null;
}

/**
 * Why a person is not sent: `not valid` and `duplicate` by the reading, `called before` and `possibly called` by the
 * memory, `held back` by the rules. The first of these counts.
 */
export type Verdict =
	| ({ kind: 'held back' } & HeldBack)
	| ({
			kind: 'not valid' | 'duplicate' | 'called before' | 'possibly called';
			/** The call, where the list of the platform shows that it was placed. */
			call_id?: string;
	  } & Grounds);

/** Somebody on a list, as its reading finds them. */
export interface ListedPerson {
	/** Position in the input or in the list, from 1. */
	line: number;
	/** The input item that the person is from, among those of the request, from 0. */
	position: number;
	/** The number in E.164 format; undefined if there is no valid one. */
	number?: string;
	/** What is written in place of a valid number. A no in the row counts for all numbers that it may be. */
	written?: unknown;
	/** The columns with which an item shows the person. */
	shown: IDataObject;
	/** The fields that are sent for the person. */
	fields: IDataObject;
	/** When the platform is to call, in ms since 1970; undefined: now, or when it is free. Rules look at this moment. */
	at?: number;
	/** What the reading finds against sending the person. */
	finding?: Verdict;
}

/** Whose instructions a call follows: the agent, or the one of the campaign. */
export interface Caller {
	agentId?: string;
	campaignId?: string;
}

/** The people of one request, and what is sent beside them. */
export interface CallList {
	/** Everybody on the list, in the input's order, callable or not; empty if the platform reads a file. */
	people: readonly ListedPerson[];
	/** What each of them was read from. A calling rule may name one of its columns. */
	source: readonly IDataObject[];
	caller: Caller;
	/**
	 * `call`, `callback`: the body is the fields of the only person. `campaign`: all people are sent as `contacts`.
	 * `run`: a campaign calls contacts that are not read here; one person without a number stands for them.
	 */
	route: 'call' | 'callback' | 'campaign' | 'run';
	/** The endpoint to which the list is sent, and what is sent beside the rows. */
	request: RequestParts;
	/** Why nothing of the list can be sent. */
	problem?: Error;
	/** Whether that lies in rows, such as a number that is not valid, and not in a parameter. */
	isProblemOfRows?: boolean;
	/** The columns that were found, as a dry run shows them. */
	columns?: IDataObject;
	/** True: of the variables, only those are sent that the agent names. */
	onlyNamed?: boolean;
	/** What the user must know of the list, in sentences for the panel. */
	notes?: readonly string[];
}
