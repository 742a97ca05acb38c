import type { Row } from '../data/database.mts';
import type { ApiRequest, Handlers } from './http.mts';
import { ownPage } from './lists.mts';
import type { Platform } from '../domain/platform.mts';
import { agentOf } from './agents.mts';

/** Calls that were transferred to a person. */
export function transferHandlers(platform: Platform): Handlers {
	const page = (request: ApiRequest, agent?: Row) =>
		ownPage(platform, request, {
			table: 'transfers',
			idColumn: 'transfer_id',
			where: { 'agent_id = ?': agent?.agent_id },
			grow: (count) => {
				const [first] = platform.agents.some(request.user.organization_id);
				platform.transfers.addMany(agent ?? first, count);
			},
		});
	return {
		listTransfers: (request) => page(request),
		listAgentTransfers: (request) => page(request, agentOf(platform.agents, request)),
	};
}
