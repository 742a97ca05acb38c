import type { Row } from '../data/database.mts';
import type { ApiRequest, Handlers } from './http.mts';
import { dateConditions, ownPage } from './lists.mts';
import type { Platform } from '../domain/platform.mts';
import { agentOf } from './agents.mts';

/** Appointments. */
export function bookingHandlers(platform: Platform): Handlers {
	// By the document, this list has no date filter.
	const filtersOf = (request: ApiRequest) => {
		const { quirks } = platform.behaviour;
		return quirks.dateFilter === 'otherDate' ? dateConditions('bookings', request, quirks) : {};
	};
	const page = (request: ApiRequest, agent?: Row) =>
		ownPage(platform, request, {
			table: 'bookings',
			idColumn: 'booking_id',
			where: { 'agent_id = ?': agent?.agent_id },
			filters: filtersOf(request),
			grow: (count) => {
				const [first] = platform.agents.some(request.user.organization_id);
				platform.bookings.addMany(agent ?? first, count);
			},
		});
	return {
		listBookings: (request) => page(request),
		listAgentBookings: (request) => page(request, agentOf(platform.agents, request)),
	};
}
