import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Endpoint } from '../shared/http';
import type { Operation, Params } from '../shared/operation';
import { agentLocator, campaignLocator, filtersField, optional } from '../shared/operation';
import { ParameterError } from '../shared/values';

/** Filters that most analytics take (API document, "Analytics"). */
export const analyticsFilters = {
	agent_id: optional(agentLocator),
	campaign_id: optional(campaignLocator),
};

const shownFor = (period: string) => ({ show: { period: [period] } });

/** A window of days or a pair of dates: the platform takes either, so only one is ever sent. */
export const periodFields: readonly INodeProperties[] = [
	{
		displayName: 'Period',
		name: 'period',
		type: 'options',
		options: [
			{ name: 'Date Range', value: 'range' },
			{ name: 'Last Days', value: 'days' },
			{ name: 'Platform Default', value: 'default' },
		],
		default: 'days',
		description: 'Which calls to look at',
	},
	{
		displayName: 'Days',
		name: 'days',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 30,
		displayOptions: shownFor('days'),
		description: 'How many days to look back',
	},
	{
		displayName: 'Start',
		name: 'startDate',
		type: 'dateTime',
		default: '',
		required: true,
		displayOptions: shownFor('range'),
		description:
			'First moment of the range. A time without zone is in the time zone of the workflow.',
	},
	{
		displayName: 'End',
		name: 'endDate',
		type: 'dateTime',
		default: '',
		required: true,
		displayOptions: shownFor('range'),
		description:
			'Last moment of the range. A time without zone is in the time zone of the workflow.',
	},
];

/** @throws ParameterError for half a range, or one that ends before it starts */
export function periodOf(params: Params): IDataObject {
	const period = params.text('period') || 'days';
	if (period === 'default') return {};
	if (period === 'days') return { days: params.number('days', 30, 1) };
	const start = params.timestamp('startDate');
	const end = params.timestamp('endDate');
	if (start === '' || end === '' || start > end) {
		throw new ParameterError(
			'The date range is not complete',
			'Enter Start and End, the later one as End',
		);
	}
	return { start_date: start, end_date: end };
}

/** One figure or table computed from calls. */
export function metric(
	operation: Pick<Operation, 'name' | 'value' | 'action' | 'description'> & { endpoint: Endpoint },
): Operation {
	return {
		...operation,
		fields: [...periodFields, filtersField(Object.values(analyticsFilters))],
		openQuery: true,
		request: (params) => ({
			query: { ...periodOf(params), ...params.entered('filters', analyticsFilters) },
		}),
	};
}
