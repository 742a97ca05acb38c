import type { IDataObject } from 'n8n-workflow';
import type { PageRead } from '../../shared/http';
import { PageReader, pagesOf } from '../../shared/http';
import { bounds } from '../bounds';
import type { Watch } from '../watch';
import { listTooLong, withoutId } from './errors';
import type { ChosenIdentity } from './chosenIdentity';
import { Order } from './order';
import type { StreamRow, RowStream } from './stream';
import { addedAt, lacksZone, slackOf, streamPages } from './stream';

/** How many times as many rows as the first two pages those behind them have, unless the platform gives fewer. */
const GROWTH = 10;
/** The part of the time that is used for reading everything, where a shorter way shows what is new. */
const FIRST_SHARE = 0.4;
const WHOLE_SHARE = 0.5;
/** How many rows the tail of a list is read with, beside the known ones since the watermark. */
const MARGIN = 100;
/** How many times as many it is read with if these are too few. */
const FURTHER = 4;

/** How a reading ended. */
export interface ReadingEnd {
	/** Whether everything was read. */
	isWhole: boolean;
	/** How many rows the list has; undefined if its end was not met. */
	rows?: number;
}

/**
 * One poll's reading of a list.
 *
 * The latest known row is of 12:00, and a row may come 70 minutes late: no new one is before 10:50, the watermark.
 *
 * - Rows of 12:01, 12:00, 11:58 … 10:49: the newest come first, and nothing new follows.
 * - 100 rows of last year, the oldest first, of a list that had 9,000: rows 8,850 to 9,001 are read. If the first of
 *   them is before 10:50, nothing new lies before it; else the reading begins further in front.
 * - Anything else: everything is read, or there is an error.
 */
export class ListReading {
	/** Rows that may be emitted. At the first poll, which learns what is there, only those that are not ready. */
	readonly candidates = new Map<string, StreamRow>();
	/** Rows that were deferred before, as the list has them now. */
	readonly deferred = new Map<string, StreamRow>();
	/** The order of the rows from the front. */
	readonly front: Order;
	/** Whether a row was met that is known, or was. */
	hasMetKnown = false;

	private readonly reader: PageReader;
	/** Undefined if everything is learned: then the watermark follows from the rows. */
	private readonly watermark?: number;

	/** @param waits whether a row is not ready */
	constructor(
		private readonly watch: Watch,
		private readonly stream: RowStream,
		private readonly identity: ChosenIdentity,
		private readonly waits?: (row: StreamRow) => boolean,
	) {
		this.front = new Order(slackOf(watch.params));
		this.watermark = watch.state.watermark(this.front.slack);
		this.reader = new PageReader(streamPages(watch, stream), bounds.firstPage);
	}

	/** Whether everything that is there counts as old: it is the first poll, without Start From. */
	get learnsAll(): boolean {
		return this.watermark === undefined;
	}

	/** No new row has an earlier time than this. */
	get since(): number {
		return this.watermark ?? this.front.latest - this.front.slack;
	}

	/** @throws RequestFailure if there is no time for the rest of the list, and nothing proves what is new */
	async run(): Promise<ReadingEnd> {
		const { watch, front } = this;
		const pages = pagesOf(this.reader, this.identity);
		let triesTail = true;
		for (let rows = 0; ;) {
			const startedAt = Date.now();
			const { value, done } = await pages.next();
			if (done) return { isWhole: true, rows };
			const isFirstPage = rows === 0;
			this.take(value, front);
			rows = value.next;
			if (value.isLast) continue;
			if (!this.wantsAll(value, Date.now() - startedAt)) {
				if (this.isProven) return { isWhole: false };
				if (triesTail && front.isOldestFirst) {
					triesTail = false;
					const end = await this.readTail(rows);
					if (end) return end;
				}
			}
			if (!isFirstPage && watch.readingLeft() <= 0) throw listTooLong(this.stream.rows);
		}
	}

	// The rows

	private take({ rows }: PageRead, order: Order): void {
		for (const row of rows) {
			if (this.identity.isUnnamed(row)) this.watch.say('no ID', withoutId(this.stream.rows));
			else this.takeRow(row, order);
		}
		this.reader.grow();
	}

