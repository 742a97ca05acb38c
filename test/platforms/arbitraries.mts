import fc, { type Arbitrary } from 'fast-check';
import { manners, mostly, weighted } from '../platform/drawing.mts';
import { REFUSALS } from '../platform/envelopes.mts';
import type { ListCase, ObjectCase } from './cases.mts';
import { consistentList, consistentObject, LEFT_OUT } from './consistent.mts';
import { LISTS, OBJECTS, type ListName, type ObjectName } from './resources.mts';

/*
 * Arbitraries of cases. Each choice is drawn by itself; what cannot be together is mended in consistent.mts. The first of several values is the
 * plain one: fast-check shrinks to it.
 */

const { constant, constantFrom, integer, nat, record } = fc;

const ofAny = (refusedPercent: number) => ({
	...manners(LEFT_OUT),
	seed: nat(1_000_000),
	output: mostly<ListCase['output']>(60, 'simplified', 'allColumns', 'raw'),
	refusal: mostly<ListCase['refusal']>(
		refusedPercent,
		'none',
		...(Object.keys(REFUSALS) as Array<keyof typeof REFUSALS>),
	),
	givesPath: mostly(10, false, true),
});

/** Lists of any length. */
export const listCases: Arbitrary<ListCase> = record<ListCase>({
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
	limit: weighted<number | undefined>(
		[65, constant(undefined)],
		[35, constantFrom(1, 2, 5, 10, 50, 120)],
	),
	filter: record({
		kind: mostly<ListCase['filter']['kind']>(
			50,
			'none',
			'from',
			'to',
			'between',
			'callId',
			'unknownCallId',
		),
		first: nat(1_000),
		last: nat(1_000),
		isExact: mostly(50, true, false),
	}),
}).map(consistentList);

/** Answers about one thing. */
export const objectCases: Arbitrary<ObjectCase> = record<ObjectCase>({
	...ofAny(15),
	kind: constant('object'),
	object: constantFrom<ObjectName>(...(Object.keys(OBJECTS) as ObjectName[])),
	isSparse: mostly(30, false, true),
}).map(consistentObject);
