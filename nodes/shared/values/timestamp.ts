import { DateTime } from 'luxon';
import { ParameterError } from './parameterError';

/** A date, or a date and a time of day, as it was written. */
interface WrittenTime {
	/** The written time read as if it were in UTC: milliseconds since 1970. */
	wall: number;
	/** How far its zone is ahead of UTC, in milliseconds; undefined if it has no zone. */
	offset?: number;
	/** True: the text is a date without a time of day. */
	isDate: boolean;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** The zone that is furthest from UTC: the Line Islands. */
const MAX_OFFSET_HOURS = 14;
const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec';

const TIME = String.raw`(?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?`;
const BASIC_TIME = String.raw`(?<hour>\d\d)(?<minute>\d\d)(?:(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?`;
const ZONE = String.raw`(?<zone>z|utc|gmt|(?<sign>[+-])(?<hours>\d\d)(?::?(?<minutes>[0-5]\d))?)`;

/** `2026-09-01`, `2026-09-01T09:30:00Z`, `2026-09-01 09:30:00.123456 +02`. */
const ISO = new RegExp(
	String.raw`^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:(?:t| +)${TIME}(?: ?${ZONE})?)?$`,
	'i',
);
/** The basic form of ISO 8601, which programs write, too: `20260901`, `20260901T093000Z`. */
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

/** The `wall` of a `WrittenTime`; undefined for a day or a time of day that no calendar has. */
function wallOf(parts: Parts): number | undefined {
	const { year, monthName, weekday = '', day = '' } = parts;
	const { hour = '00', minute = '00', second = '00', fraction = '' } = parts;
	const month = monthName ? MONTHS.indexOf(monthName.toLowerCase()) / 3 + 1 : parts.month;
	const date = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
	const iso = `${date}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
	const moment = new Date(iso);
	// February 31 becomes a day of March, and 24:00 the next day.
	if (Number.isNaN(moment.getTime()) || moment.toISOString() !== iso) return undefined;
	const isOtherDay =
		weekday !== '' && !moment.toUTCString().toLowerCase().startsWith(weekday.toLowerCase());
	return isOtherDay ? undefined : moment.getTime();
}

/** The time in a text of this form. Undefined if it has another form, or names a time or a zone that there is not. */
function timeIn(text: string, form: RegExp): WrittenTime | undefined {
	const parts = form.exec(text)?.groups as Parts | undefined;
	if (!parts) return undefined;
	const { zone, sign = '+', hours = '00', minutes = '00' } = parts;
	const wall = wallOf(parts);
	if (wall === undefined || Number(hours) > MAX_OFFSET_HOURS) return undefined;
	const ahead = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
	return {
		wall,
		offset: zone === undefined ? undefined : ahead,
		isDate: parts.hour === undefined,
	};
}

/**
 * Milliseconds since 1970 from a whole number of seconds, milliseconds, microseconds or nanoseconds, by its number of digits (10, 13, 16,
 * 19: moments from 2001 to 2286), with or without decimals. Undefined for any other number of digits.
 */
function unixTime(text: string): number | undefined {
	const [, whole, decimals = ''] = /^([1-9]\d*)(?:\.(\d+))?$/.exec(text) ?? [];
	if (whole === undefined || ![10, 13, 16, 19].includes(whole.length)) return undefined;
	return Number(`${whole}${decimals}`.padEnd(13, '0').slice(0, 13));
}

const platformTime = (text: string) =>
	timeIn(text, ISO) ?? timeIn(text, BASIC_ISO) ?? timeIn(text, HTTP_DATE);

/** No call was made before 1970, and none is planned after 2199. `0` and `1970-01-01` mean "never" where they are sent. */
const LAST = Date.UTC(2200, 0, 1) - 1;

/**
 * The moment that a value of the platform means, in milliseconds since 1970 (UTC); undefined if it is not a time, or not one between 1970
 * and 2200.
 *
 * Reads ISO 8601, also in basic form (`20260901T093000Z`), with a space for the T, with up to nine decimals, and with a zone as `Z`, `UTC`,
 * `+02`, `+0200` or `+02:00`; a time without a zone is in UTC. Reads the dates of HTTP. Reads seconds, milliseconds, microseconds and
 * nanoseconds since 1970, as number or text, from the year 2001 on: then they have 10, 13, 16 or 19 digits, and cannot be confused. Parts
 * of a millisecond are left out.
 */
export function readTimestamp(value: unknown): number | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const text = String(value).trim();
	const written = platformTime(text);
	const moment = written ? written.wall - (written.offset ?? 0) : unixTime(text);
	return moment !== undefined && moment > 0 && moment <= LAST ? moment : undefined;
}

/** Whether a time says its zone, or needs none as a number of seconds does. What has none is taken for UTC. */
export function hasZone(time: unknown): boolean {
	const written = platformTime(String(time).trim());
	return written === undefined || written.offset !== undefined;
}

/** A moment as ISO 8601 in UTC; with milliseconds only if there are any. @param moment milliseconds since 1970 */
export const isoText = (moment: number): string =>
	new Date(moment).toISOString().replace('.000Z', 'Z');

/** The moment that `readTimestamp` reads, as `isoText` writes it; null if the value is not a time. */
export function isoTimestamp(value: unknown): string | null {
	const moment = readTimestamp(value);
	return moment === undefined ? null : isoText(moment);
}

/**
 * The day of a date, counted since 1970-01-01, as it was written: text, or a date of an expression, whose time of day must be midnight.
 * Undefined for anything else.
 */
export function writtenDate(value: unknown): number | undefined {
	const text = String(value instanceof Date ? value.toJSON() : value);
	const days = (timeIn(text.trim(), ISO)?.wall ?? Number.NaN) / DAY_MS;
	return Number.isInteger(days) ? days : undefined;
}

const FIRST_ENTERED = Date.UTC(1900, 0, 1);
const ADVICE =
	'Write it as 2026-03-02 09:00, or with its offset as 2026-03-02T09:00:00+01:00, or use an expression that returns a date';

/**
 * The moment that a user means, in milliseconds since 1970. Nothing is guessed: another moment would be a call at another time.
 *
 * Reads ISO 8601, a date or a date with a time of day, with or without an offset; dates of expressions; seconds (10 digits) and milliseconds
 * (13 digits) since 1970. A time of day that the clocks of the zone show never or twice is refused. A date begins at the first moment of its day.
 *
 * @param label what the editor calls the parameter
 * @param timeZone IANA time zone of a time without an offset
 * @throws ParameterError that says how to write a time
 */
export function enteredTimestamp(value: unknown, label: string, timeZone = 'UTC'): number {
	const text = String(value).trim();
	const refuse = (problem: string) => new ParameterError(`${label} "${text}" ${problem}`, ADVICE);
	const moment = (): unknown => {
		// Dates of JavaScript and of Luxon have a number of milliseconds as their value.
		if (typeof value === 'object' && value !== null) return value.valueOf();
		const time = timeIn(text, ISO);
		if (!time) return /^(\d{10}(\.\d+)?|\d{13})$/.test(text) ? unixTime(text) : undefined;
		const { wall, offset, isDate } = time;
		if (offset !== undefined) return wall - offset;
		const local = DateTime.fromMillis(wall, { zone: 'utc' }).setZone(timeZone, {
			keepLocalTime: true,
		});
		const [first = local, second] = local.getPossibleOffsets();
		const isShown = first.toMillis() + first.offset * MINUTE_MS === wall;
		if (!isDate && !isShown) {
			throw refuse(`does not exist in ${timeZone}: clocks are set forward then`);
		}
		if (!isDate && second) throw refuse(`occurs twice in ${timeZone}: clocks are set back then`);
		return first.toMillis();
	};
	const found = moment();
	if (typeof found === 'number' && found >= FIRST_ENTERED && found <= LAST) return found;
	throw refuse('is not a date');
}
