import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../values';

/** A number as people read it: 0.8333333 is 0.833, and 61.6666667 is 61.667. Below 1, three digits count, so that a small price stays one. */
export const rounded = (value: number): number =>
	Number(Math.abs(value) >= 1 ? value.toFixed(3) : value.toPrecision(3));

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
