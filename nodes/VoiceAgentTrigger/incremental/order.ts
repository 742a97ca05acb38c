/** So many steps in one direction, and few in the other, are no coincidence. */
const ENOUGH_STEPS = 20;
const MS_PER_MINUTE = 60_000;

/** How much a sorted list may be out of order: rows may appear late, at the place where new rows appear. */
export const slackOf = (lookback: number): number => lookback + 10 * MS_PER_MINUTE;

/** Finds out from rows that follow each other in a list whether it is sorted by time. Rows without a time say nothing. */
export class Order {
	private last?: number;
	private latest = -Infinity;
	private first = Infinity;
	/** How much later than an earlier row of the list a row was at most, and how much earlier, in milliseconds. */
	private rise = 0;
	private fall = 0;
	/** Steps to a later or to an earlier row. */
	private rises = 0;
	private falls = 0;

	/** @param slack how much earlier than a later row an earlier one may be, in milliseconds */
	constructor(private readonly slack: number) {}

	add(time: number | undefined): void {
		if (time === undefined) return;
		const { last = time } = this;
		this.last = time;
		this.latest = Math.max(this.latest, time);
		this.first = Math.min(this.first, time);
		this.rise = Math.max(this.rise, time - this.first);
		this.fall = Math.max(this.fall, this.latest - time);
		if (time > last) this.rises += 1;
		if (time < last) this.falls += 1;
	}

	/** The earliest time of the rows. */
	get earliest(): number | undefined {
		return this.last === undefined ? undefined : this.first;
	}

	/** Whether nothing contradicts that the newest rows are at the front. */
	get mayBeNewestFirst(): boolean {
		return this.rise <= this.slack;
	}

	get mayBeOldestFirst(): boolean {
		return this.fall <= this.slack;
	}

	get mayBeSorted(): boolean {
		return this.mayBeNewestFirst || this.mayBeOldestFirst;
	}

	/** Whether the rows show how the list is sorted, or that it is not. */
	get isClear(): boolean {
		return !this.mayBeSorted || this.isNewestFirst || this.isOldestFirst;
	}

	get isNewestFirst(): boolean {
		const { rises, falls } = this;
		return this.mayBeNewestFirst && falls >= ENOUGH_STEPS && falls >= 2 * rises;
	}

	get isOldestFirst(): boolean {
		const { rises, falls } = this;
		return this.mayBeOldestFirst && rises >= ENOUGH_STEPS && rises >= 2 * falls;
	}
}
