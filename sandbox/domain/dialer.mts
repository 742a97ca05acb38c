import { type Base, Part } from './part.mts';
import { creditsFor, planCall, type CallStep } from '../simulation/callPlan.mts';
import { ENDED_STATUSES, type Calls, type Dialling } from './calls.mts';
import type { Agents } from './agents.mts';
import type { Campaigns } from './campaigns.mts';
import { outcomeOf } from '../simulation/conversation.mts';
import type { Row } from '../data/database.mts';
import type { Ledger } from './ledger.mts';
import type { CallResults } from './callResults.mts';
import type { Questions } from './questions.mts';

const DEFAULT_CALLS_PER_MINUTE = 60;
const DEFAULT_RETRY_DELAY_SECONDS = 300;
/** Agents ask their functions when this part of the talk is over, unless they begin with one. */
const ASKED_AFTER = 0.5;

interface Parts extends Base {
	agents: Agents;
	calls: Calls;
	campaigns: Campaigns;
	ledger: Ledger;
	results: CallResults;
	questions: Questions;
}

/** Moves calls and campaigns through their states, on the platform's clock. */
export class Dialer extends Part {
	#parts: Parts;
	/** Campaigns whose next contact is already planned; a second plan would dial twice as fast. */
	#planned = new Set<string>();

	constructor(parts: Parts) {
		super(parts);
		this.#parts = parts;
	}

	dial(dialling: Dialling): Row {
		const call = this.#parts.calls.queue(dialling);
		this.#follow(call, dialling.agent.use_case);
		return call;
	}

