import type { ListName, ObjectName } from './resources.mts';

/*
 * One case: a true world, the manner in which a platform tells it, and what the user asks for. All of it is plain data, each choice
 * independent of the others. The first value of each type is the plain one; PLAIN_LIST and PLAIN_OBJECT are plain everywhere.
 */

/** How identifiers are named and written. */
export interface Ids {
	name: 'own' | 'id' | 'camel' | 'both' | 'unknown';
	value: 'text' | 'number' | 'numericText' | 'beyond2to53' | 'uuid';
	/** Where the identifier of the organization is, which is equal in all rows. */
	organization: 'none' | 'organization_id' | 'id';
	/** Whether rows exist that have no identifier. */
	rows: 'all' | 'some';
}

/** How the fields of a row are named and written. */
export interface Shape {
	session: 'session_id' | 'sessionId';
	status: 'status' | 'call_status' | 'state';
	words: 'usual' | 'otherCase' | 'unknown';
	number:
		| 'to_number'
		| 'to'
		| 'toNumber'
		| 'phone_number'
		| 'phone'
		| 'number'
		| 'recipient'
		| 'contact'
		| 'customer';
	person: 'flat' | 'camel' | 'nested' | 'fullName';
	owner: 'flat' | 'camel' | 'nested' | 'name';
	times:
		| 'iso'
		| 'offset'
		| 'micro'
		| 'seconds'
		| 'milliseconds'
		| 'secondsText'
		| 'noZone'
		| 'basic'
		| 'shortZone'
		| 'zeroDate';
	timeNames: 'snake' | 'camel' | 'time';
	duration:
		| 'duration_seconds'
		| 'duration'
		| 'text'
		| 'clock'
		| 'longClock'
		| 'iso'
		| 'suffix'
		| 'duration_ms'
		| 'durationMs'
		| 'duration_minutes'
		| 'millisecondsInDuration'
		| 'startAndEnd';
	analysis:
		| 'analysis'
		| 'call_analysis'
		| 'post_call_analysis'
		| 'postCallAnalysis'
		| 'camel'
		| 'jsonText'
		| 'flat'
		| 'missing';
	success: 'boolean' | 'text' | 'word' | 'number' | 'unknownWord';
	transcript:
		| 'roles'
		| 'speakers'
		| 'sender'
		| 'direction'
		| 'isAgent'
		| 'parts'
		| 'turns'
		| 'text'
		| 'systemPrompt'
		| 'speech'
		| 'jsonText'
		| 'unknownTurns'
		| 'missing';
	recording: 'recording_url' | 'recordingUrl' | 'nested' | 'missing';
	credits: 'number' | 'text' | 'object' | 'missing';
	counts: 'progress' | 'stats' | 'flat' | 'missing';
	lastCall: 'flat' | 'call' | 'last_call' | 'calls';
	/** Fields of the row itself that look like those of an envelope. */
	extras: 'none' | 'nullError' | 'errorText' | 'message' | 'data' | 'lists' | 'success';
	/** Fields that have no value are left out, not null. */
	leavesOutNulls: boolean;
}

export interface ListEnvelope {
	kind:
		| 'array'
		| 'named'
		| 'nested'
		| 'success'
		| 'response'
		| 'django'
		| 'jsonApi'
		| 'hal'
		| 'map'
		| 'bareMap'
		| 'edges'
		| 'deepEdges';
	/** Name of the rows; `plural`: that of the thing, such as `calls`. */
	name: 'data' | 'items' | 'results' | 'rows' | 'records' | 'list' | 'plural' | 'unusual';
	/** `{ call: {…} }` for each row. */
	wrapsRows: boolean;
	/** The identifier is only the key of a map. */
	keepsIdInKey: boolean;
	companions: Companion[];
	companionsFirst: boolean;
	total: 'none' | 'right' | 'text' | 'ofPage' | 'ofTable';
	totalName: 'total' | 'total_count' | 'totalCount' | 'count' | 'total_items';
	totalPlace: 'beside' | 'meta' | 'pagination';
}

/** What is beside the rows or the object, with names that occur in practice. */
export type Companion =
	| 'errors'
	| 'warnings'
	| 'warningTexts'
	| 'filters'
	| 'sort'
	| 'columns'
	| 'columnObjects'
	| 'facets'
	| 'included'
	| 'relatedAgents'
	| 'organization'
	| 'account'
	| 'success'
	| 'message'
	| 'timestamp'
	| 'links';

/** What a list without rows looks like. */
export type EmptyForm =
	| 'envelope'
	| 'array'
	| 'null'
	| '204'
	| 'emptyObject'
	| 'nullRows'
	| 'nullRowsAndTotal'
	| 'noRows'
	| '404';

