import { bounds } from '../bounds';

/** Steps in one direction are so many times as frequent as those in the other, in a list that is sorted but for late rows. */
const MOSTLY = 4;

/** Finds out from rows that follow each other in a list whether it is sorted by time. Rows without a time say nothing. */
export class Order {
	private last?: number;
	private first = Infinity;
	/** How much later than an earlier row of the list a row was at most, and how much earlier, in milliseconds. */
	private rise = 0;
	private fall = 0;
	/** Steps to a later or to an earlier row. */
	private rises = 0;
	private falls = 0;
	private dated = 0;

	/**
	 * @param slack how much earlier than a later row an earlier one may be, in milliseconds
	 * @param latest the latest time of rows before these
	 */
	constructor(
		private readonly slack: number,
		public latest = -Infinity,
	) {}

	add(time: number | undefined): void {
		if (time === undefined) return;
		const { last = time } = this;
		this.last = time;
		this.dated += 1;
		this.latest = Math.max(this.latest, time);
		this.first = Math.min(this.first, time);
		this.rise = Math.max(this.rise, time - this.first);
		this.fall = Math.max(this.fall, this.latest - time);
		if (time > last) this.rises += 1;
		if (time < last) this.falls += 1;
	}

	/** The earliest time of the rows; Infinity if none has one. */
	get earliest(): number {
		return this.first;
	}

	private isProven(steps: number, against: number): boolean {
		const { orderRows, orderSteps } = bounds;
		return this.dated >= orderRows && steps >= orderSteps && steps >= MOSTLY * against;
	}

	/** Whether the rows prove that the newest ones are at the front. */
	get isNewestFirst(): boolean {
		return this.rise <= this.slack && this.isProven(this.falls, this.rises);
	}

	/** Whether the rows prove that the newest ones are at the end. */
	get isOldestFirst(): boolean {
		return this.mayBeOldestFirst && this.isProven(this.rises, this.falls);
	}

	get mayBeOldestFirst(): boolean {
		return this.fall <= this.slack;
	}
}
