import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	NodeExecutionHint,
} from 'n8n-workflow';
import type { Options, Scope } from '../../harness/n8n/processedData.mts';
import {
	DeduplicationHelper,
	ProcessedDataTable,
	hashOf,
} from '../../harness/n8n/processedData.mts';
import { callingGate } from '../../nodes/shared/calling';
import { execute } from '../../nodes/shared/run';
import type { CallList, Operation } from '../../nodes/shared/operation';
import { resource } from '../../nodes/shared/operation';
import { BASE_URL, fakeCaller, storedData } from './fakeCaller.mts';
import { valueAt } from './params.mts';

/*
 * How n8n runs an action, for all tests that run one without n8n. A poll has other methods, and the static data that they keep are what is judged
 * there: test/model/pollContext.mts.
 */

export { BASE_URL, json, networkError, unauthorized } from './fakeCaller.mts';

/** How n8n runs a node: the parameters may differ from item to item. */
export interface Setting {
	items?: INodeExecutionData[];
	parameters?: IDataObject | ((index: number) => IDataObject);
	node?: Partial<INode>;
	workflowId?: string;
	executionId?: string;
	/** As a tool of an MCP Server Trigger, or of an n8n agent. */
	hasNoExecution?: boolean;
	isTool?: boolean;
	signal?: AbortSignal;
	/** The bytes of a file of the input. */
	file?: (index: number, field: string) => Buffer;
	/** What earlier executions recorded. */
	processed?: ProcessedDataTable;
	/** There is no token yet, and this happens while the credential logs in. */
	login?: () => void | Promise<void>;
	/** The token that it gets; by default `token-1` and so on. */
	tokenOfLogin?: () => string;
	/** What n8n keeps for the node while the execution lasts. */
	memory?: IDataObject;
	/** How n8n was started: `manual` in the editor. */
	mode?: string;
}

export const rows = (...json: IDataObject[]): INodeExecutionData[] =>
	json.map((row) => ({ json: row }));

const memories = new Map<string, IDataObject>();

/** Runs without an execution ID are executions of their own. */
function memoryOf(executionId: string | undefined): IDataObject {
	if (executionId === undefined) return {};
	const memory = memories.get(executionId) ?? {};
	memories.set(executionId, memory);
	return memory;
}

/** The part of n8n that runs a node. `answer` gives what n8n's HTTP helper gives, or throws. */
export function fakeContext(
	setting: Setting,
	answer: (number: number, options: IHttpRequestOptions) => unknown,
) {
	const { items = rows({}), parameters = {}, processed = new ProcessedDataTable() } = setting;
	const node = {
		...{ id: 'node', name: 'Node', type: 'x', typeVersion: 1, position: [0, 0] },
		...setting.node,
	};
	const workflow = { id: setting.workflowId ?? 'workflow', name: 'Workflow', active: false };
	const { memory = memoryOf(setting.executionId) } = setting;
	const shown: NodeExecutionHint[] = [];
	const storeCalls: Array<[what: string, keys: string[]]> = [];
	const helper = new DeduplicationHelper(processed);
	const contextData = { node, workflow };
	const store = {
		async checkProcessedAndRecord(keys: string[], scope: Scope, options: Options) {
			if (scope === 'node') storeCalls.push(['record', keys]);
			return await helper.checkProcessedAndRecord(keys, scope, contextData, options);
		},
		async removeProcessed(keys: string[], scope: Scope, options: Options) {
			if (scope === 'node') storeCalls.push(['remove', keys]);
			await helper.removeProcessed(keys, scope, contextData, options);
		},
		clearAllProcessedItems: async (scope: Scope) =>
			await helper.clearAllProcessedItems(scope, contextData),
		getProcessedDataCount: async (scope: Scope, options: Options) =>
			await helper.getProcessedDataCount(scope, contextData, options),
		prepareBinaryData: async (_body: unknown, fileName: string, mimeType: string) => ({
			data: '',
			fileName,
			mimeType,
		}),
		getBinaryDataBuffer: async (index: number, field: string) =>
			setting.file?.(index, field) ?? Buffer.from(`${field} of ${index}`),
	};
	const { caller, sent } = fakeCaller(answer, {
		getInputData: () => items,
		getNode: () => node,
		getWorkflow: () => workflow,
		getTimezone: () => 'Europe/Berlin',
		getExecutionId: () =>
			setting.hasNoExecution ? undefined : (setting.executionId ?? 'execution'),
		getMode: () => setting.mode ?? 'trigger',
		getContext: () => memory,
		addExecutionHints: (...hints: NodeExecutionHint[]) => shown.push(...hints),
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
		getExecutionCancelSignal: () => setting.signal,
		continueOnFail: () => /^continue/.test(setting.node?.onError ?? ''),
		getNodeParameter: (name: string, index: number, fallback?: unknown) => {
			const values = typeof parameters === 'function' ? parameters(index) : parameters;
			return valueAt({ resource: 'thing', operation: 'do', ...values }, name) ?? fallback;
		},
		...(setting.login && {
			getCredentials: async () => ({ ...storedData, accessToken: '' }),
			onLogin: setting.login,
			tokenOfLogin: setting.tokenOfLogin,
		}),
		...(setting.isTool !== undefined && { isToolExecution: () => setting.isTool }),
	});
	Object.assign(caller.helpers, store);
	/** How many numbers that this run claimed are still remembered. */
	const countRemembered = async () => {
		const claimed = storeCalls.flatMap(([, keys]) => keys.filter((key) => key.startsWith('begun')));
		return (await recordedIn(processed, [...new Set(claimed)])).length;
	};
	const context = caller as IExecuteFunctions;
	return { context, sent, storeCalls, processed, countRemembered, hints: shown };
}

