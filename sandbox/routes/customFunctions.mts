import { functionView } from '../domain/customFunctions.mts';
import type { ApiRequest, Handlers } from './http.mts';
import { pageOfTable } from './lists.mts';
import type { Platform } from '../domain/platform.mts';
import { agentOf } from './agents.mts';

/** The webhooks of an agent. */
export function customFunctionHandlers(platform: Platform): Handlers {
	const { agents, functions } = platform;
	const own = (request: ApiRequest) => {
		const agent = agentOf(agents, request);
		return { agent, found: functions.require(request.params.id, agent) };
	};

	return {
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
		getFunction: (request) => functionView(own(request).found),
		updateFunction: (request) => {
			const { agent, found } = own(request);
			return functionView(functions.change(found, agent, request.body));
		},
		deleteFunction: (request) => {
			const { found } = own(request);
			functions.remove(found);
			return { message: `Custom function ${found.name} deleted` };
		},
	};
}
