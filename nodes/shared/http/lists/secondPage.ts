import type { PageSource, Sent } from './pageSource';
import { isSame } from './pageSource';

/** What follows the first page, and what the platform counts. */
export type Second =
	| { sent: Sent; /** Rows before the next page. */ offset: number }
	| { sent: Sent; /** Number of the next page. */ pageNumber: number }
	/** The field that told the rows apart identifies none. */
	| 'falseId'
	/** Rows came or went in the meantime, so that nothing is proven. */
	| 'changed'
	/** Nothing follows. */
	| undefined;

const hasSome = ({ keys }: Sent, { keys: others }: Sent): boolean => {
	const known = new Set(others);
	return keys.some((key) => known.has(key));
};

/** In so few rows, one that came in the meantime looks like another way to count. */
const FEW_ROWS = 3;

const overlap = (sent: Sent, offset: number): Second => ({
	sent: { ...sent, isOverlap: true },
	offset: offset + sent.keys.length,
});

/** What the second page shows, if the first one is still what it was. */
async function unlessChanged(source: PageSource, first: Sent, second: Second): Promise<Second> {
	return (await source.isFront(first)) ? second : 'changed';
}

/** The first page came again: rows were added in the meantime, or the platform ignores the offset. */
async function sameAgain(source: PageSource, sent: Sent): Promise<Second> {
	return (await source.isFront(sent)) ? await source.wholeList(sent) : 'changed';
}

/** Offset 1 gave the first page again. If the platform counts pages from one, offset 2 gives the second; otherwise it ignores the offset. */
async function pageTwo(source: PageSource, first: Sent): Promise<Second> {
	const sent = await source.pageIfAny(2, first.at.limit);
	if (!sent || sent.keys.length === 0) return undefined;
	if (!hasSome(sent, first)) return await unlessChanged(source, first, { sent, pageNumber: 3 });
	return (await source.hasFalseId(sent, first)) ? 'falseId' : await sameAgain(source, sent);
}

/** Nothing is there at offset 1 either. */
async function afterNothing(
	source: PageSource,
	first: Sent,
	wasAnswered: boolean,
): Promise<Second> {
	const count = first.keys.length;
	const { limit } = first.at;
	// A platform may accept multiples of the limit only.
	const multiple = count === limit ? await source.pageIfAny(count, limit) : undefined;
	if (multiple) return { sent: multiple, offset: count + multiple.keys.length };
	const { total = count, hasMore } = first.page;
	const isWhole = hasMore === false || (count < limit && total === count);
	if (wasAnswered || isWhole) return undefined;
	const sent = await source.page(count, undefined, limit);
	return { sent, offset: count + sent.keys.length };
}

/** The last row of the first page did not come where it should, if the platform counted rows. */
async function notRows(source: PageSource, first: Sent, wasAnswered: boolean): Promise<Second> {
	const sent = await source.pageIfAny(1, first.at.limit);
	if (!sent) return await afterNothing(source, first, wasAnswered);
	if (isSame(sent.keys, first.keys)) return await pageTwo(source, first);
	if (sent.keys.length === 0) return undefined;
	const second = hasSome(sent, first) ? overlap(sent, 1) : { sent, pageNumber: 2 };
	return await unlessChanged(source, first, second);
}

/**
 * The second page of a list. It is requested so that it begins with the last row of the first one, if the platform counts rows. Otherwise
 * this shows what it counts: pages from zero, pages from one, or nothing.
 */
export async function secondPage(source: PageSource, first: Sent): Promise<Second> {
	const count = first.keys.length;
	const offset = Math.max(1, count - 1);
	const sent = await source.pageIfAny(offset, first.at.limit);
	if (!sent || sent.keys.length === 0) {
		return count > 1 ? await notRows(source, first, sent !== undefined) : undefined;
	}
	if (isSame(sent.keys, first.keys)) {
		if (await source.hasFalseId(sent, first)) return 'falseId';
		return offset === 1 ? await pageTwo(source, first) : await sameAgain(source, sent);
	}
	if (hasSome(sent, first)) {
		const second = overlap(sent, offset);
		const isProven = count > FEW_ROWS || sent.keys.length < count;
		return isProven ? second : await unlessChanged(source, first, second);
	}
	return count > 1
		? await notRows(source, first, true)
		: { sent, offset: offset + sent.keys.length };
}
