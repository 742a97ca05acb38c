import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { RequestFailure, checkedUpload, paced } from '../http';
import type {
	CallList,
	FilterCheck,
	InN8n,
	Known,
	Params,
	RequestOperation,
	RequestParts,
} from '../operation';
import {
	addressOfOperation,
	figuresOf,
	isRaw,
	outputOf,
	takesPath,
	takesQuery,
	waitOf,
} from '../operation';
import { inReadingOrder } from '../platform';
import type { Draft, Job, Planned } from './job';
import { jobsOf } from './job';
import { DuplicateCheck, notTheSame } from './memory';
import type { RunParameters } from './nodeParameters';
import { peopleOf } from './people';
import { KINDS } from './waiting';

type RunOperation = Known<RequestOperation>;

/** Which items go together into one request, in the order of their first item. */
async function groupsOf(operation: RunOperation, parameters: RunParameters): Promise<number[][]> {
	const indexes = [...parameters.items.keys()];
	if (!operation.group) return indexes.map((index) => [index]);
	const groups = new Map<string | number, number[]>();
	for await (const index of paced(indexes)) {
		const key = operation.group(parameters.of([index])) ?? index;
		const group = groups.get(key);
		if (group) group.push(index);
		else groups.set(key, [index]);
	}
	return [...groups.values()];
}

/** The binary field for the file; undefined if the output has none. */
function outputFieldOf(operation: RunOperation, params: Params): string | undefined {
	if (operation.kind !== 'file') return undefined;
	const isWanted = operation.sent !== 'linked' || params.flag('downloadFile');
	return isWanted ? params.required('outputDataFieldName') : undefined;
}

/**
 * A platform that does not know a filter returns rows that it should leave out. What the user adds to the query is the platform's own.
 *
 * @throws RequestFailure if this row is one of them
 */
function checkRow(
	checks: Readonly<Record<string, FilterCheck>>,
	query: IDataObject,
	extraQuery: IDataObject,
	row: IDataObject,
): void {
	for (const [name, { label, isMet }] of Object.entries(checks)) {
		if (query[name] === undefined || name in extraQuery || isMet(row, query)) continue;
		throw new RequestFailure(
			`The platform does not use the filter '${label}': it returned rows that are outside it`,
			`Remove '${label}' here, and filter with a Filter node after this one. If your platform has another name for this filter, set it under ` +
				"Advanced → 'Additional Query Parameters'",
			{ reach: 'answered', final: true },
		);
	}
}

/** What is asked of a list, and what its rows are compared with. */
function listOf(
	operation: RunOperation,
	params: Params,
	query: IDataObject,
	extraQuery: IDataObject,
): Job['list'] {
	if (operation.kind !== 'list') return undefined;
	const { checks = {}, rowFilters } = operation;
	return {
		limit: params.flag('returnAll') ? undefined : params.number('limit', 50, 1),
		rowFilters: rowFilters?.(params) ?? [],
		checkRow: (row) => checkRow(checks, query, extraQuery, row),
	};
}

/** Whether the user wants the answer as the platform sends it: only an operation with columns or figures has that choice. */
const isRawOf = (operation: RunOperation, params: Params): boolean =>
	(('columns' in operation && operation.columns !== undefined) ||
		('figures' in operation && operation.figures === true)) &&
	isRaw(params);

/** How the user wants to see the answer, and what is waited for. */
function outputFor(
	operation: RunOperation,
	params: Params,
): Pick<Job, 'simplify' | 'isSimplified' | 'rows' | 'wait'> {
	const wait = 'waitFor' in operation ? waitOf(operation, params) : undefined;
	const own = 'columns' in operation ? operation.columns : undefined;
	const ofResult = 'resultColumns' in operation ? operation.resultColumns : undefined;
	const columns = wait ? (ofResult ?? KINDS[wait.kind].table) : own;
	if (columns) {
		return { simplify: outputOf(params, columns), isSimplified: !isRaw(params), wait };
	}
	const hasFigures = 'figures' in operation && operation.figures;
	const rows = hasFigures ? figuresOf(params) : undefined;
	return { simplify: inReadingOrder, rows, isSimplified: false };
}

