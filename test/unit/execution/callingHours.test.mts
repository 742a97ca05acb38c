import fc from 'fast-check';
import { DateTime, IANAZone } from 'luxon';
import type { Hours } from '../../../nodes/shared/execution/callingRules/callingHours';
import { CallingHours } from '../../../nodes/shared/execution/callingRules/callingHours';
import { ZoneClock, clockOf } from '../../../nodes/shared/values';
import { runs, scaleOf } from '../../scale.mts';

/*
 * When it is allowed to call, compared with Luxon, which reads the same time zones in its own way: for random hours, holidays, zones and moments,
 * and for every change of the clocks of every zone.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const WORKDAYS = new Set([1, 2, 3, 4, 5]);
const OFFICE: Hours = { weekdays: WORKDAYS, from: 9 * 60, to: 18 * 60 };
const ALL_ZONES = Intl.supportedValuesOf('timeZone').filter((zone) => IANAZone.isValidZone(zone));

interface Rules {
	hours: Hours[];
	holidays: ReadonlySet<number>;
}

/** Whether Luxon's clock and calendar allow it. */
function isAllowed({ hours, holidays }: Rules, zone: string, moment: number): boolean {
	const local = DateTime.fromMillis(moment, { zone });
	const dayOf = (time: DateTime) => Math.floor(Date.parse(`${time.toISODate()}T00:00Z`) / DAY_MS);
	if (holidays.has(dayOf(local))) return false;
	if (hours.length === 0) return true;
	const minute = local.hour * 60 + local.minute;
	const yesterday = local.startOf('day').minus({ hours: 12 });
	return hours.some(({ weekdays, from, to }) => {
		const isDay = weekdays.has(local.weekday % 7);
		if (from < to) return isDay && from <= minute && minute < to;
		const isNight = weekdays.has(yesterday.weekday % 7) && !holidays.has(dayOf(yesterday));
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
	new CallingHours(rules).firstAllowed(zones.map(clockOf), moment);

const at = (text: string, zone = 'UTC') => DateTime.fromISO(text, { zone }).toMillis();
const dayOf = (date: string) => Date.parse(date) / DAY_MS;
const none: ReadonlySet<number> = new Set();

describe('examples', () => {
	const berlin = (rules: Partial<Rules>, text: string) => {
		const moment = at(text, 'Europe/Berlin');
		const first = firstAllowed(
			{ hours: [OFFICE], holidays: none, ...rules },
			['Europe/Berlin'],
			moment,
		);
		return first === null
			? null
			: DateTime.fromMillis(first, { zone: 'Europe/Berlin' }).toISO()?.slice(0, 16);
	};

	test.each([
		['2026-03-02T08:59:59', '2026-03-02T09:00'],
		['2026-03-02T09:00', '2026-03-02T09:00'],
		['2026-03-02T17:59:59', '2026-03-02T17:59'],
		['2026-03-02T18:00', '2026-03-03T09:00'],
		['2026-03-06T18:00', '2026-03-09T09:00'],
	])('office hours: %s → %s', (from, first) => {
		expect(berlin({}, from)).toBe(first);
	});

	test('a holiday is left out, and nothing else', () => {
		const holidays = new Set([dayOf('2026-12-25'), dayOf('2026-12-28')]);
		expect(berlin({ holidays }, '2026-12-24T19:00')).toBe('2026-12-29T09:00');
	});

	test('a holiday without hours ends at midnight', () => {
		const holidays = new Set([dayOf('2026-12-25')]);
		expect(berlin({ hours: [], holidays }, '2026-12-25T00:00')).toBe('2026-12-26T00:00');
	});

	test('hours of the night belong to the day on which they begin', () => {
		const hours = [{ weekdays: new Set([5]), from: 22 * 60, to: 2 * 60 }];
		expect(berlin({ hours }, '2026-03-06T01:00')).toBe('2026-03-06T22:00');
		expect(berlin({ hours }, '2026-03-07T01:59')).toBe('2026-03-07T01:59');
		expect(berlin({ hours }, '2026-03-07T02:00')).toBe('2026-03-13T22:00');
	});

	test('the night after a holiday did not begin', () => {
		const hours = [{ weekdays: new Set([4, 5]), from: 22 * 60, to: 2 * 60 }];
		const holidays = new Set([dayOf('2026-03-05')]);
		expect(berlin({ hours, holidays }, '2026-03-06T01:00')).toBe('2026-03-06T22:00');
	});

	test('hours in the gap of a change begin when the clocks have been set', () => {
		const hours = [{ weekdays: new Set([0]), from: 150, to: 240 }];
		expect(berlin({ hours }, '2026-03-29T00:00')).toBe('2026-03-29T03:00');
	});

	test('never allowed is null, and is found in no time', () => {
		const far = ['Pacific/Honolulu', 'Asia/Tokyo'];
		const short = { hours: [{ weekdays: WORKDAYS, from: 600, to: 660 }], holidays: none };
		expect(firstAllowed(short, far, at('2026-03-02T00:00'))).toBeNull();
	});

	test('a moment in the past is computed, too', () => {
		const hours = new CallingHours({ hours: [OFFICE], holidays: none });
		const clocks = [clockOf('Europe/Berlin')];
		expect(hours.firstAllowed(clocks, at('2026-03-03T20:00Z'))).toBe(at('2026-03-04T08:00Z'));
		expect(hours.firstAllowed(clocks, at('2026-03-02T03:00Z'))).toBe(at('2026-03-02T08:00Z'));
	});
});

describe('every zone', () => {
	test('shows the same time as Luxon, hour after hour around each change', () => {
		const wrong: string[] = [];
		for (const zone of ALL_ZONES) {
			const clock = new ZoneClock(zone);
			const luxonOffset = (moment: number) =>
				DateTime.fromMillis(moment, { zone }).offset * MINUTE_MS;
			const begin = Date.UTC(2026, 0, 1);
			let before = luxonOffset(begin);
			for (let moment = begin; moment < Date.UTC(2028, 0, 1); moment += 7 * DAY_MS) {
				const after = luxonOffset(moment + 7 * DAY_MS);
				const moments = [moment];
				if (after !== before) {
					for (let hour = 0; hour < 168; hour += 1) moments.push(moment + hour * HOUR_MS + 1);
				}
				before = after;
				for (const each of moments) {
					const { offset, until } = clock.steadyAt(each);
					if (offset !== luxonOffset(each) || until <= each || luxonOffset(until - 1) !== offset)
						wrong.push(`${zone} ${new Date(each).toISOString()}`);
				}
			}
		}
		expect(wrong).toEqual([]);
		expect(ALL_ZONES.length).toBeGreaterThan(350);
	});
});

/** Where clocks are set, and how: half an hour, at midnight, over the day line, twice a year around Ramadan. */
const ODD_ZONES = [
	'Australia/Lord_Howe',
	'America/Havana',
	'Asia/Beirut',
	'Africa/Casablanca',
	'America/Santiago',
	'America/Scoresbysund',
	'Pacific/Chatham',
	'Asia/Kathmandu',
	'Pacific/Kiritimati',
	'Pacific/Pago_Pago',
	'America/St_Johns',
	'Africa/Cairo',
];

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
			const offset = DateTime.fromMillis(near, { zone: first }).offset;
			for (let day = 0; day < 240; day += 1) {
				moment = near + day * DAY_MS;
				if (DateTime.fromMillis(moment + DAY_MS, { zone: first }).offset !== offset) break;
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

test('asked again and again, it answers as if it were asked once', () => {
	fc.assert(
		fc.property(
			cases,
			fc.array(fc.integer({ min: -2 * DAY_MS, max: 2 * DAY_MS })),
			(one, steps) => {
				const [zones, moment, rules] = one;
				const asked = new CallingHours(rules);
				for (const step of [0, ...steps, 1, MINUTE_MS]) {
					const clocks = zones.map(clockOf);
					const answer = asked.firstAllowed(clocks, moment + step);
					expect(answer).toBe(firstAllowed(rules, zones, moment + step));
				}
			},
		),
		runs('sequences'),
	);
});
