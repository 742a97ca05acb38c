import type { Page, RequestFailure } from '../../shared/http';
import { PageReader, pagesOf } from '../../shared/http';
import { Order } from './order';
import { offsetToResume } from './resume';
import type { End, ScanRun } from './scanRun';

const isRefused = ({ details }: RequestFailure) =>
	details?.status === 400 || details?.status === 422;

/**
 * Reads what the platform's own date filter leaves of a list. Nothing says that the platform knows the filter, or understands the time as
 * it is meant. So it is trusted only if no row is older than asked for, and every row that is known to be there comes.
 */
export async function withDateFilter(run: ScanRun, pageSize: number): Promise<End> {
	const { list, since } = run;
	const { boundary, checkpoint } = list;
	if (since === undefined || !boundary || boundary.time > since) return 'untrusted';

	const from = new Date(Math.floor(boundary.time / 1000) * 1000);
	const fetchPage = list.pages({ [list.dateFilter]: from.toISOString() });
	let isUnknown = false;
	const reader = new PageReader(
		async (limit, offset) =>
			await fetchPage(limit, offset).catch((failure: RequestFailure): Page => {
				isUnknown = limit === pageSize && isRefused(failure);
				if (!isUnknown) throw failure;
				return { rows: [] };
			}),
		pageSize,
	);
	const offset = await offsetToResume(run, 'filter', reader);
	const unmet = new Set(
		offset === undefined ? [boundary.key, ...list.expected] : checkpoint?.unmet,
	);
	const pages = pagesOf(reader, run.identity, offset);
	const end = await run.read('filter', reader, pages, new Order(), {
		unmet,
		isTrusted: (rows) => {
			rows.forEach(({ key }) => unmet.delete(key));
			return rows.every(({ time }) => time !== undefined && time >= from.getTime());
		},
	});
	return isUnknown || (end === 'complete' && unmet.size > 0) ? 'untrusted' : end;
}
