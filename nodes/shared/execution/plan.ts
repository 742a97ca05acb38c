import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';
import { RequestFailure, checkedUpload } from '../http';
import type { FoundOperation, InN8n, ReadParameter, RequestParts } from '../operation';
import {
	Params,
	addressOfOperation,
	figuresOf,
	isRaw,
	outputOf,
	shownFieldsOf,
	waitOf,
} from '../operation';
import { inReadingOrder } from '../platform';
import { ParameterError } from '../values';
import { isDryRun } from './dryRun';
import { inN8n } from './inN8n';
import type { Draft, Job, Planned } from './job';
import { claimedOf } from './job';
import { InputDuplicates } from './calledNumbers';
import { Pace } from './pace';
import { NodeParameters } from './parameters';
import { KINDS } from './waiting';

/** What the requests of one run are made from. */
class Run {
	private readonly parameters: NodeParameters;
	private readonly fields: INodeProperties[];
	private readonly timeZone: string;

	constructor(
		context: IExecuteFunctions,
		operation: FoundOperation,
		private readonly items: INodeExecutionData[],
	) {
		this.parameters = new NodeParameters(context);
		this.fields = shownFieldsOf(operation);
		this.timeZone = context.getTimezone();
	}

	/** Reads the parameters for one item. */
	readerOf(itemIndex: number): ReadParameter {
		return this.parameters.readerOf(itemIndex);
	}

	paramsOf(itemIndexes: number[], read: ReadParameter): Params {
		return new Params(read, {
			fields: this.fields,
			rows: itemIndexes.map((index) => this.items[index]?.json ?? {}),
			rowNumbers: itemIndexes.map((index) => index + 1),
			readRow: (position) => this.readerOf(itemIndexes[position] ?? 0),
			timeZone: this.timeZone,
		});
	}
}

/** Input items that become one request, and the parameters of the first of them. */
interface Group {
	itemIndexes: number[];
	read: ReadParameter;
}

/** Which items go together into one request, in the order of their first item. */
async function groupsOf(
	run: Run,
	operation: FoundOperation,
	items: INodeExecutionData[],
	pace: Pace,
): Promise<Group[]> {
	const groups = new Map<string | number, Group>();
	for (const index of items.keys()) {
		await pace.next();
		const read = run.readerOf(index);
		const key = operation.group?.(run.paramsOf([index], read)) ?? index;
		const group = groups.get(key);
		if (group) group.itemIndexes.push(index);
		else groups.set(key, { itemIndexes: [index], read });
	}
	return [...groups.values()];
}

/** The binary field for the file; undefined if the output has none. */
function outputFieldOf({ answer, linkedFile }: FoundOperation, params: Params): string | undefined {
	const isFile =
		answer === 'file' || answer === 'objectOrFile' || (linkedFile && params.flag('downloadFile'));
	return isFile ? params.required('outputDataFieldName') : undefined;
}

/**
 * A platform that does not know a filter returns rows that it should leave out. What the user adds to the query is the platform's own.
 *
 * @throws RequestFailure if this row is one of them
 */
function checkRow(
	{ checks = {} }: FoundOperation,
	query: IDataObject,
	extraQuery: IDataObject,
	row: IDataObject,
): void {
	for (const [name, { label, isMet }] of Object.entries(checks)) {
		if (query[name] === undefined || name in extraQuery || isMet(row, query)) continue;
		throw new RequestFailure(
			`The platform does not use the filter '${label}': it returned rows that are outside it`,
			`Remove '${label}' here, and filter with a Filter node after this one. If your platform has another name for this filter, set it under ` +
				"Options → 'Additional Query Parameters'",
			{ reach: 'answered', final: true },
		);
	}
}

/** How the user wants to see a row of the answer. */
function simplifierOf(
	{ columns, figures }: Pick<FoundOperation, 'columns' | 'figures'>,
	params: Params,
): Job['simplify'] {
	if (columns) return outputOf(params, columns);
	return figures ? figuresOf(params) : inReadingOrder;
}

