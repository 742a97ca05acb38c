import type { IDataObject } from 'n8n-workflow';
import type { Endpoint } from '../../shared/http';
import { addressOf, RequestFailure } from '../../shared/http';
import type { EntityName } from '../../shared/platform';
import { addedAtNamesOf } from '../../shared/platform';
import { firstOf, readTimestamp } from '../../shared/values';
import { listPages } from '../listPages';
import type { Watch } from '../watch';
import type { List, ScanResult, TakeRows } from './list';
import { dateFilterName } from './options';
import { scan } from './scan';

/** A list of the platform to which rows are added. */
export interface Stream {
	/** What its rows are called: "calls". */
	rows: string;
	endpoint: Endpoint;
	/** The same list for one agent, if the platform has it. */
	agentEndpoint?: Endpoint;
	/** What the rows are. */
	entity: EntityName;
	/** Whether the list says of a row that it is not over. */
	isOpen?(row: IDataObject): boolean;
}

function addressOfStream({ params }: Watch, { endpoint, agentEndpoint }: Stream) {
	const agentId = agentEndpoint ? params.text('filters.agentId') : '';
	return agentEndpoint && agentId !== ''
		? addressOf(agentEndpoint, { agent_id: agentId })
		: addressOf(endpoint);
}

/**
 * Scans a stream, with what the state knows of it.
 *
 * @param since as of `List`
 * @throws RequestFailure if old rows cannot be told from new ones
 */
export async function scanStream(
	watch: Watch,
	stream: Stream,
	since: List['since'],
	takeRows: TakeRows,
): Promise<ScanResult> {
	const { state, params } = watch;
	const list: List = {
		pages: listPages(
			watch,
			addressOfStream(watch, stream),
			stream.entity,
			`Read the ${stream.rows}`,
		),
		entity: stream.entity,
		timeOf: (row) => readTimestamp(firstOf(row, addedAtNamesOf(stream.entity))),
		since,
		boundary: state.boundary,
		expected: state.expected,
		dateFilter: dateFilterName(params),
		checkpoint: state.checkpoint,
		count: state.count,
		hasTimeLeft: () => watch.hasTimeToRead(),
		now: watch.now,
	};
	return await scan(list, takeRows);
}

/**
 * Notes whether all rows have a time.
 *
 * @throws RequestFailure if none has one any more: old ones would look new
 */
export function checkTimes(
	{ met, newest, hasUndated }: ScanResult,
	{ state }: Watch,
	{ rows }: Stream,
): void {
	if (met.size === 0) return;
	if (newest !== undefined) {
		if (hasUndated) state.noteUndated();
		return;
	}
	if (!state.needsTimes) return;
	throw new RequestFailure(
		`The platform does not say when its ${rows} were made`,
		'Nothing was emitted, because old rows cannot be told from new ones. Start From needs these times. If the platform has stopped ' +
			'sending them, replace this node by a new one. It emits what comes after its activation',
		{ reach: 'answered', final: true },
	);
}
