import { list, resource } from '../../shared/operation';
import { LISTED_CALL } from '../../shared/platform';
import { analyticsFilters, metric, periodFields, periodOf } from '../period';

export const call = resource({
	name: 'Call',
	value: 'call',
	operations: [
		metric({
			name: 'Get Summary',
			value: 'getSummary',
			action: 'Get call summary',
			description: 'Get totals, success rate, duration, inbound and outbound calls',
			endpoint: 'GET /analytics/calls/summary',
		}),
		metric({
			name: 'Get Agents',
			value: 'getAgents',
			action: 'Get agent performance',
			description: 'Get the performance of each agent',
			endpoint: 'GET /analytics/calls/agents',
		}),
		metric({
			name: 'Get Attempts',
			value: 'getAttempts',
			action: 'Get dial attempts',
			description: 'Get the dial attempts and the best time to call',
			endpoint: 'GET /analytics/calls/attempts',
		}),
		list({
			action: 'Get many calls for analysis',
			description: 'Get the calls that the analytics are based on',
			endpoint: 'GET /analytics/calls/list',
			entity: 'call',
			fields: periodFields,
			filters: analyticsFilters,
			request: (params) => ({ query: periodOf(params) }),
			columns: LISTED_CALL,
		}),
		metric({
			name: 'Get Outcomes',
			value: 'getOutcomes',
			action: 'Get call outcomes',
			description: 'Get the outcomes of calls for each agent',
			endpoint: 'GET /analytics/calls/outcomes',
		}),
		metric({
			name: 'Get Sentiment',
			value: 'getSentiment',
			action: 'Get call sentiment',
			description: 'Get the number of calls for each sentiment',
			endpoint: 'GET /analytics/calls/sentiment',
		}),
		metric({
			name: 'Get Time Trends',
			value: 'getTimeTrends',
			action: 'Get call time trends',
			description: 'Get the calls per day and the busiest hours',
			endpoint: 'GET /analytics/calls/time-trends',
		}),
	],
});
