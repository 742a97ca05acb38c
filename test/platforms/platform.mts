import type { IHttpRequestOptions } from 'n8n-workflow';
import { REFUSALS, singleBody } from '../platform/envelopes.mts';
import { answerWith, type Answer } from '../platform/faults.mts';
import { BASE_URL, inOrder, ORIGIN, Platform } from '../platform/platform.mts';
import { placeOf, trueRow, type Row } from '../platform/rows.mts';
import { idText, jsonText, sparseRow, writtenRow, type Written } from '../platform/written.mts';
import type { Case, ListCase, ObjectCase } from './cases.mts';
import { LISTS, OBJECTS, type Target } from './resources.mts';

/** What was asked for. `isOwn`: at the platform's own address. `reply`: status and text of the answer. */
export interface Asked {
	method: string;
	url: string;
	hasToken: boolean;
	isOwn: boolean;
	reply?: { status: number; text: string };
}

/** More requests than any reader needs. */
const MAX_REQUESTS = 200;
const MAX_INSERTING_PAGES = 3;

export const targetOf = (of: Case): Target =>
	of.kind === 'list' ? LISTS[of.list] : OBJECTS[of.object];

/** The rows that the list really has, the newest first. */
export const rowsOf = ({ count, seed }: Pick<ListCase, 'count' | 'seed'>): Row[] =>
	Array.from({ length: count }, (_, place) => trueRow(seed, place));

/** The places of the rows, in the order of the platform's list. */
export const placesInOrder = (of: ListCase): number[] =>
	inOrder(rowsOf(of), of.listing, Infinity).map(placeOf);

/** The moment that the platform filters by. */
export const momentOf = ({ created, started }: Row, { listing }: ListCase): number =>
	listing.by === 'started' ? (started ?? created) : created;

/** What the user enters as filters: times and identifiers of rows. */
export function enteredFilter(of: ListCase): { from?: string; to?: string; callId?: string } {
	const { filter, count, seed } = of;
	const rowAt = (share: number) =>
		trueRow(seed, Math.floor((Math.max(count - 1, 0) * share) / 1000));
	const iso = (share: number) => new Date(momentOf(rowAt(share), of)).toISOString();
	// The first rows are the newest.
	const [newest, oldest] = [filter.first, filter.last].toSorted((one, other) => one - other);
	switch (filter.kind) {
		case 'none':
			return {};
		case 'between':
			return { from: iso(oldest!), to: iso(newest!) };
		case 'callId':
			return { callId: idText(rowAt(filter.first), of.ids) };
		case 'unknownCallId':
			return { callId: 'call_that_never_was' };
	}
}

/** The platform of one case, with what a reader did to it. */
export class CasePlatform {
	readonly asked: Asked[] = [];
	/** How often an action was carried out. */
	actions = 0;
	/** Rows that appeared while the list was read. */
	readonly inserted: Row[] = [];
	private readonly target: Target;
	private readonly platform: Platform;

	constructor(private readonly of: Case) {
		const rows = of.kind === 'list' ? rowsOf(of) : [];
		this.target = targetOf(of);
		this.platform = new Platform({ thing: this.target, manner: of, rows });
	}

	/** Whether the reader has asked so often that it would not stop. */
	get isOverrun(): boolean {
		return this.asked.length > MAX_REQUESTS;
	}

	/**
	 * Answers what n8n's HTTP helper is asked for, with what it gives: what was sent if it is asked for that, otherwise what JSON.parse makes of it.
	 *
	 * @throws if there is no end to the requests
	 */
	serve(options: IHttpRequestOptions, hasToken: boolean): Answer {
		const { method = 'GET', url, qs = {}, encoding } = options;
		const address = new URL(url, ORIGIN);
		for (const [name, value] of Object.entries(qs)) {
			if (value !== undefined) address.searchParams.set(name, String(value));
		}
		const asked: Asked = {
			...{ method, url: address.href, hasToken },
			isOwn: address.origin === ORIGIN,
		};
		this.asked.push(asked);
		if (this.isOverrun) throw new Error('There is no end to the requests');
		const isKnown =
			method === this.target.method &&
			`${ORIGIN}${address.pathname}` === `${BASE_URL}${this.target.path}`;
		const { statusCode, body } = isKnown
			? this.answer(Object.fromEntries(address.searchParams))
			: answerWith(404, { message: 'Not Found' });
		const text = body === undefined ? '' : jsonText(body);
		asked.reply = { status: statusCode, text };
		return {
			statusCode,
			headers: text === '' ? {} : { 'content-type': 'application/json; charset=utf-8' },
			body: encoding === 'stream' || text === '' ? text : JSON.parse(text),
		};
	}

	private answer(query: Record<string, string>): Answer {
		const { of } = this;
		if (of.refusal !== 'none') {
			const [status, body] = REFUSALS[of.refusal];
			return answerWith(status, body);
		}
		if (of.kind === 'object') return this.object(of);
		this.insert(of);
		return this.platform.list(query);
	}

	private object(of: ObjectCase): Answer {
		const { target } = this;
		if (target.method !== 'GET') this.actions += 1;
		const body = singleBody(writtenObject(of), of.single, target);
		return answerWith(body === undefined ? 204 : target.method === 'POST' ? 201 : 200, body);
	}

	/** Rows appear, as calls do while a list is read. */
	private insert({ paging, seed }: ListCase): void {
		const { pages } = this.platform;
		if (pages === 0 || pages > MAX_INSERTING_PAGES) return;
		for (let number = 0; number < paging.inserts; number += 1) {
			const row = trueRow(seed, -1 - this.inserted.length);
			this.inserted.push(row);
			this.platform.insert(row);
		}
	}
}

/** The one object of a case as the platform writes it. */
export const writtenObject = (of: ObjectCase): Written =>
	(of.isSparse ? sparseRow : writtenRow)(trueRow(of.seed, 0), of, targetOf(of));
