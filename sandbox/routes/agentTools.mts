import { BUILT_IN_TOOLS } from '../data/catalogue.mts';
import type { Platform } from '../domain/platform.mts';
import { agentOf } from './agents.mts';
import type { ApiRequest, Handlers } from './http.mts';
import { pageOfCatalogue } from './lists.mts';

/** Built-in tools, and those of an agent. */
export function agentToolHandlers(platform: Platform): Handlers {
	const { agents, agentTools } = platform;
	const named = (request: ApiRequest) => ({
		agent: agentOf(agents, request),
		tool: agentTools.require(request.params.tool_id),
	});

	return {
		listTools: (request) => pageOfCatalogue(platform, request, BUILT_IN_TOOLS),
		listAgentTools: (request) =>
			pageOfCatalogue(platform, request, agentTools.all(agentOf(agents, request))),
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
