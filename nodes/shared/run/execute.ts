import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Policy } from '../http';
import { Client, RequestFailure, clientFor, defaultPolicy, paced, publicClient } from '../http';
import type { ResourceOperation, Params, Resource } from '../operation';
import { endpointsOf, findOperation, onlyReads } from '../operation';
import { ParameterError } from '../values';
import type { Gate } from './gate';
import type { Transport, Planned, Outcome } from './job';
import { jobsOf, pairedWith } from './job';
import { RunParameters } from './nodeParameters';
import { planAll } from './plan';
import {
	showWhereResultsAre,
	errorItem,
	inputError,
	isWrongForAll,
	itemError,
	lateOf,
	runProgress,
	showDoubts,
} from './runMessages';
import { Sender, foundAfterStop } from './send';
import { NotStarted } from './startCreated';
import { NotOver, waitForResults } from './waiting';

/** Makes the gate of a run. @throws ParameterError if nothing may be sent */
export type MakeGate = (context: IExecuteFunctions, parameters: RunParameters) => Promise<Gate>;

/**
 * The `execute` of every node, step by step: items in, requests, items out, in the input's order, each paired with its
 * input. The steps are below, or in the rooms that are imported.
 * @param continues true: a failed item becomes an error item; @param makeGate for operations that lead to calls
 */
export async function execute(
	this: IExecuteFunctions,
	resources: readonly Resource[],
	continues: boolean,
	makeGate?: MakeGate,
): Promise<INodeExecutionData[][]> {
	const operation = findOperation(
		resources,
		this.getNodeParameter('resource', 0) as string,
		this.getNodeParameter('operation', 0) as string,
	);
	const items = itemsOfRun(this, operation, continues, makeGate);
	return [await items.catch((error: unknown) => fail(this, error))];
}

async function itemsOfRun(
	context: IExecuteFunctions,
	operation: ResourceOperation,
	continues: boolean,
	makeGate?: MakeGate,
): Promise<INodeExecutionData[]> {
	const parameters = new RunParameters(context, operation.shown, context.getInputData());
	const settings = parameters.of([0]);
	const gate = await gateOf(operation, () => makeGate?.(context, parameters));

	// Plan: what is sent for the items, with all parameters read and checked.
	const planned = await planAll(operation, parameters, gate);

	// Refuse: if an item is wrong and the run stops on errors, nothing is sent. A dry run shows wrong rows.
	const isShown = continues || (gate?.isDry === true && !isWrongForAll(planned));
	const wrongInput = isShown ? undefined : inputError(context, planned);
	if (wrongInput) throw wrongInput;
	const transport = await transportOf(context, operation, settings, !continues);
	const { client, parallel } = transport;

	// Look: what must be known before anybody is called. Whom a request calls is decided right before it is sent.
	// All lists of this run together have `parallel` requests under way, or one each.
	const perList = Math.max(Math.floor(parallel / Math.max(planned.length, 1)), 1);
	const sender = new Sender(context, client, jobsOf(planned), perList, gate);
	await gate?.look(planned, transport, sender.sentBefore());
	if (gate?.isDry) return await gate.dryRunItems(planned);

	// Send: what the gate lets through.
	const results = await sendAll(context, planned, sender, transport);
	showWhereResultsAre(context, operation, jobsOf(planned), results);

	// Wait: until what was begun is over, where the user wants it.
	const ended = await waitedFor(context, planned, transport, results);

	// Items: what each request led to.
	return await outputItems(context, planned, ended);
}

/** The gate of a run that leads to calls. @throws Error without one: nobody would look whom it calls */
async function gateOf(
	{ kind, action }: ResourceOperation,
	make: () => Promise<Gate> | undefined,
): Promise<Gate | undefined> {
	if (kind !== 'calls') return undefined;
	const gate = await make();
	if (!gate) throw new Error(`"${action}" leads to calls, and its node has no gate`);
	return gate;
}

/** @throws the error, as n8n shows it */
function fail(context: IExecuteFunctions, error: unknown): never {
	if (error instanceof ParameterError || error instanceof RequestFailure) {
		throw itemError(context, error);
	}
	throw error;
}

const DEFAULT_PARALLEL = 10;

async function transportOf(
	context: IExecuteFunctions,
	operation: ResourceOperation,
	settings: Params,
	stopOnError: boolean,
): Promise<Transport> {
	const policy: Policy = {
		timeoutMs: settings.number('options.timeout', 60, 1, 86_400) * 1000,
		maxRetries: settings.number('options.maxRetries', 4, 0, 20),
		maxRetryTimeMs: defaultPolicy.maxRetryTimeMs,
	};
	const parallel =
		operation.kind === 'task' && !onlyReads(operation)
			? 1
			: settings.number('options.parallelRequests', DEFAULT_PARALLEL, 1, 100);
	const client = await clientOf(context, operation, settings, policy);
	return { client, policy, parallel, stopOnError };
}

