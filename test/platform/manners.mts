/*
 * Every manner in which a platform may tell of its rows that the API document allows, as data. A new one is one more value here: the platform in
 * memory (platform.mts) answers in it, and every suite that draws its platforms from this catalogue plays it. What a suite cannot play it says in
 * one place: test/platforms/consistent.mts, test/model/playable.mts.
 *
 * The usual value is the first. In most platforms most is usual, so that one oddity does not hide what another one reveals.
 */

/** The usual value, and what else there is. */
export interface Choice<Value> {
	/** How many of a hundred platforms have another than the usual value. */
	percent: number;
	usual: Value;
	/** What is named twice is drawn twice as often. */
	others: readonly Value[];
}

/** Any of several values together, or none. */
export interface Some<Value> {
	percent: number;
	among: readonly Value[];
}

const odd = <const Value,>(percent: number, usual: Value, ...others: Value[]): Choice<Value> => ({
	percent,
	usual,
	others,
});

const flag = (percent: number): Choice<boolean> => odd<boolean>(percent, false, true);

const some = <const Value,>(percent: number, ...among: Value[]): Some<Value> => ({
	percent,
	among,
});

export const CATALOGUE = {
	/** How identifiers are named and written. */
	ids: {
		/** `ownLater`: its own name is null at first, and `id` is always there. `unknown`: under a name that nobody knows. */
		name: odd(40, 'own', 'id', 'camel', 'both', 'ownLater', 'unknown'),
		value: odd(40, 'text', 'number', 'numericText', 'beyond2to53', 'uuid'),
		/** Where the identifier of the organization is, which is equal in all rows. */
		organization: odd(25, 'none', 'organization_id', 'id'),
		/** Whether rows exist that have no identifier. */
		rows: odd(4, 'all', 'some'),
	},
	/** How the fields of a row are named and written. */
	shape: {
		session: odd(30, 'session_id', 'sessionId'),
		status: odd(30, 'status', 'call_status', 'state'),
		/** `unknown`: words that nobody knows; only the end says that a row is over. */
		words: odd(40, 'usual', 'otherCase', 'enum', 'unknown'),
		directions: odd(30, 'usual', 'outgoing', 'outbound-api'),
		number: odd(
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
			'parts',
		),
		person: odd(40, 'flat', 'camel', 'nested', 'fullName'),
		/** Agent and campaign. */
		owner: odd(40, 'flat', 'camel', 'nested', 'name'),
		times: odd(
			45,
			'iso',
			'offset',
			'micro',
			'seconds',
			'milliseconds',
			'secondsText',
			'noZone',
			'noZone',
			'noZone',
			'basic',
			'shortZone',
			'zeroDate',
			'missing',
			'missing',
		),
		/** How far times without a zone are ahead of UTC. */
		zoneHours: odd(50, 0, 2, -5),
		/** Whether a row names the zone of its times beside them. */
		zone: odd(50, 'none', 'beside'),
		timeNames: odd(30, 'snake', 'camel', 'time'),
		duration: odd(
			60,
			'duration_seconds',
			'duration',
			'text',
			'clock',
			'longClock',
			'iso',
			'duration_ms',
			'duration_minutes',
			'millisecondsInDuration',
			'minutesInDuration',
			'withUnit',
			'startAndEnd',
		),
		analysis: odd(
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
		/** What texts without a value are. */
		nothing: odd(15, 'null', 'None', 'nullText'),
		/** What is there before the analysis is complete. */
		pending: odd(25, 'null', 'nullFields'),
		success: odd(40, 'boolean', 'text', 'word', 'number', 'unknownWord'),
		transcript: odd(
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
			'decrypted',
			'missing',
		),
		/** Whether lists have transcripts too, or only a call that is asked for by itself. */
		transcriptIn: odd(30, 'all', 'single'),
		recording: odd(30, 'recording_url', 'recordingUrl', 'nested', 'missing'),
		credits: odd(30, 'number', 'text', 'object', 'missing'),
		counts: odd(40, 'progress', 'stats', 'flat', 'missing'),
		lastCall: odd(50, 'flat', 'call', 'last_call', 'calls'),
		/** Fields of the row itself that look like those of an envelope. */
		extras: odd(
			35,
			'none',
			'nullError',
			'errorText',
			'message',
			'data',
			'lists',
			'success',
			'price',
		),
		/** How all names of a row are spelled. */
		spelling: odd(6, 'snake', 'pascal', 'upper'),
		/** Fields that have no value are left out, not null. */
		leavesOutNulls: flag(25),
	},
	/** The order of a list, and what its filters do. */
	listing: {
		/**
		 * `arrival`: the latest arrival first, whatever its time. `random`: shuffled, and the same for the same rows. `updated`: the latest change
		 * first. `grouped`: agent by agent, and for each the newest first. `appointment`: by a date that says nothing about when a row was added.
		 * `reshuffled`: another order for each page.
		 */
		order: odd(
			50,
			'newest',
			'oldest',
			'oldest',
			'arrival',
			'random',
			'updated',
			'grouped',
			'appointment',
			'reshuffled',
		),
		/** Every so many rows, one is listed twice, as by a JOIN; 0: none. */
		repeats: odd(8, 0, 2, 5),
		/** Where rows without a time are, in an order by time. */
		undated: odd(50, 'last', 'first'),
		/** What is done with the filters by date and by identifier. */
		filters: odd(50, 'honoured', 'ignored', 'ignored', 'refused'),
		/** The date that is filtered by. */
		by: odd(45, 'created', 'started', 'ended', 'appointment'),
		bounds: odd(25, 'included', 'excluded'),
		/** By how much a bound is taken for later than it is. */
		shiftHours: odd(30, 0, 1, -1, 2),
		/** What is done with the filters by agent, campaign and direction. */
		otherFilters: odd(50, 'honoured', 'ignored'),
	},
	/** What is around the rows of a list. */
	envelope: {
		kind: odd(
			75,
			'named',
			'array',
			'array',
			'nested',
			'success',
			'response',
			'django',
			'hal',
			'groups',
		),
		/** Name of the rows; `plural`: that of the thing, such as `calls`. */
		name: odd(
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
		companions: some(
			45,
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
			'request',
			'success',
			'message',
			'timestamp',
			'links',
		),
		companionsFirst: flag(50),
		/** `ofPage`: of the page alone. `ofTable`: whatever the filters. `ofWindow`: of the rows that can be had, and so is what says that more follow. */
		total: odd(60, 'none', 'right', 'right', 'text', 'ofPage', 'ofTable', 'ofWindow'),
		totalName: odd(50, 'total', 'total_count', 'totalCount', 'count', 'total_items'),
		totalPlace: odd(40, 'beside', 'meta', 'pagination'),
		/** What a list without rows looks like. */
		empty: odd(
			40,
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
	},
	/** How a list is cut into pages. */
	paging: {
		/** Rows of the largest page. */
		cap: odd(60, 100, 1_000, 50, 37, 20, 7, 3, 2, 1),
		limit: odd(30, 'honoured', 'ignored', 'refused400', 'refused422'),
		/** Limits above are refused. */
		refusedAbove: odd(80, 50, 99, 100, 25, 10, 1),
		/** What `offset` does. */
		offset: odd(15, 'rows', 'ignored'),
		/** What an offset behind the end gives: no rows, as many of the last rows as a page has, or a status. */
		pastEnd: odd(40, 'empty', 'lastRows', '400', '404', '416', '422'),
		tellsMore: flag(20),
		/** So many rows can be had, however many there are; 0: all. */
		window: odd(12, 0, 100, 20, 5),
		/** Rows that appear before each of the pages two to four. */
		inserts: odd(15, 0, 1, 3),
		shortPages: flag(15),
	},
	/** What is around a single thing. */
	single: {
		/** How it says after an action that it did not take one of the people on a list; `nobody`: it took all. */
		refuses: odd(25, 'nobody', 'counted', 'listed', 'each'),
		/** `noStatus`: it does not repeat what the list says about its end. `words`: a text that neither confirms nor refuses an action. */
		kind: odd(
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
			'array',
			'dataArray',
			'split',
			'receipt',
			'unusual',
			'twoEqual',
			'empty',
			'noStatus',
			'words',
		),
		companions: some(
			30,
			'errors',
			'warnings',
			'warningTexts',
			'organization',
			'account',
			'success',
			'message',
			'timestamp',
			'links',
		),
		companionsFirst: flag(50),
	},
} as const satisfies Record<string, Record<string, Choice<unknown> | Some<unknown>>>;

type Catalogue = typeof CATALOGUE;

export type GroupName = keyof Catalogue;

type ValueOf<Entry> =
	Entry extends Choice<infer Value> ? Value : Entry extends Some<infer Value> ? Value[] : never;

type ValuesOf<Group> = { -readonly [Name in keyof Group]: ValueOf<Group[Name]> };

/** How one platform answers. */
export type Manner = { -readonly [Name in GroupName]: ValuesOf<Catalogue[Name]> };

/** Some of a manner; the rest is as it was, or usual. */
export type SomeManner = { [Name in GroupName]?: Partial<Manner[Name]> };

export type Ids = Manner['ids'];
export type Shape = Manner['shape'];
export type Listing = Manner['listing'];
export type ListEnvelope = Manner['envelope'];
export type Paging = Manner['paging'];
export type SingleEnvelope = Manner['single'];
export type Companion = ListEnvelope['companions'][number];

export const GROUPS = Object.keys(CATALOGUE) as GroupName[];

const usualOf = (entry: Choice<unknown> | Some<unknown>): unknown =>
	'usual' in entry ? entry.usual : [];

/** The manner of a platform on which nothing is odd. */
export const USUAL = Object.fromEntries(
	GROUPS.map((group) => [
		group,
		Object.fromEntries(
			Object.entries(CATALOGUE[group]).map(([name, entry]) => [name, usualOf(entry)]),
		),
	]),
) as unknown as Manner;

/** The manner with some of it changed. */
export function changed(manner: Manner, some: SomeManner): Manner {
	const groups = Object.entries(some) as Array<[GroupName, object]>;
	return {
		...manner,
		...Object.fromEntries(
			groups.map(([group, values]) => [group, { ...manner[group], ...values }]),
		),
	};
}

/** A usual platform but for this. */
export const usualBut = (some: SomeManner = {}): Manner => changed(USUAL, some);

/** What is not usual, and nothing else. */
export function oddities(manner: Manner): SomeManner {
	const groups = GROUPS.flatMap((group): Array<[GroupName, object]> => {
		const usual = Object.entries(USUAL[group]);
		const values = manner[group] as Record<string, unknown>;
		const odd = usual.filter(([name, value]) => String(values[name]) !== String(value));
		return odd.length === 0
			? []
			: [[group, Object.fromEntries(odd.map(([name]) => [name, values[name]]))]];
	});
	return Object.fromEntries(groups);
}
