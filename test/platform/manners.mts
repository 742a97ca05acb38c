/*
 * The ways to answer that the package is made for, as data: what the API document says or shows, and for each choice few others that ordinary
 * frameworks (FastAPI, Express, Django REST, Rails) produce. None contradicts the document. The catalogue is the specification, so it stays small:
 * manners.test.mts counts its values. The platform in memory (platform.mts) answers in each, and every suite that draws its platforms from here
 * plays it. What a suite cannot play it says in one place: test/platforms/cases.mts, test/model/playable.mts.
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

const odd = <const Value,>(percent: number, usual: Value, ...others: Value[]): Choice<Value> => ({
	percent,
	usual,
	others,
});

const flag = (percent: number): Choice<boolean> => odd<boolean>(percent, false, true);

/** What an envelope has beside its content. */
export type Companion = 'success' | 'message' | 'relatedAgents';

const companions = (percent: number, ...others: Array<readonly Companion[]>) =>
	odd<readonly Companion[]>(percent, [], ...others);

export const CATALOGUE = {
	/** How identifiers are named and written. */
	ids: {
		name: odd(40, 'own', 'id', 'both'),
		value: odd(40, 'text', 'number', 'beyond2to53'),
	},
	/** How the fields of a row are named and written. */
	shape: {
		status: odd(30, 'status', 'state'),
		/** `unknown`: words that nobody knows; only the end says that a row is over. */
		words: odd(30, 'usual', 'unknown'),
		directions: odd(30, 'usual', 'outgoing'),
		number: odd(50, 'to_number', 'phone_number', 'contact'),
		/** Agent and campaign. */
		owner: odd(40, 'flat', 'nested'),
		/** `noZone`: with microseconds, as FastAPI writes a time that has no zone. */
		times: odd(45, 'iso', 'offset', 'noZone', 'missing'),
		/** How far times without a zone are ahead of UTC. */
		zoneHours: odd(50, 0, 2, -5),
		timeNames: odd(30, 'at', 'time'),
		duration: odd(60, 'duration_seconds', 'duration', 'clock'),
		analysis: odd(50, 'analysis', 'post_call_analysis', 'flat'),
		/** What is there before the analysis is complete. */
		pending: odd(25, 'null', 'nullFields'),
		transcript: odd(60, 'roles', 'speakers', 'text', 'missing'),
		/** Whether lists have transcripts too, or only a call that is asked for by itself. */
		transcriptIn: odd(30, 'all', 'single'),
		credits: odd(30, 'number', 'text'),
		counts: odd(40, 'progress', 'flat'),
		lastCall: odd(50, 'flat', 'last_call'),
		/** The row itself has fields of an envelope, such as `error`. */
		hasNoError: flag(35),
		/** How all names of a row are spelled. */
		spelling: odd(30, 'snake', 'camel'),
		/** Fields that have no value are left out, not null. */
		leavesOutNulls: flag(25),
	},
	/** The order of a list, and what its filters do. */
	listing: {
		/** `arrival`: the latest arrival first, whatever its time. `random`: shuffled, and the same for the same rows. */
		order: odd(50, 'newest', 'oldest', 'oldest', 'arrival', 'random'),
		/** Where rows without a time are, in an order by time. */
		undated: odd(50, 'last', 'first'),
		/** What is done with the filters by date and by identifier. */
		filters: odd(50, 'honoured', 'ignored', 'ignored', 'refused'),
		/** The date that is filtered by. */
		by: odd(45, 'created', 'started', 'ended'),
		bounds: odd(25, 'included', 'excluded'),
		/** What is done with the filters by agent, campaign and direction. */
		otherFilters: odd(50, 'honoured', 'ignored'),
	},
	/** What is around the rows of a list. */
	envelope: {
		/** `django`: as Django REST, with `count` and `next`. */
		kind: odd(75, 'named', 'array', 'array', 'nested', 'django'),
		/** Name of the rows; `plural`: that of the thing, such as `calls`. */
		name: odd(70, 'data', 'items', 'plural', 'plural'),
		/** They stand before the rows. */
		companions: companions(45, ['success'], ['message'], ['relatedAgents'], ['success', 'message']),
		total: odd(60, 'none', 'right'),
		totalPlace: odd(40, 'beside', 'meta'),
		/** What a list without rows looks like. */
		empty: odd(40, 'envelope', 'null', '204', 'emptyObject'),
	},
	/** How a list is cut into pages. */
	paging: {
		/** Rows of the largest page. */
		cap: odd(60, 100, 1_000, 20),
		/** `refused422`: if it is above 50. `wholeList`: the list is given as a whole, whatever `limit` and `offset` are. */
		limit: odd(30, 'honoured', 'refused422', 'wholeList'),
		tellsMore: flag(20),
		/** Rows that appear before each of the pages two to four. */
		inserts: odd(15, 0, 3),
	},
	/** What is around a single thing. */
	single: {
		kind: odd(80, 'bare', 'data', 'named', 'dataNamed', 'empty'),
		/** They stand before the thing. */
		companions: companions(30, ['success']),
	},
} as const satisfies Record<string, Record<string, Choice<unknown>>>;

type Catalogue = typeof CATALOGUE;

export type GroupName = keyof Catalogue;

type ValuesOf<Group> = {
	-readonly [Name in keyof Group]: Group[Name] extends Choice<infer Value> ? Value : never;
};

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

export const GROUPS = Object.keys(CATALOGUE) as GroupName[];

/** The manner of a platform on which nothing is odd. */
export const USUAL = Object.fromEntries(
	GROUPS.map((group) => [
		group,
		Object.fromEntries(
			Object.entries(CATALOGUE[group]).map(([name, entry]) => [name, entry.usual]),
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
