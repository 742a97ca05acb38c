import type { PageRead } from '../../shared/http';
import { PageReader, pagesOf } from '../../shared/http';
import { bounds } from '../bounds';
import type { Pass, TriggerState } from '../state';
import { throughDateFilter } from './dateFilter';
import type { Head } from './fromTheBack';
import { fromTheBack, headOf, isEnough } from './fromTheBack';
import type { PassStretch } from './pass';
import { resumed } from './pass';
import type { End, Reading, Stretch } from './reading';

const FIRST_PAGE = 100;
/** So many rows show how a list is sorted, if it has so many. */
const ENOUGH_ROWS = 60;

/** What a scan found out about the list. */
export interface Scanned {
	/** Its caller wants no more; or all rows since the watermark were met; or there may be more. */
	end: 'enough' | 'covered' | 'open';
	/** The whole list was read, and all of it in this poll. */
	isWhole: boolean;
	/** Where the pass goes on. */
	pass?: Pass;
	/** When the reading began that covers the rows, in milliseconds since 1970. */
	startedAt: number;
	/** Known rows that should have been met and were not. */
	missed: string[];
	/** Rows of the list, if it was read to its end. */
	count?: number;
	/** A quick way met all rows that are new. */
	isQuick: boolean;
	/** The pass through the whole list has come to its end. */
	hasPassed: boolean;
	/** No quick way shows what is new: everything has to be read. */
	hasNoWay: boolean;
}

/**
 * Reads what is new in a list, with as few requests as the platform allows. What the API document leaves open is found out from the rows
 * themselves, each time again, and believed only as far as they prove it:
 *
 * - newest first: from the front until the rows are old
 * - oldest first: from the back
 * - a date filter that works
 *
 * These are quick ways. Beside them a pass goes through the whole list, some pages at each poll, and sees if they left something out. Without
 * a quick way the pass goes as far as the time allows.
 */
export class Scan {
	private readonly front: Stretch;
	private readonly reader: PageReader;
	private readonly pages: AsyncGenerator<PageRead>;
	private pageSize = FIRST_PAGE;
	private head?: Head;
	/** How many rows the list has, if it was read from its back. */
	private count?: number;

	constructor(
		private readonly reading: Reading,
		private readonly state: TriggerState,
	) {
		const { list } = reading;
		this.front = reading.stretch('front');
		this.reader = new PageReader(list.pages({}), FIRST_PAGE);
		this.pages = pagesOf(this.reader, list.identity.forPages);
	}

	async run(): Promise<Scanned> {
		let end = await this.fromTheFront();
		if (end === 'paused') end = await this.quickly();
		if (end === 'enough') return this.result('enough');
		if (end === 'ended') return this.ended(this.front);
		return await this.goThrough(end);
	}

	/** Reads the first pages. A short list ends there. */
	private async fromTheFront(): Promise<End> {
		const { reading, front, state } = this;
		// What needs several polls must not begin anew each time.
		const isOnlyHead = state.pass?.isOnlyWay === true;
		const count = state.isWhole ? bounds.pagesPerPoll : 1;
		return await reading.read(this.pages, this.reader, front, (page) => {
			this.head ??= headOf(reading.list, page);
			this.pageSize = Math.min(this.pageSize, this.reader.pageSize);
			const isEnough = front.pages >= count && front.offset >= ENOUGH_ROWS;
			// Many rows of the same moment show no order.
			const isClear = front.order.isClear || front.pages >= bounds.pagesPerPoll;
			return (isEnough && isClear) || isOnlyHead ? 'paused' : undefined;
		});
	}

	/** @returns 'past' if all new rows were met; 'untrusted' if there is no quick way */
	private async quickly(): Promise<End> {
		const { reading, state, front, head, pageSize } = this;
		if (state.pass?.isOnlyWay) return 'untrusted';
		const { order } = front;
		const isSorted = !state.isUnsorted;
		if (isSorted && order.isNewestFirst) {
			if (reading.isPast(front)) return 'past';
			return await reading.read(this.pages, this.reader, front, () =>
				!order.mayBeNewestFirst ? 'untrusted' : reading.isPast(front) ? 'past' : undefined,
			);
		}
		if (isSorted && order.isOldestFirst && head) {
			const wanted = reading.unmet.size;
			const { count } = state;
			const back = { head, count, wanted, pageSize };
			const { end, stretch: read } = await fromTheBack(reading, {
				...back,
				isEnough: (stretch) => isEnough(reading, stretch),
			});
			if (end === 'past') this.count = read?.offset;
			if (end !== 'untrusted') return end === 'ended' ? 'past' : end;
		}
		return state.isWhole ? 'untrusted' : await throughDateFilter(reading, state, pageSize);
	}

