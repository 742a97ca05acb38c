import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { asNodeError } from '../http/failure';
import { checkedUpload } from '../http/files';
import type { Operation, Resource } from '../operation/operation';
import { findOperation } from '../operation/operation';
import { Params } from '../operation/params';
import type { Job } from './send';
import { Performer, extrasOf } from './send';
import { addressOf } from '../operation/path';
import type { Policy } from '../http/client';
import { clientFor, publicClient } from '../http/client';

const DEFAULT_PARALLEL = 10;
const MOST_ERRORS_LISTED = 10;

type Planned = { itemIndexes: number[] } & ({ job: Job } | { error: Error });
type Finished = INodeExecutionData[] | Error;

function paramsOf(
	context: IExecuteFunctions,
	operation: Operation,
	items: INodeExecutionData[],
	itemIndexes: number[],
): Params {
	const first = itemIndexes[0] ?? 0;
	return new Params(
		(name, fallback) => context.getNodeParameter(name, first, fallback, { extractValue: true }),
		{
			fields: operation.fields,
			rows: itemIndexes.map((index) => items[index]?.json ?? {}),
			rowNumbers: itemIndexes.map((index) => index + 1),
			timeZone: context.getTimezone(),
		},
	);
}

/** Which items go together into one request, in the order of their first item. */
function groupsOf(
	context: IExecuteFunctions,
	operation: Operation,
	items: INodeExecutionData[],
): number[][] {
	const groups = new Map<string | number, number[]>();
	items.forEach((_item, index) => {
		const group = operation.group?.(paramsOf(context, operation, items, [index]));
		const key = group ?? index;
		const members = groups.get(key);
		if (members) members.push(index);
		else groups.set(key, [index]);
	});
	return [...groups.values()];
}

/** Reads and checks the parameters of one request. Nothing is sent yet. */
function plan(
	context: IExecuteFunctions,
	operation: Operation,
	items: INodeExecutionData[],
	itemIndexes: number[],
): Planned {
	const params = paramsOf(context, operation, items, itemIndexes);
	try {
		const parts = operation.request?.(params) ?? {};
		const file = parts.upload && checkedUpload(items[itemIndexes[0] ?? 0], parts.upload);
		addressOf(operation, params, parts.endpoint);
		extrasOf(operation, params);
		return {
			itemIndexes,
			job: { operation, params, itemIndexes, parts, file, once: operation.once?.(params, parts) },
		};
	} catch (error) {
		return { itemIndexes, error: error as Error };
	}
}

/** Marks what would be done twice in this run, so that the first in input order is the one that counts. */
function markRepeats(planned: Planned[]): void {
	const firstRow = new Map<string, number>();
	for (const entry of planned) {
		if (!('job' in entry) || !entry.job.once) continue;
		const { once } = entry.job;
		const row = (entry.itemIndexes[0] ?? 0) + 1;
		const repeats = once.keys.filter((key) => firstRow.has(key));
		for (const key of once.keys) if (!firstRow.has(key)) firstRow.set(key, row);
		if (repeats.length === 0) continue;
		const reasons = new Map(
			repeats.map((key) => [key, `It stands already in row ${firstRow.get(key)} of this input`]),
		);
		entry.job.parts = once.without(reasons);
		entry.job.once = {
			...once,
			keys: once.keys.filter((key) => !reasons.has(key)),
			without: (done) => once.without(new Map([...reasons, ...done])),
		};
	}
}

