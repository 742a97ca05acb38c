import type { IDataObject } from 'n8n-workflow';
import type { Table } from '../platform';
import { mainRowOf, rowOf, withRoundedFigures } from '../platform';
import { ParameterError } from '../values';
import type { Params } from './params';

type Shape = (table: Table, row: IDataObject) => IDataObject;

/** What the parameter Output makes of a row. */
const SHAPES: Readonly<Record<string, Shape>> = {
	simplified: mainRowOf,
	allColumns: rowOf,
	raw: (_table, row) => row,
};

/** How the parameter Output shows figures. */
export const figuresOf = (params: Params): ((row: IDataObject) => IDataObject) =>
	isRaw(params) ? (row) => row : withRoundedFigures;

/** Whether the output is the data as the platform sends it. */
export const isRaw = (params: Params): boolean => params.text('output') === 'raw';

/**
 * How the parameter Output shows the rows of this table.
 *
 * @throws ParameterError if an expression gives a choice that there is not
 */
export function outputOf(params: Params, table: Table): (row: IDataObject) => IDataObject {
	const choice = params.text('output') || 'simplified';
	const shape = Object.hasOwn(SHAPES, choice) ? SHAPES[choice] : undefined;
	if (!shape) {
		throw new ParameterError(
			`Output "${choice}" is not known`,
			'Choose Simplified, All Columns or Raw, or check its expression',
		);
	}
	return (row) => shape(table, row);
}
