import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { BASE_URL, type Answer, json, networkError } from '../http/fakeCaller.mts';

/** How one call goes. Times are milliseconds after it was placed. */
export interface CallPlan {
	endsAfter: number;
	/** From its end to its transcript and analysis. */
	resultsAfter?: number;
	/** For so long the platform does not know it. */
	missingFor?: number;
	/** Between these moments, an old copy answers: the call is not over. */
	oldCopy?: readonly [from: number, to: number];
}

export type Fault = 'none' | '401' | '429' | '500' | 'hang' | 'reset' | 'cut';
export type List = 'newest' | 'oldest' | 'shuffled' | 'absent' | 'frozen' | 'empty';
/** What proves that a call is over. */
export type Proof = 'status' | 'unknownStatus' | 'endTime' | 'results' | 'nothing' | 'listStatus';

export interface PlatformPlan {
	calls: readonly CallPlan[];
	list?: List;
	proof?: Proof;
	envelope?: 'plain' | 'data' | 'call' | 'success';
	ids?: 'text' | 'number';
	/** The name of the ID of a call. */
	idName?: 'call_id' | 'id' | 'callId';
	/**
	 * What Make Call names: the call, its session, the session and an ID of the request, the same with an ID that another call has, too, or
	 * neither.
	 */
	named?: 'call' | 'session' | 'request' | 'otherCall' | 'neither';
	/** Of the requests that read, one after the other; later ones have none. */
	faults?: readonly Fault[];
	/** What an answer 429 asks for. */
	retryAfterSeconds?: number;
	/** Other calls of the organization, which never end. */
	strangers?: number;
	/** Most rows of a page. */
	pageSize?: number;
}

interface Placed {
	index: number;
	number: string;
	plan: CallPlan;
	at: number;
}

const otherId = (index: number) => `other-call-${index}`;

/** A call of somebody else, long over. The platform does not say every number. */
const otherCall = (id: string): IDataObject => ({
	call_id: id,
	session_id: `session of ${id}`,
	...(/[02468]$/.test(id) && { to_number: '+12125550199' }),
	agent_id: 'agent_1',
	status: 'completed',
	duration_seconds: 99,
	transcript: 'agent: result of somebody else',
	analysis: { summary: 'Somebody else' },
});

const HANGS = new Promise<never>(() => undefined);

/** A platform with calls that go on in the time of the test. */
export class WaitingPlatform {
	readonly placed: Placed[] = [];
	/** Requests that read, by their path without IDs. */
	readonly reads = { list: 0, detail: 0 };
	/** When each request that reads came. */
	readonly readAt: number[] = [];
	/** Requests for each call alone, by its place. */
	readonly asked = new Map<number, number>();
	private faults = 0;
	/** The rows of a list that is never brought up to date. */
	private frozen?: IDataObject[];

	private readonly plan: PlatformPlan;

	constructor(plan: PlatformPlan) {
		this.plan = plan;
	}

	idOf = (index: number): string | number =>
		this.plan.ids === 'number' ? 4000 + index : `c${index}`;

	sessionOf = (index: number): string => `s${index}`;

	isOver(index: number, now = performance.now()): boolean {
		const call = this.placed[index];
		return call !== undefined && now >= call.at + call.plan.endsAfter;
	}

	readonly answer = (_number: number, { method, url, qs, body }: IHttpRequestOptions): unknown => {
		const path = url.replace(BASE_URL, '');
		if (method === 'POST') return this.place(body as unknown as IDataObject);
		const isList = path === '/calls';
		this.readAt.push(performance.now());
		this.reads[isList ? 'list' : 'detail'] += 1;
		const fault = this.plan.faults?.[this.faults] ?? 'none';
		this.faults += 1;
		if (fault !== 'none' && fault !== 'cut') return this.fault(fault);
		const answer = isList ? this.list(qs ?? {}) : this.detail(path);
		return fault === 'cut' ? { ...answer, body: JSON.stringify(answer.body).slice(0, -3) } : answer;
	};

	private fault(fault: Exclude<Fault, 'none' | 'cut'>): unknown {
		if (fault === 'hang') return HANGS;
		if (fault === 'reset') throw networkError('ECONNRESET');
		const seconds = String(this.plan.retryAfterSeconds ?? 1);
		return json(Number(fault), { message: `Injected ${fault}` }, { 'retry-after': seconds });
	}

	private place(body: IDataObject): Answer {
		const index = this.placed.length;
		const plan = this.plan.calls[index] ?? { endsAfter: 0 };
		this.placed.push({ index, number: String(body.to_number), plan, at: performance.now() });
		const { named = 'call' } = this.plan;
		if (named === 'neither') return json(200, { message: 'The call was queued' });
		const session = { session_id: this.sessionOf(index) };
		if (named === 'request') {
			return json(200, { id: `request-${index}`, status: 'queued', ...session });
		}
		if (named === 'otherCall') {
			return json(200, { id: otherId(index), status: 'queued', ...session });
		}
		if (named === 'session') return json(200, { status: 'queued', ...session });
		return json(200, { call_id: this.idOf(index), status: 'queued', ...session });
	}

