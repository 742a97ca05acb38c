/** So many steps in one direction, and none in the other, are no coincidence. */
const ENOUGH_STEPS = 20;

/** Finds out from the rows that were read whether a list is sorted by time. */
export class Order {
	private last?: number;
	private falls = 0;
	private rises = 0;
	private undated = 0;

	add(time: number | undefined): void {
		if (time === undefined) {
			this.undated += 1;
			return;
		}
		if (this.last !== undefined && time < this.last) this.falls += 1;
		if (this.last !== undefined && time > this.last) this.rises += 1;
		this.last = time;
	}

	/** The time of the last row. */
	get end(): number | undefined {
		return this.last;
	}

	get mayBeNewestFirst(): boolean {
		return this.rises === 0 && this.undated === 0;
	}

	get mayBeOldestFirst(): boolean {
		return this.falls === 0 && this.undated === 0;
	}

	get isNewestFirst(): boolean {
		return this.mayBeNewestFirst && this.falls >= ENOUGH_STEPS;
	}

	get isOldestFirst(): boolean {
		return this.mayBeOldestFirst && this.rises >= ENOUGH_STEPS;
	}
}