/** Everything that is wrong with the input, in one error, before anything is sent. */
function inputError(context: IExecuteFunctions, planned: Planned[]) {
	const wrong = planned.filter((entry): entry is Planned & { error: Error } => 'error' in entry);
	const [first] = wrong;
	if (!first) return undefined;
	if (planned.length === 1)
		return asNodeError(context.getNode(), first.error, first.itemIndexes[0]);
	const listed = wrong
		.slice(0, MOST_ERRORS_LISTED)
		.map(({ itemIndexes, error }) => `Row ${(itemIndexes[0] ?? 0) + 1}: ${error.message}`);
	if (wrong.length > listed.length) listed.push(`… and ${wrong.length - listed.length} more`);
	return asNodeError(
		context.getNode(),
		{
			message: `${wrong.length} of ${planned.length} input items cannot be sent. ${listed.join('; ')}`,
			description:
				'Nothing was sent. Correct the rows, or choose On Error: Continue in the settings of this node: then the other rows are sent and ' +
				'these come back with the reason',
		},
		first.itemIndexes[0],
	);
}

/** An item for a row that failed, with what a person needs to correct it. */
function errorItem(
	context: IExecuteFunctions,
	error: unknown,
	itemIndexes: number[],
	pairedItem: INodeExecutionData['pairedItem'],
): INodeExecutionData {
	const node = context.getNode();
	const itemIndex = itemIndexes[0] ?? 0;
	const nodeError = asNodeError(node, error, itemIndex);
	const json: IDataObject = {
		error: nodeError.message,
		description: nodeError.description ?? '',
		row: itemIndex + 1,
	};
	const item: INodeExecutionData = { json, pairedItem };
	if (node.onError === 'continueErrorOutput') {
		// `error` is what sends an item to the error output. n8n then reduces every item that still has it to the bare message; its copy,
		// to which it adds the columns of the input row, is made without what is not enumerable, and so keeps the row and the advice.
		Object.defineProperty(item, 'error', { value: nodeError, writable: true });
	}
	return item;
}

/** Works on all jobs, so many at a time. In Stop mode a failure starts nothing new and waits for what is in flight. */
async function runAll(
	planned: Planned[],
	parallel: number,
	stopOnError: boolean,
	performer: Performer,
): Promise<Array<Finished | undefined>> {
	const results: Array<Finished | undefined> = new Array<undefined>(planned.length);
	let next = 0;
	let stopped = false;
	const worker = async () => {
		while (next < planned.length && !stopped && !performer.isCancelled) {
			const index = next;
			next += 1;
			const entry = planned[index] as Planned;
			const result =
				'error' in entry
					? entry.error
					: await performer.perform(entry.job).catch((error: Error) => error);
			results[index] = result;
			if (result instanceof Error && stopOnError) stopped = true;
		}
	};
	await Promise.all(Array.from({ length: Math.min(parallel, planned.length) }, worker));
	return results;
}

/** The `execute` of every node: items in, requests, items out, in the order of the input and each paired to its input. */
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
	const settings = new Params((name, fallback) => this.getNodeParameter(name, 0, fallback));
	const planned = groupsOf(this, operation, items).map((itemIndexes) =>
		plan(this, operation, items, itemIndexes),
	);
	markRepeats(planned);

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
	const results = await runAll(planned, parallel, stopOnError, new Performer(this, client));

	const failedIndex = results.findIndex((result) => result instanceof Error);
	if (stopOnError && failedIndex >= 0) {
		const done = results.filter((result) => Array.isArray(result)).length;
		const itemIndex = planned[failedIndex]?.itemIndexes[0];
		const progress =
			planned.length > 1
				? `Row ${(itemIndex ?? 0) + 1} failed. ${done} of ${planned.length} were done, nothing else was started`
				: '';
		throw asNodeError(this.getNode(), results[failedIndex], itemIndex, progress);
	}

	return [
		planned.flatMap(({ itemIndexes }, index) => {
			const result =
				results[index] ?? new Error('The execution was cancelled before this item was worked on');
			const pairedItem =
				itemIndexes.length === 1
					? { item: itemIndexes[0] ?? 0 }
					: itemIndexes.map((item) => ({ item }));
			if (result instanceof Error) return [errorItem(this, result, itemIndexes, pairedItem)];
			return result.map((item) => ({ ...item, pairedItem }));
		}),
	];
}
