import type { IDataObject } from 'n8n-workflow';
import type { Table } from '../platform';
import { mainRowOf, rowOf, shownColumns, withRoundedFigures } from '../platform';
import { ParameterError } from '../values';
import type { Params } from './params';

type Shape = (row: IDataObject) => IDataObject;

const raw: Shape = (row) => row;

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

/** What the parameter Output makes of a row of this table. */
const shapesOf = (table: Table, params: Params): Readonly<Record<string, Shape>> => ({
	simplified: (row) => mainRowOf(table, row),
	allColumns: (row) => rowOf(table, row),
	selectedFields: (row) => selectedOf(table, row, params),
	raw,
});

/** All Columns and Selected Fields are what the parameter may still have from another operation. */
const FIGURES: Readonly<Record<string, Shape>> = {
	simplified: withRoundedFigures,
	allColumns: withRoundedFigures,
	selectedFields: withRoundedFigures,
	raw,
};

/** Whether the output is the data as the platform sends it. */
export const isRaw = (params: Params): boolean => params.text('output') === 'raw';

function chosen(params: Params, shapes: Readonly<Record<string, Shape>>, choices: string): Shape {
	const choice = params.text('output') || 'simplified';
	const shape = Object.hasOwn(shapes, choice) ? shapes[choice] : undefined;
	if (shape) return shape;
	throw new ParameterError(
		`'Output' "${choice}" is not known`,
		`Choose ${choices}, or check its expression`,
	);
}

/**
 * How the parameter Output shows the rows of this table.
 *
 * @throws ParameterError if an expression gives a choice that there is not
 */
export const outputOf = (params: Params, table: Table): Shape =>
	chosen(params, shapesOf(table, params), 'Simplified, All Columns, Selected Fields or Raw');

/**
 * How the parameter Output shows figures that the platform computed.
 *
 * @throws ParameterError if an expression gives a choice that there is not
 */
export const figuresOf = (params: Params): Shape => chosen(params, FIGURES, 'Simplified or Raw');
