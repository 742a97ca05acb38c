import { invalid } from '../../common/errors.mts';
import type { JsonObject } from '../../common/json.mts';
import type { Quirks } from '../../simulation/behaviour.mts';
import { ordinaryCallId } from './bigIds.mts';

/** What the contract says about the parameters of an operation. */
export interface RequestKind {
	/** Those of the parameters `from` and `to` that it has. */
	dateFilters: string[];
	/** The other filters of a list that may be left out. */
	filters: string[];
}

/** Makes of a request what a platform with these quirks reads in it, or refuses it. */
export function rewriteRequest(
	kind: RequestKind,
	{ params, query }: { params: JsonObject; query: JsonObject },
	quirks: Quirks,
): void {
	filterDates(kind, query, quirks.dateFilter);
	if (quirks.filters === 'ignored') for (const name of kind.filters) delete query[name];
	if (!quirks.bigIds) return;
	for (const part of [params, query])
		if (part.call_id !== undefined) part.call_id = ordinaryCallId(part.call_id);
}

/** Takes `from` and `to` out of a query, or refuses them, unless they are honoured. */
function filterDates(
	{ dateFilters }: RequestKind,
	query: JsonObject,
	filter: Quirks['dateFilter'],
): void {
	if (filter === 'honoured' || filter === 'otherDate') return;
	for (const name of dateFilters.filter((candidate) => candidate in query)) {
		if (filter === 'refused') throw invalid(['query', name], 'is not supported');
		delete query[name];
	}
}
