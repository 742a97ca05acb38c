import type { PageRead } from '../../shared/http';
import { PageReader, pagesOf } from '../../shared/http';
import type { List } from './list';
import { listEnd, pageIfAny } from './listEnd';
import type { End, Reading, Stretch } from './reading';

/** How many rows more than expected are read from the back at first. */
const MARGIN = 100;
/** So often more is read from the back, each time twice as much. */
const MAX_STEPS = 8;

/** Whether so many rows from the back are enough: the first ones are old, and every known row came. */
export function isEnough({ unmet, since, slack }: Reading, { order }: Stretch): boolean {
	const { earliest } = order;
	if (since === undefined || earliest === undefined || earliest >= since) return false;
	return unmet.size === 0 || earliest < since - slack;
}

/** What is known of the first page. */
export interface Head extends Pick<PageRead, 'next' | 'total'> {
	/** What tells its last row apart. */
	last?: string;
}

export const headOf = (list: List, { next, total, rows }: PageRead): Head => {
	const last = rows.at(-1);
	return { next, total, last: last && list.identity.forPages.of(last) };
};

/** Whether the offset counts rows, and not pages: the last row of the first page is where it should be. Pages of one row would hide it. */
async function countsRows(list: List, { next, last }: Head, pageSize: number): Promise<boolean> {
	const [row] = await pageIfAny(list.pages({}), pageSize, next - 1);
	return row !== undefined && list.identity.forPages.of(row) === last;
}

/** What is read from the back of a list. */
interface Back {
	/** The first page of the list, read from its front. */
	head: Head;
	/** How many rows the list had before, if that is known. */
	count?: number;
	/** How many rows are wanted at least. */
	wanted: number;
	pageSize: number;
	/** Whether the rows that were read are enough. */
	isEnough: (stretch: Stretch) => boolean;
}

/**
 * Reads the last part of a list that is sorted from old to new.
 *
 * @returns 'past' if its rows are sorted, and are enough
 */
export async function fromTheBack(
	reading: Reading,
	{ head, count, wanted, pageSize, isEnough: isDone }: Back,
): Promise<{ end: End; stretch?: Stretch }> {
	const { list } = reading;
	const reader = new PageReader(list.pages({}), pageSize);
	reader.grow();
	if (!(await countsRows(list, head, pageSize))) return { end: 'untrusted' };
	const said = head.total ?? count ?? 0;
	let length: number | undefined = said > head.next ? said : await measured(reading, head);
	let isMeasured = said <= head.next;

	let back = wanted + MARGIN;
	for (let step = 0; length !== undefined && step < MAX_STEPS; step += 1) {
		const start = Math.max(head.next, length - back);
		const stretch = reading.stretch('front');
		const pages = pagesOf(reader, list.identity.forPages, start);
		const end = await reading.read(pages, reader, stretch, () =>
			stretch.order.mayBeOldestFirst ? undefined : 'untrusted',
		);
		if (end !== 'ended') return { end, stretch };
		if (stretch.pages === 0) {
			// The list is shorter than the platform says.
			if (isMeasured) return { end: 'untrusted' };
			length = await measured(reading, head);
			isMeasured = true;
			continue;
		}
		const isAll = start === head.next;
		if (isAll || isDone(stretch)) {
			return { end: stretch.order.isOldestFirst ? 'past' : 'untrusted', stretch };
		}
		back *= 2;
	}
	return { end: length === undefined ? 'outOfTime' : 'untrusted' };
}

const measured = async ({ list }: Reading, { next }: Back['head']): Promise<number | undefined> =>
	await listEnd(list, list.pages({}), next);
