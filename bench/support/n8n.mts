import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AxiosInstance } from 'axios';
import type { Execution } from '../../harness/n8n/executions.mts';
import { N8n } from '../../harness/n8n/n8n.mts';
import { executeByHand } from '../../harness/n8n/publishedWorkflow.mts';
import { installPackage } from '../../harness/project/package.mts';
import { sandboxCredential } from '../../harness/samples/samples.mts';

const EXECUTION_WITHIN_MS = 600_000;

export interface BenchNode {
	name: string;
	type: string;
	typeVersion?: number;
	parameters?: object;
	credentials?: object;
	webhookId?: string;
	executeOnce?: boolean;
}

/** A real n8n with the packed package, as it comes. */
export class BenchN8n {
	readonly n8n: N8n;
	rest: AxiosInstance;

	constructor(n8n: N8n, rest: AxiosInstance) {
		this.n8n = n8n;
		this.rest = rest;
	}

	/** @returns the reference that a node has */
	async createCredential(type: string, data: object): Promise<object> {
		const { data: answer } = await this.rest.post('/credentials', { name: type, type, data });
		return { [type]: { id: answer.data.id, name: type } };
	}

	/** Of the platform at this address. */
	async createAccount(baseUrl: string): Promise<object> {
		return await this.createCredential('voiceAgentApi', sandboxCredential(baseUrl).data);
	}

	/** Nodes one after the other. @param others connections in place of these, as n8n writes them */
	async createWorkflow(nodes: readonly BenchNode[], others: object = {}): Promise<string> {
		const names = nodes.map(({ name }) => name);
		const connections = Object.fromEntries(
			names.slice(0, -1).map((name, index) => [name, { main: [to(names[index + 1] ?? '')] }]),
		);
		const { data } = await this.rest.post('/workflows', {
			name: 'Benchmark',
			nodes: nodes.map((node, index) => ({
				id: `node-${index}`,
				typeVersion: 1,
				parameters: {},
				position: [index * 200, 0],
				...node,
			})),
			connections: { ...connections, ...others },
			settings: { executionOrder: 'v1' },
		});
		return data.data.id;
	}

	/** As the editor's button. @throws if the execution fails */
	async execute(workflowId: string): Promise<Execution> {
		const execution = await executeByHand(this.rest, workflowId, START.name, EXECUTION_WITHIN_MS);
		const { error } = execution.data.resultData;
		if (execution.status !== 'success') throw new Error(`${execution.status}: ${error?.message}`);
		return execution;
	}

	/** A fresh process with the same workflows. */
	async restart(): Promise<void> {
		await this.n8n.stop();
		await this.n8n.start();
		this.rest = await this.n8n.signIn();
	}

	async stop(): Promise<void> {
		await this.n8n.stop();
		rmSync(this.n8n.userFolder, { recursive: true, force: true });
	}
}

/** What a workflow begins with that is run by hand. */
export const START: BenchNode = { name: 'Start by hand', type: 'n8n-nodes-base.manualTrigger' };

/** n8n refuses a schedule that polls more than once a minute, but takes three of them. */
export const THREE_TIMES_A_MINUTE = {
	item: [0, 20, 40].map((second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` })),
};

/** An end of a connection, as n8n writes it. @param index which input of the node */
export const to = (node: string, index = 0) => [{ node, type: 'main', index }];

/** Two nodes that give so many contacts. @param phone expression of the number of contact n @param name of the second node */
export const contacts = (
	count: number,
	phone = "'+1212' + (5550000 + n)",
	name = 'Contacts',
): BenchNode[] => [
	{
		name: `List of ${name}`,
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		executeOnce: true,
		parameters: {
			mode: 'raw',
			jsonOutput: `={{ { contacts: Array.from({ length: ${count} }, (_, n) => ({ phone: ${phone} })) } }}`,
		},
	},
	{
		name,
		type: 'n8n-nodes-base.splitOut',
		parameters: { fieldToSplitOut: 'contacts', options: {} },
	},
];

export const AGENT = 'agent_0001';

/** Make Call for each contact. */
export const makeCall = (credentials: object, parameters: object = {}): BenchNode => ({
	name: 'Make call',
	type: 'n8n-nodes-voice-agent.voiceAgentCall',
	parameters: {
		resource: 'call',
		operation: 'makeCall',
		agentId: { __rl: true, mode: 'id', value: AGENT },
		toNumber: '={{ $json.phone }}',
		...parameters,
	},
	credentials,
});

/** The package must have been built. */
export async function startBenchN8n(env: Record<string, string> = {}): Promise<BenchN8n> {
	const n8n = new N8n({
		userFolder: mkdtempSync(join(tmpdir(), 'voice-agent-bench-')),
		env: { N8N_LOG_LEVEL: 'warn', ...env },
	});
	await installPackage(n8n.userFolder);
	try {
		await n8n.start();
		return new BenchN8n(n8n, await n8n.signIn());
	} catch (error) {
		await n8n.stop();
		throw error;
	}
}
