import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeListSearchResult,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import { root } from '../project/project.mjs';
import { DeduplicationHelper, ProcessedDataTable } from './processedData.mts';

/*
 * Runs the real `execute` of a node in this process, inside n8n-core: expressions, credentials, the repeated login after a 401 and HTTP are
 * all n8n's own. Only the credential store and the de-duplication store are kept in memory.
 */

// n8n-core writes a settings file with an encryption key below this folder.
const userFolder = mkdtempSync(join(tmpdir(), 'voice-agent-engine-'));
process.env.N8N_USER_FOLDER = userFolder;
process.on('exit', () => rmSync(userFolder, { recursive: true, force: true }));

const projectRequire = createRequire(join(root, 'package.json'));
const coreRequire = createRequire(projectRequire.resolve('n8n-core'));
coreRequire('reflect-metadata');

/* eslint-disable @typescript-eslint/no-explicit-any -- n8n-core publishes no types for these inner parts */
const core: any = projectRequire('n8n-core');
const workflowPackage: any = projectRequire('n8n-workflow');

/** What a stored credential is, and how often its login ran. */
export class StoredCredential {
	readonly type: ICredentialType;
	readonly data: ICredentialDataDecryptedObject;
	preAuthentications = 0;

	constructor(type: ICredentialType, data: ICredentialDataDecryptedObject) {
		this.type = type;
		this.data = { accessToken: '', ...data };
	}
}

class CredentialsHelper extends workflowPackage.ICredentialsHelper {
	private readonly stored: StoredCredential;

	constructor(stored: StoredCredential) {
		super();
		this.stored = stored;
	}

	getParentTypes() {
		return [];
	}

	isCredentialUsableByNode() {
		return true;
	}

	async authenticate(
		data: ICredentialDataDecryptedObject,
		_type: string,
		options: IHttpRequestOptions,
	) {
		const { authenticate } = this.stored.type;
		return typeof authenticate === 'function' ? await authenticate(data, options) : options;
	}

	async preAuthentication(
		helpers: IHttpRequestHelper,
		data: ICredentialDataDecryptedObject,
		_type: string,
		_node: INode,
		expired: boolean,
	) {
		if (data.accessToken !== '' && !expired) return undefined;
		this.stored.preAuthentications += 1;
		const output = await this.stored.type.preAuthentication?.call(helpers, data);
		// As n8n: without a token, nothing is stored, and a request that failed is not repeated.
		if (output?.accessToken === undefined) return undefined;
		Object.assign(this.stored.data, output);
		return Object.assign(data, output);
	}

	async runPreAuthentication() {
		return undefined;
	}

	async getCredentials() {
		throw new Error('not used: getDecrypted is');
	}

	async getDecrypted() {
		return { ...this.stored.data };
	}

	async updateCredentials() {}

	async updateCredentialsOauthTokenData() {}

	getCredentialsProperties() {
		return this.stored.type.properties;
	}
}

/** n8n's de-duplication store, in memory. */
export const processedData = new ProcessedDataTable();

let isReady = false;

async function prepare(): Promise<void> {
	if (isReady) return;
	isReady = true;
	await core.DataDeduplicationService.init(new DeduplicationHelper(processedData));
}

/** Forgets what the de-duplication store recorded. */
export function forgetProcessed(): void {
	processedData.forget();
}

export interface Run {
	node: INodeType;
	credential?: StoredCredential;
	parameters: IDataObject;
	items?: INodeExecutionData[];
	/** Node settings, such as onError and retryOnFail. */
	settings?: Partial<INode>;
	executionId?: string;
	/** 'manual' is the editor, where a run also tells what it has noticed. */
	mode?: 'manual' | 'trigger';
	runIndex?: number;
	/** What n8n keeps while an execution lasts, if the node runs several times in one: `newRunData`. */
	runData?: unknown;
	abortSignal?: AbortSignal;
	workflowId?: string;
	/** A node that is connected behind this one. */
	behind?: Pick<INode, 'type' | 'parameters'> & { node: INodeType };
	/** Address of n8n's webhooks. */
	webhookBaseUrl?: string;
}

