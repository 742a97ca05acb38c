import type { IDataObject } from 'n8n-workflow';
import type { FetchPage } from '../../shared/http';
import { mayBePastEnd } from '../../shared/http';
import type { List } from './list';

/** No list is so long. What comes for this offset comes for every offset behind the end. */
const FAR = 1_000_000_000;

/** One page; without rows if the platform refuses the offset, as it may behind the end of the list. */
export async function pageIfAny(
	fetchPage: FetchPage,
	limit: number,
	offset: number,
): Promise<IDataObject[]> {
	const page = await fetchPage(limit, offset).catch((error: unknown) => {
		if (mayBePastEnd(error)) return { rows: [] };
		throw error;
	});
	return page.rows;
}

/**
 * Tells whether an offset is behind the end of a list. There may be nothing, a refusal, or the last row once more.
 */
export async function behindEnd({
	pages,
	identity,
}: List): Promise<(offset: number) => Promise<boolean>> {
	const keyAt = async (offset: number) => {
		const last = (await pageIfAny(pages, 1, offset)).at(-1);
		return last && identity.of(last);
	};
	const beyond = await keyAt(FAR);
	return async (offset) => {
		const key = await keyAt(offset);
		return key === undefined || key === beyond;
	};
}

/**
 * The number of rows of a list, in about two requests per binary digit.
 *
 * @param from so many there are for certain
 * @throws RequestFailure if the time is up
 */
export async function listEnd(list: List, from: number): Promise<number> {
	const isBehindEnd = await behindEnd(list);
	let low = from;
	let high = from * 2;
	while (high < FAR && !(await isBehindEnd(high))) {
		list.checkTime();
		low = high;
		high *= 2;
	}
	while (high - low > 1) {
		list.checkTime();
		const middle = Math.floor((low + high) / 2);
		if (await isBehindEnd(middle)) high = middle;
		else low = middle;
	}
	return high;
}
