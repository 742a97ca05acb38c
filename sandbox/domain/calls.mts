import { Part } from './part.mts';
import { creditsFor, ENDINGS, planCall, scenarioFor } from '../simulation/callPlan.mts';
import { analysisOf, transcriptOf } from '../simulation/conversation.mts';
import type { Row } from '../data/database.mts';
import { NOT_REACHED } from '../data/schema.mts';
import { between, hash } from '../simulation/random.mts';
import { instant, momentsUntil } from '../common/times.mts';

/** Statuses of a call that is over. */
export const ENDED_STATUSES: readonly string[] = ENDINGS;
const ANSWERED_STATUSES = ['completed', 'voicemail'];

/** Who is to be called, on whose behalf. */
export interface Dialling {
	agent: Row;
	toNumber: string;
	firstName: string | null;
	lastName: string | null;
	/** JSON text, as it is stored. */
	variables: string;
	campaignId?: string;
	contactSeq?: number;
}

/** When sample rows were made: the last one at `lastAt` (in milliseconds) or now, with that much time between two of them. */
export interface Timing {
	lastAt?: number;
	spacingSeconds?: number;
}

/** The calls of every organization: queued by the dialer, or added as samples. */
export class Calls extends Part {
	get seed(): number {
		return Number(this.database.setting('seed'));
	}

	find(callId: string): Row | undefined {
		return this.first('calls', { call_id: callId });
	}

	findBySession(sessionId: string): Row | undefined {
		return this.first('calls', { session_id: sessionId });
	}

	/** Adds a call that is about to be dialled. */
	queue(dialling: Dialling): Row {
		const { agent } = dialling;
		const attempt = 1 + this.#missed(agent.organization_id, dialling.toNumber);
		const row = {
			...this.#identity(),
			organization_id: agent.organization_id,
			agent_id: agent.agent_id,
			agent_name: agent.name,
			campaign_id: dialling.campaignId ?? null,
			contact_seq: dialling.contactSeq ?? null,
			attempt,
			scenario: planCall(this.seed, dialling.toNumber, attempt, agent.use_case).scenario,
			direction: 'outbound',
			status: 'queued',
			from_number: agent.phone_number,
			to_number: dialling.toNumber,
			first_name: dialling.firstName,
			last_name: dialling.lastName,
			variables: dialling.variables,
			created_at: this.clock.now(),
		};
		this.database.insert('calls', row);
		return {
			...row,
			started_at: null,
			ended_at: null,
			duration_seconds: 0,
			credits: 0,
			recording_bytes: null,
			overrides: null,
			asked: null,
		};
	}

	/**
	 * Adds calls that are over already; `overrides` are columns of the row, and `spacingSeconds` the time between two of them.
	 * The last one was made at `overrides.created_at`, or just now.
	 */
	insertFinished(count: number, agents: Row[], overrides: Row = {}, spacingSeconds = 0): string[] {
		const now = this.clock.now();
		const { seed } = this;
		const moments = momentsUntil(overrides.created_at ?? now, count, spacingSeconds);
		return this.database.transaction(() =>
			Array.from({ length: count }, (_, index) => {
				const identity = this.#identity();
				const agent = agents[index % agents.length];
				const toNumber =
					overrides.to_number ??
					`+1${between(212, 989, identity.call_id)}55501${String(identity.seq % 100).padStart(2, '0')}`;
				const key = `${seed}:${toNumber}:${identity.seq}`;
				const status = overrides.status ?? 'completed';
				const duration =
					overrides.duration_seconds ??
					(ANSWERED_STATUSES.includes(status) ? between(20, 240, key) : 0);
				const createdAt = moments[index];
				const isAnswered = ANSWERED_STATUSES.includes(status);
				const isEnded = ENDED_STATUSES.includes(status);
				this.database.insert('calls', {
					...identity,
					organization_id: agent.organization_id,
					agent_id: agent.agent_id,
					agent_name: agent.name,
					campaign_id: null,
					attempt: 1,
					scenario: scenarioFor(key, agent.use_case),
					direction: 'outbound',
					from_number: agent.phone_number,
					first_name: `Contact ${identity.seq}`,
					last_name: null,
					variables: '{}',
					credits: creditsFor(duration),
					started_at: isAnswered ? Math.min(now, createdAt + 8_000) : null,
					ended_at: isEnded
						? Math.max(createdAt, Math.min(now, createdAt + 8_000 + duration * 1000))
						: null,
					...overrides,
					to_number: toNumber,
					status,
					duration_seconds: duration,
					created_at: createdAt,
				});
				return identity.call_id;
			}),
		);
	}

	/** Adds calls of that agent that are over already. */
	addMany(agent: Row, count: number, { lastAt, spacingSeconds }: Timing = {}): Row[] {
		return this.insertFinished(count, [agent], { created_at: lastAt }, spacingSeconds).map(
			(callId) => this.find(callId)!,
		);
	}

	/** How many calls of the organization to this number are over and reached nobody. Who did not answer may answer the next one. */
	#missed(organizationId: string, toNumber: string): number {
		const { missed } = this.database.get<{ missed: number }>(
			`SELECT COUNT(*) AS missed FROM calls WHERE organization_id = ? AND to_number = ? AND status IN (${NOT_REACHED})`,
			organizationId,
			toNumber,
		)!;
		return missed;
	}

	#identity(): { seq: number; call_id: string; session_id: string } {
		const seq = this.database.nextSeq('calls');
		const hex = (number: number) => number.toString(16).padStart(8, '0');
		return {
			seq,
			call_id: `call_${String(seq).padStart(8, '0')}`,
			// The hash alone is not unique among a million calls.
			session_id: `session_${hex(hash(`${this.seed}:${seq}`))}${hex(seq)}`,
		};
	}
}

/** A call as lists show it. */
export function callView(row: Row): Row {
	return {
		call_id: row.call_id,
		session_id: row.session_id,
		agent_id: row.agent_id,
		agent_name: row.agent_name,
		campaign_id: row.campaign_id,
		direction: row.direction,
		status: row.status,
		from_number: row.from_number,
		to_number: row.to_number,
		first_name: row.first_name,
		last_name: row.last_name,
		variables: JSON.parse(row.variables),
		created_at: new Date(row.created_at).toISOString(),
		started_at: instant(row.started_at),
		ended_at: instant(row.ended_at),
		duration_seconds: row.duration_seconds,
		credits: row.credits,
		analysis: analysisOf(row),
		recording_available: hasRecording(row),
		...overridesOf(row, ['analysis']),
	};
}

/** A call with its transcript. */
export function callDetailView(row: Row): Row {
	return { ...callView(row), transcript: transcriptView(row) };
}

/** The transcript of a call; empty when nothing was said. */
export function transcriptView(row: Row): Row[] {
	return overridesOf(row, ['transcript']).transcript ?? transcriptOf(row);
}

/** Whether there is a recording. */
export function hasRecording(row: Row): boolean {
	return ANSWERED_STATUSES.includes(row.status);
}

function overridesOf(row: Row, names: string[]): Row {
	if (!row.overrides) return {};
	return Object.fromEntries(
		Object.entries(JSON.parse(row.overrides)).filter(([name]) => names.includes(name)),
	);
}
