import fc, { type Arbitrary } from 'fast-check';
import type { Draft, Kinds } from './consistent.mts';
import { sometimes, weighted } from './drawing.mts';
import { ROW_TIMES } from './rowTimes.mts';

/*
 * Arbitraries of platforms. In each of them most is as usual, so that one oddity does not hide what another one reveals.
 */

const HOUR = 3_600_000;

const { constant, constantFrom, record } = fc;

/** The usual value, or in so many of a hundred platforms another one. */
const odd = <const Value,>(percent: number, usual: Value, ...others: Value[]): Arbitrary<Value> =>
	sometimes(percent, constantFrom(...others), usual);

/** What may change at any moment. */
const changing = {
	order: constantFrom(
		'newest',
		'newest',
		'newest',
		'oldest',
		'oldest',
		'arrival',
		'random',
		'updated',
		'grouped',
		'appointment',
	),
	undated: constantFrom('last', 'first'),
	pageCap: constantFrom(100, 100, 1, 2, 3, 7),
	envelope: constantFrom('array', 'items', 'items', 'nested'),
	total: constantFrom('none', 'right', 'right', 'page'),
	pastEnd: odd(25, 'empty', 'lastPage'),
	dateFilter: constantFrom('ignored', 'applied', 'applied', 'refused', 'onEnd', 'onAppointment'),
	filterShiftMs: sometimes(33, constantFrom(HOUR, -HOUR, 2 * HOUR), 0),
	otherFilters: constantFrom('applied', 'ignored'),
	refuseLimitAbove: constantFrom(10_000, 10_000, 100, 50),
	detail: odd(50, 'plain', 'dataMeta', 'parts', 'success', 'jsonApi', 'noStatus'),
	analysis: odd(25, 'null', 'nullFields'),
} as const;

export const quirks = {
	...changing,
	offsetCounts: odd(20, 'rows', 'pagesFromZero', 'pagesFromOne'),
	idName: odd(40, 'own', 'id', 'ownLater', 'sharedId'),
	words: odd(15, 'usual', 'unknown'),
	directions: odd(25, 'usual', 'outgoing', 'outbound-api'),
	campaign: odd(25, 'id', 'object'),
} as const;

const usualChanges = {
	order: constantFrom('newest', 'oldest', 'random'),
	total: constantFrom('none', 'right'),
	pastEnd: constant('empty'),
	dateFilter: constantFrom('ignored', 'applied', 'refused'),
	detail: constant('plain'),
	analysis: constant('null'),
} as const;

/** Platforms on which little is odd. */
export const usualQuirks = {
	...usualChanges,
	offsetCounts: constant('rows'),
	idName: constantFrom('own', 'id'),
	words: constant('usual'),
	directions: constant('usual'),
	campaign: constant('id'),
} as const;

export const USUAL_KINDS: Kinds = { times: ['steady'], troubles: ['none'] };

/** @param isUsual whether little becomes odd */
export const quirkChanges = (isUsual: boolean) =>
	record({
		do: constant('quirks' as const),
		quirks: record(
			{
				...changing,
				...(isUsual && usualChanges),
				timestamps: constantFrom('iso' as const, 'isoNoZone', 'seconds', 'milliseconds'),
			},
			{ requiredKeys: [] },
		),
	});

export const times = weighted<Draft['times']>(
	[56, constant({ timestamps: 'iso', zoneMs: 0 })],
	[4, constant({ timestamps: 'seconds', zoneMs: 0 })],
	[4, constant({ timestamps: 'milliseconds', zoneMs: 0 })],
	[12, constant({ timestamps: 'isoNoZone', zoneMs: 2 * HOUR })],
	[12, constant({ timestamps: 'isoNoZone', zoneMs: -5 * HOUR })],
	[12, constant({ timestamps: 'missing', zoneMs: 0 })],
);

const rowTimes = weighted<Kinds['times']>(
	[55, constant(['steady'])],
	[10, constant(['steady', 'steady', 'steady', 'steady', 'future'])],
	[10, constant(['steady', 'late'])],
	[10, constant(['moving'])],
	[5, constant(['renamed'])],
	[5, constant(['steady', 'putOff'])],
	[5, constant(['steady', 'none'])],
	[5, constant(ROW_TIMES)],
);

const rowTroubles = weighted<Kinds['troubles']>(
	[75, constant(['none'])],
	...(['forbidden', 'gone', 'broken', 'slash', 'noAgent'] as const).map(
		(trouble): [number, Arbitrary<Kinds['troubles']>] => [
			5,
			constant(['none', 'none', 'none', 'none', trouble]),
		],
	),
);

/** What rows there are. */
export const kinds: Arbitrary<Kinds> = record({ times: rowTimes, troubles: rowTroubles });
