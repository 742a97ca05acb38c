import type { FakeRow } from './platformRows.mts';
import { appointmentOf, hashOf, shownTime } from './rowTimes.mts';

/**
 * `arrival` has the latest arrival first, whatever its time. `random` is shuffled, and the same for the same rows. `updated`: the latest
 * change first. `grouped`: agent by agent, and for each the newest first. `appointment`: by a date that says nothing about when a row was
 * added.
 */
export const ORDERS = [
	'newest',
	'oldest',
	'arrival',
	'random',
	'updated',
	'grouped',
	'appointment',
] as const;

export type Order = (typeof ORDERS)[number];

export interface Ordering {
	order: Order;
	/** Where rows without a time are, in an order by time. */
	undated: 'first' | 'last';
}

type Compare = (one: FakeRow, other: FakeRow) => number;

/** The rows as the list has them now. */
export function inOrder(
	rows: readonly FakeRow[],
	{ order, undated }: Ordering,
	now: number,
): FakeRow[] {
	const nowhere = undated === 'first' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
	const times = new Map(rows.map((row) => [row.id, shownTime(row, now)]));
	const byTime =
		(direction: 1 | -1): Compare =>
		(one, other) => {
			const [first, second] = [one, other].map(({ id }) => {
				const time = times.get(id);
				return time === undefined ? nowhere : direction * time;
			}) as [number, number];
			if (first !== second) return first < second ? -1 : 1;
			return (one.id < other.id ? -1 : 1) * direction;
		};
	const newest = byTime(-1);
	const compare: Record<Order, Compare> = {
		newest,
		oldest: byTime(1),
		arrival: (one, other) => other.arrival - one.arrival,
		random: (one, other) => hashOf(one.id) - hashOf(other.id),
		updated: (one, other) => other.changed - one.changed || other.arrival - one.arrival,
		grouped: (one, other) =>
			String(one.agentId).localeCompare(String(other.agentId)) || newest(one, other),
		appointment: (one, other) => appointmentOf(other) - appointmentOf(one),
	};
	return rows.toSorted(compare[order]);
}
