import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { hash } from '../model/random.mts';
import { Readable } from 'node:stream';
import { answerWith, failWith, type Answer, type Fault } from './platformAnswers.mts';
import { detailOf, rowOf, type FakeRow, type Shape } from './platformRows.mts';

/*
 * The lists of the platform in memory, for tests that need thousands of requests a second and a clock of their own. What it answers is
 * plain data; nothing is shared with the node under test.
 */

export type ListName = 'calls' | 'bookings' | 'callbacks' | 'transfers' | 'campaigns';

/** Ways to answer where the API document is silent. All but the time shown may change at any time. */
export interface Manners extends Shape {
	/** `arrival` has the latest arrival on top, whatever its time; `random` is shuffled, yet always the same. */
	order: 'newest' | 'oldest' | 'arrival' | 'random';
	pageCap: number;
	envelope: 'array' | 'total' | 'nested';
	dateFilter: 'honoured' | 'ignored' | 'refused';
	/** How much later than it was meant the platform understands a date filter. */
	filterShiftMs: number;
	/** Whether the list heeds agent_id, campaign_id and direction. */
	otherFilters: 'honoured' | 'ignored';
	refuseLimitAbove: number;
}

const PATHS: ReadonlyArray<[path: RegExp, list: ListName]> = [
	[/^\/calls$/, 'calls'],
	[/^(?:\/agents\/([^/]+))?\/bookings$/, 'bookings'],
	[/^(?:\/agents\/([^/]+))?\/transfer-events$/, 'transfers'],
	[/^\/callbacks\/$/, 'callbacks'],
	[/^\/campaigns\/$/, 'campaigns'],
];

/** Faults that befall single requests, by their number within a poll (the first is 0). */
export type FaultPlan = ReadonlyArray<{ at: number; times: number; fault: Fault }>;

export class FakePlatform {
	readonly list: ListName;
	manners: Manners;
	balance = 0;
	requests = 0;
	/** How many requests a fault befell. */
	faultsMet = 0;
	/** Is told of each request before it is answered; may change the rows. */
	onRequest: (number: number) => void = () => {};
	faults: FaultPlan = [];
	#rows = new Map<string, FakeRow>();
	#arrivals = 0;
	#sorted?: FakeRow[];

	constructor(list: ListName, manners: Manners) {
		this.list = list;
		this.manners = manners;
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

	delete(id: string): void {
		this.#rows.delete(id);
		this.#sorted = undefined;
	}

	adopt(changes: Partial<Manners>): void {
		this.manners = { ...this.manners, ...changes };
		this.#sorted = undefined;
	}

	/** What n8n's HTTP helper would give, with `returnFullResponse`. */
	async request(options: IHttpRequestOptions): Promise<Answer> {
		const number = this.requests;
		this.requests += 1;
		// The answer of a server never comes in the turn of the question.
		await Promise.resolve();
		this.onRequest(number);
		const plan = this.faults.find(({ at, times }) => number >= at && number < at + times);
		if (plan) {
			this.faultsMet += 1;
			const answer = failWith(plan.fault, options);
			if (answer) return answer;
		}
		const answer = this.#answer(options);
		return plan?.fault === 'truncated' && !(answer.body instanceof Readable)
			? answerWith(200, JSON.stringify(answer.body).slice(0, -2))
			: answer;
	}

	#answer(options: IHttpRequestOptions): Answer {
		const url = new URL(options.url);
		const query = { ...Object.fromEntries(url.searchParams), ...options.qs };
		const path = url.pathname.replace('/api/v1', '');
		if (path === '/billing/balance') return answerWith(200, { balance: this.balance });
		for (const [pattern, list] of PATHS) {
			const match = pattern.exec(path);
			if (match && list === this.list) return this.#page(query, match[1]);
		}
		return this.#single(path);
	}

	#single(path: string): Answer {
		const recording = /^\/calls\/recording\/session_([^/]+)$/.exec(path);
		if (recording) {
			return this.#rows.has(recording[1]!)
				? {
						...answerWith(200, Readable.from([Buffer.from('RIFF')])),
						headers: { 'content-type': 'audio/wav' },
					}
				: answerWith(404, { message: 'No such recording' });
		}
		const match = /^\/(calls|campaigns|callbacks)\/(?:session\/session_)?([^/]+)$/.exec(path);
		const row = match?.[1] === this.list ? this.#rows.get(match[2]!) : undefined;
		return row
			? answerWith(200, detailOf(this.list, row, this.manners))
			: answerWith(404, { message: `Nothing at ${path}` });
	}

	#page(query: IDataObject, agentId: string | undefined): Answer {
		const { manners } = this;
		const limit = Number(query.limit ?? 20);
		const offset = Number(query.offset ?? 0);
		if (limit > manners.refuseLimitAbove) {
			return answerWith(422, { detail: `limit must be <= ${manners.refuseLimitAbove}` });
		}
		const hasDates = query.from !== undefined || query.to !== undefined;
		if (hasDates && manners.dateFilter === 'refused') {
			return answerWith(422, { detail: 'from is no parameter of this list' });
		}
		const wanted = this.#inOrder().filter(
			(row) =>
				(agentId === undefined || row.agentId === agentId) &&
				(manners.dateFilter !== 'honoured' || this.#isWithin(row, query)) &&
				(manners.otherFilters !== 'honoured' || heeds(row, query)),
		);
		const page = wanted
			.slice(offset, offset + Math.min(limit, manners.pageCap))
			.map((row) => rowOf(this.list, row, manners));
		if (manners.envelope === 'array') return answerWith(200, page);
		return answerWith(
			200,
			manners.envelope === 'total'
				? { items: page, total: wanted.length }
				: { data: { rows: page } },
		);
	}

	#isWithin({ created }: FakeRow, { from, to }: IDataObject): boolean {
		const moment = (value: unknown) => Date.parse(String(value)) + this.manners.filterShiftMs;
		return (
			(from === undefined || created >= moment(from)) && (to === undefined || created <= moment(to))
		);
	}

	#inOrder(): FakeRow[] {
		if (this.#sorted) return this.#sorted;
		const { order } = this.manners;
		const direction = order === 'oldest' ? 1 : -1;
		const compare = {
			newest: byTime,
			oldest: byTime,
			arrival: (one: FakeRow, other: FakeRow) => one.arrival - other.arrival,
			random: (one: FakeRow, other: FakeRow) => hash(one.id) - hash(other.id),
		}[order];
		this.#sorted = this.rows.sort((one, other) => direction * compare(one, other));
		return this.#sorted;
	}
}

const byTime = (one: FakeRow, other: FakeRow) =>
	one.created - other.created || (one.id < other.id ? -1 : 1);

function heeds(row: FakeRow, { agent_id, campaign_id, direction }: IDataObject): boolean {
	return (
		(agent_id === undefined || agent_id === row.agentId) &&
		(campaign_id === undefined || campaign_id === row.campaignId) &&
		(direction === undefined || direction === row.direction)
	);
}
