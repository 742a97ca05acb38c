import type { IDataObject } from 'n8n-workflow';
import type { Endpoint } from '../../shared/http';
import { addressOf } from '../../shared/http';
import type { EntityName } from '../../shared/platform';
import { CREATED_AT, addedAtNamesOf } from '../../shared/platform';
import { readTimestamp } from '../../shared/values';
import { listPages } from '../listPages';
import type { Watch } from '../watch';
import type { List, TakeRows } from './list';
import { ListTooLong } from './list';
import { lookbackWindow } from './options';
import { Reading } from './reading';
import { RowIdentity } from './rowIdentity';

/** A list of the platform to which rows are added. */
export interface Stream {
	/** What its rows are called: "calls". */
	rows: string;
	endpoint: Endpoint;
	/** The same list for one agent, if the platform has it. */
	agentEndpoint?: Endpoint;
	/** What the rows are. */
	entity: EntityName;
}

/** No platform of this kind was there before: an earlier time, such as 0, stands for none. */
const FIRST_TIME = Date.UTC(2000, 0, 1);

function timesUnder(row: IDataObject, names: readonly string[]): number[] {
	return names.flatMap((name) => {
		const time = readTimestamp(row[name]);
		return time !== undefined && time >= FIRST_TIME ? [time] : [];
	});
}

/**
 * When a row was added, in milliseconds since 1970; undefined if the platform does not say. Without a time of its creation, the earliest
 * time counts: others may be filled in later.
 */
export const addedAtOf =
	(entity: EntityName) =>
	(row: IDataObject): number | undefined => {
		const [created] = timesUnder(row, CREATED_AT);
		if (created !== undefined) return created;
		const times = timesUnder(row, addedAtNamesOf(entity));
		return times.length > 0 ? Math.min(...times) : undefined;
	};

function addressOfStream({ params }: Watch, { endpoint, agentEndpoint }: Stream) {
	const agentId = agentEndpoint ? params.text('filters.agentId') : '';
	return agentEndpoint && agentId !== ''
		? addressOf(agentEndpoint, { agent_id: agentId })
		: addressOf(endpoint);
}

function listOf(watch: Watch, stream: Stream): List {
	const { state, params } = watch;
	const { entity, rows } = stream;
	const address = addressOfStream(watch, stream);
	const timeOf = addedAtOf(entity);
	return {
		pages: listPages(watch, address, entity, `Read the ${rows}`),
		identity: new RowIdentity(entity, state.list.idName, timeOf),
		timeOf,
		lookback: lookbackWindow(params),
		hasTimeLeft: (part) => watch.hasTimeToRead(part),
		checkTime: () => {
			if (!watch.hasTimeToRead()) throw new ListTooLong(rows);
		},
		now: watch.now,
	};
}

/** One poll's reading of a stream. */
export const readingOf = (
	watch: Watch,
	stream: Stream,
	since: number | undefined,
	takeRows: TakeRows,
): Reading =>
	new Reading(
		listOf(watch, stream),
		since,
		watch.state.expected(watch.state.isWhole ? undefined : since),
		takeRows,
	);
