import type { IDataObject } from 'n8n-workflow';
import type { Client, FetchPage, HttpRequest, Page } from '../../../../nodes/shared/http';
import { pagesFetcher, RequestFailure } from '../../../../nodes/shared/http';
import { changed, usualBut, type SomeManner } from '../../../platform/manners.mts';
import { Platform, type Query } from '../../../platform/platform.mts';
import { trueRow, type Row } from '../../../platform/rows.mts';
import { thing } from '../../../platform/things.mts';

/** What happens to the list when a request begins. */
export type Change =
	| {
			kind: 'insert' | 'remove' | 'update';
			/** Where, in thousandths of the list. */ place: number;
			/** How many; one if it is left out. */ rows?: number;
	  }
	| { kind: 'none' };

export interface ChangingListSettings {
	/** What is not usual about the platform. */
	manner?: SomeManner;
	/** Rows of its largest page. */
	pageSize?: number;
	/** It gives the first page, whatever is asked for. */
	ignoresOffset?: boolean;
	/** What happens before each request, from the first one on; nothing once it is used up. */
	changes?: readonly Change[];
	/** How many turns of the event loop a request takes before the list is looked at, used in turn. */
	delays?: readonly number[];
	/** What it answers in place of the page; undefined for the page. */
	failure?: (request: Request) => RequestFailure | undefined;
	/** Another page than the list has. */
	pageOf?: (page: Page, request: Request) => Page;
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
	new RequestFailure('no', '', { status, arrival: 'answered' });

/** The list has its total in each page, as `{ data: […], total }`. */
export const COUNTED = { envelope: { total: 'right' } } as const satisfies SomeManner;

const known = new Map<number, Row>();

/** The same row for the same place: to draw one takes its time. */
function rowAt(place: number): Row {
	const row = known.get(place) ?? trueRow(0, place);
	known.set(place, row);
	return row;
}

/** The identifiers of a list of that length, in its order. */
export const idsTo = (count: number): string[] =>
	Array.from({ length: count }, (_, place) => rowAt(place).id);
export const idsOf = (rows: readonly IDataObject[]): string[] => rows.map(({ id }) => String(id));

/** Rows are told apart by `id`, whatever they are. */
const BY_ID = usualBut({ ids: { name: 'id' } });
const MOST_REQUESTS = 5_000;
const THING = thing('voice');
const REQUEST = { method: 'GET', path: THING.path, subject: 'Get voices' } as const;

/** The platform in memory with a list, which changes while it is read, and may answer later requests earlier. */
export class ChangingList {
	readonly requests: Request[] = [];
	/** Identifiers of rows that were there all the time. */
	readonly lasting: Set<string>;
	/** Number of rows that went. */
	removed = 0;
	private underWay = 0;
	private added = 0;
	private readonly platform: Platform;
	/** In the order of the list. */
	private readonly order: string[];
	private readonly fetch: FetchPage;

	constructor(
		count: number,
		private readonly settings: ChangingListSettings = {},
	) {
		const rows = Array.from({ length: count }, (_, place) => rowAt(place));
		const manner = changed(BY_ID, settings.manner ?? {});
		const { pageSize } = settings;
		this.platform = new Platform({ thing: THING, manner, pageSize, rows });
		this.order = rows.map(({ id }) => id);
		this.lasting = new Set(this.order);
		const client = {
			send: async <T,>({ query }: HttpRequest, read: (answer: object) => T) =>
				read(this.answered(query as Query)),
		};
		this.fetch = pagesFetcher(client as unknown as Client, REQUEST);
	}

	get mostUnderWay(): number {
		return Math.max(...this.requests.map(({ underWay }) => underWay));
	}

	get offsets(): number[] {
		return this.requests.map(({ offset }) => offset);
	}

	readonly fetchPage: FetchPage = async (limit, offset) => {
		const { delays = [0], failure, changes = [], pageOf = (page: Page) => page } = this.settings;
		const { ignoresOffset = false } = this.settings;
		const number = this.requests.length + 1;
		this.underWay += 1;
		const request = { limit, offset, number, underWay: this.underWay };
		this.requests.push(request);
		if (number > MOST_REQUESTS) throw new Error('There is no end to the requests');
		try {
			const delay = delays[(number - 1) % delays.length] ?? 0;
			for (let turn = 0; turn < delay; turn += 1) {
				await new Promise((resolve) => setImmediate(resolve));
			}
			this.change(changes[number - 1] ?? { kind: 'none' });
			const failed = failure?.(request);
			if (failed) throw failed;
			return pageOf(await this.fetch(limit, ignoresOffset ? 0 : offset), request);
		} finally {
			this.underWay -= 1;
		}
	};

	/** @throws RequestFailure if the platform refuses it */
	private answered(query: Query): { body: unknown; headers: object } {
		const { statusCode, body, headers } = this.platform.list(query);
		if (statusCode >= 400) {
			throw new RequestFailure('no', '', {
				status: statusCode,
				arrival: 'answered',
				serverText: JSON.stringify(body),
				outline: '{ message: text }',
			});
		}
		return { body, headers };
	}

	private change(change: Change): void {
		if (change.kind === 'none') return;
		const { rows = 1, ...one } = change;
		for (let done = 0; done < rows; done += 1) this.changeOne(one);
	}

	private changeOne(change: Exclude<Change, { kind: 'none' }>): void {
		const { order, platform } = this;
		const index = Math.floor((change.place * order.length) / 1000);
		const id = order[index];
		if (change.kind === 'insert') {
			this.added += 1;
			const row = rowAt(-this.added);
			const [before, after] = [order[index - 1], id].map((neighbour) =>
				neighbour === undefined ? undefined : platform.find(neighbour)!.created,
			);
			const created = before && after ? (before + after) / 2 : row.created;
			platform.insert({ ...row, created: after === undefined ? (before ?? created) - 1 : created });
			order.splice(index, 0, row.id);
		} else if (id !== undefined && change.kind === 'remove') {
			order.splice(index, 1);
			platform.delete(id);
			this.removed += 1;
			this.lasting.delete(id);
		} else if (id !== undefined) {
			platform.update(id, { name: `Not ${platform.find(id)!.name}` });
		}
	}
}
