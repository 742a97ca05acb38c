import { Readable } from 'node:stream';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { hash } from '../../sandbox/simulation/random.mts';
import { EMPTY_BODIES, listBody, singleBody, type PageFacts } from './envelopes.mts';
import { answerWith, failWith, type Answer, type Fault, type FaultPlan } from './faults.mts';
import { changed, USUAL, type Listing, type Manner, type SomeManner } from './manners.mts';
import { isFixed, shownTime, type Row, type Trouble } from './rows.mts';
import type { Thing } from './things.mts';
import { idText, jsonText, writtenRow, type Written } from './written.mts';

/*
 * The platform in memory, for tests that need thousands of requests a second and a clock of their own: rows of one kind of thing, told in one
 * manner of the catalogue. What it answers is plain data; nothing is shared with the nodes under test.
 */

export type Query = Record<string, unknown>;

export const ORIGIN = 'https://voice.example.com';
const BASE_PATH = '/api/v1';
export const BASE_URL = `${ORIGIN}${BASE_PATH}`;

/** What a row answers that cannot be read. */
const REFUSALS: Partial<Record<Trouble, number>> = {
	forbidden: 403,
	gone: 410,
	broken: 500,
	slash: 404,
};

/** Parameters that select rows by themselves, and are unknown to some platforms. */
const FILTERS = ['from', 'to', 'call_id'];

const NO_CONTENT: Answer = { statusCode: 204, headers: {}, body: undefined };

/** What a request is answered from. */
type Rows = ReadonlyMap<string, Row>;

type Compare = (one: Row, other: Row) => number;

/** The rows as the list has them now. */
export function inOrder(
	rows: readonly Row[],
	{ order, undated }: Pick<Listing, 'order' | 'undated'>,
	now: number,
): Row[] {
	const nowhere = undated === 'first' ? -Infinity : Infinity;
	const byTime = (direction: 1 | -1): Compare => {
		const times = rows.map((row): [Row, number | undefined] => [row, shownTime(row, now)]);
		const places = new Map(
			times.map(([row, time]) => [row, time === undefined ? nowhere : direction * time]),
		);
		return (one, other) => {
			const [first, second] = [places.get(one)!, places.get(other)!];
			if (first !== second) return first < second ? -1 : 1;
			return (one.id < other.id ? -1 : 1) * direction;
		};
	};
	const compareBy: Record<Listing['order'], () => Compare> = {
		newest: () => byTime(-1),
		oldest: () => byTime(1),
		arrival: () => (one, other) => other.arrival - one.arrival,
		random: () => (one, other) => hash(one.id) - hash(other.id),
	};
	return rows.toSorted(compareBy[order]());
}

export interface Given {
	thing: Thing;
	manner?: Manner;
	/** The platform's clock; without it everything that was to happen has happened. */
	now?: () => number;
	rows?: readonly Row[];
	/** Rows of the largest page in place of those of the catalogue: many pages of few rows, as if a reader asked for so few. */
	pageSize?: number;
}

/** Above this, a limit is refused by a platform that refuses limits. */
const LARGEST_LIMIT = 50;

export class Platform {
	readonly thing: Thing;
	manner: Manner;
	balance = 0;
	requests = 0;
	/** Pages with rows that were sent. */
	pages = 0;
	/** How many requests met a fault. */
	faultsMet = 0;
	faults: FaultPlan = [];
	/** Called before each request is answered; may change the rows. */
	onRequest: (number: number) => void | Promise<void> = () => {};
	readonly #now: () => number;
	readonly #pageSize: number | undefined;
	#rows: Map<string, Row>;
	/** As the rows were when the last two polls began. */
	#past: Rows[] = [];
	#arrivals = 0;
	/** In order; `at` is undefined if time alone changes nothing. */
	#sorted?: { at?: number; rows: Row[] };
	#written = new Map<boolean, WeakMap<Row, { at: number; fields: Written }>>();

	constructor({ thing, manner = USUAL, now = () => Infinity, rows = [], pageSize }: Given) {
		this.#pageSize = pageSize;
		this.thing = thing;
		this.manner = manner;
		this.#now = now;
		this.#rows = new Map(rows.map((row) => [row.id, row]));
	}

