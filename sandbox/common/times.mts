import { invalid } from './errors.mts';

const DAY_MILLISECONDS = 24 * 3_600_000;
const DATE_ONLY = /^\d{4}-\d\d-\d\d$/;

/** Milliseconds of an ISO 8601 text; one without a zone is read as UTC. */
export function momentOf(text: string): number {
	const hasZone = /(Z|[+-]\d\d(:?\d\d)?)$/i.test(text);
	return Date.parse(text.includes('T') && !hasZone ? `${text}Z` : text);
}

/** The same where a value may be left out. */
export function optionalMoment(text: string | undefined): number | undefined {
	return text === undefined ? undefined : momentOf(text);
}

/** That many moments in order, the last of them given, with the same time between every two. */
export function momentsUntil(last: number, count: number, spacingSeconds: number): number[] {
	return Array.from({ length: count }, (_, index) =>
		Math.round(last - (count - 1 - index) * spacingSeconds * 1000),
	);
}

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
	if (days !== undefined)
		throw invalid(['query', 'days'], 'cannot be given together with start_date and end_date');
	const from = momentOf(start);
	const to = momentOf(end) + (DATE_ONLY.test(end) ? DAY_MILLISECONDS - 1 : 0);
	if (from > to) throw invalid(['query', 'end_date'], 'must not be before start_date');
	return { from, to };
}
