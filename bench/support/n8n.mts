import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AxiosInstance } from 'axios';
import type { Execution } from '../../harness/n8n/executions.mts';
import { N8n } from '../../harness/n8n/n8n.mts';
import { executeByHand } from '../../harness/n8n/publishedWorkflow.mts';
import { installPackage } from '../../harness/project/package.mts';

const EXECUTION_WITHIN_MS = 600_000;

export interface BenchNode {
	name: string;
	type: string;
	typeVersion?: number;
	parameters?: object;
	credentials?: object;
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

	/** Nodes one after the other. @param loop more connections, as n8n writes them */
	async createWorkflow(nodes: readonly BenchNode[], loop: object = {}): Promise<string> {
		const names = nodes.map(({ name }) => name);
		const connections = Object.fromEntries(
			names
				.slice(0, -1)
				.map((name, index) => [
					name,
					{ main: [[{ node: names[index + 1], type: 'main', index: 0 }]] },
				]),
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
			connections: { ...connections, ...loop },
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

/** What each workflow begins with. */
export const START: BenchNode = { name: 'Start by hand', type: 'n8n-nodes-base.manualTrigger' };

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