function setUp({
	node,
	credential,
	parameters,
	settings,
	executionId = '1',
	workflowId,
	behind,
	webhookBaseUrl = 'http://127.0.0.1/webhook',
}: Run) {
	const nodeData: INode = {
		id: `${node.description.name}-under-test`,
		name: 'Node under test',
		type: node.description.name,
		typeVersion: 1,
		position: [0, 0],
		parameters: parameters as INode['parameters'],
		...(credential && {
			credentials: { voiceAgentApi: { id: '1', name: 'Voice Agent sandbox' } },
		}),
		...settings,
	};
	const start = { ...nodeData, id: 'start', name: 'Start', credentials: undefined };
	const next = behind && {
		...start,
		id: 'next',
		name: 'Next',
		type: behind.type,
		parameters: behind.parameters,
	};
	const workflow = new workflowPackage.Workflow({
		id: workflowId ?? 'workflow-1',
		nodes: [start, nodeData, ...(next ? [next] : [])],
		connections: {
			Start: { main: [[{ node: nodeData.name, type: 'main', index: 0 }]] },
			...(next && { [nodeData.name]: { main: [[{ node: 'Next', type: 'main', index: 0 }]] } }),
		},
		active: false,
		nodeTypes: {
			getByName: () => node,
			getByNameAndVersion: (type: string) => (type === behind?.type ? behind.node : node),
			getKnownTypes: () => ({}),
		},
		settings: { timezone: 'Europe/Berlin' },
	});
	const additionalData = {
		executionId,
		restApiUrl: 'http://127.0.0.1/rest',
		instanceBaseUrl: 'http://127.0.0.1/',
		webhookBaseUrl,
		webhookWaitingBaseUrl: `${webhookBaseUrl}-waiting`,
		webhookTestBaseUrl: `${webhookBaseUrl}-test`,
		formWaitingBaseUrl: 'http://127.0.0.1/form-waiting',
		variables: {},
		credentialsHelper: credential ? new CredentialsHelper(credential) : undefined,
		hooks: undefined,
		currentNodeParameters: parameters,
	};
	return { nodeData: workflow.getNode(nodeData.name), workflow, additionalData };
}

/** The data of an execution in which the node before this one had these items. */
export function newRunData(items: INodeExecutionData[] = [{ json: {} }]): unknown {
	const data = { main: [items] };
	const start = { data, source: [], startTime: 0, executionTime: 0, executionIndex: 0 };
	return workflowPackage.createRunExecutionData({ resultData: { runData: { Start: [start] } } });
}

/**
 * Executes the node once, as n8n's engine would with these parameters and input items.
 *
 * @returns the items of its first output
 */
export async function runNode(run: Run): Promise<INodeExecutionData[]> {
	await prepare();
	const { nodeData, workflow, additionalData } = setUp(run);
	const items = run.items ?? [{ json: {} }];
	const inputData = { main: [items] };
	const executeData = {
		data: inputData,
		node: nodeData,
		source: { main: [{ previousNode: 'Start' }] },
	};
	const context = new core.ExecuteContext(
		workflow,
		nodeData,
		additionalData,
		run.mode ?? 'manual',
		run.runData ?? newRunData(items),
		run.runIndex ?? 0,
		items,
		inputData,
		executeData,
		[],
		run.abortSignal,
	);
	const output = (await run.node.execute?.call(context)) as INodeExecutionData[][];
	return output[0] ?? [];
}

export interface PollRun extends Run {
	/** 'manual' is "Fetch Test Event". */
	mode?: 'trigger' | 'manual';
	activation?: 'activate' | 'init' | 'leadershipChange' | 'update';
	/** How long n8n lets a poll take. */
	budgetMs?: number;
}

/** A polling trigger as n8n's engine keeps it: one context and its static data from poll to poll. */
export class Poller {
	/** The node's static data, in memory. */
	data: IDataObject = {};
	/** Errors that a poll reported without throwing. */
	readonly errors: Error[] = [];
	/** How often a poll asked n8n to save its state at once. */
	commits = 0;
	private readonly run: PollRun;
	private context?: unknown;

	constructor(run: PollRun) {
		this.run = run;
	}

	async poll(): Promise<INodeExecutionData[] | null> {
		await prepare();
		this.context ??= this.newContext();
		const output = (await this.run.node.poll?.call(this.context as never)) ?? null;
		return output === null ? null : (output[0] ?? []);
	}

