import { BUILT_IN_TOOLS } from '../data/catalogue.mts';
import type { Row } from '../data/database.mts';
import type { Platform } from '../domain/platform.mts';
import { agentOf } from './agents.mts';
import type { ApiRequest, Handlers } from './http.mts';
import { pageOfCatalogue, pageRequestOf } from './lists.mts';

/** Built-in tools, and those of an agent. */
export function agentToolHandlers({ agents, agentTools, behaviour }: Platform): Handlers {
	const page = (rows: Row[], request: ApiRequest) =>
		pageOfCatalogue(rows, pageRequestOf(request), behaviour.quirks);
	const named = (request: ApiRequest) => ({
		agent: agentOf(agents, request),
		tool: agentTools.require(request.params.tool_id),
	});

	return {
		listTools: (request) => page(BUILT_IN_TOOLS, request),
		listAgentTools: (request) => page(agentTools.all(agentOf(agents, request)), request),
		configureTool: (request) => {
			const { agent, tool } = named(request);
			return agentTools.configure(agent, tool, request.body);
		},
		removeTool: (request) => {
			const { agent, tool } = named(request);
			agentTools.remove(agent, tool);
			return { message: `Tool ${tool.tool_id} removed from ${agent.agent_id}` };
		},
	};
}
