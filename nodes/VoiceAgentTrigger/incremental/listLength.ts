import type { PageRead } from '../../shared/http';
import type { ScanRun } from './scanRun';

/**
 * The number of rows of a list that does not tell it, in about two requests per binary digit.
 *
 * @param head its first page
 */
export async function listLength({ list, identity }: ScanRun, head: PageRead): Promise<number> {
	const fetchPage = list.pages({});
	const firstKey = identity.of(head.rows[0] ?? {});
	const isBehindEnd = async (offset: number) => {
		const { rows } = await fetchPage(1, offset);
		return rows.length === 0 || identity.of(rows[0] ?? {}) === firstKey;
	};
	let low = head.next;
	if (await isBehindEnd(low)) return low;
	let high = low * 2;
	while (!(await isBehindEnd(high))) {
		low = high;
		high *= 2;
	}
	while (high - low > 1) {
		const middle = Math.floor((low + high) / 2);
		if (await isBehindEnd(middle)) high = middle;
		else low = middle;
	}
	return high;
}
