import type { IDataObject } from 'n8n-workflow';
import type { Endpoint } from '../../shared/http';
import { addressOf, RequestFailure } from '../../shared/http';
import type { EntityName } from '../../shared/platform';
import { ENTITIES, OWNER, valueOf } from '../../shared/platform';
import { firstOf, ParameterError, readTimestamp } from '../../shared/values';
import type { Row } from './scan';
import { Scan, later } from './scan';
import { forgetOld, inSeconds } from '../state';
import type { Watch } from '../watch';
import { listPages } from '../watch';

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

/** Keeps rows that are not finished; the rest of the poll does not see them as new. */
export type Hold = (row: Row) => boolean;

const MS_PER_MINUTE = 60_000;
/** Rows that come while the baseline is being read may be that much older than they would be otherwise. */
const LONGEST_BASELINE_MS = 10 * MS_PER_MINUTE;

/** The new rows of a stream, and what the reading learned. */
export interface Reading {
	/** Not given out before and wanted, the oldest first. */
	fresh: Row[];
	/** Rows that wait for something, as the list has them now. */
	listed: ReadonlyMap<string, Row>;
	/**
	 * Moves the state on.
	 *
	 * @param isDone whether all fresh rows were taken
	 * @returns whether nothing is left for the next poll
	 */
	finish(isDone: boolean): boolean;
}

const earliest = (times: readonly number[]): number | undefined =>
	times.length > 0 ? Math.min(...times) : undefined;

function scanOf(
	watch: Watch,
	stream: Stream,
	since: (newest?: number) => number | undefined,
): Scan {
	const { state, params } = watch;
	const agentId = stream.agentEndpoint ? params.text('filters.agentId') : '';
	const address =
		stream.agentEndpoint && agentId !== ''
			? addressOf(stream.agentEndpoint, { agent_id: agentId })
			: addressOf(stream.endpoint);
	const isKnown = new Set(Object.keys(state.seen));
	state.missing.forEach((key) => isKnown.delete(key));
	return new Scan({
		pages: listPages(watch, address, `Read the ${stream.rows}`),
		entity: stream.entity,
		timeOf: (row) => readTimestamp(firstOf(row, ENTITIES[stream.entity].addedAt ?? [])),
		since,
		known: () => [...isKnown].filter((key) => (state.seen[key] ?? 0) > inSeconds(state.from)),
		dateFilter: params.text('options.dateFilterName') || 'from',
		boundary: state.boundary,
		position: state.position,
		count: state.count,
		hasTimeLeft: () => watch.hasTimeToRead(),
		now: watch.now,
	});
}

/** A platform that stops saying when its rows came about would make old ones look new. */
function checkTimes(scan: Scan, { state }: Watch, { rows }: Stream): void {
	if (scan.met.size === 0) return;
	if (scan.newest !== undefined) {
		state.hasUndated ||= scan.hasUndated;
		return;
	}
	if (state.from === undefined || state.hasUndated) return;
	throw new RequestFailure(
		`The platform does not say when its ${rows} were made`,
		'Nothing was given out, because old ones cannot be told from new ones. Start From needs those times. If the platform has stopped ' +
			'giving them, replace this node by a new one, which begins with what comes then',
		{ reach: 'answered', final: true },
	);
}

const overlapOf = ({ params }: Watch) =>
	params.number('options.overlapMinutes', 60) * MS_PER_MINUTE;

/** Learns what is there at the activation, so that only what comes later is new. */
async function readBaseline(watch: Watch, stream: Stream, hold: Hold): Promise<Reading> {
	const { state, now } = watch;
	const overlap = overlapOf(watch);
	// A row from the future must not make all others look old.
	const since = (newest?: number) =>
		newest === undefined ? undefined : Math.min(newest, now) - overlap - LONGEST_BASELINE_MS;
	const scan = scanOf(watch, stream, since);
	// While a long list is being learned, what is new at its front by then is no part of the baseline.
	let learned = state.position?.offset ?? 0;
	for await (const rows of scan.rows()) {
		for (const row of rows.slice(learned)) {
			if (!hold(row)) state.seen[row.key] = inSeconds(row.time);
		}
		learned = 0;
	}
	checkTimes(scan, watch, stream);
	state.isReady = scan.isComplete;
	state.position = scan.position;
	state.count = scan.count;
	if (scan.isComplete && scan.newest !== undefined) {
		const duration = Math.min(Date.now() - scan.startedAt, LONGEST_BASELINE_MS);
		state.from = Math.min(scan.newest, now) - overlap - duration;
		forgetOld(state);
	}
	return { fresh: [], listed: new Map(), finish: () => false };
}

