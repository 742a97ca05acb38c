import { DateTime, FixedOffsetZone, IANAZone } from 'luxon';
import type { Zone } from 'luxon';

/** Names of IANA that are not places: their offsets have the sign of POSIX, the opposite of what people mean. */
const NO_PLACE = /^(etc|systemv|posix|right)\//i;
const PLACE = /^[a-z]+(\/[a-z\d_+-]+)+$/i;
/** An offset from UTC. Three digits are none: `-300` may be hours and minutes, or minutes alone. */
const OFFSET = /^(?:UTC)?\s*([+\-\u2212])(?!\d{3}$)(\d{1,2})(?::?([0-5]\d))?$/i;
/** Offsets of all clocks there are, in minutes. */
const [WESTERNMOST, EASTERNMOST] = [-12 * 60, 14 * 60];

/** What people may mean by an abbreviation, or by the name of a time that several places have. */
const MEANT: ReadonlyArray<readonly [timeZone: string, names: string]> = [
	['America/New_York', 'EST EDT ET EASTERN'],
	['America/Chicago', 'CST CDT CT CENTRAL'],
	['America/Denver', 'MST MDT MT MOUNTAIN'],
	['America/Los_Angeles', 'PST PDT PT PACIFIC'],
	['America/Halifax', 'AST ADT ATLANTIC'],
	['America/Anchorage', 'AKST AKDT'],
	['America/Rio_Branco', 'ACT'],
	['America/Sao_Paulo', 'BRT'],
	['Pacific/Honolulu', 'HST'],
	['Europe/London', 'BST GMT'],
	['Europe/Dublin', 'IST'],
	['Europe/Lisbon', 'WET WEST'],
	['Europe/Berlin', 'CET CEST MET MEST MEZ MESZ'],
	['Europe/Helsinki', 'EET EEST'],
	['Europe/Moscow', 'MSK'],
	['Africa/Johannesburg', 'SAST'],
	['Asia/Jerusalem', 'IST IDT'],
	['Asia/Riyadh', 'AST'],
	['Asia/Kolkata', 'IST'],
	['Asia/Shanghai', 'CST'],
	['Asia/Tokyo', 'JST'],
	['Asia/Seoul', 'KST'],
	['Australia/Perth', 'AWST'],
	['Australia/Adelaide', 'ACST ACDT ACT'],
	['Australia/Sydney', 'AEST AEDT EST ACT'],
	['Pacific/Auckland', 'NZST NZDT'],
];

/** Whether this is the name of a time zone that n8n's computer knows. */
export const isTimeZone = (name: string): boolean => IANAZone.isValidZone(name);

/** The date and the time that the clocks of a zone show. @param moment milliseconds since 1970 @throws Error if n8n's computer does not know the zone */
export function localTime(moment: number, zone: Zone | string): DateTime {
	const time = DateTime.fromMillis(moment, { zone, locale: 'en' });
	if (time.isValid) return time;
	throw new Error(`There is no time zone "${typeof zone === 'string' ? zone : zone.name}"`);
}

/** The zone of an offset; undefined if no clock has this offset. @param minutes ahead of UTC */
const zoneOfOffset = (minutes: number): Zone | undefined =>
	minutes >= WESTERNMOST && minutes <= EASTERNMOST ? FixedOffsetZone.instance(minutes) : undefined;

/**
 * The time zone that a user means: an IANA name of a place such as Europe/Berlin, UTC, or an offset such as UTC+02:00. Abbreviations are not
 * read: computers know BST as the time of Bangladesh, and EST as one without summer time.
 *
 * @returns undefined if it is none of these
 */
export function readTimeZone(written: string): Zone | undefined {
	const text = written.trim();
	if (/^(etc\/)?utc$/i.test(text)) return FixedOffsetZone.utcInstance;
	const [, sign, hours, minutes = '0'] = OFFSET.exec(text) ?? [];
	if (sign !== undefined)
		return zoneOfOffset((sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes)));
	const name = text.replace(/ /g, '_');
	const zone = PLACE.test(name) && !NO_PLACE.test(name) ? IANAZone.create(name) : undefined;
	return zone?.isValid ? zone : undefined;
}

/** Zones whose place has this name. */
function zonesOfCity(name: string): string[] {
	const city = `/${name.toLowerCase().replace(/ /g, '_')}`;
	return Intl.supportedValuesOf('timeZone').filter((zone) => zone.toLowerCase().endsWith(city));
}

/** What computers take an old name for, such as Japan or Etc/GMT-2. */
function zoneOfOldName(name: string): string[] {
	if (!isTimeZone(name)) return [];
	const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions();
	const zone = readTimeZone(timeZone) ?? zoneOfOffset(IANAZone.create(name).offset(0));
	return zone ? [zone.name] : [];
}

function suggestionsFor(text: string): string[] {
	const [word = ''] = text.toUpperCase().split(' ');
	const meant = MEANT.filter(([, names]) => names.split(' ').includes(word)).map(([zone]) => zone);
	if (meant.length > 0) return meant;
	const ofCity = zonesOfCity(text);
	if (ofCity.length > 0) return ofCity;
	const offset = readTimeZone(text.replace(/^GMT/i, 'UTC'));
	return offset ? [offset.name] : zoneOfOldName(text);
}

/** What to write in place of a text that is no time zone. */
export function timeZoneAdvice(written: string): string {
	const suggestions = suggestionsFor(written.trim());
	return suggestions.length > 0
		? `Write the one that is meant: ${suggestions.join(' or ')}`
		: 'Write the name of a place such as Europe/Berlin, or UTC, or an offset such as UTC+02:00';
}
