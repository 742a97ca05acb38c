import type { IDataObject } from 'n8n-workflow';
import type { Watch } from '../watch';
import { readBaseline } from './baseline';
import type { Defer, Row, ScanResult } from './list';
import { lookbackWindow } from './options';
import type { Stream } from './stream';
import { checkTimes, scanStream } from './stream';

/** The new rows of a stream, and what the reading learned. */
export interface Reading {
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

/** Moves the state on, unless rows were left: those must be read again. */
function finish(
	watch: Watch,
	result: ScanResult,
	since: number | undefined,
	isDone: boolean,
): boolean {
	const { state, params, now } = watch;
	if (!result.isComplete || !isDone) {
		// Rows that were left lie before the checkpoint: the next poll begins at the front.
		state.resumeAt(isDone ? result.checkpoint : undefined);
		return false;
	}
	state.completeReading(result, since);
	if (result.newest !== undefined) {
		const duration = Date.now() - result.startedAt;
		state.advance(Math.min(result.newest, now) - lookbackWindow(params) - duration);
	}
	return true;
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
): Promise<Reading> {
	const { state } = watch;
	if (!state.isReady) {
		await readBaseline(watch, stream, defer);
		return { fresh: [], listed: new Map(), finish: () => false };
	}

	const since = state.readFrom;
	const fresh = new Map<string, Row>();
	const listed = new Map<string, Row>();
	const result = await scanStream(
		watch,
		stream,
		() => since,
		(rows) => {
			for (const row of rows) {
				if (state.deferredCalls.has(row.key)) listed.set(row.key, row);
				else if (!state.isNew(row) || defer(row)) continue;
				else if (matches(row.row)) fresh.set(row.key, row);
				else state.markDone(row);
			}
			return fresh.size >= watch.batchSize;
		},
	);
	checkTimes(result, watch, stream);
	return {
		fresh: [...fresh.values()].sort((a, b) => (a.time ?? 0) - (b.time ?? 0)),
		listed,
		finish: (isDone) => finish(watch, result, since, isDone),
	};
}