	get rows(): Row[] {
		return [...this.#rows.values()];
	}

	find(id: string): Row | undefined {
		return this.#rows.get(id);
	}

	insert(row: Omit<Row, 'arrival'>): void {
		this.#arrivals += 1;
		this.#rows.set(row.id, { ...row, arrival: this.#arrivals });
		this.#sorted = undefined;
	}

	update(id: string, changes: Partial<Row>): void {
		const row = this.#rows.get(id)!;
		this.#rows.set(id, { ...row, ...changes });
		this.#sorted = undefined;
	}

	delete(id: string): void {
		this.#rows.delete(id);
		this.#sorted = undefined;
	}

	/** The rows are those of another account: no late answer shows those of before. */
	forgetPast(): void {
		this.#past = [];
	}

	change(some: SomeManner): void {
		this.manner = changed(this.manner, some);
		this.#sorted = undefined;
		this.#written.clear();
	}

	/** A poll begins. */
	begin(faults: FaultPlan = []): void {
		this.requests = 0;
		this.faultsMet = 0;
		this.faults = faults;
		this.#past = [...this.#past.slice(-1), new Map(this.#rows)];
	}

	/** As n8n's HTTP helper does it. @throws what it throws */
	async send(options: IHttpRequestOptions): Promise<Answer> {
		const number = this.requests;
		this.requests += 1;
		// A server never answers within the same turn of the event loop.
		await Promise.resolve();
		await this.onRequest(number);
		const plan = this.faults.find(({ at, times }) => number >= at && number < at + times);
		if (!plan) return this.#sent(this.#answer(options));
		this.faultsMet += 1;
		const answer = failWith(plan.fault, options.url) ?? this.#wrong(plan.fault, options);
		if (answer) return answer;
		this.faultsMet -= 1;
		return this.#sent(this.#answer(options));
	}

	/** An answer without any fault. Numbers beyond 2^53 are bigints in it. */
	#answer(
		{ url, qs }: IHttpRequestOptions,
		rows: Rows = this.#rows,
		cut?: (page: Row[]) => Row[],
	): Answer {
		const { pathname, searchParams } = new URL(url);
		const path = pathname.replace(BASE_PATH, '');
		if (path === '/billing/balance') return answerWith(200, { balance: this.balance });
		const query = { ...Object.fromEntries(searchParams), ...qs };
		const agent = this.#agentOf(path);
		return agent ? this.list(query, { ...agent, rows, cut }) : this.#one(path, rows);
	}

	/** One page of the list. */
	list(
		query: Query,
		{
			agentId,
			rows = this.#rows,
			cut = (page) => page,
		}: { agentId?: string; rows?: Rows; cut?: (page: Row[]) => Row[] } = {},
	): Answer {
		const { paging, envelope, listing } = this.manner;
		if (listing.filters === 'refused' && FILTERS.some((name) => query[name] !== undefined)) {
			return answerWith(422, { detail: 'Unknown query parameter' });
		}
		const limit = Number(query.limit ?? 20);
		if (paging.limit === 'refused422' && limit > LARGEST_LIMIT) {
			return answerWith(422, { detail: `limit must not be greater than ${LARGEST_LIMIT}` });
		}
		const all = this.#inOrder(rows);
		const filter = this.#filter(query, agentId);
		const found = filter ? all.filter(filter) : all;
		const { empty } = envelope;
		if (found.length > 0) this.pages += 1;
		else if (empty === '204') return NO_CONTENT;
		else if (empty !== 'envelope') return answerWith(200, EMPTY_BODIES[empty]);
		const isWhole = paging.limit === 'wholeList';
		const size = isWhole ? found.length : Math.min(limit, this.largestPage);
		const start = isWhole ? 0 : Number(query.offset ?? 0);
		const shown = cut(found.slice(start, start + size));
		const content = shown.map((row) => this.#writtenOf(row, false));
		const page = this.#facts(query, start + shown.length, found.length);
		return answerWith(200, listBody(content, page, { envelope, thing: this.thing }));
	}

	/** Rows of the largest page that it gives. */
	get largestPage(): number {
		return this.#pageSize ?? this.manner.paging.cap;
	}

	/** Of which agent a list is; undefined if the path is that of no list. */
	#agentOf(path: string): { agentId?: string } | undefined {
		if (path === this.thing.path) return {};
		const agentId = /^\/agents\/([^/]+)(\/.+)$/.exec(path);
		return this.thing.isOfAgents && agentId?.[2] === this.thing.path
			? { agentId: agentId[1] }
			: undefined;
	}

	#one(path: string, rows: Rows): Answer {
		const start = `${this.thing.path.replace(/\/$/, '')}/`;
		const [kind, text] = /^(?:(session|recording)\/)?([^/]+)$/
			.exec(path.startsWith(start) ? path.slice(start.length) : '')
			?.slice(1) ?? [undefined, undefined];
		const name = decodeURIComponent(text ?? '');
		const row =
			kind === undefined
				? this.#withId(name, rows)
				: [...rows.values()].find(({ mark }) => mark === name);
		if (!row) return answerWith(404, { message: `Nothing at ${path}` });
		if (kind !== 'recording') {
			const refusal = REFUSALS[row.trouble];
			if (refusal) return answerWith(refusal, { message: 'This one cannot be read' });
			const body = singleBody(this.#writtenOf(row, true), this.manner.single, this.thing);
			return answerWith(200, body);
		}
		const file = Readable.from([Buffer.from('RIFF\0\0\0\0WAVE')]);
		return { statusCode: 200, headers: { 'content-type': 'audio/wav' }, body: file };
	}

