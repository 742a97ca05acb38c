import type { Row } from '../platform/rows.mts';
import { idText } from '../platform/written.mts';
import type { Case, ListCase } from './cases.mts';
import { enteredFilter, momentOf, rowsOf } from './platform.mts';
import type { ListName } from './resources.mts';

/*
 * What a reader owes its user in a case. The truth is owed where the answers prove it and the manner is a usual one. Otherwise "refuse
 * everything" would pass.
 */

/** Whether a row belongs into the result. `either`: the question of the user leaves it open. */
export type Belongs = 'in' | 'out' | 'either';

/** For each row of the list, by its place. */
export function belonging(of: ListCase): Belongs[] {
	const { from, to, callId } = enteredFilter(of);
	return rowsOf(of).map((row) => {
		if (callId !== undefined) return idText(row, of.ids) === callId ? 'in' : 'out';
		if (from === undefined || to === undefined) return 'in';
		return within(row, of, Date.parse(from), Date.parse(to));
	});
}

function within(row: Row, of: ListCase, low: number, high: number): Belongs {
	const { filters, bounds } = of.listing;
	if (filters === 'honoured') {
		// What the platform selects is right, by whatever time it does so.
		const moment = momentOf(row, of);
		const isAtBound = moment === low || moment === high;
		if (moment < low || moment > high) return 'out';
		return isAtBound && bounds === 'excluded' ? 'out' : 'in';
	}
	const moments = [row.created, row.started, row.ended].filter((each) => typeof each === 'number');
	if (moments.every((moment) => moment > low && moment < high)) return 'in';
	return moments.every((moment) => moment < low || moment > high) ? 'out' : 'either';
}

/** Their rows here have no two fields that such a thing is known by. */
const NO_OTHER_FIELDS: readonly ListName[] = ['versions', 'logins', 'fieldKeys'];

/** Why an error is as good as the truth; empty if the truth is owed. */
export function mayRefuse(of: Case): string[] {
	if (of.kind === 'object') {
		return of.single.kind === 'empty' ? ['an answer without content'] : [];
	}
	const { paging, listing, filter, shape } = of;
	const isIgnored = filter.kind !== 'none' && listing.filters === 'ignored';
	const reasons: Array<[string, boolean]> = [
		[
			'the filter is ignored',
			isIgnored && (paging.inserts > 0 || belonging(of).some((isIn) => isIn !== 'in')),
		],
		['the filter is refused', filter.kind !== 'none' && listing.filters === 'refused'],
		[
			'an identifier, and no other field that is known',
			NO_OTHER_FIELDS.includes(of.list) &&
				(shape.times === 'missing' || shape.timeNames === 'time'),
		],
	];
	return reasons.filter(([, holds]) => holds).map(([reason]) => reason);
}
