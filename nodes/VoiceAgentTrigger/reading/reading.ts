import type { IDataObject } from 'n8n-workflow';
import type { Page, PageRead, Pages } from '../../shared/http';
import { PageReader, pagesOf } from '../../shared/http';
import { idOf } from '../../shared/platform';
import { bounds } from '../bounds';
import type { Watch } from '../watch';
import { contradiction, listTooLong } from './errors';
import type { ChosenIdentity } from './identity';
import { listEnd } from './listEnd';
import { Order } from './order';
import type { StreamRow, RowStream } from './stream';
import { addedAt, hasNoZone, slackOf, streamPages } from './stream';

const FIRST_PAGE = 100;
/** How many times as many rows as the first page the pages behind it have, unless the platform gives fewer. */
const GROWTH = 10;
/** The part of the time after which the first poll looks for a shorter way. */
const FIRST_SHARE = 0.4;
/** Part of the time for reading everything where a shorter way has shown already what is new. */
const WHOLE_SHARE = 0.5;
/** How many rows more than expected are read from the end, and how many times as many each time that this was not enough. */
const MARGIN = 100;
const FURTHER = 4;

/**
 * How a reading ended. `whole`: at the end of the list. `proven`: the rows prove that nothing new follows. `late`: the time was over behind a row
 * that is older than new ones can be; some known rows, or some rows of the total, were not met. `met`: its caller only wanted to know if a known
 * row is listed.
 */
export type ReadingEnd = 'whole' | 'proven' | 'late' | 'met';

/** One poll's reading of a list: from the end where the rows prove that the newest ones are, or all of it. */
export class ListReading {
	/** Rows that are not known: those that are new. */
	readonly unknown = new Map<string, StreamRow>();
	/** Rows of `unknown` that are behind a row which is older than new ones can be in a sorted list. */
	readonly behind = new Set<string>();
	/** Rows that were deferred before, as the list has them now. */
	readonly deferred = new Map<string, StreamRow>();
	/** Rows that were met by the first poll, which learns what is there, and that are not ready: the others are known at once. */
	readonly learned: StreamRow[] = [];
	/** Known rows since the watermark that were not met by now, and those of them that are expected. */
	readonly unmet: Set<string>;
	readonly expected: Set<string>;
	readonly slack: number;
	/** A reading of a sorted list may end behind a row with an earlier time; undefined: only at the end. The first poll finds this time while it reads. */
	readonly watermark?: number;
	/** Rows with and without a time. */
	dated = 0;
	undated = 0;
	/** The offset at which the reading from the front continues. */
	offset = 0;
	/** The number of rows that the platform said at the beginning. */
	total?: number;

	private readonly fetchPage;
	private readonly reader: PageReader;
	/** The smallest and the largest total that the platform has said. */
	private least = Infinity;
	private most = -Infinity;
	private count = 0;
	private pages = 0;
	/** The latest time of all rows; one that is ahead of now counts as now. */
	latest = -Infinity;
	/** A row that is older than new ones can be was met where the list is sorted. */
	private isPast = false;
	private hasMetKnown = false;

	/**
	 * @param learnsAll whether everything that is there counts as old
	 * @param waits whether a row is not ready
	 * @param looksForKnown whether nothing is wanted but to know if a known row is listed
	 */
	constructor(
		private readonly watch: Watch,
		private readonly stream: RowStream,
		private readonly identity: ChosenIdentity,
		private readonly learnsAll: boolean,
		private readonly waits?: (row: StreamRow) => boolean,
		private readonly looksForKnown = false,
	) {
		const { state, params } = watch;
		this.slack = slackOf(params);
		if (!learnsAll) this.watermark = state.watermark(this.slack);
		const since = this.watermark ?? 0;
		this.unmet = learnsAll || looksForKnown ? new Set() : state.knownSince(since);
		this.expected = learnsAll || looksForKnown ? new Set() : state.expected(since);
		this.fetchPage = streamPages(watch, stream);
		this.reader = new PageReader(this.fetchPage, FIRST_PAGE);
	}

	/** @throws RequestFailure if there is no time for the rest of the list, and nothing proves what is new */
	async run(): Promise<ReadingEnd> {
		const pages = pagesOf(this.reader, this.identity);
		const front = new Order(this.slack);
		let isBackTried = false;
		for (;;) {
			const startedAt = Date.now();
			const { value, done } = await pages.next();
			if (done) return this.atEnd(value);
			this.take(value, front);
			this.noteFront(value);
			if (this.isMet) return 'met';
			if (value.isLast) continue;
			if (this.mayStop(value, Date.now() - startedAt)) {
				if (front.isNewestFirst && this.isProven(front)) return 'proven';
				if (front.isOldestFirst && !isBackTried) {
					isBackTried = true;
					const { dated, undated } = this;
					const end = await this.fromTheEnd(front);
					if (end) return end;
					// The front comes to the same rows, and counts them.
					Object.assign(this, { dated, undated });
				}
			}
			if (this.pages > 1 && this.isTimeOver) return this.late(front);
		}
	}

