import type { Without } from '../platform/drawing.mts';
import { USUAL } from '../platform/manners.mts';
import { possible } from '../platform/possible.mts';
import { PLAIN_LIST, type ListCase, type ObjectCase } from './cases.mts';
import { LISTS, OBJECTS, isAction } from './resources.mts';

/*
 * Makes cases of independent choices: what cannot be together on any platform becomes plain again.
 */

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
	const isCalls = drawn.list === 'calls';
	const filter = isCalls && drawn.filter.kind !== 'none' ? drawn.filter : PLAIN_LIST.filter;
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
	// After an action, a text under `error` would be a refusal.
	const isRefusal = of.shape.extras === 'errorText' && isAction(target);
	return {
		...of,
		isSparse: of.isSparse && isAction(target),
		shape: {
			...of.shape,
			zoneHours: 0,
			extras: isRefusal ? 'nullError' : of.shape.extras,
		},
		single: { ...of.single, kind: kind === 'empty' && !isAction(target) ? 'bare' : kind },
		envelope: USUAL.envelope,
		paging: USUAL.paging,
		listing: USUAL.listing,
		refusal: isRawRead ? 'none' : of.refusal,
	};
}
