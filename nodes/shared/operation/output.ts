import type { IDataObject } from 'n8n-workflow';
import type { Table } from '../platform';
import { mainRowOf, rowOf, shownColumns } from '../platform';
import { ParameterError } from '../values';
import type { Params } from './params';

type Shape = (table: Table, row: IDataObject, params: Params) => IDataObject;

/** The chosen columns, in the order of the table. @throws ParameterError for a column that there is not, or for none */
function selectedOf(table: Table, row: IDataObject, params: Params): IDataObject {
	const chosen = params.requiredTexts('fields');
	const columns = shownColumns(table);
	const unknown = chosen.find((name) => !columns.includes(name));
	if (unknown !== undefined) {
		throw new ParameterError(
			`There is no field '${unknown}'`,
			`Choose from the list of 'Fields', or enter: ${columns.join(', ')}`,
		);
	}
	const cells = Object.entries(rowOf(table, row));
	return Object.fromEntries(cells.filter(([name]) => chosen.includes(name)));
}

/** What the parameter Output makes of a row. */
const SHAPES: Readonly<Record<string, Shape>> = {
	simplified: mainRowOf,
	allColumns: rowOf,
	raw: (_table, row) => row,
	selectedFields: selectedOf,
};

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
			`'Output' "${choice}" is not known`,
			'Choose Simplified, All Columns, Selected Fields or Raw, or check its expression',
		);
	}
	return (row) => shape(table, row, params);
}
