import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AxiosInstance } from 'axios';
import { installPackage } from '../project/package.mts';
import { type SampleDatabase, startSampleDatabase } from '../samples/sampleDatabase.mts';
import {
	databaseCredential,
	importCredentials,
	importSamples,
	sandboxCredential,
} from '../samples/samples.mts';
import { type Sandbox, startSandbox } from '../sandbox.mts';
import { type Execution, printedExecution } from './executions.mts';
import { type Finished, N8n } from './n8n.mts';
import { executeByHand } from './publishedWorkflow.mts';

const EXECUTION_WITHIN_MS = 90_000;

export interface NewWorkflow {
	name: string;
	nodes: unknown[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
}

/** A real n8n with the packed package, the samples, a sandbox and the PostgreSQL of the sample that needs one. */
export class TestN8n {
	readonly n8n: N8n;
	readonly rest: AxiosInstance;
	readonly sandbox: Sandbox;
	readonly database: SampleDatabase;
	/** What the CLI has printed so far. */
	printed = '';

	constructor(n8n: N8n, rest: AxiosInstance, sandbox: Sandbox, database: SampleDatabase) {
		this.n8n = n8n;
		this.rest = rest;
		this.sandbox = sandbox;
		this.database = database;
	}

	async cli(...args: string[]): Promise<Finished> {
		const finished = await this.n8n.cli(...args);
		this.printed += finished.stdout + finished.stderr;
		return finished;
	}

	/** Executes a workflow in a process of its own, as a cron job would. */
	async executeByCli(workflowId: string): Promise<Execution> {
		return printedExecution(await this.cli('execute', `--id=${workflowId}`, '--rawOutput'));
	}

	/** Executes a workflow as the editor's button does, and waits for its end. */
	async execute(workflowId: string, trigger = 'Start by hand'): Promise<Execution> {
		return await executeByHand(this.rest, workflowId, trigger, EXECUTION_WITHIN_MS);
	}

	async createWorkflow(workflow: NewWorkflow): Promise<string> {
		const settings = { executionOrder: 'v1' };
		const { data } = await this.rest.post('/workflows', { settings, ...workflow });
		return data.data.id;
	}

	async createCredential(name: string, data: Record<string, string>): Promise<string> {
		const answer = await this.rest.post('/credentials', { name, type: 'voiceAgentApi', data });
		return answer.data.data.id;
	}

	async stop(): Promise<void> {
		await this.n8n.stop();
		await this.sandbox.stop();
		await this.database.stop();
		rmSync(this.n8n.userFolder, { recursive: true, force: true });
	}
}

/** Starts everything; `env` is more environment for n8n. The package must have been built. */
export async function startTestN8n(env: Record<string, string> = {}): Promise<TestN8n> {
	const n8n = new N8n({
		userFolder: mkdtempSync(join(tmpdir(), 'voice-agent-e2e-')),
		env: { N8N_LOG_LEVEL: 'debug', N8N_LOG_OUTPUT: 'console,file', ...env },
	});
	await installPackage(n8n.userFolder);
	const sandbox = await startSandbox({ speed: 60 });
	const database = await startSampleDatabase();
	try {
		await importCredentials(n8n, [
			sandboxCredential(sandbox.url),
			databaseCredential(database.address),
		]);
		await importSamples(n8n);
		await n8n.start();
		return new TestN8n(n8n, await n8n.signIn(), sandbox, database);
	} catch (error) {
		await n8n.stop();
		await sandbox.stop();
		await database.stop();
		throw error;
	}
}
