import { CALL_CREATED_AT, CREATED_AT, ENTITIES, OWN_ID_NAMES, STARTED_AT } from './entities';
import { callDuration, isCallOver, isCampaignOver } from './derived';
import type { Column, ColumnOf, Kind, Source, Table } from './row';

/*
 * The columns of Simplify: what each contains, and every name the platform may use for it. The API document shows only a few field names.
 * The others are assumed here and nowhere else. docs/columns.md is written from here (npm run docs).
 */

const inRow = (...names: string[]): Source => ({ names });
const inPart = (part: string, ...names: string[]): Source => ({ part, names });
/** A name that the platform may also use for an object. An object is not a value, so it is ignored. */
const plain = (...names: string[]): Source => ({ names, isPlain: true });

const column = (kind: Kind, description: string, ...sources: Source[]): Column => ({
	kind,
	description,
	sources,
});
const optional = (...names: string[]): Column => ({
	kind: 'raw',
	description: 'As the platform reports it after an upload. Only present then.',
	sources: [inRow(...names)],
	isOptional: true,
});

/** An identifier under its own names or, in a row of its own, as `id`. */
const ownId = (entity: 'call' | 'campaign', description: string): Column =>
	column('text', description, inRow(...ENTITIES[entity].ids, ...OWN_ID_NAMES));

const STATUS = ['status', 'call_status', 'state'];
const SESSION_ID = ['session_id', 'sessionId'];
const OUTCOME = ['outcome', 'call_outcome', 'disposition', 'result'];
const SENTIMENT = ['sentiment', 'user_sentiment', 'customer_sentiment'];
const SUMMARY = ['summary', 'call_summary'];
const FIRST_NAME = ['first_name', 'firstName', 'contact_first_name'];
const LAST_NAME = ['last_name', 'lastName', 'contact_last_name'];
const DURATION = [
	'duration_seconds',
	'duration_sec',
	'duration',
	'call_duration',
	'durationSeconds',
	'length',
];
const ANALYSIS = ['analysis', 'call_analysis', 'post_call_analysis'];
const ENDED_AT = ['ended_at', 'end_time', 'endedAt', 'completed_at'];

/** What a contact's phone number may be called, in a campaign's contacts and in lists that users write. */
export const CONTACT_NUMBER_NAMES = ['phone_number', 'phone', 'number', 'to_number', 'mobile'];

const agentId = column(
	'text',
	'ID of the agent',
	inRow('agent_id', 'agentId'),
	inPart('agent', 'agent_id', 'id'),
);
const campaignId = column(
	'text',
	'ID of the campaign, if the call belongs to one',
	inRow(...ENTITIES.campaign.ids),
	inPart('campaign', 'campaign_id', 'id'),
);
const OWNERS = { agent: ['agent'], campaign: ['campaign'] };

/**
 * The agent and the campaign that a row belongs to, to compare with those that the user chose. A text under `agent` may be an ID or a name.
 * It counts here only, where it must equal an ID; Simplify never shows it as one.
 */
export const OWNER = {
	parts: OWNERS,
	columns: {
		agent_id: { ...agentId, sources: [...agentId.sources, plain('agent')] },
		campaign_id: campaignId,
	},
} satisfies Table;

export const CALL = {
	parts: {
		...OWNERS,
		analysis: ANALYSIS,
		contact: ['contact'],
	},
	columns: {
		call_id: ownId('call', 'ID of the call'),
		session_id: column(
			'text',
			'ID of the session. Needed to get the transcript and the recording.',
			inRow(...SESSION_ID),
		),
		status: column('text', 'The status, as the platform writes it', inRow(...STATUS)),
		is_over: {
			kind: 'flag',
			description: 'Whether the call has ended, according to its status or its end time',
			sources: [],
			derive: isCallOver,
		},
		direction: column(
			'text',
			'Inbound or outbound, as the platform writes it',
			inRow('direction', 'call_type', 'type'),
		),
		agent_id: agentId,
		agent_name: column(
			'text',
			'Name of the agent',
			inRow('agent_name', 'agentName'),
			inPart('agent', 'name'),
		),
		campaign_id: campaignId,
		to_number: column(
			'text',
			'The number that was called',
			inRow('to_number', 'to', 'to_phone', 'phone_number', 'callee', 'destination'),
		),
		from_number: column(
			'text',
			'The number that called',
			inRow('from_number', 'from', 'from_phone', 'caller', 'caller_id'),
		),
		first_name: column(
			'text',
			'First name of the contact',
			inRow(...FIRST_NAME),
			inPart('contact', ...FIRST_NAME),
		),
		last_name: column(
			'text',
			'Last name of the contact',
			inRow(...LAST_NAME),
			inPart('contact', ...LAST_NAME),
		),
		created_at: column('time', 'When the call was created', inRow(...CALL_CREATED_AT)),
		started_at: column('time', 'When the call started', inRow(...STARTED_AT, 'answered_at')),
		ended_at: column('time', 'When the call ended', inRow(...ENDED_AT)),
		duration_seconds: {
			...column('number', 'Duration of the call in seconds', inRow(...DURATION)),
			derive: callDuration,
		},
		credits: column(
			'number',
			'Cost of the call in credits',
			inRow('credits', 'cost', 'credits_used', 'price'),
		),
		outcome: column(
			'text',
			'The outcome, as the analysis writes it',
			inPart('analysis', ...OUTCOME),
			inRow(...OUTCOME),
		),
		is_success: column(
			'flag',
			'Whether the call was a success, according to the analysis',
			inPart('analysis', 'success', 'successful', 'is_success', 'call_successful'),
			inRow('success', 'is_success'),
		),
		sentiment: column(
			'text',
			'The sentiment, as the analysis writes it',
			inPart('analysis', ...SENTIMENT),
			inRow(...SENTIMENT),
		),
		summary: column(
			'text',
			'The summary of the analysis',
			inPart('analysis', ...SUMMARY),
			inRow(...SUMMARY),
		),
		transcript: column(
			'transcript',
			'The transcript as text, one line for each turn',
			inRow('transcript', 'transcription', 'messages', 'transcript_text'),
		),
		recording_url: column(
			'text',
			'Link to the recording',
			inRow('recording_url', 'recordingUrl', 'audio_url'),
		),
		variables: column(
			'json',
			"Values for the placeholders in the agent's prompt",
			inRow('variables', 'dynamic_variables', 'metadata'),
		),
		custom_fields: column(
			'json',
			'Other values that the analysis found',
			inPart(
				'analysis',
				'fields',
				'custom_fields',
				'custom',
				'extracted_fields',
				'extracted_data',
				'data',
			),
		),
		analysis: { ...column('raw', 'What the analysis found', inRow(...ANALYSIS)), isHidden: true },
		duration_ms: {
			...column('number', 'The duration in milliseconds', inRow('duration_ms', 'durationMs')),
			isHidden: true,
		},
		answered_at: {
			...column(
				'time',
				'When the call was answered: the start of its duration',
				inRow('answered_at', ...STARTED_AT),
			),
			isHidden: true,
		},
	},
} satisfies Table;

