import type { Pages } from '../../shared/http';
import { PageReader, pagesOf } from '../../shared/http';
import type { TriggerState } from '../state';
import type { End, Reading, Stretch } from './reading';
import type { Head } from './ways';
import { headOf, WAYS } from './ways';

const FIRST_PAGE = 100;
/** So many rows show how a list is sorted, if it has so many. */
const ENOUGH_ROWS = 60;
/** Many rows of the same moment show no order: so many pages are looked at. */
const ENOUGH_PAGES = 5;
/** A list of which all rows are known is read as a whole, unless that takes longer than this part of the time for reading. */
const TIME_FOR_WHOLE = 0.5;

/** What a scan found out about the list. */
export interface Scanned {
	/** Its caller wants no more; or the whole list was read; or a quick way met all rows that are new. */
	end: 'enough' | 'whole' | 'quick';
	/** Whether it was read to its end, and what is behind that may be new. */
	isToEnd?: boolean;
	/** Known rows that should have been met and were not. */
	missed: string[];
	/** Rows of the list, if it was read to its end. */
	count?: number;
	/** The earliest time of all rows, if all were read. */
	earliest?: number;
}

/**
 * Reads what is new in a list: all of it; or, if it is long, in a quick way (`ways.ts`), if the rows prove that one works.
 */
export class Scan {
	private readonly front: Stretch;
	private readonly reader: PageReader;
	private readonly pages: Pages;
	private head?: Head;
	/** How many rows the list has, if it was read from its back. */
	private count?: number;

	constructor(
		private readonly reading: Reading,
		private readonly state: TriggerState,
	) {
		const { list } = reading;
		this.front = reading.stretch();
		this.reader = new PageReader(list.pages, FIRST_PAGE);
		this.pages = pagesOf(this.reader, list.identity);
	}

	/** @throws RequestFailure if there is not enough time for the whole list, and no quick way shows what is new */
	async run(): Promise<Scanned> {
		const { reading, reader, pages, front } = this;
		let end = await this.fromTheFront();
		if (end === 'paused') end = await this.quickly();
		if (end === 'untrusted') end = await reading.read(pages, reader, front);
		if (end === 'enough') return { end, missed: [] };
		if (end === 'past') {
			const missed = this.missedSince(reading.since);
			return { end: 'quick', missed, count: this.count, isToEnd: front.order.isOldestFirst };
		}
		this.judgeOrder();
		const since = this.state.isWhole ? undefined : reading.since;
		const { earliest } = front.order;
		const missed = this.missedSince(since);
		return { end: 'whole', missed, count: front.offset, earliest, isToEnd: !reading.isPast(front) };
	}

	/** Reads the first pages. A list that is short, or known as a whole, ends there. */
	private async fromTheFront(): Promise<End> {
		const { reading, front, state } = this;
		return await reading.read(this.pages, this.reader, front, (page) => {
			this.head ??= headOf(reading.list, page);
			const isClear = front.order.isClear || front.pages >= ENOUGH_PAGES;
			const mayBeLong = !state.isWhole || !reading.list.hasTimeLeft(TIME_FOR_WHOLE);
			return mayBeLong && isClear && front.offset >= ENOUGH_ROWS ? 'paused' : undefined;
		});
	}

	/** @returns 'past' if all new rows were met; 'untrusted' if there is no quick way */
	private async quickly(): Promise<End> {
		const { reading, state, front: stretch, pages, reader, head } = this;
		if (!head) return 'untrusted';
		const front = { reading, state, stretch, pages, reader, head };
		for (const way of WAYS) {
			if (!way.fits(front)) continue;
			const { end, count } = await way.read(front);
			this.count = count;
			if (end !== 'untrusted') return end;
		}
		return 'untrusted';
	}

	/** The whole list shows whether it is sorted. */
	private judgeOrder(): void {
		if (this.front.order.mayBeSorted) this.state.noted.delete('not sorted');
		else this.state.noted.add('not sorted');
	}

	private missedSince(since: number | undefined): string[] {
		return this.state.expected(since).filter((key) => this.reading.unmet.has(key));
	}
}
