import { callDetailView, ENDED_STATUSES } from '../domain/calls.mts';
import type { Keep } from './kept.mts';
import type { Row } from '../data/database.mts';
import { ApiError } from '../common/errors.mts';
import { SAMPLE_ORGANIZATION_ID } from '../domain/organizations.mts';
import type { Platform } from '../domain/platform.mts';

/** Of what JavaScript can write as a date. */
const LAST_MOMENT = 8.64e15;

const text = { type: ['string', 'null'] };
const instant = {
	type: ['string', 'number', 'null'],
	description: 'ISO 8601, or milliseconds since 1970',
};
const amount = { type: 'integer', minimum: 0 };
const COLUMNS = [
	'agent_id',
	'agent_name',
	'campaign_id',
	'status',
	'to_number',
	'from_number',
	'first_name',
	'last_name',
	'direction',
];
const AMOUNTS = ['duration_seconds', 'credits'];
const INSTANTS = ['created_at', 'started_at', 'ended_at'];

/** What the control API can set of a call, under the names of the API (and `recordingBytes`). */
export const callFields = {
	agent_id: { type: 'string' },
	agent_name: { type: 'string' },
	campaign_id: text,
	status: { enum: ['queued', 'ringing', 'in_progress', ...ENDED_STATUSES] },
	to_number: { type: 'string' },
	from_number: text,
	first_name: text,
	last_name: text,
	direction: { enum: ['inbound', 'outbound'] },
	variables: { type: 'object' },
	created_at: { ...instant, type: ['string', 'number'] },
	started_at: instant,
	ended_at: instant,
	duration_seconds: amount,
	credits: amount,
	recordingBytes: { type: 'integer', minimum: 44, multipleOf: 2 },
	transcript: { type: 'array' },
	analysis: { type: ['object', 'null'] },
};

/** Adds calls that are over, without dialling. */
export function insertCalls({ agents, calls, database }: Platform, fields: Row, keep: Keep): Row {
	const { count, spacingSeconds = 0, ...overrides } = fields;
	const agent = overrides.agent_id && agents.find(overrides.agent_id);
	if (overrides.agent_id && !agent)
		throw new ApiError(404, `Agent ${overrides.agent_id} not found`);
	const from = agent ? [agent] : agents.some(SAMPLE_ORGANIZATION_ID);
	const columns = columnsOf(overrides);
	return database.transaction(() => {
		const callIds = calls.insertFinished(count, from, columns, spacingSeconds);
		// All of them were given the same.
		keep('getCall', callDetailView(calls.find(callIds[0])!));
		return { count, call_ids: callIds.slice(0, 1000) };
	});
}

/** Rewrites a call; one that is still under way and gets a final status is ended the way the dialer ends calls. */
export function rewriteCall(
	{ calls, database, dialer }: Platform,
	callId: string,
	fields: Row,
	keep: Keep,
): Row {
	const call = calls.find(callId);
	if (!call) throw new ApiError(404, `Call ${callId} not found`);
	database.transaction(() => {
		const endsNow = ENDED_STATUSES.includes(fields.status) && !ENDED_STATUSES.includes(call.status);
		if (endsNow) dialer.end(call, fields.status, fields.duration_seconds ?? 0);
		database.update('calls', call.seq, columnsOf(fields, call.overrides));
		keep('getCall', callDetailView(calls.find(callId)!));
	});
	return summaryOf(calls.find(callId)!);
}

const SUMMARY = [
	'call_id',
	'session_id',
	'to_number',
	'first_name',
	'last_name',
	'variables',
	'agent_id',
	'campaign_id',
	'status',
];

/** Every call in order of arrival. */
export function listCalls({ database }: Platform): Row[] {
	return database.all(`SELECT ${SUMMARY.join(', ')} FROM calls ORDER BY seq`).map(summaryOf);
}

function summaryOf(row: Row): Row {
	const summary = Object.fromEntries(SUMMARY.map((name) => [name, row[name]]));
	return { ...summary, variables: JSON.parse(row.variables) };
}

function columnsOf(fields: Row, overrides: string | null = null): Row {
	const columns: Row = {};
	for (const name of [...COLUMNS, ...AMOUNTS]) if (name in fields) columns[name] = fields[name];
	for (const name of INSTANTS)
		if (name in fields) columns[name] = millisecondsOf(name, fields[name]);
	if (fields.variables) columns.variables = JSON.stringify(fields.variables);
	if (fields.recordingBytes !== undefined) columns.recording_bytes = fields.recordingBytes;
	const written = Object.fromEntries(
		['transcript', 'analysis'].filter((name) => name in fields).map((name) => [name, fields[name]]),
	);
	if (Object.keys(written).length > 0)
		columns.overrides = JSON.stringify({ ...JSON.parse(overrides ?? '{}'), ...written });
	return columns;
}

/** The milliseconds of a timestamp from outside, or a 400 for what is none. */
export function millisecondsOf(name: string, value: string | number | null): number | null {
	if (value === null) return null;
	const milliseconds = typeof value === 'number' ? Math.floor(value) : Date.parse(value);
	if (!(Math.abs(milliseconds) <= LAST_MOMENT))
		throw new ApiError(400, `${name} is no timestamp: ${value}`);
	return milliseconds;
}
