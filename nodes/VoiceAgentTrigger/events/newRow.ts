import type { TriggerItem, TriggerEvent } from '../event';
import type { StreamRow, RowStream } from '../reading';
import { inReadingOrder } from '../../shared/platform';
import { listEvent } from './listEvent';

const newRowItem = ({ key, time, row }: StreamRow): TriggerItem => ({
	key,
	time,
	item: { json: inReadingOrder(row) },
});

/** The event that a row is added to a list; its rows are emitted with all their fields. */
export function newRow({
	stream,
	...shown
}: Pick<TriggerEvent, 'name' | 'value' | 'description' | 'nothingYet' | 'filters'> & {
	stream: RowStream;
}): TriggerEvent {
	return listEvent({
		...shown,
		stream,
		// The platform has a list of its own for each agent.
		scope: stream.agentEndpoint ? ['filters.agentId'] : [],
		wanted: (_watch, filters) => ({ matches: filters.matches }),
		async emit({ batchSize }, { fresh }) {
			return { found: fresh.slice(0, batchSize).map(newRowItem), left: fresh.slice(batchSize) };
		},
		async samples(_watch, rows) {
			return rows.map(newRowItem);
		},
	});
}

export const newBooking = newRow({
	name: 'New Booking',
	value: 'newBooking',
	description: 'An agent booked an appointment',
	nothingYet: 'There is no booking yet',
	filters: ['agentId', 'campaignId'],
	stream: {
		rows: 'bookings',
		endpoint: 'GET /bookings',
		agentEndpoint: 'GET /agents/{agent_id}/bookings',
		entity: 'booking',
	},
});

export const newCallback = newRow({
	name: 'New Callback',
	value: 'newCallback',
	description: 'A callback was requested',
	nothingYet: 'There is no pending callback',
	filters: ['agentId'],
	stream: {
		rows: 'callbacks',
		endpoint: 'GET /callbacks/',
		entity: 'callback',
	},
});

export const newTransfer = newRow({
	name: 'New Transfer',
	value: 'newTransfer',
	description: 'An agent transferred a call to a person',
	nothingYet: 'No call was transferred yet',
	filters: ['agentId', 'campaignId'],
	stream: {
		rows: 'transfers',
		endpoint: 'GET /transfer-events',
		agentEndpoint: 'GET /agents/{agent_id}/transfer-events',
		entity: 'transfer',
	},
});
