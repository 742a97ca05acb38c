import { BUILT_IN_TOOLS } from '../data/catalogue.mts';
import type { Row } from '../data/database.mts';
import { functionView } from '../domain/customFunctions.mts';
import type { Platform } from '../domain/platform.mts';
import { agentOf } from './agents.mts';
import type { ApiRequest, Handlers } from './http.mts';
import { pageOfCatalogue, pageOfTable } from './lists.mts';

const FIELDS = ['prompt', 'outcomes', 'success_outcomes', 'notification_emails'];
const UNSET = { prompt: null, outcomes: [], success_outcomes: [], notification_emails: [] };

/** What an agent has beside its instructions: built-in tools, webhooks of its own, and what it looks for after a call. */
export function agentPartHandlers(platform: Platform): Handlers {
	const { agents, agentTools, functions } = platform;
	const toolOf = (request: ApiRequest) => ({
		agent: agentOf(agents, request),
		tool: agentTools.require(request.params.tool_id),
	});
	const functionOf = (request: ApiRequest) => {
		const agent = agentOf(agents, request);
		return { agent, found: functions.require(request.params.id, agent) };
	};

	return {
		listTools: (request) => pageOfCatalogue(request, BUILT_IN_TOOLS),
		listAgentTools: (request) => pageOfCatalogue(request, agentTools.all(agentOf(agents, request))),
		configureTool: (request) => {
			const { agent, tool } = toolOf(request);
			return agentTools.configure(agent, tool, request.body);
		},
		removeTool: (request) => {
			const { agent, tool } = toolOf(request);
			agentTools.remove(agent, tool);
			return { message: `Tool ${tool.tool_id} removed from ${agent.agent_id}` };
		},

		listFunctions: (request) => {
			const agent = agentOf(agents, request);
			return pageOfTable(platform, request, {
				table: 'custom_functions',
				idColumn: 'id',
				where: { 'agent_id = ?': agent.agent_id },
				view: functionView,
			});
		},
		createFunction: (request) =>
			functionView(functions.create(agentOf(agents, request), request.body)),
		getFunction: (request) => functionView(functionOf(request).found),
		updateFunction: (request) => {
			const { agent, found } = functionOf(request);
			return functionView(functions.change(found, agent, request.body));
		},
		deleteFunction: (request) => {
			const { found } = functionOf(request);
			functions.remove(found);
			return { message: `Custom function ${found.name} deleted` };
		},

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
