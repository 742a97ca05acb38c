import type { IDataObject } from 'n8n-workflow';
import type { FetchPage, Page } from '../../../nodes/shared/http';
import { RequestFailure } from '../../../nodes/shared/http';

/** What happens to the list when a request begins. */
export type Change =
	| {
			kind: 'insert' | 'remove' | 'update';
			/** Where, in thousandths of the list. */ place: number;
	  }
	| { kind: 'none' };

export interface ChangingListSettings {
	/** What happens before each request, from the first one on; nothing once it is used up. */
	changes?: readonly Change[];
	/** How many turns of the event loop a request takes before the list is looked at, used in turn. */
	delays?: readonly number[];
	/** Pages hold no more rows. */
	cap?: number;
	/** What the platform says about the total. */
	totalOf?: (count: number, shown: number) => number | undefined;
	hasMore?: (offset: number, count: number) => boolean | undefined;
	/** What it answers; undefined for the page. */
	failure?: (request: Request) => RequestFailure | undefined;
	/** Another row in its place. */
	rowOf?: (row: IDataObject, index: number) => IDataObject;
}

export interface Request {
	limit: number;
	offset: number;
	/** Number of requests under way, with this one. */
	underWay: number;
	/** From 1. */
	number: number;
}

export const refusal = (status: number): RequestFailure =>
	new RequestFailure('no', '', { status, reach: 'answered' });

/** A platform in miniature, whose list changes while it is read, and which may answer later requests earlier. */
export class ChangingList {
	readonly requests: Request[] = [];
	rows: IDataObject[];
	/** Identifiers of rows that were there all the time. */
	readonly lasting: Set<string>;
	private underWay = 0;
	/** Number of rows that went. */
	removed = 0;
	private added = 0;
	private readonly settings: ChangingListSettings;

	constructor(count: number, settings: ChangingListSettings = {}) {
		this.settings = settings;
		this.rows = Array.from({ length: count }, (_, index) => ({ id: `r${index}`, version: 0 }));
		this.lasting = new Set(this.rows.map(({ id }) => String(id)));
	}

	get mostUnderWay(): number {
		return Math.max(...this.requests.map(({ underWay }) => underWay));
	}

	get offsets(): number[] {
		return this.requests.map(({ offset }) => offset);
	}

	readonly fetchPage: FetchPage = async (limit, offset) => {
		const { delays = [0], failure, changes = [] } = this.settings;
		const number = this.requests.length + 1;
		this.underWay += 1;
		const request = { limit, offset, number, underWay: this.underWay };
		this.requests.push(request);
		if (number > 5_000) throw new Error('There is no end to the requests');
		try {
			const delay = delays[(number - 1) % delays.length] ?? 0;
			for (let turn = 0; turn < delay; turn += 1) {
				await new Promise((resolve) => setImmediate(resolve));
			}
			this.change(changes[number - 1] ?? { kind: 'none' });
			const failed = failure?.(request);
			if (failed) throw failed;
			return this.page(limit, offset);
		} finally {
			this.underWay -= 1;
		}
	};

	private page(limit: number, offset: number): Page {
		const { cap = limit, totalOf = (count) => count, hasMore, rowOf } = this.settings;
		const { length } = this.rows;
		const shown = this.rows.slice(offset, offset + Math.min(limit, cap));
		const rows = rowOf ? shown.map((row, index) => rowOf(row, offset + index)) : shown;
		const more = hasMore?.(offset + rows.length, length);
		return {
			rows,
			total: totalOf(length, rows.length),
			...(more !== undefined && { hasMore: more }),
		};
	}

	private change(change: Change): void {
		if (change.kind === 'none') return;
		const index = Math.floor((change.place * this.rows.length) / 1000);
		const row = this.rows[index];
		if (change.kind === 'insert') {
			this.added += 1;
			this.rows.splice(index, 0, { id: `new${this.added}`, version: 0 });
		} else if (row && change.kind === 'remove') {
			this.rows.splice(index, 1);
			this.removed += 1;
			this.lasting.delete(String(row.id));
		} else if (row) {
			this.rows[index] = { ...row, version: Number(row.version) + 1 };
		}
	}
}
