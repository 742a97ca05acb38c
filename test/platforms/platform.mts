import type { IHttpRequestOptions } from 'n8n-workflow';
import type { Case, ListCase, ObjectCase } from './cases.mts';
import {
	EMPTY_BODIES,
	listBody,
	nameOfRows,
	objectBody,
	REFUSALS,
	type PageFacts,
} from './envelopes.mts';
import { LISTS, OBJECTS, type Target } from './resources.mts';
import { idText, jsonText, sparseRow, writtenRow, type Written } from './shapes.mts';
import { trueRow, type TrueRow } from './truth.mts';

/** An answer as it is sent. */
export interface Reply {
	status: number;
	text: string;
}

/** What was asked for. `isOwn`: at the platform's own address. */
export interface Asked {
	method: string;
	url: string;
	hasToken: boolean;
	isOwn: boolean;
}

export const ORIGIN = 'https://voice.example.com';
const BASE_PATH = '/api/v1';
const FOREIGN_ORIGIN = 'https://internal.example.net';
/** More requests than any reader needs: pages of one row, each limit refused before, and some to find out. */
const MAX_REQUESTS = 1_000;
const MAX_INSERTING_PAGES = 3;

export const targetOf = (of: Case): Target =>
	of.kind === 'list' ? LISTS[of.list] : OBJECTS[of.object];

/** The rows that the list really has, in the platform's order. */
export const rowsOf = ({ count, seed }: Pick<ListCase, 'count' | 'seed'>): TrueRow[] =>
	Array.from({ length: count }, (_, index) => trueRow(seed, index));

/** The moment that the platform filters by. */
const momentOf = (row: TrueRow, { filtering }: ListCase) =>
	filtering.by === 'started' ? (row.started ?? row.created) : row.created;

/** What the user enters as filters. Bounds that are exact are the times of rows. */
export function enteredFilter(of: ListCase): { from?: string; to?: string; callId?: string } {
	const { filter, count, seed } = of;
	const place = (share: number) => Math.floor((Math.max(count - 1, 0) * share) / 1000);
	const moment = (share: number) =>
		momentOf(trueRow(seed, place(share)), of) + (filter.isExact ? 0 : 500);
	const iso = (share: number) => new Date(moment(share)).toISOString();
	// The first rows are the newest.
	const newest = Math.min(filter.first, filter.last);
	const oldest = Math.max(filter.first, filter.last);
	switch (filter.kind) {
		case 'none':
			return {};
		case 'from':
			return { from: iso(filter.first) };
		case 'to':
			return { to: iso(filter.first) };
		case 'between':
			return { from: iso(oldest), to: iso(newest) };
		case 'callId':
			return { callId: idText(trueRow(seed, place(filter.first)), of.ids, LISTS[of.list]) };
		case 'unknownCallId':
			return { callId: 'call_that_never_was' };
	}
}

/** The reader does not stop to ask. */
export class Overrun extends Error {}

/** A platform in the manner of one case, in memory. */
export class Platform {
	readonly asked: Asked[] = [];
	/** How often an action was carried out. */
	actions = 0;
	/** Rows that appeared while the list was read. */
	readonly inserted: TrueRow[] = [];
	private readonly target: Target;
	private table: TrueRow[];
	private pages = 0;

	constructor(private readonly of: Case) {
		this.target = targetOf(of);
		this.table = of.kind === 'list' ? rowsOf(of) : [];
	}

	/** Whether the reader has asked so often that it would not stop. */
	get isOverrun(): boolean {
		return this.asked.length > MAX_REQUESTS;
	}

	/** Answers what n8n's HTTP helper is asked for. @throws Overrun */
	serve({ method = 'GET', url, qs }: IHttpRequestOptions, hasToken: boolean): Reply {
		const address = new URL(url, ORIGIN);
		for (const [name, value] of Object.entries((qs ?? {}) as Record<string, unknown>)) {
			if (value !== undefined) address.searchParams.set(name, String(value));
		}
		const isOwn = address.origin === ORIGIN;
		this.asked.push({ method, url: address.href, hasToken, isOwn });
		if (this.isOverrun) throw new Overrun('There is no end to the requests');
		const isKnown = address.pathname === `${BASE_PATH}${this.target.path}`;
		if (!isKnown || method !== this.target.method) {
			return { status: 404, text: jsonText({ message: 'Not Found' }) };
		}
		return this.of.kind === 'list'
			? this.page(this.of, address.searchParams)
			: this.object(this.of);
	}

	private json(body: unknown, status = 200): Reply {
		return { status, text: jsonText(body) };
	}

	private refused(status: string, message: string): Reply {
		return this.json({ message }, Number(status));
	}

	private object(of: ObjectCase): Reply {
		const { target } = this;
		if (of.refusal !== 'none') return this.json(REFUSALS[of.refusal]('data'));
		if (target.method !== 'GET') this.actions += 1;
		if (of.envelope.kind === 'empty') return { status: 204, text: '' };
		const row = trueRow(of.seed, 0);
		const body = objectBody(
			writtenObject(of, row),
			idText(row, of.ids, target),
			of.envelope,
			target,
		);
		return this.json(body, target.method === 'POST' ? 201 : 200);
	}

	/** The rows that the filters of the request let through. */
	private matching(of: ListCase, query: URLSearchParams): TrueRow[] {
		if (of.filtering.manner === 'ignored') return this.table;
		const bound = (name: string) => (query.has(name) ? Date.parse(query.get(name) ?? '') : NaN);
		const [from, to, id] = [bound('from'), bound('to'), query.get('call_id')];
		const isIncluded = of.filtering.bounds === 'included';
		return this.table.filter((row) => {
			const moment = momentOf(row, of);
			if (moment < from || moment > to) return false;
			if (!isIncluded && (moment === from || moment === to)) return false;
			return id === null || idText(row, of.ids, this.target) === id;
		});
	}

