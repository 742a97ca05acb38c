import type { IDataObject } from 'n8n-workflow';
import { bounds } from '../bounds';
import type { Watch } from '../watch';
import { noTimes, otherAccount, tooMany, tooManyUndated, withoutTimes } from './errors';
import { ChosenIdentity } from './identity';
import type { ReadingEnd } from './reading';
import { ListReading } from './reading';
import type { StreamRow, RowStream } from './stream';
import { byTime, slackOf } from './stream';

/** What an event wants of the rows of a list. */
export interface WantedRows {
	/** Whether the filters let a row through, as far as the list tells. */
	matches(row: IDataObject): boolean;
	/** Whether a row is not ready. */
	waits?(row: StreamRow): boolean;
	/** Keeps a row that is not ready for the next polls. */
	defer?(row: StreamRow): void;
}

/** The new rows of a stream. */
export interface NewRows {
	/** New rows that are wanted, the oldest first. */
	fresh: StreamRow[];
	/** Rows that were deferred before, as the list has them now. */
	listed: ReadonlyMap<string, StreamRow>;
	/** Notes what was read. @param left fresh rows that are left to the next poll */
	finish(left: readonly StreamRow[]): void;
}

/** @throws RequestFailure if old rows cannot be told from new ones */
function checkTimes(watch: Watch, reading: ListReading, end: ReadingEnd, rows: string): void {
	const { state } = watch;
	const { dated, undated, unknown } = reading;
	const isAllUndated = dated === 0 && undated > 0;
	if (end === 'whole' && undated > bounds.maxKnown) throw tooManyUndated(rows);
	const hasUnknown = [...unknown.values()].some(({ time }) => time === undefined);
	const knowsUndated = state.known.keysSince(Infinity).length > 0;
	const needsTimes = state.list.floor !== undefined && !knowsUndated;
	if (isAllUndated && hasUnknown && needsTimes) throw noTimes(rows);
	if (isAllUndated) watch.say('no times', withoutTimes(rows));
}

/**
 * Learns what is there. If the reading ended early, the list is sorted, and the rows behind are older than new ones can be. Whether it did or not: a
 * row that was made before the activation is old, also if the platform has left it out by mistake.
 */
function learn(
	{ state, now }: Watch,
	reading: ListReading,
	end: ReadingEnd,
	wanted: WantedRows,
): void {
	const floor = reading.latest - reading.slack;
	for (const row of reading.learned) {
		const isLate = row.time === undefined || row.time >= floor;
		if (isLate) wanted.defer?.(row);
		else state.known.add(row);
	}
	if (end !== 'whole') Object.assign(state.list, { floor, partial: reading.latest });
	// The latest row says what time it is on the platform.
	const latest = reading.dated > 0 ? reading.latest : now;
	state.list.start = latest - reading.slack;
}

/** Notes what a reading has shown of the list. */
function note(
	{ state, now }: Watch,
	reading: ListReading,
	end: ReadingEnd,
	idField?: string,
): void {
	const { list } = state;
	list.idField = idField;
	if (end === 'whole') {
		Object.assign(list, { rows: reading.offset, partial: undefined });
		// A poll that finds nothing changes nothing.
		if (now - (list.wholeAt ?? 0) >= bounds.wholeMs) list.wholeAt = now;
		state.noteUnlisted(reading.unmet, true);
	} else if (end === 'late') state.noteUnlisted(reading.expected, false);
}

/** Whether a row was there already when the first reading left out a part of the list. `undecided`: only a whole reading can tell. */
function ageOf(
	{ state }: Watch,
	{ behind }: ListReading,
	isWhole: boolean,
	{ key, time }: StreamRow,
): 'old' | 'undecided' | 'new' {
	const { partial } = state.list;
	if (partial === undefined || state.isRedelivery(key)) return 'new';
	const isBehind = behind.has(key);
	if (time !== undefined) return isWhole && isBehind && time < partial ? 'old' : 'new';
	if (isWhole) return 'old';
	return isBehind ? 'undecided' : 'new';
}

/** Sorts out what is new, and what of it is wanted. @returns also new rows that wait for their identifier */
function settle(
	watch: Watch,
	reading: ListReading,
	end: ReadingEnd,
	wanted: WantedRows,
): { fresh: StreamRow[]; unnamed: StreamRow[] } {
	const { state } = watch;
	const fresh: StreamRow[] = [];
	const unnamed: StreamRow[] = [];
	for (const row of reading.unknown.values()) {
		const age = ageOf(watch, reading, end === 'whole', row);
		if (age === 'undecided') continue;
		if (age === 'old') state.markDone(row);
		else if (reading.isUnnamed(row) && state.waitsForId(row.key)) unnamed.push(row);
		else if (!state.isRedelivery(row.key) && wanted.waits?.(row)) wanted.defer?.(row);
		else if (wanted.matches(row.row)) fresh.push(row);
		else state.markDone(row);
	}
	return { fresh: fresh.sort(byTime), unnamed };
}

/** Whether a row that is known is listed. */
async function listsKnown(watch: Watch, stream: RowStream): Promise<boolean> {
	const identity = new ChosenIdentity(stream.entity, watch.state.list.idField);
	const reading = new ListReading(watch, stream, identity, false, undefined, true);
	return (await reading.run()) === 'met';
}

/**
 * Reads what is new in a stream. The first time it only learns what is there, unless there is a time to start from.
 *
 * @throws RequestFailure if the list cannot be read, or old rows cannot be told from new ones
 */
export async function readNew(
	watch: Watch,
	stream: RowStream,
	wanted: WantedRows,
): Promise<NewRows> {
	const { state, client } = watch;
	if (!state.isFirst && !state.isOf(client.account)) {
		if (await listsKnown(watch, stream)) state.closePast(slackOf(watch.params));
		else {
			state.startOver(client.account);
			watch.say('other account', otherAccount(stream.rows));
			watch.unsay('other account');
		}
	}
	const learnsAll = state.isFirst && state.list.floor === undefined;
	const identity = new ChosenIdentity(stream.entity, state.list.idField);
	const reading = new ListReading(watch, stream, identity, learnsAll, wanted.waits);
	const end = await reading.run();
	checkTimes(watch, reading, end, stream.rows);
	const { fresh, unnamed } = settle(watch, reading, end, wanted);
	if (learnsAll) learn(watch, reading, end, wanted);
	note(watch, reading, end, identity.field);
	return {
		fresh,
		listed: reading.deferred,
		finish(leftOver) {
			const { total, watermark = reading.latest - reading.slack, slack } = reading;
			const left = [...leftOver, ...unnamed].sort(byTime);
			state.list.total = total === undefined ? undefined : total - left.length;
			const [first] = left.flatMap(({ time }) => (time === undefined ? [] : [time]));
			if (first !== undefined) state.noteReadUpTo(first);
			state.mayForget(Math.min(watermark, (first ?? Infinity) - slack), first);
			const recent = state.knownSince(watermark).size + fresh.length - leftOver.length;
			if (recent > bounds.maxRecent) watch.say('too many rows', tooMany(stream.rows));
		},
	};
}
