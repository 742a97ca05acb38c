import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Endpoint } from '../shared/http';
import type { Params, ReadOperation } from '../shared/operation';
import {
	agentLocator,
	campaignLocator,
	filtersField,
	optional,
	shownIf,
} from '../shared/operation';
import { ParameterError } from '../shared/values';

/** Filters that most analytics take (API document, "Analytics"). */
export const analyticsFilters = {
	agent_id: optional(agentLocator),
	campaign_id: optional(campaignLocator),
};

/** A number of days or a date range. The platform accepts one or the other, so only one is sent. */
export const periodFields: readonly INodeProperties[] = [
	{
		displayName: 'Period',
		name: 'period',
		type: 'options',
		options: [
			{ name: 'Date Range', value: 'range', description: 'From one date to another' },
			{ name: 'Number of Days', value: 'days', description: 'Today and the days before it' },
			{ name: 'Platform Default', value: 'default', description: 'What the platform chooses' },
		],
		default: 'days',
		description: 'Which period to get analytics for',
	},
	{
		displayName: 'Number of Days',
		name: 'days',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 30,
		...shownIf('period', 'days'),
		description: 'How many days to look back',
	},
	{
		displayName: 'Start',
		name: 'startDate',
		type: 'dateTime',
		default: '',
		required: true,
		...shownIf('period', 'range'),
		description:
			'First day of the date range, in the time zone of the workflow. A time of day is left out.',
	},
	{
		displayName: 'End',
		name: 'endDate',
		type: 'dateTime',
		default: '',
		required: true,
		...shownIf('period', 'range'),
		description:
			'Last day of the date range, in the time zone of the workflow. A time of day is left out.',
	},
];

/** The query parameters of the period. @throws ParameterError if start or end is missing, or the end comes first */
export function periodOf(params: Params): IDataObject {
	const period = params.text('period') || 'days';
	if (period === 'default') return {};
	if (period === 'days') return { days: params.number('days', 30, 1) };
	const start = params.day('startDate');
	const end = params.day('endDate');
	if (start === '' || end === '' || start > end) {
		throw new ParameterError(
			'The date range is not valid',
			"Enter 'Start' and 'End'. 'End' must not be before 'Start'",
		);
	}
	return { start_date: start, end_date: end };
}

/** An operation that gets a value or a table computed from calls. */
export function metric(
	operation: Pick<ReadOperation, 'name' | 'value' | 'action' | 'description'> & {
		endpoint: Endpoint;
	},
): ReadOperation {
	return {
		kind: 'read',
		...operation,
		fields: [...periodFields, filtersField(Object.values(analyticsFilters))],
		openQuery: true,
		figures: true,
		request: (params) => ({
			query: { ...periodOf(params), ...params.entered('filters', analyticsFilters) },
		}),
	};
}
