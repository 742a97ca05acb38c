import fc, { type Arbitrary } from 'fast-check';
import {
	type Companion,
	type Filter,
	type Filtering,
	type Ids,
	type ListCase,
	type ListEnvelope,
	type ObjectCase,
	type Paging,
	type Shape,
} from './cases.mts';
import { consistentList, consistentObject } from './consistent.mts';
import { LISTS, OBJECTS, type ListName, type ObjectName } from './resources.mts';

/*
 * Arbitraries of cases. Each choice is drawn by itself; what cannot be together is mended in consistent.mts. The first of several values is the
 * plain one: fast-check shrinks to it, and it is drawn most often, so that one strange choice does not hide what another one reveals.
 */

const { constant, constantFrom, integer, nat, record } = fc;

/** The plain value, or in so many of a hundred cases another one. */
const mostly = <Value,>(percent: number, plain: Value, ...others: Value[]): Arbitrary<Value> =>
	fc.oneof(
		{ withCrossShrink: true },
		{ weight: 100 - percent, arbitrary: constant(plain) },
		{ weight: percent, arbitrary: constantFrom(...others) },
	);

const companions: Companion[] = [
	'errors',
	'warnings',
	'warningTexts',
	'filters',
	'sort',
	'columns',
	'columnObjects',
	'facets',
	'included',
	'relatedAgents',
	'organization',
	'account',
	'success',
	'message',
	'timestamp',
	'links',
];

const companionsOf = (percent: number, among: Companion[]): Arbitrary<Companion[]> =>
	fc.oneof(
		{ withCrossShrink: true },
		{ weight: 100 - percent, arbitrary: constant<Companion[]>([]) },
		{
			weight: percent,
			arbitrary: fc.uniqueArray(constantFrom(...among), { minLength: 1, maxLength: 3 }),
		},
	);

const ids: Arbitrary<Ids> = record({
	name: mostly<Ids['name']>(40, 'own', 'id', 'camel', 'both', 'unknown'),
	value: mostly<Ids['value']>(40, 'text', 'number', 'numericText', 'beyond2to53', 'uuid'),
	organization: mostly<Ids['organization']>(25, 'none', 'organization_id', 'id'),
	rows: mostly<Ids['rows']>(4, 'all', 'some'),
});

const shapes: Arbitrary<Shape> = record({
	session: mostly<Shape['session']>(30, 'session_id', 'sessionId'),
	status: mostly<Shape['status']>(30, 'status', 'call_status', 'state'),
	words: mostly<Shape['words']>(40, 'usual', 'otherCase', 'unknown'),
	number: mostly<Shape['number']>(
		50,
		'to_number',
		'to',
		'toNumber',
		'phone_number',
		'phone',
		'number',
		'recipient',
		'contact',
		'customer',
	),
	person: mostly<Shape['person']>(40, 'flat', 'camel', 'nested', 'fullName'),
	owner: mostly<Shape['owner']>(40, 'flat', 'camel', 'nested', 'name'),
	times: mostly<Shape['times']>(
		45,
		'iso',
		'offset',
		'micro',
		'seconds',
		'milliseconds',
		'secondsText',
		'noZone',
		'basic',
		'shortZone',
		'zeroDate',
	),
	timeNames: mostly<Shape['timeNames']>(30, 'snake', 'camel', 'time'),
	duration: mostly<Shape['duration']>(
		60,
		'duration_seconds',
		'duration',
		'text',
		'clock',
		'longClock',
		'iso',
		'suffix',
		'duration_ms',
		'durationMs',
		'duration_minutes',
		'millisecondsInDuration',
		'startAndEnd',
	),
	analysis: mostly<Shape['analysis']>(
		50,
		'analysis',
		'call_analysis',
		'post_call_analysis',
		'postCallAnalysis',
		'camel',
		'jsonText',
		'flat',
		'missing',
	),
	success: mostly<Shape['success']>(40, 'boolean', 'text', 'word', 'number', 'unknownWord'),
	transcript: mostly<Shape['transcript']>(
		60,
		'roles',
		'speakers',
		'sender',
		'direction',
		'isAgent',
		'parts',
		'turns',
		'text',
		'systemPrompt',
		'speech',
		'jsonText',
		'unknownTurns',
		'missing',
	),
	recording: mostly<Shape['recording']>(30, 'recording_url', 'recordingUrl', 'nested', 'missing'),
	credits: mostly<Shape['credits']>(30, 'number', 'text', 'object', 'missing'),
	counts: mostly<Shape['counts']>(40, 'progress', 'stats', 'flat', 'missing'),
	lastCall: mostly<Shape['lastCall']>(50, 'flat', 'call', 'last_call', 'calls'),
	extras: mostly<Shape['extras']>(
		35,
		'none',
		'nullError',
		'errorText',
		'message',
		'data',
		'lists',
		'success',
	),
	leavesOutNulls: mostly(25, false, true),
});

