import type { Row } from '../data/database.mts';
import type { Handlers } from './http.mts';
import type { Platform } from '../domain/platform.mts';
import { agentOf } from './agents.mts';

const FIELDS = ['prompt', 'outcomes', 'success_outcomes', 'notification_emails'];
const UNSET = { prompt: null, outcomes: [], success_outcomes: [], notification_emails: [] };

/** What an agent looks for after a call. */
export function postCallAnalysisHandlers({ agents }: Platform): Handlers {
	return {
		getPostCallAnalysis: (request) => analysisView(agentOf(agents, request)),
		updatePostCallAnalysis: (request) => {
			const agent = agentOf(agents, request);
			const named = Object.entries(request.body).filter(([name]) => FIELDS.includes(name));
			const analysis = { ...UNSET, ...JSON.parse(agent.analysis), ...Object.fromEntries(named) };
			return analysisView(agents.changeAnalysis(agent, analysis));
		},
	};
}

function analysisView(agent: Row): Row {
	return { agent_id: agent.agent_id, ...UNSET, ...JSON.parse(agent.analysis) };
}
