import { instant } from '../common/times.mts';
import { BUILT_IN_TOOLS } from '../data/catalogue.mts';
import type { Row } from '../data/database.mts';
import { ApiError } from '../common/errors.mts';
import type { ApiRequest, Handlers } from './http.mts';
import { pageOfCatalogue } from './lists.mts';
import type { Platform } from '../domain/platform.mts';
import { agentOf } from './agents.mts';

export function agentToolHandlers({ agents, behaviour, clock, database }: Platform): Handlers {
	const page = (rows: Row[], { query }: ApiRequest) =>
		pageOfCatalogue(rows, { limit: query.limit, offset: query.offset }, behaviour.quirks);
	const settingOf = (agent: Row, tool: Row) =>
		database.get(
			'SELECT * FROM agent_tools WHERE agent_id = ? AND tool_id = ?',
			agent.agent_id,
			tool.tool_id,
		);
	const stateOf = (agent: Row, tool: Row): Row => {
		const setting = settingOf(agent, tool);
		return {
			tool_id: tool.tool_id,
			name: tool.name,
			enabled: Boolean(setting?.enabled),
			configuration: JSON.parse(setting?.configuration ?? '{}'),
			updated_at: instant(setting?.updated_at ?? null),
		};
	};

	return {
		listTools: (request) => page(BUILT_IN_TOOLS, request),
		listAgentTools: (request) => {
			const agent = agentOf(agents, request);
			return page(
				BUILT_IN_TOOLS.map((tool) => stateOf(agent, tool)),
				request,
			);
		},
		configureTool: (request) => {
			const agent = agentOf(agents, request);
			const tool = toolOf(request);
			const before = stateOf(agent, tool);
			const { enabled = before.enabled, configuration = before.configuration } = request.body;
			database.run(
				`INSERT INTO agent_tools (agent_id, tool_id, enabled, configuration, updated_at) VALUES (?, ?, ?, ?, ?)
				ON CONFLICT (agent_id, tool_id) DO UPDATE SET
				enabled = excluded.enabled, configuration = excluded.configuration, updated_at = excluded.updated_at`,
				agent.agent_id,
				tool.tool_id,
				Number(enabled),
				JSON.stringify(configuration),
				clock.now(),
			);
			return stateOf(agent, tool);
		},
		removeTool: (request) => {
			const agent = agentOf(agents, request);
			const tool = toolOf(request);
			const setting = settingOf(agent, tool);
			if (!setting) throw new ApiError(404, `Agent ${agent.agent_id} has no tool ${tool.tool_id}`);
			database.run('DELETE FROM agent_tools WHERE seq = ?', setting.seq);
			return { message: `Tool ${tool.tool_id} removed from ${agent.agent_id}` };
		},
	};
}

function toolOf({ params }: ApiRequest): Row {
	const tool = BUILT_IN_TOOLS.find(({ tool_id }) => tool_id === params.tool_id);
	if (!tool) throw new ApiError(404, `Tool ${params.tool_id} not found`);
	return tool;
}
