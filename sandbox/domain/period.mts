import { invalid } from '../common/errors.mts';
import { momentOf } from '../common/times.mts';

const DAY_MILLISECONDS = 24 * 3_600_000;
const DATE_ONLY = /^\d{4}-\d\d-\d\d$/;

/** A stretch of time, both ends included. */
export interface Period {
	from: number;
	to: number;
}

/** The days asked for, or the dates from and to; the last date is meant as a whole day. */
export function periodOf(
	query: { days?: number; start_date?: string; end_date?: string },
	now: number,
	defaultDays: number,
): Period {
	const { days, start_date: start, end_date: end } = query;
	if ((start === undefined) !== (end === undefined)) {
		const missing = start === undefined ? 'start_date' : 'end_date';
		throw invalid(['query', missing], 'is required, because a period has two ends');
	}
	if (start === undefined || end === undefined)
		return { from: now - (days ?? defaultDays) * DAY_MILLISECONDS, to: now };
	const from = momentOf(start);
	const to = momentOf(end) + (DATE_ONLY.test(end) ? DAY_MILLISECONDS - 1 : 0);
	return { from, to };
}
