import type { IDataObject } from 'n8n-workflow';
import { bounds } from '../bounds';
import type { Watch } from '../watch';
import { noTimes, otherAccount, tooMany, tooManyUndated, withoutTimes } from './errors';
import { ChosenIdentity } from './chosenIdentity';
import type { ReadingEnd } from './listReading';
import { ListReading } from './listReading';
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
function checkTimes({ state, say }: Watch, reading: ListReading, rows: string): void {
	const { front, candidates, learnsAll } = reading;
	if (front.undated > bounds.maxKnown) throw tooManyUndated(rows);
	if (front.dated > 0 || front.undated === 0) return;
	const hasStopped = candidates.size > 0 && state.known.areAllDated;
	if (state.isFirst ? !learnsAll : hasStopped) throw noTimes(rows);
	say('no times', withoutTimes(rows));
}

/**
 * What was there at the first poll is old, and so is what comes later with an earlier time: the platform may have left
 * it out by mistake. A call that is under way is emitted when it ends, unless it is that old.
 */
function learn(watch: Watch, reading: ListReading, { isWhole }: ReadingEnd, wanted: WantedRows) {
	const { state, now } = watch;
	const { front, candidates, since } = reading;
	for (const row of candidates.values()) {
		if (row.time === undefined || row.time >= since) wanted.defer?.(row);
		else state.learn(row, since);
	}
	// Times without a zone can be behind this clock. If everything was read, what is earlier is known.
	const behind = isWhole && front.lacksZone ? bounds.noZoneMs : 0;
	if (front.dated > 0) state.raiseFloor(since - behind);
	else state.list.start = now - front.slack;
}

/** Sorts out what of the unknown rows is wanted. */
function freshOf(
	{ state }: Watch,
	{ candidates }: ListReading,
	{ isWhole }: ReadingEnd,
	wanted: WantedRows,
): StreamRow[] {
	// The first poll has read a part of the list, and now all of it is read: what has no time may have been there.
	const isLearned = isWhole && state.list.whole?.isGuess;
	const fresh: StreamRow[] = [];
	for (const row of candidates.values()) {
		const isRedelivery = state.isRedelivery(row.key);
		if (isLearned && row.time === undefined && !isRedelivery) state.markKnown(row);
		else if (!isRedelivery && wanted.waits?.(row)) wanted.defer?.(row);
		else if (wanted.matches(row.row)) fresh.push(row);
		else state.markKnown(row);
	}
	return fresh.sort(byTime);
}

/** Notes what a reading has shown of the list. */
function note({ state, now }: Watch, { isWhole, rows }: ReadingEnd): void {
	// A list that is empty may be a mistake.
	if (rows === 0) return;
	if (isWhole) state.mayForgetUnlisted();
	if (rows === undefined) return;
	const { at = 0 } = state.list.whole ?? {};
	// A poll that finds nothing changes nothing.
	const isDue = isWhole && now - at >= bounds.wholeMs;
	state.list.whole = { rows, at: isDue ? now : at };
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
	const readOnce = async () => {
		const identity = new ChosenIdentity(stream.entity, state.list.idField);
		const reading = new ListReading(watch, stream, identity, wanted.waits);
		const end = await reading.run();
		state.list.idField = identity.field;
		return { reading, end };
	};
	const isOtherAccount = !state.isFirst && !state.isOf(client.account);
	if (isOtherAccount) state.closePast(slackOf(watch.params));
	let { reading, end } = await readOnce();
	if (isOtherAccount && !reading.hasMetKnown) {
		state.startOver(client.account);
		watch.say('other account', otherAccount(stream.rows));
		({ reading, end } = await readOnce());
	}
	checkTimes(watch, reading, stream.rows);
	const { learnsAll } = reading;
	if (learnsAll) learn(watch, reading, end, wanted);
	const fresh = learnsAll ? [] : freshOf(watch, reading, end, wanted);
	note(watch, end);
	return {
		fresh,
		listed: reading.deferred,
		finish(left) {
			const { slack } = reading.front;
			const { known } = state;
			state.leave(left, slack);
			const recent = known.countSince((known.latest ?? 0) - slack) + fresh.length - left.length;
			if (recent > bounds.maxRecent) watch.say('too many rows', tooMany(stream.rows));
		},
	};
}
