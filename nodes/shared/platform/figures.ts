import type { IDataObject } from 'n8n-workflow';
import { isObject, readNumber } from '../values';
import { CALL_COUNT_NAMES } from './answers';
import { nameSet, listOf } from './names';
import { rounded } from './row';

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

/** Objects become columns: `{ period: { from } }` -> `period_from`. If the name is taken, the object stays as it is. */
function flat(row: IDataObject): IDataObject {
	const columns: IDataObject = {};
	for (const [name, value] of Object.entries(row)) {
		const inner = isObject(value) ? Object.entries(flat(value)) : [];
		const names = inner.map(([key]) => `${name}_${key}`);
		if (inner.length === 0 || names.some((taken) => taken in row || taken in columns)) {
			columns[name] = value;
			continue;
		}
		for (const [key, cell] of inner) columns[`${name}_${key}`] = cell;
	}
	return columns;
}

const isTable = (value: unknown): value is IDataObject[] =>
	Array.isArray(value) && value.length > 0 && value.every(isObject);

/**
 * Figures of the platform as rows of a sheet: one for each day, agent or outcome, with the totals in each row. With
 * several lists, the column `list` says which one a row is from. Without a list there is one row. Where a total has a
 * name that the rows have, it is called `all_` and that name.
 */
export function figureRows(answer: IDataObject): IDataObject[] {
	const fields = Object.entries(withRoundedFigures(answer));
	const tables = fields.filter((field): field is [string, IDataObject[]] => isTable(field[1]));
	const totals = flat(Object.fromEntries(fields.filter(([, value]) => !isTable(value))));
	if (tables.length === 0) return [totals];
	return tables.flatMap(([name, entries]) =>
		entries.map((entry) => {
			const row = flat(tables.length > 1 ? { list: name, ...entry } : entry);
			for (const [total, value] of Object.entries(totals)) {
				let column = total;
				while (column in row) column = `all_${column}`;
				row[column] = value;
			}
			return row;
		}),
	);
}

/** How deep in an answer a figure is looked for. */
const MAX_DEPTH = 4;
/** Beginnings of names of what is about other calls than those that were asked for. */
const OTHER_PERIOD = /^(previous|prev_|prior|compar|baseline|change|delta|trend|last_?period)/i;

/** A figure in an answer. */
export interface FoundFigure {
	/** Undefined if there is none, if it cannot be read, or if two objects beside each other have different ones. */
	number: number | undefined;
	/** The objects that have the figure in them, the innermost first. */
	around: readonly IDataObject[];
}

/**
 * The number under one of these names, tried in order, outer objects first. Lists, and figures of an earlier period,
 * are left out.
 */
export function figureUnder(answer: unknown, names: readonly string[]): FoundFigure {
	const sets = names.map((name) => nameSet([name]));
	const all = [answer].filter(isObject);
	let level = all.map((object) => ({ object, around: all }));
	for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
		const fields = level.flatMap(({ object, around }) =>
			Object.entries(object).map(([name, value]) => ({ name, value, around })),
		);
		const found = sets
			.map((set) => fields.filter(({ name }) => set.has(name)))
			.find((fieldsOfName) => fieldsOfName.length > 0);
		if (found) {
			const [number = null, ...others] = new Set(found.map(({ value }) => readNumber(value)));
			const around = (found[0]?.around ?? []).filter((object) =>
				found.every((field) => field.around.includes(object)),
			);
			return { number: number === null || others.length > 0 ? undefined : number, around };
		}
		level = fields.flatMap(({ name, value, around }) =>
			isObject(value) && !OTHER_PERIOD.test(name)
				? [{ object: value, around: [value, ...around] }]
				: [],
		);
	}
	return { number: undefined, around: all };
}

/** Names of a number that is that of all calls where a rate is beside it, and of an object with it. */
const BARE_COUNT_NAMES = listOf(
	'calls total count total_count attempts total_attempts dial_attempts dials total_dials sample_size volume',
);
/** Names of an object that has counts beside a rate. */
const COUNT_PARTS = nameSet(
	listOf(
		'data result totals counts summary stats statistics metrics overview volume kpis aggregates',
	),
);

/** Names of the two parts that all calls have: without both there were none. */
const PARTS_OF_CALLS = [
	nameSet(['inbound', 'inbound_calls']),
	nameSet(['outbound', 'outbound_calls']),
];

/** Whether an object says that there were neither inbound nor outbound calls. */
const saysNeither = (object: IDataObject): boolean =>
	PARTS_OF_CALLS.every((part) =>
		Object.entries(object).some(([name, value]) => part.has(name) && readNumber(value) === 0),
	);

/** The number of calls in an object, or in one inside that is about the same calls; undefined if there is none. */
function callCountIn(object: IDataObject, names: readonly string[]): number | undefined {
	for (const set of names.map((name) => nameSet([name]))) {
		for (const [name, value] of Object.entries(object)) {
			if (!set.has(name)) continue;
			const count = isObject(value)
				? callCountIn(value, [...CALL_COUNT_NAMES, ...BARE_COUNT_NAMES])
				: (readNumber(value) ?? undefined);
			if (count !== undefined) return count;
		}
	}
	if (saysNeither(object)) return 0;
	const parts = Object.entries(object).flatMap(([name, value]) =>
		isObject(value) && COUNT_PARTS.has(name) ? [value] : [],
	);
	return parts.map((part) => callCountIn(part, names)).find((count) => count !== undefined);
}

/**
 * Whether there were no calls for a rate to be about: the innermost object with a number of calls says 0. A rate above
 * 0 is only denied by a number that is named as that of calls: `total` can count something else.
 */
export function isOfNoCalls({ number, around }: FoundFigure): boolean {
	const names = Number(number) > 0 ? CALL_COUNT_NAMES : [...CALL_COUNT_NAMES, ...BARE_COUNT_NAMES];
	const counts = around.map((object) => callCountIn(object, names));
	return counts.find((count) => count !== undefined) === 0;
}