export interface Paging {
	/** Rows of the largest page. */
	cap: number;
	limit: 'honoured' | 'ignored' | 'refused400' | 'refused422';
	/** Limits above are refused. */
	refusedAbove: number;
	/** What `offset` means. */
	offset: 'rows' | 'ignored' | 'pageFrom0' | 'pageFrom1';
	pastEnd: 'empty' | '400' | '404' | '416' | '422';
	links: 'none' | 'absolute' | 'relative' | 'query' | 'foreign';
	linkPlace: 'next' | 'links.next' | '_links.next.href' | 'meta.next' | 'pagination.next_url';
	cursor: 'none' | 'next_cursor' | 'nextCursor' | 'meta.next_cursor' | 'next_page_token';
	tellsMore: boolean;
	/** Rows that appear at the front before each of the next three pages. */
	inserts: 0 | 1 | 3;
	shortPages: boolean;
}

/** What the platform does with the filters of the call list. */
export interface Filtering {
	manner: 'honoured' | 'ignored' | 'refused';
	by: 'created' | 'started';
	bounds: 'included' | 'excluded';
}

/** How a platform says with status 200 that it did not do it. */
export type Refusal = 'none' | 'successFalse' | 'okFalse' | 'error' | 'statusError' | 'dataNull';

export type Output = 'simplified' | 'allColumns' | 'raw';

export interface Filter {
	kind: 'none' | 'from' | 'to' | 'between' | 'callId' | 'unknownCallId';
	/** Which rows the bounds are made from, in thousandths of the list. */
	first: number;
	last: number;
	/** Whether the bounds are exactly the times of rows. */
	isExact: boolean;
}

export interface ListCase {
	kind: 'list';
	list: ListName;
	count: number;
	seed: number;
	output: Output;
	/** Undefined: Return All. */
	limit: number | undefined;
	filter: Filter;
	ids: Ids;
	shape: Shape;
	envelope: ListEnvelope;
	empty: EmptyForm;
	paging: Paging;
	filtering: Filtering;
	refusal: Refusal;
	/** The user sets Response Path to where the rows are. */
	givesPath: boolean;
}

export interface ObjectEnvelope {
	kind:
		| 'bare'
		| 'data'
		| 'dataMeta'
		| 'named'
		| 'namedMeta'
		| 'success'
		| 'result'
		| 'response'
		| 'dataNamed'
		| 'jsonApi'
		| 'array'
		| 'dataArray'
		| 'split'
		| 'receipt'
		| 'statusReceipt'
		| 'unusual'
		| 'twoEqual'
		| 'empty';
	companions: Companion[];
	companionsFirst: boolean;
}

export interface ObjectCase {
	kind: 'object';
	object: ObjectName;
	seed: number;
	output: Output;
	ids: Ids;
	shape: Shape;
	/** Only the identifier and a status, as an answer to an action may be. */
	isSparse: boolean;
	envelope: ObjectEnvelope;
	refusal: Refusal;
	givesPath: boolean;
}

export type Case = ListCase | ObjectCase;

const plainIds: Ids = { name: 'own', value: 'text', organization: 'none', rows: 'all' };

const plainShape: Shape = {
	session: 'session_id',
	status: 'status',
	words: 'usual',
	number: 'to_number',
	person: 'flat',
	owner: 'flat',
	times: 'iso',
	timeNames: 'snake',
	duration: 'duration_seconds',
	analysis: 'analysis',
	success: 'boolean',
	transcript: 'roles',
	recording: 'recording_url',
	credits: 'number',
	counts: 'progress',
	lastCall: 'flat',
	extras: 'none',
	leavesOutNulls: false,
};

export const PLAIN_LIST: ListCase = {
	kind: 'list',
	list: 'calls',
	count: 3,
	seed: 0,
	output: 'simplified',
	limit: undefined,
	filter: { kind: 'none', first: 0, last: 1000, isExact: true },
	ids: plainIds,
	shape: plainShape,
	envelope: {
		kind: 'named',
		name: 'data',
		wrapsRows: false,
		keepsIdInKey: false,
		companions: [],
		companionsFirst: false,
		total: 'none',
		totalName: 'total',
		totalPlace: 'beside',
	},
	empty: 'envelope',
	paging: {
		cap: 1_000,
		limit: 'honoured',
		refusedAbove: 1_000,
		offset: 'rows',
		pastEnd: 'empty',
		links: 'none',
		linkPlace: 'next',
		cursor: 'none',
		tellsMore: false,
		inserts: 0,
		shortPages: false,
	},
	filtering: { manner: 'honoured', by: 'created', bounds: 'included' },
	refusal: 'none',
	givesPath: false,
};

export const PLAIN_OBJECT: ObjectCase = {
	kind: 'object',
	object: 'getCall',
	seed: 0,
	output: 'simplified',
	ids: plainIds,
	shape: plainShape,
	isSparse: false,
	envelope: { kind: 'bare', companions: [], companionsFirst: false },
	refusal: 'none',
	givesPath: false,
};
