import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { addressOf, fileItem, readObject, RequestFailure } from '../../shared/http';
import { CALL, callState, cellOf, idOf, rowOf, valueOf } from '../../shared/platform';
import { isFilled } from '../../shared/values';
import type { FilterName } from '../properties';
import type { Stream } from '../incremental/stream';
import { sameAgent } from '../incremental/stream';
import type { Watch } from '../watch';

export const calls: Stream = { rows: 'calls', entity: 'call', endpoint: 'GET /calls' };

/** Requests for single calls under way at a time. */
export const PARALLEL = 10;

export const callId = (call: IDataObject): string => idOf(call, 'call');

const sameText = (one: unknown, other: string) =>
	String(one ?? '').toLowerCase() === other.toLowerCase();

/** The column that each filter looks at. */
const COLUMNS: Record<FilterName, string> = {
	agentId: 'agent_id',
	campaignId: 'campaign_id',
	direction: 'direction',
	outcome: 'outcome',
};

/** Whether the filters let a call through. @throws ParameterError if it does not say which agent it belongs to */
export function matchesFilters({ params }: Watch, call: IDataObject): boolean {
	const campaignId = params.text('filters.campaignId');
	const direction = params.text('filters.direction');
	const outcomes = params.texts('filters.outcome');
	const isOf = (column: string, text: string) => sameText(cellOf(CALL, call, column), text);
	return (
		sameAgent(call, params.text('filters.agentId'), calls.rows) &&
		(campaignId === '' || cellOf(CALL, call, COLUMNS.campaignId) === campaignId) &&
		(direction === '' || isOf(COLUMNS.direction, direction)) &&
		(outcomes.length === 0 || outcomes.some((outcome) => isOf(COLUMNS.outcome, outcome)))
	);
}

/** Whether every field that a filter looks at is in the list already, so that the call need not be fetched to leave it out. */
export function isDecidable({ params }: Watch, call: IDataObject): boolean {
	const asked = (Object.keys(COLUMNS) as FilterName[]).filter(
		(name) => params.text(`filters.${name}`) !== '',
	);
	return asked.every((name) => valueOf(CALL, call, COLUMNS[name]) !== undefined);
}

/** Whether the filters may let a call through, as far as the list tells. */
export const mayMatch = (watch: Watch) => (call: IDataObject) =>
	!isDecidable(watch, call) || matchesFilters(watch, call);

/** Whether a call is still under way. */
export function isOpen({ params }: Watch, call: IDataObject): boolean {
	const words = params.texts('options.endedStatuses').map((word) => word.toLowerCase());
	if (words.length === 0) return cellOf(CALL, call, 'is_over') !== true;
	return !words.includes(String(cellOf(CALL, call, 'status') ?? '').toLowerCase());
}

/** Whether nothing more is to come: somebody spoke and it is written down and analysed, or nobody spoke. */
export function isFinished(call: IDataObject): boolean {
	const cell = (column: string) => cellOf(CALL, call, column);
	const state = callState(cell('status'));
	const hasTalk =
		state === 'ended' || state === 'unknown' || Number(cell('duration_seconds') ?? 0) > 0;
	const isAnalysed =
		isFilled(valueOf(CALL, call, 'analysis')) ||
		cell('summary') !== null ||
		cell('outcome') !== null;
	return !hasTalk || (cell('transcript') !== null && isAnalysed);
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
	const sessionId = String(cellOf(CALL, call, 'session_id') ?? '');
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
	const json = params.flag('simplify', true) ? rowOf(CALL, call) : call;
	if (!params.flag('downloadRecording')) return { item: { json } };
	const binary = await recordingOf(watch, call);
	if (binary instanceof RequestFailure) return { item: { json }, failure: binary };
	return { item: binary ? { json, binary } : { json } };
}
