import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../values';

/**
 * A number as people read it: 0.8333333 is 0.833, and 61.6666667 is 61.667. Below 1, three digits count, so that a small price stays one. What is
 * nearly 1 does not become 1, which may mean all of them.
 */
export function rounded(value: number): number {
	if (Math.abs(value) >= 1) return Number(value.toFixed(3));
	const short = Number(value.toPrecision(3));
	return Math.abs(short) < 1 ? short : Math.trunc(value * 1000) / 1000;
}

const roundedIn = (value: unknown): unknown => {
	if (typeof value === 'number') return rounded(value);
	if (Array.isArray(value)) return value.map(roundedIn);
	return isObject(value) ? withRoundedFigures(value) : value;
};

/** A row of figures that the platform computed, each of them rounded, at any depth. */
export const withRoundedFigures = (row: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(row).map(([name, value]) => [name, roundedIn(value)]),
	) as IDataObject;
