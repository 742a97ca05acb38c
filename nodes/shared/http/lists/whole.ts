import type { PageSource, Sent } from './source';
import { offsetIgnored } from './source';
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

/**
 * A platform gave the same page again, for another offset: everything is there at once.
 *
 * @throws RequestFailure if that is not proven: it may give only a part of the list, always the same
 */
export async function checkWhole(source: PageSource, sent: Sent): Promise<void> {
	if (await isWhole(source, sent)) return;
	// Rows that came or went in the meantime would look the same.
	const now = await source.page(0, undefined, sent.limit);
	const hasChanged = now.keys.join() !== sent.keys.join();
	if (!hasChanged || !(await isWhole(source, now))) throw offsetIgnored();
}