	/** Sees to it that an active campaign goes on dialling, or is finished when nothing is left to dial. */
	wake(campaignId: string): void {
		if (this.#planned.has(campaignId)) return;
		this.#planNext(campaignId, 0);
	}

	/** Takes up what was under way when the database was last closed. */
	resume(): void {
		const calls = this.database.all(
			"SELECT * FROM calls WHERE status IN ('queued', 'ringing', 'in_progress') ORDER BY seq",
		);
		for (const call of calls)
			this.#follow(call, this.#parts.agents.find(call.agent_id)?.use_case ?? null);
		// The plan to call a contact again is gone with the process that made it, so those are due at once.
		this.database.run("UPDATE contacts SET not_before = 0 WHERE status = 'pending'");
		for (const { id } of this.database.all(
			"SELECT id FROM campaigns WHERE status = 'active' ORDER BY seq",
		))
			this.wake(id);
	}

	clear(): void {
		this.#planned.clear();
	}

	/** Ends a call: credits, booking, transfer, contact and campaign follow. */
	end(call: Row, status: string, talkSeconds: number): void {
		const now = this.clock.now();
		const credits = creditsFor(talkSeconds);
		const changes = { status, ended_at: now, duration_seconds: talkSeconds, credits };
		this.database.update('calls', call.seq, changes);
		if (credits > 0)
			this.#parts.ledger.post(call.organization_id, {
				type: 'debit',
				feature: 'calls',
				credits: -credits,
				description: `Call to ${call.to_number}`,
				reference: call.call_id,
			});
		const ended = { ...call, ...changes };
		this.#parts.results.follow(ended);
		if (call.contact_seq !== null) this.#settleContact(ended);
	}

	#follow(call: Row, useCase: string | null): void {
		const { steps, talkSeconds } = planCall(
			this.#parts.calls.seed,
			call.to_number,
			call.attempt,
			useCase,
		);
		const reached = steps.findIndex((step) => step.status === call.status);
		this.#planStep(call.seq, call.status, steps.slice(reached + 1), talkSeconds);
	}

	#planStep(seq: number, expectedStatus: string, steps: CallStep[], talkSeconds: number): void {
		const [step, ...later] = steps;
		if (step.status === 'completed') this.#planQuestions(seq, step.after);
		this.clock.after(step.after, () => {
			const call = this.#inStatus(seq, expectedStatus);
			if (!call) return;
			if (ENDED_STATUSES.includes(step.status))
				return this.#endWhenHeard(call, step.status, talkSeconds);
			const answered = step.status === 'in_progress';
			this.database.update('calls', seq, {
				status: step.status,
				...(answered && { started_at: this.clock.now() }),
			});
			this.#planStep(seq, step.status, later, talkSeconds);
		});
	}

	/** That call, unless somebody has ended it by hand meanwhile. */
	#inStatus(seq: number, status: string): Row | undefined {
		const call = this.first('calls', { seq });
		return call?.status === status ? call : undefined;
	}

	#planQuestions(seq: number, talkSeconds: number): void {
		const { agent_id } = this.first('calls', { seq })!;
		const isFirst = this.#parts.questions.beginCallsOf(agent_id);
		this.clock.after(isFirst ? 0 : talkSeconds * ASKED_AFTER, () => {
			const call = this.#inStatus(seq, 'in_progress');
			if (call && call.asked === null) this.#parts.questions.askDuring(call);
		});
	}

	/** Nobody says goodbye before the agent has heard what it asked for. */
	#endWhenHeard(call: Row, status: string, talkSeconds: number): void {
		const heard = this.#parts.questions.whenHeard(call.call_id);
		if (!heard) return this.end(call, status, talkSeconds);
		const end = () => {
			const current = this.#inStatus(call.seq, call.status);
			if (current) this.end(current, status, talkSeconds);
		};
		void heard.then((isHeard) => {
			if (isHeard) this.clock.run(end);
		});
	}

	#planNext(campaignId: string, afterSeconds: number): void {
		this.#planned.add(campaignId);
		this.clock.after(afterSeconds, () => {
			this.#planned.delete(campaignId);
			this.#dialNextContact(campaignId);
		});
	}

	#dialNextContact(campaignId: string): void {
		const campaign = this.#parts.campaigns.find(campaignId);
		if (campaign?.status !== 'active') return;
		const contact = this.database.get(
			"SELECT * FROM contacts WHERE campaign_id = ? AND status = 'pending' AND not_before <= ? ORDER BY seq LIMIT 1",
			campaignId,
			this.clock.now(),
		);
		if (!contact) return this.#finishIfDone(campaignId);
		if (this.#parts.ledger.balance(campaign.organization_id) <= 0) {
			this.#parts.campaigns.move(campaignId, 'pause');
			return;
		}
		const call = this.dial({
			agent: this.#parts.agents.find(campaign.agent_id)!,
			toNumber: contact.phone_number,
			firstName: contact.first_name,
			lastName: contact.last_name,
			variables: contact.variables,
			campaignId,
			contactSeq: contact.seq,
		});
		this.database.update('contacts', contact.seq, {
			status: 'in_progress',
			attempts: contact.attempts + 1,
			call_id: call.call_id,
			session_id: call.session_id,
			called_at: call.created_at,
		});
		const { calls_per_minute = DEFAULT_CALLS_PER_MINUTE } = JSON.parse(campaign.settings);
		this.#planNext(campaignId, 60 / calls_per_minute);
	}

	#settleContact(call: Row): void {
		const contact = this.first('contacts', { seq: call.contact_seq })!;
		const campaign = this.#parts.campaigns.find(contact.campaign_id)!;
		const { max_attempts = 1, retry_delay_seconds = DEFAULT_RETRY_DELAY_SECONDS } = JSON.parse(
			campaign.settings,
		);
		const triesAgain = call.status !== 'completed' && contact.attempts < max_attempts;
		this.database.update('contacts', contact.seq, {
			status: triesAgain ? 'pending' : call.status,
			outcome: outcomeOf(call),
			duration_seconds: call.duration_seconds,
			not_before: Math.floor(this.clock.now() + (retry_delay_seconds * 1000) / this.clock.speed),
		});
		if (!triesAgain) return this.#finishIfDone(campaign.id);
		this.clock.after(retry_delay_seconds, () => this.wake(campaign.id));
	}

	#finishIfDone(campaignId: string): void {
		const open = this.database.get(
			"SELECT 1 FROM contacts WHERE campaign_id = ? AND status IN ('pending', 'in_progress') LIMIT 1",
			campaignId,
		);
		if (!open && this.#parts.campaigns.find(campaignId)!.status === 'active')
			this.#parts.campaigns.move(campaignId, 'finish');
	}
}
