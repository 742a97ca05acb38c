import type { IDataObject } from 'n8n-workflow';
import { bounds } from '../bounds';
import type { Watch } from '../watch';
import { readBaseline } from './baseline';
import { checkDates, checkUndated, sayHealth } from './health';
import type { Defer, Place, Row } from './list';
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
	/**
	 * Moves the state on.
	 *
	 * @param isDone whether all fresh rows were taken
	 * @returns whether nothing is left for the next poll
	 */
	finish(isDone: boolean): boolean;
}

/** Sorts the rows of a reading by what the state knows of them. */
class Sorting {
	readonly fresh = new Map<string, Row>();
	readonly listed = new Map<string, Row>();
	/** Not known, and old by their time. */
	readonly old: Row[] = [];
	/** Not known, and without a time, of which not all are known. */
	private readonly undated = new Map<string, { row: Row; isAtFront: boolean }>();

	constructor(
		private readonly watch: Watch,
		private readonly matches: (row: IDataObject) => boolean,
		private readonly defer: Defer,
	) {}

	/** @returns whether there are enough for one poll */
	take(rows: readonly Row[], place: Place): boolean {
		for (const row of rows) this.takeRow(row, place === 'front');
		return this.fresh.size >= this.watch.batchSize;
	}

	private takeRow(row: Row, isAtFront: boolean): void {
		const { state } = this.watch;
		if (state.deferredCalls.has(row.key)) this.listed.set(row.key, row);
		else if (!state.isNew(row)) this.passOver(row);
		else if (!isAtFront && state.wasThere(row)) state.learn(row);
		else if (state.isUndatedUnclear(row)) this.undated.set(row.key, { row, isAtFront });
		else this.takeNew(row);
	}

	/**
	 * Decides about rows without a time of a long list: those are new that a quick way met, where new rows are looked for.
	 *
	 * @param isQuick whether a quick way met all new rows
	 */
	settleUndated(isQuick: boolean): void {
		const { state } = this.watch;
		for (const { row, isAtFront } of this.undated.values()) {
			if (isQuick && isAtFront && state.hasRead) this.takeNew(row);
			else state.learn(row);
		}
	}

	private takeNew(row: Row): void {
		const { state, now } = this.watch;
		state.noteArrival(row, now);
		if (this.defer(row)) return;
		if (this.matches(row.row)) this.fresh.set(row.key, row);
		else state.markDone(row);
	}

	private passOver(row: Row): void {
		const { state } = this.watch;
		if (state.isKnown(row.key)) state.meet(row);
		else if (this.old.length <= bounds.maxKnown) this.old.push(row);
	}
}

/** Moves the state on, unless rows were left: those must be read again. */
function finish(
	watch: Watch,
	reading: Reading,
	scanned: Scanned,
	old: readonly Row[],
	isDone: boolean,
): boolean {
	const { state } = watch;
	const { end, isWhole, pass, startedAt, missed, count = 0 } = scanned;
	state.noteFalseIds(reading.list.identity.falseIds);
	if (!isDone || end === 'enough') return false;
	state.goOnAt(pass);
	if (end === 'open') return false;
	// A list that has become shorter may be one of which something is missing.
	const isBelieved = missed.length === 0 && state.count !== undefined && count >= state.count;
	if (isBelieved && (isWhole || scanned.hasPassed)) state.noteUndatedKnown();
	if (isBelieved && isWhole && count <= bounds.maxKnown) state.noteWhole(old);
	state.completeReading({ startedAt, isWhole, missed, count: scanned.count });
	return missed.length === 0;
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
		return { fresh: [], listed: new Map(), finish: () => false };
	}

	const sorting = new Sorting(watch, matches, defer);
	const reading = readingOf(watch, stream, state.watermark, (rows, place) =>
		sorting.take(rows, place),
	);
	const scanned = await new Scan(reading, state).run();
	checkDates(watch, reading, stream, scanned);
	sorting.settleUndated(scanned.isQuick);
	checkUndated(watch, reading, stream);
	sayHealth(watch, reading, stream, scanned);
	const { fresh, listed, old } = sorting;
	return {
		fresh: [...fresh.values()].sort((one, other) => (one.time ?? 0) - (other.time ?? 0)),
		listed,
		finish: (isDone) => finish(watch, reading, scanned, old, isDone),
	};
}