	// Rows

	private take({ rows, total }: PageRead, order: Order): void {
		const { state } = this.watch;
		this.total ??= total;
		if (total !== undefined) {
			this.least = Math.min(this.least, total);
			this.most = Math.max(this.most, total);
		}
		// The order of the pages before decides whether these rows are behind old ones, because a list can also have the oldest rows first.
		const isBehind = order.earliest < this.since && !order.mayBeOldestFirst;
		for (const row of rows) {
			const taken = this.rowOf(row);
			const time = taken.time && Math.min(taken.time, this.watch.now);
			order.add(time);
			this.latest = Math.max(this.latest, time ?? -Infinity);
			this.hasMetKnown ||= state.isSameRow({ ...taken, time });
			this.takeRow(taken, isBehind);
		}
		this.reader.grow();
	}

	private rowOf(row: IDataObject): StreamRow {
		const { identity, stream } = this;
		const time = addedAt(row, stream.entity);
		return { key: identity.keyOf(row, time), time, row };
	}

	/** What is known of a row under a key that it had before its identifier came is known of it under its own. */
	private rename({ key, time, row }: StreamRow): void {
		const { state } = this.watch;
		if (state.hasMet(key)) return;
		const before = this.identity.keysBefore(row, time).find((other) => state.hasMet(other));
		if (before === undefined) return;
		state.rename(before, key, idOf(row, this.stream.entity));
		this.unmet.delete(before);
		this.expected.delete(before);
	}

	private takeRow(row: StreamRow, isBehind: boolean): void {
		const { state } = this.watch;
		if (!this.learnsAll && state.isNew(row)) this.rename(row);
		const { key, time } = row;
		if (time === undefined) this.undated += 1;
		else this.dated += 1;
		this.unmet.delete(key);
		this.expected.delete(key);
		if (this.looksForKnown) return;
		if (this.learnsAll) this.learn(row);
		else if (state.deferredCalls.has(key)) this.deferred.set(key, row);
		else if (!state.isNew(row) || this.isFromBefore(row)) this.takeOld(row);
		else {
			this.unknown.set(key, row);
			if (isBehind) this.behind.add(key);
		}
	}

	/** Whether a row was made before the activation. A time without a zone can be behind the real one. */
	private isFromBefore({ key, time, row }: StreamRow): boolean {
		const { state } = this.watch;
		const { start } = state.list;
		if (time === undefined || start === undefined || time >= start) return false;
		const behind = hasNoZone(row, this.stream.entity) ? bounds.noZoneMs : 0;
		return time < start - behind && !state.isRedelivery(key);
	}

	/** Whether the identifier of a row is still to come. */
	isUnnamed({ row }: StreamRow): boolean {
		return this.identity.isUnnamed(row);
	}

	private learn(row: StreamRow): void {
		if (this.waits?.(row)) this.learned.push(row);
		else this.watch.state.learn(row, this.latest - this.slack);
	}

	private takeOld(row: StreamRow): void {
		const { state } = this.watch;
		if (state.known.has(row.key)) state.known.meet(row);
		else if (state.isFirst) state.known.add(row);
	}

	/** Whether all that is wanted is known: that a known row is listed. */
	private get isMet(): boolean {
		return this.looksForKnown && this.hasMetKnown;
	}

	private noteFront({ next, rows }: PageRead): void {
		this.offset = next;
		this.count += rows.length;
		this.pages += 1;
	}

	// The proof

	/** Rows with an earlier time are not wanted. */
	private get since(): number {
		const { watermark = -Infinity, latest, slack, learnsAll, looksForKnown } = this;
		const floor = latest - slack;
		if (looksForKnown) return Math.min(floor, watermark);
		return learnsAll ? floor : watermark;
	}

	private get trustedTotal(): number | undefined {
		return this.watch.state.noted.has('total') ? undefined : this.total;
	}

	/** Whether a total, if there is one, has grown by no more than the new rows that were met. */
	private get isTotalMet(): boolean {
		const { state } = this.watch;
		const { trustedTotal = -Infinity } = this;
		const { total = Infinity } = state.list;
		const isCounted = (key: string) => !state.isRedelivery(key);
		return trustedTotal - total <= [...this.unknown.keys()].filter(isCounted).length;
	}

