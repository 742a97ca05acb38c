import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Policy } from '../http';
import { asNodeError, clientFor, publicClient } from '../http';
import type { Resource } from '../operation';
import { Params, findOperation, shownFieldsOf } from '../operation';
import { removeDuplicates } from './deduplication';
import { errorItem, inputError } from './inputErrors';
import type { Planned } from './plan';
import { planAll } from './plan';
import { Sender } from './send';

const DEFAULT_PARALLEL = 10;

type Finished = INodeExecutionData[] | Error;

/** Sends all jobs, at most `parallel` at a time. With `stopOnError`, no job is started after a failure; those that are running end normally. */
async function runAll(
	planned: Planned[],
	parallel: number,
	stopOnError: boolean,
	sender: Sender,
): Promise<Array<Finished | undefined>> {
	const results: Array<Finished | undefined> = new Array<undefined>(planned.length);
	let next = 0;
	let stopped = false;
	const worker = async () => {
		while (next < planned.length && !stopped && !sender.isCancelled) {
			const index = next;
			next += 1;
			const entry = planned[index] as Planned;
			const result =
				'error' in entry
					? entry.error
					: await sender.send(entry.job).catch((error: Error) => error);
			results[index] = result;
			if (result instanceof Error && stopOnError) stopped = true;
		}
	};
	await Promise.all(Array.from({ length: Math.min(parallel, planned.length) }, worker));
	return results;
}

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
	const settings = new Params((name, fallback) => this.getNodeParameter(name, 0, fallback), {
		fields: shownFieldsOf(operation),
	});
	const planned = await planAll(this, operation, items);
	await removeDuplicates(planned);

	const stopOnError = !this.continueOnFail();
	if (stopOnError) {
		const wrongInput = inputError(this, planned);
		if (wrongInput) throw wrongInput;
	}

	const policy: Policy = {
		timeoutMs: settings.number('options.timeout', 60, 1) * 1000,
		maxRetries: settings.number('options.maxRetries', 4, 0, 20),
		maxRetryTimeMs: settings.number('options.maxRetryTime', 120) * 1000,
	};
	const client = operation.isPublic
		? publicClient(this, settings.required('baseUrl'), policy)
		: await clientFor(this, policy);
	const parallel = settings.number('options.parallelRequests', DEFAULT_PARALLEL, 1, 100);
	const results = await runAll(planned, parallel, stopOnError, new Sender(this, client));

	const failedIndex = results.findIndex((result) => result instanceof Error);
	if (stopOnError && failedIndex >= 0) {
		const done = results.filter((result) => Array.isArray(result)).length;
		const itemIndex = planned[failedIndex]?.itemIndexes[0];
		const progress =
			planned.length > 1
				? `Row ${(itemIndex ?? 0) + 1} failed. ${done} of ${planned.length} were completed. No others were started`
				: '';
		throw asNodeError(this.getNode(), results[failedIndex], itemIndex, progress);
	}

	return [
		planned.flatMap(({ itemIndexes }, index) => {
			const result =
				results[index] ?? new Error('The execution was cancelled before this item was processed');
			const pairedItem =
				itemIndexes.length === 1
					? { item: itemIndexes[0] ?? 0 }
					: itemIndexes.map((item) => ({ item }));
			if (result instanceof Error) return [errorItem(this, result, itemIndexes, pairedItem)];
			return result.map((item) => ({ ...item, pairedItem }));
		}),
	];
}
