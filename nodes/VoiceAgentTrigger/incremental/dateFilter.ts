import type { Page, RequestFailure } from '../../shared/http';
import { PageReader, pagesOf } from '../../shared/http';
import type { TriggerState } from '../state';
import type { End, Reading } from './reading';

const isRefused = ({ details }: RequestFailure) =>
	details?.status === 400 || details?.status === 422;

/**
 * Reads what the platform's own date filter leaves of a list. Nothing says that the platform knows the filter, understands the time as it is
 * meant, or looks at the same time. So it is trusted only if no row is older than asked for, every row that is known to be there comes, and
 * rows come that are not over: a filter for the end would leave them out.
 *
 * @returns 'past' if it can be trusted
 */
export async function throughDateFilter(
	reading: Reading,
	state: TriggerState,
	pageSize: number,
): Promise<End> {
	const { list, since } = reading;
	const boundary = since === undefined ? undefined : state.boundaryAt(since);
	if (!boundary) return 'untrusted';

	const fetchPage = list.pages({ [list.dateFilter]: new Date(boundary.time).toISOString() });
	let isUnknown = false;
	const reader = new PageReader(
		async (limit, offset) =>
			await fetchPage(limit, offset).catch((failure: RequestFailure): Page => {
				isUnknown = offset === 0 && isRefused(failure);
				if (!isUnknown) throw failure;
				return { rows: [] };
			}),
		pageSize,
	);
	const known = new Set([boundary.key, ...reading.unmet]);
	const end = await reading.read(
		pagesOf(reader, list.identity.forPages),
		reader,
		reading.stretch('front'),
		({ rows }) => {
			if (list.isOpen && rows.some(list.isOpen)) state.noteFilterShowsOpen(true);
			const times = rows.map(list.timeOf);
			return times.every((time) => time !== undefined && time >= boundary.time)
				? undefined
				: 'untrusted';
		},
	);
	if (end !== 'ended') return end;
	const isProven = !list.isOpen || state.filterShowsOpen;
	const isAllMet = [...known].every((key) => reading.met.has(key));
	return isProven && isAllMet && !isUnknown ? 'past' : 'untrusted';
}
