import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Policy } from '../http';
import { asNodeError, clientFor, publicClient } from '../http';
import type { Resource } from '../operation';
import { Params, findOperation, shownFieldsOf } from '../operation';
import { ParameterError } from '../values';
import { earlierCalls, modelRules } from './callingRules';
import { carryOut } from './carryOut';
import { dryRunItems } from './dryRun';
import { errorItem, inputError } from './inputErrors';
import { unknownNumbers } from './calledNumbers';
import { Pace } from './pace';
import type { Planned } from './job';
import { isDry, planAll, removeDuplicates } from './plan';
import type { Finished } from './progress';
import { progressOf } from './progress';
import { Sender } from './send';
import { unknownNumberItems } from './unknownNumberItems';
import { NotOver, waitForResults } from './waiting';

const DEFAULT_PARALLEL = 10;

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
async function runAll(
	planned: Planned[],
	parallel: number,
	stopOnError: boolean,
	sender: Sender,
): Promise<Ended> {
	const results: Finished[] = new Array<undefined>(planned.length);
	let next = 0;
	let failed: number | undefined;
	const worker = async () => {
		while (next < planned.length && failed === undefined && !sender.isCancelled) {
			const index = next;
			next += 1;
			const entry = planned[index] as Planned;
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
	if (sender.isCancelled) {
		planned.forEach((entry, index) => {
			if ('job' in entry) results[index] ??= sender.known(entry.job);
		});
	}
	return { results, failed };
}

const cancelled = () => new Error('The execution was cancelled before this item was processed');

/** How many of the things that a run waited for are not over, for its error; '' if it had one request only. */
function lateOf(results: readonly Finished[]): string {
	if (results.length < 2) return '';
	const count = results.filter((result) => result instanceof NotOver).length;
	return `Not over in time: ${count} of ${results.length}`;
}

/** The output: what each request led to, paired with the items it was made from. */
async function outputItems(
	context: IExecuteFunctions,
	planned: readonly Planned[],
	results: readonly Finished[],
): Promise<INodeExecutionData[]> {
	const pace = new Pace();
	const output: INodeExecutionData[] = [];
	for (const [index, { itemIndexes }] of planned.entries()) {
		await pace.next();
		const result = results[index] ?? cancelled();
		const pairedItem =
			itemIndexes.length === 1
				? { item: itemIndexes[0] ?? 0 }
				: itemIndexes.map((item) => ({ item }));
		if (result instanceof Error) {
			const item = errorItem(context, result, itemIndexes, pairedItem);
			if (result instanceof NotOver) Object.assign(item.json, result.state);
			output.push(item);
		} else {
			for (const item of result.items) output.push({ ...item, pairedItem });
		}
	}
	return output;
}

const NO_DRY_RUN = new ParameterError(
	"'Dry Run' is on, and 'Unknown Outcomes' is not set to Skip",
	"Nothing was sent. Get Unknown and Release call nobody. Set 'Unknown Outcomes' to Skip, or turn off 'Dry Run'",
);

/** Whether an AI agent runs the node. n8n does not always say it, but the type of a node that is a tool ends in Tool. */
const isTool = (context: IExecuteFunctions): boolean =>
	context.isToolExecution?.() === true || context.getNode().type.endsWith('Tool');

/** The `execute` of every node: items in, requests, items out, in the order of the input, each paired with its input. */
export async function execute(
	this: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[][]> {
	const items = this.getInputData();
	const operation = findOperation(
		resources,
		this.getNodeParameter('resource', 0) as string,
		this.getNodeParameter('operation', 0) as string,
	);
	if (operation.carryOut) return [await carryOut(this, operation, items)];
	const fields = shownFieldsOf(operation);
	const settings = new Params((name, fallback) => this.getNodeParameter(name, 0, fallback), {
		fields,
	});
	const openRules = modelRules(fields, this.getNode().parameters, isTool(this));
	if (openRules) throw asNodeError(this.getNode(), openRules);
	const isDryRun = await isDry(this, operation, items).catch((error: unknown) => {
		throw asNodeError(this.getNode(), error);
	});
	const planned = await planAll(this, operation, items);
	await removeDuplicates(planned).catch((error: unknown) => {
		throw asNodeError(this.getNode(), error);
	});

	const stopOnError = !this.continueOnFail();
	if (stopOnError && !isDryRun) {
		const wrongInput = inputError(this, planned);
		if (wrongInput) throw wrongInput;
	}

	const choice = operation.deduplication ? unknownNumbers(settings) : 'skip';
	if (choice !== 'skip' && isDryRun) throw asNodeError(this.getNode(), NO_DRY_RUN);
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
	// All lists of this run together have so many requests under way.
	const perList = Math.max(Math.floor(parallel / Math.max(planned.length, 1)), 1);
	const called = jobs.flatMap(({ draft: { calls } }) => (calls ? [calls] : []));
	const earlier = await earlierCalls(client, called, parallel);
	if (earlier instanceof Error && stopOnError) throw asNodeError(this.getNode(), earlier);
	if (isDryRun)
		return [await dryRunItems(this, client, planned, { earlier, stopOnError, parallel })];
	const sender = new Sender(this, client, jobs, perList, parallel, earlier);
	const { results, failed } = await runAll(planned, parallel, stopOnError, sender);
	if (failed !== undefined) {
		const itemIndex = planned[failed]?.itemIndexes[0];
		const progress = progressOf(planned, results, failed);
		throw asNodeError(this.getNode(), results[failed], itemIndex, progress);
	}
	sender.showHint();
	const waited = await waitForResults(this, client, policy, parallel, planned, results);
	const late = waited.findIndex((result) => result instanceof NotOver);
	if (late >= 0 && stopOnError) {
		throw asNodeError(this.getNode(), waited[late], planned[late]?.itemIndexes[0], lateOf(waited));
	}
	return [await outputItems(this, planned, waited)];
}
