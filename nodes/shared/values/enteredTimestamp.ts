import { ParameterError } from './parameterError';
import { localTime } from './timeZone';
import { isoTime, unixTime } from './writtenTime';

const FIRST = Date.UTC(1900, 0, 1);
const LAST = Date.UTC(2200, 0, 1) - 1;

const ADVICE =
	'Write it as 2026-03-02 09:00, or with its offset as 2026-03-02T09:00:00+01:00, or use an expression that returns a date';

/** Dates as expressions return them: those of JavaScript and of Luxon. Their value is a number of milliseconds. */
function momentOfObject(value: object): number | undefined {
	const moment: unknown = value.valueOf();
	return typeof moment === 'number' ? moment : undefined;
}

/** A time without an offset. A date alone begins at the first moment of its day. */
function momentInZone(
	{ wall, isDate }: { wall: number; isDate: boolean },
	timeZone: string,
	refuse: (problem: string) => ParameterError,
): number {
	const { moments, start } = localTime(wall, timeZone);
	const [moment] = moments;
	if (isDate || (moment !== undefined && moments.length === 1)) return start;
	throw refuse(
		moments.length === 0
			? `does not exist in ${timeZone}: clocks are set forward then`
			: `occurs twice in ${timeZone}: clocks are set back then`,
	);
}

/**
 * The moment that a user means, in milliseconds since 1970. Nothing is guessed: another moment would be a call at another time.
 *
 * Reads ISO 8601, a date or a date with a time of day, with or without an offset; dates of expressions; seconds (10 digits) and milliseconds
 * (13 digits) since 1970. A time of day that the clocks of the zone show never or twice is refused.
 *
 * @param label what the editor calls the parameter
 * @param timeZone IANA time zone of a time without an offset
 * @throws ParameterError that says how to write a time
 */
export function enteredTimestamp(value: unknown, label: string, timeZone = 'UTC'): number {
	const text = String(value).trim();
	const refuse = (problem: string) => new ParameterError(`${label} "${text}" ${problem}`, ADVICE);
	if (typeof value === 'object' && value !== null) return checked(momentOfObject(value), refuse);
	const time = isoTime(text);
	if (!time)
		return checked(/^(\d{10}(\.\d+)?|\d{13})$/.test(text) ? unixTime(text) : undefined, refuse);
	const { wall, offset } = time;
	return checked(
		offset === undefined ? momentInZone(time, timeZone, refuse) : wall - offset,
		refuse,
	);
}

function checked(moment: number | undefined, refuse: (problem: string) => ParameterError): number {
	if (moment !== undefined && moment >= FIRST && moment <= LAST) return moment;
	throw refuse('is not a date');
}
