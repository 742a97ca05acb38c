import type { IDataObject } from 'n8n-workflow';
import type { Table } from '../platform';
import { mainRowOf, rowOf, shownColumns, withRoundedFigures } from '../platform';
import { ParameterError } from '../values';
import type { Params } from './params';

type Shape = (row: IDataObject) => IDataObject;

const raw: Shape = (row) => row;

/** Shows the chosen columns, in the order of the table. @throws ParameterError for a column that there is not, or for none */
function selectedOf(table: Table, params: Params): Shape {
	const chosen = params.requiredTexts('fields');
	const columns = shownColumns(table);
	const unknown = chosen.find((name) => !columns.includes(name));
	if (unknown !== undefined) {
		throw new ParameterError(
			`There is no field '${unknown}'`,
			`Choose from the list of 'Fields', or enter: ${columns.join(', ')}`,
		);
	}
	return (row) => {
		const cells = Object.entries(rowOf(table, row));
		return Object.fromEntries(cells.filter(([name]) => chosen.includes(name)));
	};
}

/** The choices of the parameter Output. Each makes its shape, so that what is wrong is known before anything is sent. */
type Shapes = Readonly<Record<string, () => Shape>>;

const shapesOf = (table: Table, params: Params): Shapes => ({
	simplified: () => (row) => mainRowOf(table, row),
	allColumns: () => (row) => rowOf(table, row),
	selectedFields: () => selectedOf(table, params),
	raw: () => raw,
});

const rounded = () => withRoundedFigures;

/** All Columns and Selected Fields are what the parameter may still have from another operation. */
const FIGURES: Shapes = {
	simplified: rounded,
	allColumns: rounded,
	selectedFields: rounded,
	raw: () => raw,
};

/** Whether the output is the data as the platform sends it. */
export const isRaw = (params: Params): boolean => params.text('output') === 'raw';

function chosen(params: Params, shapes: Shapes, choices: string): Shape {
	const choice = params.text('output') || 'simplified';
	const shapeOf = Object.hasOwn(shapes, choice) ? shapes[choice] : undefined;
	if (shapeOf) return shapeOf();
	throw new ParameterError(
		`'Output' "${choice}" is not known`,
		`Choose ${choices}, or check its expression`,
	);
}

/**
 * How the parameter Output shows the rows of this table.
 *
 * @throws ParameterError if an expression gives a choice or a field that there is not, or if no field is chosen
 */
export const outputOf = (params: Params, table: Table): Shape =>
	chosen(params, shapesOf(table, params), 'Simplified, All Columns, Selected Fields or Raw');

/**
 * How the parameter Output shows figures that the platform computed.
 *
 * @throws ParameterError if an expression gives a choice that there is not
 */
export const figuresOf = (params: Params): Shape => chosen(params, FIGURES, 'Simplified or Raw');
