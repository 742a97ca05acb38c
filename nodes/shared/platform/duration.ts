import { readNumber } from '../values';

/** No call takes longer than a week: what says so is no duration. */
const MAX_SECONDS = 7 * 24 * 3600;
/** A longer duration whose unit nobody names may as well be in milliseconds. */
const MAX_WITHOUT_UNIT = 2 * 3600;
/** How much two times may differ from a duration, because times are often cut to whole seconds. */
const TOLERANCE_SECONDS = 2;

/** `1:05`, `01:05`, `0:01:05` */
const CLOCK = /^(?:(\d{1,3}):(?=[0-5]\d:))?(\d{1,3}):([0-5]\d(?:[.,]\d+)?)$/;
/** ISO 8601: `PT1M5S`, `P0DT0H1M5S` */
const ISO = /^P(?:(\d+)D)?T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d+)?)S)?$/i;

const plausible = (seconds: number): number | null => (seconds <= MAX_SECONDS ? seconds : null);

/** The seconds of a duration that is written as a clock or in ISO 8601; null if it is not. */
export function writtenDuration(value: unknown): number | null {
	if (typeof value !== 'string') return null;
	const text = value.trim();
	const [clock, iso] = [CLOCK.exec(text), ISO.exec(text)];
	const parts = clock ? ['0', ...clock.slice(1)] : iso?.slice(1);
	if (!parts) return null;
	const [days, hours, minutes, seconds] = parts.map((part = '0') => Number(part.replace(',', '.')));
	const hour = Number(days) * 24 + Number(hours);
	return plausible((hour * 60 + Number(minutes)) * 60 + Number(seconds));
}

/** A whole number that is not below 0. */
export function wholeCount(value: unknown): number | null {
	const count = readNumber(value);
	return count !== null && count >= 0 && Number.isInteger(count) ? count : null;
}

/** The seconds of a duration: a number of seconds, or a duration that is written with its unit; null if it is neither, or below 0. */
export function durationIn(value: unknown): number | null {
	const number = readNumber(value);
	if (number === null) return writtenDuration(value);
	return number >= 0 ? plausible(number) : null;
}

/**
 * Whether a number whose unit is not named is in seconds. It may not take longer than the call, nor fit as minutes, too.
 *
 * @param span seconds between the call's start and its end; null if one of them is not known
 */
export function isInSeconds(number: number, span: number | null): boolean {
	if (span === null) return Number.isInteger(number) && number <= MAX_WITHOUT_UNIT;
	// The talk is shorter than the call, which includes the time until somebody answers.
	const mayBeMinutes = number > 0 && number * 60 <= span + TOLERANCE_SECONDS;
	return number <= span + TOLERANCE_SECONDS && !mayBeMinutes;
}
