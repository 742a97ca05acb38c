import { anyWrittenTime, unixTime } from './writtenTime';

/** No call was made before, and none is planned after. `0` and `1970-01-01` mean "never" where they are sent. */
const FIRST = 1;
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
	const written = anyWrittenTime(text);
	const moment = written ? written.wall - (written.offset ?? 0) : unixTime(text);
	return moment !== undefined && moment >= FIRST && moment <= LAST ? moment : undefined;
}

/** Whether a time says its zone, or needs none as a number of seconds does. What has none is taken for UTC. */
export function hasZone(time: unknown): boolean {
	const written = anyWrittenTime(String(time).trim());
	return written === undefined || written.offset !== undefined;
}

/** The moment as ISO 8601 in UTC; null if the value is not a time. As `readTimestamp`. */
export function isoTimestamp(value: unknown): string | null {
	const moment = readTimestamp(value);
	return moment === undefined ? null : new Date(moment).toISOString();
}
