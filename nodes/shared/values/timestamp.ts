const HAS_ZONE = /(?:z|[+-]\d{2}:?\d{2})$/i;
const ISO_WITHOUT_ZONE =
	/^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?$/;

/** Seconds since 1970 stay below this until the year 5138; milliseconds are above it since 1973. */
const MAX_SECONDS = 1e11;

/** Cached by time zone: to create a format takes longer than to use it a thousand times. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
	const format =
		formats.get(timeZone) ??
		new Intl.DateTimeFormat('en-US', {
			timeZone,
			hourCycle: 'h23',
			year: 'numeric',
			month: 'numeric',
			day: 'numeric',
			hour: 'numeric',
			minute: 'numeric',
			second: 'numeric',
		});
	formats.set(timeZone, format);
	return format;
}

/** How far local time is ahead of UTC at that moment, in milliseconds. */
function zoneOffset(utc: number, timeZone: string): number {
	if (timeZone === 'UTC') return 0;
	const parts = formatOf(timeZone).formatToParts(utc);
	const part = (type: string) => Number(parts.find((entry) => entry.type === type)?.value);
	const local = Date.UTC(
		part('year'),
		part('month') - 1,
		part('day'),
		part('hour'),
		part('minute'),
		part('second'),
	);
	return local - Math.floor(utc / 1000) * 1000;
}

function fromLocal(local: number, timeZone: string): number {
	const guess = local - zoneOffset(local, timeZone);
	return local - zoneOffset(guess, timeZone);
}

/**
 * The moment a value means, in milliseconds since 1970 (UTC); undefined if it is not a time. Reads ISO 8601 with or without time zone, seconds,
 * milliseconds, both also as text, and Date or Luxon objects.
 *
 * @param timeZone IANA time zone of a time without a time zone
 */
export function readTimestamp(value: unknown, timeZone = 'UTC'): number | undefined {
	if (value === null || value === undefined || value === '') return undefined;
	if (typeof value === 'object') {
		const moment = Number(value);
		return Number.isNaN(moment) ? undefined : moment;
	}
	const text = String(value).trim();
	if (/^-?\d+(\.\d+)?$/.test(text)) {
		const number = Number(text);
		return Math.abs(number) < MAX_SECONDS ? number * 1000 : number;
	}
	const local = ISO_WITHOUT_ZONE.exec(text);
	if (local) {
		const [year, month, day, hour = 0, minute = 0, second = 0] = local
			.slice(1, 7)
			.map((part) => Number(part ?? 0));
		const milliseconds = Math.floor(Number(`0.${local[7] ?? 0}`) * 1000);
		const moment = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second, milliseconds);
		return fromLocal(moment, timeZone);
	}
	const moment = HAS_ZONE.test(text)
		? Date.parse(text.replace(' ', 'T').replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
		: Date.parse(text);
	return Number.isNaN(moment) ? undefined : moment;
}

/** The moment as ISO 8601 in UTC; null if the value is not a time. */
export function isoTimestamp(value: unknown, timeZone = 'UTC'): string | null {
	const moment = readTimestamp(value, timeZone);
	return moment === undefined || Math.abs(moment) > 8.64e15 ? null : new Date(moment).toISOString();
}
