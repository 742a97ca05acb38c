import type { IDataObject } from 'n8n-workflow';
import { appointmentOf, timeFields, type Dated } from './rowTimes.mts';

export type ListName = 'calls' | 'bookings' | 'callbacks' | 'transfers' | 'campaigns';

export type CallStatus = 'queued' | 'in_progress' | 'completed' | 'no_answer' | 'failed';

/**
 * What is the matter with a row. `forbidden`, `gone` and `broken`: asked for by its identifier it is always refused with 403, 410 or 500.
 * `slash`: its identifier has one, and the platform finds nothing there. `noAgent`: it belongs to no agent.
 */
export const TROUBLES = ['none', 'forbidden', 'gone', 'broken', 'slash', 'noAgent'] as const;

export type Trouble = (typeof TROUBLES)[number];

/** One entry of a list; what does not belong to its kind is not shown. Times are milliseconds since 1970. */
export interface FakeRow extends Dated {
	/** Counts up with every row that arrives. */
	arrival: number;
	/** When it was changed last. */
	changed: number;
	/** Of calls and campaigns. */
	status: CallStatus;
	ended?: number;
	/** Whether the transcript and the analysis of a call are there. */
	isComplete: boolean;
	agentId: string | null;
	campaignId: string;
	direction: 'inbound' | 'outbound';
	trouble: Trouble;
	/** A number that changes as the row does. */
	revision: number;
}

/** How a row is written as JSON. */
export interface Shape {
	timestamps: 'iso' | 'isoNoZone' | 'seconds' | 'milliseconds' | 'missing';
	/** How far times without zone are ahead of UTC. */
	zoneMs: number;
	/** `ownLater`: its own name is null at first, and `id` is always there. `sharedId`: `id` is that of the account. */
	idName: 'own' | 'id' | 'ownLater' | 'sharedId';
	/** Where the answer has a single call. `noStatus`: it does not repeat what the list says about its end. */
	detail: 'plain' | 'dataMeta' | 'parts' | 'success' | 'jsonApi' | 'noStatus';
	/** What is there before the analysis is complete. */
	analysis: 'null' | 'nullFields';
	/** `unknown`: words that nobody knows; only the end time says that a call is over. */
	words: 'usual' | 'unknown';
	directions: 'usual' | 'outgoing' | 'outbound-api';
	campaign: 'id' | 'object';
}

export const OWN_ID: Record<ListName, string> = {
	calls: 'call_id',
	bookings: 'booking_id',
	callbacks: 'callback_id',
	transfers: 'transfer_id',
	campaigns: 'campaign_id',
};

/** Before an `id` that is another one than the row's own identifier. */
const INTERNAL = 'db_';
const OWN_ID_AFTER_MS = 80_000;

/** The row's own identifier, whichever of its identifiers is given. */
export const ownIdOf = (id: string): string =>
	id.startsWith(INTERNAL) ? id.slice(INTERNAL.length) : id;

/** A campaign has the states of a call, under other names. */
const CAMPAIGN_WORDS: Record<CallStatus, string> = {
	queued: 'draft',
	in_progress: 'running',
	completed: 'completed',
	no_answer: 'finished',
	failed: 'completed',
};

const UNKNOWN_WORDS: Record<CallStatus, string> = {
	queued: 'phase_1',
	in_progress: 'phase_2',
	completed: 'phase_3',
	no_answer: 'phase_3',
	failed: 'phase_4',
};

const DIRECTIONS = {
	usual: { inbound: 'inbound', outbound: 'outbound' },
	outgoing: { inbound: 'incoming', outbound: 'outgoing' },
	'outbound-api': { inbound: 'inbound', outbound: 'outbound-api' },
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

function identityOf(
	list: ListName,
	{ id, inserted }: FakeRow,
	{ idName }: Shape,
	now: number,
): IDataObject {
	const own = OWN_ID[list];
	if (idName === 'id') return { id };
	if (idName === 'sharedId') return { id: 'account_1', [own]: id };
	if (idName === 'own') return { [own]: id };
	return { id: `${INTERNAL}${id}`, [own]: now >= inserted + OWN_ID_AFTER_MS ? id : null };
}

const campaignOf = ({ campaignId }: FakeRow, { campaign }: Shape): IDataObject =>
	campaign === 'id'
		? { campaign_id: campaignId }
		: { campaign: { id: campaignId, name: 'A campaign' } };

function analysisOf({ isComplete }: FakeRow, { analysis }: Shape): IDataObject | null {
	if (isComplete) return { outcome: 'interested', summary: 'A talk' };
	return analysis === 'null' ? null : { outcome: null, summary: null };
}

/** The row as its list shows it. */
export function rowOf(list: ListName, row: FakeRow, shape: Shape, now: number): IDataObject {
	const identity = identityOf(list, row, shape, now);
	const dates = {
		...times(timeFields(row, now, list === 'calls'), shape),
		...times({ scheduled_at: appointmentOf(row) }, shape),
	};
	const isUnknown = shape.words === 'unknown';
	if (list === 'campaigns') {
		return {
			...identity,
			name: `Campaign ${row.id}`,
			status: (isUnknown ? UNKNOWN_WORDS : CAMPAIGN_WORDS)[row.status],
			agent_id: row.agentId,
			...dates,
			...(isUnknown && times({ finished_at: row.ended }, shape)),
		};
	}
	if (list !== 'calls') {
		// Many of them come from few calls: an ID that is not their own must not be taken for their identity.
		const call = `call_${row.arrival % 3}`;
		const note = `Revision ${row.revision}`;
		return { ...identity, call_id: call, agent_id: row.agentId, note, ...dates };
	}
	return {
		...identity,
		session_id: `session_${row.id}`,
		agent_id: row.agentId,
		...campaignOf(row, shape),
		direction: DIRECTIONS[shape.directions][row.direction],
		status: isUnknown ? UNKNOWN_WORDS[row.status] : row.status,
		to_number: '+12125550123',
		credits: row.revision,
		analysis: analysisOf(row, shape),
		...dates,
		...times({ ended_at: row.ended }, shape),
	};
}

/** The row as the platform answers when it is asked for by its ID. */
export function detailOf(list: ListName, row: FakeRow, shape: Shape, now: number): IDataObject {
	const shown = rowOf(list, row, shape, now);
	if (list !== 'calls') return shown;
	const transcript = row.isComplete ? [{ role: 'agent', text: 'Good morning' }] : [];
	const call = { ...shown, transcript };
	const { analysis, status, ended_at, ...rest } = shown;
	switch (shape.detail) {
		case 'plain':
			return call;
		case 'dataMeta':
			return { data: call, meta: { request_id: 'r1', version: 2 } };
		case 'parts':
			return { call: { ...rest, status, ended_at }, transcript, analysis };
		case 'success':
			return { success: true, data: call, error: null };
		case 'jsonApi':
			return { data: { type: 'call', id: row.id, attributes: call } };
		case 'noStatus':
			return { ...rest, analysis, transcript };
	}
}
