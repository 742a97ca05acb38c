import type { IDataObject } from 'n8n-workflow';
import type { Watch } from '../watch';
import { readBaseline } from './baseline';
import {
	checkAllRead,
	checkDates,
	checkEnd,
	checkUndated,
	hidesRows,
	sayHealth,
	wereHidden,
} from './health';
import type { Defer, Row, TakeRows } from './list';
import { byTime } from './list';
import { lookbackWindow } from './options';
import type { Reading } from './reading';
import type { Scanned } from './scan';
import { Scan } from './scan';
import type { Stream } from './stream';
import { readingOf } from './stream';

/** The new rows of a stream, and what the reading learned. */
export interface NewRows {
	/** Wanted and not emitted before, the oldest first. */
	fresh: Row[];
	/** Rows that were deferred before, as the list has them now. */
	listed: ReadonlyMap<string, Row>;
	/** Moves the state on. @param isDone whether all fresh rows were taken */
	finish(isDone: boolean): void;
}

const NOTHING: NewRows = { fresh: [], listed: new Map(), finish: () => undefined };

/** For that part of the time for reading, a row that is known is looked for, although there are enough new ones. */
const TIME_FOR_KNOWN = 0.5;

/** So many known rows are not removed between two polls, and so many that cannot be compared do not come. */
const MANY = 5;

/** Sorts the rows of a reading by what the state knows of them. */
class Sorting {
	readonly listed = new Map<string, Row>();
	private readonly unknown = new Map<string, Row>();
	/** Not known, and without a time, of which not all are known. */
	private readonly undated = new Map<string, Row>();
	private hasMetKnown = false;
	/** Known rows, but for those that the last two readings did not meet. */
	private readonly listedBefore: number;
	/** Rows that are not known, and of which no time says whether they are later than the known ones. */
	private incomparable = 0;
	private hasOld = false;
	private readonly watermark: number;
	/** The last row with a time is older than rows that are read for: so are those without a time behind it. */
	private isBehindOld = false;
	/** A row that is not known and has an earlier time was there before, if this is the list that is known. */
	private readonly oldestNew?: number;
	private wanted = 0;

	constructor(
		private readonly watch: Watch,
		private readonly matches: (row: IDataObject) => boolean,
	) {
		const { state, now } = watch;
		this.watermark = state.watermark ?? -Infinity;
		this.listedBefore = state.expected(undefined).length;
		const latest = state.known.latestUntil(now);
		this.oldestNew = latest && latest - state.lookback;
	}

	/** @returns what takes the rows of one reading, and says whether there are enough for one poll */
	reader(): TakeRows {
		this.isBehindOld = false;
		return (rows) => this.take(rows);
	}

	private take(rows: readonly Row[]): boolean {
		for (const row of rows) this.takeRow(row);
		const { state, batchSize } = this.watch;
		// Only a row that is known shows that this is the list that is known. After a long pause, there may be very many before it.
		const isDoubtful =
			this.hasOld || this.incomparable > 0 || this.watch.hasTimeToRead(TIME_FOR_KNOWN);
		const mustReadOn = (this.mayBeOther && isDoubtful) || state.list.saidOfNone !== undefined;
		return !mustReadOn && this.wanted >= batchSize;
	}

	private takeRow(row: Row): void {
		const { state } = this.watch;
		const { key, time } = row;
		if (time !== undefined) this.isBehindOld = time < this.watermark;
		const isDeferred = state.deferredCalls.has(key);
		this.hasMetKnown ||= isDeferred || state.known.has(key) || state.isRedelivery(key);
		if (isDeferred) this.listed.set(key, row);
		else if (!state.isNew(row)) state.learn(row);
		else if (time === undefined && !state.knowsUndated && !state.isRedelivery(key))
			this.takeUndated(row);
		else this.takeNew(row);
	}

	private takeUndated(row: Row): void {
		if (this.isBehindOld) this.watch.state.learn(row);
		else this.undated.set(row.key, row);
	}

	private takeNew(row: Row): void {
		if (this.unknown.has(row.key)) return;
		const { oldestNew } = this;
		if (row.time === undefined || oldestNew === undefined) this.incomparable += 1;
		else this.hasOld ||= row.time < oldestNew;
		if (this.matches(row.row)) this.wanted += 1;
		this.unknown.set(row.key, row);
	}

	/** Whether a row was met that may be emitted. */
	get hasNew(): boolean {
		return this.unknown.size > 0;
	}

	/** None of the rows is known, and several known ones were listed before. If few were, they may all be gone by now. */
	get mayBeOther(): boolean {
		return !this.hasMetKnown && this.listedBefore >= MANY;
	}

	/**
	 * Whether this is another list than the one that is known: another account, for example. None of the rows is known, and some would have been
	 * there before. A list that only shows what is still to be done may lose all its rows; its new ones are later.
	 */
	get isOtherWorld(): boolean {
		return this.mayBeOther && (this.hasOld || (this.areIncomparable && this.incomparable >= MANY));
	}