	private rowOf({ index, number, plan, at }: Placed, isDetail: boolean, now: number): IDataObject {
		const { proof = 'status', idName = 'call_id' } = this.plan;
		const [from = 0, to = 0] = plan.oldCopy ?? [];
		const isOld = now >= at + from && now < at + to;
		const isOver = !isOld && now >= at + plan.endsAfter;
		const hasResults = isOver && now >= at + plan.endsAfter + (plan.resultsAfter ?? 0);
		const word = isOver ? 'completed' : 'in_progress';
		const hasStatus = proof === 'listStatus' ? !isDetail : true;
		return {
			[idName]: this.idOf(index),
			session_id: this.sessionOf(index),
			to_number: number,
			agent_id: 'agent_1',
			...(hasStatus && {
				status: ['status', 'listStatus'].includes(proof) ? word : isOver ? 'klaar' : 'bezig',
			}),
			...(proof === 'endTime' && {
				ended_at: isOver ? '2026-11-20T10:00:00Z' : null,
			}),
			...(proof !== 'nothing' && { duration_seconds: isOver ? 12 : null }),
			...(isDetail && {
				transcript: hasResults ? `agent: result of ${number}` : null,
				analysis: hasResults ? { summary: `Summary of ${number}` } : null,
			}),
		};
	}

	private detail(path: string): Answer {
		const id = decodeURIComponent(path.split('/').at(-1) ?? '');
		const isSession = path.startsWith('/calls/session/');
		const now = performance.now();
		if (id.startsWith('other-call-')) return json(200, this.inEnvelope(otherCall(id)));
		const call = this.placed.find(({ index }) =>
			isSession ? this.sessionOf(index) === id : String(this.idOf(index)) === id,
		);
		if (call) this.asked.set(call.index, (this.asked.get(call.index) ?? 0) + 1);
		if (!call || now < call.at + (call.plan.missingFor ?? 0)) {
			return json(404, { message: 'There is no such call' });
		}
		return json(200, this.inEnvelope(this.rowOf(call, true, now)));
	}

	private inEnvelope(row: IDataObject): IDataObject {
		const { envelope = 'plain' } = this.plan;
		if (envelope === 'data') return { data: row };
		if (envelope === 'call') return { success: true, call: row };
		return envelope === 'success' ? { success: true, data: row } : row;
	}

	private list({ limit = 100, offset = 0 }: IDataObject): Answer {
		const { list = 'newest', strangers = 0, envelope = 'plain', pageSize = 100 } = this.plan;
		if (list === 'absent') return json(404, { message: 'There is no such page' });
		const now = performance.now();
		const others = Array.from({ length: strangers }, (_, index): IDataObject => ({
			call_id: `other-${index}`,
			session_id: `other-session-${index}`,
			to_number: '+12125550199',
			status: 'in_progress',
		}));
		const own = this.placed.map((call) => this.rowOf(call, false, now));
		const sameIds =
			this.plan.named === 'otherCall'
				? this.placed.map(({ index }) => otherCall(otherId(index)))
				: [];
		const oldest = [...others, ...sameIds, ...own];
		if (list === 'frozen') this.frozen ??= [...oldest].reverse();
		const orders: Record<Exclude<List, 'absent'>, () => IDataObject[]> = {
			newest: () => [...oldest].reverse(),
			oldest: () => oldest,
			shuffled: () =>
				[...oldest].sort((a, b) => String(a.session_id).localeCompare(String(b.session_id))),
			frozen: () => this.frozen ?? [],
			empty: () => [],
		};
		const size = Math.min(Number(limit), pageSize);
		const rows = orders[list]().slice(Number(offset), Number(offset) + size);
		return json(200, envelope === 'plain' ? rows : { data: rows, total: oldest.length });
	}
}

const realTurn = setImmediate;

/** The result of work that waits: the clock of the test goes on to the next timer, again and again. */
export async function inFakeTime<T>(work: Promise<T>): Promise<T> {
	let isOver = false;
	const over = () => {
		isOver = true;
	};
	work.then(over, over);
	while (!isOver) {
		await jest.advanceTimersToNextTimerAsync();
		for (let turn = 0; turn < 3; turn += 1) await new Promise(realTurn);
	}
	return await work;
}

/** Tests of this file have a clock of their own. */
export function useFakeTime(): void {
	beforeEach(() =>
		jest.useFakeTimers({
			now: Date.UTC(2026, 10, 20),
			doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'],
		}),
	);
	afterEach(() => jest.useRealTimers());
}

/** The number that is called in a row of the input. */
export const numberOf = (index: number) => `+1212555${String(1000 + index)}`;

/** Parameters of Make Call, with Wait for Result, for a row of the input. */
export const waitingCall = (index: number, options: IDataObject): IDataObject => ({
	resource: 'call',
	operation: 'makeCall',
	agentId: 'agent_1',
	toNumber: numberOf(index),
	waitForResult: true,
	output: 'simplified',
	options,
});
