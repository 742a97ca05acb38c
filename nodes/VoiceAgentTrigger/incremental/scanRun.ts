import type { PageRead, PageReader } from '../../shared/http';
import { Identity } from '../../shared/http';
import { keyOf } from '../rowKey';
import type { Boundary, Checkpoint, Way } from '../savedState';
import type { List, Row, ScanResult, TakeRows } from './list';
import type { Order } from './order';

/** How a reading ended. `untrusted`: the list is not what it seemed to be. `enough`: its caller wants no more. */
export type End = 'complete' | 'outOfTime' | 'untrusted' | 'enough';

/** How many of the last rows are remembered at a checkpoint. */
const ANCHORS = 5;

const later = (one: number | undefined, other: number | undefined): number | undefined =>
	one === undefined || (other !== undefined && other > one) ? other : one;

/** One scan under way, whatever way the list is read: what it has learned by now. */
export class ScanRun {
	readonly identity: Identity;
	private checkpoint?: Checkpoint;
	private newest?: number;
	private count?: number;
	private boundary?: Boundary;
	private startedAt: number;
	private readonly met = new Set<string>();
	private hasUndated = false;

	constructor(
		readonly list: List,
		private readonly takeRows: TakeRows,
	) {
		this.identity = new Identity(list.entity);
		this.startedAt = list.now;
	}

	/** Rows with an earlier time need not be read. */
	get since(): number | undefined {
		return this.list.since(this.newest);
	}

	result(end: End): ScanResult {
		const { checkpoint, newest, count, boundary, startedAt, met, hasUndated } = this;
		const isComplete = end === 'complete';
		return { isComplete, checkpoint, newest, count, boundary, startedAt, met, hasUndated };
	}

	/** Learns from a page, and passes its rows on. Returns true if they are enough. */
	takePage(page: PageRead, order: Order): boolean {
		return this.takeRows(this.learn(page.rows, order));
	}

	/** Learns from rows, and gives them their keys and times. */
	learn(rows: PageRead['rows'], order: Order): Row[] {
		const { since } = this;
		return rows.map((row) => {
			const time = this.list.timeOf(row);
			const key = keyOf(this.identity.of(row));
			order.add(time);
			this.met.add(key);
			this.newest = later(this.newest, time);
			this.hasUndated ||= time === undefined;
			const isBefore = time !== undefined && since !== undefined && time < since;
			if (isBefore && (!this.boundary || time > this.boundary.time)) this.boundary = { key, time };
			return { key, time, row };
		});
	}

	/** Whether every row that follows is old. */
	isPast(order: Order): boolean {
		const { since } = this;
		return (
			order.isNewestFirst && since !== undefined && order.end !== undefined && order.end < since
		);
	}

	/** What an earlier scan had learned counts for this one, which goes on where that one stopped. */
	resume({ startedAt, newest }: Readonly<Checkpoint>): void {
		this.startedAt = startedAt;
		this.newest = later(this.newest, newest);
	}

	/**
	 * Reads pages to where their rows are old for certain, to the end of the list, or as long as there is time.
	 *
	 * @param isTrusted whether the list is what it seemed to be, by the rows of a page
	 * @param unmet rows that must still come, to be kept at a checkpoint
	 */
	async read(
		way: Way,
		reader: PageReader,
		pages: AsyncGenerator<PageRead>,
		order: Order,
		{
			isTrusted = () => true,
			unmet,
		}: { isTrusted?: (rows: readonly Row[]) => boolean; unmet?: ReadonlySet<string> } = {},
	): Promise<End> {
		let anchors: string[] = [];
		let count = 0;
		for await (const page of pages) {
			const rows = this.learn(page.rows, order);
			if (!isTrusted(rows)) return 'untrusted';
			if (this.takeRows(rows)) return 'enough';
			if (this.isPast(order)) return 'complete';
			anchors = [...anchors, ...rows.map(({ key }) => key)].slice(-ANCHORS);
			count = page.next;
			reader.grow();
			if (!this.list.hasTimeLeft() && !page.isLast) {
				const { startedAt, newest } = this;
				const offset = page.next;
				this.checkpoint = { way, offset, anchors, startedAt, newest };
				if (unmet) this.checkpoint.unmet = [...unmet];
				return 'outOfTime';
			}
		}
		if (way !== 'filter') this.count = count;
		return 'complete';
	}
}