/** How an operation of several requests makes its output. */
function reportOf(operation: RunOperation, params: Params, n8n: () => InN8n): Job['report'] {
	switch (operation.kind) {
		case 'report':
			return async (read) =>
				(await operation.report(read, params, n8n())).map((row) => ({
					row,
					file: operation.fileOf?.(row, params),
				}));
		case 'steps':
			return async (read, write) =>
				(await operation.steps(read, write, params)).map((row) => ({ row }));
		default:
			return undefined;
	}
}

/** What one request is made of. */
interface Material {
	params: Params;
	/** The first of its items: only this one can have a file. */
	input: INodeExecutionData;
	itemIndexes: number[];
	list: CallList | undefined;
}

/** @throws ParameterError for parameters that are missing or not valid */
function jobOf(
	operation: RunOperation,
	{ params, input, itemIndexes, list }: Material,
	n8n: () => InN8n,
): Job {
	// Additional query parameters and fields of the user override the fields of the operation.
	const extraQuery = takesQuery(operation) ? params.pairs('advanced.additionalQuery') : {};
	const takesBody = 'openBody' in operation && operation.openBody;
	const extraBody = takesBody ? params.jsonObject('advanced.additionalFieldsJson') : {};
	const draftOf = (parts: RequestParts): Draft => ({
		...addressOfOperation(operation, params, parts.endpoint),
		query: { ...parts.query, ...extraQuery },
		body: { ...parts.body, ...extraBody },
		file: parts.upload && {
			upload: parts.upload,
			content: checkedUpload(input, parts.upload),
		},
		report: parts.report ?? {},
	});
	if (list?.problem) throw list.problem;
	const people = list && peopleOf(params, list);
	const parts = list?.request ?? ('request' in operation ? operation.request?.(params) : {}) ?? {};
	const check = 'check' in operation ? operation.check?.(params) : undefined;
	const path = takesPath(operation) ? params.text('advanced.responsePath') : undefined;
	return {
		operation,
		itemIndexes,
		draft: draftOf(parts),
		people,
		check: check && (async (read) => draftOf(await check(read))),
		report: reportOf(operation, params, n8n),
		list: listOf(operation, params, parts.query ?? {}, extraQuery),
		outputField: outputFieldOf(operation, params),
		expected: { entity: operation.entity, path, isRaw: isRawOf(operation, params) },
		...outputFor(operation, params),
	};
}

/** Reads and checks the parameters of all requests. Sends nothing. */
export async function planAll(
	operation: RunOperation,
	parameters: RunParameters,
	n8n: () => InN8n,
): Promise<Planned[]> {
	const planned: Planned[] = [];
	for await (const itemIndexes of paced(await groupsOf(operation, parameters))) {
		const params = parameters.of(itemIndexes);
		const input = parameters.items[itemIndexes[0] ?? 0] ?? { json: {} };
		let list: CallList | undefined;
		try {
			list = operation.kind === 'calls' ? operation.callList(params) : undefined;
			const job = jobOf(operation, { params, input, itemIndexes, list }, n8n);
			planned.push({ itemIndexes, list, job });
		} catch (error) {
			planned.push({ itemIndexes, list, error: error as Error });
		}
	}
	await markDuplicates(jobsOf(planned));
	return planned;
}

/**
 * Marks who is in an earlier request of this run.
 *
 * @throws ParameterError if 'Duplicate Numbers' is not the same for all
 */
async function markDuplicates(jobs: readonly Job[]): Promise<void> {
	const duplicates = new DuplicateCheck();
	const choices = new Set(jobs.flatMap(({ people }) => people?.within ?? []));
	if (choices.size > 1) throw notTheSame();
	for await (const { people, itemIndexes } of paced(jobs)) {
		// A list of its own, in JSON, has other rows than the input.
		const item = itemIndexes.length > 1 ? undefined : (itemIndexes[0] ?? 0) + 1;
		if (people) duplicates.mark(people.list.rows, item);
	}
}
