import fc from 'fast-check';
import { IANAZone } from 'luxon';
import type { Hours } from '../../../../nodes/shared/calling/rules/schedule';
import { CallingHours } from '../../../../nodes/shared/calling/rules/schedule';
import { runs, scaleOf } from '../../../scale.mts';
import { phrases } from '../../../support/phrases.mts';

/*
 * When it is allowed to call, compared with the clocks that Intl shows, minute after minute: for random hours, holidays, zones and moments, and
 * for every change of the clocks of every zone.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const WORKDAYS = new Set([1, 2, 3, 4, 5]);
const ALL_ZONES = Intl.supportedValuesOf('timeZone').filter((zone) => IANAZone.isValidZone(zone));

interface Rules {
	hours: Hours[];
	holidays: ReadonlySet<number>;
}

const names = new Map<string, Intl.DateTimeFormat>();
/** How far a zone is ahead of UTC, as its computer writes it: GMT+05:30. */
function offsetOf(zone: string, moment: number): number {
	const format =
		names.get(zone) ??
		new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
	names.set(zone, format);
	const name = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value;
	const [, sign = '+', hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)/.exec(name ?? '') ?? [];
	return Number(`${sign}1`) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS);
}

/** Whether the clock and the calendar of the zone allow it. */
function isAllowed({ hours, holidays }: Rules, zone: string, moment: number): boolean {
	const wall = moment + offsetOf(zone, moment);
	const day = Math.floor(wall / DAY_MS);
	const weekdayOf = (one: number) => new Date(one * DAY_MS).getUTCDay();
	if (holidays.has(day)) return false;
	if (hours.length === 0) return true;
	const minute = Math.floor((wall - day * DAY_MS) / MINUTE_MS);
	return hours.some(({ weekdays, from, to }) => {
		const isDay = weekdays.has(weekdayOf(day));
		if (from < to) return isDay && from <= minute && minute < to;
		const isNight = weekdays.has(weekdayOf(day - 1)) && !holidays.has(day - 1);
		return (isDay && minute >= from) || (isNight && minute < to);
	});
}

const isAllowedInAll = (rules: Rules, zones: readonly string[], moment: number) =>
	zones.every((zone) => isAllowed(rules, zone, moment));

/** The first allowed moment, minute after minute; undefined if there is none before `end`. */
function firstByMinutes(rules: Rules, zones: readonly string[], from: number, end: number) {
	if (isAllowedInAll(rules, zones, from)) return from;
	const first = Math.floor(from / MINUTE_MS) + 1;
	for (let minute = first; minute * MINUTE_MS < end; minute += 1) {
		if (isAllowedInAll(rules, zones, minute * MINUTE_MS)) return minute * MINUTE_MS;
	}
	return undefined;
}

const firstAllowed = (rules: Rules, zones: readonly string[], moment: number) =>
	new CallingHours(rules).firstAllowed(
		zones.map((zone) => IANAZone.create(zone)),
		moment,
	);

test('never allowed is null, and is found in no time', () => {
	const far = ['Pacific/Honolulu', 'Asia/Tokyo'];
	const short = {
		hours: [{ weekdays: WORKDAYS, from: 600, to: 660 }],
		holidays: new Set<number>(),
	};
	expect(firstAllowed(short, far, Date.UTC(2026, 2, 2))).toBeNull();
});

test('never allowed is looked for again on another day: the holidays may end by then', () => {
	const begin = Date.UTC(2026, 0, 1);
	const first = begin / DAY_MS;
	const holidays = new Set(Array.from({ length: 401 }, (_day, index) => first + index));
	const calendar = new CallingHours({ hours: [], holidays });
	const zones = [IANAZone.create('UTC')];
	expect(calendar.firstAllowed(zones, begin)).toBeNull();
	expect(calendar.firstAllowed(zones, begin + 2 * DAY_MS)).toBe(begin + 401 * DAY_MS);
});

test('of several hours of a day, those that begin first come first, in whatever order they were entered', () => {
	const ofDay = [900, 540, 660].map((from) => ({ weekdays: WORKDAYS, from, to: from + 60 }));
	const monday = Date.UTC(2026, 2, 2);
	const rules = { hours: ofDay, holidays: new Set<number>() };
	expect(firstAllowed(rules, ['UTC'], monday)).toBe(monday + 9 * HOUR_MS);
});

