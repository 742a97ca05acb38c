import { Part, shown } from './part.mts';
import { performanceOf } from './analytics.mts';
import type { Row } from '../data/database.mts';
import { ApiError } from '../common/errors.mts';

/** A person to be called by a campaign. */
export interface NewContact {
	phone_number: string;
	first_name?: string | null;
	last_name?: string | null;
	variables?: Row;
}

/** Every status of a campaign. */
export const CAMPAIGN_STATUSES = ['pending', 'active', 'paused', 'finished', 'cancelled'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** The document's table of states: what a campaign must be for an operation, and what it is afterwards. */
const TRANSITIONS = {
	start: { from: ['pending'], to: 'active', done: 'started' },
	pause: { from: ['active'], to: 'paused', done: 'paused' },
	resume: { from: ['paused'], to: 'active', done: 'resumed' },
	cancel: { from: [...CAMPAIGN_STATUSES], to: 'cancelled', done: 'cancelled' },
	finish: { from: ['active'], to: 'finished', done: 'finished' },
};
const CHANGEABLE = ['pending', 'active', 'paused'];

/** Campaigns and their contacts. The dialer calls them; this moves their states. */
export class Campaigns extends Part {
	find(id: string): Row | undefined {
		return this.first('campaigns', { id });
	}

	/** The campaign, or the 404 a client gets, also for a campaign of another organization than the given one. */
	require(id: string, organizationId?: string): Row {
		const campaign = this.find(id);
		if (!campaign || (organizationId ?? campaign.organization_id) !== campaign.organization_id)
			throw new ApiError(404, `Campaign ${id} not found`);
		return campaign;
	}

	create(name: string, agentId: string, settings: Row, contacts: NewContact[]): Row {
		return this.database.transaction(() => {
			const agent = this.first('agents', { agent_id: agentId })!;
			const campaign = this.insertNew('campaigns', 'id', 'campaign', {
				organization_id: agent.organization_id,
				name,
				agent_id: agentId,
				status: 'pending',
				settings: JSON.stringify(settings),
			});
			this.addContacts(campaign.id, contacts);
			return campaign;
		});
	}

	/** A new campaign with the same contacts, none of them dialled yet. */
	rerun(id: string): Row {
		const template = this.require(id);
		if (template.status !== 'finished') throw refusal(template, 'rerun', ['finished']);
		const contacts = this.database
			.all(
				'SELECT phone_number, first_name, last_name, variables FROM contacts WHERE campaign_id = ? ORDER BY seq',
				id,
			)
			.map((contact) => ({ ...contact, variables: JSON.parse(contact.variables) }) as NewContact);
		return this.create(
			`${template.name} (rerun)`,
			template.agent_id,
			JSON.parse(template.settings),
			contacts,
		);
	}

	addContacts(id: string, contacts: NewContact[]): void {
		const now = this.clock.now();
		this.database.transaction(() => {
			for (const contact of contacts) {
				const seq = this.database.nextSeq('contacts');
				this.database.insert('contacts', {
					seq,
					id: `contact_${String(seq).padStart(8, '0')}`,
					campaign_id: id,
					phone_number: contact.phone_number,
					first_name: contact.first_name ?? null,
					last_name: contact.last_name ?? null,
					variables: JSON.stringify(contact.variables ?? {}),
					created_at: now,
				});
			}
		});
	}

	/** Adds contacts that were called once, with this status as the result. */
	addCalledContacts(id: string, contacts: NewContact[], status: string): void {
		const now = this.clock.now();
		this.database.transaction(() => {
			const { last } = this.database.get('SELECT COALESCE(MAX(seq), 0) AS last FROM contacts')!;
			this.addContacts(id, contacts);
			this.database.run(
				'UPDATE contacts SET status = ?, outcome = ?, attempts = 1, called_at = ? WHERE seq > ?',
				status,
				status,
				now,
				last,
			);
		});
	}

	/** Moves the campaign, or refuses with a 409 that names its present status. */
	move(id: string, operation: keyof typeof TRANSITIONS): Row {
		const campaign = this.require(id);
		const { from, to, done } = TRANSITIONS[operation];
		if (!from.includes(campaign.status)) throw refusal(campaign, done, from);
		const now = this.clock.now();
		return this.updated('campaigns', campaign, {
			status: to,
			...(operation === 'start' && { started_at: now }),
			...(operation === 'finish' && { finished_at: now }),
		});
	}

	/** Sets the status, whatever it is now, and the times that belong to it; the dialer is not woken. */
	force(id: string, status: CampaignStatus): Row {
		const campaign = this.require(id);
		const now = this.clock.now();
		const running = { started_at: campaign.started_at ?? now, finished_at: null };
		const times = {
			pending: { started_at: null, finished_at: null },
			active: running,
			paused: running,
			finished: { ...running, finished_at: campaign.finished_at ?? now },
			cancelled: {},
		}[status];
		return this.updated('campaigns', campaign, { status, ...times });
	}

	/** Cancels the campaigns of a deleted agent that are not over. */
	cancelAllOf(agentId: string): void {
		this.database.run(
			"UPDATE campaigns SET status = 'cancelled' WHERE agent_id = ? AND status IN ('pending', 'active', 'paused')",
			agentId,
		);
	}

	/** Merges settings into a campaign that can still be changed. */
	change(id: string, name: string | undefined, settings: Row): Row {
		const campaign = this.requireChangeable(id, 'changed');
		return this.updated('campaigns', campaign, {
			name: name ?? campaign.name,
			settings: JSON.stringify({ ...JSON.parse(campaign.settings), ...settings }),
		});
	}

	/** The campaign, or a 409 when it is over: its contacts and settings no longer change. */
	requireChangeable(id: string, done: string): Row {
		const campaign = this.require(id);
		if (!CHANGEABLE.includes(campaign.status)) throw refusal(campaign, done, CHANGEABLE);
		return campaign;
	}

	contactCounts(id: string): Record<string, number> {
		const rows = this.database.all(
			'SELECT status, COUNT(*) AS n FROM contacts WHERE campaign_id = ? GROUP BY status',
			id,
		);
		return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
	}

	/** How many of its contacts have each outcome. */
	outcomeCounts(id: string): Record<string, number> {
		const rows = this.database.all(
			'SELECT outcome, COUNT(*) AS n FROM contacts WHERE campaign_id = ? AND outcome IS NOT NULL GROUP BY outcome ORDER BY outcome',
			id,
		);
		return Object.fromEntries(rows.map(({ outcome, n }) => [outcome, n]));
	}

	view(campaign: Row): Row {
		const counts = this.contactCounts(campaign.id);
		const total = Object.values(counts).reduce((sum, n) => sum + n, 0);
		const { pending = 0, in_progress = 0, completed = 0 } = counts;
		const done = total - pending - in_progress;
		return {
			...shown(campaign),
			settings: JSON.parse(campaign.settings),
			progress: {
				total,
				pending,
				in_progress,
				done,
				connected: completed,
				failed: done - completed,
			},
		};
	}

	analytics(id: string): Row {
		const figures = this.database.get(
			`SELECT COUNT(*) AS total, COALESCE(SUM(attempts > 0), 0) AS called, COALESCE(SUM(attempts), 0) AS attempts,
				COALESCE(SUM(status = 'completed'), 0) AS connected,
				COALESCE(AVG(CASE WHEN status = 'completed' THEN duration_seconds END), 0) AS duration
			FROM contacts WHERE campaign_id = ?`,
			id,
		)!;
		const calls = this.database.all('SELECT * FROM calls WHERE campaign_id = ?', id);
		const { successful_calls, total_credits } = performanceOf(calls);
		return {
			total_contacts: figures.total,
			called: figures.called,
			connected: figures.connected,
			connect_rate: figures.called === 0 ? 0 : figures.connected / figures.called,
			average_duration_seconds: figures.duration,
			outcomes: this.outcomeCounts(id),
			attempts: figures.attempts,
			successful_calls,
			credits_used: total_credits,
		};
	}
}

/** A contact as the API shows it. */
export function contactView(row: Row): Row {
	return { ...shown(row, 'campaign_id', 'not_before'), variables: JSON.parse(row.variables) };
}

function refusal(campaign: Row, done: string, from: string[]): ApiError {
	return new ApiError(
		409,
		`The campaign is ${campaign.status}; it can be ${done} only while it is ${from.join(' or ')}`,
	);
}