	/** Rows appear at the front, as calls do while a list is read. */
	private insert({ paging, seed }: ListCase): void {
		if (this.pages === 0 || this.pages > MAX_INSERTING_PAGES) return;
		for (let number = 0; number < paging.inserts; number += 1) {
			const row = trueRow(seed, -1 - this.inserted.length);
			this.inserted.push(row);
			this.table = [row, ...this.table];
		}
	}

	private page(of: ListCase, query: URLSearchParams): Reply {
		const { paging, envelope, filtering } = of;
		if (of.refusal !== 'none')
			return this.json(REFUSALS[of.refusal](nameOfRows(envelope, this.target)));
		const isFiltered = ['from', 'to', 'call_id'].some((name) => query.has(name));
		if (isFiltered && filtering.manner === 'refused') {
			return this.refused('422', 'Unknown query parameter');
		}
		const limit = Number(query.get('limit') ?? 20);
		const refuses = paging.limit === 'refused400' || paging.limit === 'refused422';
		if (refuses && limit > paging.refusedAbove) {
			const text = `limit must not be greater than ${paging.refusedAbove}`;
			return this.refused(paging.limit.slice(-3), text);
		}
		this.insert(of);
		const rows = this.matching(of, query);
		if (rows.length === 0) return this.empty(of);

		const wanted = paging.limit === 'ignored' ? paging.cap : Math.min(limit, paging.cap);
		const start = this.startOf(of, query, wanted);
		if (start >= rows.length && paging.pastEnd !== 'empty') {
			return this.refused(paging.pastEnd, 'There is no such page');
		}
		const isShort = paging.shortPages && this.pages % 3 === 1;
		const size = isShort ? Math.max(1, Math.floor(wanted / 2)) : wanted;
		this.pages += 1;
		const shown = rows.slice(start, start + size);
		const content = shown.map((row) => ({
			id: idText(row, of.ids, this.target),
			written: writtenRow(row, of.ids, of.shape, this.target),
		}));
		const page = this.facts(of, query, { start, size: shown.length, limit, matching: rows.length });
		return this.json(listBody(content, page, { envelope, paging, thing: this.target }));
	}

	/** How many rows lie before the page that is asked for. */
	private startOf({ paging }: ListCase, query: URLSearchParams, size: number): number {
		const cursor = query.get(cursorParameter(paging.cursor)) ?? query.get('after');
		if (cursor !== null && cursor.startsWith('position_')) return Number(cursor.slice(9));
		const offset = Number(query.get('offset') ?? 0);
		switch (paging.offset) {
			case 'rows':
				return offset;
			case 'ignored':
				return 0;
			case 'pageFrom0':
				return offset * size;
			case 'pageFrom1':
				return Math.max(offset - 1, 0) * size;
		}
	}

	private facts(
		{ envelope, paging }: ListCase,
		query: URLSearchParams,
		shown: { start: number; size: number; limit: number; matching: number },
	): PageFacts {
		const next = shown.start + shown.size;
		const hasMore = next < shown.matching;
		const totals = {
			none: undefined,
			right: shown.matching,
			text: String(shown.matching),
			ofPage: shown.size,
			ofTable: this.table.length,
		};
		const usesLinks = paging.links !== 'none' || envelope.kind === 'django';
		return {
			offset: shown.start,
			total: totals[envelope.total],
			...(usesLinks && { nextLink: hasMore ? this.link(paging, query, next) : null }),
			...(paging.cursor !== 'none' && { nextCursor: hasMore ? `position_${next}` : null }),
			...((paging.tellsMore || envelope.kind === 'edges') && { hasMore }),
		};
	}

	/** The address of the next page, with the filters of this one. */
	private link(
		{ links, offset }: ListCase['paging'],
		query: URLSearchParams,
		next: number,
	): string {
		const parameters = new URLSearchParams(query);
		parameters.delete('offset');
		if (offset === 'rows') parameters.set('offset', String(next));
		else parameters.set('after', `position_${next}`);
		const path = `${BASE_PATH}${this.target.path}?${parameters}`;
		if (links === 'query') return `?${parameters}`;
		if (links === 'relative') return path;
		return `${links === 'foreign' ? FOREIGN_ORIGIN : ORIGIN}${path}`;
	}

	private empty(of: ListCase): Reply {
		const { empty, envelope, paging } = of;
		const thing = this.target;
		if (empty === '204') return { status: 204, text: '' };
		if (empty === '404') return this.refused('404', `No ${thing.plural} found`);
		if (empty !== 'envelope') return this.json(EMPTY_BODIES[empty](nameOfRows(envelope, thing)));
		const page = this.facts(of, new URLSearchParams(), {
			start: 0,
			size: 0,
			limit: 0,
			matching: 0,
		});
		return this.json(listBody([], page, { envelope, paging, thing }));
	}
}

/** The query parameter that takes the cursor. */
export const cursorParameter = (cursor: ListCase['paging']['cursor']): string =>
	cursor === 'next_page_token' ? 'page_token' : 'cursor';

/** The one object of a case as the platform writes it. */
export const writtenObject = (of: ObjectCase, row: TrueRow): Written =>
	of.isSparse
		? sparseRow(row, of.ids, of.shape, targetOf(of))
		: writtenRow(row, of.ids, of.shape, targetOf(of));
