import type { Row } from '../database.mts';
import { ApiError } from '../errors.mts';
import type { ApiRequest, Handlers } from '../http.mts';
import { without } from '../json.mts';
import { pageOf } from '../lists.mts';
import type { Platform } from '../platform.mts';

export function bookingHandlers({ agents, behaviour, database }: Platform): Handlers {
	const page = ({ query }: ApiRequest, agentId?: string) =>
		pageOf(
			database,
			{
				table: 'bookings',
				idColumn: 'booking_id',
				where: { 'agent_id = ?': agentId },
				view: bookingView,
			},
			{ limit: query.limit, offset: query.offset },
			behaviour.manners,
		);
	return {
		listBookings: (request) => page(request),
		listAgentBookings: (request) => {
			const { agent_id } = request.params;
			if (!agents.find(agent_id)) throw new ApiError(404, `Agent ${agent_id} not found`);
			return page(request, agent_id);
		},
	};
}

function bookingView(row: Row): Row {
	return {
		...without(row, 'seq'),
		starts_at: new Date(row.starts_at).toISOString(),
		created_at: new Date(row.created_at).toISOString(),
	};
}
