/** A date, or a date and a time of day, as it was written. */
export interface WrittenTime {
	/** What a clock in UTC shows at the moment that it shows this time: milliseconds since 1970. */
	wall: number;
	/** How far its zone is ahead of UTC, in milliseconds; undefined if it has no zone. */
	offset?: number;
	/** True: a date without a time of day. */
	isDate: boolean;
}

const MS_PER_MINUTE = 60_000;
/** The zone that is furthest from UTC: the Line Islands. */
const MAX_OFFSET_HOURS = 14;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const WEEKDAYS = 'sun mon tue wed thu fri sat'.split(' ');

const TIME = String.raw`(?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?`;
const BASIC_TIME = String.raw`(?<hour>\d\d)(?<minute>\d\d)(?:(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?`;
const ZONE = String.raw`(?<zone>z|utc|gmt|(?<sign>[+-])(?<hours>\d\d)(?::?(?<minutes>\d\d))?)`;

/** `2026-09-01`, `2026-09-01T09:30:00Z`, `2026-09-01 09:30:00.123456 +02`. */
const ISO = new RegExp(
	String.raw`^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:(?:t| +)${TIME}(?: ?${ZONE})?)?$`,
	'i',
);
/** `20260901`, `20260901T093000Z`. */
const BASIC_ISO = new RegExp(
	String.raw`^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?:t?${BASIC_TIME}${ZONE}?)?$`,
	'i',
);
/** `Tue, 01 Sep 2026 09:30:00 GMT`, as HTTP and email have it. */
const HTTP_DATE = new RegExp(
	String.raw`^(?:(?<weekday>[a-z]{3}), )?(?<day>\d{1,2}) (?<monthName>[a-z]{3}) (?<year>\d{4}) ${TIME} ${ZONE}$`,
	'i',
);

type Parts = Readonly<Record<string, string | undefined>>;

const two = (text: string | number = 0) => String(text).padStart(2, '0');

/** As of `WrittenTime`; undefined for a day or a time of day that no calendar has. */
function wallOf(parts: Parts): number | undefined {
	const { year, day, hour, minute, second, fraction = '', monthName, weekday } = parts;
	const month = monthName ? MONTHS.indexOf(monthName.toLowerCase()) + 1 : Number(parts.month);
	const milliseconds = fraction.padEnd(3, '0').slice(0, 3);
	const [h, min, s, ms] = [hour, minute, second, milliseconds].map((part) => Number(part ?? 0));
	const moment = new Date(Date.UTC(Number(year), month - 1, Number(day), h, min, s, ms));
	const written = `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}`;
	// February 31 becomes a day of March, 25:00 the next day, and the year 26 the year 1926.
	if (moment.toISOString().slice(0, written.length) !== written) return undefined;
	const isOtherDay =
		weekday !== undefined && WEEKDAYS[moment.getUTCDay()] !== weekday.toLowerCase();
	return isOtherDay ? undefined : moment.getTime();
}

/** As of `WrittenTime`; null for a zone that no place has. */
function offsetOf({ sign, hours, minutes = '0' }: Parts): number | null {
	if (hours === undefined) return 0;
	if (Number(hours) > MAX_OFFSET_HOURS || Number(minutes) > 59) return null;
	const ahead = (Number(hours) * 60 + Number(minutes)) * MS_PER_MINUTE;
	return sign === '-' ? -ahead : ahead;
}

function timeIn(text: string, form: RegExp): WrittenTime | undefined {
	const found = form.exec(text);
	if (!found?.groups) return undefined;
	const wall = wallOf(found.groups);
	const offset = offsetOf(found.groups);
	if (wall === undefined || offset === null) return undefined;
	const { hour, zone } = found.groups;
	return { wall, isDate: hour === undefined, offset: zone === undefined ? undefined : offset };
}

/** ISO 8601 as people write it. Undefined if the text is another, or names a time that there is not. */
export const isoTime = (text: string): WrittenTime | undefined => timeIn(text, ISO);

const MS_PER_DAY = 86_400_000;

/**
 * The day of a date, counted since 1970-01-01, as it was written: text, or a date of an expression, whose time of day must be midnight.
 * Undefined for anything else.
 */
export function writtenDate(value: unknown): number | undefined {
	const text = String(value instanceof Date ? value.toJSON() : value);
	const wall = isoTime(text.trim())?.wall;
	return wall === undefined || wall % MS_PER_DAY !== 0 ? undefined : wall / MS_PER_DAY;
}

/** As `isoTime`, and what programs write: ISO 8601 without its signs, and the dates of HTTP. */
export const anyWrittenTime = (text: string): WrittenTime | undefined =>
	timeIn(text, ISO) ?? timeIn(text, BASIC_ISO) ?? timeIn(text, HTTP_DATE);

/**
 * Milliseconds since 1970 from a whole number of seconds, milliseconds, microseconds or nanoseconds, by its number of digits (10, 13, 16,
 * 19: moments from 2001 to 2286), with or without decimals. Undefined for any other number of digits.
 */
export function unixTime(text: string): number | undefined {
	const [, whole, decimals = ''] = /^([1-9]\d*)(?:\.(\d+))?$/.exec(text) ?? [];
	if (whole === undefined || ![10, 13, 16, 19].includes(whole.length)) return undefined;
	return Number(`${whole}${decimals}`.padEnd(13, '0').slice(0, 13));
}
