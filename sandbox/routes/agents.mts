import { type Agents, agentView, VOICES, versionView } from '../domain/agents.mts';
import { INDUSTRIES, USE_CASES } from '../data/catalogue.mts';
import type { Row } from '../data/database.mts';
import type { ApiRequest, Handlers } from './http.mts';
import { ownPage, pageOfTable, pageOfCatalogue } from './lists.mts';
import type { Platform } from '../domain/platform.mts';

/** The agent a path names, if it is the caller's. */
export function agentOf(agents: Agents, { params, user }: ApiRequest): Row {
	return agents.require(params.agent_id, user.organization_id);
}

/** Agents, their versions, and the catalogues to choose from. */
export function agentHandlers(platform: Platform): Handlers {
	const { agents, callbacks, campaigns, database } = platform;

	return {
		listAgents: (request) =>
			ownPage(platform, request, {
				table: 'agents',
				idColumn: 'agent_id',
				where: { 'deleted_at IS ?': null },
				view: agentView,
			}),
		createAgent: ({ body, user }) =>
			agentView(agents.create(user.organization_id, body, user.email)),
		getAgent: (request) => agentView(agentOf(agents, request)),
		updateAgent: (request) =>
			agentView(
				agents.change(agentOf(agents, request), request.body, {
					what: `Changed ${Object.keys(request.body).join(', ')}`,
					by: request.user.email,
				}),
			),
		deleteAgent: (request) => {
			const agent = agentOf(agents, request);
			database.transaction(() => {
				agents.remove(agent);
				campaigns.cancelAllOf(agent.agent_id);
				callbacks.cancelAllOf(agent.agent_id);
			});
			return { message: `Agent ${agent.agent_id} deleted` };
		},
		updateAgentPrompt: (request) =>
			agentView(
				agents.change(
					agentOf(agents, request),
					{ instructions: request.body.instructions },
					{ what: 'Changed instructions', by: request.user.email },
				),
			),
		listAgentVersions: (request) => {
			const agent = agentOf(agents, request);
			return pageOfTable(platform, request, {
				table: 'agent_versions',
				idColumn: 'version',
				where: { 'agent_id = ?': agent.agent_id },
				view: versionView,
			});
		},
		getAgentVersion: (request) =>
			versionView(agents.requireVersion(agentOf(agents, request), request.params.version)),
		restoreAgentVersion: (request) => {
			const agent = agentOf(agents, request);
			const version = agents.requireVersion(agent, request.params.version);
			return agentView(agents.restore(agent, version, request.user.email));
		},
		listIndustries: (request) => pageOfCatalogue(request, INDUSTRIES),
		listUseCases: (request) => {
			const { industry } = request.query;
			const fits = (useCase: Row) =>
				industry === undefined || useCase.industries.includes(industry);
			return pageOfCatalogue(request, USE_CASES.filter(fits));
		},
		listVoices: (request) => pageOfCatalogue(request, VOICES),
	};
}
