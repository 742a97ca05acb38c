import type { OrderSeen } from '../state';

/** So many steps in one direction, and few in the other, are no coincidence. */
const ENOUGH_STEPS = 20;
const MS_PER_MINUTE = 60_000;

const NOTHING: OrderSeen = { dated: 0, rise: 0, fall: 0, rises: 0, falls: 0 };

/** How much a sorted list may be out of order: rows may appear late, at the place where new rows appear. */
export const slackOf = (lookback: number): number => lookback + 10 * MS_PER_MINUTE;

/** Finds out from rows that follow each other in a list whether it is sorted by time. Rows without a time say nothing. */
export class Order {
	private seen: OrderSeen;

	/**
	 * @param slack how much earlier than a later row an earlier one may be, in milliseconds
	 * @param seen what an earlier poll has seen of the same rows
	 */
	constructor(
		private readonly slack: number,
		seen: OrderSeen = NOTHING,
	) {
		this.seen = { ...seen };
	}

	toJSON(): OrderSeen {
		return { ...this.seen };
	}

	add(time: number | undefined): void {
		if (time === undefined) return;
		const { last, latest = time, earliest = time, first = time, ...counts } = this.seen;
		this.seen = {
			dated: counts.dated + 1,
			first,
			last: time,
			latest: Math.max(latest, time),
			earliest: Math.min(earliest, time),
			rise: Math.max(counts.rise, time - earliest),
			fall: Math.max(counts.fall, latest - time),
			rises: counts.rises + (last !== undefined && time > last ? 1 : 0),
			falls: counts.falls + (last !== undefined && time < last ? 1 : 0),
		};
	}

	/** The earliest time of the rows. */
	get earliest(): number | undefined {
		return this.seen.earliest;
	}

	/** Whether nothing contradicts that the newest rows are at the front. */
	get mayBeNewestFirst(): boolean {
		return this.seen.rise <= this.slack;
	}

	get mayBeOldestFirst(): boolean {
		return this.seen.fall <= this.slack;
	}

	/** Whether the rows show how the list is sorted, or that it is not. */
	get isClear(): boolean {
		const mayBeSorted = this.mayBeNewestFirst || this.mayBeOldestFirst;
		return !mayBeSorted || this.isNewestFirst || this.isOldestFirst;
	}

	get isNewestFirst(): boolean {
		const { rises, falls } = this.seen;
		return this.mayBeNewestFirst && falls >= ENOUGH_STEPS && falls >= 2 * rises;
	}

	get isOldestFirst(): boolean {
		const { rises, falls } = this.seen;
		return this.mayBeOldestFirst && rises >= ENOUGH_STEPS && rises >= 2 * falls;
	}
}
