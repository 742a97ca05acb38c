import { Part } from './part.mts';
import { ApiError } from '../common/errors.mts';
import { instant } from '../common/times.mts';
import { BUILT_IN_TOOLS } from '../data/catalogue.mts';
import type { Row } from '../data/database.mts';

/** What an agent may do besides speaking, and how that is set up for each agent. */
export class AgentTools extends Part {
	/** The tool, or the 404 a client gets. */
	require(toolId: string): Row {
		const tool = BUILT_IN_TOOLS.find((candidate) => candidate.tool_id === toolId);
		if (!tool) throw new ApiError(404, `Tool ${toolId} not found`);
		return tool;
	}

	/** Every tool as it is set up for that agent. */
	all(agent: Row): Row[] {
		return BUILT_IN_TOOLS.map((tool) => this.state(agent, tool));
	}

	/** One tool as it is set up for that agent, in the shape of the API. */
	state(agent: Row, tool: Row): Row {
		const setting = this.#settingOf(agent, tool);
		return {
			tool_id: tool.tool_id,
			name: tool.name,
			enabled: Boolean(setting?.enabled),
			configuration: JSON.parse(setting?.configuration ?? '{}'),
			updated_at: instant(setting?.updated_at ?? null),
		};
	}

	/** Changes what is named and leaves the rest. */
	configure(agent: Row, tool: Row, fields: { enabled?: boolean; configuration?: Row }): Row {
		const before = this.state(agent, tool);
		const { enabled = before.enabled, configuration = before.configuration } = fields;
		this.database.run(
			`INSERT INTO agent_tools (agent_id, tool_id, enabled, configuration, updated_at) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (agent_id, tool_id) DO UPDATE SET
			enabled = excluded.enabled, configuration = excluded.configuration, updated_at = excluded.updated_at`,
			agent.agent_id,
			tool.tool_id,
			Number(enabled),
			JSON.stringify(configuration),
			this.clock.now(),
		);
		return this.state(agent, tool);
	}

	/** Removes a tool from an agent, or refuses with a 404 when the agent does not have it. */
	remove(agent: Row, tool: Row): void {
		const setting = this.#settingOf(agent, tool);
		if (!setting) throw new ApiError(404, `Agent ${agent.agent_id} has no tool ${tool.tool_id}`);
		this.database.run('DELETE FROM agent_tools WHERE seq = ?', setting.seq);
	}

	#settingOf(agent: Row, tool: Row): Row | undefined {
		return this.first('agent_tools', { agent_id: agent.agent_id, tool_id: tool.tool_id });
	}
}
