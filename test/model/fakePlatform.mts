import { Readable } from 'node:stream';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { answerWith, failWith, type Answer, type Fault } from './platformAnswers.mts';
import { inOrder, type Ordering } from './platformOrder.mts';
import { enveloped, pageOf, type Paging } from './platformPages.mts';
import {
	detailOf,
	ownIdOf,
	rowOf,
	type FakeRow,
	type ListName,
	type Shape,
	type Trouble,
} from './platformRows.mts';
import { appointmentOf, isFixed, shownTime } from './rowTimes.mts';

/*
 * The lists of the platform in memory, for tests that need thousands of requests a second and a clock of their own. What it answers is
 * plain data; nothing is shared with the node under test.
 */

/** How the platform answers where the API document is silent. */
export interface Quirks extends Shape, Ordering, Paging {
	/** `onEnd`, `onAppointment`: applied to another date than that of the creation. */
	dateFilter: 'applied' | 'ignored' | 'refused' | 'onEnd' | 'onAppointment';
	/** By how much the platform takes a date filter for later than it is. */
	filterShiftMs: number;
	/** Whether the list filters by agent_id, campaign_id and direction. */
	otherFilters: 'applied' | 'ignored';
	refuseLimitAbove: number;
}

const PATHS: ReadonlyArray<[path: RegExp, list: ListName]> = [
	[/^\/calls$/, 'calls'],
	[/^(?:\/agents\/([^/]+))?\/bookings$/, 'bookings'],
	[/^(?:\/agents\/([^/]+))?\/transfer-events$/, 'transfers'],
	[/^\/callbacks\/$/, 'callbacks'],
	[/^\/campaigns\/$/, 'campaigns'],
];

/** What a row answers that cannot be read. */
const REFUSALS: Partial<Record<Trouble, number>> = {
	forbidden: 403,
	gone: 410,
	broken: 500,
	slash: 404,
};

/** Faults of single requests: `times` of them in a row, from the request `at` of a poll on (the first is 0). */
export type FaultPlan = ReadonlyArray<{ at: number; times: number; fault: Fault }>;

/** What a request is answered from. */
type Rows = ReadonlyMap<string, FakeRow>;

export class FakePlatform {
	readonly list: ListName;
	quirks: Quirks;
	balance = 0;
	requests = 0;
	/** How many requests met a fault. */
	faultsMet = 0;
	/** How many answers looked right and were not. */
	deceptions = 0;
	/** Called before each request is answered; may change the rows. */
	onRequest: (number: number) => void | Promise<void> = () => {};
	faults: FaultPlan = [];
	/** The platform's clock. */
	readonly #now: () => number;
	#rows = new Map<string, FakeRow>();
	/** As the rows were when the last two polls began. */
	#past: Rows[] = [];
	#arrivals = 0;
	/** In order; `at` is undefined if time alone changes nothing. */
	#sorted?: { at?: number; rows: FakeRow[] };

	constructor(list: ListName, quirks: Quirks, now: () => number) {
		this.list = list;
		this.quirks = quirks;
		this.#now = now;
	}

	get rows(): FakeRow[] {
		return [...this.#rows.values()];
	}

	find(id: string): FakeRow | undefined {
		return this.#rows.get(id);
	}

	insert(row: Omit<FakeRow, 'arrival'>): void {
		this.#arrivals += 1;
		this.#rows.set(row.id, { ...row, arrival: this.#arrivals });
		this.#sorted = undefined;
	}

	update(id: string, changes: Partial<FakeRow>): void {
		const row = this.#rows.get(id)!;
		this.#rows.set(id, { ...row, ...changes, changed: this.#now() });
		this.#sorted = undefined;
	}

	delete(id: string): void {
		this.#rows.delete(id);
		this.#sorted = undefined;
	}

	change(changes: Partial<Quirks>): void {
		this.quirks = { ...this.quirks, ...changes };
		this.#sorted = undefined;
	}

	/** A poll begins. */
	beginPoll(faults: FaultPlan): void {
		this.requests = 0;
		this.faultsMet = 0;
		this.deceptions = 0;
		this.faults = faults;
		this.#past = [...this.#past.slice(-1), new Map(this.#rows)];
	}

	/** What n8n's HTTP helper would give, with `returnFullResponse`. */
	async request(options: IHttpRequestOptions): Promise<Answer> {
		const number = this.requests;
		this.requests += 1;
		// A server never answers within the same turn of the event loop.
		await Promise.resolve();
		await this.onRequest(number);
		const plan = this.faults.find(({ at, times }) => number >= at && number < at + times);
		if (!plan) return this.#answer(options, this.#rows);
		this.faultsMet += 1;
		const answer = failWith(plan.fault, options) ?? this.#deceive(plan.fault, options);
		if (answer) return answer;
		this.faultsMet -= 1;
		return this.#answer(options, this.#rows);
	}

	/** An answer that is damaged or wrong; undefined if this fault does not show in it. */
	#deceive(fault: Fault, options: IHttpRequestOptions): Answer | undefined {
		const right = this.#answer(options, this.#rows);
		const wrong = this.#wrongAnswer(fault, options, right);
		if (!wrong || wrong.body instanceof Readable) return undefined;
		if (JSON.stringify(wrong) === JSON.stringify(right)) return undefined;
		if (fault !== 'truncated') this.deceptions += 1;
		return wrong;
	}