/** The client of a run. The credential is read only if the operation needs it. */
async function clientOf(
	context: IExecuteFunctions,
	operation: ResourceOperation,
	settings: Params,
	policy: Policy,
): Promise<Client> {
	if (endpointsOf(operation).length === 0) return new Client(context, '', policy);
	return operation.isPublic
		? publicClient(context, settings.required('baseUrl'), policy)
		: await clientFor(context, policy);
}

/** Sends a request, if there is one to be sent. @returns what it led to */
async function carriedOut(entry: Planned, sender: Sender): Promise<Outcome> {
	if ('error' in entry) return entry.error;
	return await sender.send(entry.job).catch((error: Error) => error);
}

/**
 * Sends all jobs, so many at a time. If the run stops on errors, a failure ends it: running requests end normally.
 * @returns what each request led to
 * @throws NodeApiError for the failure that stopped the run. It says how far the run came
 */
async function sendAll(
	context: IExecuteFunctions,
	planned: readonly Planned[],
	sender: Sender,
	{ parallel, stopOnError }: Transport,
): Promise<Array<Outcome | undefined>> {
	const results: Array<Outcome | undefined> = new Array<undefined>(planned.length);
	let failed: number | undefined;
	const waiting = planned.entries();
	const worker = async () => {
		for (const [index, entry] of waiting) {
			if (sender.hasStopped) return;
			const result = await carriedOut(entry, sender);
			results[index] = result;
			if (!(result instanceof Error) || !stopOnError || failed !== undefined) continue;
			failed = index;
			sender.stop();
		}
	};
	await Promise.all(Array.from({ length: Math.min(parallel, planned.length) }, worker));
	await sender.findCalls(planned, results);
	// The call that stopped the run may be listed: then another failure is told, or there is none any more.
	if (failed !== undefined && !(results[failed] instanceof Error)) {
		const other = results.findIndex((result) => result instanceof Error);
		if (other >= 0) failed = other;
		else if (!results.includes(undefined)) failed = undefined;
	}
	await sender.end();
	// After a cancel, the items show what an earlier try has sent, too.
	planned.forEach((entry, index) => {
		if (sender.isCancelled && 'job' in entry) results[index] ??= sender.earlierOutcome(entry.job);
	});
	if (failed === undefined) {
		await sender.showHints();
		showDoubts(context, results);
		return results;
	}
	const progress = runProgress(planned, results, failed);
	const failure = results[failed] instanceof Error ? results[failed] : foundAfterStop();
	// The progress names the row, from 1: n8n would add the item, from 0.
	const itemIndex = progress === '' ? planned[failed]?.itemIndexes[0] : undefined;
	throw itemError(context, failure, itemIndex, progress);
}

/** What each request led to, after the wait. @throws NodeOperationError for what is not over, if the user wants it */
async function waitedFor(
	context: IExecuteFunctions,
	planned: readonly Planned[],
	transport: Transport,
	results: Array<Outcome | undefined>,
): Promise<Array<Outcome | undefined>> {
	if (!jobsOf(planned).some(({ wait }) => wait)) return results;
	const ended = await waitForResults(context, transport, planned, results);
	const late = ended.findIndex((result) => result instanceof NotOver);
	if (late < 0 || !transport.stopOnError) return ended;
	const itemIndex = planned[late]?.itemIndexes[0];
	throw itemError(context, ended[late], itemIndex, lateOf(ended));
}

const cancelledItem = () => new Error('The execution was cancelled before this item was processed');

/** The output: what each request led to, paired with the items it was made from. */
async function outputItems(
	context: IExecuteFunctions,
	planned: readonly Planned[],
	results: ReadonlyArray<Outcome | undefined>,
): Promise<INodeExecutionData[]> {
	const output: INodeExecutionData[][] = [];
	for await (const [index, { itemIndexes }] of paced(planned.entries())) {
		const result = results[index] ?? cancelledItem();
		if (result instanceof Error) {
			const item = errorItem(context, result, itemIndexes);
			const isBegun = result instanceof NotOver || result instanceof NotStarted;
			if (isBegun) item.json = { ...result.state, ...item.json };
			output.push([item]);
		} else {
			const pairedItem = pairedWith(itemIndexes);
			for (const item of result.items) item.pairedItem ??= pairedItem;
			output.push(result.items);
		}
	}
	return output.flat();
}
