import { bounds } from '../bounds';

/** In a list that is sorted but for late rows, steps in one direction are so many times as frequent as in the other. */
const MOSTLY = 4;

/**
 * Finds out whether a list is sorted by time. Rows of 12:00, 11:59, 11:10, 11:58, 11:57 …: the newest come first, and
 * one came 48 minutes late. Rows without a time are left out.
 */
export class Order {
	/** The earliest and the latest time of the rows; Infinity and -Infinity if none has one. */
	earliest = Infinity;
	/** Rows with and without a time. */
	dated = 0;
	undated = 0;
	/** Whether times came without a zone. */
	lacksZone = false;
	private last?: number;
	/** How much later than an earlier row of the list a row was at most, and how much earlier, in milliseconds. */
	private rise = 0;
	private fall = 0;
	/** Steps to a later or to an earlier row. */
	private rises = 0;
	private falls = 0;

	/**
	 * @param slack how much earlier than a later row an earlier one may be, in milliseconds
	 * @param latest the latest time of rows before these
	 */
	constructor(
		readonly slack: number,
		public latest = -Infinity,
	) {}

	/** @param lacksZone whether the time came without one */
	add(time: number | undefined, lacksZone = false): void {
		if (time === undefined) {
			this.undated += 1;
			return;
		}
		this.lacksZone ||= lacksZone;
		const { last = time } = this;
		this.last = time;
		this.dated += 1;
		this.latest = Math.max(this.latest, time);
		this.earliest = Math.min(this.earliest, time);
		this.rise = Math.max(this.rise, time - this.earliest);
		this.fall = Math.max(this.fall, this.latest - time);
		if (time > last) this.rises += 1;
		if (time < last) this.falls += 1;
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