/** The answer to a request for only the transcript. */
/** The names of the columns of a call. */
export type CallColumn = ColumnOf<typeof CALL>;

export const TRANSCRIPT = {
	parts: {},
	columns: {
		session_id: column('text', 'ID of the session', inRow(...SESSION_ID)),
		transcript: column('transcript', 'The transcript as text, one line for each turn', {
			whole: true,
		}),
	},
} satisfies Table;

const count = (description: string, ...names: string[]): Column =>
	column('number', description, inPart('progress', ...names), inRow(...names));

export const CAMPAIGN = {
	parts: { ...OWNERS, progress: ['progress', 'stats'] },
	columns: {
		campaign_id: ownId('campaign', 'ID of the campaign'),
		name: column('text', 'Name of the campaign', inRow('name', 'campaign_name', 'title')),
		status: column(
			'text',
			'The status, as the platform writes it',
			inRow('status', 'state', 'campaign_status'),
		),
		is_finished: {
			kind: 'flag',
			description: 'Whether the campaign has ended: it is finished or cancelled',
			sources: [],
			derive: isCampaignOver,
		},
		agent_id: agentId,
		created_at: column('time', 'When the campaign was created', inRow(...CREATED_AT)),
		started_at: column(
			'time',
			'When the campaign started',
			inRow('started_at', 'startedAt', 'start_time'),
		),
		finished_at: column(
			'time',
			'When the campaign finished',
			inRow('finished_at', 'finishedAt', 'completed_at', 'ended_at'),
		),
		contacts_total: count(
			'Number of all contacts',
			'total',
			'total_contacts',
			'contacts_count',
			'total_numbers',
		),
		contacts_pending: count(
			'Number of contacts that were not called yet',
			'pending',
			'remaining',
			'queued',
		),
		contacts_in_progress: count(
			'Number of contacts that are being called now',
			'in_progress',
			'active',
			'calling',
		),
		contacts_done: count(
			'Number of contacts that are done',
			'done',
			'completed',
			'called',
			'processed',
		),
		contacts_connected: count(
			'Number of contacts that were reached',
			'connected',
			'answered',
			'successful',
		),
		contacts_failed: count(
			'Number of contacts that were not reached',
			'failed',
			'failures',
			'unsuccessful',
		),
		accepted: optional('accepted'),
		rejected: optional('rejected'),
		added: optional('added'),
	},
} satisfies Table;

const inContactOrCall = (...names: string[]): Source[] => [
	inRow(...names),
	inPart('call', ...names),
];

export const CONTACT = {
	parts: { call: ['call'] },
	columns: {
		contact_id: column('text', 'ID of the contact', inRow('contact_id', 'id', 'number_id', 'uuid')),
		phone_number: column('text', 'The phone number', ...inContactOrCall(...CONTACT_NUMBER_NAMES)),
		first_name: column('text', 'First name', ...inContactOrCall('first_name', 'firstName')),
		last_name: column('text', 'Last name', ...inContactOrCall('last_name', 'lastName')),
		status: column(
			'text',
			'The status, as the platform writes it',
			inRow('status', 'state', 'call_status'),
		),
		attempts: column(
			'number',
			'Number of times the contact was called',
			inRow('attempts', 'attempt_count', 'tries'),
		),
		outcome: column(
			'text',
			'The outcome of the last call',
			...inContactOrCall('outcome', 'disposition', 'result'),
		),
		duration_seconds: column(
			'number',
			'Duration of the last call in seconds',
			...inContactOrCall('duration_seconds', 'duration'),
		),
		call_id: column(
			'text',
			'ID of the last call',
			inRow('call_id', 'last_call_id'),
			inPart('call', 'call_id', 'id'),
		),
		session_id: column(
			'text',
			'ID of the session. Needed to get the transcript and the recording.',
			...inContactOrCall(...SESSION_ID),
		),
		variables: column(
			'json',
			"Values for the placeholders in the agent's prompt",
			inRow('variables', 'custom_fields', 'metadata'),
		),
	},
} satisfies Table;
