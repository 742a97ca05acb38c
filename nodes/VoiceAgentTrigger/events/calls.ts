import type { IDataObject } from 'n8n-workflow';
import type { Address } from '../../shared/http';
import { addressOf, RequestFailure } from '../../shared/http';
import { outputFieldsOf } from '../../shared/operation';
import type { CallColumn } from '../../shared/platform';
import { CALL, callIsOver, cellOf, idOf, mergedCall } from '../../shared/platform';
import type { ParameterError } from '../../shared/values';
import type { RowStream } from '../reading';
import type { Watch } from '../watch';

export const calls: RowStream = {
	rows: 'calls',
	entity: 'call',
	endpoint: 'GET /calls',
};

/** Output, and what it lets choose: the same objects for every event of a call. */
export const callOutputFields = outputFieldsOf(CALL);

export const callId = (call: IDataObject): string => idOf(call, 'call');

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

/** What the list knows of a call, in short. */
export const listedCall = (row: IDataObject, isEnded: boolean): IDataObject =>
	Object.fromEntries(
		[...LISTED_COLUMNS, ...(isEnded ? LISTED_AT_END : [])]
			.map((column) => [column, cellOf(CALL, row, column)] as const)
			.filter(([, cell]) => cell !== null),
	);

/** The words of Statuses of Ended Calls. */
const endedWordsOf = ({ params }: Watch) => params.words('options.endedStatuses');

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
		return new RequestFailure(message, String(description), { arrival: 'answered', final: true });
	}
}