	private newContext(): unknown {
		const { run } = this;
		const { nodeData, workflow, additionalData } = setUp(run);
		return new core.PollContext(
			workflow,
			nodeData,
			additionalData,
			run.mode ?? 'trigger',
			run.activation ?? 'activate',
			undefined,
			(error: Error) => this.errors.push(error),
			async () => {
				this.commits += 1;
			},
			undefined,
			() => this.data,
			() => run.budgetMs ?? 300_000,
		);
	}
}

export interface HookRun extends Run {
	/** True: somebody tests in the editor. */
	isTest?: boolean;
}

export interface WebhookRequest {
	headers?: IDataObject;
	query?: IDataObject;
	body?: unknown;
}

export interface WebhookAnswer {
	/** 0 if a workflow is started. */
	status: number;
	body?: IDataObject;
	item?: IDataObject;
}

/** A trigger with a webhook as n8n keeps it: its static data from one publication to the next. */
export class WebhookTrigger {
	/** The node's static data, in memory. */
	data: IDataObject = {};
	readonly run: HookRun;

	constructor(run: HookRun) {
		this.run = run;
	}

	/** As n8n does when the workflow is published, or listens for a test event. */
	async publish(): Promise<void> {
		if (!(await this.call('checkExists'))) await this.call('create');
	}

	async unpublish(): Promise<void> {
		await this.call('delete');
	}

	/** Sends a request to the webhook. @returns what is answered, if no workflow is started, and the item that starts it otherwise */
	async ask({ headers = {}, query = {}, body = {} }: WebhookRequest): Promise<WebhookAnswer> {
		const { run, nodeData, workflow, additionalData, webhookDescription } = await this.prepared();
		const answer: WebhookAnswer = { status: 0 };
		const httpResponse = {
			statusCode: 200,
			headersSent: false,
			removeHeader: () => undefined,
			setHeader: () => undefined,
			on: () => undefined,
			write: () => undefined,
			end: (text = '') => {
				answer.status = httpResponse.statusCode;
				answer.body = text === '' ? undefined : JSON.parse(text);
			},
		};
		const context = new core.WebhookContext(
			workflow,
			nodeData,
			{ ...additionalData, httpRequest: { headers, query, params: {}, body }, httpResponse },
			run.isTest ? 'manual' : 'webhook',
			{ webhookDescription, isTest: run.isTest, node: nodeData.name },
			[],
			null,
		);
		const output = await run.node.webhook?.call(context);
		return { ...answer, item: output?.workflowData?.[0]?.[0]?.json };
	}

	private async prepared() {
		await prepare();
		const { run } = this;
		const { nodeData, workflow, additionalData } = setUp(run);
		workflow.staticData = { [`node:${nodeData.name}`]: this.data };
		const [webhookDescription] = run.node.description.webhooks ?? [];
		return { run, nodeData, workflow, additionalData, webhookDescription };
	}

	async call(hook: 'checkExists' | 'create' | 'delete'): Promise<boolean> {
		const { run, nodeData, workflow, additionalData, webhookDescription } = await this.prepared();
		const isDelete = hook === 'delete';
		const context = new core.HookContext(
			workflow,
			nodeData,
			additionalData,
			isDelete ? 'internal' : run.isTest ? 'manual' : 'trigger',
			isDelete ? 'update' : 'activate',
			{ webhookDescription, isTest: run.isTest, node: nodeData.name },
		);
		const method = run.node.webhookMethods?.default?.[hook];
		if (!method) throw new Error(`The node has no hook ${hook}`);
		return await method.call(context);
	}
}

/** Opens a searchable drop-down of the node, as the editor does. */
export async function searchList(
	run: Run,
	method: string,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	await prepare();
	const { nodeData, workflow, additionalData } = setUp(run);
	const context = new core.LoadOptionsContext(workflow, nodeData, additionalData, '');
	const search = run.node.methods?.listSearch?.[method];
	if (!search) throw new Error(`The node has no list search ${method}`);
	return await search.call(context, filter, paginationToken);
}

/** Fills a drop-down of the node whose choices are read from the platform, as the editor does. */
export async function loadOptions(run: Run, method: string): Promise<INodePropertyOptions[]> {
	await prepare();
	const { nodeData, workflow, additionalData } = setUp(run);
	const context = new core.LoadOptionsContext(workflow, nodeData, additionalData, '');
	const load = run.node.methods?.loadOptions?.[method];
	if (!load) throw new Error(`The node has no options ${method}`);
	return await load.call(context);
}
