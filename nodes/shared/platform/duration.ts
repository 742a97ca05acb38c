import { readNumber } from '../values';

/** No call takes longer than a week: what says so is no duration. */
const MAX_SECONDS = 7 * 24 * 3600;
/** A longer duration whose name says no unit may as well be in milliseconds. */
const MAX_WITHOUT_UNIT = 2 * 3600;
/** How much two times may differ from a duration, because times are often cut to whole seconds. */
const TOLERANCE_SECONDS = 2;

/** Hours, minutes and seconds: `0:01:05` */
const CLOCK = /^(\d{1,3}):([0-5]\d):([0-5]\d(?:\.\d+)?)$/;

/** A whole number that is not below 0. */
export function wholeCount(value: unknown): number | null {
	const count = readNumber(value);
	return count !== null && count >= 0 && Number.isInteger(count) ? count : null;
}

/** The seconds of a duration: 65, `65` and `0:01:05` are 65. Null for anything else, and for more than a week. */
export function secondsIn(value: unknown): number | null {
	const clock = typeof value === 'string' ? CLOCK.exec(value.trim()) : null;
	const [hours, minutes, seconds] = (clock ?? []).slice(1).map(Number);
	const number = clock
		? (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
		: readNumber(value);
	return number !== null && number >= 0 && number <= MAX_SECONDS ? number : null;
}

/**
 * Whether a number whose name says no unit can be in seconds: it is not longer than the call.
 *
 * @param span seconds between the call's start and its end; null if one of them is not known
 */
export const canBeSeconds = (number: number, span: number | null): boolean =>
	number <= (span === null ? MAX_WITHOUT_UNIT : span + TOLERANCE_SECONDS);
