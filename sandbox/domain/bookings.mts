import { without } from '../common/json.mts';
import { instant } from '../common/times.mts';
import type { Database, Row } from '../data/database.mts';
import { slotOf } from '../simulation/conversation.mts';
import type { Calls, Timing } from './calls.mts';

/** Appointments that calls ended with. */
export class Bookings {
	#database: Database;
	#calls: Calls;

	constructor(database: Database, calls: Calls) {
		this.#database = database;
		this.#calls = calls;
	}

	/** Adds the appointment that a call ended with, made at that moment. */
	add(call: Row, madeAt: number): void {
		const { seq, id } = this.#database.identity('bookings', 'booking', 6);
		this.#database.insert('bookings', {
			seq,
			booking_id: id,
			organization_id: call.organization_id,
			call_id: call.call_id,
			agent_id: call.agent_id,
			campaign_id: call.campaign_id,
			attendee_name: [call.first_name, call.last_name].filter(Boolean).join(' ') || null,
			phone_number: call.to_number,
			starts_at: slotOf(call),
			created_at: madeAt,
		});
	}

	/** Adds calls of that agent, each of which led to an appointment at the time of the call. */
	addMany(agent: Row, count: number, timing?: Timing): void {
		for (const call of this.#calls.addMany(agent, count, timing)) this.add(call, call.created_at);
	}
}

/** An appointment as the API shows it. */
export function bookingView(row: Row): Row {
	return {
		...without(row, 'seq', 'organization_id'),
		starts_at: instant(row.starts_at),
		created_at: instant(row.created_at),
	};
}
