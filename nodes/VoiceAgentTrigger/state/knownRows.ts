import { KEY_LENGTH } from '../rowKey';
import type { Deliveries } from './deliveries';

/** Times are counted in seconds since then, to be short. */
const FIRST_SECOND = Date.UTC(2000, 0, 1) / 1000;
const TIME_LENGTH = 6;
const RECORD_LENGTH = KEY_LENGTH + TIME_LENGTH;
const LAST = 36 ** TIME_LENGTH - 1;
/** Stands for a row without a time. */
const NONE = 0;

const secondsOf = (time: number | undefined): number =>
	time === undefined ? NONE : Math.min(LAST, Math.max(1, Math.floor(time / 1000) - FIRST_SECOND));

const timeOf = (seconds: number): number => (seconds + FIRST_SECOND) * 1000;

/** A row that is known, and its time in milliseconds since 1970, if it has one. */
export interface KnownRow {
	key: string;
	time?: number;
}

/**
 * The rows that were emitted or are not wanted, each with the time that it had when it was last seen, in whole seconds. Saved as one text of
 * 16 characters a row.
 */
export class KnownRows {
	private readonly seconds: Map<string, number>;

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

	/** How many rows have no time. */
	get undated(): number {
		let count = 0;
		for (const seconds of this.seconds.values()) if (seconds === NONE) count += 1;
		return count;
	}

	has(key: string): boolean {
		return this.seconds.has(key);
	}

	timeOf(key: string): number | undefined {
		const seconds = this.seconds.get(key) ?? NONE;
		return seconds === NONE ? undefined : timeOf(seconds);
	}

	add({ key, time }: KnownRow): void {
		this.seconds.set(key, secondsOf(time));
	}

	/** A known row was seen again, perhaps with another time. */
	meet({ key, time }: KnownRow): void {
		if (time !== undefined && this.seconds.has(key)) this.seconds.set(key, secondsOf(time));
	}

	delete(key: string): void {
		this.seconds.delete(key);
	}

	/** The keys of all rows after a time; of all rows if it is undefined. */
	keysAfter(time: number | undefined): string[] {
		const first = time === undefined ? -1 : secondsOf(time);
		return [...this.seconds].filter(([, seconds]) => seconds > first).map(([key]) => key);
	}

	/** The latest time until another one. */
	latestUntil(time: number): number | undefined {
		const last = secondsOf(time);
		const all = [...this.seconds.values()].filter((one) => one !== NONE && one <= last);
		return all.length > 0 ? timeOf(all.reduce((one, other) => Math.max(one, other))) : undefined;
	}

	/** Rows without a time get this one. */
	dateUndated(time: number): void {
		for (const [key, seconds] of this.seconds) {
			if (seconds === NONE) this.seconds.set(key, secondsOf(time));
		}
	}

	/**
	 * Forgets the rows with the earliest times, until so many are left. Rows without a time stay, those from `before` on, and those that a crash
	 * could lose.
	 *
	 * @returns rows with an earlier time than that may be forgotten ones, in milliseconds since 1970; undefined if nothing was forgotten
	 */
	shorten(count: number, before: number, deliveries: Pick<Deliveries, 'keys'>): number | undefined {
		const excess = this.size - count;
		if (excess <= 0) return undefined;
		const first = secondsOf(before);
		const kept = deliveries.keys;
		const oldest = [...this.seconds]
			.filter(([key, seconds]) => seconds !== NONE && seconds < first && !kept.has(key))
			.sort(([, one], [, other]) => one - other)
			.slice(0, excess);
		oldest.forEach(([key]) => this.seconds.delete(key));
		const last = oldest.at(-1);
		// All rows of the same second count as forgotten.
		return last && timeOf(last[1] + 1);
	}
}
