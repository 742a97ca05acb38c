import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { callingGate } from '../../../../nodes/shared/calling';
import type { Resource } from '../../../../nodes/shared/operation';
import { execute } from '../../../../nodes/shared/run';
import { answerWith, type Answer, type Fault } from '../../../platform/faults.mts';
import { usualBut, type SomeManner } from '../../../platform/manners.mts';
import { BASE_URL, Platform } from '../../../platform/platform.mts';
import { trueRow, type Row } from '../../../platform/rows.mts';
import { THINGS } from '../../../platform/things.mts';
import { idText } from '../../../platform/written.mts';
import { fakeContext, type Setting } from '../../../support/fakeContext.mts';
import { inTime } from '../../../support/fakeTime.mts';

/** How one call goes. Times are milliseconds after it was placed. */
export interface CallPlan {
	endsAfter: number;
	/** From its end to its transcript and analysis. */
	resultsAfter?: number;
	/** For so long the platform does not know it. */
	missingFor?: number;
}

export interface PlatformPlan {
	calls: readonly CallPlan[];
	/** What is not usual about the platform. */
	manner?: SomeManner;
	/** The list: there is none, it has no rows, or it stays as it was when it was read first. */
	list?: 'absent' | 'empty' | 'frozen';
	/**
	 * What Make Call names: the call, its session, the session and an ID of the request, the same with an ID that another call has, too, or
	 * neither.
	 */
	named?: 'call' | 'session' | 'request' | 'otherCall' | 'neither';
	/** What the requests that read meet, one after the other; later ones get their answer. */
	faults?: ReadonlyArray<Fault | 'none' | 'hang'>;
	/** Other calls of the organization, which never end. */
	strangers?: number;
}

type State = 'missing' | 'running' | 'over' | 'complete';

interface Placed {
	index: number;
	number: string;
	plan: CallPlan;
	at: number;
	/** As the platform shows it now. */
	state: State;
}

const identityOf = (index: number) => ({
	id: `c${index}`,
	number: 4000 + index,
	mark: `s${index}`,
});

const HANGS = new Promise<never>(() => undefined);

const otherId = (index: number) => `other-call-${index}`;

/** A call of somebody else. */
const stranger = (place: number, more: Partial<Row>): Row => ({
	...trueRow(0, place),
	id: `other-${place}`,
	mark: `other-session-${place}`,
	toNumber: '+12125550199',
	...more,
});

/** A call of somebody else, long over, with the ID that a request has. The platform does not say every number. */
const otherCall = (index: number): Row =>
	stranger(index, {
		id: otherId(index),
		mark: `session of ${otherId(index)}`,
		...(index % 2 === 1 && { toNumber: null as unknown as string }),
		status: 'completed',
		turns: [{ isAgent: true, text: 'result of somebody else' }],
		summary: 'Somebody else',
	});

/** The platform in memory, with calls that are made here and go on in the time of the test. */
export class WaitingPlatform {
	readonly placed: Placed[] = [];
	/** Requests that read, by their path without IDs. */
	readonly reads = { list: 0, detail: 0 };
	private readonly platform: Platform;
	/** The rows of a list that is never brought up to date. */
	private frozen?: ReadonlyMap<string, Row>;

	constructor(private readonly plan: PlatformPlan) {
		const rows = Array.from({ length: plan.strangers ?? 0 }, (_, place) =>
			stranger(place, { status: 'in_progress' }),
		);
		const manner = usualBut(plan.manner);
		this.platform = new Platform({ thing: THINGS.calls, manner, now: Date.now, rows });
	}

	/** As the platform writes it. */
	idOf = (index: number): string | number => {
		const { ids } = this.platform.manner;
		const text = idText(identityOf(index) as Row, ids);
		return ids.value === 'number' ? Number(text) : text;
	};

	isOver(index: number, now = Date.now()): boolean {
		const call = this.placed[index];
		return call !== undefined && now >= call.at + call.plan.endsAfter;
	}

