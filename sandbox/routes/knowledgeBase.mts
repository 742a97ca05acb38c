import type { ApiRequest, Handlers } from './http.mts';
import { ownPage } from './lists.mts';
import { shown } from '../domain/part.mts';
import type { Platform } from '../domain/platform.mts';
import { oneFile } from './upload.mts';
import { agentOf } from './agents.mts';

/** Documents, and the agents that have them. */
export function knowledgeBaseHandlers(platform: Platform): Handlers {
	const { agents, knowledgeBase } = platform;
	const own = ({ params, user }: ApiRequest) =>
		knowledgeBase.require(params.kb_id, user.organization_id);

	return {
		uploadDocument: ({ body, user }) => {
			const { filename, contentType, size, sha256 } = oneFile(body.file);
			const name = body.name ?? filename;
			return shown(
				knowledgeBase.add(user.organization_id, { name, filename, contentType, size, sha256 }),
			);
		},
		listDocuments: (request) =>
			ownPage(platform, request, {
				table: 'documents',
				idColumn: 'kb_id',
			}),
		getDocument: (request) => shown(own(request)),
		renameDocument: (request) => shown(knowledgeBase.rename(own(request), request.body.name)),
		deleteDocument: (request) => {
			knowledgeBase.remove(own(request));
			return { message: `Document ${request.params.kb_id} deleted` };
		},
		listAgentDocuments: (request) => {
			const agent = agentOf(agents, request);
			return ownPage(platform, request, {
				table: 'documents',
				idColumn: 'kb_id',
				where: {
					'kb_id IN (SELECT kb_id FROM agent_documents WHERE agent_id = ?)': agent.agent_id,
				},
			});
		},
		assignDocuments: (request) => {
			const agent = agentOf(agents, request);
			return {
				agent_id: agent.agent_id,
				kb_ids: knowledgeBase.assign(agent, request.body.kb_ids),
			};
		},
		unassignDocuments: (request) => {
			const agent = agentOf(agents, request);
			return {
				agent_id: agent.agent_id,
				kb_ids: knowledgeBase.unassign(agent, request.body.kb_ids),
			};
		},
	};
}
