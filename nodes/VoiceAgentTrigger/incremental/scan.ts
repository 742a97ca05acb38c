import { PageReader, pagesOf } from '../../shared/http';
import { fromTheBack } from './fromTheBack';
import { fromTheFront } from './fromTheFront';
import type { List, ScanResult, TakeRows } from './list';
import { Order } from './order';
import type { End } from './scanRun';
import { ScanRun } from './scanRun';
import { withDateFilter } from './withDateFilter';

const FIRST_PAGE = 100;

/**
 * Reads all rows of a list since some time, with as few requests as the platform allows. What the API document leaves open is found out
 * from the rows themselves, each time again, and believed only as far as they prove it:
 *
 * - newest first: from the front until the rows are old
 * - a date filter that works: with it, if the answer holds every row that is known to be there
 * - oldest first: from the back
 * - none of these: everything, from the front
 *
 * It knows nothing of what was emitted: its caller passes what it needs in `list`, and takes the rows page by page, in the order of the
 * platform. A row may come twice.
 */
export async function scan(list: List, takeRows: TakeRows): Promise<ScanResult> {
	const run = new ScanRun(list, takeRows);
	return run.result(await readList(run));
}

async function readList(run: ScanRun): Promise<End> {
	const { list } = run;
	const order = new Order();
	const reader = new PageReader(list.pages({}), FIRST_PAGE);
	const pages = pagesOf(reader, run.identity);
	const first = await pages.next();
	if (first.done) return 'complete';
	if (run.takePage(first.value, order)) return 'enough';
	if (first.value.isLast || run.isPast(order)) return 'complete';

	const { pageSize } = reader;
	// What needs several polls must not begin with another way each time.
	const isFree = list.checkpoint?.way !== 'front';
	let end: End = 'untrusted';
	if (isFree && order.isOldestFirst) {
		end = await fromTheBack(run, first.value, order.end, pageSize);
	}
	if (isFree && end === 'untrusted' && !order.mayBeNewestFirst) {
		end = await withDateFilter(run, pageSize);
	}
	return end === 'untrusted'
		? await fromTheFront(run, reader, pages, first.value.next, order)
		: end;
}
