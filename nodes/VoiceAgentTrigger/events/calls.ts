import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { callRow, callState } from '../../shared/platform/callRow';
import { RequestFailure } from '../../shared/http/failure';
import { fileItem } from '../../shared/http/files';
import { firstOf, idOf, readObject } from '../../shared/http/response';
import type { FilterName } from '../properties';
import type { Stream } from '../incremental/stream';
import { sameAgent } from '../incremental/stream';
import type { Watch } from '../watch';
import { addressOf } from '../watch';

export const calls: Stream = {
	rows: 'calls',
	endpoint: 'GET /calls',
	rowId: ['call_id', 'callId'],
	times: [
		'created_at',
		'createdAt',
		'initiated_at',
		'queued_at',
		'started_at',
		'start_time',
		'startedAt',
	],
};

/** Requests for single calls under way at a time. */
export const PARALLEL = 10;

export const callId = (call: IDataObject): string => idOf(call, calls.rowId);

const sameText = (one: unknown, other: string) =>
	String(one ?? '').toLowerCase() === other.toLowerCase();

const NAMES: Record<FilterName, readonly string[]> = {
	agentId: ['agent_id', 'agentId', 'agent'],
	campaignId: ['campaign_id', 'campaignId', 'campaign'],
	direction: ['direction', 'call_type', 'type'],
	outcome: ['analysis', 'call_analysis', 'outcome', 'call_outcome', 'disposition', 'result'],
};

/** Whether the filters let a call through. @throws ParameterError if it does not say which agent it belongs to */
export function matchesFilters({ params }: Watch, call: IDataObject): boolean {
	const row = callRow(call);
	const campaignId = params.text('filters.campaignId');
	const direction = params.text('filters.direction');
	const outcomes = params.texts('filters.outcome');
	return (
		sameAgent(call, params.text('filters.agentId'), calls.rows) &&
		(campaignId === '' || row.campaign_id === campaignId) &&
		(direction === '' || sameText(row.direction, direction)) &&
		(outcomes.length === 0 || outcomes.some((outcome) => sameText(row.outcome, outcome)))
	);
}

/** Whether every field that a filter looks at is in the list already, so that the call need not be fetched to leave it out. */
export function isDecidable({ params }: Watch, call: IDataObject): boolean {
	const asked = (Object.keys(NAMES) as FilterName[]).filter(
		(name) => params.text(`filters.${name}`) !== '',
	);
	return asked.every((name) => firstOf(call, NAMES[name]) !== undefined);
}

/** Whether the filters may let a call through, as far as the list tells. */
export const mayMatch = (watch: Watch) => (call: IDataObject) =>
	!isDecidable(watch, call) || matchesFilters(watch, call);

/** Whether a call is still under way. */
export function isOpen({ params }: Watch, call: IDataObject): boolean {
	const words = params.texts('options.endedStatuses').map((word) => word.toLowerCase());
	const { status, is_over: isOver } = callRow(call);
	if (words.length === 0) return isOver !== true;
	return !words.includes(String(status ?? '').toLowerCase());
}

const isFilled = (value: unknown) =>
	typeof value === 'object' && value !== null
		? Object.keys(value).length > 0
		: value !== undefined && value !== '';

/** Whether nothing more is to come: somebody spoke and it is written down and analysed, or nobody spoke. */
export function isFinished(call: IDataObject): boolean {
	const row = callRow(call);
	const state = callState(row.status);
	const hasTalk = state === 'ended' || state === 'unknown' || Number(row.duration_seconds ?? 0) > 0;
	const analysis = firstOf(call, ['analysis', 'call_analysis', 'post_call_analysis']);
	const isAnalysed = isFilled(analysis) || row.summary !== null || row.outcome !== null;
	return !hasTalk || (row.transcript !== null && isAnalysed);
}

/** One call with its transcript and analysis; undefined if the platform does not have it any more. */
export async function fetchCall(
	{ client }: Watch,
	id: string,
): Promise<IDataObject | RequestFailure | undefined> {
	const address = addressOf('GET /calls/{call_id}', { call_id: id });
	return await client
		.send({ ...address, subject: 'Get a call' }, ({ body }) => readObject(body))
		.catch((failure: RequestFailure) => (failure.details?.status === 404 ? undefined : failure));
}

/** The sound of a call; undefined if the platform has none. */
async function recordingOf(
	{ context, client, params }: Watch,
	call: IDataObject,
): Promise<INodeExecutionData['binary'] | RequestFailure> {
	const sessionId = String(firstOf(call, ['session_id', 'sessionId']) ?? '');
	if (sessionId === '') return undefined;
	const address = addressOf('GET /calls/recording/{session_id}', { session_id: sessionId });
	return await client
		.send(
			{ ...address, stream: true, subject: 'Download the recording of a call' },
			async (response) =>
				await fileItem(context, response, params.text('outputDataFieldName') || 'data', sessionId),
		)
		.then(
			({ binary }) => binary,
			(failure: RequestFailure) => (failure.details?.status === 404 ? undefined : failure),
		);
}

/** What the workflow gets for a call; with why it lacks the recording, if that could not be downloaded. */
export async function callItem(
	watch: Watch,
	call: IDataObject,
): Promise<{ item: INodeExecutionData; failure?: RequestFailure }> {
	const { params } = watch;
	const json = params.flag('simplify', true) ? callRow(call) : call;
	if (!params.flag('downloadRecording')) return { item: { json } };
	const binary = await recordingOf(watch, call);
	if (binary instanceof RequestFailure) return { item: { json }, failure: binary };
	return { item: binary ? { json, binary } : { json } };
}
