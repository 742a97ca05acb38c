import type { Without } from '../platform/drawing.mts';
import { USUAL } from '../platform/manners.mts';
import { possible } from '../platform/possible.mts';
import { PLAIN_LIST, type ListCase, type ObjectCase } from './cases.mts';
import { LISTS, OBJECTS, isAction } from './resources.mts';

/*
 * Makes cases of independent choices: what cannot be together on any platform becomes plain again.
 */

/**
 * Not played here: what a platform selects is right, by whatever date it does so, and a reader cannot know of another one than those it shows. An
 * answer about one thing that says less than the list is nothing to a reader that reads only one of them.
 */
export const LEFT_OUT: Without = {
	listing: { by: ['ended', 'appointment'], shiftHours: [1, -1, 2] },
	// Lists without transcripts are those of which transcript is missing.
	single: { kind: ['noStatus'] },
};

function consistentIds<Of extends ListCase | ObjectCase>(of: Of): Of['ids'] {
	const { ids } = of;
	const usesId = ['id', 'both', 'ownLater'].includes(ids.name);
	const name = ids.organization === 'id' && usesId ? 'own' : ids.name;
	if (of.kind === 'object') return { ...ids, name: name === 'unknown' ? 'own' : name, rows: 'all' };

	const isTable = LISTS[of.list].table !== 'plain';
	const needsIds = of.paging.inserts > 0 || of.filter.kind.endsWith('allId');
	return {
		...ids,
		// A column of Simplify cannot tell from one row that `id` is the same in all of them.
		name: name === 'unknown' && (isTable || needsIds) ? 'own' : name,
		rows:
			needsIds || ids.name === 'ownLater' || (isTable && ids.organization === 'id')
				? 'all'
				: ids.rows,
	};
}

/** Times without a zone are read as UTC where none is named. */
const zoneHoursOf = ({ zone, zoneHours }: ListCase['shape']) => (zone === 'beside' ? zoneHours : 0);

/** Times that a reader can hold against a filter. */
const ZONED = ['iso', 'offset', 'micro', 'seconds', 'milliseconds', 'secondsText'];

export function consistentList(drawn: ListCase): ListCase {
	const isCalls = drawn.list === 'calls';
	const isGrouped = drawn.envelope.kind === 'groups';
	const filter =
		isCalls && drawn.filter.kind !== 'none' && !isGrouped ? drawn.filter : PLAIN_LIST.filter;
	const of = { ...drawn, ...possible(drawn, LISTS[drawn.list]), filter };
	const isFiltered = filter.kind !== 'none';
	const isTotalTrue = of.envelope.total === 'right' || of.envelope.total === 'text';
	// Nobody can tell that rows are missing of which nothing is said, or that are not asked for.
	const mayMiss = isTotalTrue && !isFiltered && of.limit === undefined && of.paging.inserts === 0;
	const isReshuffled = of.listing.order === 'reshuffled' && mayMiss;
	// Only identifiers tell a row that is listed twice from two that are equal.
	const hasIds = LISTS[of.list].table !== 'plain' && of.ids.rows === 'all' && !isFiltered;
	// A small page can have nothing but a row that was on the page before.
	const isLarge = of.paging.cap >= 20 && of.paging.refusedAbove >= 25 && of.paging.inserts === 0;
	const repeats = hasIds && isLarge ? of.listing.repeats : 0;
	// Where identifiers are needed, they have a name that is known.
	const isSpelled = of.paging.inserts === 0 && repeats === 0 && !isFiltered;
	return {
		...of,
		paging: { ...of.paging, window: mayMiss ? of.paging.window : 0 },
		ids: consistentIds(of),
		single: USUAL.single,
		shape: {
			...of.shape,
			zoneHours: zoneHoursOf(of.shape),
			transcript: of.shape.transcriptIn === 'single' ? 'missing' : of.shape.transcript,
			spelling: isSpelled ? of.shape.spelling : 'snake',
			times: isFiltered && !ZONED.includes(of.shape.times) ? 'iso' : of.shape.times,
		},
		listing: {
			...(isFiltered ? of.listing : USUAL.listing),
			repeats,
			order: of.listing.order === 'reshuffled' && !isReshuffled ? 'newest' : of.listing.order,
		},
		refusal: ['array', 'groups'].includes(of.envelope.kind) ? 'none' : of.refusal,
	};
}

export function consistentObject(of: ObjectCase): ObjectCase {
	const target = OBJECTS[of.object];
	const isReceipt = ['receipt', 'empty', 'words'].includes(of.single.kind);
	const hasTranscript = target.singular === 'call' && !of.isSparse;
	const isRoomless =
		(isReceipt && !isAction(target)) || (of.single.kind === 'split' && !hasTranscript);
	const kind = isRoomless ? 'bare' : of.single.kind;
	// Raw is what came, whatever it says.
	const isRawRead = of.output === 'raw' && target.table !== 'plain' && !isAction(target);
	// Two objects of which nothing is known but an identifier are shown as they are.
	const isSparse = of.isSparse && isAction(target) && kind !== 'twoEqual';
	// After an action, a text under `error` would be a refusal, and so would `success: false`.
	const isRefusal = ['errorText', 'success'].includes(of.shape.extras) && isAction(target);
	const extras = isRefusal ? 'nullError' : of.shape.extras;
	const isTold = !['empty', 'words', 'twoEqual'].includes(kind);
	const takesPart = of.object === 'createCampaign' && isTold && extras !== 'nullError';
	const refuses = takesPart && of.refusal === 'none' ? of.single.refuses : 'nobody';
	return {
		...of,
		ids: consistentIds(of),
		isSparse,
		shape: {
			...of.shape,
			zoneHours: zoneHoursOf(of.shape),
			spelling: 'snake',
			extras,
		},
		single: { ...of.single, kind, refuses },
		envelope: USUAL.envelope,
		paging: USUAL.paging,
		listing: USUAL.listing,
		refusal: kind === 'twoEqual' || isRawRead ? 'none' : of.refusal,
	};
}
