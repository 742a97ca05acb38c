import type { IDataObject } from 'n8n-workflow';
import type { Table } from '../platform';
import { figureRows, mainRowOf, rowOf, shownColumns } from '../platform';
import { ParameterError } from '../values';
import type { Params } from './params';

/** A parameter of the output: a field of its own, or an entry of Options where people are called. */
const placeOf = (params: Params, name: 'output' | 'fields'): string =>
	params.text('output') === '' ? `options.${name}` : name;

/** The choice of the parameter Output; '' where nobody has chosen. */
const choiceOf = (params: Params): string => params.text(placeOf(params, 'output'));

/** Whether the output is made to be looked at, so that its rows stay low: Simplified, the default. */
export const isBrief = (params: Params): boolean => ['', 'simplified'].includes(choiceOf(params));

/** Whether the output has everything that there is to say. */
export const hasAll = (params: Params): boolean => ['allColumns', 'raw'].includes(choiceOf(params));

type Shape = (row: IDataObject) => IDataObject;

const raw: Shape = (row) => row;

/** Shows the chosen columns, in the table's order. @throws ParameterError for an unknown column, or an empty choice */
function selectedOf(table: Table, params: Params): Shape {
	const chosen = params.requiredTexts(placeOf(params, 'fields'));
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

/** The choices of the parameter Output. Each makes its shape before a request is sent, so that mistakes show early. */
const shapesOf = (table: Table, params: Params): Readonly<Record<string, () => Shape>> => ({
	simplified: () => (row) => mainRowOf(table, row),
	allColumns: () => (row) => rowOf(table, row),
	selectedFields: () => selectedOf(table, params),
	raw: () => raw,
});

/** Whether the output is the data as the platform sends it. */
export const isRaw = (params: Params): boolean => choiceOf(params) === 'raw';

const unknownChoice = (choice: string, choices: string) =>
	new ParameterError(
		`'Output' "${choice}" is not known`,
		`Choose ${choices}, or check its expression`,
	);

/**
 * How the parameter Output shows the rows of this table.
 *
 * @throws ParameterError if an expression gives a choice or a field that there is not, or if no field is chosen
 */
export function outputOf(params: Params, table: Table): Shape {
	const choice = choiceOf(params) || 'simplified';
	const shapes = shapesOf(table, params);
	const shapeOf = Object.hasOwn(shapes, choice) ? shapes[choice] : undefined;
	if (shapeOf) return shapeOf();
	throw unknownChoice(choice, 'Simplified, All Columns, Selected Fields or Raw');
}

/** All Columns and Selected Fields are what the parameter may still have from another operation. */
const AS_ROWS = ['', 'simplified', 'allColumns', 'selectedFields'];

/**
 * The rows in which the parameter Output shows figures that the platform computed.
 *
 * @throws ParameterError if an expression gives a choice that there is not
 */
export function figuresOf(params: Params): (answer: IDataObject) => IDataObject[] {
	if (isRaw(params)) return (answer) => [answer];
	const choice = choiceOf(params);
	if (AS_ROWS.includes(choice)) return figureRows;
	throw unknownChoice(choice, 'Simplified or Raw');
}
