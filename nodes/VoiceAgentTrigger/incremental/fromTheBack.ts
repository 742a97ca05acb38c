import type { FetchPage, Page, PageRead } from '../../shared/http';
import { PageReader, pagesOf } from '../../shared/http';
import { listLength } from './listLength';
import { Order } from './order';
import { offsetToResume } from './resume';
import type { End, ScanRun } from './scanRun';

/** How many rows more than expected are read from the back at first. */
const MARGIN = 100;

/** Does not ask twice in a row for the same page. */
function remembering(fetchPage: FetchPage): FetchPage {
	let last: { limit: number; offset: number; page: Page } | undefined;
	return async (limit, offset) => {
		if (last?.limit !== limit || last.offset !== offset) {
			last = { limit, offset, page: await fetchPage(limit, offset) };
		}
		return last.page;
	};
}

/**
 * Reads the last part of a list that is sorted from old to new.
 *
 * @param head its first page
 * @param headEnd the time of the last row of that page
 */
export async function fromTheBack(
	run: ScanRun,
	head: PageRead,
	headEnd: number | undefined,
	pageSize: number,
): Promise<End> {
	const reader = new PageReader(remembering(run.list.pages({})), pageSize);
	reader.grow();
	const start = (await offsetToResume(run, 'back', reader)) ?? (await startOf(run, head, reader));
	if (start === undefined) return 'untrusted';

	const order = new Order();
	order.add(headEnd);
	const pages = pagesOf(reader, run.identity, start);
	const end = await run.read('back', reader, pages, order, {
		isTrusted: () => order.mayBeOldestFirst,
	});
	return end === 'complete' && !order.isOldestFirst ? 'untrusted' : end;
}

/** How many rows to skip, so that all wanted ones follow; undefined if the list is not what it seemed to be. */
async function startOf(
	run: ScanRun,
	head: PageRead,
	reader: PageReader,
): Promise<number | undefined> {
	const { list } = run;
	const end = head.total ?? list.count ?? (await listLength(run, head));
	if (end <= head.next) return undefined;
	for (let back = list.expected.length + MARGIN; ; back *= 2) {
		const start = Math.max(head.next, end - back);
		const { page } = await reader.page(start);
		if (page.rows.length === 0) return undefined;
		run.learn(page.rows, new Order());
		const time = list.timeOf(page.rows[0] ?? {});
		const { since } = run;
		const isOld = time !== undefined && since !== undefined && time < since;
		if (isOld || start === head.next) return start;
	}
}
