import type { PageRead } from '../../shared/http';
import { PageReader, pagesOf } from '../../shared/http';
import { bounds } from '../bounds';
import type { Pass, TriggerState } from '../state';
import type { PassStretch } from './pass';
import { passOf, resumed } from './pass';
import type { End, Reading, Stretch } from './reading';
import type { Head } from './ways';
import { headOf, WAYS } from './ways';

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
	/** The latest times that were met, in milliseconds since 1970. */
	newest?: number;
	/** Known rows that should have been met and were not. */
	missed: string[];
	/** Rows of the list, if it was read to its end. */
	count?: number;
	/** A quick way met all rows that are new. */
	isQuick: boolean;
	/** The whole list, or all that a quick way shows, was read in this poll. */
	isJudged: boolean;
	/** The pass through the whole list has come to its end. */
	hasPassed: boolean;
	/** No quick way shows what is new: everything has to be read. */
	hasNoWay: boolean;
}

const latestOf = (one: number | undefined, other: number | undefined): number | undefined =>
	one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);

/**
 * Reads what is new in a list, with as few requests as the platform allows: in a quick way (`ways.ts`), if the rows prove that one works. Beside
 * it a pass goes through the whole list, some pages at each poll, and sees if the quick way left something out. Without a quick way the pass goes
 * as far as the time allows.
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
		this.pages = pagesOf(this.reader, list.identity);
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
		const isOnlyHead = state.list.pass?.isOnlyWay === true;
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
		const { reading, state, front: stretch, pages, reader, head, pageSize } = this;
		if (state.list.pass?.isOnlyWay || !head) return 'untrusted';
		const front = { reading, state, stretch, pages, reader, head, pageSize };
		for (const way of WAYS) {
			if (!way.fits(front)) continue;
			const { end, count } = await way.read(front);
			this.count = count;
			if (end !== 'untrusted') return end;
		}
		return 'untrusted';
	}

	/** Goes on with the pass through the whole list. */
	private async goThrough(quickEnd: End): Promise<Scanned> {
		const { reading, state, front } = this;
		const isQuick = quickEnd === 'past';
		// Known rows were not met where they should be: they are gone, or the list is not sorted as it seemed to be.
		const suspects = isQuick ? [...reading.unmet] : [];
		const isCovered = isQuick && suspects.length === 0;
		const isKnownSuspicion = suspects.every((key) => state.list.pass?.missed.includes(key));
		const before = isKnownSuspicion ? state.list.pass : undefined;
		const { stretch, pages, restarts } = await this.passFrom(before);
		const end = await this.readPass(stretch, pages, this.pagesOfPass(isQuick, isCovered));
		if (end === 'enough') return this.result('enough');

		this.judgeOrder(stretch, end === 'ended');
		if (end === 'ended' && stretch === front) return { ...this.ended(front), isQuick: isCovered };
		const missed = (before?.missed ?? suspects).filter((key) => !reading.met.has(key));
		const newest = latestOf(before?.newest, reading.typicalLatest);
		const how = { isQuick: isCovered, isJudged: isQuick };
		if (end === 'ended') {
			missed.forEach((key) => state.noteUnlisted(key));
			const count = stretch.offset;
			return { ...this.result('covered'), ...how, newest, count, hasPassed: true };
		}
		const hasNoWay = this.hasNoWay(before, quickEnd);
		const marks = { ...(!isQuick && { isOnlyWay: true }), ...(hasNoWay && { hasNoWay }) };
		const pass = {
			...passOf(stretch),
			newest,
			missed,
			...marks,
			...(restarts > 0 && { restarts }),
		};
		const result = this.result(isCovered ? 'covered' : 'open');
		return { ...result, ...how, hasNoWay, count: this.count, pass };
	}

	/** Whether no quick way shows what is new. A pass that goes on says nothing about the ways beside it. */
	private hasNoWay(before: Readonly<Pass> | undefined, quickEnd: End): boolean {
		return before?.isOnlyWay ? before.hasNoWay === true : quickEnd === 'untrusted';
	}

	private async readPass(
		stretch: Stretch,
		pages: AsyncGenerator<PageRead>,
		count: number,
	): Promise<End> {
		const { reading, reader, front } = this;
		const start = stretch.pages;
		stretch.place = 'deep';
		if (stretch === front && !reading.list.hasTimeLeft()) return 'outOfTime';
		return await reading.read(pages, reader, stretch, () =>
			stretch.pages - start >= count ? 'paused' : undefined,
		);
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
		if (!isSorted) this.state.note('not sorted');
		else if (hasEnded) this.state.note('not sorted', false);
	}

	/** The whole list was read from its front to its end. */
	private ended(stretch: Stretch): Scanned {
		const { reading, state } = this;
		this.judgeOrder(stretch, true);
		const since = state.isWhole ? undefined : reading.since;
		const missed = state.expected(since).filter((key) => !reading.met.has(key));
		return {
			...this.result('covered'),
			isWhole: true,
			isJudged: true,
			missed,
			count: stretch.offset,
		};
	}

	private result(end: Scanned['end']): Scanned {
		const newest = this.reading.typicalLatest;
		const nothing = {
			isWhole: false,
			isJudged: false,
			isQuick: false,
			hasPassed: false,
			hasNoWay: false,
		};
		return { end, newest, missed: [], ...nothing };
	}
}
