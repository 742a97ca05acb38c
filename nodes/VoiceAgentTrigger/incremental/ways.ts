import type { PageRead, Pages } from '../../shared/http';
import { PageReader, pagesOf } from '../../shared/http';
import type { TriggerState } from '../state';
import type { List } from './list';
import { behindEnd, listEnd, pageIfAny } from './listEnd';
import type { End, Reading, Stretch } from './reading';

/*
 * The quick ways to what is new in a long list. Each is one object; they are tried in order, and each is believed only as far as the rows prove
 * it.
 */

const FIRST_PAGE = 100;

/** What was read of the front of a list, and how to go on. */
export interface Front {
	reading: Reading;
	state: TriggerState;
	stretch: Stretch;
	pages: Pages;
	reader: PageReader;
	head: Head;
}

/** `end` is 'past' if all new rows were met, and 'untrusted' if the list is not what it seemed to be. */
interface Read {
	end: End;
	/** Rows of the list, if they were counted. */
	count?: number;
}

export interface Way {
	/** Whether the first rows look as if it worked. */
	fits(front: Front): boolean;
	read(front: Front): Promise<Read>;
}

const isSorted = ({ state }: Front): boolean => !state.noted.has('not sorted');

/** From the front until the rows are old. */
const newestFirst: Way = {
	fits: (front) => isSorted(front) && front.stretch.order.isNewestFirst,
	async read({ reading, state, pages, reader, stretch }) {
		const end = reading.isPast(stretch)
			? 'past'
			: await reading.read(pages, reader, stretch, () => {
					if (!stretch.order.mayBeNewestFirst) return 'untrusted';
					return reading.isPast(stretch) ? 'past' : undefined;
				});
		return end === 'past' ? await ifSorted(reading, state, stretch) : { end };
	},
};

/** From the back, as many rows as must be met. */
const oldestFirst: Way = {
	fits: (front) => isSorted(front) && front.stretch.order.isOldestFirst,
	async read({ reading, state, head, reader, stretch: front }) {
		const { end, stretch } = await fromTheBack(reading, {
			head,
			count: state.list.count,
			wanted: reading.unmet.size,
			pageSize: Math.min(FIRST_PAGE, reader.pageSize),
			isEnough: ({ order }) => reading.isOld(order.earliest),
		});
		return end === 'past' ? await ifSorted(reading, state, front, stretch?.offset) : { end };
	},
};

export const WAYS: readonly Way[] = [newestFirst, oldestFirst];

/** Where the order of a list is looked at the first time, as parts of its length; and at each poll after that, at another place and at its end. */
const FIRST_PLACES = Array.from({ length: 12 }, (_entry, index) => (index + 0.5) / 12);

/** Looks at pages of a list, and notes how they are sorted. */
class Looks {
	/** The last row of the page before. */
	private last?: string;

	/** @param front its first rows, which show how it is sorted */
	constructor(
		private readonly list: List,
		private readonly front: Stretch,
	) {}

	/** The number of rows of the list. */
	async length(): Promise<number> {
		return await listEnd(this.list, this.front.offset);
	}

	/** Looks at the page with a row. @returns the row behind it; undefined if there is none, or the same page once more */
	async at(row: number): Promise<number | undefined> {
		const { list, front } = this;
		const rows = await pageIfAny(list.pages, FIRST_PAGE, row);
		const last = rows.at(-1);
		const key = last && list.identity.of(last);
		if (key === undefined || key === this.last) return undefined;
		this.last = key;
		for (const one of rows) front.order.add(list.timeOf(one));
		return row + rows.length;
	}

	/**
	 * Looks where the list ended before, and on to its end: the rows of an agent that had none may come behind all others.
	 *
	 * @returns the number of its rows; less than that if it is shorter than it was, so that the next poll finds its end
	 */
	async toEnd(from: number, known: number): Promise<number> {
		const { offset, pages } = this.front;
		const fullPage = Math.min(FIRST_PAGE, Math.floor(offset / pages));
		let count = known;
		for (let row = Math.max(from, known - 1); ; row = count) {
			const end = await this.at(row);
			if (end === undefined) return row < known ? known - fullPage : count;
			count = Math.max(count, end);
			if (end - row < fullPage) return count;
			this.list.checkTime();
		}
	}
}

