import type { IDataObject } from 'n8n-workflow';
import type { Address } from '../../shared/http';
import { addressOf, RequestFailure } from '../../shared/http';
import type { CallColumn } from '../../shared/platform';
import {
	CALL,
	callIsOver,
	cellOf,
	idOf,
	mergedCall as merged,
	valueOf,
} from '../../shared/platform';
import type { ParameterError } from '../../shared/values';
import type { Filters } from '../filters';
import type { Stream } from '../incremental';
import type { Watch } from '../watch';

export const calls: Stream = {
	rows: 'calls',
	entity: 'call',
	endpoint: 'GET /calls',
};

/** Requests for single calls under way at a time. */
export const PARALLEL = 10;

export const callId = (call: IDataObject): string => idOf(call, 'call');

/** The filters that look at a field which the list may have, too. */
const OWNERS = ['agentId', 'campaignId', 'direction'] as const;

const outcomesOf = ({ params }: Watch) =>
	params.texts('filters.outcome').map((outcome) => outcome.toLowerCase());

function matchesOutcome(watch: Watch, call: IDataObject): boolean {
	const outcomes = outcomesOf(watch);
	const outcome = String(cellOf(CALL, call, 'outcome') ?? '').toLowerCase();
	return outcomes.length === 0 || outcomes.includes(outcome);
}

const hasOutcome = (call: IDataObject) => valueOf(CALL, call, 'outcome') !== undefined;

/** Whether the filters let a call through. */
export const matchesFilters = (watch: Watch, filters: Filters, call: IDataObject): boolean =>
	OWNERS.every((name) => filters.matches(call, name)) && matchesOutcome(watch, call);

/** Whether every field that a filter looks at is in the list already, so that the call need not be fetched to leave it out. */
export const isDecidable = (watch: Watch, filters: Filters, call: IDataObject): boolean =>
	OWNERS.every((name) => filters.isDecidable(call, name)) &&
	(outcomesOf(watch).length === 0 || hasOutcome(call));

/** Whether a call may belong to what the filters want, as far as the list tells. */
export const mayBelong = (filters: Filters, call: IDataObject): boolean =>
	OWNERS.every((name) => !filters.isDecidable(call, name) || filters.matches(call, name));

/** Whether the filters may let a call through, as far as the list tells. */
export const mayMatch = (watch: Watch, filters: Filters) => (call: IDataObject) =>
	mayBelong(filters, call) && (!hasOutcome(call) || matchesOutcome(watch, call));

const OWNER_COLUMNS: readonly CallColumn[] = ['agent_id', 'campaign_id', 'direction'];
/** What the list knows of a call that is emitted without its details. */
const KNOWN_COLUMNS: readonly CallColumn[] = [
	...OWNER_COLUMNS,
	'call_id',
	'session_id',
	'status',
	'to_number',
	'from_number',
	'created_at',
	'started_at',
	'ended_at',
	'duration_seconds',
];

const cellsOf = (call: IDataObject, columns: readonly CallColumn[]): IDataObject =>
	Object.fromEntries(
		columns
			.map((column) => [column, cellOf(CALL, call, column)] as const)
			.filter(([, cell]) => cell !== null),
	);

/** What filters look at, for a call that may not be listed any more when it is ready. */
export const ownersOf = ({ params }: Watch, row: IDataObject): IDataObject =>
	OWNERS.some((name) => params.text(`filters.${name}`) !== '') ? cellsOf(row, OWNER_COLUMNS) : {};

/** What the list knows of a call, in short. */
export const knownOf = (row: IDataObject): IDataObject => cellsOf(row, KNOWN_COLUMNS);

/** A call as the list has it, with its details. */
export const mergedCall = (watch: Watch, known: IDataObject, detail: IDataObject): IDataObject =>
	merged(known, detail, endedWordsOf(watch));

/** The words of Statuses of Ended Calls. */
export const endedWordsOf = ({ params }: Watch) => params.words('advanced.endedStatuses');

const isOver = (watch: Watch, call: IDataObject) => callIsOver(call, endedWordsOf(watch));

/** Whether a call is still under way, as far as anybody can tell. */
export const isOpen = (watch: Watch, call: IDataObject): boolean => isOver(watch, call) !== true;

/** Whether a row of the list leaves open if the call is over, so that the call itself must be asked. */
export const isUnclear = (watch: Watch, row: IDataObject): boolean => isOver(watch, row) === null;

/** The address of something that belongs to one call. An ID that would lead to another address is refused. */
export function callAddress(...where: Parameters<typeof addressOf>): Address | RequestFailure {
	try {
		return addressOf(...where);
	} catch (error) {
		const { message, description } = error as ParameterError;
		return new RequestFailure(message, String(description), { reach: 'answered', final: true });
	}
}
