import { DateTime, FixedOffsetZone, IANAZone } from 'luxon';
import type { Zone } from 'luxon';

/** Names of IANA that are not places: their offsets have the sign of POSIX, the opposite of what people mean. */
const NO_PLACE = /^(etc|systemv|posix|right)\//i;
const PLACE = /^[a-z]+(\/[a-z\d_+-]+)+$/i;
/** An offset from UTC. Three digits are none: `-300` may be hours and minutes, or minutes alone. */
const OFFSET = /^(?:UTC)?\s*([+\-\u2212])(?!\d{3}$)(\d{1,2})(?::?([0-5]\d))?$/i;
/** Offsets of all clocks there are, in minutes. */
const [WESTERNMOST, EASTERNMOST] = [-12 * 60, 14 * 60];

/** Whether this is the name of a time zone that n8n's computer knows. */
export const isTimeZone = (name: string): boolean => IANAZone.isValidZone(name);

/** The date and time on a zone's clocks. @param moment ms since 1970 @throws Error if this computer has no such zone */
export function localTime(moment: number, zone: Zone | string): DateTime {
	const time = DateTime.fromMillis(moment, { zone, locale: 'en' });
	if (time.isValid) return time;
	throw new Error(`There is no time zone "${typeof zone === 'string' ? zone : zone.name}"`);
}

/**
 * The zone that a user means: an IANA name (Europe/Berlin), UTC, or an offset (UTC+02:00); undefined for others.
 * Abbreviations are not read: computers take BST for Bangladesh.
 */
export function readTimeZone(written: string): Zone | undefined {
	const text = written.trim();
	if (/^(etc\/)?utc$/i.test(text)) return FixedOffsetZone.utcInstance;
	const [, sign, hours, minutes = '0'] = OFFSET.exec(text) ?? [];
	if (sign !== undefined) {
		const ahead = (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes));
		const isShown = ahead >= WESTERNMOST && ahead <= EASTERNMOST;
		return isShown ? FixedOffsetZone.instance(ahead) : undefined;
	}
	const name = text.replace(/ /g, '_');
	const zone = PLACE.test(name) && !NO_PLACE.test(name) ? IANAZone.create(name) : undefined;
	return zone?.isValid ? zone : undefined;
}

/** What to write in place of a text that is no time zone. */
export const TIME_ZONE_ADVICE =
	'Write the name of a place such as Europe/Berlin, or UTC, or an offset such as UTC+02:00';
