import { type Base, Part, shown } from './part.mts';
import type { Row } from '../data/database.mts';
import { ApiError, invalid } from '../common/errors.mts';
import type { Ledger } from './ledger.mts';
import { agentLine, COUNTRIES } from '../data/numberPlans.mts';

const PROBES = 1000;

/** What a buyer asks for. */
export interface Wish {
	country: string;
	area_code?: string;
	phone_number?: string;
}

/** Numbers, the agents they are attached to, and their subscriptions. */
export class PhoneNumbers extends Part {
	#ledger: Ledger;

	constructor(base: Base, ledger: Ledger) {
		super(base);
		this.#ledger = ledger;
	}

	/** The number, or the 404 a client gets. */
	require(id: string, organizationId: string): Row {
		return this.rowOr404(
			'phone_numbers',
			{ id, organization_id: organizationId },
			`Phone number ${id}`,
		);
	}

	requireSubscription(id: string, organizationId: string): Row {
		return this.rowOr404(
			'subscriptions',
			{ id, organization_id: organizationId },
			`Subscription ${id}`,
		);
	}

	/** Spends the first month's credits on a number for the organization's pool. */
	buy(organizationId: string, wish: Wish): Row {
		const country = COUNTRIES[wish.country];
		if (!country) {
			const known = Object.keys(COUNTRIES).join(', ');
			throw invalid(['body', 'country'], `has no numbers to sell; choose one of ${known}`);
		}
		if (this.#ledger.balance(organizationId) < country.monthlyCredits)
			throw new ApiError(
				402,
				`Insufficient credit balance: the number costs ${country.monthlyCredits} credits`,
			);
		return this.database.transaction(() => {
			const number = this.add(organizationId, this.#choose(wish), wish.country);
			this.#ledger.post(organizationId, {
				type: 'debit',
				feature: 'phone_numbers',
				credits: -country.monthlyCredits,
				description: `First month of ${number.phone_number}`,
				reference: number.id,
			});
			return number;
		});
	}

	/** Gives a new agent its line, as part of the price of an agent. */
	addLineOf(agent: Row): string {
		const line = agentLine(agent.seq);
		const phoneNumber = this.#isTaken(line) ? this.#choose({ country: 'US' }) : line;
		this.add(agent.organization_id, phoneNumber, 'US', agent.agent_id);
		return phoneNumber;
	}

	/** Adds a number and its subscription, without charging anything. */
	add(
		organizationId: string,
		phoneNumber: string,
		country: string,
		agentId: string | null = null,
	): Row {
		const number = this.insertNew('phone_numbers', 'id', 'number', {
			organization_id: organizationId,
			phone_number: phoneNumber,
			country,
			status: agentId === null ? 'unassigned' : 'assigned',
			agent_id: agentId,
			updated_at: this.clock.now(),
		});
		this.insertNew('subscriptions', 'id', 'subscription', {
			organization_id: organizationId,
			phone_number_id: number.id,
			phone_number: phoneNumber,
			status: 'active',
			monthly_credits: COUNTRIES[country].monthlyCredits,
		});
		return number;
	}

	/** Adds a number to the pool as if it had been bought long ago. */
	addFree(organizationId: string): void {
		this.add(organizationId, this.#choose({ country: 'US' }), 'US');
	}

	/** Attaches the number, unless another agent has it; for the agent that has it already nothing changes. */
	assign(number: Row, agent: Row): Row {
		if (number.status === 'released')
			throw new ApiError(409, `The number ${number.phone_number} was released`);
		if (number.agent_id !== null && number.agent_id !== agent.agent_id)
			throw new ApiError(
				409,
				`The number ${number.phone_number} is attached to ${number.agent_id}; unlink it first`,
			);
		return this.#move(number, { status: 'assigned', agent_id: agent.agent_id }, agent.agent_id);
	}

	unlink(number: Row): Row {
		if (number.agent_id === null)
			throw new ApiError(409, `The number ${number.phone_number} is not attached to an agent`);
		return this.#move(number, { status: 'unassigned', agent_id: null }, number.agent_id);
	}

	/** Gives up every number of an agent that is deleted. */
	releaseAllOf(agentId: string): void {
		for (const number of this.database.all(
			'SELECT * FROM phone_numbers WHERE agent_id = ?',
			agentId,
		)) {
			this.#move(number, { status: 'released', agent_id: null }, agentId);
			this.database.run(
				"UPDATE subscriptions SET status = 'cancelled', cancelled_at = ? WHERE phone_number_id = ? AND status = 'active'",
				this.clock.now(),
				number.id,
			);
		}
	}

	/** The document lets a subscription be cancelled in any state. */
	cancel(subscription: Row): Row {
		if (subscription.status === 'cancelled') return subscription;
		return this.updated('subscriptions', subscription, {
			status: 'cancelled',
			cancelled_at: this.clock.now(),
		});
	}

	resume(subscription: Row): Row {
		if (subscription.status !== 'cancelled')
			throw new ApiError(
				409,
				`The subscription is ${subscription.status}; it can be resumed only while it is cancelled`,
			);
		return this.updated('subscriptions', subscription, { status: 'active', cancelled_at: null });
	}

	// The agent shows, and calls with, the number it was given last.
	#move(number: Row, changes: Row, agentId: string): Row {
		this.database.transaction(() => {
			this.database.update('phone_numbers', number.seq, {
				...changes,
				updated_at: this.clock.now(),
			});
			this.database.run(
				`UPDATE agents SET phone_number = (SELECT phone_number FROM phone_numbers WHERE agent_id = agents.agent_id
				ORDER BY updated_at DESC, seq DESC LIMIT 1) WHERE agent_id = ?`,
				agentId,
			);
		});
		return this.require(number.id, number.organization_id);
	}

	#choose({ country, area_code: areaCode, phone_number: wanted }: Wish): string {
		if (wanted !== undefined) {
			if (this.#isTaken(wanted)) throw new ApiError(409, `The number ${wanted} is taken`);
			return wanted;
		}
		const { last } = this.database.get('SELECT MAX(seq) AS last FROM phone_numbers')!;
		for (let probe = 0; probe < PROBES; probe++) {
			const candidate = COUNTRIES[country].numberAt(last + probe, areaCode);
			if (!this.#isTaken(candidate)) return candidate;
		}
		throw new ApiError(
			409,
			`No number is left in ${[country, areaCode].filter(Boolean).join(' ')}`,
		);
	}

	#isTaken(phoneNumber: string): boolean {
		return (
			this.database.get(
				"SELECT 1 FROM phone_numbers WHERE phone_number = ? AND status <> 'released' LIMIT 1",
				phoneNumber,
			) !== undefined
		);
	}
}

/** A phone number as the API shows it. */
export function numberView(row: Row): Row {
	return {
		...shown(row),
		monthly_credits: COUNTRIES[row.country].monthlyCredits,
	};
}
