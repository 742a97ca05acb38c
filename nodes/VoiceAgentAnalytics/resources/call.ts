import type { Resource } from '../../shared/operation';
import { list } from '../../shared/operation';
import { CALL } from '../../shared/platform';
import { analyticsFilters, metric, periodFields, periodOf } from '../period';

export const call: Resource = {
	name: 'Call',
	value: 'call',
	operations: [
		metric({
			name: 'Get Summary',
			value: 'getSummary',
			action: 'Get a summary of calls',
			description: 'Totals, success rate, duration, inbound and outbound',
			endpoint: 'GET /analytics/calls/summary',
		}),
		metric({
			name: 'Get Agents',
			value: 'getAgents',
			action: 'Get the performance of agents',
			description: 'How each agent performs',
			endpoint: 'GET /analytics/calls/agents',
		}),
		metric({
			name: 'Get Attempts',
			value: 'getAttempts',
			action: 'Get the dial attempts',
			description: 'Dial attempts, and the best time to call',
			endpoint: 'GET /analytics/calls/attempts',
		}),
		list({
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many calls for analysis',
			description: 'The calls behind the figures',
			endpoint: 'GET /analytics/calls/list',
			entity: 'call',
			fields: periodFields,
			filters: analyticsFilters,
			request: (params) => ({ query: periodOf(params) }),
			columns: CALL,
		}),
		metric({
			name: 'Get Outcomes',
			value: 'getOutcomes',
			action: 'Get the outcomes of calls',
			description: 'How calls end, for each agent',
			endpoint: 'GET /analytics/calls/outcomes',
		}),
		metric({
			name: 'Get Sentiment',
			value: 'getSentiment',
			action: 'Get the sentiment of calls',
			description: 'How many people were pleased, neutral or annoyed',
			endpoint: 'GET /analytics/calls/sentiment',
		}),
		metric({
			name: 'Get Time Trends',
			value: 'getTimeTrends',
			action: 'Get the time trends of calls',
			description: 'Calls per day, and the busiest hours',
			endpoint: 'GET /analytics/calls/time-trends',
		}),
	],
};
