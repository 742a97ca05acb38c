import { setTimeout as delay } from 'node:timers/promises';
import type { INodeExecutionData, NodeApiError } from 'n8n-workflow';
import { type Run, newRunData } from '../../harness/n8n/engine.mts';
import type { Sandbox } from '../../harness/sandbox.mts';
import { credentialFor, runner } from '../support/nodes.mts';
import { type Entry, type HostileOptions, HostileServer } from './hostileServer.mts';
import { type Scenario, inputOf } from './table.mts';

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
	/** What arrived after the execution was cancelled, and how much of it may have been on its way then. */
	cancelled?: { arrivedLater: Entry[]; mostOnTheirWay: number };
	/** What a later execution did with the same items, if numbers are remembered. */
	later?: { items: INodeExecutionData[]; journal: Entry[] };
}

/** Timeout (Seconds) where a fault waits for it. Elsewhere a busy computer must not reach it. */
const SHORT_TIMEOUT_SECONDS = 1;
const TIMEOUT_SECONDS = 90;
/** Of an execution that is cancelled: nothing but the cancel ends it before the test gives up. */
const LONG_TIMEOUT_SECONDS = 1000;
const MAX_RETRIES = 1;
/** n8n's default. */
const MAX_TRIES = 3;
/** A run that takes longer has no end. */
export const HANGS_AFTER_MS = 100_000;
/** From the answer of the server until it has arrived. */
const ON_ITS_WAY_MS = 60;
/** How long after a cancelled run the server waits for what is still sent. */
const WATCH_MS = 700;

let executions = 0;

/** Whether a fault of it ends by the timeout of the node. */
export const isSlow = ({ faults }: Scenario) => faults.flat().some((fault) => fault.isSlow);

function timeoutOf(scenario: Scenario): number {
	const { cancel, timeoutSeconds } = scenario;
	if (cancel && 'at' in cancel) return LONG_TIMEOUT_SECONDS;
	return timeoutSeconds ?? (isSlow(scenario) ? SHORT_TIMEOUT_SECONDS : TIMEOUT_SECONDS);
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

function parametersOf(scenario: Scenario) {
	const { parameters } = scenario.operation;
	const own = parameters.options as object | undefined;
	const timeout = timeoutOf(scenario);
	const parallelRequests = scenario.parallel;
	return { ...parameters, options: { timeout, maxRetries: MAX_RETRIES, parallelRequests, ...own } };
}

/** Whether a later execution is played: the operation remembers numbers from one execution to the next. */
const isRemembering = ({ operation }: Scenario) =>
	JSON.stringify(operation.parameters).includes('"ever"');

/** Cancels at the moment that the scenario names, by what the server has read. */
function cancelHooks({ cancel, parallel }: Scenario, abort: () => void): HostileOptions {
	const at = cancel && 'at' in cancel ? cancel.at : undefined;
	if (!cancel || at === 'before it starts') return {};
	if (at === 'while logging in') return { onLogin: abort };
	let read = 0;
	const onRead = () => {
		read += 1;
		if ('afterRequests' in cancel && read === cancel.afterRequests) abort();
		// All that may be sent at the same time has been.
		if (at !== undefined && read === parallel) setTimeout(abort, ON_ITS_WAY_MS);
	};
	return { onRead };
}

const isCancelledAtOnce = ({ cancel }: Scenario) =>
	cancel && ('at' in cancel ? cancel.at === 'before it starts' : cancel.afterRequests === 0);

/** Lets the node meet what the scenario says, on a server of its own. */
export async function play(scenario: Scenario): Promise<Played> {
	const { operation, faults, early, onError, retryOnFail, parallel, cancel } = scenario;
	const controller = new AbortController();
	let readBefore: number | undefined;
	const abort = () => {
		readBefore ??= server.entries.length;
		controller.abort();
	};
	const server: HostileServer = new HostileServer({
		faultFor: (id, attempt) => faults[Number(id.slice('item_'.length))]?.[attempt],
		early,
		isSecure: [...faults.flat(), early?.fault].some((fault) => fault?.isSecure),
		...cancelHooks(scenario, abort),
	});
	await server.start();
	executions += 1;
	const workflowId = `workflow ${executions}`;
	// A later server can get the same port, and must not meet the login of this one.
	const email = `owner${executions}@example.com`;
	const node = runner(operation.node, credentialFor({ url: server.url } as Sandbox, { email }));
	const run = async (more: Partial<Run>) =>
		await node(parametersOf(scenario), inputOf(faults.length), { workflowId, ...more });

	if (isCancelledAtOnce(scenario)) abort();
	const execution: Partial<Run> = {
		settings: { onError, retryOnFail },
		mode: 'trigger',
		executionId: `execution ${workflowId}`,
		runData: newRunData(inputOf(faults.length)),
		abortSignal: controller.signal,
	};
	try {
		const outcome = await Promise.race([
			runAsN8n(async () => await run(execution), retryOnFail ? MAX_TRIES : 1),
			delay(HANGS_AFTER_MS, { isHanging: true as const }, { ref: false }),
		]);
		if (readBefore !== undefined) await delay(WATCH_MS);
		const { entries, brokenConnections, leaked } = server;
		const journal = [...entries];
		const cancelled = readBefore !== undefined && {
			arrivedLater: journal.slice(readBefore),
			mostOnTheirWay: cancel && 'at' in cancel ? 0 : parallel - 1,
		};
		const played: Played = {
			...{ scenario, outcome, journal, brokenConnections, leaked },
			...(cancelled && { cancelled }),
		};
		if ('isHanging' in outcome) controller.abort();
		else if (isRemembering(scenario)) {
			await server.heal();
			const before = entries.length;
			const items = await run({
				settings: { onError: 'continueRegularOutput' },
				executionId: `later execution ${workflowId}`,
			});
			played.later = { items, journal: entries.slice(before) };
		}
		return played;
	} finally {
		await server.stop();
	}
}

/** Plays scenarios, some at the same time. */
export async function playAll<T>(
	scenarios: readonly Scenario[],
	parallel: number,
	judge: (played: Played) => T,
): Promise<T[]> {
	const verdicts: T[] = [];
	const left = scenarios.entries();
	const worker = async () => {
		for (const [index, scenario] of left) verdicts[index] = judge(await play(scenario));
	};
	await Promise.all(Array.from({ length: parallel }, worker));
	return verdicts;
}
