import type { Row } from '../data/database.mts';
import type { CallResult } from '../domain/callResults.mts';
import type { Platform } from '../domain/platform.mts';
import { agentOf } from './agents.mts';
import type { ApiRequest, Handlers } from './http.mts';
import { ownPage } from './lists.mts';

const ID_COLUMNS = { bookings: 'booking_id', transfers: 'transfer_id' };

/** Appointments, and calls that were transferred to a person. */
export function callResultHandlers(platform: Platform): Handlers {
	const { agents } = platform;
	// By the document, these lists have no date filter.
	const page = (table: CallResult, request: ApiRequest, agent?: Row) =>
		ownPage(platform, request, {
			table,
			idColumn: ID_COLUMNS[table],
			where: { 'agent_id = ?': agent?.agent_id },
		});
	return {
		listBookings: (request) => page('bookings', request),
		listAgentBookings: (request) => page('bookings', request, agentOf(agents, request)),
		listTransfers: (request) => page('transfers', request),
		listAgentTransfers: (request) => page('transfers', request, agentOf(agents, request)),
	};
}
