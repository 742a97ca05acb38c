import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Policy } from '../http';
import { asNodeError, clientFor, publicClient } from '../http';
import type { Resource } from '../operation';
import { findOperation } from '../operation';
import { earlierCalls, modelRules } from './callingRules';
import { dryRunItems, isDryRun } from './dryRun';
import { carryOut, inN8n } from './inN8n';
import type { Planned } from './job';
import { RunParameters } from './nodeParameters';
import { unknownNumbers } from './onceEver';
import type { Finished } from './outcomes';
import { paced } from './pace';
import { planAll } from './plan';
import { errorItem, inputError, lateOf, pairedWith, progressOf } from './runErrors';
import { Sender } from './send';
import { NO_DRY_RUN, unknownNumberItems } from './unknownItems';
import { NotOver, waitForResults } from './waiting';

/** Whether an AI agent runs the node. n8n does not always say it, but the type of a node that is a tool ends in Tool. */
const isTool = (context: IExecuteFunctions): boolean =>
	context.isToolExecution?.() === true || context.getNode().type.endsWith('Tool');

/**
 * The `execute` of every node: items in, requests, items out, in the order of the input, each paired with its input.
 *
 * This is the way of a run, from the parameters to the output. Each step lies in the file or room that it is imported from.
 */
export async function execute(
	this: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[][]> {
	const node = this.getNode();
	const stopOnError = !this.continueOnFail();
	const operation = findOperation(
		resources,
		this.getNodeParameter('resource', 0) as string,
		this.getNodeParameter('operation', 0) as string,
	);
	if (operation.kind === 'inN8n') return [await carryOut(this, operation)];
	const leadsToCalls = operation.kind === 'calls';
	const parameters = new RunParameters(this, operation.shown, this.getInputData());
	const settings = parameters.of([0]);

	// Plan: what is sent for the items, with all parameters read and checked.
	const openRules = leadsToCalls && modelRules(node.parameters, isTool(this));
	if (openRules) throw asNodeError(node, openRules);
	const mayBeDry = leadsToCalls && settings.addedValue('options.dryRun') !== undefined;
	const isDry = mayBeDry && (await orNodeError(this, isDryRun(parameters)));
	const planned = await planAll(operation, parameters, () => inN8n(this));

	// Refuse: if an item is wrong and the run stops on errors, nothing is sent.
	const wrongInput = stopOnError && !isDry && inputError(this, planned);
	if (wrongInput) throw wrongInput;
	const choice = leadsToCalls ? unknownNumbers(settings) : 'skip';
	if (choice !== 'skip' && isDry) throw asNodeError(node, NO_DRY_RUN);
	if (choice !== 'skip') return [await unknownNumberItems(this, planned, choice)];

	const policy: Policy = {
		timeoutMs: settings.number('options.timeout', 60, 1, 86_400) * 1000,
		maxRetries: settings.number('options.maxRetries', 4, 0, 20),
		maxRetryTimeMs: settings.number('options.maxRetryTime', 120) * 1000,
	};
	const client = operation.isPublic
		? publicClient(this, settings.required('baseUrl'), policy)
		: await clientFor(this, policy);
	const parallel = settings.number('options.parallelRequests', DEFAULT_PARALLEL, 1, 100);
	const jobs = planned.flatMap((entry) => ('job' in entry ? [entry.job] : []));

	// Hold back: what the calling rules must know before anybody is called. Each request asks them right before it is sent.
	const ruled = jobs.flatMap(({ callees }) => callees?.ruledLeft ?? []);
	const earlier = ruled.length > 0 ? await earlierCalls(client, ruled, parallel) : new Map();
	if (earlier instanceof Error && stopOnError) throw asNodeError(node, earlier);
	if (isDry) {
		return [await dryRunItems(this, client, planned, { earlier, stopOnError, parallel })];
	}

	// Claim and send: no number that this or another run has called is called again.
	// All lists of this run together have so many requests under way.
	const perList = Math.max(Math.floor(parallel / Math.max(planned.length, 1)), 1);
	const sender = new Sender(this, client, jobs, perList, earlier);
	const { results, failed } = await sendAll(planned, parallel, stopOnError, sender);
	if (failed !== undefined) {
		const progress = progressOf(planned, results, failed);
		throw asNodeError(node, results[failed], planned[failed]?.itemIndexes[0], progress);
	}

	// Wait: until what was begun is over, where the user wants it.
	const hasWaits = jobs.some(({ wait }) => wait);
	const ended = hasWaits
		? await waitForResults(this, client, policy, parallel, planned, results)
		: results;
	const late = hasWaits ? ended.findIndex((result) => result instanceof NotOver) : -1;
	if (late >= 0 && stopOnError) {
		throw asNodeError(node, ended[late], planned[late]?.itemIndexes[0], lateOf(ended));
	}

	// Items: what each request led to.
	return [await outputItems(this, planned, ended)];
}

const DEFAULT_PARALLEL = 10;

async function orNodeError<T>(context: IExecuteFunctions, work: Promise<T>): Promise<T> {
	return await work.catch((error: unknown) => {
		throw asNodeError(context.getNode(), error);
	});
}

interface Ended {
	/** By request. */
	results: Finished[];
	/** The request whose failure stopped the run. */
	failed?: number;
}

/**
 * Sends all jobs, at most `parallel` at a time. With `stopOnError`, nothing is started or repeated after a failure; requests that are running
 * end normally.
 */
async function sendAll(
	planned: readonly Planned[],
	parallel: number,
	stopOnError: boolean,
	sender: Sender,
): Promise<Ended> {
	const results: Finished[] = new Array<undefined>(planned.length);
	let failed: number | undefined;
	const waiting = planned.entries();
	const worker = async () => {
		for (const [index, entry] of waiting) {
			if (sender.isOver) return;
			const result =
				'error' in entry
					? entry.error
					: await sender.send(entry.job).catch((error: Error) => error);
			results[index] = result;
			if (!(result instanceof Error) || !stopOnError || failed !== undefined) continue;
			failed = index;
			sender.stop();
		}
	};
	await Promise.all(Array.from({ length: Math.min(parallel, planned.length) }, worker));
	await sender.end();
	planned.forEach((entry, index) => {
		if (sender.isCancelled && 'job' in entry) results[index] ??= sender.known(entry.job);
	});
	return { results, failed };
}

const cancelled = () => new Error('The execution was cancelled before this item was processed');

/** The output: what each request led to, paired with the items it was made from. */
async function outputItems(
	context: IExecuteFunctions,
	planned: readonly Planned[],
	results: readonly Finished[],
): Promise<INodeExecutionData[]> {
	const output: INodeExecutionData[] = [];
	for await (const [index, { itemIndexes }] of paced(planned.entries())) {
		const result = results[index] ?? cancelled();
		if (result instanceof Error) {
			const item = errorItem(context, result, itemIndexes);
			if (result instanceof NotOver) Object.assign(item.json, result.state);
			output.push(item);
		} else {
			const pairedItem = pairedWith(itemIndexes);
			for (const item of result.items) output.push({ ...item, pairedItem });
		}
	}
	return output;
}
