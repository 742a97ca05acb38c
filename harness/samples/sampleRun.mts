import { basename } from 'node:path';
import { printedExecution } from '../n8n/executions.mts';
import type { N8n } from '../n8n/n8n.mts';
import { PublishedWorkflow, until } from '../n8n/publishedWorkflow.mts';
import { freePort } from '../ports.mts';
import { type SandboxOptions, type SandboxProcess, startSandbox } from '../sandbox.mts';
import { type SampleReport, endedCalls, reportOf } from './report.mts';
import { reportOfTable } from './reportOfTable.mts';
import { type SampleDatabase, startSampleDatabase } from './sampleDatabase.mts';
import {
	CALLS_TO_CRM,
	type SampleWorkflow,
	databaseCredential,
	importCredentials,
	importSamples,
	sampleWorkflows,
	sandboxCredential,
	unlessDone,
} from './samples.mts';

/** A call of two minutes is over after two seconds. */
const SANDBOX_SPEED = 60;
/** Where the servers are found, unless these ports are taken. */
const SANDBOX_PORT = 5710;
const DATABASE_PORT = 5730;
/** How long the calls may take into the table: the trigger polls at once, and then every minute. */
const IN_TABLE_WITHIN_MS = 150_000;

/** What was started; stopped in the opposite order, whatever happens. */
export class Running {
	private readonly stops: Array<() => unknown> = [];

	add(stop: () => unknown): void {
		this.stops.push(stop);
	}

	async stopAll(): Promise<void> {
		while (this.stops.length > 0) await this.stops.pop()?.();
	}
}

/** An n8n with the packed package and the samples, and the servers that the samples work with. */
export interface SampleWorld {
	n8n: N8n;
	sandbox: SandboxProcess;
	database: SampleDatabase;
	running: Running;
	/** Is told what happens next. */
	step: (text: string) => void;
}

export interface SampleWorldOptions extends Pick<SampleWorld, 'n8n' | 'running' | 'step'> {
	/** Where the sandbox keeps its data; in memory by default. */
	sandboxFile?: string;
	/** Where the database keeps its data; without it, the data is deleted at the end. */
	databaseFolder?: string;
	tokenLifetime?: SandboxOptions['tokenLifetime'];
}

/** The credentials that the samples use, for the servers of this world. */
export const sampleCredentials = ({
	sandbox,
	database,
}: Pick<SampleWorld, 'sandbox' | 'database'>) => [
	sandboxCredential(sandbox.url),
	databaseCredential(database.address),
];

/** Sandbox, database, credentials and samples. The package is installed already; n8n's server is not started. */
export async function prepareSamples(options: SampleWorldOptions): Promise<SampleWorld> {
	const { n8n, running, step, sandboxFile = ':memory:', databaseFolder, tokenLifetime } = options;

	step('Starting the sandbox, a simulation of the platform, and a PostgreSQL …');
	const sandbox = await startSandbox({
		port: await freePort(SANDBOX_PORT),
		speed: SANDBOX_SPEED,
		database: sandboxFile,
		tokenLifetime,
	});
	running.add(sandbox.stop);
	const database = await startSampleDatabase({
		folder: databaseFolder,
		port: await freePort(DATABASE_PORT),
	});
	running.add(() => database.stop());

	step('Bringing the credentials and the sample workflows into n8n …');
	const credentials = sampleCredentials({ sandbox, database });
	await unlessDone(n8n, 'credentials-imported', credentials, async () =>
		importCredentials(n8n, credentials),
	);
	await importSamples(n8n, basename(sandboxFile));
	return { n8n, sandbox, database, running, step };
}

async function runByCli({ n8n, sandbox }: SampleWorld, workflow: SampleWorkflow) {
	const execution = printedExecution(
		await n8n.cli('execute', `--id=${workflow.id}`, '--rawOutput'),
	);
	return await reportOf(workflow, execution, sandbox.api);
}

/** Runs the sample that starts by itself until every call that has ended is in its table. */
async function runTrigger(world: SampleWorld, { id, name }: SampleWorkflow) {
	const { n8n, sandbox, database, running, step } = world;
	step('Starting n8n …');
	running.add(() => n8n.stop());
	await n8n.start();
	const workflow = new PublishedWorkflow(await n8n.signIn(), id);

	step(`Switching "${name}" on …`);
	await workflow.publish();
	const ended = await endedCalls(sandbox.api);
	await until(async () => (await database.calls()).length >= ended.length, IN_TABLE_WITHIN_MS);
	await until(async () => (await workflow.counts()).underWay === 0, IN_TABLE_WITHIN_MS);
	return await reportOfTable(name, await workflow.executions(), await database.calls(), sandbox);
}

/** A sample that could not even be judged. */
const reportOfFailure = (sample: string, error: Error): SampleReport => ({
	sample,
	status: 'not run',
	calls: 0,
	refused: 0,
	progress: '',
	outcomes: '',
	disagreements: [error.message],
});

/** Runs every sample once and compares what it says with what the platform recorded. */
export async function runSamples(world: SampleWorld): Promise<SampleReport[]> {
	const samples = sampleWorkflows();
	// That one is the last: it brings the calls of the others into its table.
	const isTriggered = ({ id }: SampleWorkflow) => id === CALLS_TO_CRM;
	const reports: SampleReport[] = [];
	for (const workflow of [
		...samples.filter((sample) => !isTriggered(sample)),
		...samples.filter(isTriggered),
	]) {
		world.step(`Running "${workflow.name}" …`);
		const run = isTriggered(workflow) ? runTrigger : runByCli;
		reports.push(
			await run(world, workflow).catch((error: Error) => reportOfFailure(workflow.name, error)),
		);
	}
	return reports;
}

/** What is wrong with what a sample did; nothing if it passed. */
export const problemsOf = ({ status, disagreements }: SampleReport): string[] => [
	...(status === 'success' ? [] : [`it ended with the status "${status}"`]),
	...disagreements,
];
