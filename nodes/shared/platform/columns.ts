import type { IDataObject } from 'n8n-workflow';
import { refusalIn } from '../refusals';
import { CONTACT_NUMBER_NAMES } from './contactNumbers';
import {
	allContacts,
	callDuration,
	callSuccess,
	calledNumber,
	callingNumber,
	contactName,
	contactNumber,
	countOfContacts,
	isCallOver,
	isCampaignOver,
} from './derived';
import { secondsIn, wholeCount } from './duration';
import { CALL_CREATED_AT, CREATED_AT, ENTITIES, OWN_ID_NAMES, STARTED_AT } from './entities';
import { startInRow } from './longTexts';
import { camelCase, listOf } from './names';
import type { Column, ColumnOf, CellKind, Only, Source, Table } from './row';

/*
 * The columns of a row, as people read: who, outcome, subject, time, details, identifiers, transcript. Each has the
 * names that the platform may use; the API document shows few, the others are assumed here. A name with two meanings
 * has to be proven by its value, or is left out: `cost` may be in dollars.
 */

/** The names in a text, each once: every name is also read in camelCase. */
const writtenNames = (text: string): readonly string[] => {
	const names = listOf(text);
	const isOther = (name: string) => names.some((one) => one !== name && camelCase(one) === name);
	return [...new Set(names.filter((name) => !isOther(name)))];
};

/** Where a value may be: names in the row itself, or in a part of it. `agent: name agent_name` is `agent.name`. */
type WrittenSource = string | Source;

function sourceOf(place: WrittenSource): Source {
	if (typeof place !== 'string') return place;
	const [names = '', part] = place.split(': ').reverse();
	return { ...(part && { part }), names: writtenNames(names) };
}
const only = (what: Only, place: string): Source => ({ ...sourceOf(place), only: what });

