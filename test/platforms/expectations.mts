import type { Row } from '../platform/rows.mts';
import { idText } from '../platform/written.mts';
import type { Case, ListCase } from './cases.mts';
import { enteredFilter, momentOf, rowsOf, targetOf } from './platform.mts';
import { isAction, type ListName } from './resources.mts';

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
		return rows.map((row) => (idText(row, of.ids) === callId ? 'in' : 'out'));
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

/** Their rows here have no two fields that such a thing is known by. */
const NO_OTHER_FIELDS: readonly ListName[] = ['versions', 'logins', 'fieldKeys'];

/** Why an error is right in this case; empty if the rows must come. */
function listReasons(of: ListCase): string[] {
	const { paging, listing, filter } = of;
	const isFiltered = filter.kind !== 'none';
	const belongs = belonging(of);

	const reasons: Array<[string, boolean]> = [
		[
			'the filter is ignored',
			isFiltered &&
				listing.filters === 'ignored' &&
				(paging.inserts > 0 || belongs.some((isIn) => isIn !== 'in')),
		],
		['the filter is refused', isFiltered && listing.filters === 'refused'],
		[
			'an identifier, and no other field that is known',
			NO_OTHER_FIELDS.includes(of.list) &&
				(of.shape.times === 'missing' || of.shape.timeNames === 'time'),
		],
	];
	return reasons.filter(([, holds]) => holds).map(([reason]) => reason);
}

/** Why nothing but an error is right; undefined if there is a truth to tell. */
export const mustRefuse = (of: Case): string | undefined =>
	of.refusal === 'none' ? undefined : 'the platform refuses';

/** Why an error is as good as the truth; empty if the truth is owed. */
export function mayRefuse(of: Case): string[] {
	if (of.kind === 'list') return listReasons(of);
	return of.single.kind === 'empty' ? ['an answer without content'] : [];
}

export const isActionCase = (of: Case): boolean => isAction(targetOf(of));
