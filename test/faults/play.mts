import type { INodeExecutionData, NodeApiError, OnError } from 'n8n-workflow';
import type { Run, StoredCredential } from '../../harness/n8n/engine.mts';
import type { Sandbox } from '../../harness/sandbox.mts';
import { credentialFor, runner } from '../support/nodes.mts';
import { type Entry, type Fault, type HostileOptions, HostileServer } from './hostileServer.mts';
import { type FaultyOperation, inputOf } from './operations.mts';

/** What one run of a node meets. */
export interface Scenario {
	operation: FaultyOperation;
	/** For each input item, the fault of each attempt; after these, the answers are good. */
	faults: ReadonlyArray<readonly Fault[]>;
	/** What goes wrong before a request can be read: it hits the first connections after the login. */
	early?: { fault: Fault; times: number };
	onError: OnError;
	retryOnFail: boolean;
	parallel: number;
	/** When the execution is cancelled; never if undefined. */
	cancel?: Cancel;
}

export type Moment =
	| 'before it starts'
	| 'while logging in'
	| 'while waiting after 429'
	| 'while the request is sent'
	| 'while the answer is read';

/** At a moment of the first item, or after a time. */
export type Cancel = { at: Moment } | { afterMs: number };

/** How the node ended. */
export type Outcome =
	| { items: INodeExecutionData[] }
	| { error: NodeApiError }
	/** It had not ended when its time was over. */
	| { isHanging: true };

export interface Played {
	scenario: Scenario;
	outcome: Outcome;
	journal: Entry[];
	/** Connections that were broken before a request was read. */
	brokenConnections: number;
	leaked: string[];
	/** After the execution was cancelled: how long the node still ran, in milliseconds, and what was sent later. */
	cancelled?: { endedAfterMs: number; sentLater: Entry[] };
	/** What a later execution did with the same items, if numbers are remembered. */
	later?: { items: INodeExecutionData[]; journal: Entry[] };
}

/** Timeout (Seconds) where a fault waits for it. Elsewhere a busy computer must not reach it. */
const SHORT_TIMEOUT_SECONDS = 1;
const TIMEOUT_SECONDS = 5;
const MAX_RETRIES = 1;
/** n8n's default. */
const MAX_TRIES = 3;
/** The longest wait before the one retry. */
const BACK_OFF_MS = 500;
const ALLOWANCE_MS = 3_000;
export const CANCEL_WITHIN_MS = 1_000;
/** It is cancelled soon after it begins. */
const CANCELLED_LIMIT_MS = 5_000;
const ON_ITS_WAY_MS = 300;
/** How long after a cancelled run it is watched whether anything is still sent. */
const WATCH_MS = 700;

const BUSY_CHECK_MS = 20;
/** A node that keeps the process busy itself is not excused for longer. */
const MOST_BUSY_MS = 5_000;

let executions = 0;

const timeoutOf = ({ faults, cancel }: Scenario) =>
	!cancel && faults.flat().some(({ isSlow }) => isSlow) ? SHORT_TIMEOUT_SECONDS : TIMEOUT_SECONDS;

/** How long a node may take: the time-out of each attempt, the waits in between, and some more. */
export function limitOf(scenario: Scenario): number {
	const { faults, parallel, retryOnFail, cancel } = scenario;
	if (cancel) return ('afterMs' in cancel ? cancel.afterMs : 0) + CANCELLED_LIMIT_MS;
	const rounds = Math.ceil(faults.length / parallel);
	const once = (MAX_RETRIES + 1) * timeoutOf(scenario) * 1000 + BACK_OFF_MS;
	return rounds * once * (retryOnFail ? MAX_TRIES : 1) + ALLOWANCE_MS;
}

/**
 * Runs the node again after a failure as n8n's engine does (`workflow-execute.js`): in the same execution, with the same cancel signal, also
 * if the execution was cancelled. With On Error: Continue, the first item decides.
 */
async function runAsN8n(run: () => Promise<INodeExecutionData[]>, tries: number): Promise<Outcome> {
	let outcome: Outcome = { items: [] };
	for (let attempt = 0; attempt < tries; attempt += 1) {
		outcome = await run().then(
			(items) => ({ items }),
			(error: NodeApiError) => ({ error }),
		);
		if ('items' in outcome && outcome.items[0]?.json.error === undefined) break;
	}
	return outcome;
}

/** How long this process was too busy to do anything in time, in milliseconds: other tests and other programs use the computer, too. */
class BusyTime {
	private milliseconds = 0;
	private readonly timer: NodeJS.Timeout;

	constructor() {
		let last = performance.now();
		this.timer = setInterval(() => {
			const now = performance.now();
			this.milliseconds += Math.max(now - last - 2 * BUSY_CHECK_MS, 0);
			last = now;
		}, BUSY_CHECK_MS);
	}