	private takeRow(row: IDataObject, order: Order): void {
		const { watch, identity, stream } = this;
		const { state, now } = watch;
		const taken = { key: identity.keyOf(row), time: addedAt(row, stream.entity), row };
		const { key, time } = taken;
		const counted = time && Math.min(time, now);
		order.add(counted, lacksZone(row, stream.entity));
		if (time !== undefined) state.settleStart(order.lacksZone ? bounds.noZoneMs : 0);
		// A time that is ahead of now was saved as the present of that poll, so it cannot be compared.
		this.hasMetKnown ||= state.isSameRow({ key, time: counted === time ? time : undefined });
		const isOld = state.isFirst && (time === undefined || !state.isNew(taken));
		if (this.learnsAll && this.waits?.(taken)) this.candidates.set(key, taken);
		else if (this.learnsAll || isOld) state.learn(taken, this.since);
		else if (state.deferredCalls.has(key)) this.deferred.set(key, taken);
		else if (!state.isNew(taken)) state.known.meet(taken);
		else this.candidates.set(key, taken);
	}

	// The proof

	/**
	 * Whether nothing that is new follows. The first poll cannot tell an old row without a time from a new one, and what it
	 * has not met is not known: behind a row of 12:00 there can be one of 13:10.
	 */
	private get isProven(): boolean {
		const { front, since, watch } = this;
		const { isFirst } = watch.state;
		const isClear = !isFirst || front.undated === 0;
		return (
			isClear && front.isNewestFirst && front.earliest < (isFirst ? since - front.slack : since)
		);
	}

	/** Whether everything is to be read: at the first poll and every half an hour, in time. @param took milliseconds */
	private wantsAll({ rows, next, total = 0 }: PageRead, took: number) {
		const { state, now, readingMs } = this.watch;
		const { whole = { at: 0, rows: 0, isGuess: state.isFirst } } = state.list;
		if (now - whole.at < bounds.wholeMs) return false;
		const left = this.watch.readingLeft();
		const used = 1 - left / readingMs;
		const isSmall = next < 2 * bounds.firstPage;
		const perRow = took / Math.max(rows.length, 1) / (isSmall ? GROWTH : 1);
		// A total only tells how long it would take.
		const most = Math.max(whole.rows, total);
		const isInTime = used <= WHOLE_SHARE && (most - next) * perRow <= left * WHOLE_SHARE;
		if (state.isFirst ? next < bounds.maxKnown && used < FIRST_SHARE : isInTime) return true;
		// The list has more rows, and nobody can say how many.
		const guess = whole.rows > next ? whole : { rows: 2 * next, isGuess: whole.isGuess };
		state.list.whole = { ...guess, at: now };
		return false;
	}

	// A list with the oldest rows first

	/**
	 * Reads the end of the list, from before where it ended last. @param from so many rows were read from the front
	 * @returns undefined if that does not show what is new
	 */
	private async readTail(from: number): Promise<ReadingEnd | undefined> {
		const { watch, front, since } = this;
		const { list, known } = watch.state;
		const last = list.whole?.isGuess ? 0 : (list.whole?.rows ?? 0);
		for (let back = known.countSince(since) + MARGIN; last - back > from; back *= FURTHER) {
			const order = new Order(front.slack, front.latest);
			const rows = await this.readFrom(last - back, order);
			if (rows === undefined) return undefined;
			if (order.earliest < since) return { isWhole: false, rows };
		}
		return undefined;
	}

	/** @returns where the list ends; undefined if its rows are in another order */
	private async readFrom(start: number, order: Order): Promise<number | undefined> {
		let end: number | undefined;
		for await (const page of pagesOf(this.reader, this.identity, { start })) {
			this.take(page, order);
			if (!order.mayBeOldestFirst) return undefined;
			if (!page.isLast && this.watch.readingLeft() <= 0) throw listTooLong(this.stream.rows);
			end = page.next;
		}
		return end;
	}
}