const listEnvelopes: Arbitrary<ListEnvelope> = record({
	kind: mostly<ListEnvelope['kind']>(
		75,
		'named',
		'array',
		'nested',
		'success',
		'response',
		'django',
		'jsonApi',
		'hal',
		'map',
		'bareMap',
		'edges',
		'deepEdges',
	),
	name: mostly<ListEnvelope['name']>(
		70,
		'data',
		'items',
		'results',
		'rows',
		'records',
		'list',
		'plural',
		'plural',
		'plural',
		'unusual',
	),
	wrapsRows: mostly(10, false, true),
	keepsIdInKey: mostly(15, false, true),
	companions: companionsOf(45, companions),
	companionsFirst: fc.boolean(),
	total: mostly<ListEnvelope['total']>(60, 'none', 'right', 'right', 'text', 'ofPage', 'ofTable'),
	totalName: mostly<ListEnvelope['totalName']>(
		50,
		'total',
		'total_count',
		'totalCount',
		'count',
		'total_items',
	),
	totalPlace: mostly<ListEnvelope['totalPlace']>(40, 'beside', 'meta', 'pagination'),
});

const paging: Arbitrary<Paging> = record({
	cap: mostly(60, 1_000, 100, 50, 37, 20, 7, 3, 1),
	limit: mostly<Paging['limit']>(30, 'honoured', 'ignored', 'refused400', 'refused422'),
	refusedAbove: constantFrom(99, 50, 25, 10, 1),
	offset: mostly<Paging['offset']>(30, 'rows', 'ignored', 'pageFrom0', 'pageFrom1'),
	pastEnd: mostly<Paging['pastEnd']>(40, 'empty', '400', '404', '416', '422'),
	links: mostly<Paging['links']>(25, 'none', 'absolute', 'relative', 'query', 'foreign'),
	linkPlace: mostly<Paging['linkPlace']>(
		60,
		'next',
		'links.next',
		'_links.next.href',
		'meta.next',
		'pagination.next_url',
	),
	cursor: mostly<Paging['cursor']>(
		15,
		'none',
		'next_cursor',
		'nextCursor',
		'meta.next_cursor',
		'next_page_token',
	),
	tellsMore: mostly(20, false, true),
	inserts: mostly<Paging['inserts']>(15, 0, 1, 3),
	shortPages: mostly(15, false, true),
});

const filters: Arbitrary<Filter> = record({
	kind: mostly<Filter['kind']>(50, 'none', 'from', 'to', 'between', 'callId', 'unknownCallId'),
	first: nat(1_000),
	last: nat(1_000),
	isExact: mostly(50, true, false),
});

const filtering: Arbitrary<Filtering> = record({
	manner: mostly<Filtering['manner']>(40, 'honoured', 'ignored', 'refused'),
	by: mostly<Filtering['by']>(40, 'created', 'started'),
	bounds: mostly<Filtering['bounds']>(40, 'included', 'excluded'),
});

const outputs = mostly<ListCase['output']>(60, 'simplified', 'allColumns', 'raw');

const givesPath = mostly(10, false, true);

/** Lists of any length. */
export const listCases: Arbitrary<ListCase> = record<ListCase>({
	kind: constant('list'),
	list: mostly<ListName>(65, 'calls', ...(Object.keys(LISTS) as ListName[])),
	count: fc.oneof(
		{ withCrossShrink: true },
		{ weight: 55, arbitrary: integer({ min: 1, max: 12 }) },
		{ weight: 12, arbitrary: constant(0) },
		{ weight: 8, arbitrary: constantFrom(1, 2) },
		{ weight: 15, arbitrary: integer({ min: 13, max: 99 }) },
		{ weight: 10, arbitrary: integer({ min: 100, max: 250 }) },
	),
	seed: nat(1_000_000),
	output: outputs,
	limit: fc.oneof(
		{ weight: 65, arbitrary: constant(undefined) },
		{ weight: 35, arbitrary: constantFrom(1, 2, 5, 10, 50, 120) },
	),
	filter: filters,
	ids,
	shape: shapes,
	envelope: listEnvelopes,
	empty: mostly<ListCase['empty']>(
		60,
		'envelope',
		'array',
		'null',
		'204',
		'emptyObject',
		'nullRows',
		'nullRowsAndTotal',
		'noRows',
		'404',
	),
	paging,
	filtering,
	refusal: mostly<ListCase['refusal']>(
		4,
		'none',
		'successFalse',
		'okFalse',
		'error',
		'statusError',
		'dataNull',
	),
	givesPath,
}).map(consistentList);

/** Answers about one thing. */
export const objectCases: Arbitrary<ObjectCase> = record<ObjectCase>({
	kind: constant('object'),
	object: constantFrom<ObjectName>(...(Object.keys(OBJECTS) as ObjectName[])),
	seed: nat(1_000_000),
	output: outputs,
	ids,
	shape: shapes,
	isSparse: mostly(30, false, true),
	envelope: record({
		kind: mostly<ObjectCase['envelope']['kind']>(
			80,
			'bare',
			'data',
			'dataMeta',
			'named',
			'namedMeta',
			'success',
			'result',
			'response',
			'dataNamed',
			'jsonApi',
			'array',
			'dataArray',
			'split',
			'receipt',
			'statusReceipt',
			'unusual',
			'twoEqual',
			'empty',
		),
		companions: companionsOf(30, [
			'errors',
			'warnings',
			'warningTexts',
			'organization',
			'account',
			'success',
			'message',
			'timestamp',
			'links',
		]),
		companionsFirst: fc.boolean(),
	}),
	refusal: mostly<ObjectCase['refusal']>(
		15,
		'none',
		'successFalse',
		'okFalse',
		'error',
		'statusError',
		'dataNull',
	),
	givesPath,
}).map(consistentObject);