/** @throws ParameterError for parameters that are missing or not valid */
function jobOf(
	operation: FoundOperation,
	params: Params,
	input: INodeExecutionData,
	itemIndexes: number[],
	n8n: InN8n,
): Job {
	// Additional query parameters and fields of the user override the fields of the operation.
	const extraQuery = operation.openQuery ? params.pairs('options.additionalQuery') : {};
	const extraBody = operation.openBody ? params.jsonObject('options.additionalFieldsJson') : {};
	const draftOf = (parts: RequestParts): Draft => ({
		...addressOfOperation(operation, params, parts.endpoint),
		query: { ...parts.query, ...extraQuery },
		body: { ...parts.body, ...extraBody },
		file: parts.upload && {
			upload: parts.upload,
			content: checkedUpload(input, parts.upload),
		},
		report: parts.report ?? {},
		skip: parts.skip === true,
		calls: parts.calls,
	});
	const parts = operation.request?.(params) ?? {};
	const { answer, report } = operation;
	const check = operation.check?.(params);
	const wait = waitOf(operation, params);
	const columns = wait ? KINDS[wait.kind].table : operation.columns;
	const isLimited = answer === 'list' && !params.flag('returnAll');
	return {
		operation,
		itemIndexes,
		draft: draftOf(parts),
		draftOf,
		deduplication: operation.deduplication?.(params, parts),
		check: check && (async (read) => draftOf(await check(read))),
		report: report && (async (read) => await report(read, params, n8n)),
		limit: isLimited ? params.number('limit', 50, 1) : undefined,
		outputField: outputFieldOf(operation, params),
		expected: {
			entity: operation.entity,
			path: answer === 'file' || operation.report ? '' : params.text('options.responsePath'),
		},
		isSimplified: columns !== undefined && !isRaw(params),
		checkRow: (row) => checkRow(operation, parts.query ?? {}, extraQuery, row),
		rowFilters: operation.rowFilters?.(params) ?? [],
		simplify: simplifierOf({ columns, figures: operation.figures }, params),
		wait,
	};
}

/** Whether nothing is to be sent. @throws ParameterError if it is not the same for all items */
export async function isDry(
	context: IExecuteFunctions,
	operation: FoundOperation,
	items: INodeExecutionData[],
): Promise<boolean> {
	if (!operation.preview) return false;
	const pace = new Pace();
	const run = new Run(context, operation, items);
	const choices = new Set<boolean>();
	for (const index of items.keys()) {
		await pace.next();
		choices.add(isDryRun(run.paramsOf([index], run.readerOf(index))));
	}
	if (choices.size < 2) return choices.has(true);
	throw new ParameterError(
		"'Dry Run' is on for some items and off for others",
		'Nothing was sent. Choose the same for all items, or separate them with an IF node before this one',
	);
}

/** Reads and checks the parameters of all requests. Sends nothing. */
export async function planAll(
	context: IExecuteFunctions,
	operation: FoundOperation,
	items: INodeExecutionData[],
): Promise<Planned[]> {
	const pace = new Pace();
	const run = new Run(context, operation, items);
	const n8n = inN8n(context);
	const planned: Planned[] = [];
	for (const { itemIndexes, read } of await groupsOf(run, operation, items, pace)) {
		await pace.next();
		const params = run.paramsOf(itemIndexes, read);
		const entry = { itemIndexes, preview: () => operation.preview?.(params) };
		try {
			const input = items[itemIndexes[0] ?? 0] ?? { json: {} };
			planned.push({ ...entry, job: jobOf(operation, params, input, itemIndexes, n8n) });
		} catch (error) {
			planned.push({ ...entry, error: error as Error });
		}
	}
	return planned;
}

/**
 * Removes duplicates within this run from the requests. The first in input order stays.
 *
 * @throws ParameterError if 'Duplicate Numbers' is not the same for all
 */
export async function removeDuplicates(planned: readonly Planned[]): Promise<void> {
	const pace = new Pace();
	const duplicates = new InputDuplicates();
	for (const entry of planned) {
		await pace.next();
		if (!('job' in entry) || !entry.job.deduplication) continue;
		const { job } = entry;
		const { deduplication } = entry.job;
		const reasons = duplicates.of(deduplication.keys, (entry.itemIndexes[0] ?? 0) + 1);
		if (reasons.size === 0) continue;
		job.skipped = reasons;
		job.draft = job.draftOf(deduplication.without(reasons));
		job.deduplication = {
			...deduplication,
			keys: deduplication.keys.filter((key) => !reasons.has(key)),
			without: (done) => deduplication.without(new Map([...reasons, ...done])),
		};
	}
	claimedOf(planned.flatMap((entry) => ('job' in entry ? [entry.job] : [])));
}
