import { type Base, Part } from './part.mts';
import type { Calls, Timing } from './calls.mts';
import type { Row } from '../data/database.mts';
import { fraction, hash } from '../simulation/random.mts';

/** How probable it is that an answered call is transferred. */
const TRANSFER_PROBABILITY = 0.1;
const REASONS = [
	'The contact asked for a person',
	'A question the agent could not answer',
	'The contact wanted to speak about the contract',
];

/** Calls that an agent transferred to a person. */
export class Transfers extends Part {
	#calls: Calls;

	constructor(base: Base, calls: Calls) {
		super(base);
		this.#calls = calls;
	}

	/** Transfers some of the calls that ended; which ones depends on the seed, the number and the attempt only. */
	follow(call: Row): void {
		const key = `${this.#calls.seed}:${call.to_number}:${call.attempt}:transfer`;
		if (call.status === 'completed' && fraction(key) < TRANSFER_PROBABILITY)
			this.add(call, hash(key));
	}

	/** Adds the transfer of a call; `choice` picks one of the reasons. */
	add(call: Row, choice: number, at = this.clock.now()): void {
		const columns = {
			organization_id: call.organization_id,
			call_id: call.call_id,
			session_id: call.session_id,
			agent_id: call.agent_id,
			campaign_id: call.campaign_id,
			phone_number: call.to_number,
			transferred_to: '+12025550190',
			reason: REASONS[choice % REASONS.length],
			created_at: at,
		};
		this.insertNew('transfers', 'transfer_id', 'transfer', columns, 6);
	}

	/** Adds calls of that agent, each of which was transferred at the time of the call. */
	addMany(agent: Row, count: number, timing?: Timing): void {
		for (const [index, call] of this.#calls.addMany(agent, count, timing).entries())
			this.add(call, index, call.created_at);
	}
}