/**
 * Looks at some places of a list, to see if it is sorted there as it is at its front.
 *
 * @param front its first rows, which show how it is sorted
 * @param counted rows of the list, if they were counted
 */
export async function ifSorted(
	reading: Reading,
	state: TriggerState,
	front: Stretch,
	counted?: number,
): Promise<Read> {
	const { order, offset } = front;
	const { isNewestFirst } = order;
	const looks = new Looks(reading.list, front);
	const { count: known = 0 } = state.list;
	const isLooked = known > offset;
	const isKnown = isLooked && counted === undefined;
	let count = counted ?? (isLooked ? known : await looks.length());
	let next = offset;
	for (const place of isLooked ? [Math.random()] : FIRST_PLACES) {
		// Rows that are read again would look like a list that is not sorted.
		const row = Math.max(next, offset + Math.floor((count - offset) * place));
		if (row >= count) break;
		const end = await looks.at(row);
		// The list is shorter than it was; or its offset counts something else, and nothing proves an order.
		if (end === undefined && isKnown)
			return await ifSorted(reading, state, front, await looks.length());
		if (end === undefined) return { end: 'untrusted' };
		next = end;
	}
	if (isKnown) count = await looks.toEnd(next, count);
	const isSorted = isNewestFirst ? order.mayBeNewestFirst : order.mayBeOldestFirst;
	return isSorted ? { end: 'past', count } : { end: 'untrusted' };
}

/** How many rows more than expected are read from the back at first. */
const MARGIN = 100;
/** So often more is read from the back, each time twice as much. */
const MAX_STEPS = 8;

/** What is known of the first page. */
export interface Head extends Pick<PageRead, 'next' | 'total'> {
	/** What tells its last row apart. */
	last?: string;
}

export const headOf = (list: List, { next, total, rows }: PageRead): Head => {
	const last = rows.at(-1);
	return { next, total, last: last && list.identity.of(last) };
};

/** Whether the offset counts rows, and not pages: the last row of the first page is where it should be. Pages of one row would hide it. */
async function countsRows(list: List, { next, last }: Head, pageSize: number): Promise<boolean> {
	const [row] = await pageIfAny(list.pages, pageSize, next - 1);
	return row !== undefined && list.identity.of(row) === last;
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

/** What was read of the back of a list. */
interface BackRead {
	end: End;
	stretch?: Stretch;
}

/**
 * Reads the last part of a list that is sorted from old to new.
 *
 * @returns 'past' if its rows are sorted, and are enough
 */
export async function fromTheBack(reading: Reading, back: Back): Promise<BackRead> {
	const { list } = reading;
	const { head, count, pageSize } = back;
	if (!(await countsRows(list, head, pageSize))) return { end: 'untrusted' };
	const said = head.total ?? count ?? 0;
	// The last row may come for each offset behind it, too.
	const isSo = said > head.next + 1 && !(await (await behindEnd(list))(said - 2));
	return await lastPart(reading, back, isSo ? said : await listEnd(list, head.next));
}

/** Reads back from the end of a list that is so long, until that is enough. Nothing is read if the list is shorter. */
async function lastPart(
	reading: Reading,
	{ head, wanted, pageSize, isEnough }: Back,
	length: number,
): Promise<BackRead> {
	const { list } = reading;
	const reader = new PageReader(list.pages, pageSize);
	reader.grow();
	for (let step = 0; step < MAX_STEPS; step += 1) {
		const start = Math.max(head.next, length - (wanted + MARGIN) * 2 ** step);
		const stretch = reading.stretch();
		const pages = pagesOf(reader, list.identity, start);
		const end = await reading.read(pages, reader, stretch, () =>
			stretch.order.mayBeOldestFirst ? undefined : 'untrusted',
		);
		if (end !== 'ended') return { end, stretch };
		if (stretch.pages === 0) return { end: 'untrusted', stretch };
		if (start === head.next || isEnough(stretch)) {
			return { end: stretch.order.isOldestFirst ? 'past' : 'untrusted', stretch };
		}
	}
	return { end: 'untrusted' };
}