	readonly answer = async (_number: number, options: IHttpRequestOptions): Promise<unknown> => {
		const { method, url, body, qs } = options;
		const path = url.replace(BASE_URL, '');
		if (method === 'POST') return this.place(body as unknown as IDataObject);
		this.bringUpToDate();
		const isList = path === '/calls';
		const fault = this.plan.faults?.[this.reads.list + this.reads.detail] ?? 'none';
		this.reads[isList ? 'list' : 'detail'] += 1;
		if (fault === 'hang') return await HANGS;
		const { platform } = this;
		if (fault !== 'none') platform.faults = [{ at: platform.requests, times: 1, fault }];
		else if (isList && this.plan.list) return this.otherList(qs ?? {});
		return await platform.send(options);
	};

	private otherList(query: IDataObject): Answer {
		const { list } = this.plan;
		if (list === 'absent') return answerWith(404, { message: 'There is no such page' });
		this.frozen ??= new Map(this.platform.rows.map((row) => [row.id, row]));
		return this.platform.list(query, { rows: list === 'frozen' ? this.frozen : new Map() });
	}

	private place(body: IDataObject): Answer {
		const index = this.placed.length;
		const plan = this.plan.calls[index] ?? { endsAfter: 0 };
		const number = String(body.to_number);
		this.placed.push({ index, number, plan, at: Date.now(), state: 'missing' });
		const { named = 'call' } = this.plan;
		if (named === 'otherCall') this.platform.insert(otherCall(index));
		if (named === 'neither') return answerWith(200, { message: 'The call was queued' });
		const name = {
			call: { call_id: this.idOf(index) },
			session: {},
			request: { id: `request-${index}` },
			otherCall: { id: otherId(index) },
		}[named];
		return answerWith(200, { ...name, status: 'queued', session_id: `s${index}` });
	}

	/** What has happened to the calls by now. */
	private bringUpToDate(): void {
		for (const call of this.placed) {
			const state = stateOf(call, Date.now());
			if (state === call.state) continue;
			call.state = state;
			if (state !== 'missing') this.platform.insert(rowOf(call, state));
		}
	}
}

function stateOf({ plan, at }: Placed, now: number): State {
	const after = now - at;
	const { endsAfter, resultsAfter = 0, missingFor = 0 } = plan;
	if (after < missingFor) return 'missing';
	if (after < endsAfter) return 'running';
	return after < endsAfter + resultsAfter ? 'over' : 'complete';
}

function rowOf({ index, number, plan, at }: Placed, state: State): Omit<Row, 'arrival'> {
	const isOver = state === 'over' || state === 'complete';
	const hasResults = state === 'complete';
	return {
		...trueRow(0, index),
		...identityOf(index),
		created: at,
		started: at,
		inserted: at,
		ended: isOver ? at + plan.endsAfter : null,
		toNumber: number,
		isInbound: false,
		agentId: 'agent_1',
		status: isOver ? 'completed' : 'in_progress',
		duration: isOver ? 12 : null,
		turns: hasResults ? [{ isAgent: true, text: `result of ${number}` }] : [],
		summary: hasResults ? `Summary of ${number}` : null,
		outcome: hasResults ? 'interested' : null,
		sentiment: hasResults ? 'neutral' : null,
		isSuccess: hasResults ? true : null,
		customFields: {},
		variables: {},
	};
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

/** Runs a node with this resource in the time of the test. */
export async function runInTime(
	resource: Resource,
	setting: Setting,
	answer: Parameters<typeof fakeContext>[1],
) {
	const { context } = fakeContext(setting, answer);
	const startedAt = performance.now();
	const work = execute.call(context, [resource], context.continueOnFail(), callingGate);
	const { output, error } = await inTime(
		work.then(
			([items]) => ({ output: items ?? [], error: undefined }),
			(failure: Error & { description?: string }) => ({ output: [], error: failure }),
		),
	);
	const json = output.map((item) => item.json);
	return { output, json, error, took: performance.now() - startedAt };
}