	#wrongAnswer(fault: Fault, options: IHttpRequestOptions, right: Answer): Answer | undefined {
		const path = pathOf(options);
		const isList = this.#isList(path);
		switch (fault) {
			case 'truncated':
				return right.body instanceof Readable
					? undefined
					: answerWith(200, JSON.stringify(right.body).slice(0, -2));
			case 'lagging':
				return this.#answer(options, this.#past[0] ?? this.#rows);
			case 'unknownId':
				return isList || path.startsWith('/billing')
					? undefined
					: answerWith(404, { message: `Nothing at ${path}` });
			case 'empty':
				return isList ? this.#answer(options, this.#rows, () => []) : undefined;
			case 'short':
				return isList
					? this.#answer(options, this.#rows, (page) => page.slice(0, page.length / 2))
					: undefined;
			default:
				return undefined;
		}
	}

	#isList(path: string): boolean {
		return PATHS.some(([pattern]) => pattern.test(path));
	}

	/** @param cut what becomes of the rows of a page */
	#answer(
		options: IHttpRequestOptions,
		rows: Rows,
		cut: (page: IDataObject[]) => IDataObject[] = (page) => page,
	): Answer {
		const query = { ...Object.fromEntries(new URL(options.url).searchParams), ...options.qs };
		const path = pathOf(options);
		if (path === '/billing/balance') return answerWith(200, { balance: this.balance });
		for (const [pattern, list] of PATHS) {
			const match = pattern.exec(path);
			if (match && list === this.list) return this.#page(query, match[1], rows, cut);
		}
		return this.#single(path, rows);
	}

	#single(path: string, rows: Rows): Answer {
		const rowWith = (id: string) => rows.get(ownIdOf(decodeURIComponent(id)));
		const recording = /^\/calls\/recording\/session_([^/]+)$/.exec(path);
		if (recording) {
			return rowWith(recording[1]!)
				? {
						...answerWith(200, Readable.from([Buffer.from('RIFF\0\0\0\0WAVE')])),
						headers: { 'content-type': 'audio/wav' },
					}
				: answerWith(404, { message: 'No such recording' });
		}
		const match = /^\/(calls|campaigns|callbacks)\/(?:session\/session_)?([^/]+)$/.exec(path);
		const row = match?.[1] === this.list ? rowWith(match[2]!) : undefined;
		if (!row) return answerWith(404, { message: `Nothing at ${path}` });
		const refusal = REFUSALS[row.trouble];
		return refusal
			? answerWith(refusal, { message: 'This one cannot be read' })
			: answerWith(200, detailOf(this.list, row, this.quirks, this.#now()));
	}

	#page(
		query: IDataObject,
		agentId: string | undefined,
		rows: Rows,
		cut: (page: IDataObject[]) => IDataObject[],
	): Answer {
		const { quirks } = this;
		const limit = Number(query.limit ?? 20);
		const offset = Number(query.offset ?? 0);
		if (limit > quirks.refuseLimitAbove) {
			return answerWith(422, { detail: `limit must be <= ${quirks.refuseLimitAbove}` });
		}
		const hasDates = query.from !== undefined || query.to !== undefined;
		if (hasDates && quirks.dateFilter === 'refused') {
			return answerWith(422, { detail: 'from is no parameter of this list' });
		}
		const wanted = this.#inOrder(rows).filter(
			(row) =>
				(agentId === undefined || row.agentId === agentId) &&
				(!hasDates || this.#isWithin(row, query)) &&
				(quirks.otherFilters !== 'applied' || passes(row, query)),
		);
		const page = pageOf(wanted, { limit, offset }, quirks).map((row) =>
			rowOf(this.list, row, quirks, this.#now()),
		);
		return answerWith(200, enveloped(cut(page), wanted.length, quirks));
	}

	#isWithin(row: FakeRow, { from, to }: IDataObject): boolean {
		const { dateFilter, filterShiftMs } = this.quirks;
		if (dateFilter === 'ignored') return true;
		const date =
			dateFilter === 'onEnd'
				? row.ended
				: dateFilter === 'onAppointment'
					? appointmentOf(row)
					: shownTime(row, this.#now());
		const moment = (value: unknown) => Date.parse(String(value)) + filterShiftMs;
		return (
			date !== undefined &&
			(from === undefined || date >= moment(from)) &&
			(to === undefined || date <= moment(to))
		);
	}

	#inOrder(rows: Rows): FakeRow[] {
		const at = this.#now();
		if (rows !== this.#rows) return inOrder([...rows.values()], this.quirks, at);
		if (!this.#sorted || (this.#sorted.at !== undefined && this.#sorted.at !== at)) {
			const stays = this.rows.every(({ time }) => isFixed(time));
			this.#sorted = { rows: inOrder(this.rows, this.quirks, at), ...(!stays && { at }) };
		}
		return this.#sorted.rows;
	}
}

const pathOf = ({ url }: IHttpRequestOptions): string =>
	new URL(url).pathname.replace('/api/v1', '');

function passes(row: FakeRow, { agent_id, campaign_id, direction }: IDataObject): boolean {
	return (
		(agent_id === undefined || agent_id === row.agentId) &&
		(campaign_id === undefined || campaign_id === row.campaignId) &&
		(direction === undefined || direction === row.direction)
	);
}
