import { type Base, Part } from './part.mts';
import type { Row } from '../data/database.mts';
import { slotOf } from '../simulation/conversation.mts';
import type { Calls, Timing } from './calls.mts';

/** Appointments that calls ended with. */
export class Bookings extends Part {
	#calls: Calls;

	constructor(base: Base, calls: Calls) {
		super(base);
		this.#calls = calls;
	}

	/** Adds the appointment that a call ended with, made at that moment. */
	add(call: Row, madeAt: number): void {
		const columns = {
			organization_id: call.organization_id,
			call_id: call.call_id,
			agent_id: call.agent_id,
			campaign_id: call.campaign_id,
			attendee_name: [call.first_name, call.last_name].filter(Boolean).join(' ') || null,
			phone_number: call.to_number,
			starts_at: slotOf(call),
			created_at: madeAt,
		};
		this.insertNew('bookings', 'booking_id', 'booking', columns, 6);
	}

	/** Adds calls of that agent, each of which led to an appointment at the time of the call. */
	addMany(agent: Row, count: number, timing?: Timing): void {
		for (const call of this.#calls.addMany(agent, count, timing)) this.add(call, call.created_at);
	}
}
