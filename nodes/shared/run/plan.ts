import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Address, Endpoint } from '../http';
import { checkedUpload, paced } from '../http';
import type { ResourceOperation, Params } from '../operation';
import {
	addressOfOperation,
	endpointsOf,
	figuresOf,
	isRaw,
	outputOf,
	takesPath,
	takesQuery,
	waitOf,
} from '../operation';
import { inReadingOrder } from '../platform';
import type { Gate } from './gate';
import type { CallRequest, Job, ListedRows, OutputShape, Planned } from './job';
import type { RunParameters } from './nodeParameters';

/** Which items go together into one request, in the order of their first item. */
async function groupsOf(
	operation: ResourceOperation,
	parameters: RunParameters,
): Promise<number[][]> {
	const indexes = [...parameters.items.keys()];
	if (!operation.group) return indexes.map((index) => [index]);
	/** A parameter that cannot be read is an error of its own item. */
	const keyOf = (index: number) => {
		try {
			return operation.group?.(parameters.of([index]));
		} catch {
			return undefined;
		}
	};
	const groups = new Map<string | number, number[]>();
	for await (const index of paced(indexes)) {
		const key = keyOf(index) ?? index;
		const group = groups.get(key);
		if (group) group.push(index);
		else groups.set(key, [index]);
	}
	return [...groups.values()];
}

/** The binary field for the file; undefined if the output has none. */
function fileFieldOf(operation: ResourceOperation, params: Params): string | undefined {
	if (operation.kind !== 'file') return undefined;
	const isWanted = operation.sent !== 'linked' || params.flag('downloadFile');
	return isWanted ? params.required('outputDataFieldName') : undefined;
}

/** What is asked of a list, and what its rows are compared with. */
function listedRowsOf(
	operation: ResourceOperation,
	params: Params,
	query: IDataObject,
	extraQuery: IDataObject,
): ListedRows | undefined {
	if (operation.kind !== 'list') return undefined;
	// What the user has added to the query is the platform's own, and nobody knows what it means there.
	const isOurs = (name: string) => query[name] !== undefined && !(name in extraQuery);
	const rowFilters = operation.rowFilters?.(params, query) ?? [];
	return {
		limit: params.flag('returnAll') ? undefined : params.number('limit', 50, 1),
		rowFilters: rowFilters.filter(({ sentAs }) => sentAs === undefined || isOurs(sentAs)),
		compose: operation.compose,
	};
}

/** Whether the answer is shown as the platform sends it: a choice of operations with columns or figures. */
const isRawOf = (operation: ResourceOperation, params: Params): boolean =>
	(('columns' in operation && operation.columns !== undefined) ||
		('figures' in operation && operation.figures === true)) &&
	isRaw(params);

/** How the user wants to see the answer, and what is waited for. */
function outputFor(operation: ResourceOperation, params: Params): Pick<Job, 'output' | 'wait'> {
	const wait = 'waitFor' in operation ? waitOf(operation, params) : undefined;
	const own = 'columns' in operation ? operation.columns : undefined;
	const columns = (wait && own?.whenOver) ?? own;
	const path = takesPath(operation) ? params.text('options.responsePath') : undefined;
	const expected = { entity: operation.entity, path, isRaw: isRawOf(operation, params) };
	const hasFigures = 'figures' in operation && operation.figures;
	const output: OutputShape = {
		expected,
		isSimplified: columns !== undefined && !isRaw(params),
		simplify: columns ? outputOf(params, columns) : inReadingOrder,
		figureRows: !columns && hasFigures ? figuresOf(params) : undefined,
		fileField: fileFieldOf(operation, params),
	};
	return { output, wait };
}

/** What one request is made of. */
interface Material {
	params: Params;
	/** The first item of the request, which alone can have a file. */
	input: INodeExecutionData;
	itemIndexes: number[];
	calls: CallRequest | undefined;
}

/** The address of a task that sends no request. */
const NO_ADDRESS: Address = { method: 'GET', path: '' };

/** The address of a request that leads to calls, and is certainly not sent: the gate says of it that nobody is left. */
const NOBODY: Address = { method: 'POST', path: '' };

/** What the user adds to a request. It overrides the fields of the operation. */
function additionOf(operation: ResourceOperation, params: Params) {
	const takesBody = 'openBody' in operation && operation.openBody;
	return {
		query: takesQuery(operation) ? params.pairs('options.additionalQuery') : {},
		body: takesBody ? params.jsonObject('options.additionalFieldsJson') : {},
	};
}

/** Where a request goes. @throws ParameterError for an identifier that is missing or not valid */
function addressIn(
	operation: ResourceOperation,
	params: Params,
	endpoint: Endpoint | undefined,
	calls: CallRequest | undefined,
): Address {
	if (calls?.isLeft) return NOBODY;
	if (endpointsOf(operation).length === 0) return NO_ADDRESS;
	return addressOfOperation(operation, params, endpoint);
}

/** @throws ParameterError for parameters that are missing or not valid */
function jobOf(operation: ResourceOperation, { params, input, itemIndexes, calls }: Material): Job {
	const extra = additionOf(operation, params);
	if (calls?.problem) throw calls.problem;
	const own = 'request' in operation ? operation.request?.(params) : undefined;
	const { endpoint, query = {}, body, upload, startsCreated } = calls?.request ?? own ?? {};
	if (operation.kind === 'calls') params.refuseDiffering();
	return {
		operation,
		params,
		itemIndexes,
		draft: {
			...addressIn(operation, params, endpoint, calls),
			query: { ...query, ...extra.query },
			body: { ...body, ...extra.body },
			file: upload && { upload, content: checkedUpload(input, upload) },
			report: {},
		},
		calls,
		startsCreated,
		list: listedRowsOf(operation, params, query, extra.query),
		...outputFor(operation, params),
	};
}

/**
 * Reads and checks the parameters of all requests. Sends nothing. @param gate reads whom they call
 * @throws ParameterError if nothing of the run may be sent
 */
export async function planAll(
	operation: ResourceOperation,
	parameters: RunParameters,
	gate?: Gate,
): Promise<Planned[]> {
	const planned: Planned[] = [];
	for await (const itemIndexes of paced(await groupsOf(operation, parameters))) {
		const params = parameters.of(itemIndexes);
		const input = parameters.items[itemIndexes[0] ?? 0] ?? { json: {} };
		let calls: CallRequest | undefined;
		try {
			calls = operation.kind === 'calls' ? gate?.read(operation, params) : undefined;
			const job = jobOf(operation, { params, input, itemIndexes, calls });
			planned.push({ itemIndexes, calls, job });
		} catch (error) {
			if (!calls) gate?.noteNotRead(params);
			planned.push({ itemIndexes, calls, error: error as Error });
		}
	}
	return planned;
}
