import type { IDataObject } from 'n8n-workflow';
import { RequestFailure } from '../shared/errors';
import type { FetchPage, PageRead } from '../shared/pagination';
import { Identity, PageReader, pagesOf } from '../shared/pagination';
import type { Page } from '../shared/response';
import { Order } from './order';
import type { Position } from './state';
import { keyOf } from './state';

/** A row of a list, with what tells it apart. */
export interface Row {
	key: string;
	/** When it came about, in milliseconds since 1970; undefined if the platform does not say. */
	time?: number;
	row: IDataObject;
}

export interface ScanSettings {
	/** Reads pages of the list, with further query parameters. */
	pages: (query: IDataObject) => FetchPage;
	/** Fields that identify a row, tried in order before `id`. */
	rowId: readonly string[];
	timeOf: (row: IDataObject) => number | undefined;
	/** Rows with an earlier time need not be read. Undefined: all are wanted. `newest` is the latest time read so far. */
	since: (newest: number | undefined) => number | undefined;
	/** Rows that a list of everything since then must hold. */
	known: () => Iterable<string>;
	/** Name of the query parameter that leaves out earlier rows. */
	dateFilter: string;
	/** Where an earlier scan ran out of time. */
	position?: Position;
	/** How many rows the list had when it was last read from the back. */
	count?: number;
	hasTimeLeft: () => boolean;
	now: number;
}

const FIRST_PAGE = 100;
const ANCHORS = 5;
/** How many rows may have come or gone before the place where an earlier scan ended. */
const NEAR_ROWS = 200;

const later = (one: number | undefined, other: number | undefined): number | undefined =>
	one === undefined || (other !== undefined && other > one) ? other : one;

/** Does not ask twice in a row for the same page. */
function remembering(fetchPage: FetchPage): FetchPage {
	let last: { limit: number; offset: number; page: Page } | undefined;
	return async (limit, offset) => {
		if (last?.limit !== limit || last.offset !== offset) {
			last = { limit, offset, page: await fetchPage(limit, offset) };
		}
		return last.page;
	};
}

const isRefused = (failure: RequestFailure) =>
	failure.details.status === 400 || failure.details.status === 422;

/**
 * Reads all rows of a list since some time, with as few requests as the platform allows. What the API document leaves open is found out
 * from the rows themselves, anew each time, and believed only as far as they prove it:
 *
 * - newest first: from the front until the rows are old
 * - a date filter that works: with it, if the answer holds every row that is known to be there
 * - oldest first: from the back
 * - none of these: everything
 */
export class Scan {
	/** Every wanted row was read. */
	isComplete = false;
	/** Where to go on, if not. */
	position?: Position;
	/** The latest time of all rows read, old ones too. */
	newest?: number;
	/** As in the settings, as it is now. */
	count?: number;
	/** Milliseconds since 1970. Rows that came after it may not have been seen. */
	startedAt: number;
	/** The keys of all rows read. */
	readonly met = new Set<string>();
	/** Some rows have no time. */
	hasUndated = false;
	private readonly identity: Identity;

	constructor(private readonly settings: ScanSettings) {
		this.identity = new Identity(settings.rowId);
		this.startedAt = settings.now;
	}

	/** The rows, page by page, in the order of the platform. A row may come twice. */
	async *rows(): AsyncGenerator<Row[]> {
		const order = new Order();
		const reader = new PageReader(this.settings.pages({}), FIRST_PAGE);
		const pages = pagesOf(reader, this.identity);
		const first = await pages.next();
		if (first.done) {
			this.isComplete = true;
			return;
		}
		yield this.take(first.value, order);
		if (first.value.isLast || this.isPast(order)) {
			this.isComplete = true;
			return;
		}
		const { pageSize } = reader;
		if (order.isOldestFirst && (yield* this.fromTheBack(first.value, order.end, pageSize))) return;
		if (!order.mayBeNewestFirst && (yield* this.filtered(pageSize))) return;
		yield* this.onward(reader, pages, first.value.next, order);
	}

	/** Whether every row that follows is old. */
	private isPast(order: Order): boolean {
		const since = this.settings.since(this.newest);
		return (
			order.isNewestFirst && since !== undefined && order.end !== undefined && order.end < since
		);
	}

	private take(page: PageRead, order: Order): Row[] {
		return page.rows.map((row) => {
			const time = this.settings.timeOf(row);
			order.add(time);
			this.newest = later(this.newest, time);
			this.hasUndated ||= time === undefined;
			const key = keyOf(this.identity.of(row));
			this.met.add(key);
			return { key, time, row };
		});
	}

	/** Reads the list to where its rows are old for certain, or to its end. */
	private async *onward(
		reader: PageReader,
		firstPages: AsyncGenerator<PageRead>,
		front: number,
		order: Order,
	): AsyncGenerator<Row[], void> {
		const place = await this.placeToGoOn(reader.pageSize);
		const { position } = this.settings;
		if (place !== undefined && position) {
			this.startedAt = position.startedAt;
			this.newest = later(this.newest, position.newest);
		}
		const pages =
			place !== undefined && place > front ? pagesOf(reader, this.identity, place) : firstPages;
		reader.grow();
		for await (const page of pages) {
			const rows = this.take(page, order);
			yield rows;
			this.position = {
				offset: page.next,
				anchors: rows.slice(-ANCHORS).map(({ key }) => key),
				startedAt: this.startedAt,
				newest: this.newest,
			};
			if (this.isPast(order)) break;
			if (!this.settings.hasTimeLeft() && !page.isLast) return;
		}
		this.position = undefined;
		this.isComplete = true;
	}

