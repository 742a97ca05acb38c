import { type Base, Part } from './part.mts';
import type { Row } from '../data/database.mts';
import type { Dialer } from './dialer.mts';
import { ApiError, invalid } from '../common/errors.mts';
import type { Ledger } from './ledger.mts';

/** Calls that are scheduled for a certain time. */
export class Callbacks extends Part {
	#dialer: Dialer;
	#ledger: Ledger;

	constructor(parts: Base & { dialer: Dialer; ledger: Ledger }) {
		super(parts);
		this.#dialer = parts.dialer;
		this.#ledger = parts.ledger;
	}

	/** The callback, or the 404 a client gets. */
	require(id: string, organizationId: string): Row {
		return this.rowOr404('callbacks', { id, organization_id: organizationId }, `Callback ${id}`);
	}

	create(agent: Row, fields: Row, scheduledAt: number, createdAt = this.clock.now()): Row {
		this.#refusePast(scheduledAt);
		const columns = {
			organization_id: agent.organization_id,
			agent_id: agent.agent_id,
			phone_number: fields.phone_number,
			first_name: fields.first_name ?? null,
			last_name: fields.last_name ?? null,
			notes: fields.notes ?? null,
			scheduled_at: scheduledAt,
			created_at: createdAt,
			updated_at: createdAt,
		};
		const callback = this.insertNew('callbacks', 'id', 'callback', columns, 6);
		this.#plan(callback);
		return callback;
	}

	reschedule(callback: Row, scheduledAt: number): Row {
		this.#refusePast(scheduledAt);
		this.#refuseUnlessScheduled(callback, 'rescheduled');
		const moved = this.#update(callback, { scheduled_at: scheduledAt });
		this.#plan(moved);
		return moved;
	}

	cancel(callback: Row): Row {
		this.#refuseUnlessScheduled(callback, 'cancelled');
		return this.#update(callback, { status: 'cancelled' });
	}

	/** Cancels the scheduled callbacks of a deleted agent. */
	cancelAllOf(agentId: string): void {
		this.database.run(
			"UPDATE callbacks SET status = 'cancelled' WHERE agent_id = ? AND status = 'scheduled'",
			agentId,
		);
	}

	/** Plans the callbacks that were scheduled before the database was last closed. */
	resume(): void {
		for (const callback of this.database.all(
			"SELECT * FROM callbacks WHERE status = 'scheduled' ORDER BY seq",
		))
			this.#plan(callback);
	}

	#plan({ seq, scheduled_at: scheduledAt }: Row): void {
		// An appointment is a time of day: unlike the waits of a call, it comes no earlier on a faster clock.
		const waitSeconds = (Math.max(0, scheduledAt - this.clock.now()) / 1000) * this.clock.speed;
		this.clock.after(waitSeconds, () => {
			const callback = this.first('callbacks', { seq });
			if (callback?.status === 'scheduled' && callback.scheduled_at === scheduledAt)
				this.#keep(callback);
		});
	}

	#keep(callback: Row): void {
		if (this.#ledger.balance(callback.organization_id) <= 0)
			return void this.#update(callback, { status: 'missed' });
		const agent = this.first('agents', { agent_id: callback.agent_id })!;
		const call = this.#dialer.dial({
			agent,
			toNumber: callback.phone_number,
			firstName: callback.first_name,
			lastName: callback.last_name,
			variables: JSON.stringify(callback.notes === null ? {} : { notes: callback.notes }),
		});
		this.#update(callback, { status: 'done', call_id: call.call_id });
	}

	#refusePast(scheduledAt: number): void {
		if (scheduledAt <= this.clock.now())
			throw invalid(['body', 'scheduled_at'], 'must be in the future');
	}

	#refuseUnlessScheduled(callback: Row, done: string): void {
		if (callback.status !== 'scheduled')
			throw new ApiError(
				409,
				`The callback is ${callback.status}; it can be ${done} only while it is scheduled`,
			);
	}

	#update(callback: Row, changes: Row): Row {
		return this.updated('callbacks', callback, { ...changes, updated_at: this.clock.now() });
	}
}
