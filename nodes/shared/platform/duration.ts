import { readNumber } from '../values';

const SECONDS_IN = { milliseconds: 0.001, seconds: 1, minutes: 60 } as const;

/** What a number of a duration counts. */
export type Unit = keyof typeof SECONDS_IN;

/** No call takes longer than a week: what says so is no duration in this unit. */
const MAX_SECONDS = 7 * 24 * 3600;
/** A longer one whose unit nobody names may as well be in milliseconds. */
const MAX_WITHOUT_UNIT = 2 * 3600;
/** Times are often cut to whole seconds. */
const TOLERANCE_SECONDS = 2;

/** `1:05`, `01:05`, `0:01:05` */
const CLOCK = /^(?:(\d{1,3}):(?=[0-5]\d:))?(\d{1,3}):([0-5]\d(?:[.,]\d+)?)$/;
/** ISO 8601: `PT1M5S`, `P0DT0H1M5S` */
const ISO = /^P(?:(\d+)D)?T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d+)?)S)?$/i;
/** `65s`, `1m 5s`, `1 minute and 5 seconds`, `65000 ms` */
const WORDS = /^(?:\d+(?:\.\d+)?\s*[a-z]+[\s,]*)+$/;
const WORD = /(\d+(?:\.\d+)?)\s*([a-z]+)/g;

/** How units are written, from the longest to the shortest, each with its seconds. */
const UNITS: ReadonlyArray<readonly [seconds: number, names: readonly string[]]> = [
	[3600, ['h', 'hr', 'hrs', 'hour', 'hours']],
	[60, ['m', 'min', 'mins', 'minute', 'minutes']],
	[1, ['s', 'sec', 'secs', 'second', 'seconds']],
	[0.001, ['ms', 'msec', 'msecs', 'millisecond', 'milliseconds']],
];

const plausible = (seconds: number): number | null => (seconds <= MAX_SECONDS ? seconds : null);

/** The sum of these numbers, each with its seconds. */
const sumOf = (parts: Array<readonly [number: string | undefined, seconds: number]>): number =>
	parts.reduce((sum, [number = '0', each]) => sum + Number(number.replace(',', '.')) * each, 0);

function clockDuration(text: string): number | undefined {
	const [whole, hours, minutes, seconds] = CLOCK.exec(text) ?? [];
	return whole === undefined
		? undefined
		: sumOf([
				[hours, 3600],
				[minutes, 60],
				[seconds, 1],
			]);
}

function isoDuration(text: string): number | undefined {
	const [whole, days, hours, minutes, seconds] = ISO.exec(text) ?? [];
	return whole === undefined
		? undefined
		: sumOf([
				[days, 86_400],
				[hours, 3600],
				[minutes, 60],
				[seconds, 1],
			]);
}

function wordDuration(text: string): number | undefined {
	const plain = text.toLowerCase().replace(/\band\b/g, ' ');
	if (!WORDS.test(plain)) return undefined;
	const parts = [...plain.matchAll(WORD)].map(([, number, word = '']) => ({
		number,
		unit: UNITS.findIndex(([, names]) => names.includes(word)),
	}));
	const isInOrder = parts.every(
		({ unit }, index) => unit > (index === 0 ? -1 : (parts[index - 1]?.unit ?? -1)),
	);
	if (!isInOrder) return undefined;
	return sumOf(parts.map(({ number, unit }) => [number, UNITS[unit]?.[0] ?? 0]));
}

/** The seconds of a duration that is written with its unit; null if it is not. */
export function writtenDuration(value: unknown): number | null {
	if (typeof value !== 'string') return null;
	const text = value.trim();
	const seconds = clockDuration(text) ?? isoDuration(text) ?? wordDuration(text);
	return seconds === undefined ? null : plausible(Math.round(seconds * 1000) / 1000);
}

/** A number that is not below 0. */
export function countOf(value: unknown): number | null {
	const number = readNumber(value);
	return number !== null && number >= 0 ? number : null;
}

/** A whole number that is not below 0. */
export function wholeCount(value: unknown): number | null {
	const count = countOf(value);
	return count !== null && Number.isInteger(count) ? count : null;
}

/** The seconds of a duration, written with its unit or a number of the unit that its name says; null if it is neither, or below 0. */
export const durationIn =
	(unit: Unit) =>
	(value: unknown): number | null => {
		const number = countOf(value);
		if (number === null) return writtenDuration(value);
		const seconds = number * SECONDS_IN[unit];
		return plausible(unit === 'seconds' ? seconds : Math.round(seconds));
	};

/** The seconds of a number, by the unit that another field names; null for a unit that is not known. */
export function durationOfUnit(number: number, unit: string): number | null {
	const word = unit.trim().toLowerCase();
	const [seconds] = UNITS.find(([, names]) => names.includes(word)) ?? [];
	return seconds === undefined ? null : plausible(Math.round(number * seconds * 1000) / 1000);
}

/**
 * The seconds of a duration whose unit is not named: whole seconds, unless the call's times prove another unit; null if nothing fits, or if it
 * fits as minutes too.
 *
 * @param span seconds between the call's start and its end; null if one of them is not known
 */
export function unnamedDuration(number: number, span: number | null): number | null {
	if (span === null) return Number.isInteger(number) && number <= MAX_WITHOUT_UNIT ? number : null;
	const inUnits = [
		number,
		Math.round(number * SECONDS_IN.milliseconds),
		Math.round(number * SECONDS_IN.minutes),
	];
	const distance = (seconds: number) => Math.abs(seconds - span);
	const [best] = inUnits
		.filter((seconds, index) => index === 0 || seconds > 0)
		.filter((seconds) => distance(seconds) <= TOLERANCE_SECONDS)
		.sort((one, other) => distance(one) - distance(other));
	if (best !== undefined) return best;
	// The talk is shorter than the call, which includes the time until somebody answers.
	const mayBeMinutes = number > 0 && number * SECONDS_IN.minutes <= span;
	return number <= span && !mayBeMinutes ? number : null;
}
