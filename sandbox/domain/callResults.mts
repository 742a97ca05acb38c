import { type Base, Part } from './part.mts';
import type { Row } from '../data/database.mts';
import { outcomeOf, slotOf } from '../simulation/conversation.mts';
import { fraction, hash } from '../simulation/random.mts';
import type { Calls, Timing } from './calls.mts';

/** How probable it is that an answered call is transferred. */
const TRANSFER_PROBABILITY = 0.1;
/** How many of the transfers nobody takes over. */
const FAILED_TRANSFERS = 0.25;
const REASONS = [
	'The contact asked for a person',
	'A question the agent could not answer',
	'The contact wanted to speak about the contract',
];

/** What calls can lead to. */
export type CallResult = 'bookings' | 'transfers';

/** Appointments that calls ended with, and calls that an agent transferred to a person. */
export class CallResults extends Part {
	#calls: Calls;

	constructor(base: Base, calls: Calls) {
		super(base);
		this.#calls = calls;
	}

	/** Adds what a call that has just ended led to. Which calls are transferred depends on the seed, the number and the attempt only. */
	follow(call: Row): void {
		const now = this.clock.now();
		if (outcomeOf(call) === 'appointment_booked') this.#add('bookings', call, now);
		const key = `${this.#calls.seed}:${call.to_number}:${call.attempt}:transfer`;
		if (call.status === 'completed' && fraction(key) < TRANSFER_PROBABILITY)
			this.#add('transfers', call, now);
	}

	/** Adds calls of that agent, each of which led to this at the time of the call. */
	addMany(result: CallResult, agent: Row, count: number, timing?: Timing): void {
		for (const call of this.#calls.addMany(agent, count, timing))
			this.#add(result, call, call.created_at);
	}

	#add(result: CallResult, call: Row, createdAt: number): void {
		const { organization_id, call_id, agent_id, campaign_id, to_number: phone_number } = call;
		const columns = {
			...{ organization_id, call_id, agent_id, campaign_id, phone_number },
			created_at: createdAt,
		};
		if (result === 'bookings') {
			const name = [call.first_name, call.last_name].filter(Boolean).join(' ');
			const booking = { ...columns, attendee_name: name || null, starts_at: slotOf(call) };
			this.insertNew('bookings', 'booking_id', 'booking', booking, 6);
			return;
		}
		const transfer = {
			...columns,
			session_id: call.session_id,
			transferred_to: '+12025550190',
			reason: REASONS[hash(call.call_id) % REASONS.length],
			status: fraction(`${call.call_id}:taken over`) < FAILED_TRANSFERS ? 'failed' : 'completed',
		};
		this.insertNew('transfers', 'transfer_id', 'transfer', transfer, 6);
	}
}