	/** None of the rows can be compared with the known ones: some, or all, may have been there before. */
	get areIncomparable(): boolean {
		return this.hasNew && this.incomparable === this.unknown.size;
	}

	/**
	 * The new rows that are wanted, the oldest first. Rows without a time of a long list are new if a quick way met them where new rows are looked
	 * for.
	 *
	 * @param isQuick whether a quick way met all new rows
	 * @param defer defers rows that are not ready
	 */
	settle(isQuick: boolean, defer: Defer): Row[] {
		const { state } = this.watch;
		for (const row of this.undated.values()) {
			if (isQuick && state.list.count !== undefined) this.unknown.set(row.key, row);
			else state.learn(row);
		}
		const fresh: Row[] = [];
		for (const row of this.unknown.values()) {
			if (defer(row)) continue;
			if (this.matches(row.row)) fresh.push(row);
			else state.markDone(row);
		}
		return fresh.sort(byTime);
	}
}

/** Moves the state on, unless rows were left or hidden: those must be read again. */
function finish(watch: Watch, reading: Reading, scanned: Scanned, isDone: boolean): void {
	const { state } = watch;
	const { end, missed, count, earliest } = scanned;
	state.list.idName = reading.list.identity.choice;
	if (!isDone || end === 'enough' || hidesRows(reading)) return;
	const isWhole = end === 'whole';
	// A list that has become shorter may be one of which something is missing.
	const isBelieved = missed.length === 0 && Number(count) >= (state.list.count ?? Infinity);
	if (isBelieved && isWhole) state.noteUndated();
	state.completeReading({ newest: reading.typicalLatest, isWhole, missed, count, earliest });
}

/** Says, each time that it happens, that none of the rows is known. @param reason if it is not that other rows are listed */
export function sayOtherList(
	watch: Watch,
	rows: string,
	reason = 'none of those that this trigger knows is listed, as with another account in the credential',
): void {
	watch.unsay('other list');
	watch.say('other list', {
		message: `The platform lists other ${rows} than before: ${reason}`,
		description:
			'What is listed now counts as old, and is not emitted. Look if the credential is the right one, and on the platform for what came shortly before',
	});
}

/** Learns what is there, because the rows that are known are worth nothing any more. */
async function relearn(
	watch: Watch,
	stream: Stream,
	defer: Defer,
	reason?: string,
): Promise<NewRows> {
	sayOtherList(watch, stream.rows, reason);
	const { state } = watch;
	Object.assign(state.list, { idName: undefined, count: undefined, floor: undefined });
	state.noted.delete('not sorted');
	await readBaseline(watch, stream, defer);
	return NOTHING;
}

/**
 * Reads what is new in a stream. The first time it only learns what is there.
 *
 * @param matches whether the user's filters let a row through, as far as the list tells
 * @throws RequestFailure if the list cannot be read, or old rows cannot be told from new ones
 */
export async function readStream(
	watch: Watch,
	stream: Stream,
	matches: (row: IDataObject) => boolean,
	defer: Defer = () => false,
): Promise<NewRows> {
	const { state } = watch;
	state.lookback = lookbackWindow(watch.params);
	if (!state.isReady) {
		await readBaseline(watch, stream, defer);
		return NOTHING;
	}

	const sorting = new Sorting(watch, matches);
	const read = async () => {
		const reading = readingOf(watch, stream, state.watermark, sorting.reader());
		return { reading, scanned: await new Scan(reading, state).run() };
	};
	let last = await read();
	// One answer without the rows that are known can be wrong, or the first sign of another list: a second one shows which.
	if (sorting.mayBeOther && sorting.hasNew) last = await read();
	const { reading, scanned } = last;
	const { end, count = 0, isToEnd } = scanned;
	if (end !== 'enough' && sorting.isOtherWorld) return await relearn(watch, stream, defer);
	if (reading.list.identity.isGivenUp) {
		const reason = 'the field that identified them is the same in most of them';
		return await relearn(watch, stream, defer, reason);
	}
	if (wereHidden(watch, reading)) {
		return await relearn(watch, stream, defer, 'it listed none, and said that there are some');
	}
	if (isToEnd) {
		const isDoubtful = sorting.mayBeOther && sorting.areIncomparable;
		if (isDoubtful) checkAllRead(watch, reading, stream, count);
		checkEnd(watch, reading, stream, count);
	}
	checkDates(watch, reading, stream, end === 'whole');
	const fresh = sorting.settle(end === 'quick', defer);
	checkUndated(watch, reading, stream);
	sayHealth(watch, reading, stream);
	return {
		fresh,
		listed: sorting.listed,
		finish: (isDone) => finish(watch, reading, scanned, isDone),
	};
}
