import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { CallColumn } from '../platform';
import {
	CALL,
	OWNER,
	callDirection,
	cellOf,
	hasField,
	hasTalk,
	isOneOf,
	readFlag,
	valueOf,
} from '../platform';
import { ParameterError } from '../values';
import { choiceField, numberField, textField } from './fields';
import { agentLocator, campaignLocator, optional } from './locators';
import type { RowFilter } from './operation';
import type { Params } from './params';

/*
 * What calls are filtered by, one object for each filter: Call: Get Many and the trigger use these. Some of them filter
 * other lists, such as bookings.
 */

/** A row that rightly has no value for a filter: a call that nobody answered has no outcome. */
const NONE = '';

/**
 * What a row says of a filter's subject: `{ direction: 'outbound' }` → `outbound`. NONE: the row rightly has no value.
 * Null: it says nothing, and other rows may. Undefined: it says nothing, and every row should.
 */
export type Said = string | number | null | undefined;

interface CallFilter {
	field: INodeProperties;
	/** What a row says. */
	said(row: IDataObject): Said;
	/**
	 * Whether what a row says is wanted; undefined without such a filter.
	 *
	 * @throws ParameterError for what cannot be compared: it would let nothing through, in silence
	 */
	wanted(params: Params): ((said: NonNullable<Said>) => boolean) | undefined;
	/** What the platform does not say if no row says it. @param rows what the rows are called: "calls" */
	unsaid(rows: string): string;
	/** True: what a list shows of it can change until the call is over and its analysis is there. */
	mayChange?: true;
}

/** What a filter was set to; undefined if it was not added. @throws ParameterError if it is empty */
function entered(params: Params, name: string, field: string): unknown {
	const value = params.addedValue(`filters.${name}`);
	if (value !== null && value !== '') return value;
	throw new ParameterError(
		`The filter '${field}' is empty`,
		'Enter a value, check its expression, or remove the filter',
	);
}

/** An ID that the user chose. */
const chosenId = (name: string) => (params: Params) => {
	const id = params.text(`filters.${name}`);
	return id === '' ? undefined : (said: Said) => said === id;
};

/** The ID of the agent or campaign of a row; undefined without one. A text with a space is a name, and no ID. */
function idIn(row: IDataObject, column: 'agent_id' | 'campaign_id'): string | undefined {
	const id = valueOf(OWNER, row, column);
	return id === undefined || /\s/.test(String(id)) ? undefined : String(id);
}

/** What the analysis of a call finds. A call that has an analysis without it, or in which nobody spoke, has none. */
function finding(row: IDataObject, column: 'outcome' | 'is_success'): Said {
	const cell = cellOf(CALL, row, column);
	if (cell !== null) return String(cell);
	const hasPlace = ([column, 'analysis'] satisfies CallColumn[]).some((name) =>
		hasField(CALL, row, name),
	);
	return hasPlace || !hasTalk(row) ? NONE : null;
}

function wrongChoice(field: string, choices: string): ParameterError {
	return new ParameterError(
		`The filter '${field}' is not known`,
		`Choose from the list, or check its expression: it must give ${choices}`,
	);
}

