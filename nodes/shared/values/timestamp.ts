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

const TIME = String.raw`(?<time>\d\d:\d\d)(?:(?<second>:\d\d)(?:[.,](?<fraction>\d{1,9}))?)?`;
const ZONE = String.raw`(?<zone>z|(?<sign>[+-])(?<hours>\d\d):?(?<minutes>[0-5]\d))`;
/** `2026-09-01`, `2026-09-01T09:30:00Z`, `2026-09-01 09:30:00.123456+02:00`. */
const ISO = new RegExp(String.raw`^(?<date>\d{4}-\d\d-\d\d)(?:(?:t| +)${TIME}${ZONE}?)?$`, 'i');

/** The time in an ISO 8601 text; undefined for another form, and for an impossible day, time or zone. */
function isoTime(text: string): WrittenTime | undefined {
	const parts = ISO.exec(text)?.groups;
	if (!parts) return undefined;
	const { date, time, second = ':00', fraction = '' } = parts;
	const { zone, sign = '+', hours = '00', minutes = '00' } = parts;
	const iso = `${date}T${time ?? '00:00'}${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
	const wall = Date.parse(iso);
	// February 31 becomes a day of March, and 24:00 the next day.
	if (Number.isNaN(wall) || new Date(wall).toISOString() !== iso) return undefined;
	if (Number(hours) > MAX_OFFSET_HOURS) return undefined;
	const ahead = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
	return { wall, offset: zone === undefined ? undefined : ahead, isDate: time === undefined };
}

/** Milliseconds since 1970, from seconds (10 digits) or milliseconds (13 digits): moments from 2001 to 2286. */
function unixTime(number: number): number | undefined {
	if (number >= 1e9 && number < 1e10) return Math.trunc(Number((number * 1000).toFixed(3)));
	return number >= 1e12 && number < 1e13 ? Math.trunc(number) : undefined;
}

/** Times outside of 2000 to 2199 are no moments: `0` and `0001-01-01` mean "never" where they are sent. */
const [FIRST, LAST] = [Date.UTC(2000, 0, 1), Date.UTC(2200, 0, 1) - 1];

/**
 * The moment that a value of the platform means, in ms since 1970; undefined for none, or outside of 2000 to 2199.
 *   2026-09-01T09:30:00Z, 2026-09-01 11:30:00.123456+02:00, 1788255000 -> the same moment; without a zone it is UTC
 */
export function readTimestamp(value: unknown): number | undefined {
	const written = typeof value === 'string' ? isoTime(value.trim()) : undefined;
	const unix = typeof value === 'number' ? unixTime(value) : undefined;
	const moment = written ? written.wall - (written.offset ?? 0) : unix;
	return moment !== undefined && moment >= FIRST && moment <= LAST ? moment : undefined;
}

/** The moment in a header such as Date, in ms since 1970: `Tue, 01 Sep 2026 09:30:00 GMT`; undefined without one. */
export function readHttpDate(header: unknown): number | undefined {
	const text = String(header ?? '').trim();
	const isDate = /^[a-z]{3}, \d\d [a-z]{3} \d{4} \d\d:\d\d:\d\d gmt$/i.test(text);
	const moment = isDate ? Date.parse(text) : Number.NaN;
	return Number.isNaN(moment) ? undefined : moment;
}

/** Whether a time says its zone, or needs none as a number of seconds does. What has none is taken for UTC. */
export function hasZone(time: unknown): boolean {
	const written = isoTime(String(time).trim());
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

/** A date as days since 1970-01-01: text, or a date of an expression at midnight. Undefined for anything else. */
export function writtenDate(value: unknown): number | undefined {
	const text = String(value instanceof Date ? value.toJSON() : value);
	const days = (isoTime(text.trim())?.wall ?? Number.NaN) / DAY_MS;
	return Number.isInteger(days) ? days : undefined;
}

const FIRST_ENTERED = Date.UTC(1900, 0, 1);
const ADVICE =
	'Write it as 2026-03-02 09:00, or with its offset as 2026-03-02T09:00:00+01:00, or use an expression that returns a date';

/**
 * The moment that a user means, in ms since 1970. A time that the clocks show never or twice is refused, not guessed.
 *   2026-09-01 (its first moment), 2026-09-01T09:30, 2026-09-01T09:30Z, 1788255000, 1788255000000, dates of expressions
 * @param label what the editor calls the parameter; @param timeZone IANA zone of a time without an offset
 * @throws ParameterError that says how to write a time
 */
export function enteredTimestamp(value: unknown, label: string, timeZone = 'UTC'): number {
	const text = String(value).trim();
	const refuse = (problem: string) => new ParameterError(`${label} "${text}" ${problem}`, ADVICE);
	const moment = (): unknown => {
		// Dates of JavaScript and of Luxon have a number of milliseconds as their value.
		if (typeof value === 'object' && value !== null) return value.valueOf();
		const time = isoTime(text);
		if (!time) return /^(\d{10}(\.\d+)?|\d{13})$/.test(text) ? unixTime(Number(text)) : undefined;
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