	/** Whether nothing that is new follows rows in this order. */
	private isProven({ earliest }: Order): boolean {
		if (!(earliest < this.since)) return false;
		this.isPast = true;
		const isCounted = !this.learnsAll && !this.looksForKnown;
		return this.expected.size === 0 && (!isCounted || this.isTotalMet);
	}

	/** Whether a shorter way is looked for behind this page. @param took milliseconds */
	private mayStop(page: PageRead, took: number): boolean {
		const { watch, offset, undated } = this;
		if (this.looksForKnown) return true;
		if (!watch.state.isFirst) return !this.readsAll(page, took);
		const isLong = offset >= bounds.maxKnown || this.used >= FIRST_SHARE;
		return isLong && undated === 0;
	}

	/** Whether it is time to read everything, and there is time for it. */
	private readsAll({ rows }: PageRead, took: number): boolean {
		const { watch, offset } = this;
		const { list } = watch.state;
		if (watch.now - (list.wholeAt ?? -Infinity) < bounds.wholeMs) return false;
		const length = Math.max(this.trustedTotal ?? 0, list.rows ?? 0);
		const perRow = took / Math.max(rows.length, 1) / (this.pages === 1 ? GROWTH : 1);
		const isInTime = Math.max(length - offset, 0) * perRow <= watch.readingLeft() * WHOLE_SHARE;
		if (isInTime && this.used <= WHOLE_SHARE) return true;
		list.wholeAt = watch.now;
		// The list has more rows, and nobody can say how many.
		if (length <= offset) list.rows = 2 * offset;
		return false;
	}

	/** Which part of the time for reading is over. */
	private get used(): number {
		const { readingMs } = this.watch;
		return 1 - this.watch.readingLeft() / readingMs;
	}

	private get isTimeOver(): boolean {
		return this.watch.readingLeft() <= 0;
	}

	/** @throws RequestFailure unless only known rows are missing */
	private late(front: Order): ReadingEnd {
		const isPast = this.isPast || (front.isNewestFirst && front.earliest < this.since);
		if (!isPast || (this.learnsAll && this.undated > 0)) throw listTooLong(this.stream.rows);
		return 'late';
	}

	// The end of the list

	/** Reads back from the end of a list that is sorted from old to new. @returns undefined if that does not show what is new */
	private async fromTheEnd(front: Order): Promise<ReadingEnd | undefined> {
		const { watch, offset } = this;
		const { list } = watch.state;
		const said = list.rows ?? this.trustedTotal ?? 0;
		if (said <= offset && list.rows !== undefined) return undefined;
		let end = said > offset ? said : await this.findEnd();
		for (let wanted = this.expected.size + MARGIN; end - wanted > offset;) {
			const back = new Order(this.slack, front.latest);
			const start = end - wanted;
			const pages = pagesOf(this.reader, this.identity, { start });
			const read = await this.readBack(pages, back);
			if (read === 'late' || read === 'met') return read;
			if (read === 'unsorted') return undefined;
			if (read === undefined) end = Math.min(await this.findEnd(), start);
			else {
				list.rows = read;
				if (this.isProven(back)) return 'proven';
				wanted *= FURTHER;
			}
		}
		return undefined;
	}

	private async findEnd(): Promise<number> {
		return await listEnd(this.fetchPage, this.offset, () => {
			if (this.isTimeOver) throw listTooLong(this.stream.rows);
		});
	}

	/** @returns where the list ends; undefined if nothing is there */
	private async readBack(
		pages: Pages,
		back: Order,
	): Promise<number | 'late' | 'met' | 'unsorted' | undefined> {
		let end: number | undefined;
		for (;;) {
			const { value, done } = await pages.next();
			if (done) return end;
			this.take(value, back);
			end = value.next;
			if (this.isMet) return 'met';
			if (!back.mayBeOldestFirst) return 'unsorted';
			if (!this.isTimeOver || value.isLast) continue;
			if (this.isPast) return 'late';
			throw listTooLong(this.stream.rows);
		}
	}

	/** Everything was read: the total that the platform says must fit. @param last what it sent last */
	private atEnd(last?: Page): ReadingEnd {
		const { watch, count, offset, total, least, most, stream } = this;
		if (total !== undefined && least > Math.max(count, offset))
			watch.say('total', contradiction(stream.rows, count, least));
		else if (last?.hasMore === true) watch.say('more rows', contradiction(stream.rows, count));
		else if (total !== undefined && most < Math.min(count, offset)) watch.state.noted.add('total');
		return 'whole';
	}
}
