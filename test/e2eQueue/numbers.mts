import { scaleOf } from '../scale.mts';

/** Each with all 100 numbers that are kept for fiction. */
const AREAS = [...Array(20).keys()].map((index) => 205 + index * 10);

export const NUMBERS: readonly string[] = AREAS.flatMap((area) =>
	[...Array(100).keys()].map((last) => `+1${area}55501${String(last).padStart(2, '0')}`),
).slice(0, scaleOf('numbersOfWorkers'));
