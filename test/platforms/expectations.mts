import type { Row } from '../platform/rows.mts';
import { hasId, idText } from '../platform/written.mts';
import type { Case, ListCase, ObjectCase } from './cases.mts';
import { enteredFilter, momentOf, rowsOf, targetOf } from './platform.mts';
import { LISTS, isAction, type ListName } from './resources.mts';

/*
 * What a reader owes its user in a case: the truth, an error, or either of them.
 *
 * The truth is owed where the answers prove it and the manner is a usual one. Otherwise "refuse everything" would pass.
 */

/** Whether a row belongs into the result. `either`: the question of the user leaves it open. */
export type Belongs = 'in' | 'out' | 'either';

const known = new WeakMap<ListCase, Belongs[]>();

/** For each row of the list, by its place. */
export function belonging(of: ListCase): Belongs[] {
	const belongs = known.get(of) ?? belongingOf(of);
	known.set(of, belongs);
	return belongs;
}

function belongingOf(of: ListCase): Belongs[] {
	const rows = rowsOf(of);
	const { from, to, callId } = enteredFilter(of);
	if (callId !== undefined) {
		const { ids } = of;
		return rows.map((row) => (hasId(row, ids) && idText(row, ids) === callId ? 'in' : 'out'));
	}
	const bounds = [
		from === undefined ? -Infinity : Date.parse(from),
		to === undefined ? Infinity : Date.parse(to),
	];
	const [low, high] = bounds as [number, number];
	if (of.listing.filters === 'honoured') return rows.map((row) => honoured(row, of, low, high));
	return rows.map(({ created, started, ended }) => {
		const moments = [created, started, ended].filter((moment) => typeof moment === 'number');
		if (moments.every((moment) => moment > low && moment < high)) return 'in';
		// A platform that shows whole seconds cannot be held to half of one.
		const slack = of.filter.isExact ? 0 : 1000;
		const isOut = (moment: number) => moment < low - slack || moment > high + slack;
		return moments.every(isOut) ? 'out' : 'either';
	});
}

/** What the platform selects is right, by whatever time it does so. */
function honoured(row: Row, of: ListCase, low: number, high: number): Belongs {
	const moment = momentOf(row, of);
	if (moment < low || moment > high) return 'out';
	const isAtBound = moment === low || moment === high;
	return isAtBound && of.listing.bounds === 'excluded' ? 'out' : 'in';
}

const refusesLimits = ({ paging: { limit } }: ListCase) =>
	limit === 'refused400' || limit === 'refused422';

/** The fewest rows that a full page can have with a reader that asks for reasonable pages. */
function smallestPage(of: ListCase): number {
	const { cap, refusedAbove } = of.paging;
	const accepted = refusesLimits(of) ? Math.max(1, Math.floor(refusedAbove / 2)) : 50;
	return Math.min(cap, accepted);
}

/** Their rows here have no two fields that such a thing is known by. */
const NO_OTHER_FIELDS: readonly ListName[] = ['versions', 'logins', 'fieldKeys'];

