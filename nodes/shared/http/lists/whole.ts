import type { PageSource, Sent } from './source';
import { isSameFront, offsetIgnored } from './source';
import { saysMore } from './end';

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
export async function checkWhole(source: PageSource, sent: Sent): Promise<void> {
	if ((await isWhole(source, sent)) || (await countsSingleRows(source))) return;
	// Rows that came or went in the meantime would look the same.
	const now = await source.page(0, undefined, sent.limit);
	const hasChanged = now.keys.join() !== sent.keys.join();
	if (hasChanged && ((await isWhole(source, now)) || (await countsSingleRows(source)))) return;
	throw offsetIgnored();
}
