import type { IDataObject } from 'n8n-workflow';
import type { Address } from '../../shared/http';
import { addressOf, RequestFailure } from '../../shared/http';
import type { CallColumn } from '../../shared/platform';
import { CALL, callIsOver, cellOf, idOf, mergedCall, valueOf } from '../../shared/platform';
import type { ParameterError } from '../../shared/values';
import type { Filters } from '../filters';
import type { RowStream } from '../reading';
import type { Watch } from '../watch';

export const calls: RowStream = {
	rows: 'calls',
	entity: 'call',
	endpoint: 'GET /calls',
};

export const callId = (call: IDataObject): string => idOf(call, 'call');

/** The filters that look at fields which the list has, too. */
const OWNERS = ['agentId', 'campaignId', 'direction'] as const;

function matchesOutcome({ params }: Watch, call: IDataObject): boolean {
	const outcomes = params.texts('filters.outcome').map((outcome) => outcome.toLowerCase());
	const outcome = String(cellOf(CALL, call, 'outcome') ?? '')
		.trim()
		.toLowerCase();
	return outcomes.length === 0 || outcomes.includes(outcome);
}

/** Whether the filters for agent, campaign and direction let a call through. */
export const matchesOwners = (filters: Filters, call: IDataObject): boolean =>
	OWNERS.every((name) => filters.matches(call, name));

/** Whether all filters let a call through. */
export const matchesFilters = (watch: Watch, filters: Filters, call: IDataObject): boolean =>
	matchesOwners(filters, call) && matchesOutcome(watch, call);

/** Whether the filters may let a call through, as far as the list tells. The outcome that it shows can change until the analysis is there. */
export const mayMatch = (filters: Filters, call: IDataObject): boolean =>
	OWNERS.every((name) => !filters.isDecidable(call, name) || filters.matches(call, name));

/** Whether the outcome that the list shows, if it shows one, is wanted. */
export const hasListedOutcome = (watch: Watch, call: IDataObject): boolean =>
	valueOf(CALL, call, 'outcome') === undefined || matchesOutcome(watch, call);

/** What the list knows of a call that is emitted when it is not listed any more. */
const LISTED_COLUMNS: readonly CallColumn[] = [
	'agent_id',
	'campaign_id',
	'direction',
	'call_id',
	'session_id',
	'to_number',
	'from_number',
	'created_at',
	'started_at',
];
/** The columns of these that change until the call is over, and are kept only of a call that is over. */
const LISTED_AT_END: readonly CallColumn[] = ['status', 'ended_at', 'duration_seconds'];

/** Whether a filter looks at a field which the list has, too. */
export const hasOwnerFilter = ({ params }: Watch): boolean =>
	OWNERS.some((name) => params.text(`filters.${name}`) !== '');

/** What the list knows of a call, in short. */
export const listedCall = (row: IDataObject, isEnded: boolean): IDataObject =>
	Object.fromEntries(
		[...LISTED_COLUMNS, ...(isEnded ? LISTED_AT_END : [])]
			.map((column) => [column, cellOf(CALL, row, column)] as const)
			.filter(([, cell]) => cell !== null),
	);

/** The words of Statuses of Ended Calls. */
const endedWordsOf = ({ params }: Watch) => params.words('advanced.endedStatuses');

/** A call put together from what was read of it before, what the list says, and its details. */
export const merged = (watch: Watch, ...parts: readonly IDataObject[]): IDataObject =>
	parts.reduce((all, part) => mergedCall(all, part, endedWordsOf(watch)), {});

/** Whether a call is over; null if nobody can say it. */
export const isOver = (watch: Watch, call: IDataObject): boolean | null =>
	callIsOver(call, endedWordsOf(watch));

/** The address of something that belongs to one call. An ID that would lead to another address is refused. */
export function callAddress(...where: Parameters<typeof addressOf>): Address | RequestFailure {
	try {
		return addressOf(...where);
	} catch (error) {
		const { message, description } = error as ParameterError;
		return new RequestFailure(message, String(description), { reach: 'answered', final: true });
	}
}