	/** How many rows to skip, so that all that an earlier scan has not read follow; undefined if its last rows are gone. */
	private async placeToGoOn(pageSize: number): Promise<number | undefined> {
		const { position, pages } = this.settings;
		if (!position) return undefined;
		const reader = new PageReader(pages({}), pageSize);
		const { offset, anchors } = position;
		const near = offset - anchors.length;
		return (
			(await this.placeBehind(anchors, reader, near, near + 1)) ??
			(await this.placeBehind(anchors, reader, near - NEAR_ROWS, near + NEAR_ROWS))
		);
	}

	/** Looks for the last of these rows that is still there, on the pages from one offset up to another. */
	private async placeBehind(
		anchors: readonly string[],
		reader: PageReader,
		from: number,
		to: number,
	): Promise<number | undefined> {
		for (let offset = Math.max(0, from); offset < to;) {
			const { page } = await reader.page(offset);
			if (page.rows.length === 0) return undefined;
			const keys = page.rows.map((row) => keyOf(this.identity.of(row)));
			const last = anchors.findLast((key) => keys.includes(key));
			if (last !== undefined) return offset + keys.lastIndexOf(last) + 1;
			offset += keys.length;
		}
		return undefined;
	}

	/** @returns false if the platform's date filter does not prove itself */
	private async *filtered(pageSize: number): AsyncGenerator<Row[], boolean> {
		const { settings } = this;
		const since = settings.since(this.newest);
		const unmet = new Set(settings.known());
		if (since === undefined || unmet.size === 0) return false;

		const from = new Date(Math.floor(since / 1000) * 1000);
		const fetchPage = remembering(settings.pages({ [settings.dateFilter]: from.toISOString() }));
		const first = await fetchPage(pageSize, 0).catch((failure: Error) => failure);
		if (first instanceof Error) {
			if (first instanceof RequestFailure && isRefused(first)) return false;
			throw first;
		}
		const reader = new PageReader(fetchPage, pageSize);
		const order = new Order();
		for await (const page of pagesOf(reader, this.identity)) {
			const rows = this.take(page, order);
			if (rows.some(({ time }) => time === undefined || time < from.getTime())) return false;
			yield rows;
			rows.forEach(({ key }) => unmet.delete(key));
			if (!settings.hasTimeLeft() && !page.isLast) return true;
			reader.grow();
		}
		for (const key of this.met) unmet.delete(key);
		this.isComplete = unmet.size === 0;
		return this.isComplete;
	}

	/**
	 * @param head the first page of the list, which is sorted from old to new
	 * @param headEnd the time of its last row
	 * @returns false if the rest of the list is not sorted so
	 */
	private async *fromTheBack(
		head: PageRead,
		headEnd: number | undefined,
		pageSize: number,
	): AsyncGenerator<Row[], boolean> {
		const { settings } = this;
		const end = head.total ?? settings.count ?? (await this.findEnd(head));
		if (end <= head.next) return false;
		const reader = new PageReader(remembering(settings.pages({})), pageSize);
		reader.grow();
		let start = end;
		for (let back = [...settings.known()].length + pageSize; start > head.next; back *= 2) {
			start = Math.max(head.next, end - back);
			const { page } = await reader.page(start);
			if (page.rows.length === 0) return false;
			this.take({ ...page, next: start, isLast: false }, new Order());
			const time = settings.timeOf(page.rows[0] ?? {});
			const since = settings.since(this.newest);
			if (time !== undefined && since !== undefined && time < since) break;
		}

		const order = new Order();
		order.add(headEnd);
		let count = start;
		for await (const page of pagesOf(reader, this.identity, start)) {
			const rows = this.take(page, order);
			if (!order.mayBeOldestFirst) return false;
			yield rows;
			count = page.next;
			if (!settings.hasTimeLeft() && !page.isLast) return true;
		}
		if (!order.isOldestFirst) return false;
		this.count = count;
		this.isComplete = true;
		return true;
	}

	/** The number of rows of a list that does not tell it, in about two requests per binary digit. */
	private async findEnd(head: PageRead): Promise<number> {
		const fetchPage = this.settings.pages({});
		const firstKey = this.identity.of(head.rows[0] ?? {});
		const isBehindEnd = async (offset: number) => {
			const { rows } = await fetchPage(1, offset);
			return rows.length === 0 || this.identity.of(rows[0] ?? {}) === firstKey;
		};
		let low = head.next;
		let high = head.next * 2;
		while (!(await isBehindEnd(high))) {
			low = high;
			high *= 2;
		}
		while (high - low > 1) {
			const middle = Math.floor((low + high) / 2);
			if (await isBehindEnd(middle)) high = middle;
			else low = middle;
		}
		return high;
	}
}
