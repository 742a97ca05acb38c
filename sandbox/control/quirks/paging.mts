import { cursorOf, type Page, POSITION } from '../../common/page.mts';
import type { Quirks } from '../../simulation/behaviour.mts';

/** A host that is not the platform's. */
const FOREIGN_ORIGIN = 'https://platform.example.com';

/** Addresses of a page and of those beside it, and what the quirk shows of them. */
export interface Ways {
	self: string;
	next: string | null;
	previous: string | null;
	/** Parts of the answer: `next` or `next_cursor`, or nothing. */
	shown: { next?: string | null; next_cursor?: string | null };
	/** The `Link` header. */
	header?: string;
}

/** How many rows the page says there are; undefined if it says nothing. */
export function totalOf(page: Page, quirk: Quirks['total']): number | undefined {
	if (quirk === 'none') return undefined;
	if (quirk === 'ofPage') return page.items.length;
	return quirk === 'ofTable' ? page[POSITION].tableTotal : page.total;
}

/** What leads from this page to others; `url` is the address of the request. */
export function waysFrom(page: Page, url: URL, style: Quirks['nextLinks']): Ways {
	const { firstRow, size } = page[POSITION];
	const { length } = page.items;
	const end = firstRow + length;
	const isLast = size < 0 || length === 0 || end >= page.total;
	const at = (row: number) => {
		const address = new URL(url);
		address.searchParams.delete('offset');
		address.searchParams.set('cursor', cursorOf(row));
		return address.href;
	};
	const next = isLast ? null : at(end);
	const previous = firstRow > 0 ? at(Math.max(0, firstRow - Math.abs(size))) : null;
	const ways: Ways = { self: url.href, next, previous, shown: {} };
	switch (style) {
		case 'absolute':
			return { ...ways, shown: { next } };
		case 'relative':
			return { ...ways, shown: { next: next && next.replace(url.origin, '') } };
		case 'foreign': {
			const foreign = next && next.replace(url.origin, FOREIGN_ORIGIN);
			return { ...ways, next: foreign, shown: { next: foreign } };
		}
		case 'cursor':
			return { ...ways, shown: { next_cursor: isLast ? null : cursorOf(end) } };
		case 'header':
			return next ? { ...ways, header: `<${next}>; rel="next"` } : ways;
		default:
			return ways;
	}
}
