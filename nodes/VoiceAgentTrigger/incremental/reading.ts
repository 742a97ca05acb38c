import type { PagePlace, PageRead, PageReader } from '../../shared/http';
import type { List, Place, Row, TakeRows } from './list';
import { rowBeyondEnd } from './listEnd';
import { CLOCK_ERROR_MS } from './list';
import { Order, slackOf } from './order';

/**
 * How a part of a reading ended. `ended`: at the end of the list. `past`: all that follows is old. `outOfTime`, `paused`: more follows.
 * `untrusted`: the list is not what it seemed to be. `enough`: its caller wants no more.
 */
export type End = 'ended' | 'past' | 'outOfTime' | 'paused' | 'untrusted' | 'enough';

/** So many old rows in a row are no late ones. */
const OLD_RUN = 20;
/** How many of the last rows are remembered to find the place again. */
const ANCHORS = 5;
/** Rows that are looked at to see how late the latest ones are. One with a time in the future, or two, prove nothing. */
const LATEST = 20;

/** Rows of a list that follow each other, and were read one page after the other. */
export class Stretch {
	/** Where it goes on. */
	offset = 0;
	/** The same, if the platform counts pages. */
	page?: PagePlace;
	/** Rows before the page it began with, if the platform counts pages. */
	before = 0;
	/** The last row that an earlier poll read. If it comes once more, the list ends there. */
	resumedAfter?: string;
	mayHaveEnded = false;
	/** Pages that were read in this poll. */
	pages = 0;
	/** The last rows, the very last one at the end. */
	anchors: string[] = [];
	/** How many of the last rows are old. */
	oldRows = 0;

	constructor(
		readonly order: Order,
		public place: Place,
	) {}

	add(rows: readonly Row[], since: number | undefined): void {
		this.pages += 1;
		// A row can come twice, when rows were added before it.
		const keys = [...this.anchors, ...rows.map(({ key }) => key)].slice(-2 * ANCHORS);
		this.anchors = [...new Set(keys.reverse())].slice(0, ANCHORS).reverse();
		for (const { time } of rows) {
			this.order.add(time);
			if (time === undefined || since === undefined) continue;
			this.oldRows = time < since ? this.oldRows + 1 : 0;
		}
	}
}

/** One poll's reading of a list, whatever way it is read: what it has met by now. */
export class Reading {
	readonly met = new Set<string>();
	readonly slack: number;
	/** Known rows that were not met by now, and should be. */
	readonly unmet: Set<string>;
	/** The latest of the times, the latest first, without those in the future. */
	private latest: number[] = [];
	/** Rows with and without a time. */
	dated = 0;
	undated = 0;

	/**
	 * @param since rows with an earlier time need not be read
	 * @param expected known rows that a reading since then must meet
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

	/** A part of the list that is read from its front, or from deeper in it. */
	stretch(place: Place): Stretch {
		return new Stretch(new Order(this.slack), place);
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
	learn(rows: PageRead['rows']): Row[] {
		const keys = this.list.identity.keysOf(rows);
		return rows.map((row, index) => {
			const key = keys[index] ?? '';
			const time = this.list.timeOf(row);
			this.met.add(key);
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
	take(page: PageRead, stretch: Stretch): boolean {
		const rows = this.learn(page.rows);
		const last = rows.at(-1)?.key;
		stretch.mayHaveEnded = last !== undefined && last === stretch.resumedAfter;
		stretch.resumedAfter = undefined;
		stretch.add(rows, this.since);
		// Behind the end of a list its last page may come again.
		if (rows.length > 0) this.list.said.isRefused = false;
		if (rows.length > 0 && !stretch.mayHaveEnded) stretch.offset = stretch.before + page.next;
		stretch.page = page.nextPage;
		return this.takeRows(rows, stretch.place);
	}

	/** Whether no row follows that is wanted, if the list is sorted as its rows by now are. */
	isPast({ order, oldRows }: Stretch): boolean {
		const { since, slack } = this;
		if (since === undefined || !order.isNewestFirst || oldRows < OLD_RUN) return false;
		return this.unmet.size === 0 || (order.earliest ?? since) < since - slack;
	}

	/** Whether the platform gives its last page for every offset behind the end, and the reading is there. */
	private async isBehindEnd({ mayHaveEnded, anchors }: Stretch): Promise<boolean> {
		if (!mayHaveEnded) return false;
		const last = await rowBeyondEnd(this.list.pages({}));
		return last !== undefined && this.list.identity.keysOf([last])[0] === anchors.at(-1);
	}

	/**
	 * Reads pages of a stretch, until it ends or until its caller says so.
	 *
	 * @param isDone asked after each page
	 */
	async read(
		pages: AsyncGenerator<PageRead>,
		reader: PageReader,
		stretch: Stretch,
		isDone: (page: PageRead) => End | undefined = () => undefined,
	): Promise<End> {
		for (;;) {
			const { value: page, done } = await pages.next();
			if (done) return 'ended';
			if (this.take(page, stretch)) return 'enough';
			reader.grow();
			const end = isDone(page);
			if (end === 'untrusted' || (end && !page.isLast)) return end;
			if (page.isLast || (await this.isBehindEnd(stretch))) return 'ended';
			// Only the second page shows what the platform counts, and so where the reading goes on.
			if (!this.list.hasTimeLeft() && stretch.pages > 1) return 'outOfTime';
		}
	}
}