/** Some of what an operation of any kind has. */
export type Some<Kind extends Operation = Operation> = Kind extends Operation
	? Partial<Kind>
	: never;

/** An operation that does next to nothing; `more` is what a test is about. */
export const operationOf = (more: Some = {}): Operation =>
	({
		kind: 'action',
		name: 'Do',
		value: 'do',
		action: 'Do a thing',
		description: 'Does it',
		endpoint: 'POST /things',
		...more,
	}) as Operation;

/** Runs a node whose only operation this is. */
export async function run(
	operation: Operation,
	setting: Setting,
	answer: (number: number, options: IHttpRequestOptions) => unknown,
	executeNode = execute,
) {
	const fake = fakeContext(setting, answer);
	const resources = [resource({ name: 'Thing', value: 'thing', operations: [operation] })];
	const work = executeNode.call(
		fake.context,
		resources,
		fake.context.continueOnFail(),
		callingGate,
	);
	const output = await work.then(
		([items]) => ({ items: items as INodeExecutionData[], error: undefined }),
		(error: Error & IDataObject) => ({ items: [] as INodeExecutionData[], error }),
	);
	const urls = fake.sent.map(({ options }) => options.url.replace(BASE_URL, ''));
	return {
		...output,
		...fake,
		urls,
		bodies: fake.sent.flatMap(({ options: { body } }) => (body === undefined ? [] : [body])),
	};
}

/** The entries of these that the store has for the node. */
export async function recordedIn(
	processed: ProcessedDataTable,
	keys: readonly string[],
): Promise<string[]> {
	const row = await processed.findOne({ where: { workflowId: 'workflow', context: 'n:node' } });
	const hashes = (row?.value.data ?? []) as string[];
	return keys.filter((key) => hashes.includes(hashOf(key)));
}

/** The key under which the tests' people are recorded. */
export const keyOf = (name: string): string => JSON.stringify(['', name]);
/** What is recorded of a key with Once Ever. */
export const begun = (key: string) => `begun ever ${key}`;
export const done = (key: string) => `done ever ${key}`;

/** Who of these is remembered for good: each with `?` while its outcome is unknown. */
export async function rememberedOf(
	processed: ProcessedDataTable,
	keys: readonly string[],
): Promise<string[]> {
	const entries = keys.flatMap((key) => [begun(key), done(key)]);
	const known = await recordedIn(processed, entries);
	return keys
		.filter((key) => known.includes(begun(key)))
		.map((key) => (known.includes(done(key)) ? key : `${key}?`));
}

/** A store in which earlier executions called these numbers with Once Ever, and began to call these. */
export async function processedWith(
	called: readonly string[],
	unknown: readonly string[] = [],
): Promise<ProcessedDataTable> {
	const processed = new ProcessedDataTable();
	const keys = [...[...called, ...unknown].map(begun), ...called.map(done)];
	const contextData = { node: { id: 'node' }, workflow: { id: 'workflow' } };
	const options = { mode: 'entries' } as const;
	await new DeduplicationHelper(processed).checkProcessedAndRecord(
		keys,
		'node',
		contextData,
		options,
	);
	return processed;
}

/** People who are called by these names, one per row, as they would be called. */
export const callListOf = (names: readonly string[], more: Partial<CallList> = {}): CallList => ({
	people: names.map((name, index) => ({
		line: index + 1,
		position: 0,
		number: name,
		shown: { contact_number: name },
		fields: { number: name },
	})),
	source: [],
	caller: {},
	route: 'campaign',
	request: {},
	...more,
});
