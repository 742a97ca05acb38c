const MS_PER_DAY = 86_400_000;
const MINUTE_MS = 60_000;

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

/** Whether this is the name of a time zone that n8n's computer knows. */
export function isTimeZone(name: string): boolean {
	try {
		formatOf(name);
		return true;
	} catch {
		return false;
	}
}

/** An offset in place of a name, as `readTimeZone` writes it. Not every Node.js knows one as a time zone. */
const OFFSET = /^UTC([+-])(\d\d):(\d\d)$/;

/** How far local time is ahead of UTC at that moment, in milliseconds. @param timeZone a known name, or an offset such as `UTC+02:00` */
export function offsetAt(moment: number, timeZone: string): number {
	const [, sign, hours, minutes] = OFFSET.exec(timeZone) ?? [];
	if (sign !== undefined)
		return (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
	const parts = formatOf(timeZone).formatToParts(moment);
	const part = (type: string) => Number(parts.find((entry) => entry.type === type)?.value);
	const wall = Date.UTC(
		part('year'),
		part('month') - 1,
		part('day'),
		part('hour'),
		part('minute'),
		part('second'),
	);
	return wall - Math.floor(moment / 1000) * 1000;
}

/** What a clock on a wall of the zone can mean. */
export interface LocalTime {
	/** The moments at which it shows this time, in their order: none when it is set forward over it, two when it is set back. */
	moments: number[];
	/** The first of them. If there is none, the moment at which it would show this time if it had not been set forward. */
	start: number;
}

/** @param wall what the clock shows, as milliseconds since 1970 if it were in UTC */
export function localTime(wall: number, timeZone: string): LocalTime {
	const offsets = [wall - MS_PER_DAY, wall + MS_PER_DAY].map((near) => offsetAt(near, timeZone));
	const moments = [...new Set(offsets.map((offset) => wall - offset))]
		.filter((moment) => moment + offsetAt(moment, timeZone) === wall)
		.sort((a, b) => a - b);
	return { moments, start: moments[0] ?? wall - Math.min(...offsets) };
}
