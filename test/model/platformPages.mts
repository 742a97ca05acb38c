import type { IDataObject } from 'n8n-workflow';

/** How a list is cut into pages. */
export interface Paging {
	pageCap: number;
	/** `array` has no place for a total. */
	envelope: 'array' | 'items' | 'nested';
	/** `page`: the number of rows of the page alone. */
	total: 'none' | 'right' | 'page';
	/** What an offset behind the end gives. */
	pastEnd: 'empty' | 'lastPage';
	offsetCounts: 'rows' | 'pagesFromZero' | 'pagesFromOne';
}

function startOf(offset: number, size: number, { offsetCounts }: Paging): number {
	if (offsetCounts === 'rows') return offset;
	return size * (offsetCounts === 'pagesFromOne' ? Math.max(0, offset - 1) : offset);
}

/** The rows of one page. */
export function pageOf<Row>(
	rows: readonly Row[],
	{ limit, offset }: { limit: number; offset: number },
	paging: Paging,
): Row[] {
	const size = Math.min(limit, paging.pageCap);
	const start = startOf(offset, size, paging);
	const isPast = start >= rows.length && paging.pastEnd === 'lastPage';
	const last = Math.floor(Math.max(0, rows.length - 1) / size) * size;
	return rows.slice(isPast ? last : start).slice(0, size);
}

/** The answer with a page. @param count rows of the whole list */
export function enveloped(page: IDataObject[], count: number, paging: Paging): unknown {
	const total = { none: {}, right: { total: count }, page: { total: page.length } }[paging.total];
	if (paging.envelope === 'array') return page;
	return paging.envelope === 'items'
		? { items: page, ...total }
		: { data: { rows: page, ...total } };
}
