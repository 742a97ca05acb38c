import { PageCounting } from './pageCounting';
import type { Keeping } from './rowCounting';
import { RowCounting } from './rowCounting';
import type { Counting, PageSource, Sent } from './source';
import { hasSome, isSameFront, offsetIgnored } from './source';

/** What follows the first page, and the way in which the platform counts; without one, nothing follows. */
export interface Second {
	sent?: Sent;
	counting?: Counting;
}

/** In so few rows, one that came in the meantime looks like another way to count. */
const FEW_ROWS = 3;

/** Whether a page has one row, with an identifier of the other page, and not its content: it was changed, or the field identifies none. */
const isOtherRow = ({ keys, page }: Sent, other: Sent): boolean =>
	keys.length === 1 &&
	isSameFront(keys, other.keys) &&
	other.page.rows.every((row) => JSON.stringify(row) !== JSON.stringify(page.rows[0]));

/**
 * Whether a page that comes for several offsets is the whole list: its rows do not depend on the limit, what is said about the list does not
 * depend on the page, or the offset leads to other rows, one at a time, so that this page is the last one, too.
 */
async function isWhole(source: PageSource, { page, limit }: Sent): Promise<boolean> {
	const count = page.rows.length;
	if (count > limit) return true;
	if (page.hasMore === true) return false;
	if (count <= 1) return true;
	const one = await source.page(0, undefined, 1);
	const { rows, total, hasMore } = one.page;
	if (rows.length >= count || total === count || hasMore === true) return true;
	const other = await source.pageIfAny(2, 1);
	const isOther = other?.keys.length === 1 && other.keys[0] !== one.keys[0];
	// A row that came in the meantime would look the same.
	return isOther && (await source.isFront(one));
}

/** Whether a page that is just full is all there is: then an offset leads to its rows if less is requested. */
async function isJustFull(source: PageSource, first: Sent): Promise<boolean> {
	const half = Math.ceil(first.limit / 2);
	const part = (await source.pageIfAny(1, half)) ?? (await source.pageIfAny(half, half));
	return part !== undefined && hasSome(part, first);
}

/**
 * The second page of a list, and what it shows the platform to count: rows, pages from zero, pages from one, or nothing.
 *
 * @returns undefined if rows came or went in the meantime, so that nothing is proven
 * @throws RequestFailure if the platform gives only a part of the list, always the same
 */
export async function secondPage(
	source: PageSource,
	first: Sent,
	keeping?: Keeping,
): Promise<Second | undefined> {
	const count = first.keys.length;
	const pageAt = async (offset: number) => await source.pageIfAny(offset, first.limit);
	const unlessChanged = async (second: Second) =>
		(await source.isFront(first)) ? second : undefined;
	const hasChanged = async () => {
		const { keys, page } = await source.page(0, undefined, first.limit);
		return `${keys}` !== `${first.keys}` || page.total !== first.page.total;
	};

	const rows = async (sent: Sent): Promise<Second> => {
		const counting = new RowCounting(source, first, sent, keeping);
		const isOnlyLast = sent.keys.length === 1 && count > 1 && sent.keys[0] === first.keys.at(-1);
		const behind = isOnlyLast ? await counting.behindLast(sent) : sent;
		return isOnlyLast && behind === sent ? { sent } : { sent: behind, counting };
	};
	const pages = (sent: Sent, number: number): Second => {
		const place = { number, size: first.limit };
		return { sent, counting: new PageCounting(source, place, count + sent.keys.length) };
	};

	/** The first page came again: rows were added in the meantime, or the platform ignores the offset and gives all in one. */
	const sameAgain = async (sent: Sent): Promise<Second | undefined> => {
		const front = await source.page(0, undefined, sent.limit);
		if (isOtherRow(sent, front) || !isSameFront(front.keys, sent.keys)) return undefined;
		if (await isWhole(source, sent)) return { sent };
		// Rows that came or went in the meantime would look the same.
		const again = await source.page(0, undefined, sent.limit);
		if ([sent, again].some(({ keys }) => `${keys}` !== `${front.keys}`)) return undefined;
		throw offsetIgnored();
	};

	/** Offset 1 gave the first page again. If the platform counts pages from one, offset 2 gives the second; otherwise it ignores the offset. */
	const pageTwo = async (): Promise<Second | undefined> => {
		const sent = await pageAt(2);
		if (!sent || sent.keys.length === 0) return { sent };
		return hasSome(sent, first) ? await sameAgain(sent) : await unlessChanged(pages(sent, 3));
	};

	/** Everything behind the first page is refused. */
	const refused = async (): Promise<Second | undefined> => {
		const { total = count, hasMore } = first.page;
		// Who keeps no rows is told at the end that the platform says there are more.
		const isTold = !keeping && (total > count || hasMore === true);
		if (hasMore === false || isTold) return {};
		const isSaid = !keeping || (total === count && hasMore !== true);
		if (isSaid && (count < first.limit || (await isJustFull(source, first)))) return {};
		// The refusal is the error, unless rows went in the meantime.
		if (await hasChanged()) return undefined;
		return { sent: await source.page(count, undefined, first.limit) };
	};

	/** The last row of the first page did not come where it should, if the platform counted rows. */
	const notRows = async (): Promise<Second | undefined> => {
		const sent = await pageAt(1);
		if (!sent) return await refused();
		if (isSameFront(sent.keys, first.keys)) return await pageTwo();
		if (sent.keys.length === 0) return { sent };
		// The first page in another order: it was sorted again in the meantime.
		if (sent.keys.length === count && sent.keys.every((key) => first.keys.includes(key)))
			return undefined;
		return await unlessChanged(hasSome(sent, first) ? await rows(sent) : pages(sent, 2));
	};

	// It is requested so that it begins with the last row of the first page, if the platform counts rows.
	const offset = Math.max(1, count - 1);
	const sent = await pageAt(offset);
	if (!sent || sent.keys.length === 0) return count > 1 ? await notRows() : { sent };
	if (isOtherRow(sent, first)) return undefined;
	if (isSameFront(sent.keys, first.keys) && sent.keys.length >= count)
		return offset === 1 ? await pageTwo() : await sameAgain(sent);
	if (!hasSome(sent, first)) return count > 1 ? await notRows() : await rows(sent);
	const isProven = count > FEW_ROWS || sent.keys.length < count;
	return isProven ? await rows(sent) : await unlessChanged(await rows(sent));
}