const PHONE_NUMBER: Only = { means: 'a phone number with +', pattern: /^\s*\+\d[\d\s().-]{5,}$/ };
const WEB_ADDRESS: Only = { means: 'an address with https://', pattern: /^https?:\/\//i };
const DIRECTION: Only = {
	means: 'inbound or outbound',
	pattern: /^(?:\w+\.)?(inbound|incoming|outbound|outgoing)/i,
};

const column = (kind: CellKind, description: string, ...places: WrittenSource[]): Column => ({
	kind,
	description,
	sources: places.map(sourceOf),
});
/** A column that only other columns read. */
const hidden = (kind: CellKind, description: string, ...places: WrittenSource[]): Column => ({
	...column(kind, description, ...places),
	isHidden: true,
});
const uploadColumn = (name: string): Column =>
	column('raw', 'As the platform reports it after an upload. Only present then.', name);

/** An identifier under its own names or, in a row of its own, as `id`. */
const ownId = (entity: 'call' | 'campaign', description: string): Column =>
	column('text', description, [...ENTITIES[entity].ids, ...OWN_ID_NAMES].join(' '));

// `status` beside a call may be about the request, so it is the last.
const STATUS = 'call_status status call_state state';
const SESSION_ID = 'session_id';
const OUTCOME = 'outcome call_outcome disposition';
const SENTIMENT = 'sentiment user_sentiment customer_sentiment contact_sentiment';
const SUMMARY = 'summary call_summary';
const FIRST_NAME = 'first_name contact_first_name customer_first_name';
const LAST_NAME = 'last_name contact_last_name customer_last_name';
const ANALYSIS = 'analysis call_analysis post_call_analysis';
const STARTED = `${STARTED_AT} start_timestamp call_started_at call_start_time`;
const ANSWERED_AT = 'answered_at answer_time connected_at';
const ENDED_AT =
	'ended_at end_time end_timestamp completed_at finished_at call_ended_at call_end_time';

const DURATION_SECONDS =
	'duration_seconds duration_sec duration_secs duration_s duration_in_seconds call_duration_seconds call_length_seconds';
const DURATION_MS = 'duration_ms call_duration_ms talk_time_ms call_length_ms';
/** Names of a duration that do not say its unit, and names of the unit beside such a duration. */
const DURATION = 'duration call_duration talk_time call_length';
const DURATION_UNIT = 'duration_unit duration_units call_duration_unit';

/** Names of the number inside an object that is about a person or a phone. */
const NUMBER_IN_PART = 'phone_number number phone e164 mobile';
/** Fields that may hold a person, with the phone number. */
const PERSON = 'contact customer recipient lead';

const NUMBER_OF = 'number phone phone_number e164 mobile';
/** Names of the number of somebody, such as `caller_phone`, in a row of its own. */
const numbersOf = (roles: string): string =>
	listOf(roles)
		.flatMap((role) => listOf(NUMBER_OF).map((name) => `${role}_${name}`))
		.join(' ');
/** Who is called and who calls, beside the bare names. */
const CALLED = 'to callee called called_party destination dialed dialled';
const CALLING = 'from caller calling calling_party source origin originating';

/** Objects in a contact that are about its last call. */
const LAST_CALL = 'call last_call latest_call';

/** The columns of a duration: in seconds, and those it is computed from. */
const durationColumns = (description: string, places: (names: string) => string[]) => ({
	duration_seconds: {
		...column('number', description, ...places(DURATION_SECONDS)),
		read: secondsIn,
		derive: callDuration,
	},
	duration_ms: hidden('number', 'The same in milliseconds', ...places(DURATION_MS)),
	duration: {
		...hidden(
			'number',
			'The same as a number whose name says no unit: in seconds, or as `0:01:05`. Not read if its unit is another one, or if it is longer than the call; without the times of the call, than two hours.',
			...places(DURATION),
		),
		read: secondsIn,
	},
	duration_unit: hidden('text', 'The unit of that', ...places(DURATION_UNIT)),
});

const agentId = column('text', 'ID of the agent', 'agent_id', 'agent: agent_id id');
const campaignId = column(
	'text',
	'ID of the campaign, if the call belongs to one',
	ENTITIES.campaign.ids.join(' '),
	'campaign: campaign_id id',
);
const OWNERS = { agent: ['agent'], campaign: ['campaign'] };
const SESSION = { session: ['session'] };

/**
 * The agent and the campaign of a row, to compare with those that the user chose: `{ agent: "a1" }` -> `a1`. A text
 * under `agent` may be a name. It is used for this comparison alone, and shown as no ID.
 */
export const OWNER = {
	parts: OWNERS,
	columns: {
		agent_id: { ...agentId, sources: [...agentId.sources, sourceOf('agent')] },
		campaign_id: { ...campaignId, sources: [...campaignId.sources, sourceOf('campaign')] },
	},
} satisfies Table;

export const CALL = {
	parts: {
		...OWNERS,
		...SESSION,
		analysis: listOf(ANALYSIS),
		contact: listOf(PERSON),
		phone: listOf('phone phone_number'),
		to: listOf('to_number to callee destination'),
		from: listOf('from_number from caller'),
		recording: listOf('recording call_recording'),
	},
	main: listOf(`
		contact_name contact_number outcome summary called_at status is_success duration_seconds is_over session_id call_id
		transcript_start
	`),
	instead: { contact_number: ['to_number', 'from_number'] },
	columns: {
		contact_name: {
			...column(
				'text',
				'Name of the contact',
				'contact_name customer_name',
				'contact: name full_name',
			),
			derive: contactName,
		},
		contact_number: {
			...column(
				'text',
				'The number of the contact: the one that was called, or the one that called if the call is inbound. Empty if neither the direction nor the contact says which one it is.',
				numbersOf(PERSON),
				`contact: ${NUMBER_IN_PART}`,
				only(PHONE_NUMBER, PERSON),
			),
			derive: contactNumber,
		},
		outcome: column(
			'text',
			'The outcome, as the analysis writes it',
			`analysis: ${OUTCOME} result`,
			OUTCOME,
		),
		summary: column(
			'text',
			'The summary of the analysis. In a list, Simplified has at most 60 characters of it; if it is longer, it ends with …, and All Columns has all of it.',
			`analysis: ${SUMMARY}`,
			SUMMARY,
		),
		called_at: {
			kind: 'time',
			description:
				'When the call was made or came in: when it started, or else when it was created',
			sources: [],
			derive: (read) => (read('started_at') ?? read('created_at')) as string | null,
		},
		status: column('text', 'The status, as the platform writes it', STATUS),
		is_success: {
			...column(
				'flag',
				'Whether the call was a success, according to the analysis',
				'analysis: call_successful call_success',
				'is_success call_successful is_successful',
			),
			derive: callSuccess,
		},
		analysis_success: hidden(
			'flag',
			'The same, if there is an outcome, a summary or a sentiment: alone, it may be about the request',
			'analysis: is_success is_successful successful success',
		),
		...durationColumns('Duration of the call in seconds', (names) => [names]),
		is_over: {
			kind: 'flag',
			description:
				'Whether the call has ended, according to its status; if the status is not known, to its end time or its results',
			sources: [],
			derive: isCallOver,
		},
		to_number: {
			...column(
				'text',
				'The number that was called',
				`to_number to callee destination ${numbersOf(CALLED)} dnis`,
				`to: ${NUMBER_IN_PART}`,
			),
			derive: calledNumber,
		},
		from_number: {
			...column(
				'text',
				'The number that called',
				`from_number from caller caller_id ${numbersOf(CALLING)} ani`,
				`from: ${NUMBER_IN_PART}`,
			),
			derive: callingNumber,
		},
		direction: column(
			'text',
			'Inbound or outbound, as the platform writes it',
			'direction call_direction',
			only(DIRECTION, 'call_type type'),
		),
		direction_raw: hidden(
			'raw',
			'That there is a direction, though it cannot be read: then nobody knows which number the contact has',
			'direction call_direction inbound is_inbound outbound is_outbound',
		),
		other_number: hidden(
			'text',
			'A number of which the name does not say whose it is: that of the contact, if it is not that of the other side. In an inbound call, the number that was called must be known.',
			'phone_number',
			`phone: ${NUMBER_IN_PART}`,
			only(PHONE_NUMBER, 'phone number'),
		),
		first_name: column('text', 'First name of the contact', FIRST_NAME, `contact: ${FIRST_NAME}`),
		last_name: column('text', 'Last name of the contact', LAST_NAME, `contact: ${LAST_NAME}`),
		agent_name: column('text', 'Name of the agent', 'agent_name', 'agent: name agent_name'),
		sentiment: column(
			'text',
			'The sentiment, as the analysis writes it',
			`analysis: ${SENTIMENT}`,
			SENTIMENT,
		),
		opted_out: {
			...column(
				'flag',
				'True if the outcome, the status, a tag or the analysis says that the person must not be called again; else empty. A summary, a transcript and what you sent with the call are not read.',
				{ whole: true },
			),
			read: (row) =>
				refusalIn(row as IDataObject, { isCall: true })?.says === 'yes' ? true : null,
		},
		credits: column(
			'number',
			'Cost of the call in credits, rounded to three digits after the point; below 1, to three digits: 0.833',
			'credits credits_used credit_cost cost_in_credits',
		),
		created_at: column('time', 'When the call was created', CALL_CREATED_AT),
		started_at: column('time', 'When the call started', `${STARTED} ${ANSWERED_AT}`),
		ended_at: column('time', 'When the call ended', ENDED_AT),
		variables: column(
			'json',
			"Values for the placeholders in the agent's prompt",
			'variables dynamic_variables prompt_variables template_variables',
		),
		custom_fields: column(
			'json',
			'Other values that the analysis found',
			'analysis: fields custom_fields custom extracted_fields extracted_data custom_analysis_data data',
		),
		analysis: hidden('raw', 'What the analysis found', ANALYSIS),
		recording_url: column(
			'text',
			'Link to the recording',
			'recording_url recording_link audio_url',
			'recording: url recording_url link href download_url',
			only(WEB_ADDRESS, 'recording call_recording'),
		),
		agent_id: agentId,
		campaign_id: campaignId,
		session_id: column(
			'text',
			'ID of the session. Needed to get the transcript and the recording.',
			SESSION_ID,
			`session: ${SESSION_ID} id`,
		),
		call_id: ownId('call', 'ID of the call'),
		transcript_start: {
			kind: 'text',
			description:
				'At most 60 characters of the transcript. All of it is in the column transcript, and in what Get Transcript returns.',
			sources: [],
			derive: (read) => startInRow(read('transcript')),
		},
		transcript: column(
			'transcript',
			'The transcript as text, one line for each turn',
			'transcript decrypted_transcript transcription transcript_text messages transcript_object conversation utterances',
		),
	},
} satisfies Table;

/** A call in a list, where platforms leave out its transcript, and a row has room for the beginning of a summary. */
export const LISTED_CALL: Table = {
	...CALL,
	main: CALL.main.filter((name) => name !== 'transcript_start'),
	shortened: ['summary'],
};

/** A call that was made with this package: it went to the contact. */
export const MADE_CALL: Table = {
	...CALL,
	columns: {
		...CALL.columns,
		contact_number: {
			...CALL.columns.contact_number,
			derive: (read) => calledNumber(read, read('to_number')),
		},
	},
};

/** A call just after it was requested: nothing says yet how it ends. */
export const REQUESTED_CALL: Table = {
	...MADE_CALL,
	main: listOf(`
		contact_name contact_number status agent_id session_id call_id
	`),
	instead: {},
	whenOver: MADE_CALL,
};

/** The names of the columns of a call. */
export type CallColumn = ColumnOf<typeof CALL>;

/** The answer to a request for only the transcript. */
export const TRANSCRIPT = {
	parts: { ...SESSION },
	columns: {
		session_id: column('text', 'ID of the session', SESSION_ID, `session: ${SESSION_ID} id`),
		transcript: column('transcript', 'The transcript as text, one line for each turn', {
			whole: true,
		}),
	},
} satisfies Table;

const CONTACTS_TOTAL = 'total_contacts contacts_count total_numbers';

const count = (description: string, names: string): Column => ({
	...column('number', description, `progress: ${names}`, names),
	read: wholeCount,
	derive: countOfContacts,
});

export const CAMPAIGN = {
	parts: { ...OWNERS, progress: listOf('progress stats statistics counts') },
	optional: listOf('accepted rejected added'),
	main: listOf(`
		name created_at status contacts_total contacts_done contacts_connected contacts_failed is_finished agent_id
		campaign_id
	`),
	columns: {
		name: column('text', 'Name of the campaign', 'name campaign_name title'),
		created_at: column('time', 'When the campaign was created', CREATED_AT.join(' ')),
		status: column('text', 'The status, as the platform writes it', 'campaign_status status state'),
		contacts_total: {
			...column(
				'number',
				'Number of all contacts',
				`progress: ${CONTACTS_TOTAL}`,
				CONTACTS_TOTAL,
				'progress: total',
			),
			read: wholeCount,
			derive: allContacts,
		},
		total_number: {
			...hidden(
				'number',
				'The same, beside other counts of contacts. Alone it can be a price.',
				'total',
			),
			read: wholeCount,
		},
		contacts_done: count('Number of contacts that are done', 'done completed called processed'),
		contacts_connected: count(
			'Number of contacts that were reached',
			'connected answered successful',
		),
		contacts_failed: count(
			'Number of contacts that were not reached',
			'failed failures unsuccessful',
		),
		contacts_pending: count(
			'Number of contacts that were not called yet',
			'pending remaining queued',
		),
		contacts_in_progress: count(
			'Number of contacts that are being called now',
			'in_progress active calling',
		),
		is_finished: {
			kind: 'flag',
			description:
				'Whether the campaign has ended: it is finished or cancelled, according to its status; if the status is not known, to its end time',
			sources: [],
			derive: isCampaignOver,
		},
		started_at: column('time', 'When the campaign started', 'started_at start_time'),
		finished_at: column('time', 'When the campaign finished', 'finished_at completed_at ended_at'),
		accepted: uploadColumn('accepted'),
		rejected: uploadColumn('rejected'),
		added: uploadColumn('added'),
		agent_id: agentId,
		campaign_id: ownId('campaign', 'ID of the campaign'),
	},
} satisfies Table;

const { campaign_id, ...otherColumns } = CAMPAIGN.columns;

/** A campaign that was created: its ID is what the next nodes need, so it comes first. */
export const CREATED_CAMPAIGN: Table = {
	...CAMPAIGN,
	main: ['campaign_id', ...CAMPAIGN.main.filter((name) => name !== 'campaign_id')],
	columns: { campaign_id, ...otherColumns },
};

const inContactOrCall = (names: string) => [names, `call: ${names}`];
const inContactOrPerson = (names: string) => [names, `contact: ${names}`, `call: ${names}`];
/** Names of a phone number. `number` is not one of these, because it can be a position in the list. */
const CLEAR_NUMBER = CONTACT_NUMBER_NAMES.filter((name) => name !== 'number').join(' ');

export const CONTACT = {
	parts: {
		...SESSION,
		call: listOf(LAST_CALL),
		analysis: listOf(ANALYSIS),
		contact: listOf(PERSON),
		phone: listOf('phone phone_number mobile'),
	},
	main: listOf(`
		contact_name contact_number outcome called_at status attempts duration_seconds contact_id session_id call_id
	`),
	columns: {
		contact_name: {
			...column(
				'text',
				'Name of the contact',
				'contact_name customer_name name full_name',
				'contact: name full_name',
			),
			derive: contactName,
		},
		contact_number: column(
			'text',
			'The phone number of the contact',
			CLEAR_NUMBER,
			only(PHONE_NUMBER, `number ${PERSON}`),
			`phone: ${NUMBER_IN_PART}`,
			`contact: ${NUMBER_IN_PART}`,
			`call: ${CLEAR_NUMBER}`,
			only(PHONE_NUMBER, 'call: number'),
		),
		outcome: column(
			'text',
			'The outcome of the last call',
			`${OUTCOME} result`,
			`call: ${OUTCOME}`,
			`analysis: ${OUTCOME}`,
		),
		called_at: column(
			'time',
			'When the contact was called last',
			'called_at last_called_at last_call_at last_attempt_at',
			`call: called_at ${STARTED} ${ANSWERED_AT}`,
		),
		status: column(
			'text',
			'The status, as the platform writes it',
			'contact_status status state call_status',
		),
		call_status: hidden('text', 'The status of the last call', 'call_status', `call: ${STATUS}`),
		attempts: column(
			'number',
			'Number of times the contact was called',
			'attempts attempt_count attempts_count tries',
		),
		...durationColumns('Duration of the last call in seconds', inContactOrCall),
		first_name: column('text', 'First name', ...inContactOrPerson('first_name')),
		last_name: column('text', 'Last name', ...inContactOrPerson('last_name')),
		variables: column(
			'json',
			"Values for the placeholders in the agent's prompt",
			'variables custom_fields',
		),
		contact_id: column(
			'text',
			'ID of the contact',
			'contact_id id number_id _id uuid',
			'contact: contact_id id',
		),
		session_id: column(
			'text',
			'ID of the session. Needed to get the transcript and the recording.',
			...inContactOrCall(SESSION_ID),
			`session: ${SESSION_ID} id`,
		),
		call_id: column('text', 'ID of the last call', 'call_id last_call_id', 'call: call_id id'),
	},
} satisfies Table;

/** A contact that was called and not reached, with what a further call needs. */
export const NOT_REACHED: Table = {
	...CONTACT,
	main: listOf(`
		contact_name contact_number outcome called_at status attempts first_name last_name variables contact_id
	`),
};

/** One cell of the heat map in the analytics of dial attempts. */
export const HEAT_MAP_CELL = {
	parts: {},
	columns: {
		hour: column('number', 'Hour of the day', 'hour hour_of_day local_hour'),
		calls: column(
			'number',
			'Number of calls in this hour',
			'calls attempts total_calls total dials count',
		),
		answered: column(
			'number',
			'Number of calls that were answered',
			'connected answered reached connects connections pickups',
		),
	},
} satisfies Table;

/** What an answer says about its own times. */
export const ANSWER_TIMES = {
	parts: {},
	columns: {
		time_zone: column('text', 'Time zone of its hours', 'timezone time_zone tz'),
	},
} satisfies Table;
