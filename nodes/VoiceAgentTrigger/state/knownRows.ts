import { createHash } from 'node:crypto';

/** How many characters of 6 bits each tell thousands of rows apart. */
export const KEY_LENGTH = 10;

/** A row's identity in a few characters, so that thousands of them stay small. */
export const keyOf = (identity: string): string =>
	createHash('sha256').update(identity).digest('base64url').slice(0, KEY_LENGTH);

/** The moment since which times are counted in seconds, so that they are short. */
const FIRST_SECOND = Date.UTC(2000, 0, 1) / 1000;
const TIME_LENGTH = 6;
const RECORD_LENGTH = KEY_LENGTH + TIME_LENGTH;
const LAST = 36 ** TIME_LENGTH - 1;
/** The text for a row without a time. */
const NONE = 0;

const secondsOf = (time: number | undefined): number =>
	time === undefined ? NONE : Math.min(LAST, Math.max(1, Math.floor(time / 1000) - FIRST_SECOND));

const timeOfSecond = (seconds: number): number => (seconds + FIRST_SECOND) * 1000;

/** What tells a row apart, and when it came about, in milliseconds since 1970, if the platform says so. */
export interface RowRef {
	key: string;
	time?: number;
}

/**
 * The rows that were emitted or are not wanted, with the time at which each was last seen to be dated, in whole
 * seconds. Saved as one text of 16 characters a row.
 */
export class KnownRows {
	private readonly seconds: Map<string, number>;
	/** Rows without a time that were met or added by this poll. */
	private readonly met = new Set<string>();

	/** @param text as `toString` gives it */
	constructor(text = '') {
		this.seconds = new Map(
			Array.from({ length: text.length / RECORD_LENGTH }, (_entry, index) => {
				const start = index * RECORD_LENGTH;
				const middle = start + KEY_LENGTH;
				return [text.slice(start, middle), parseInt(text.slice(middle, start + RECORD_LENGTH), 36)];
			}),
		);
	}

	static isText(text: unknown): text is string {
		return (
			typeof text === 'string' &&
			text.length % RECORD_LENGTH === 0 &&
			new RegExp(`^(?:[\\w-]{${KEY_LENGTH}}[0-9a-z]{${TIME_LENGTH}})*$`).test(text)
		);
	}

	toString(): string {
		return [...this.seconds]
			.map(([key, seconds]) => key + seconds.toString(36).padStart(TIME_LENGTH, '0'))
			.join('');
	}

	get size(): number {
		return this.seconds.size;
	}

	has(key: string): boolean {
		return this.seconds.has(key);
	}

	/** The latest time of all rows; undefined if none has one. */
	get latest(): number | undefined {
		let latest = NONE;
		for (const seconds of this.seconds.values()) latest = Math.max(latest, seconds);
		return latest === NONE ? undefined : timeOfSecond(latest);
	}

	/** Whether there are rows, and each has a time. */
	get areAllDated(): boolean {
		return this.size > 0 && ![...this.seconds.values()].includes(NONE);
	}

	/** Whether a row is known, with the same time if both have one. */
	hasSame({ key, time }: RowRef): boolean {
		const seconds = this.seconds.get(key);
		if (seconds === undefined) return false;
		return seconds === NONE || time === undefined || seconds === secondsOf(time);
	}

	add({ key, time }: RowRef): void {
		this.seconds.set(key, secondsOf(time));
		if (time === undefined) this.met.add(key);
	}

	/** A known row was seen again, perhaps with another time. */
	meet({ key, time }: RowRef): void {
		if (!this.seconds.has(key)) return;
		if (time === undefined) this.met.add(key);
		else this.seconds.set(key, secondsOf(time));
	}

	delete(key: string): void {
		this.seconds.delete(key);
	}

	/** How many rows have a time from then on. */
	countSince(time: number): number {
		const first = secondsOf(time);
		return [...this.seconds.values()].filter((seconds) => seconds >= first).length;
	}

	/** Sets later times of rows to this one. */
	limitTimes(time: number): void {
		const last = secondsOf(time);
		for (const [key, seconds] of this.seconds) if (seconds > last) this.seconds.set(key, last);
	}

	/** Forgets rows without a time that this poll did not meet, the first known ones first, until so many are left. */
	forgetUnlisted(count: number): void {
		for (const [key, seconds] of this.seconds) {
			if (this.size <= count) return;
			if (seconds === NONE && !this.met.has(key)) this.seconds.delete(key);
		}
	}

	/**
	 * Forgets the rows with the earliest times, until so many are left. Those without a time, or from `before` on, stay.
	 * @returns the time before which rows may be forgotten, in ms since 1970; undefined if none were
	 */
	shorten(count: number, before: number): number | undefined {
		const excess = this.size - count;
		if (excess <= 0) return undefined;
		const first = secondsOf(before);
		const oldest = [...this.seconds]
			.filter(([, seconds]) => seconds !== NONE && seconds < first)
			.sort(([, one], [, other]) => one - other)
			.slice(0, excess);
		oldest.forEach(([key]) => this.seconds.delete(key));
		const last = oldest.at(-1);
		// All rows of the same second count as forgotten.
		return last && timeOfSecond(last[1] + 1);
	}
}