	get excused(): number {
		return Math.min(this.milliseconds, MOST_BUSY_MS);
	}

	stop(): number {
		clearInterval(this.timer);
		return this.excused;
	}
}

async function within<T>(work: Promise<T>, limitMs: number): Promise<T | undefined> {
	let timer: NodeJS.Timeout | undefined;
	const limit = new Promise<undefined>((resolve) => {
		timer = setTimeout(() => resolve(undefined), limitMs);
	});
	const result = await Promise.race([work, limit]);
	clearTimeout(timer);
	return result;
}

function parametersOf(scenario: Scenario) {
	const { operation, parallel } = scenario;
	const { parameters } = operation;
	const options = {
		timeout: timeoutOf(scenario),
		maxRetries: MAX_RETRIES,
		parallelRequests: parallel,
		...(parameters.options as object | undefined),
	};
	return { ...parameters, options };
}

/** Whether the operation remembers numbers from one execution to the next. */
const isRemembering = ({ operation }: Scenario) =>
	JSON.stringify(operation.parameters).includes('"ever"');

function cancelHooks(cancel: Cancel | undefined, abort: () => void): HostileOptions {
	if (!cancel || 'afterMs' in cancel) return {};
	const soon = () => setTimeout(abort, 60);
	if (cancel.at === 'while logging in') return { login: () => void soon() };
	if (cancel.at === 'before it starts') return {};
	return { onRead: ({ id }) => void (id === 'item_0' && soon()) };
}

/** Lets the node meet what the scenario says, on a server of its own. */
export async function play(scenario: Scenario): Promise<Played> {
	const { operation, faults, early, onError, retryOnFail, cancel } = scenario;
	const controller = new AbortController();
	let cancelledAt: number | undefined;
	const abort = () => {
		if (cancelledAt !== undefined) return;
		cancelledAt = performance.now();
		controller.abort();
	};
	const everyFault = [...faults.flat(), ...(early ? [early.fault] : [])];
	const server = await new HostileServer({
		faultFor: (id, attempt) => faults[Number(id.slice('item_'.length))]?.[attempt],
		early,
		isSecure: everyFault.some(({ isSecure }) => isSecure),
		...cancelHooks(cancel, abort),
	}).start();
	const credential: StoredCredential = credentialFor({ url: server.url } as Sandbox);
	const workflowId = `workflow ${(executions += 1)}`;
	const node = runner(operation.node, credential);
	const run = async (more: Partial<Run>) =>
		await node(parametersOf(scenario), inputOf(faults.length), { workflowId, ...more });

	if (cancel && 'at' in cancel && cancel.at === 'before it starts') abort();
	if (cancel && 'afterMs' in cancel) setTimeout(abort, cancel.afterMs);
	const settings = { onError, retryOnFail };
	const once = async () =>
		await run({
			settings,
			executionId: `execution ${workflowId}`,
			abortSignal: controller.signal,
		});
	try {
		const busy = new BusyTime();
		const running = runAsN8n(once, retryOnFail ? MAX_TRIES : 1);
		const outcome = (await within(running, limitOf(scenario))) ??
			(await within(running, busy.excused)) ?? { isHanging: true as const };
		const busyMs = busy.stop();
		const played: Played = {
			scenario,
			outcome,
			journal: [...server.journal],
			brokenConnections: server.brokenConnections,
			leaked: server.leaked,
		};
		if (cancelledAt !== undefined) {
			const sinceMs = performance.now() - cancelledAt;
			const endedAfterMs = sinceMs - busyMs;
			// What was on its way when the execution was cancelled may still arrive.
			const since = server.now - sinceMs + ON_ITS_WAY_MS + busyMs;
			await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
			const sentLater = server.journal.filter(({ at }) => at > since);
			played.cancelled = { endedAfterMs, sentLater };
			played.journal = [...server.journal];
		}
		if ('isHanging' in outcome) {
			controller.abort();
			return played;
		}
		if (isRemembering(scenario)) {
			await server.heal();
			const before = server.journal.length;
			const items = await run({
				settings: { onError: 'continueRegularOutput' },
				executionId: `later execution ${workflowId}`,
			});
			played.later = { items, journal: server.journal.slice(before) };
		}
		return played;
	} finally {
		await server.close();
	}
}

/** Plays scenarios, some at the same time. */
export async function playAll<T>(
	scenarios: readonly Scenario[],
	parallel: number,
	judge: (played: Played) => T,
): Promise<T[]> {
	const verdicts: T[] = new Array<T>(scenarios.length);
	let next = 0;
	const worker = async () => {
		while (next < scenarios.length) {
			const index = next;
			next += 1;
			verdicts[index] = judge(await play(scenarios[index] as Scenario));
		}
	};
	await Promise.all(Array.from({ length: Math.min(parallel, scenarios.length) }, worker));
	return verdicts;
}
