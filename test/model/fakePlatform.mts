import { Readable } from 'node:stream';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { hash } from '../../sandbox/simulation/random.mts';
import { answerWith, failWith, type Answer, type Fault } from './platformAnswers.mts';
import { detailOf, rowOf, type FakeRow, type ListName, type Shape } from './platformRows.mts';

/*
 * The lists of the platform in memory, for tests that need thousands of requests a second and a clock of their own. What it answers is
 * plain data; nothing is shared with the node under test.
 */

/** How the platform answers where the API document is silent. All but the meaning of the times may change at any moment. */
export interface Quirks extends Shape {
	/** `arrival` has the latest arrival first, whatever its time; `random` is shuffled, and the same for the same rows. */
	order: 'newest' | 'oldest' | 'arrival' | 'random';
	pageCap: number;
	envelope: 'array' | 'total' | 'nested';
	dateFilter: 'applied' | 'ignored' | 'refused';
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

/** Faults of single requests: `times` of them in a row, from the request `at` of a poll on (the first is 0). */
export type FaultPlan = ReadonlyArray<{ at: number; times: number; fault: Fault }>;

export class FakePlatform {
	readonly list: ListName;
	quirks: Quirks;
	balance = 0;
	requests = 0;
	/** How many requests met a fault. */
	faultsMet = 0;
	/** Called before each request is answered; may change the rows. */
	onRequest: (number: number) => void = () => {};
	faults: FaultPlan = [];
	#rows = new Map<string, FakeRow>();
	#arrivals = 0;
	#sorted?: FakeRow[];

	constructor(list: ListName, quirks: Quirks) {
		this.list = list;
		this.quirks = quirks;
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

	change(changes: Partial<Quirks>): void {
		this.quirks = { ...this.quirks, ...changes };
		this.#sorted = undefined;
	}

	/** What n8n's HTTP helper would give, with `returnFullResponse`. */
	async request(options: IHttpRequestOptions): Promise<Answer> {
		const number = this.requests;
		this.requests += 1;
		// A server never answers within the same turn of the event loop.
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
						...answerWith(200, Readable.from([Buffer.from('RIFF\0\0\0\0WAVE')])),
						headers: { 'content-type': 'audio/wav' },
					}
				: answerWith(404, { message: 'No such recording' });
		}
		const match = /^\/(calls|campaigns|callbacks)\/(?:session\/session_)?([^/]+)$/.exec(path);
		const row = match?.[1] === this.list ? this.#rows.get(match[2]!) : undefined;
		return row
			? answerWith(200, detailOf(this.list, row, this.quirks))
			: answerWith(404, { message: `Nothing at ${path}` });
	}

	#page(query: IDataObject, agentId: string | undefined): Answer {
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
		const wanted = this.#inOrder().filter(
			(row) =>
				(agentId === undefined || row.agentId === agentId) &&
				(quirks.dateFilter !== 'applied' || this.#isWithin(row, query)) &&
				(quirks.otherFilters !== 'applied' || passes(row, query)),
		);
		const page = wanted
			.slice(offset, offset + Math.min(limit, quirks.pageCap))
			.map((row) => rowOf(this.list, row, quirks));
		if (quirks.envelope === 'array') return answerWith(200, page);
		return answerWith(
			200,
			quirks.envelope === 'total'
				? { items: page, total: wanted.length }
				: { data: { rows: page } },
		);
	}

	#isWithin({ created }: FakeRow, { from, to }: IDataObject): boolean {
		const moment = (value: unknown) => Date.parse(String(value)) + this.quirks.filterShiftMs;
		return (
			(from === undefined || created >= moment(from)) && (to === undefined || created <= moment(to))
		);
	}

	#inOrder(): FakeRow[] {
		if (this.#sorted) return this.#sorted;
		const { order } = this.quirks;
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

function passes(row: FakeRow, { agent_id, campaign_id, direction }: IDataObject): boolean {
	return (
		(agent_id === undefined || agent_id === row.agentId) &&
		(campaign_id === undefined || campaign_id === row.campaignId) &&
		(direction === undefined || direction === row.direction)
	);
}
