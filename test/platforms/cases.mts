import fc, { type Arbitrary } from 'fast-check';
import { manners, mostly, weighted, type Without } from '../platform/drawing.mts';
import { REFUSALS } from '../platform/envelopes.mts';
import { USUAL, type Manner } from '../platform/manners.mts';
import { possible } from '../platform/possible.mts';
import { isAction, LISTS, OBJECTS, type ListName, type ObjectName } from './resources.mts';

/*
 * One case: a true world, the manner in which a platform tells it, and what the user asks for. All of it is plain data, and each choice is
 * drawn by itself: what cannot be together becomes plain again. The first of several values is the plain one: fast-check shrinks to it.
 */

export type Refusal = 'none' | keyof typeof REFUSALS;

interface AnyCase extends Manner {
	seed: number;
	output: 'simplified' | 'allColumns' | 'raw';
	/** How the platform says that it did not do it. */
	refusal: Refusal;
}

export interface Filter {
	kind: 'none' | 'between' | 'callId' | 'unknownCallId';
	/** Which rows the bounds are made from, in thousandths of the list. */
	first: number;
	last: number;
}

export interface ListCase extends AnyCase {
	kind: 'list';
	list: ListName;
	count: number;
	/** Undefined: Return All. */
	limit: number | undefined;
	filter: Filter;
}

export interface ObjectCase extends AnyCase {
	kind: 'object';
	object: ObjectName;
	/** Only the identifier and a status, as an answer to an action may be. */
	isSparse: boolean;
}

export type Case = ListCase | ObjectCase;

const PLAIN = { ...USUAL, seed: 0, output: 'simplified', refusal: 'none' } as const;

export const PLAIN_LIST: ListCase = {
	...PLAIN,
	kind: 'list',
	list: 'calls',
	count: 3,
	limit: undefined,
	filter: { kind: 'none', first: 0, last: 1000 },
};

export const PLAIN_OBJECT: ObjectCase = {
	...PLAIN,
	kind: 'object',
	object: 'getCall',
	isSparse: false,
};

/**
 * Not played here: what a platform selects is right, by whatever date it does so, and a reader cannot know of another one than those it shows. Times
 * without a zone are read as UTC.
 */
export const LEFT_OUT: Without = {
	shape: { zoneHours: [2, -5] },
	listing: { by: ['ended'] },
};

/** Times that a reader can hold against a filter. */
const ZONED = ['iso', 'offset'];

export function consistentList(drawn: ListCase): ListCase {
	const filter = drawn.list === 'calls' ? drawn.filter : PLAIN_LIST.filter;
	const of = { ...drawn, ...possible(drawn, LISTS[drawn.list]), filter };
	const isFiltered = filter.kind !== 'none';
	return {
		...of,
		single: USUAL.single,
		shape: {
			...of.shape,
			// Lists without transcripts are those of which transcript is missing.
			transcript: of.shape.transcriptIn === 'single' ? 'missing' : of.shape.transcript,
			times: isFiltered && !ZONED.includes(of.shape.times) ? 'iso' : of.shape.times,
		},
		listing: isFiltered ? of.listing : { ...USUAL.listing, order: of.listing.order },
	};
}

export function consistentObject(of: ObjectCase): ObjectCase {
	const target = OBJECTS[of.object];
	const { kind } = of.single;
	// Raw is what came, whatever it says.
	const isRawRead = of.output === 'raw' && target.table !== 'plain' && !isAction(target);
	return {
		...of,
		isSparse: of.isSparse && isAction(target),
		shape: { ...of.shape, zoneHours: 0 },
		single: { ...of.single, kind: kind === 'empty' && !isAction(target) ? 'bare' : kind },
		envelope: USUAL.envelope,
		paging: USUAL.paging,
		listing: USUAL.listing,
		refusal: isRawRead ? 'none' : of.refusal,
	};
}

const { constant, constantFrom, integer, nat, record } = fc;

const ofAny = (refusedPercent: number) => ({
	...manners(LEFT_OUT),
	seed: nat(1_000_000),
	output: mostly<ListCase['output']>(60, 'simplified', 'allColumns', 'raw'),
	refusal: mostly<Refusal>(refusedPercent, 'none', ...(Object.keys(REFUSALS) as Refusal[])),
});

const lists: Arbitrary<ListCase> = record<ListCase>({
	...ofAny(4),
	kind: constant('list'),
	list: mostly<ListName>(65, 'calls', ...(Object.keys(LISTS) as ListName[])),
	count: weighted(
		[55, integer({ min: 1, max: 12 })],
		[12, constant(0)],
		[8, constantFrom(1, 2)],
		[15, integer({ min: 13, max: 99 })],
		[10, integer({ min: 100, max: 250 })],
	),
	limit: mostly<number | undefined>(35, undefined, 1, 2, 5, 10, 50, 120),
	filter: record({
		kind: mostly<Filter['kind']>(50, 'none', 'between', 'between', 'callId', 'unknownCallId'),
		first: nat(1_000),
		last: nat(1_000),
	}),
}).map(consistentList);

const objects: Arbitrary<ObjectCase> = record<ObjectCase>({
	...ofAny(15),
	kind: constant('object'),
	object: constantFrom(...(Object.keys(OBJECTS) as ObjectName[])),
	isSparse: mostly(30, false, true),
}).map(consistentObject);

/** Lists of any length, and answers about one thing. */
export const CASES: Record<Case['kind'], Arbitrary<Case>> = { list: lists, object: objects };
