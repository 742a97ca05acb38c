import { isTimeZone, offsetAt } from './timeZone';

/** Names of IANA that are not places: their offsets have the sign of POSIX, the opposite of what people mean. */
const NO_PLACE = /^(etc|systemv|posix|right)\//i;
const PLACE = /^[a-z]+(\/[a-z\d_+-]+)+$/i;
const OFFSET = /^(?:UTC)?\s*([+\-\u2212])(\d{1,2})(?::?([0-5]\d))?$/i;
const MINUTE_MS = 60_000;
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

/** `UTC+02:00`; `UTC` for none; undefined if no clock has it. @param minutes ahead of UTC */
function offsetName(minutes: number): string | undefined {
	if (minutes < WESTERNMOST || minutes > EASTERNMOST) return undefined;
	if (minutes === 0) return 'UTC';
	const [hour, minute] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) =>
		String(part).padStart(2, '0'),
	);
	return `UTC${minutes < 0 ? '-' : '+'}${hour}:${minute}`;
}

/**
 * The time zone that a user means: an IANA name of a place such as Europe/Berlin, UTC, or an offset such as UTC+02:00. Abbreviations are not
 * read: computers know BST as the time of Bangladesh, and EST as one without summer time.
 *
 * @returns a name for `clockOf`; undefined if it is none of these
 */
export function readTimeZone(written: string): string | undefined {
	const text = written.trim();
	if (/^(etc\/)?utc$/i.test(text)) return 'UTC';
	const [, sign, hours, minutes = '0'] = OFFSET.exec(text) ?? [];
	if (sign !== undefined)
		return offsetName((sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes)));
	const name = text.replace(/ /g, '_');
	return PLACE.test(name) && !NO_PLACE.test(name) && isTimeZone(name) ? name : undefined;
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
	if (readTimeZone(timeZone) !== undefined) return [timeZone];
	const offset = offsetName(offsetAt(0, name) / MINUTE_MS);
	return offset === undefined ? [] : [offset];
}

function suggestionsFor(text: string): string[] {
	const [word = ''] = text.toUpperCase().split(' ');
	const meant = MEANT.filter(([, names]) => names.split(' ').includes(word)).map(([zone]) => zone);
	if (meant.length > 0) return meant;
	const ofCity = zonesOfCity(text);
	if (ofCity.length > 0) return ofCity;
	const offset = readTimeZone(text.replace(/^GMT/i, 'UTC'));
	return offset === undefined ? zoneOfOldName(text) : [offset];
}

/** What to write in place of a text that is no time zone. */
export function timeZoneAdvice(written: string): string {
	const suggestions = suggestionsFor(written.trim());
	return suggestions.length > 0
		? `Write the one that is meant: ${suggestions.join(' or ')}`
		: 'Write the name of a place such as Europe/Berlin, or UTC, or an offset such as UTC+02:00';
}