/** Why an error is right in this case; empty if the rows must come. */
function listReasons(of: ListCase): string[] {
	const { paging, envelope, listing, filter, ids } = of;
	const { empty } = envelope;
	const isFiltered = filter.kind !== 'none';
	const belongs = belonging(of);
	const isTold = (isIn: Belongs) => listing.filters !== 'honoured' || isIn === 'in';
	const matching = isFiltered ? belongs.filter(isTold).length : of.count;
	const wanted = of.limit ?? Number.POSITIVE_INFINITY;
	const page = smallestPage(of);
	// Rows that are listed twice take two places of a page, which has as many as are wanted.
	const places = listing.repeats > 0 ? 2 : 1;
	const isOnePage = matching === 0 || (places === 1 && wanted <= page && wanted <= matching);
	const isAllInOne = paging.limit === 'ignored' && matching >= 2 && matching * places <= paging.cap;
	const isFewerRows = paging.shortPages ? page / 2 : page;
	const equalIds = ids.organization === 'id' || ids.name === 'unknown';
	const pathIsGiven = of.givesPath;

	const reasons: Array<[string, boolean]> = [
		['offset is ignored', paging.offset === 'ignored' && !isOnePage && !isAllInOne],
		[
			'the filter is ignored',
			isFiltered &&
				listing.filters === 'ignored' &&
				(paging.inserts > 0 || belongs.some((isIn) => isIn !== 'in')),
		],
		['the filter is refused', isFiltered && listing.filters === 'refused'],
		['the total counts what the filter leaves out', envelope.total === 'ofTable' && isFiltered],
		['an empty list is a 404', matching === 0 && empty === '404'],
		['an empty list without a name', matching === 0 && empty === 'noRows'],
		['an unusual name', envelope.name === 'unusual' && !pathIsGiven],
		[
			'the last rows come again, in pages that vary',
			paging.pastEnd.startsWith('last') && (paging.shortPages || paging.inserts > 0),
		],
		['some rows have no identifier', ids.rows === 'some'],
		['the order changes with every page', listing.order === 'reshuffled'],
		['rows are listed twice, and counted twice', listing.repeats > 0 && envelope.total !== 'none'],
		['names in a spelling that is not read', of.shape.spelling !== 'snake'],
		['no identifier under a name that is known', ids.name === 'unknown'],
		[
			'an identifier, and no other field that is known',
			NO_OTHER_FIELDS.includes(of.list) &&
				(of.shape.times === 'missing' || of.shape.timeNames === 'time'),
		],
		['equal identifiers, and pages of one row', equalIds && isFewerRows < 2],
		[
			'pages as small as what is inserted',
			paging.inserts > 0 && Math.min(isFewerRows, wanted) <= 2 * paging.inserts,
		],
		[
			'three rows or fewer, and others with each request',
			paging.inserts > 0 && Math.min(isFewerRows, matching) < 4,
		],
	];
	return reasons.filter(([, holds]) => holds).map(([reason]) => reason);
}

function objectReasons({ single: { kind }, givesPath, object, shape }: ObjectCase): string[] {
	const pathIsGiven = givesPath;
	const reasons: Array<[string, boolean]> = [
		['an unusual name', kind === 'unusual' && !pathIsGiven],
		['a list for one object', kind === 'dataArray' && !pathIsGiven],
		['an answer without content', kind === 'empty'],
		[
			'a success and a message that may be about the request',
			object === 'makeCall' &&
				shape.analysis === 'flat' &&
				(shape.extras === 'message' || kind === 'receipt'),
		],
	];
	return reasons.filter(([, holds]) => holds).map(([reason]) => reason);
}

function listMustRefuse(of: ListCase): string | undefined {
	const { count, envelope, listing, paging, shape, list, output } = of;
	const isTable = LISTS[list].table !== 'plain';
	if (count === 0) return undefined;
	if (envelope.kind === 'groups') return 'groups of rows are no rows';
	// The first rows of a list in another order on each page are others each time: all can be had.
	const isFixed = listing.order !== 'reshuffled';
	if (isFixed && paging.window > 0 && count > paging.window) return 'a part of the list can be had';
	const hasColumns = isTable && output !== 'raw';
	return shape.spelling !== 'snake' && hasColumns ? 'no column reads this spelling' : undefined;
}

/** Why nothing but an error is right; undefined if there is a truth to tell. */
export function mustRefuse(of: Case): string | undefined {
	if (of.refusal !== 'none') return 'the platform refuses with status 200';
	if (of.kind === 'list') return listMustRefuse(of);
	const target = targetOf(of);
	const isShown = target.table === 'plain' || of.output !== 'raw';
	const isRead = isShown && !isAction(target);
	const isEqual = of.single.kind === 'twoEqual' && isRead && !of.givesPath;
	return isEqual ? 'two objects, and nothing says which one is meant' : undefined;
}

/** Why an error is as good as the truth; empty if the truth is owed. */
export function mayRefuse(of: Case): string[] {
	return of.kind === 'list' ? listReasons(of) : objectReasons(of);
}

export const isActionCase = (of: Case): boolean => isAction(targetOf(of));