	#withId(text: string, rows: Rows): Row | undefined {
		const { ids } = this.manner;
		if (ids.value === 'text') return rows.get(text);
		return [...rows.values()].find((row) => idText(row, ids) === text);
	}

	/** What the query and the path of a list let through; undefined: everything. */
	#filter(query: Query, agentId?: string): ((row: Row) => boolean) | undefined {
		const { ids, listing } = this.manner;
		const tests: Array<(row: Row) => boolean> = [];
		if (agentId !== undefined) tests.push((row) => agentId === row.agentId);
		if (listing.otherFilters === 'honoured') {
			const { agent_id, campaign_id, direction } = query;
			if (agent_id !== undefined) tests.push((row) => agent_id === row.agentId);
			if (campaign_id !== undefined) tests.push((row) => campaign_id === row.campaignId);
			if (direction !== undefined) tests.push((row) => (direction === 'inbound') === row.isInbound);
		}
		if (listing.filters === 'honoured') {
			const { from, to, call_id } = query;
			if (call_id !== undefined) tests.push((row) => call_id === idText(row, ids));
			if (from !== undefined || to !== undefined) tests.push(this.#between(from, to));
		}
		return tests.length === 0 ? undefined : (row) => tests.every((test) => test(row));
	}

	#between(from: unknown, to: unknown): (row: Row) => boolean {
		const isIncluded = this.manner.listing.bounds === 'included';
		const [low, high] = [from, to].map((bound) => Date.parse(String(bound))) as [number, number];
		return (row) => {
			const moment = this.#filteredBy(row);
			if (moment === undefined || moment < low || moment > high) return false;
			return isIncluded || (moment !== low && moment !== high);
		};
	}

	/** The moment that a date filter looks at. */
	#filteredBy(row: Row): number | undefined {
		const { by } = this.manner.listing;
		if (by === 'ended') return row.ended ?? undefined;
		return (by === 'started' && row.started) || shownTime(row, this.#now());
	}

	/** What a page says beside its rows. @param next the first row behind it */
	#facts(query: Query, next: number, matching: number): PageFacts {
		const { envelope, paging } = this.manner;
		const hasMore = next < matching;
		// The address of the next page has the filters of this one.
		const given = Object.entries({ ...query, offset: next })
			.filter(([, value]) => value !== undefined)
			.map(([name, value]) => [name, String(value)]);
		return {
			total: envelope.total === 'right' ? matching : undefined,
			nextLink: hasMore ? `${BASE_URL}${this.thing.path}?${new URLSearchParams(given)}` : null,
			...(paging.tellsMore && { hasMore }),
		};
	}

	/** An answer that is damaged or wrong; undefined if this fault does not show in it. */
	#wrong(fault: Fault, options: IHttpRequestOptions): Answer | undefined {
		const right = this.#answer(options);
		if (right.body instanceof Readable || right.body === undefined) return undefined;
		const text = jsonText(right.body);
		if (fault === 'truncated') return { ...right, body: text.slice(0, -2) };
		const wrong = this.#deception(fault, options);
		if (!wrong || wrong.body instanceof Readable) return undefined;
		const isSame = wrong.statusCode === right.statusCode && jsonText(wrong.body ?? null) === text;
		return isSame ? undefined : this.#sent(wrong);
	}

	#deception(fault: Fault, options: IHttpRequestOptions): Answer | undefined {
		const path = new URL(options.url).pathname.replace(BASE_PATH, '');
		if (fault === 'lagging') return this.#answer(options, this.#past[0] ?? this.#rows);
		if (this.#agentOf(path) === undefined) {
			const isOfOne = fault === 'unknownId' && !path.startsWith('/billing');
			return isOfOne ? answerWith(404, { message: `Nothing at ${path}` }) : undefined;
		}
		if (fault === 'noContent') return NO_CONTENT;
		const share = { empty: 0, short: 1 / 2 }[fault as string];
		return share === undefined
			? undefined
			: this.#answer(options, this.#rows, (page) => page.slice(0, page.length * share));
	}

	/** As it goes over the line: digits beyond 2^53 are no JavaScript numbers. */
	#sent(answer: Answer): Answer {
		if (this.manner.ids.value !== 'beyond2to53' || answer.body instanceof Readable) return answer;
		return answer.body === undefined ? answer : { ...answer, body: jsonText(answer.body) };
	}

	#writtenOf(row: Row, isSingle: boolean): Written {
		const known = this.#written.get(isSingle) ?? new WeakMap();
		this.#written.set(isSingle, known);
		const at = isFixed(row) ? 0 : this.#now();
		const cached = known.get(row);
		if (cached?.at === at) return cached.fields;
		const fields = writtenRow(row, this.manner, this.thing, { now: this.#now(), isSingle });
		known.set(row, { at, fields });
		return fields;
	}

	#inOrder(rows: Rows): Row[] {
		const at = this.#now();
		const { listing } = this.manner;
		if (rows !== this.#rows) return inOrder([...rows.values()], listing, at);
		if (!this.#sorted || (this.#sorted.at !== undefined && this.#sorted.at !== at)) {
			const stays = this.rows.every(isFixed);
			this.#sorted = { rows: inOrder(this.rows, listing, at), ...(!stays && { at }) };
		}
		return this.#sorted.rows;
	}
}
