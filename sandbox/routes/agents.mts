import { agentView, VOICES } from '../agents.mts';
import { ApiError } from '../errors.mts';
import type { Handlers } from '../http.mts';
import { pageOf, pageOfCatalogue } from '../lists.mts';
import type { Platform } from '../platform.mts';

export function agentHandlers({ agents, behaviour, database }: Platform): Handlers {
	return {
		listAgents: ({ query }) =>
			pageOf(
				database,
				{
					table: 'agents',
					idColumn: 'agent_id',
					view: agentView,
					grow: (count) => agents.createMany(count, {}),
				},
				{ limit: query.limit, offset: query.offset },
				behaviour.manners,
			),
		createAgent: ({ body }) => agentView(agents.create(body)),
		getAgent: ({ params }) => {
			const agent = agents.find(params.agent_id);
			if (!agent) throw new ApiError(404, `Agent ${params.agent_id} not found`);
			return agentView(agent);
		},
		listVoices: ({ query }) =>
			pageOfCatalogue(VOICES, { limit: query.limit, offset: query.offset }, behaviour.manners),
	};
}
