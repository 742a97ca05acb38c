import type { Page, PageRead, RequestFailure } from '../../shared/http';
import { PageReader, pagesOf } from '../../shared/http';
import type { TriggerState } from '../state';
import { isFarBelow, listEnd, pageIfAny } from './listEnd';
import type { End, Reading, Stretch } from './reading';
import type { List } from './list';

/*
 * The quick ways to what is new in a list. Each is one object; they are tried in order, and each is believed only as far as the rows prove it.
 */

/** What was read of the front of a list, and how to go on. */
export interface Front {
	reading: Reading;
	state: TriggerState;
	stretch: Stretch;
	pages: AsyncGenerator<PageRead>;
	reader: PageReader;
	head: Head;
	pageSize: number;
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

const isSorted = ({ state }: Front): boolean => !state.has('not sorted');

/** From the front until the rows are old. */
const newestFirst: Way = {
	fits: (front) => isSorted(front) && front.stretch.order.isNewestFirst,
	async read({ reading, pages, reader, stretch }) {
		if (reading.isPast(stretch)) return { end: 'past' };
		const end = await reading.read(pages, reader, stretch, () => {
			if (!stretch.order.mayBeNewestFirst) return 'untrusted';
			return reading.isPast(stretch) ? 'past' : undefined;
		});
		return { end };
	},
};

/** From the back, as many rows as must be met. */
const oldestFirst: Way = {
	fits: (front) => isSorted(front) && front.stretch.order.isOldestFirst,
	async read({ reading, state, head, pageSize }) {
		const { end, stretch } = await fromTheBack(reading, {
			head,
			count: state.list.count,
			wanted: reading.unmet.size,
			pageSize,
			isEnough: (read) => isEnough(reading, read),
		});
		return end === 'past' ? { end, count: stretch?.offset } : { end };
	},
};

/** What the platform's own date filter leaves of the list. */
const byDate: Way = {
	fits: ({ state }) => !state.isWhole,
	read: async ({ reading, state, pageSize }) => ({
		end: await throughDateFilter(reading, state, pageSize),
	}),
};

export const WAYS: readonly Way[] = [newestFirst, oldestFirst, byDate];

/** How many rows more than expected are read from the back at first. */
const MARGIN = 100;
/** So often more is read from the back, each time twice as much. */
const MAX_STEPS = 8;

/** Whether so many rows from the back are enough: the first ones are old, and every known row came. */
function isEnough({ unmet, since, slack }: Reading, { order }: Stretch): boolean {
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
	return { next, total, last: last && list.identity.of(last) };
};

/** Whether the offset counts rows, and not pages: the last row of the first page is where it should be. Pages of one row would hide it. */
async function countsRows(list: List, { next, last }: Head, pageSize: number): Promise<boolean> {
	const [row] = await pageIfAny(list.pages({}), pageSize, next - 1);
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
	if (said > head.next) {
		const read = await lastPart(reading, back, said);
		if (read.stretch?.pages !== 0) return read;
	}
	// The platform does not say how long the list is, or it is shorter.
	const length = await listEnd(list, list.pages({}), head.next);
	if (length === undefined) return { end: 'outOfTime' };
	// What it refuses may be the latest rows.
	if (list.said.isRefused && isFarBelow(length, said)) return { end: 'untrusted' };
	return await lastPart(reading, back, length);
}

/** Reads back from the end of a list that is so long, until that is enough. Nothing is read if the list is shorter. */
async function lastPart(
	reading: Reading,
	{ head, wanted, pageSize, isEnough: isDone }: Back,
	length: number,
): Promise<BackRead> {
	const { list } = reading;
	const reader = new PageReader(list.pages({}), pageSize);
	reader.grow();
	for (let step = 0; step < MAX_STEPS; step += 1) {
		const start = Math.max(head.next, length - (wanted + MARGIN) * 2 ** step);
		const stretch = reading.stretch('front');
		const pages = pagesOf(reader, list.identity, start);
		const end = await reading.read(pages, reader, stretch, () =>
			stretch.order.mayBeOldestFirst ? undefined : 'untrusted',
		);
		if (end !== 'ended') return { end, stretch };
		if (stretch.pages === 0) return { end: 'untrusted', stretch };
		if (start === head.next || isDone(stretch)) {
			return { end: stretch.order.isOldestFirst ? 'past' : 'untrusted', stretch };
		}
	}
	return { end: 'untrusted' };
}

const refusesFilter = ({ details }: RequestFailure) =>
	details?.status === 400 || details?.status === 422;

/**
 * Reads what the platform's own date filter leaves of a list. Nothing says that the platform knows the filter, understands the time as it is
 * meant, or looks at the same time. So it is trusted only if no row is older than asked for, every row that is known to be there comes, and
 * rows come that are not over: a filter for the end would leave them out.
 *
 * @returns 'past' if it can be trusted
 */
async function throughDateFilter(
	reading: Reading,
	state: TriggerState,
	pageSize: number,
): Promise<End> {
	const { list, since } = reading;
	const boundary = since === undefined ? undefined : state.boundaryAt(since);
	if (!boundary) return 'untrusted';

	const fetchPage = list.pages({ [list.dateFilter]: new Date(boundary.time).toISOString() });
	let isUnknown = false;
	const reader = new PageReader(
		async (limit, offset) =>
			await fetchPage(limit, offset).catch((failure: RequestFailure): Page => {
				isUnknown = offset === 0 && refusesFilter(failure);
				if (!isUnknown) throw failure;
				return { rows: [] };
			}),
		pageSize,
	);
	const known = new Set([boundary.key, ...reading.unmet]);
	const end = await reading.read(
		pagesOf(reader, list.identity),
		reader,
		reading.stretch('front'),
		({ rows }) => {
			if (list.isOpen && rows.some(list.isOpen)) state.note('filter shows open');
			const times = rows.map(list.timeOf);
			return times.every((time) => time !== undefined && time >= boundary.time)
				? undefined
				: 'untrusted';
		},
	);
	if (end !== 'ended') return end;
	const isProven = !list.isOpen || state.has('filter shows open');
	const isAllMet = [...known].every((key) => reading.met.has(key));
	return isProven && isAllMet && !isUnknown ? 'past' : 'untrusted';
}
