import type { IDataObject } from 'n8n-workflow';

export type ListName = 'calls' | 'bookings' | 'callbacks' | 'transfers' | 'campaigns';

export type CallStatus = 'queued' | 'in_progress' | 'completed' | 'no_answer' | 'failed';

/** One entry of a list; what does not belong to its kind is not shown. Times are milliseconds since 1970. */
export interface FakeRow {
	id: string;
	/** Counts up with every row that arrives. */
	arrival: number;
	created: number;
	/** Of calls and campaigns. */
	status: CallStatus;
	ended?: number;
	/** Whether the transcript and the analysis of a call are there. */
	isComplete: boolean;
	agentId: string;
	campaignId: string;
	direction: 'inbound' | 'outbound';
	/** A number that changes as the row does. */
	revision: number;
}

/** How a row is written as JSON. */
export interface Shape {
	timestamps: 'iso' | 'isoNoZone' | 'seconds' | 'milliseconds' | 'missing';
	/** How far times without zone are ahead of UTC. */
	zoneMs: number;
	idName: 'own' | 'id';
}

export const OWN_ID: Record<ListName, string> = {
	calls: 'call_id',
	bookings: 'booking_id',
	callbacks: 'callback_id',
	transfers: 'transfer_id',
	campaigns: 'campaign_id',
};

/** A campaign has the states of a call, under other names. */
const CAMPAIGN_WORDS: Record<CallStatus, string> = {
	queued: 'draft',
	in_progress: 'running',
	completed: 'completed',
	no_answer: 'finished',
	failed: 'completed',
};

/** The states in which nothing more will happen. */
export const isOver = ({ status }: Pick<FakeRow, 'status'>): boolean =>
	status !== 'queued' && status !== 'in_progress';

function written(
	moment: number | undefined,
	{ timestamps, zoneMs }: Shape,
): string | number | null {
	if (moment === undefined) return null;
	if (timestamps === 'seconds') return Math.floor(moment / 1000);
	if (timestamps === 'milliseconds') return moment;
	if (timestamps === 'isoNoZone') {
		return new Date(moment + zoneMs).toISOString().replace('Z', '');
	}
	return new Date(moment).toISOString();
}

function times(moments: Record<string, number | undefined>, shape: Shape): IDataObject {
	if (shape.timestamps === 'missing') return {};
	return Object.fromEntries(
		Object.entries(moments).map(([name, moment]) => [name, written(moment, shape)]),
	);
}

/** The row as its list shows it. */
export function rowOf(list: ListName, row: FakeRow, shape: Shape): IDataObject {
	const identity = { [shape.idName === 'own' ? OWN_ID[list] : 'id']: row.id };
	const created = times({ created_at: row.created }, shape);
	if (list === 'campaigns') {
		const status = CAMPAIGN_WORDS[row.status];
		return { ...identity, name: `Campaign ${row.id}`, status, agent_id: row.agentId, ...created };
	}
	if (list !== 'calls') {
		// Many of them come from few calls: an ID that is not their own must not be taken for their identity.
		const call = `call_${row.arrival % 3}`;
		return {
			...identity,
			call_id: call,
			agent_id: row.agentId,
			note: `Revision ${row.revision}`,
			...created,
		};
	}
	return {
		...identity,
		session_id: `session_${row.id}`,
		agent_id: row.agentId,
		campaign_id: row.campaignId,
		direction: row.direction,
		status: row.status,
		to_number: '+12125550123',
		credits: row.revision,
		analysis: row.isComplete ? { outcome: 'interested', summary: 'A talk' } : null,
		...created,
		...times({ ended_at: row.ended }, shape),
	};
}

/** The row as the platform answers when it is asked for by its ID. */
export function detailOf(list: ListName, row: FakeRow, shape: Shape): IDataObject {
	const shown = rowOf(list, row, shape);
	if (list !== 'calls') return shown;
	return {
		...shown,
		transcript: row.isComplete ? [{ role: 'agent', text: 'Good morning' }] : [],
	};
}
