import type { Listing } from './manners.mts';
import { hashOf, shownTime, type Row } from './rows.mts';

type Compare = (one: Row, other: Row) => number;

/** The rows as the list has them now. */
export function inOrder(
	rows: readonly Row[],
	{ order, undated }: Pick<Listing, 'order' | 'undated'>,
	now: number,
): Row[] {
	const nowhere = undated === 'first' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
	const byTime = (direction: 1 | -1): Compare => {
		const places = new Map(
			rows.map((row) => {
				const time = shownTime(row, now);
				return [row, time === undefined ? nowhere : direction * time];
			}),
		);
		return (one, other) => {
			const [first, second] = [places.get(one)!, places.get(other)!];
			if (first !== second) return first < second ? -1 : 1;
			return (one.id < other.id ? -1 : 1) * direction;
		};
	};
	const compareBy: Record<Listing['order'], () => Compare> = {
		newest: () => byTime(-1),
		oldest: () => byTime(1),
		arrival: () => (one, other) => other.arrival - one.arrival,
		random: () => (one, other) => hashOf(one.id) - hashOf(other.id),
	};
	return rows.toSorted(compareBy[order]());
}