/**
 * Reads what is new in a stream. The first time it only learns what is there.
 *
 * @param matches whether the user's filters let a row through, as far as the list tells
 */
export async function readStream(
	watch: Watch,
	stream: Stream,
	matches: (row: IDataObject) => boolean,
	hold: Hold = () => false,
): Promise<Reading> {
	const { state } = watch;
	if (!state.isReady) return await readBaseline(watch, stream, hold);

	const againTimes = Object.values(state.again).map((seconds) => seconds * 1000);
	const isAgainAnywhere = againTimes.includes(0);
	const lowest =
		state.from === undefined || isAgainAnywhere ? undefined : earliest([state.from, ...againTimes]);
	const isNew = ({ key, time }: Row) =>
		key in state.again ||
		(!(key in state.seen) &&
			(time === undefined || state.from === undefined || time >= state.from));

	const scan = scanOf(watch, stream, () => lowest);
	const known = new Set(Object.keys(state.seen));
	const fresh = new Map<string, Row>();
	const listed = new Map<string, Row>();
	for await (const rows of scan.rows()) {
		for (const row of rows) {
			if (row.key in state.waiting) listed.set(row.key, row);
			else if (!isNew(row) || hold(row)) continue;
			else if (matches(row.row)) fresh.set(row.key, row);
			else state.seen[row.key] = inSeconds(row.time);
		}
		if (fresh.size >= watch.batchSize) break;
	}
	checkTimes(scan, watch, stream);

	return {
		fresh: [...fresh.values()].sort((a, b) => (a.time ?? 0) - (b.time ?? 0)),
		listed,
		finish: (isDone) => {
			if (!scan.isComplete || !isDone) {
				// Rows that were left behind lie before that position: the next poll begins at the front.
				state.position = isDone ? scan.position : undefined;
				return false;
			}
			if (!state.position) {
				state.missing = [...known].filter(
					(key) => (state.seen[key] ?? 0) > inSeconds(lowest) && !scan.met.has(key),
				);
			}
			const isMet = state.boundary !== undefined && scan.met.has(state.boundary.key);
			if (!state.position && !isMet) state.boundary = scan.before;
			state.position = undefined;
			state.count = scan.count;
			if (scan.newest !== undefined) {
				const duration = Date.now() - scan.startedAt;
				state.from = later(state.from, state.nextFrom);
				state.nextFrom = Math.min(scan.newest, watch.now) - overlapOf(watch) - duration;
				forgetOld(state);
			}
			return true;
		},
	};
}

/** The latest rows of a stream, the oldest of them first. */
export async function latestRows(
	watch: Watch,
	stream: Stream,
	count: number,
	matches: (row: IDataObject) => boolean,
): Promise<Row[]> {
	const rows = new Map<string, Row>();
	const times = () => [...rows.values()].map(({ time }) => time ?? 0).sort((a, b) => b - a);
	const scan = scanOf(watch, stream, () => (rows.size < count ? undefined : times()[count - 1]));
	for await (const page of scan.rows()) {
		for (const row of page) if (matches(row.row)) rows.set(row.key, row);
	}
	return [...rows.values()].sort((a, b) => (a.time ?? 0) - (b.time ?? 0)).slice(-count);
}

/** What a filter compares. @throws ParameterError if the platform does not say it, so that the filter would let nothing through in silence */
export function sameAgent(row: IDataObject, wanted: string, rows: string): boolean {
	if (wanted === '') return true;
	const id = valueOf(OWNER, row, 'agent_id');
	if (id === undefined) {
		throw new ParameterError(
			`The platform does not say which agent its ${rows} belong to`,
			'Remove the filter Agent, and filter with an IF node on something the items hold',
		);
	}
	return String(id) === wanted;
}
