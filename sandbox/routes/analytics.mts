import {
	agentsOf,
	attemptsOf,
	conditionsOf,
	distributionOf,
	fieldKeysOf,
	outcomesOf,
	periodOf,
	type Selection,
	selectCalls,
	sentimentOf,
	summaryOf,
	trendsOf,
} from '../domain/analytics.mts';
import { callView } from '../domain/calls.mts';
import { instant } from '../common/times.mts';
import type { Row } from '../data/database.mts';
import type { ApiRequest, Handler, Handlers } from './http.mts';
import { ownPage, pageOfCatalogue } from './lists.mts';
import type { Platform } from '../domain/platform.mts';

const DEFAULT_DAYS = 30;

/** Figures over calls, and the calls behind them. */
export function analyticsHandlers(platform: Platform): Handlers {
	const { clock, database } = platform;
	const selectionOf = ({ query, user }: ApiRequest): Selection => ({
		...periodOf(query, clock.now(), DEFAULT_DAYS),
		organizationId: user.organization_id,
		agentId: query.agent_id,
		campaignId: query.campaign_id,
	});
	const figures =
		(compute: (rows: Row[], query: Row) => Row): Handler =>
		(request) => {
			const selection = selectionOf(request);
			return {
				period: { from: instant(selection.from), to: instant(selection.to) },
				...compute(selectCalls(database, selection), request.query),
			};
		};

	return {
		getCallSummary: figures(summaryOf),
		getCallAttempts: figures(attemptsOf),
		getCallSentiment: figures(sentimentOf),
		getCallOutcomes: figures(outcomesOf),
		getCallTrends: figures(trendsOf),
		getAgentPerformance: figures(agentsOf),
		listAnalyzedCalls: (request) =>
			ownPage(platform, request, {
				table: 'calls',
				idColumn: 'call_id',
				filters: { ...conditionsOf(selectionOf(request)), 'status = ?': request.query.status },
				view: callView,
			}),
		listFieldKeys: (request) => {
			const keys = fieldKeysOf(selectCalls(database, selectionOf(request)));
			return pageOfCatalogue(request, keys);
		},
		getFieldDistribution: figures((rows, { key }) => distributionOf(rows, key)),
	};
}
