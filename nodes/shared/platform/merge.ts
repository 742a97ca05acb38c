import type { IDataObject } from 'n8n-workflow';
import { isFilled, isObject } from '../values';
import { idNamesOf } from './entities';
import type { EntityName } from './entities';
import type { ColumnOf, Table } from './row';
import { fieldsWithColumn, valueOf } from './row';

/** Whether a value says something: an object or a list in which everything is empty says nothing. */
export function saysSomething(value: unknown): boolean {
	if (!isFilled(value)) return false;
	return typeof value !== 'object' || Object.values(value as object).some(saysSomething);
}

function mergedValue(
	earlier: IDataObject[string],
	later: IDataObject[string],
): IDataObject[string] {
	if (earlier === undefined || (!saysSomething(later) && saysSomething(earlier)))
		return earlier ?? later;
	return isObject(earlier) && isObject(later) && saysSomething(later)
		? mergedFields(earlier, later)
		: later;
}

const mergedFields = (earlier: IDataObject, later: IDataObject): IDataObject => ({
	...earlier,
	...Object.fromEntries(
		Object.entries(later).map(([name, value]) => [name, mergedValue(earlier[name], value)]),
	),
});

/** Fields of a later answer that would hide a value: the column can be read in the row, and not in the answer. */
function hiding(table: Table, earlier: IDataObject, later: IDataObject): string[] {
	return Object.keys(table.columns).flatMap((name) => {
		const column = name as ColumnOf<Table>;
		const isLost =
			valueOf(table, earlier, column) !== undefined && valueOf(table, later, column) === undefined;
		return isLost ? fieldsWithColumn(table, column) : [];
	});
}

/**
 * A row of a list, joined with an answer about it alone. What is empty in the answer keeps the row's value.
 *   { status: "done", cost: 3 } and { status: null, summary: "Hi" } -> { status: "done", cost: 3, summary: "Hi" }
 * @param kept columns of which the row's value always counts
 */
export function mergedRow<T extends Table>(
	table: T,
	entity: EntityName,
	earlier: IDataObject,
	later: IDataObject,
	kept: ReadonlyArray<ColumnOf<T>> = [],
): IDataObject {
	if (Object.keys(earlier).length === 0) return later;
	if (Object.keys(later).length === 0) return earlier;
	const never = new Set(kept.flatMap((column) => fieldsWithColumn(table, column)));
	const lost = new Set([...idNamesOf(entity), ...hiding(table, earlier, later)]);
	const counts = ([name]: [string, unknown]) =>
		!never.has(name) && !(lost.has(name) && saysSomething(earlier[name]));
	return mergedFields(earlier, Object.fromEntries(Object.entries(later).filter(counts)));
}
