import type { PagePlace, PageReader } from '../../shared/http';
import { pagesOf } from '../../shared/http';
import type { Pass } from '../state';
import { isRefused, pageIfAny } from './listEnd';
import { Order } from './order';
import type { Reading } from './reading';
import { Stretch } from './reading';

/** How many rows may have come or gone before the place where an earlier poll ended. */
const NEAR_ROWS = 200;
/** So many requests find the place, or it is given up. */
const MAX_PAGES = 20;
/** The same in pages: the one before the next page first. */
const NEAR_PAGES = [-1, 0, 1, -2, 2, -3, 3];

/** A part of the pass through the whole list. */
export interface PassStretch {
	stretch: Stretch;
	pages: ReturnType<typeof pagesOf>;
}

/** Where a pass goes on in the next poll. */
export const passOf = ({ offset, page, anchors, order }: Stretch) => ({
	offset,
	page,
	anchors,
	order: order.toJSON(),
});

/**
 * Goes on with a pass where an earlier poll stopped.
 *
 * @returns undefined if its place is not found any more
 */
export async function resumed(
	reading: Reading,
	pass: Readonly<Pass>,
	reader: PageReader,
): Promise<PassStretch | undefined> {
	const { offset, anchors, order, page } = pass;
	const near = offset - anchors.length;
	const again = page && (await pageWith(reading, anchors, page));
	const start = page
		? again?.place
		: ((await offsetBehind(reading, anchors, reader, near, near + anchors.length)) ??
			(await offsetBehind(reading, anchors, reader, near - NEAR_ROWS, near + NEAR_ROWS)));
	if (start === undefined) return undefined;
	const stretch = new Stretch(new Order(reading.slack, order), 'deep');
	stretch.offset = typeof start === 'number' ? start : offset;
	if (typeof start === 'number') stretch.resumedAfter = anchors.at(-1);
	else {
		stretch.page = start;
		stretch.before = offset - (again?.known ?? 0);
	}
	stretch.anchors = [...anchors];
	return { stretch, pages: pagesOf(reader, reading.list.identity, start) };
}

/** Looks for the page that has the last of these rows, or one before it, near the one where it was. */
async function pageWith(
	{ list }: Reading,
	anchors: readonly string[],
	{ number, size }: PagePlace,
): Promise<{ place: PagePlace; /** Its rows up to there. */ known: number } | undefined> {
	for (const step of NEAR_PAGES) {
		const rows = await pageIfAny(list.pages({}), size, Math.max(0, number + step));
		const keys = list.identity.keysOf(rows);
		const known = 1 + Math.max(...anchors.map((key) => keys.lastIndexOf(key)));
		if (known > 0) return { place: { number: Math.max(0, number + step), size }, known };
	}
	return undefined;
}

/** Looks for these rows between two offsets. They must be in the order they had, though some may be gone and others in between. */
async function offsetBehind(
	{ list }: Reading,
	anchors: readonly string[],
	reader: PageReader,
	from: number,
	to: number,
): Promise<number | undefined> {
	const start = Math.max(0, from);
	const keys: string[] = [];
	const keysAt = async (offset: number) => {
		const sent = await reader.page(offset).catch((error: unknown) => {
			if (isRefused(error)) return undefined;
			throw error;
		});
		return list.identity.keysOf(sent?.page.rows ?? []);
	};
	for (let pages = 0; pages < MAX_PAGES && start + keys.length < to; pages += 1) {
		const found = await keysAt(start + keys.length);
		// Behind the end of a list there is nothing, or its last page once more.
		if (found.every((key) => keys.includes(key))) break;
		for (const key of found) keys.push(key);
		// Where pages have few rows, to read all of these costs much: if the last one is where it was, nothing has moved.
		const isPart = pages === 0 && start + keys.length < to && to - from === anchors.length;
		if (isPart && (await keysAt(to - 1))[0] === anchors.at(-1)) return to;
	}
	const found = keys.filter((key) => anchors.includes(key));
	const expected = anchors.filter((key) => found.includes(key));
	const isSameOrder = found.join() === expected.join();
	if (!isSameOrder || found.length * 2 < anchors.length || found.length === 0) return undefined;
	return start + keys.lastIndexOf(found.at(-1) ?? '') + 1;
}
