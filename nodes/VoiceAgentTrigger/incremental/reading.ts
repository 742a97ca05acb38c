import type { PageRead, PageReader, Pages } from '../../shared/http';
import type { List, Row, TakeRows } from './list';
import { CLOCK_ERROR_MS } from './list';
import { Order, slackOf } from './order';

/**
 * How a part of a reading ended. `ended`: at the end of the list. `past`: all that follows is old. `paused`: more follows. `untrusted`: the
 * list is not what it seemed to be. `enough`: its caller wants no more.
 */
export type End = 'ended' | 'past' | 'paused' | 'untrusted' | 'enough';

/** Rows that are looked at to see how late the latest ones are. One with a time in the future, or two, prove nothing. */
const LATEST = 20;

/** Rows of a list that follow each other, and were read one page after the other. */
export interface Stretch {
	readonly order: Order;
	/** Where it goes on. */
	offset: number;
	/** Pages that were read. */
	pages: number;
}

/** One poll's reading of a list, whatever way it is read: what it has met by now. */
export class Reading {
	readonly slack: number;
	/** Known rows that were not met by now, and should be. */
	readonly unmet: Set<string>;
	/** The latest of the times, the latest first, without those in the future. */
	private latest: number[] = [];
	/** What the platform says about the list: how many rows it has, and at its end whether more follow. */
	readonly said: { total?: number; hasMore?: boolean } = {};
	/** Rows with and without a time. */
	dated = 0;
	undated = 0;

	/**
	 * @param since rows with an earlier time need not be read
	 * @param expected known rows that a reading must meet
	 */
	constructor(
		readonly list: List,
		readonly since: number | undefined,
		expected: readonly string[],
		private readonly takeRows: TakeRows,
	) {
		this.slack = slackOf(list.lookback);
		this.unmet = new Set(expected);
	}

	/** A part of the list. */
	stretch(): Stretch {
		return { order: new Order(this.slack), offset: 0, pages: 0 };
	}

	/** The latest time of a row, not counting some with a time that is later than it should be. */
	get typicalLatest(): number | undefined {
		return this.latest.at(-1);
	}

	/** The latest time of all rows that is not in the future. */
	get newest(): number | undefined {
		return this.latest[0];
	}

	/** Learns from rows, and gives them their keys and times. */
	private learn(rows: PageRead['rows']): Row[] {
		const keys = this.list.identity.keysOf(rows);
		return rows.map((row, index) => {
			const key = keys[index] ?? '';
			const time = this.list.timeOf(row);
			this.unmet.delete(key);
			if (time === undefined) this.undated += 1;
			else this.noteTime(time);
			return { key, time, row };
		});
	}

	private noteTime(time: number): void {
		this.dated += 1;
		if (
			time > this.list.now + CLOCK_ERROR_MS ||
			(this.latest.length === LATEST && time <= (this.latest[LATEST - 1] ?? 0))
		)
			return;
		this.latest = [...this.latest, time].sort((one, other) => other - one).slice(0, LATEST);
	}

	/** Learns from a page of a stretch, and passes its rows on. @returns whether they are enough */
	private take(page: PageRead, stretch: Stretch): boolean {
		const rows = this.learn(page.rows);
		for (const { time } of rows) stretch.order.add(time);
		stretch.pages += 1;
		// Behind the end of a list its last page may come again.
		if (rows.length > 0) {
			this.said.total = page.total;
			stretch.offset = page.next;
		}
		return this.takeRows(rows);
	}

	/** Whether no row follows that is wanted, if the list is sorted as its rows by now are: the last ones are older than late rows can be. */
	isPast({ order: { isNewestFirst, earliest } }: Stretch): boolean {
		return isNewestFirst && this.isOld(earliest);
	}

	/** Whether a row is older than rows that are wanted can be in a sorted list. */
	isOld(time: number | undefined): boolean {
		return this.since !== undefined && time !== undefined && time < this.since - this.slack;
	}

	/**
	 * Reads pages of a stretch, until it ends or until its caller says so.
	 *
	 * @param isDone asked after each page
	 * @throws RequestFailure if there is no time for the next page
	 */
	async read(
		pages: Pages,
		reader: PageReader,
		stretch: Stretch,
		isDone: (page: PageRead) => End | undefined = () => undefined,
	): Promise<End> {
		for (;;) {
			const { value: page, done } = await pages.next();
			if (done) {
				// What comes for an offset behind the end may name any total.
				this.said.total ??= page?.total;
				this.said.hasMore = page?.hasMore;
				return 'ended';
			}
			if (this.take(page, stretch)) return 'enough';
			reader.grow();
			const end = isDone(page);
			if (end === 'untrusted' || (end && !page.isLast)) return end;
			if (page.isLast) return 'ended';
			// Only the second page shows whether the first one is the last.
			if (stretch.pages > 1) this.list.checkTime();
		}
	}
}
