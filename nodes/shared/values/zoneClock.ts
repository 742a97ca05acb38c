import { offsetAt } from './timeZone';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A stretch of time in which the clocks of a zone are not set. */
export interface Steady {
	/** How far they are ahead of UTC, in milliseconds. */
	offset: number;
	/** Its end, which is not part of it. */
	until: number;
}

/** A day of UTC. Clocks that are set twice within it are not known. */
interface Day {
	first: number;
	/** The first moment with the other offset; undefined if they are not set on this day. */
	change?: number;
	last: number;
}

/** The moment between these two at which the clocks are set. */
function changeBetween(from: number, to: number, timeZone: string, before: number): number {
	let [low, high] = [from, to];
	while (high - low > MINUTE_MS) {
		const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS;
		if (offsetAt(middle, timeZone) === before) low = middle;
		else high = middle;
	}
	return high;
}

/** The clocks of one time zone. Each day is looked at once: n8n's computer takes longer for it than for all else. */
export class ZoneClock {
	private readonly days = new Map<number, Day>();

	/** @param timeZone a name that `isTimeZone` knows, or one of `readTimeZone` */
	constructor(readonly timeZone: string) {}

	private dayAt(number: number): Day {
		const known = this.days.get(number);
		if (known) return known;
		const from = number * DAY_MS;
		const first = this.days.get(number - 1)?.last ?? offsetAt(from, this.timeZone);
		const last = this.days.get(number + 1)?.first ?? offsetAt(from + DAY_MS, this.timeZone);
		const change =
			first === last ? undefined : changeBetween(from, from + DAY_MS, this.timeZone, first);
		const day = { first, last, change };
		this.days.set(number, day);
		return day;
	}

	/** The stretch that this moment is in. It may go on unchanged after its end. */
	steadyAt(moment: number): Steady {
		const number = Math.floor(moment / DAY_MS);
		const { first, change, last } = this.dayAt(number);
		const isBefore = change !== undefined && moment < change;
		return isBefore
			? { offset: first, until: change }
			: { offset: last, until: (number + 1) * DAY_MS };
	}
}

const clocks = new Map<string, ZoneClock>();

/** The clock of a time zone, with all that was looked at before. */
export function clockOf(timeZone: string): ZoneClock {
	const clock = clocks.get(timeZone) ?? new ZoneClock(timeZone);
	clocks.set(timeZone, clock);
	return clock;
}