	/** Goes on with the pass through the whole list. */
	private async goThrough(quickEnd: End): Promise<Scanned> {
		const { reading, state } = this;
		const isQuick = quickEnd === 'past';
		// Known rows were not met where they should be: they are gone, or the list is not sorted as it seemed to be.
		const suspects = isQuick ? [...reading.unmet] : [];
		const isCovered = isQuick && suspects.length === 0;
		const isKnownSuspicion = suspects.every((key) => state.pass?.missed.includes(key));
		const before = isKnownSuspicion ? state.pass : undefined;
		const { stretch, pages, restarts } = await this.passFrom(before);
		const count = this.pagesOfPass(isQuick, isCovered);
		const start = stretch.pages;
		stretch.place = 'deep';
		const end =
			stretch === this.front && !reading.list.hasTimeLeft()
				? 'outOfTime'
				: await reading.read(pages, this.reader, stretch, () =>
						stretch.pages - start >= count ? 'paused' : undefined,
					);
		if (end === 'enough') return this.result('enough');

		this.judgeOrder(stretch, end === 'ended');
		const missed = before?.missed ?? suspects;
		if (end === 'ended') {
			if (stretch === this.front) return { ...this.ended(stretch), isQuick: isCovered };
			const left = missed.filter((key) => !reading.met.has(key));
			left.forEach((key) => state.noteUnlisted(key));
			const startedAt = isCovered ? reading.list.now : (before?.startedAt ?? reading.list.now);
			const count = stretch.offset;
			return { ...this.result('covered'), startedAt, count, isQuick: isCovered, hasPassed: true };
		}
		// A pass that goes on says nothing about the ways beside it.
		const hasNoWay = before?.isOnlyWay ? before.hasNoWay === true : quickEnd === 'untrusted';
		const pass: Pass = {
			offset: stretch.offset,
			page: stretch.page,
			anchors: stretch.anchors,
			startedAt: before?.startedAt ?? reading.list.now,
			order: stretch.order.toJSON(),
			missed: missed.filter((key) => !reading.met.has(key)),
			...(!isQuick && { isOnlyWay: true }),
			...(hasNoWay && { hasNoWay }),
			...(restarts > 0 && { restarts }),
		};
		const how = { isQuick: isCovered, hasNoWay, count: this.count };
		return { ...this.result(isCovered ? 'covered' : 'open'), ...how, pass };
	}

	/** Where the pass goes on: where an earlier poll stopped, or behind the front. */
	private async passFrom(
		pass: Readonly<Pass> | undefined,
	): Promise<PassStretch & { restarts: number }> {
		const { front, reading } = this;
		const restarts = pass?.restarts ?? 0;
		if (!pass || pass.offset <= front.offset)
			return { stretch: front, pages: this.pages, restarts };
		const found = await resumed(reading, pass, this.reader);
		if (found) return { ...found, restarts };
		return { stretch: front, pages: this.pages, restarts: restarts + 1 };
	}

	private pagesOfPass(isQuick: boolean, isCovered: boolean): number {
		if (!isQuick) return Number.POSITIVE_INFINITY;
		return this.state.isWhole || !isCovered ? bounds.pagesPerPoll : bounds.pagesPerPollOfLongList;
	}

	/** A pass shows whether the list is sorted as a whole. */
	private judgeOrder({ order }: Stretch, hasEnded: boolean): void {
		const isSorted = order.mayBeNewestFirst || order.mayBeOldestFirst;
		if (!isSorted) this.state.noteSorted(false);
		else if (hasEnded) this.state.noteSorted(true);
	}

	/** The whole list was read from its front to its end. */
	private ended(stretch: Stretch): Scanned {
		const { reading, state } = this;
		this.judgeOrder(stretch, true);
		const since = state.isWhole ? undefined : reading.since;
		const missed = state.expected(since).filter((key) => !reading.met.has(key));
		return { ...this.result('covered'), isWhole: true, missed, count: stretch.offset };
	}

	private result(end: Scanned['end']): Scanned {
		const startedAt = this.reading.list.now;
		const nothing = { isWhole: false, isQuick: false, hasPassed: false, hasNoWay: false };
		return { end, startedAt, missed: [], ...nothing };
	}
}