/** The editor sorts them by their names. */
const FILTERS = {
	agentId: {
		field: optional(agentLocator),
		said: (row) => idIn(row, 'agent_id') ?? (hasField(OWNER, row, 'agent_id') ? null : undefined),
		wanted: chosenId('agentId'),
		unsaid: (rows) => `which agent its ${rows} belong to`,
	},
	campaignId: {
		field: optional(campaignLocator),
		said(row) {
			const isEmpty = valueOf(OWNER, row, 'campaign_id') === undefined;
			const hasNone = isEmpty && hasField(OWNER, row, 'campaign_id');
			return idIn(row, 'campaign_id') ?? (hasNone ? NONE : null);
		},
		wanted: chosenId('campaignId'),
		unsaid: (rows) => `which campaign its ${rows} belong to`,
	},
	direction: {
		field: choiceField('Direction', 'direction', 'Direction of the call', {
			options: [
				{ name: 'Inbound', value: 'inbound', description: 'A person called the agent' },
				{ name: 'Outbound', value: 'outbound', description: 'The agent called a person' },
			],
			default: 'outbound',
		}),
		said: (row) => callDirection(cellOf(CALL, row, 'direction')),
		wanted(params) {
			const text = params.text('filters.direction');
			if (text === '') return undefined;
			const direction = callDirection(text);
			if (!direction) throw wrongChoice('Direction', 'inbound or outbound');
			return (said) => said === direction;
		},
		unsaid: (rows) => `the direction of its ${rows} in a way this package can read`,
	},
	outcome: {
		field: textField(
			'Outcome',
			'outcome',
			'Only calls with one of these outcomes, separated by commas. Capitals, spaces, - and _ do not matter.',
			{ placeholder: 'e.g. interested, callback requested' },
		),
		said: (row) => finding(row, 'outcome'),
		wanted(params) {
			const outcomes = params.texts('filters.outcome');
			return outcomes.length === 0 ? undefined : (said) => isOneOf(said, outcomes);
		},
		unsaid: (rows) => `the outcome of its ${rows}`,
		mayChange: true,
	},
	success: {
		field: choiceField('Success', 'success', 'Only calls that the analysis says this of', {
			options: [
				{ name: 'Not Successful', value: 'no', description: 'Calls that were no success' },
				{ name: 'Successful', value: 'yes', description: 'Calls that were a success' },
			],
			default: 'yes',
		}),
		said: (row) => finding(row, 'is_success'),
		wanted(params) {
			const value = entered(params, 'success', 'Success');
			if (value === undefined) return undefined;
			const isSuccess = readFlag(value);
			if (isSuccess === null) throw wrongChoice('Success', 'yes or no');
			return (said) => said === String(isSuccess);
		},
		unsaid: (rows) => `whether its ${rows} were a success`,
		mayChange: true,
	},
	minDuration: {
		field: numberField(
			'Min Duration (Seconds)',
			'minDuration',
			'Only calls that took so long, or longer',
			{ typeOptions: { minValue: 1 }, default: 30 },
		),
		said(row) {
			const seconds = cellOf(CALL, row, 'duration_seconds');
			if (seconds !== null) return Number(seconds);
			return hasTalk(row) ? undefined : NONE;
		},
		wanted(params) {
			if (entered(params, 'minDuration', 'Min Duration (Seconds)') === undefined) return undefined;
			const seconds = params.number('filters.minDuration', 1, 1);
			return (said) => Number(said) >= seconds;
		},
		unsaid: (rows) => `how long its ${rows} took`,
		mayChange: true,
	},
} satisfies Record<string, CallFilter>;

export type CallFilterName = keyof typeof FILTERS;

export const CALL_FILTERS: Readonly<Record<CallFilterName, CallFilter>> = FILTERS;

/** A filter that the user has set. */
export interface SetFilter extends RowFilter, Pick<CallFilter, 'said' | 'unsaid' | 'mayChange'> {
	name: CallFilterName;
	said(row: IDataObject): Said;
}

/** Those of these filters that the user has set. @throws ParameterError for what cannot be compared */
export function setFilters(params: Params, names: readonly CallFilterName[]): SetFilter[] {
	return names.flatMap((name): SetFilter[] => {
		const { field, said, wanted, unsaid, mayChange } = CALL_FILTERS[name];
		const isWanted = wanted(params);
		if (!isWanted) return [];
		const isMet = (row: IDataObject) => {
			const value = said(row);
			if (value === null || value === undefined) return undefined;
			return value !== NONE && isWanted(value);
		};
		return [{ name, label: field.displayName, said, isMet, unsaid, mayChange }];
	});
}
