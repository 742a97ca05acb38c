import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AxiosInstance } from 'axios';
import { installPackage } from '../project/package.mts';
import { Running, type SampleWorld, faultsOf, prepareSamples } from '../samples/sampleWorld.mts';
import { VOICE_AGENT_API, sandboxCredential } from '../samples/samples.mts';
import { type FaultProxy, type FaultySandbox, startFaultySandbox } from '../faultProxy.mts';
import type { Sandbox } from '../sandbox.mts';
import { type Execution, printedExecution } from './executions.mts';
import { type Finished, N8n } from './n8n.mts';
import { executeByHand } from './publishedWorkflow.mts';

const EXECUTION_WITHIN_MS = 180_000;

export interface NewWorkflow {
	name: string;
	nodes: unknown[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
}

/** A real n8n with the packed package and the samples, and the servers that they need. */
export class TestN8n {
	readonly n8n: N8n;
	/** The platform of the workflows that a test makes. */
	readonly sandbox: Sandbox;
	/** What goes wrong between n8n and this platform. */
	readonly faults: FaultProxy;
	readonly samples: SampleWorld;
	rest: AxiosInstance;
	/** What the CLI has printed so far. */
	printed = '';

	constructor(samples: SampleWorld, sandbox: Sandbox, faults: FaultProxy) {
		this.n8n = samples.n8n;
		this.rest = samples.rest;
		this.sandbox = sandbox;
		this.faults = faults;
		this.samples = samples;
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

	async createCredential(name: string, data: object, type = VOICE_AGENT_API): Promise<string> {
		const answer = await this.rest.post('/credentials', { name, type, data });
		return answer.data.data.id;
	}

	/** Starts n8n again, which has ended. */
	async startAgain(): Promise<void> {
		await this.n8n.start();
		this.rest = await this.n8n.signIn();
	}

	async stop(): Promise<void> {
		await this.samples.running.stopAll();
	}
}

/** The samples get a credential with another name; that of theirs is for the workflows of the test. */
async function separate({ rest, ids, sandbox }: SampleWorld): Promise<FaultySandbox> {
	const { id, name, ...known } = sandboxCredential(sandbox.url);
	const type = VOICE_AGENT_API;
	await rest.patch(`/credentials/${ids[id]}`, { ...known, type, name: `${name} of the samples` });
	const apart = await startFaultySandbox({ speed: 60 });
	await rest.post('/credentials', { type, name, data: sandboxCredential(apart.url).data });
	return apart;
}

export interface TestN8nOptions {
	/** More environment for n8n. */
	env?: Record<string, string>;
	/** The samples have a platform of their own, so that they can run while a test counts what reaches the other one. */
	isApart?: boolean;
}

/** Starts everything. The package must have been built. */
export async function startTestN8n({ env, isApart }: TestN8nOptions = {}): Promise<TestN8n> {
	const n8n = new N8n({
		userFolder: mkdtempSync(join(tmpdir(), 'voice-agent-e2e-')),
		env: { N8N_LOG_LEVEL: 'debug', N8N_LOG_OUTPUT: 'console,file', ...env },
	});
	const running = new Running();
	running.add(() => rmSync(n8n.userFolder, { recursive: true, force: true }));
	try {
		await installPackage(n8n.userFolder);
		const samples = await prepareSamples({ n8n, running, step: () => undefined });
		if (!isApart) return new TestN8n(samples, samples.sandbox, faultsOf(samples));
		const sandbox = await separate(samples);
		running.add(sandbox.stop);
		return new TestN8n(samples, sandbox, sandbox.proxy);
	} catch (error) {
		await running.stopAll();
		throw error;
	}
}
