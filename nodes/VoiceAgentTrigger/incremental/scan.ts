import type { IDataObject } from 'n8n-workflow';
import type { FetchPage, Page, PageRead, RequestFailure } from '../../shared/http';
import { Identity, PageReader, pagesOf } from '../../shared/http';
import type { EntityName } from '../../shared/platform';
import { Order } from './order';
import type { Boundary, Position } from '../state';
import { keyOf } from '../state';

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
	/** What the rows are. */
	entity: EntityName;
	timeOf: (row: IDataObject) => number | undefined;
	/** Rows with an earlier time need not be read. Undefined: all are wanted. `newest` is the latest time read so far. */
	since: (newest: number | undefined) => number | undefined;
	/** The latest row known from before the wanted ones. A list since then must hold it, or it leaves out more than it should. */
	boundary?: Boundary;
	/** Rows since then that such a list must hold too. */
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

/** How a reading ended. `untrusted`: the list is not what it seemed to be. */
type End = 'complete' | 'outOfTime' | 'untrusted';

export const later = (one: number | undefined, other: number | undefined): number | undefined =>
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

const isRefused = ({ details }: RequestFailure) =>
	details?.status === 400 || details?.status === 422;

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
	/** Where to go on, if the time ran out. */
	position?: Position;
	/** The latest time of all rows read, old ones too. */
	newest?: number;
	/** How many rows the list has, if it was read to its end. */
	count?: number;
	/** The latest of the rows read that are older than the wanted ones. */
	before?: Boundary;
	/** Milliseconds since 1970. Rows that came after it may not have been seen. */
	startedAt: number;
	/** The keys of all rows read. */
	readonly met = new Set<string>();
	/** Some rows have no time. */
	hasUndated = false;
	private readonly identity: Identity;

	constructor(private readonly settings: ScanSettings) {
		this.identity = new Identity(settings.entity);
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
		// What needs several polls must not begin with something else each time.
		const isFree = this.settings.position?.kind !== 'front';
		let end: End = 'untrusted';
		if (isFree && order.isOldestFirst) {
			end = yield* this.fromTheBack(first.value, order.end, pageSize);
		}
		if (isFree && end === 'untrusted' && !order.mayBeNewestFirst) {
			end = yield* this.filtered(pageSize);
		}
		if (end === 'untrusted') end = yield* this.fromTheFront(reader, pages, first.value.next, order);
		this.isComplete = end === 'complete';
	}

	/** Whether every row that follows is old. */
	private isPast(order: Order): boolean {
		const since = this.settings.since(this.newest);
		return (
			order.isNewestFirst && since !== undefined && order.end !== undefined && order.end < since
		);
	}

	private take(page: PageRead, order: Order): Row[] {
		const since = this.settings.since(this.newest);
		return page.rows.map((row) => {
			const time = this.settings.timeOf(row);
			const key = keyOf(this.identity.of(row));
			order.add(time);
			this.met.add(key);
			this.newest = later(this.newest, time);
			this.hasUndated ||= time === undefined;
			const isBefore = time !== undefined && since !== undefined && time < since;
			if (isBefore && (!this.before || time > this.before.time)) this.before = { key, time };
			return { key, time, row };
		});
	}

	/** Reads pages to where their rows are old for certain, to the end of the list, or as long as there is time. */
	private async *read(
		kind: Position['kind'],
		reader: PageReader,
		pages: AsyncGenerator<PageRead>,
		order: Order,
		isTrusted: (rows: readonly Row[]) => boolean = () => true,
	): AsyncGenerator<Row[], End> {
		let anchors: string[] = [];
		let count = 0;
		for await (const page of pages) {
			const rows = this.take(page, order);
			if (!isTrusted(rows)) return 'untrusted';
			yield rows;
			if (this.isPast(order)) return 'complete';
			anchors = [...anchors, ...rows.map(({ key }) => key)].slice(-ANCHORS);
			count = page.next;
			reader.grow();
			if (!this.settings.hasTimeLeft() && !page.isLast) {
				const { startedAt, newest } = this;
				this.position = { kind, offset: page.next, anchors, startedAt, newest };
				return 'outOfTime';
			}
		}
		if (kind !== 'filter') this.count = count;
		return 'complete';
	}

	private async *fromTheFront(
		reader: PageReader,
		firstPages: AsyncGenerator<PageRead>,
		front: number,
		order: Order,
	): AsyncGenerator<Row[], End> {
		const place = await this.placeToGoOn('front', reader);
		reader.grow();
		const goesOn = place !== undefined && place > front;
		const pages = goesOn ? pagesOf(reader, this.identity, place) : firstPages;
		return yield* this.read('front', reader, pages, order);
	}

	/** Reads with the platform's date filter. */
	private async *filtered(pageSize: number): AsyncGenerator<Row[], End> {
		const { settings } = this;
		const { boundary, position } = settings;
		const since = settings.since(this.newest);
		if (since === undefined || !boundary || boundary.time > since) return 'untrusted';

		const from = new Date(Math.floor(boundary.time / 1000) * 1000);
		const fetchPage = settings.pages({ [settings.dateFilter]: from.toISOString() });
		let isUnknown = false;
		const reader = new PageReader(
			async (limit, offset) =>
				await fetchPage(limit, offset).catch((failure: RequestFailure): Page => {
					isUnknown = limit === pageSize && isRefused(failure);
					if (!isUnknown) throw failure;
					return { rows: [] };
				}),
			pageSize,
		);
		const place = await this.placeToGoOn('filter', reader);
		const unmet = new Set(
			place === undefined ? [boundary.key, ...settings.known()] : position?.unmet,
		);
		const pages = pagesOf(reader, this.identity, place);
		const end = yield* this.read('filter', reader, pages, new Order(), (rows) => {
			rows.forEach(({ key }) => unmet.delete(key));
			return rows.every(({ time }) => time !== undefined && time >= from.getTime());
		});
		if (this.position) this.position.unmet = [...unmet];
		return isUnknown || (end === 'complete' && unmet.size > 0) ? 'untrusted' : end;
	}

	/**
	 * @param head the first page of the list, which is sorted from old to new
	 * @param headEnd the time of its last row
	 */
	private async *fromTheBack(
		head: PageRead,
		headEnd: number | undefined,
		pageSize: number,
	): AsyncGenerator<Row[], End> {
		const { settings } = this;
		const reader = new PageReader(remembering(settings.pages({})), pageSize);
		reader.grow();
		const place = await this.placeToGoOn('back', reader);
		const start = place ?? (await this.startFromTheBack(head, reader));
		if (start === undefined) return 'untrusted';

		const order = new Order();
		order.add(headEnd);
		const pages = pagesOf(reader, this.identity, start);
		const end = yield* this.read('back', reader, pages, order, () => order.mayBeOldestFirst);
		return end === 'complete' && !order.isOldestFirst ? 'untrusted' : end;
	}

	/** How many rows to skip, so that all wanted ones of a list from old to new follow. */
	private async startFromTheBack(head: PageRead, reader: PageReader): Promise<number | undefined> {
		const { settings } = this;
		const end = head.total ?? settings.count ?? (await this.findEnd(head));
		if (end <= head.next) return undefined;
		for (let back = [...settings.known()].length + FIRST_PAGE; ; back *= 2) {
			const start = Math.max(head.next, end - back);
			const { page } = await reader.page(start);
			if (page.rows.length === 0) return undefined;
			this.take({ ...page, next: start, isLast: false }, new Order());
			const time = settings.timeOf(page.rows[0] ?? {});
			const since = settings.since(this.newest);
			const isOld = time !== undefined && since !== undefined && time < since;
			if (isOld || start === head.next) return start;
		}
	}

	/** How many rows to skip, so that all that an earlier scan has not read follow; undefined if there was none, or its place is not found. */
	private async placeToGoOn(
		kind: Position['kind'],
		reader: PageReader,
	): Promise<number | undefined> {
		const { position } = this.settings;
		if (position?.kind !== kind) return undefined;
		const { offset, anchors, startedAt, newest } = position;
		const near = offset - anchors.length;
		const place =
			(await this.placeBehind(anchors, reader, near, near + anchors.length)) ??
			(await this.placeBehind(anchors, reader, near - NEAR_ROWS, near + NEAR_ROWS));
		if (place !== undefined) {
			this.startedAt = startedAt;
			this.newest = later(this.newest, newest);
		}
		return place;
	}

	/** Looks for these rows between two offsets. They must stand in the order they had, though some may be gone and others in between. */
	private async placeBehind(
		anchors: readonly string[],
		reader: PageReader,
		from: number,
		to: number,
	): Promise<number | undefined> {
		const start = Math.max(0, from);
		const keys: string[] = [];
		while (start + keys.length < to) {
			const { page } = await reader.page(start + keys.length);
			if (page.rows.length === 0) break;
			keys.push(...page.rows.map((row) => keyOf(this.identity.of(row))));
		}
		const found = keys.filter((key) => anchors.includes(key));
		const expected = anchors.filter((key) => found.includes(key));
		const isSameOrder = found.join() === expected.join();
		if (!isSameOrder || found.length * 2 < anchors.length || found.length === 0) return undefined;
		return start + keys.lastIndexOf(found.at(-1) ?? '') + 1;
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
		if (await isBehindEnd(low)) return low;
		let high = low * 2;
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
