import type { IDataObject } from 'n8n-workflow';
import type { FetchPage, Page } from '../../../../nodes/shared/http';
import { RequestFailure } from '../../../../nodes/shared/http';

/** What happens to the list when a request begins, and where, in thousandths of the list. */
export interface Change {
	kind: 'insert' | 'remove' | 'update' | 'none';
	place: number;
}

export interface ChangingListSettings {
	/** What each page says; by default the number of rows. */
	total?: number | 'right' | 'none';
	/** Whether each page says if more follow. */
	tellsMore?: boolean;
	/** Rows of its largest page. */
	pageSize?: number;
	/** What happens before each request, from the first one on; nothing once it is used up. */
	changes?: readonly Change[];
	/** How many turns of the event loop a request takes before the list is looked at, used in turn. */
	delays?: readonly number[];
	/** What it answers in place of the page; undefined for the page. */
	failure?: (request: Request) => RequestFailure | undefined;
}

export interface Request {
	limit: number;
	offset: number;
	/** Number of requests under way, with this one. */
	underWay: number;
}

export const refusal = (status?: number): RequestFailure =>
	new RequestFailure('no', '', { status, arrival: 'answered' });

/** The identifiers of a list of that length, in its order. */
export const idsTo = (count: number): string[] =>
	Array.from({ length: count }, (_, place) => `r${place}`);
export const idsOf = (rows: readonly IDataObject[]): string[] => rows.map(({ id }) => String(id));

const MOST_REQUESTS = 5_000;

/** A list that counts rows, changes while it is read, and may answer later requests earlier. */
export class ChangingList {
	readonly requests: Request[] = [];
	/** Identifiers of rows that were there all the time. */
	readonly lasting: Set<string>;
	/** Number of rows that went. */
	removed = 0;
	private underWay = 0;
	private added = 0;
	private readonly rows: IDataObject[];

	constructor(
		count: number,
		private readonly settings: ChangingListSettings = {},
	) {
		this.rows = idsTo(count).map((id) => ({ id, name: 'a' }));
		this.lasting = new Set(idsTo(count));
	}

	get mostUnderWay(): number {
		return Math.max(...this.requests.map(({ underWay }) => underWay));
	}

	readonly fetchPage: FetchPage = async (limit, offset) => {
		const { delays = [0], failure, changes = [] } = this.settings;
		const number = this.requests.length;
		this.underWay += 1;
		const request = { limit, offset, underWay: this.underWay };
		this.requests.push(request);
		if (number > MOST_REQUESTS) throw new Error('There is no end to the requests');
		try {
			for (let turn = 0; turn < (delays[number % delays.length] ?? 0); turn += 1) {
				await new Promise((resolve) => setImmediate(resolve));
			}
			const change = changes[number];
			if (change) this.change(change);
			const failed = failure?.(request);
			if (failed) throw failed;
			return this.page(limit, offset);
		} finally {
			this.underWay -= 1;
		}
	};

	private page(limit: number, offset: number): Page {
		const { total = 'right', tellsMore = false, pageSize = 1_000 } = this.settings;
		const end = offset + Math.min(limit, pageSize);
		const said = total === 'right' ? this.rows.length : total;
		return {
			rows: this.rows.slice(offset, end).map((row) => ({ ...row })),
			...(said !== 'none' && { total: said }),
			...(tellsMore && { hasMore: end < this.rows.length }),
		};
	}

	private change({ kind, place }: Change): void {
		const { rows } = this;
		const index = Math.floor((place * rows.length) / 1000);
		const row = rows[index];
		if (kind === 'insert') {
			this.added += 1;
			rows.splice(index, 0, { id: `new${this.added}`, name: 'a' });
		}
		if (kind === 'update' && row) row.name = `Not ${String(row.name)}`;
		if (kind === 'remove' && row) {
			rows.splice(index, 1);
			this.removed += 1;
			this.lasting.delete(String(row.id));
		}
	}
}
