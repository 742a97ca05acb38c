import { PageReader, pagesOf } from '../../shared/http';
import { bounds } from '../bounds';
import type { Watch } from '../watch';
import { checkEnd, checkUndated, hidesRows, noBaseline, sayHealth, sayNone } from './health';
import type { Defer, Row } from './list';
import type { Reading, Stretch } from './reading';
import type { Stream } from './stream';
import { readingOf } from './stream';
import type { Head } from './ways';
import { fromTheBack, headOf, ifSorted } from './ways';

const FIRST_PAGE = 100;
/** After that part of the time for reading, a sorted list is long enough: only its latest rows are learned. */
const TIME_FOR_WHOLE = 0.25;
/** Rows that come while the baseline is being read may be that much older than they would be otherwise. */
const MARGIN_MS = 10 * 60_000;

/** Learns what is there at the activation. */
class Baseline {
	/** The latest time of the readings before. */
	private newest?: number;
	/** Rows that the reading under way has met, the readings before have not, and that cannot have come in between. */
	private surprises = 0;
	private isWhole = true;
	/** Rows that were read from the front. That is not how many there are: a wrong answer can end a reading. */
	private count = 0;
	private reading!: Reading;

	constructor(
		private readonly watch: Watch,
		private readonly stream: Stream,
		private readonly defer: Defer,
	) {}

	/** @throws RequestFailure if no two readings agree, or if the platform has rows and lists none */
	async complete(): Promise<void> {
		const { watch, stream } = this;
		const { state } = watch;
		let hidden = 0;
		for (let number = 1; number <= bounds.baselineReadings; number += 1) {
			this.surprises = 0;
			await this.read();
			checkUndated(watch, this.reading, stream);
			const isHidden = hidesRows(this.reading);
			if (isHidden) hidden = number;
			// An answer without rows looks like any fault.
			const enough = hidden + (state.known.size > 0 ? 2 : 3);
			const isNone = isHidden && number === bounds.baselineReadings && this.count === 0;
			if (isNone && !sayNone(watch, this.reading, stream)) continue;
			if (!isNone && (number < enough || this.surprises > 0)) continue;
			state.list.idName = this.reading.list.identity.choice;
			state.list.count ??= this.count;
			state.completeBaseline(this.isWhole, this.reading.typicalLatest);
			return sayHealth(watch, this.reading, stream);
		}
		throw noBaseline(watch, this.reading, stream);
	}

	private take(rows: readonly Row[]): boolean {
		const { state } = this.watch;
		const { newest = Infinity } = this;
		for (const row of rows) {
			const isWaiting = state.deferredCalls.has(row.key) || state.isRedelivery(row.key);
			const isNewToUs = state.isNew(row) && !isWaiting;
			// Rows may appear as late as the lookback window allows.
			const mayHaveCome = row.time !== undefined && row.time > newest - state.lookback;
			if (isNewToUs && !mayHaveCome) this.surprises += 1;
			if (!this.defer(row)) state.learn(row);
		}
		if (state.known.size > 2 * bounds.maxKnown) state.forgetBefore(this.since);
		return false;
	}

	/** Rows with an earlier time cannot be new later. */
	private get since(): number {
		const { newest = this.watch.now } = this.reading;
		return newest - this.watch.state.lookback - MARGIN_MS;
	}

	private isOld({ order }: Stretch): boolean {
		return order.earliest !== undefined && order.earliest < this.since;
	}

	/** Reads the whole list, or the latest rows of one that is long and sorted. */
	private async read(): Promise<void> {
		const { watch, stream } = this;
		const { state } = watch;
		this.reading = readingOf(watch, stream, undefined, (rows) => this.take(rows));
		const { reading } = this;
		const { list } = reading;
		const reader = new PageReader(list.pages, FIRST_PAGE);
		const pages = pagesOf(reader, list.identity);
		const front = reading.stretch();
		let head: Head | undefined;
		const end = await reading.read(pages, reader, front, (page) => {
			head ??= headOf(list, page);
			const { isNewestFirst, isOldestFirst } = front.order;
			const isLong = front.offset > bounds.maxKnown || !list.hasTimeLeft(TIME_FOR_WHOLE);
			const isSorted = (isNewestFirst && this.isOld(front)) || isOldestFirst;
			return isLong && isSorted && !state.noted.has('not sorted') ? 'paused' : undefined;
		});
		const count = end === 'paused' && head ? await this.quickly(front, head) : undefined;
		if (count === undefined) {
			if (end === 'paused') await reading.read(pages, reader, front);
			const { earliest, isNewestFirst, mayBeSorted } = front.order;
			if (end === 'paused' || !mayBeSorted) state.noted.add('not sorted');
			const isPast = isNewestFirst && this.isOld(front);
			const isHidden = checkEnd(watch, reading, stream, front.offset, !isPast);
			// Rows that the platform hides behind these are old, also if it lists them later.
			if (isHidden && earliest !== undefined)
				state.forgetBefore(Math.min(earliest, this.since), true);
			if (state.known.size > bounds.maxKnown) state.forgetBefore(this.since);
		} else {
			this.isWhole = false;
			state.forgetBefore(this.since, true);
		}
		const times = [this.newest, reading.newest].filter((time) => time !== undefined);
		if (times.length > 0) this.newest = Math.max(...times);
		// An answer may lack rows.
		this.count = Math.max(this.count, front.offset);
		if (count !== undefined) state.list.count = Math.max(state.list.count ?? 0, count);
	}

	/** Reads the latest rows of a sorted list. @returns the number of its rows; undefined if it is not sorted */
	private async quickly(front: Stretch, head: Head): Promise<number | undefined> {
		const { reading, watch } = this;
		let counted: number | undefined;
		if (!front.order.isNewestFirst) {
			const { end, stretch } = await fromTheBack(reading, {
				head,
				wanted: front.offset,
				pageSize: FIRST_PAGE,
				isEnough: (read) => this.isOld(read),
			});
			if (end !== 'past' || !stretch || !this.isOld(stretch)) return undefined;
			counted = stretch.offset;
			checkEnd(watch, reading, this.stream, counted);
		}
		return (await ifSorted(reading, watch.state, front, counted)).count;
	}
}

/**
 * Learns what is there at the activation, so that only what comes later is new.
 *
 * @throws RequestFailure if it cannot be read in the time of one poll, or no two readings agree
 */
export const readBaseline = async (watch: Watch, stream: Stream, defer: Defer): Promise<void> =>
	await new Baseline(watch, stream, defer).complete();