test('every zone: clocks are set at a whole quarter of an hour, and the first allowed minute is the one after', () => {
	const changes: Array<{ zone: string; moment: number }> = [];
	for (const zone of ALL_ZONES) {
		// No zone changes its clocks twice in a week.
		for (let week = Date.UTC(2026, 0, 1); week < Date.UTC(2028, 0, 1); week += 7 * DAY_MS) {
			const before = offsetOf(zone, week);
			if (offsetOf(zone, week + 7 * DAY_MS) === before) continue;
			let [low, high] = [week, week + 7 * DAY_MS];
			while (high - low > 1) {
				const middle = Math.floor((low + high) / 2);
				if (offsetOf(zone, middle) === before) low = middle;
				else high = middle;
			}
			changes.push({ zone, moment: high });
		}
	}
	expect(changes.filter(({ moment }) => moment % (15 * MINUTE_MS) !== 0)).toEqual([]);
	expect(new Set(changes.map(({ zone }) => zone)).size).toBeGreaterThan(100);
	for (const { zone, moment } of changes) {
		// Open in the minute that clocks show first after the change, on any day.
		const wall = (moment + offsetOf(zone, moment)) / MINUTE_MS;
		const from = ((wall % 1440) + 1440) % 1440;
		const hours = [{ weekdays: new Set([0, 1, 2, 3, 4, 5, 6]), from, to: (from + 1) % 1440 }];
		const rules = { hours, holidays: new Set<number>() };
		const expected = firstByMinutes(rules, [zone], moment - 3 * HOUR_MS, moment + HOUR_MS);
		expect([zone, firstAllowed(rules, [zone], moment - 3 * HOUR_MS)]).toEqual([zone, expected]);
	}
});

/** Where clocks are set, and how: half an hour, at midnight, over the day line, twice a year around Ramadan. */
const ODD_ZONES = phrases`
	Australia/Lord_Howe | America/Havana | Asia/Beirut | Africa/Casablanca | America/Santiago |
	America/Scoresbysund | Pacific/Chatham | Asia/Kathmandu | Pacific/Kiritimati | Pacific/Pago_Pago |
	America/St_Johns | Africa/Cairo
`;

const zone = fc.oneof(fc.constantFrom(...ODD_ZONES), fc.constantFrom(...ALL_ZONES));
const anyHours = fc
	.record({
		weekdays: fc
			.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 })
			.map((days) => new Set(days)),
		from: fc.oneof(fc.integer({ min: 0, max: 1439 }), fc.constantFrom(0, 60, 120, 150, 180, 540)),
		to: fc.oneof(fc.integer({ min: 0, max: 1440 }), fc.constantFrom(0, 120, 150, 180, 1440)),
	})
	.filter(({ from, to }) => from !== to);
const BEGIN = Date.UTC(2026, 0, 1);
const momentFrom = (far: number) => fc.integer({ min: 0, max: far }).map((ms) => BEGIN + ms);
const rulesAround = (moment: number): fc.Arbitrary<Rules> =>
	fc.record({
		hours: fc.array(anyHours, { maxLength: 3 }),
		holidays: fc
			.array(fc.integer({ min: -1, max: 4 }), { maxLength: 3 })
			.map((days) => new Set(days.map((day) => Math.floor(moment / DAY_MS) + day))),
	});

/** Moments near a change of the clocks of a zone, and any others. */
const cases = fc
	.tuple(fc.array(zone, { minLength: 1, maxLength: 3 }), momentFrom(4 * 365 * DAY_MS), fc.boolean())
	.chain(([zones, near, isAtChange]) => {
		const [first = 'UTC'] = zones;
		let moment = near;
		if (isAtChange) {
			const offset = offsetOf(first, near);
			for (let day = 0; day < 240; day += 1) {
				moment = near + day * DAY_MS;
				if (offsetOf(first, moment + DAY_MS) !== offset) break;
			}
		}
		return fc.tuple(fc.constant(zones), fc.constant(moment), rulesAround(moment));
	});

test('random rules: the first allowed moment is allowed, and no minute before it is', () => {
	let found = 0;
	fc.assert(
		fc.property(cases, ([zones, moment, rules]) => {
			const first = firstAllowed(rules, zones, moment);
			const end = moment + 3 * DAY_MS;
			const expected = firstByMinutes(rules, zones, moment, end);
			if (expected !== undefined) {
				found += 1;
				expect(first).toBe(expected);
				return;
			}
			expect(first === null || first >= end).toBe(true);
			if (first !== null) expect(isAllowedInAll(rules, zones, first)).toBe(true);
		}),
		runs('sequences'),
	);
	expect(found).toBeGreaterThan(scaleOf('sequences') / 8);
});
