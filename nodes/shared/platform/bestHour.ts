import { isObject, isTimeZone } from '../values';
import type { ColumnOf } from './row';
import { ANSWER_TIMES, HEAT_MAP_CELL } from './columns';
import { cellOf } from './row';

/** When people answered most often. */
export interface BestHour {
	/** 0 to 23, as the platform counts hours; null: its answer does not prove one. */
	hour: number | null;
	/** The time zone of these hours; null: the answer does not say it. */
	timeZone: string | null;
}

/** An hour in which fewer calls were made proves nothing. */
const FEWEST_CALLS = 5;

/** Deeper than this, an answer has no heat map. */
const DEPTH = 4;

type HourCell = Record<ColumnOf<typeof HEAT_MAP_CELL>, number>;

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

/** @returns undefined if the row does not say an hour, and how many of how many calls were answered in it */
function heatMapCell(row: unknown): HourCell | undefined {
	if (!isObject(row)) return undefined;
	const [hour, calls, answered] = (['hour', 'calls', 'answered'] as const).map((column) =>
		cellOf(HEAT_MAP_CELL, row, column),
	);
	if (!isCount(hour) || !isCount(calls) || !isCount(answered)) return undefined;
	return hour < 24 && answered <= calls ? { hour, calls, answered } : undefined;
}

/** The lists in an answer in which every row is a cell of a heat map. */
function heatMapsIn(answer: unknown, depth = DEPTH): HourCell[][] {
	if (Array.isArray(answer)) {
		const cells = answer.map(heatMapCell).filter((cell) => cell !== undefined);
		return cells.length > 0 && cells.length === answer.length ? [cells] : [];
	}
	if (!isObject(answer) || depth === 0) return [];
	return Object.values(answer).flatMap((value) => heatMapsIn(value, depth - 1));
}

/** The time zones that an answer names. */
function zonesIn(answer: unknown, depth = DEPTH): string[] {
	if (!isObject(answer) || depth === 0) return [];
	const named = cellOf(ANSWER_TIMES, answer, 'time_zone');
	return [
		...(typeof named === 'string' && isTimeZone(named) ? [named] : []),
		...Object.values(answer).flatMap((value) => zonesIn(value, depth - 1)),
	];
}

/** The hour with the largest share of answered calls on all weekdays. Of equal ones: more calls, then the earlier. */
function bestOf(cells: readonly HourCell[]): number | null {
	const sums = new Map<number, HourCell>();
	for (const { hour, calls, answered } of cells) {
		const sum = sums.get(hour) ?? { hour, calls: 0, answered: 0 };
		sums.set(hour, { hour, calls: sum.calls + calls, answered: sum.answered + answered });
	}
	const share = ({ calls, answered }: HourCell) => answered / calls;
	const [best] = [...sums.values()]
		.filter(({ calls, answered }) => calls >= FEWEST_CALLS && answered > 0)
		.sort((a, b) => share(b) - share(a) || b.calls - a.calls || a.hour - b.hour);
	return best?.hour ?? null;
}

/** Reads the heat map in the analytics of dial attempts. Two heat maps, or two time zones, prove nothing. */
export function bestHour(answer: unknown): BestHour {
	const [map, otherMap] = heatMapsIn(answer);
	const hour = map && !otherMap ? bestOf(map) : null;
	const [zone, otherZone] = new Set(hour === null ? [] : zonesIn(answer));
	return { hour, timeZone: otherZone === undefined ? (zone ?? null) : null };
}
