import type { Zone } from 'luxon';

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const DAY_MS = 86_400_000;
const DAY_MINUTES = 1_440;
/** How far ahead an allowed time is looked for: a year, and the holidays around it. */
const HORIZON_MS = 400 * DAY_MS;

/** Hours of some weekdays, as clocks on a wall show them. */
export interface Hours {
	/** 0 is Sunday. */
	weekdays: ReadonlySet<number>;
	/** Minutes since midnight. */
	from: number;
	/** Minutes since midnight, not part of the hours. Not later than `from`: it is on the next day. */
	to: number;
}

/** When it is allowed to call, by the clock and the calendar of the person who is called. */
export interface Schedule {
	/** None: the whole day, every day. */
	hours: readonly Hours[];
	/** Days on which nobody is called, counted since 1970-01-01. */
	holidays: ReadonlySet<number>;
}

const weekdayOf = (day: number) => (((day + 4) % 7) + 7) % 7;

/** @param minute what the clock on the wall shows, as minutes since 1970 if it were in UTC */
function isOpen({ hours, holidays }: Schedule, minute: number): boolean {
	const day = Math.floor(minute / DAY_MINUTES);
	if (holidays.has(day)) return false;
	const time = minute - day * DAY_MINUTES;
	return (
		hours.length === 0 ||
		hours.some(({ weekdays, from, to }) => {
			const isDay = weekdays.has(weekdayOf(day));
			if (from < to) return isDay && time >= from && time < to;
			// The night before may have begun on a holiday.
			const isNight = weekdays.has(weekdayOf(day - 1)) && !holidays.has(day - 1);
			return (isDay && time >= from) || (isNight && time < to);
		})
	);
}

/** The first open minute of local time, from `first` on and before `end`; undefined if there is none. */
function firstOpenMinute(schedule: Schedule, first: number, end: number): number | undefined {
	if (isOpen(schedule, first)) return first;
	const begins = [0, ...schedule.hours.map(({ from }) => from)].sort((a, b) => a - b);
	for (let day = Math.floor(first / DAY_MINUTES); day * DAY_MINUTES < end; day += 1) {
		const found = begins
			.map((begin) => day * DAY_MINUTES + begin)
			.find((minute) => minute > first && minute < end && isOpen(schedule, minute));
		if (found !== undefined) return found;
	}
	return undefined;
}

const nextWhole = (moment: number, length: number) => (Math.floor(moment / length) + 1) * length;

/** The first allowed moment of a zone from this one on; infinity if there is none before `end`. */
function firstOpenIn(zone: Zone, schedule: Schedule, from: number, end: number): number {
	for (let moment = from; moment < end;) {
		const offset = zone.offset(moment);
		const day = nextWhole(moment, DAY_MS);
		// Clocks are set at a whole quarter of an hour, and not twice in a day.
		const until = zone.offset(day) === offset ? day : nextWhole(moment, QUARTER_MS);
		const first = Math.floor(moment / MINUTE_MS) + offset;
		const minute = firstOpenMinute(schedule, first, until / MINUTE_MS + offset);
		if (minute !== undefined) return Math.max((minute - offset) * MINUTE_MS, moment);
		moment = until;
	}
	return Number.POSITIVE_INFINITY;
}

/** The first moment from this one on that is allowed in all zones; null if there is none within a year. */
function firstOpen(zones: readonly Zone[], schedule: Schedule, from: number): number | null {
	const end = from + HORIZON_MS;
	for (let moment = from; moment < end;) {
		const next = Math.max(...zones.map((zone) => firstOpenIn(zone, schedule, moment, end)));
		if (next === moment) return moment;
		moment = next;
	}
	return null;
}

/** When people of different time zones may be called. Answers for many people in the same zones take no time. */
export class CallingHours {
	/** What was found last for some zones: no moment from `from` on is allowed before `open`. */
	private readonly found = new Map<string, { from: number; open: number | null }>();

	constructor(readonly schedule: Schedule) {}

	/**
	 * The first moment from this one on at which calling is allowed; null if there is none within a year.
	 *   09:00 to 18:00: 12:00:30 -> 12:00:30; 07:15:20 -> 09:00:00
	 * @param zones all that the person can be in: it must be allowed in each of them
	 * @param moment milliseconds since 1970
	 */
	firstAllowed(zones: readonly Zone[], moment: number): number | null {
		const key = zones.map(({ name }) => name).join();
		const cached = this.found.get(key);
		if (cached && moment >= cached.from) {
			const { open, from } = cached;
			if (open === null ? moment - from < DAY_MS : moment <= open) return open;
		}
		const open = firstOpen(zones, this.schedule, moment);
		this.found.set(key, { from: moment, open });
		return open;
	}
}
