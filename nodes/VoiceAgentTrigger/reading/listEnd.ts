import type { FetchPage } from '../../shared/http';
import { mayBePastEnd } from '../../shared/http';

/** More rows than any list has. */
const FAR = 1_000_000_000;
/** How exactly the end is found: the number of rows between an offset with a row and one without. */
const NEAR = 50;

/**
 * About how many rows a list has: at most some more than there are. It takes about two requests per binary digit.
 *
 * @param from so many there are for certain
 * @param checkTime throws if there is no time for another request
 */
export async function listEnd(
	fetchPage: FetchPage,
	from: number,
	checkTime: () => void,
): Promise<number> {
	const isThere = async (offset: number): Promise<boolean> => {
		checkTime();
		const page = await fetchPage(1, offset).catch((error: unknown) => {
			if (mayBePastEnd(error)) return { rows: [] };
			throw error;
		});
		return page.rows.length > 0;
	};
	let low = from;
	let high = from * 2;
	while (high < FAR && (await isThere(high))) {
		low = high;
		high *= 2;
	}
	while (high - low > NEAR) {
		const middle = Math.floor((low + high) / 2);
		if (await isThere(middle)) low = middle;
		else high = middle;
	}
	return high;
}
