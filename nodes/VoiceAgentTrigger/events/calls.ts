import type { IDataObject } from 'n8n-workflow';
import { addressOf, readResult, RequestFailure } from '../../shared/http';
import type { CallColumn } from '../../shared/platform';
import { CALL, cellOf, idOf, valueOf } from '../../shared/platform';
import type { FilterName } from '../filters';
import { sameAgent } from '../filters';
import type { Stream } from '../incremental';
import type { Watch } from '../watch';

export const calls: Stream = { rows: 'calls', entity: 'call', endpoint: 'GET /calls' };

/** Requests for single calls under way at a time. */
export const PARALLEL = 10;

export const callId = (call: IDataObject): string => idOf(call, 'call');

const sameText = (one: unknown, other: string) =>
	String(one ?? '').toLowerCase() === other.toLowerCase();

/** The column that each filter looks at. */
const COLUMNS: Record<FilterName, CallColumn> = {
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
	const isOf = (column: CallColumn, text: string) => sameText(cellOf(CALL, call, column), text);
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

/** One call with its transcript and analysis; undefined if the platform does not have it any more. */
export async function fetchCall(
	{ client }: Watch,
	id: string,
): Promise<IDataObject | RequestFailure | undefined> {
	const address = addressOf('GET /calls/{call_id}', { call_id: id });
	const subject = 'Get a call';
	return await client
		.send({ ...address, subject }, ({ body }) =>
			readResult(body, { entity: 'call', subject, mustFit: true }),
		)
		.catch((failure: RequestFailure) => (failure.details?.status === 404 ? undefined : failure));
}
