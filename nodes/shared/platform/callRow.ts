import type { IDataObject } from 'n8n-workflow';
import { firstOf, isObject, readNumber, readText } from '../http/response';
import { isoTimestamp, readTimestamp } from '../values/timestamp';

/** Status words of the platform are not shown in its document; these families are how they are read, in any case and spelling. */
const STATUS_FAMILIES: ReadonlyArray<[family: CallState, words: RegExp]> = [
	[
		'failed',
		/^(failed|failure|error|errored|canceled|cancelled|rejected|undeliverable|blocked|invalid_?number)$/,
	],
	[
		'not_reached',
		/^(no_?answer|busy|voicemail|machine|unanswered|not_?reached|missed|timeout|timed_?out)$/,
	],
	[
		'ended',
		/^(completed|complete|ended|end|finished|done|success|successful|succeeded|hung_?up|hangup|answered)$/,
	],
	[
		'in_progress',
		/^(in_?progress|ongoing|active|ringing|queued|pending|initiated|scheduled|dialing|started|connecting|connected)$/,
	],
];

export type CallState = 'ended' | 'not_reached' | 'failed' | 'in_progress' | 'unknown';

/** The family a status word belongs to, and `unknown` for a word this package has not met. */
export function callState(status: unknown): CallState {
	const word = String(status ?? '')
		.trim()
		.toLowerCase()
		.replace(/[\s-]+/g, '_');
	return STATUS_FAMILIES.find(([, words]) => words.test(word))?.[0] ?? 'unknown';
}

const SPEAKERS: ReadonlyArray<[speaker: string, roles: RegExp]> = [
	['Agent', /^(agent|assistant|bot|ai|system)$/i],
	['Contact', /^(user|customer|contact|caller|callee|human|client)$/i],
];

function speakerOf(turn: IDataObject): string {
	const role = String(
		firstOf(turn, ['role', 'speaker', 'from', 'source', 'participant', 'name']) ?? '',
	);
	return SPEAKERS.find(([, roles]) => roles.test(role))?.[0] ?? (role || 'Speaker');
}

/** A transcript as lines a person can read, `Agent: Good morning…`, from a list of turns or from text; null if there is none. */
export function readableTranscript(value: unknown): string | null {
	if (isObject(value)) {
		return readableTranscript(
			firstOf(value, [
				'transcript',
				'turns',
				'messages',
				'segments',
				'entries',
				'text',
				'items',
				'data',
			]),
		);
	}
	if (!Array.isArray(value)) return readText(value);
	const lines = value.map((turn: unknown) =>
		isObject(turn)
			? `${speakerOf(turn)}: ${String(firstOf(turn, ['text', 'content', 'message', 'utterance', 'transcript']) ?? '')}`
			: String(turn),
	);
	return lines.length > 0 ? lines.join('\n') : null;
}

function flag(value: unknown): boolean | null {
	if (typeof value === 'boolean') return value;
	const word = String(value ?? '').toLowerCase();
	if (['true', 'yes', '1', 'success', 'successful'].includes(word)) return true;
	return ['false', 'no', '0', 'failure', 'failed', 'unsuccessful'].includes(word) ? false : null;
}

function duration(call: IDataObject): number | null {
	const given = readNumber(
		firstOf(call, [
			'duration_seconds',
			'duration_sec',
			'duration',
			'call_duration',
			'durationSeconds',
			'length',
		]),
	);
	if (given !== null) return given;
	const milliseconds = readNumber(firstOf(call, ['duration_ms', 'durationMs']));
	if (milliseconds !== null) return Math.round(milliseconds / 1000);
	const start = readTimestamp(firstOf(call, ['answered_at', 'started_at', 'start_time']));
	const end = readTimestamp(firstOf(call, ['ended_at', 'end_time']));
	return start !== undefined && end !== undefined ? Math.round((end - start) / 1000) : null;
}

/**
 * One call as one flat row whose column names never change, fit for a CRM or a sheet. A column the platform says nothing about is null.
 * `custom_fields` and `variables` hold JSON text, because their names differ from agent to agent.
 */
export function callRow(call: IDataObject): IDataObject {
	const analysis = isObject(call.analysis)
		? call.analysis
		: isObject(call.call_analysis)
			? call.call_analysis
			: {};
	const contact = isObject(call.contact) ? call.contact : {};
	const agent = isObject(call.agent) ? call.agent : {};
	const from = (names: string[], ...places: IDataObject[]) =>
		readText(places.map((place) => firstOf(place, names)).find((value) => value !== undefined));
	const time = (names: string[]) => isoTimestamp(firstOf(call, names));
	const state = callState(firstOf(call, ['status', 'call_status', 'state']));

	return {
		call_id: from(['call_id', 'id', 'callId', 'uuid'], call),
		session_id: from(['session_id', 'sessionId'], call),
		status: from(['status', 'call_status', 'state'], call),
		is_over:
			state === 'unknown'
				? firstOf(call, ['ended_at', 'end_time']) !== undefined
				: state !== 'in_progress',
		direction: from(['direction', 'call_type', 'type'], call),
		agent_id: from(['agent_id', 'agentId'], call) ?? from(['agent_id', 'id'], agent),
		agent_name: from(['agent_name', 'agentName'], call) ?? from(['name'], agent),
		campaign_id: from(['campaign_id', 'campaignId'], call),
		to_number: from(['to_number', 'to', 'to_phone', 'phone_number', 'callee', 'destination'], call),
		from_number: from(['from_number', 'from', 'from_phone', 'caller', 'caller_id'], call),
		first_name: from(['first_name', 'firstName', 'contact_first_name'], call, contact),
		last_name: from(['last_name', 'lastName', 'contact_last_name'], call, contact),
		created_at: time(['created_at', 'createdAt', 'initiated_at', 'queued_at']),
		started_at: time(['started_at', 'start_time', 'startedAt', 'answered_at']),
		ended_at: time(['ended_at', 'end_time', 'endedAt', 'completed_at']),
		duration_seconds: duration(call),
		credits: readNumber(firstOf(call, ['credits', 'cost', 'credits_used', 'price'])),
		outcome: from(['outcome', 'call_outcome', 'disposition', 'result'], analysis, call),
		is_success: flag(
			firstOf(analysis, ['success', 'successful', 'is_success', 'call_successful']) ??
				firstOf(call, ['success', 'is_success']),
		),
		sentiment: from(['sentiment', 'user_sentiment', 'customer_sentiment'], analysis, call),
		summary: from(['summary', 'call_summary'], analysis, call),
		transcript: readableTranscript(
			firstOf(call, ['transcript', 'transcription', 'messages', 'transcript_text']),
		),
		recording_url: from(['recording_url', 'recordingUrl', 'audio_url'], call),
		variables: readText(firstOf(call, ['variables', 'dynamic_variables', 'metadata'])),
		custom_fields: readText(
			firstOf(analysis, [
				'fields',
				'custom_fields',
				'custom',
				'extracted_fields',
				'extracted_data',
				'data',
			]),
		),
	};
}

/** The transcript of a call as one flat row: readable text, and the session it belongs to. */
export function transcriptRow(answer: IDataObject): IDataObject {
	return {
		session_id: readText(firstOf(answer, ['session_id', 'sessionId'])),
		transcript: readableTranscript(answer),
	};
}
