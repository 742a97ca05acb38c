import type { ApiRequest, Handlers } from './http.mts';
import { ownPage } from './lists.mts';
import { shown } from '../domain/part.mts';
import type { Platform } from '../domain/platform.mts';
import { momentOf } from '../common/times.mts';

/** Callbacks. */
export function callbackHandlers(platform: Platform): Handlers {
	const { agents, callbacks, clock } = platform;
	const own = ({ params, user }: ApiRequest) => callbacks.require(params.id, user.organization_id);

	return {
		createCallback: ({ body, user }) => {
			const agent = agents.require(body.agent_id, user.organization_id);
			return shown(callbacks.create(agent, body, momentOf(body.scheduled_at)));
		},
		listCallbacks: (request) =>
			ownPage(platform, request, {
				table: 'callbacks',
				idColumn: 'id',
				where: {
					'status = ?': 'scheduled',
					'scheduled_at > ?': clock.now(),
				},
				filters: { 'agent_id = ?': request.query.agent_id },
			}),
		rescheduleCallback: (request) =>
			shown(callbacks.reschedule(own(request), momentOf(request.body.scheduled_at))),
		cancelCallback: (request) => shown(callbacks.cancel(own(request))),
	};
}
