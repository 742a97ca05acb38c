import { saysMore } from './end';
import { PageCounting } from './pages';
import type { Keeping } from './rows';
import { MIN_SIZE, RowCounting } from './rows';
import type { Counting, PageSource, Sent } from './source';
import { hasSome, isSameFront, offsetIgnored } from './source';

/** What follows the first page, and the way in which the platform counts. */
export type Second =
	| { sent: Sent; counting: Counting }
	/** Nothing follows. The page shows it, if the platform gave one. */
	| { end?: Sent }
	/** The field that told the rows apart identifies none. */
	| 'falseId'
	/** Rows came or went in the meantime, so that nothing is proven. */
	| 'changed';

/** In so few rows, one that came in the meantime looks like another way to count. */
const FEW_ROWS = 3;

/** Whether the rows do not depend on the limit, or what is said about the list does not depend on the page. */
async function isWhole({ reader }: PageSource, { page, limit }: Sent): Promise<boolean> {
	const count = page.rows.length;
	if (count > limit) return true;
	if (saysMore(page) === true) return false;
	if (count <= 1) return true;
	const one = (await reader.page(0, undefined, 1)).page;
	return one.rows.length >= count || one.total === count || saysMore(one) === true;
}

/** Whether the offset leads to other rows, one at a time: then this page is the last one, too. */
async function countsSingleRows(source: PageSource): Promise<boolean> {
	const first = await source.page(0, undefined, 1);
	for (const offset of [1, 2]) {
		const other = await source.pageIfAny(offset, 1);
		if (first.keys.length !== 1 || other?.keys.length !== 1) return false;
		const isOther = !isSameFront(other.keys, first.keys);
		// A row that came in the meantime would look the same.
		if (isOther) return isSameFront((await source.page(0, undefined, 1)).keys, first.keys);
	}
	return false;
}

/**
 * A platform gave the same page again, for another offset: everything is there at once, or the page is the last one too, and comes for every
 * offset behind the end.
 *
 * @throws RequestFailure if it gives only a part of the list, always the same
 */
async function checkWhole(source: PageSource, sent: Sent): Promise<void> {
	if ((await isWhole(source, sent)) || (await countsSingleRows(source))) return;
	// Rows that came or went in the meantime would look the same.
	const now = await source.page(0, undefined, sent.limit);
	const hasChanged = now.keys.join() !== sent.keys.join();
	if (hasChanged && ((await isWhole(source, now)) || (await countsSingleRows(source)))) return;
	throw offsetIgnored();
}

/** Finds out what the platform counts, by what it gives for other offsets. */
class SecondPage {
	constructor(
		private readonly source: PageSource,
		private readonly first: Sent,
		private readonly keeping?: Keeping,
	) {}

	/** It is requested so that it begins with the last row of the first page, if the platform counts rows. */
	async find(): Promise<Second> {
		const { source, first } = this;
		const count = first.keys.length;
		const offset = Math.max(1, count - 1);
		const sent = await source.pageIfAny(offset, first.limit);
		if (!sent || sent.keys.length === 0) {
			return count > 1 ? await this.notRows(sent !== undefined) : { end: sent };
		}
		const isSame = isSameFront(sent.keys, first.keys);
		if (isSame && sent.keys.length >= count) {
			if (await source.hasFalseId(sent, first)) return 'falseId';
			return offset === 1 ? await this.pageTwo() : await this.sameAgain(sent);
		}
		if (hasSome(sent, first)) {
			const isProven = count > FEW_ROWS || sent.keys.length < count;
			return isProven ? this.rows(sent) : await this.unlessChanged(this.rows(sent));
		}
		return count > 1 ? await this.notRows(true) : this.rows(sent);
	}

	/** The last row of the first page did not come where it should, if the platform counted rows. */
	private async notRows(wasAnswered: boolean): Promise<Second> {
		const { source, first } = this;
		const sent = await source.pageIfAny(1, first.limit);
		if (!sent) return await this.afterNothing(wasAnswered);
		if (isSameFront(sent.keys, first.keys)) return await this.pageTwo();
		if (sent.keys.length === 0) return { end: sent };
		return await this.unlessChanged(hasSome(sent, first) ? this.rows(sent) : this.pages(sent, 2));
	}

	/** Offset 1 gave the first page again. If the platform counts pages from one, offset 2 gives the second; otherwise it ignores the offset. */
	private async pageTwo(): Promise<Second> {
		const { source, first } = this;
		const sent = await source.pageIfAny(2, first.limit);
		if (!sent || sent.keys.length === 0) return { end: sent };
		if (!hasSome(sent, first)) return await this.unlessChanged(this.pages(sent, 3));
		return (await source.hasFalseId(sent, first)) ? 'falseId' : await this.sameAgain(sent);
	}

	/** The first page came again: rows were added in the meantime, or the platform ignores the offset and gives all at once. */
	private async sameAgain(sent: Sent): Promise<Second> {
		if (!(await this.source.isFront(sent))) return 'changed';
		await checkWhole(this.source, sent);
		return { end: sent };
	}

	/** Nothing is there at offset 1 either. A platform may accept multiples of the limit only. */
	private async afterNothing(wasAnswered: boolean): Promise<Second> {
		const { source, first, keeping } = this;
		const { limit, keys } = first;
		const sent = keys.length === limit ? await source.pageIfAny(limit, limit) : undefined;
		if (sent) {
			const counting = new RowCounting(source, first, keeping, false);
			return sent.keys.length === 0
				? { end: sent }
				: { sent: counting.second(first, sent), counting };
		}
		const { total = keys.length, hasMore } = first.page;
		const isWhole = hasMore === false || (keys.length < limit && total === keys.length);
		if (wasAnswered || isWhole) return {};
		// A page that is just full can be all there is: then an offset leads to its rows if less is requested.
		const half = Math.ceil(limit / 2);
		const isFull = keys.length === limit && total === limit && hasMore !== true;
		const part = isFull
			? ((await source.pageIfAny(1, half)) ?? (await source.pageIfAny(half, half)))
			: undefined;
		if (part && hasSome(part, first)) return {};
		// The refusal is the error.
		return { end: await source.page(keys.length, undefined, limit) };
	}

	private rows(sent: Sent): Second {
		const { source, first, keeping } = this;
		const isJoined = sent.keys[0] === first.keys.at(-1);
		// Nothing but the last row of the first page. Of small pages, one may have a single row.
		if (isJoined && sent.keys.length === 1 && first.keys.length >= MIN_SIZE) return { end: sent };
		const counting = new RowCounting(source, first, keeping);
		return { sent: counting.second(first, sent), counting };
	}

	private pages(sent: Sent, number: number): Second {
		const { source, first } = this;
		const offset = first.keys.length + sent.keys.length;
		return { sent, counting: new PageCounting(source, { number, size: first.limit }, offset) };
	}

	/** What the second page shows, if the first one is still what it was. */
	private async unlessChanged(second: Second): Promise<Second> {
		return (await this.source.isFront(this.first)) ? second : 'changed';
	}
}

/** The second page of a list, and what it shows the platform to count: rows, pages from zero, pages from one, or nothing. @throws RequestFailure */
export const secondPage = async (
	source: PageSource,
	first: Sent,
	keeping?: Keeping,
): Promise<Second> => await new SecondPage(source, first, keeping).find();
